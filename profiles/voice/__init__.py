"""Whose voice: measured habits of one writer, and how much a text sounds like them. Plain Python, spaCy and numpy."""

from profiles.voice.held_out import HeldOut, Threshold, held_out, threshold
from profiles.voice.kinds import EVERY, Form, KindHabits
from profiles.voice.prepare import prepare
from profiles.voice.profile import NoSamples, ProfileOutdated, VoiceProfile, learn
from profiles.voice.sample import Sample
from profiles.voice.score import judge

__all__ = [
    "EVERY",
    "Form",
    "HeldOut",
    "KindHabits",
    "NoSamples",
    "ProfileOutdated",
    "Sample",
    "Threshold",
    "VoiceProfile",
    "held_out",
    "judge",
    "learn",
    "prepare",
    "threshold",
]
