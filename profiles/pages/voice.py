"""A voice profile in plain sentences, with its numbers, the writer's own lines, and what may be expected of it.

What has to read mails first comes after the page (``?part=lately``), so that the page itself is there at once.
"""

from dataclasses import dataclass
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django_htmx.http import HttpResponseClientRefresh

from profiles import voice
from profiles.models import ExampleSet, Rep, VoiceProfile
from profiles.pages.lately import lately
from profiles.pages.strips import Strip, along, bars, scale, strip

Status = VoiceProfile.Status

MOST_TELLING = 10
"""Habits shown at the top: those furthest from how others write."""

A_FAMILY = 3
"""Habits of one family among them: ten ways of saying "short sentences" would tell less."""

AT_A_GLANCE = (
    "sentence_length",
    "fragments",
    "subordination",
    "hedges",
    "contractions",
    "questions",
    "mark_comma",
    "mark_dash",
    "words_before_subject",
    "length",
)
"""The same few habits for everybody, on one scale, so that two reps' pages can be held side by side."""

OUTDATED = "This version was learned by an earlier VoiceDesk and cannot be shown. Build the profile again from its examples."


@dataclass(frozen=True, slots=True)
class ShownHabit:
    habit: voice.Habit
    strip: Strip


@dataclass(frozen=True, slots=True)
class Glance:
    """A habit and where it stands on the scale all writers share; ``drawn`` runs from the middle to there (start, length)."""

    habit: voice.Habit
    place: float
    drawn: tuple[float, float]


@dataclass(frozen=True, slots=True)
class OwnScores:
    """The rep's held-out replies along a score from 0 to 1, and the threshold."""

    dots: tuple[float, ...]
    threshold: float
    below: int


@dataclass(frozen=True, slots=True)
class Family:
    name: str
    habits: list[ShownHabit]


@dataclass(frozen=True, slots=True)
class Shown:
    """A built profile taken apart for the page; ``trouble`` says why it cannot be."""

    glance: list[Glance]
    telling: list[ShownHabit]
    families: list[Family]
    changes: tuple[voice.Change, ...] = ()
    trouble: str = ""


def my_voice(request: HttpRequest) -> HttpResponse:
    rep = getattr(request.user, "rep", None)
    if rep is None:
        raise Http404
    return redirect("voice_profile", rep.pk)


def voice_profile(request: HttpRequest, pk: int) -> HttpResponse:
    """The current profile of a rep, or with ``?version=`` an earlier one. Polls while a new one is being built."""
    rep = get_object_or_404(Rep.objects.for_user(request.user).select_related("team", "user"), pk=pk)
    versions = list(rep.profiles.select_related("example_set").defer("data"))
    building = next((v for v in versions if v.status in (Status.QUEUED, Status.BUILDING)), None)
    wants_more = request.GET.get("part") == "lately"
    if request.htmx and not wants_more:
        seen = request.GET.get("building", "")
        return HttpResponse(status=204) if building and seen == building.status else HttpResponseClientRefresh()
    built = [v for v in versions if v.status == Status.BUILT]
    profile = chosen(built, request.GET.get("version", ""))
    before = next((v for v in built if profile and v.version < profile.version), None)
    today = timezone.localdate()
    examples = profile.example_set if profile else rep.example_sets.first()
    context = {
        "rep": rep,
        "profile": profile,
        "examples": examples,
        "versions": versions,
        "building": building,
        "failed": next((v for v in versions[:1] if v.status == Status.FAILED), None),
        "shown": taken_apart(profile, before) if profile else None,
        "own_scores": own_scores(profile) if profile else None,
        "lately": said_lately(profile) if profile and wants_more else None,
        "before": before,
        "overdue_days": (today - examples.refresh_due).days if examples and examples.is_overdue(today) else 0,
        "own": rep.user_id == request.user.pk,
        "newest": bool(built) and profile == chosen(built, ""),
        "collecting": rep.example_sets.filter(status=ExampleSet.Status.COLLECTING).first(),
    }
    part = "#lately" if request.htmx else ""
    return render(request, f"voices/profile.html{part}", context)


def chosen(built: list[VoiceProfile], version: str) -> VoiceProfile | None:
    """The asked-for version; without one, the newest of the active set, else the newest there is."""
    if version:
        found = next((v for v in built if str(v.version) == version), None)
        if found is None:
            raise Http404
        return found
    active = (v for v in built if v.example_set.status == ExampleSet.Status.ACTIVE)
    return next(active, built[0] if built else None)


def taken_apart(profile: VoiceProfile, before: VoiceProfile | None) -> Shown:
    try:
        learned = voice.VoiceProfile.from_json(profile.data)
        habits = [ShownHabit(h, picture(h)) for h in voice.describe(learned)]
    except (voice.ProfileOutdated, KeyError, ValueError):
        return Shown([], [], [], trouble=OUTDATED)
    telling = most_telling(habits)
    rest = sorted((s for s in habits if s not in telling), key=lambda s: s.habit.family)
    families = [Family(name, list(group)) for name, group in groupby(rest, key=lambda s: s.habit.family)]
    return Shown(glance(habits), telling, families, changed(before, learned))


def picture(habit: voice.Habit) -> Strip:
    if habit.unit == "% of mails":
        return bars(habit.value, habit.usual)
    return strip(habit.value, habit.own, habit.population)


def most_telling(habits: list[ShownHabit]) -> list[ShownHabit]:
    """The most distinctive habits, no more than a few of a family."""
    chosen: list[ShownHabit] = []
    for one in habits:
        if sum(other.habit.family == one.habit.family for other in chosen) < A_FAMILY:
            chosen.append(one)
    return chosen[:MOST_TELLING]


def glance(habits: list[ShownHabit]) -> list[Glance]:
    by_name = {s.habit.name: s.habit for s in habits}
    found = []
    for habit in (by_name[name] for name in AT_A_GLANCE if name in by_name):
        middle, place = scale(0), scale(habit.distinct)
        found.append(Glance(habit, place, (min(middle, place), round(abs(place - middle), 1))))
    return found


def own_scores(profile: VoiceProfile) -> OwnScores:
    scores = sorted(profile.held_out_scores)
    below = sum(score < profile.threshold for score in scores)
    return OwnScores(tuple(along(score) for score in scores), along(profile.threshold), below)


def said_lately(profile: VoiceProfile):
    try:
        return lately(profile, timezone.now())
    except voice.ProfileOutdated:
        return None


def changed(before: VoiceProfile | None, learned: voice.VoiceProfile) -> tuple[voice.Change, ...]:
    if before is None:
        return ()
    try:
        return voice.compare(voice.VoiceProfile.from_json(before.data), learned)
    except (voice.ProfileOutdated, KeyError, ValueError):
        return ()
