"""A voice profile in plain sentences, with its numbers, the writer's own lines, and what may be expected of it."""

from dataclasses import dataclass
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django_htmx.http import HttpResponseClientRefresh

from profiles import voice
from profiles.models import ExampleSet, Rep, VoiceProfile
from profiles.pages.strips import Strip, strip

Status = VoiceProfile.Status

MOST_TELLING = 10
"""Habits shown at the top: those furthest from how others write."""

OUTDATED = "This version was learned by an earlier VoiceDesk and cannot be shown. Build the profile again from its examples."


@dataclass(frozen=True, slots=True)
class ShownHabit:
    habit: voice.Habit
    strip: Strip


@dataclass(frozen=True, slots=True)
class Family:
    name: str
    habits: list[ShownHabit]


@dataclass(frozen=True, slots=True)
class Shown:
    """A built profile taken apart for the page; ``trouble`` says why it cannot be."""

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
    if request.htmx:
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
        "before": before,
        "overdue_days": (today - examples.refresh_due).days if examples and examples.is_overdue(today) else 0,
        "own": rep.user_id == request.user.pk,
        "newest": bool(built) and profile == chosen(built, ""),
        "collecting": rep.example_sets.filter(status=ExampleSet.Status.COLLECTING).first(),
    }
    return render(request, "voices/profile.html", context)


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
        habits = [ShownHabit(h, strip(h.value, h.own, h.population)) for h in voice.describe(learned)]
    except (voice.ProfileOutdated, KeyError, ValueError):
        return Shown([], [], trouble=OUTDATED)
    rest = sorted(habits[MOST_TELLING:], key=lambda s: s.habit.family)
    families = [Family(name, list(group)) for name, group in groupby(rest, key=lambda s: s.habit.family)]
    return Shown(habits[:MOST_TELLING], families, changed(before, learned))


def changed(before: VoiceProfile | None, learned: voice.VoiceProfile) -> tuple[voice.Change, ...]:
    if before is None:
        return ()
    try:
        return voice.compare(voice.VoiceProfile.from_json(before.data), learned)
    except (voice.ProfileOutdated, KeyError, ValueError):
        return ()
