"""What a policy would hold, shown before it is saved: voice on the reps' own mail and on recent drafts, the others on recent drafts."""

from dataclasses import dataclass
from datetime import timedelta

from django import forms
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from drafts.materials import voice_threshold
from drafts.models import LayerScore, Policy
from drafts.report import whatif
from drafts.report.queries import rate
from drafts.report.scope import WEEKS_SHOWN, Scope
from profiles.models import Rep

SHARE = {"min_value": 0, "max_value": 1}


class Bars(forms.Form):
    """The thresholds of a policy as they stand in its form, saved or not."""

    voice_hold_rate = forms.FloatField(**SHARE)
    relevance_threshold = forms.FloatField(**SHARE)
    value_threshold = forms.FloatField(**SHARE)


@dataclass(frozen=True, slots=True)
class RepLine:
    """One rep's voice: the threshold a hold rate makes, and what it holds of their own mail and of their recent drafts."""

    rep: Rep
    threshold: float
    own_held: int
    own: int
    held: int
    drafts: int

    @property
    def own_share(self) -> float | None:
        return rate(self.own_held, self.own)

    @property
    def share(self) -> float | None:
        return rate(self.held, self.drafts)


def policy_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """A piece of the admin's page, fetched as the form is filled in; for sales ops."""
    if not request.user.is_ops:
        raise Http404
    policy = get_object_or_404(Policy.objects.select_related("team"), pk=pk)
    form = Bars(request.GET if "voice_hold_rate" in request.GET else saved(policy))
    context = {"policy": policy, "form": form}
    if form.is_valid():
        bars, scope = form.cleaned_data, recent(policy)
        chosen = {"relevance": bars["relevance_threshold"], "value": bars["value_threshold"]}
        context |= {
            "lines": voice_lines(scope, bars["voice_hold_rate"]),
            "together": whatif.together(scope, chosen),
            "weeks": WEEKS_SHOWN,
        }
    return render(request, "report/policy.html", context)


def saved(policy: Policy) -> dict[str, float]:
    return {name: getattr(policy, name) for name in Bars.base_fields}


def recent(policy: Policy) -> Scope:
    """The last twelve weeks of the policy's team."""
    until = timezone.localdate()
    reps = tuple(Rep.objects.filter(team=policy.team).select_related("team"))
    return Scope(until - timedelta(weeks=WEEKS_SHOWN), until, team=policy.team_id, reps=reps)


def voice_lines(scope: Scope, hold_rate: float) -> list[RepLine]:
    """Every rep that has a profile, with the threshold this hold rate makes of their own held-out scores."""
    profiles = {rep: profile for rep in scope.reps if (profile := rep.current_profile())}
    thresholds = {rep: voice_threshold(profile, hold_rate) for rep, profile in profiles.items()}
    found = held_on_voice(scope, {rep.pk: threshold for rep, threshold in thresholds.items()})
    return [
        RepLine(
            rep,
            thresholds[rep],
            sum(score < thresholds[rep] for score in profile.held_out_scores),
            len(profile.held_out_scores),
            *found.get(rep.pk, (0, 0)),
        )
        for rep, profile in profiles.items()
    ]


def held_on_voice(scope: Scope, thresholds: dict[int, float]) -> dict[int, tuple[int, int]]:
    """By rep: how many first wordings score under the rep's threshold, and how many there are."""
    scores = LayerScore.objects.filter(
        layer="voice", revision__draft__in=scope.drafts(), revision=F("revision__draft__decided_on")
    ).values_list("revision__draft__rep", "score")
    found: dict[int, tuple[int, int]] = {}
    for rep, score in scores:
        held, total = found.get(rep, (0, 0))
        found[rep] = held + (score is None or score < thresholds.get(rep, 0)), total + 1
    return found
