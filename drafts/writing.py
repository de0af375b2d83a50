"""Which writer writes: the offline one, or the model behind the configured endpoint with the offline one to fall back on."""

from functools import cache

from django.conf import settings
from django.core.cache import cache as shared

from drafts.model import Breaker, DailySpend, Endpoint, Price, Unlimited
from drafts.writers import Writer
from drafts.writers.model import ModelWriter
from drafts.writers.offline import OfflineWriter
from profiles.models import Team


@cache
def offline() -> OfflineWriter:
    """One a process, so that what it learns of a rep is learned once."""
    return OfflineWriter()


def writer_for(team: Team) -> Writer:
    """The writer of this team's drafts: the model once ``OPENAI_BASE_URL`` names an endpoint."""
    if not settings.OPENAI_BASE_URL:
        return offline()
    return ModelWriter(endpoint(team.pk), offline(), budget=settings.DRAFT_JOB_SECONDS / 4)


@cache
def endpoint(team_id: int) -> Endpoint:
    """The door to the model for one team: its clock fits the job's, its limits are shared by all workers."""
    limit = settings.OPENAI_DAILY_LIMIT
    spend = DailySpend(f"team-{team_id}", limit, Price(*settings.OPENAI_PRICES), shared) if limit else Unlimited()
    return Endpoint(
        settings.OPENAI_BASE_URL,
        settings.OPENAI_API_KEY,
        settings.OPENAI_MODEL,
        timeout=settings.OPENAI_TIMEOUT,
        budget=settings.DRAFT_JOB_SECONDS / 2,
        breaker=Breaker(store=shared),
        spend=spend,
    )
