"""What `make run` does before anything serves."""

import pytest
from django.core.management import call_command

from drafts import actions
from drafts.models import Draft
from drafts.tests import factories as make
from profiles.models import Team, User


@pytest.fixture
def prepare(settings, tmp_path, capsys):
    settings.STATIC_ROOT = tmp_path

    def run(*options: str) -> str:
        call_command("prepare", *options)
        return capsys.readouterr().out

    return run


@pytest.mark.django_db(transaction=True)
def test_an_empty_database_gets_the_demo_and_its_second_start_nothing_new(prepare, queue):
    assert "Loading the demo team" in prepare()
    people = User.objects.count()
    assert people >= 5
    assert "Loading" not in prepare()
    assert User.objects.count() == people


@pytest.mark.django_db
def test_a_database_with_somebody_s_own_team_gets_no_demo(prepare):
    Team.objects.create(name="Ours")
    prepare()
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_what_a_killed_worker_held_is_written_without_waiting_for_its_claim(prepare, queue):
    draft = make.make_draft(status="writing")
    assert actions.claim(draft.pk) is None
    assert "Queueing 1 interrupted jobs again" in prepare("--alone")
    assert queue.llen("rq:queue:drafts") == 1
    assert actions.claim(draft.pk) is not None


@pytest.mark.django_db(transaction=True)
def test_claims_of_workers_elsewhere_are_left_alone(prepare, queue):
    draft = make.make_draft(status="writing")
    prepare()
    assert actions.claim(draft.pk) is None
    assert Draft.objects.get(pk=draft.pk).status == "writing"
