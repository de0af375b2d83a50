"""What a report is about: whose drafts, of which days. All of it stands in the address."""

from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from drafts.models import LAYERS, Draft
from profiles.models import KINDS, Rep, User

WEEKS_SHOWN = 12
LONGEST = timedelta(days=3 * 366)
FIRST_DAY = date(2000, 1, 1)


@dataclass(frozen=True, slots=True)
class Scope:
    """Days from ``since`` to ``until``, both included, in the reader's zone; empty filters mean "all the reader may see"."""

    since: date
    until: date
    team: int | None = None
    rep: int | None = None
    kind: str = ""
    layer: str = ""
    reps: tuple[Rep, ...] = field(default=(), repr=False)
    troubles: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        return self.with_query()

    def with_query(self, **more) -> str:
        """The scope as a query string, with more or other parts; what is None or empty is left out."""
        own = {
            "since": self.since.isoformat(),
            "until": self.until.isoformat(),
            "team": self.team,
            "rep": self.rep,
            "kind": self.kind,
            "layer": self.layer,
        }
        return urlencode({k: v for k, v in (own | more).items() if v})

    def drafts(self) -> QuerySet[Draft]:
        """Finished drafts in scope: those a decision, ready or held, was reached on."""
        found = Draft.objects.filter(finished_at__gte=starts(self.since), finished_at__lt=starts(self.until + timedelta(days=1)))
        found = found.exclude(decision="").filter(rep__in=[r.pk for r in self.reps]).order_by()
        if self.kind:
            found = found.filter(kind=self.kind)
        if self.layer:
            found = found.filter(held_by__contains=[self.layer])
        return found

    def before(self) -> "Scope":
        """The same number of days just before."""
        days = self.until - self.since
        return replace(self, since=self.since - days - timedelta(days=1), until=self.since - timedelta(days=1))


def starts(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def scope_of(user: User, query) -> Scope:
    """What the address asks for, cut to what this user may see. Raises Http404 for who has no report at all.

    A date that cannot be read or a filter that names nothing is replaced by the default, and ``troubles`` says so.
    """
    may_see = reps_for(user)
    today, troubles = timezone.localdate(), []
    until = day_of(query.get("until", ""), today, "until", troubles)
    since = day_of(query.get("since", ""), weeks_before(min(until, today)), "from", troubles)
    if since > until:
        troubles.append("The first day was after the last one; the two are exchanged.")
        since, until = until, since
    if until - since > LONGEST:
        troubles.append("At most three years are shown at once; the last three are.")
        since = until - LONGEST
    teams = {r.team_id for r in may_see}
    team = number_of(query.get("team", ""), teams, "team", troubles)
    chosen = tuple(r for r in may_see if team in (None, r.team_id))
    rep = number_of(query.get("rep", ""), {r.pk for r in chosen}, "rep", troubles)
    chosen = tuple(r for r in chosen if rep in (None, r.pk))
    kind = name_of(query.get("kind", ""), dict(KINDS), "kind of draft", troubles)
    layer = name_of(query.get("layer", ""), dict(LAYERS), "layer", troubles)
    return Scope(
        since,
        until,
        team,
        rep,
        kind,
        layer,
        chosen,
        tuple(troubles),
    )


def reps_for(user: User) -> tuple[Rep, ...]:
    """All reps for sales ops, those of their teams for a manager. Nobody else has a report."""
    reps = Rep.objects.select_related("team").order_by("name", "pk")
    if user.is_ops:
        return tuple(reps)
    if not user.is_manager:
        raise Http404
    return tuple(reps.filter(team__in=user.managed_teams.all()))


def weeks_before(day: date) -> date:
    """The Monday from which the twelve weeks up to ``day`` run."""
    return day - timedelta(days=day.weekday(), weeks=WEEKS_SHOWN - 1)


def day_of(text: str, default: date, name: str, troubles: list[str]) -> date:
    if not text:
        return default
    try:
        found = date.fromisoformat(text)
    except ValueError:
        troubles.append(f"“{text[:20]}” is no date for “{name}”; write it like {default.isoformat()}.")
        return default
    return min(max(found, FIRST_DAY), timezone.localdate() + timedelta(days=366))


def number_of(text: str, known: set[int], name: str, troubles: list[str]) -> int | None:
    if not text:
        return None
    if text.isascii() and text.isdecimal() and len(text) < 18 and int(text) in known:
        return int(text)
    troubles.append(f"There is no such {name} here; all are shown.")
    return None


def name_of(text: str, known: dict[str, str], name: str, troubles: list[str]) -> str:
    if text and text not in known:
        troubles.append(f"There is no such {name} here; all are shown.")
        return ""
    return text
