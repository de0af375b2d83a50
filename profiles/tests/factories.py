"""Small worlds for tests: one call, one row with what it needs, all invented."""

from datetime import timedelta
from functools import cache
from itertools import count

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from profiles.models import Example, ExampleSet, Rep, Team, User, VoiceProfile

number = count(1)
PASSWORD = "correct horse battery"


@cache
def hashed_password() -> str:
    """Hashing is slow on purpose; once is enough for all the accounts of a test run."""
    return make_password(PASSWORD)


def make_user(name="Una Person", **fields) -> User:
    return User.objects.create(email=f"person{next(number)}@seller.example.com", password=hashed_password(), name=name, **fields)


def make_ops(**fields) -> User:
    return make_user("Olive Ops", is_staff=True, **fields)


def make_team(**fields) -> Team:
    return Team.objects.create(**{"name": f"Team {next(number)}", "company": "Crewlattice", **fields})


def make_manager(team: Team) -> User:
    user = make_user("Mo Manager")
    team.managers.add(user)
    return user


def make_rep(team: Team | None = None, **fields) -> Rep:
    """A rep who can sign in; ``rep.user`` is the account."""
    n = next(number)
    user = fields.pop("user", None) or make_user(f"Rae Writer {n}")
    values = {"name": user.name, "email": f"rae{n}@seller.example.com", **fields}
    return Rep.objects.create(team=team or make_team(), user=user, **values)


def make_example_set(rep: Rep, examples: int = 0, status: str = "collecting", **fields) -> ExampleSet:
    """``examples`` copies of short invented replies, all different."""
    activated = {}
    if status != "collecting":
        activated = {
            "activated_at": timezone.now(),
            "activated_by": make_ops(),
            "refresh_due": timezone.localdate() + timedelta(days=91),
        }
    found = ExampleSet.objects.create(rep=rep, **{"quarter": "2026-Q4", "status": status, **activated, **fields})
    for n in range(examples):
        make_example(
            found,
            reply=f"Hi Sam,\n\nThank you for reply number {n}. The {n} crews are set up on Monday. Shall we talk then?\n\nRae",
        )
    return found


def make_example(example_set: ExampleSet, **fields) -> Example:
    n = next(number)
    values = {
        "message_id": f"example-{n}@seller.example.com",
        "sent_at": timezone.now() - timedelta(days=n % 60),
        "reply": f"Hello number {n}, this is what we said to you before, and it still holds.",
    }
    return Example.objects.create(example_set=example_set, **{**values, **fields})


def make_profile(rep: Rep, **fields) -> VoiceProfile:
    """A built profile in an active set; its measured data is empty unless given."""
    example_set = fields.pop("example_set", None) or make_example_set(rep, status="active")
    values = {"status": "built", "version": 1, "built_at": timezone.now(), "threshold": 0.4, "example_count": 20}
    return VoiceProfile.objects.create(rep=rep, example_set=example_set, **{**values, **fields})
