"""What a worker learns before it forks."""

import pytest

from drafts import actions, jobs, pipeline, warm
from drafts.models import Fact
from drafts.tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft():
    thread = make.make_thread(make.make_demo_rep())
    return actions.queue_draft(thread, make.make_message(thread), "inbound")


def test_a_rep_is_learned_once_until_something_about_them_changes(draft, monkeypatch):
    number = warm.for_draft(draft.pk)
    with monkeypatch.context() as patched:
        patched.delattr(pipeline, "draft")
        assert warm.for_draft(draft.pk, {number}) == number
    Fact.objects.create(team=draft.rep.team, topic="parking", text="Visitors park behind the house.")
    assert warm.for_draft(draft.pk, {number}) != number


def test_what_is_learned_is_what_the_draft_will_use(draft, monkeypatch):
    """The rep and the knowledge a job collects must be found in memory, not learned again under another name."""
    used = []
    original = pipeline.draft
    monkeypatch.setattr(pipeline, "draft", lambda *args: used.append(args[3]) or original(*args))
    warm.for_draft(draft.pk)
    jobs.write(draft.pk)
    learned, written = used
    assert (learned.rep, learned.knowledge, learned.profile) == (written.rep, written.knowledge, written.profile)


def test_a_draft_that_is_gone_needs_nothing(draft):
    assert warm.for_draft(draft.pk + 1) is None


def test_learning_leaves_no_trace_in_the_database(draft):
    warm.for_draft(draft.pk)
    draft.refresh_from_db()
    assert draft.status == "queued"
    assert draft.current is None


def test_a_desk_is_learned_by_judging_its_newest_draft_once(draft, monkeypatch):
    jobs.write(draft.pk)
    draft.refresh_from_db()
    judged = []
    monkeypatch.setattr(warm.scoring, "rescore", lambda draft, text: judged.append((draft.pk, text)))
    known = warm.desks()
    assert (known, judged) == ([(draft.rep_id, draft.profile_id)], [(draft.pk, draft.current.text)])
    assert warm.desks(known) == known
    assert len(judged) == 1
