"""Whose voice: measured habits of one writer, and how much a text sounds like them. Plain Python, spaCy and numpy."""

from profiles.voice.checks import Drift, Misfit, drift, misfits, strongest_vs_routine
from profiles.voice.describe import Change, Habit, compare, describe
from profiles.voice.held_out import HeldOut, Threshold, TooFewScores, held_out, hold_rate, own_scores, threshold
from profiles.voice.kinds import EVERY, Form, KindHabits
from profiles.voice.prepare import prepare
from profiles.voice.profile import NoSamples, ProfileOutdated, VoiceProfile, learn
from profiles.voice.sample import Sample
from profiles.voice.score import judge

__all__ = [
    "EVERY",
    "Change",
    "Drift",
    "Form",
    "Habit",
    "HeldOut",
    "KindHabits",
    "Misfit",
    "NoSamples",
    "ProfileOutdated",
    "Sample",
    "Threshold",
    "TooFewScores",
    "VoiceProfile",
    "compare",
    "describe",
    "drift",
    "held_out",
    "hold_rate",
    "judge",
    "learn",
    "misfits",
    "own_scores",
    "prepare",
    "strongest_vs_routine",
    "threshold",
]
