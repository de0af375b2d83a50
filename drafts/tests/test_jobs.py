"""The jobs with the real pipeline, in this process: what a row says before and after."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from drafts import actions, jobs, nudges
from drafts.models import Draft
from drafts.tests import factories as make
from profiles.models import VoiceProfile

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def asked_text():
    return "Hi there, we run 13 techs. What does Team cost for us? Do the office people need a licence?"


@pytest.fixture
def queued(asked_text):
    rep = make.make_demo_rep()
    thread = make.make_thread(rep, lead=make.make_lead(rep.team, name="Orla Brandvik", industry="hvac", size="13 technicians"))
    return actions.queue_draft(thread, make.make_message(thread, asked_text), "inbound")


def done(draft: Draft) -> Draft:
    jobs.write(draft.pk)
    return Draft.objects.get(pk=draft.pk)


class TestWriting:
    def test_a_draft_ends_on_the_desk_with_three_scores_and_what_was_asked(self, queued):
        draft = done(queued)
        assert draft.status in {"ready", "held"}
        assert draft.kind == "inbound_first"
        assert len(draft.brief["asks"]) >= 2
        assert {s.layer for s in draft.current.scores.all()} == {"voice", "relevance", "value"}
        assert draft.current.text

    def test_running_twice_changes_nothing(self, queued):
        first = done(queued)
        second = done(queued)
        assert (second.finished_at, second.version, second.tries) == (first.finished_at, first.version, 1)

    def test_a_held_draft_names_its_layer_and_a_reason(self, queued):
        answers = queued.answers
        answers.text = "What discount do you give for a 7 year prepayment in yen? Answer with a number please."
        answers.save()
        draft = done(queued)
        assert draft.status == "held"
        note = draft.notes.first()
        assert note.layer == "relevance"
        assert note.sentence

    @pytest.mark.parametrize("flags,words", [(["autoreply"], "automatic reply"), (["bounce"], "did not arrive")])
    def test_machines_get_no_draft_and_the_thread_says_so(self, queued, flags, words):
        queued.answers.flags = flags
        queued.answers.save()
        draft = done(queued)
        assert draft.status == "skipped"
        assert words in draft.ended_because
        assert draft.current is None

    def test_a_rep_without_a_profile_fails_with_what_to_do(self, queued):
        VoiceProfile.objects.filter(rep=queued.rep).delete()
        draft = done(queued)
        assert draft.status == "failed"
        assert "activate an example set" in draft.ended_because

    def test_a_draft_waits_for_a_profile_that_is_being_built(self, queued):
        example_set = queued.rep.example_sets.get()
        VoiceProfile.objects.filter(rep=queued.rep).delete()
        VoiceProfile.objects.create(rep=queued.rep, example_set=example_set, version=2)
        assert done(queued).status == "queued"

    def test_a_profile_of_an_earlier_version_is_built_again_and_the_draft_waits(self, queued):
        old = queued.rep.profiles.get()
        VoiceProfile.objects.filter(pk=old.pk).delete()
        make.make_profile(queued.rep, example_set=old.example_set, data={"format": 0})
        assert done(queued).status == "queued"
        assert queued.rep.profiles.filter(status="queued").exists()

    def test_a_thread_that_moved_while_writing_is_not_spoken_over(self, queued, monkeypatch):
        written = jobs._outcome

        def and_then_the_rep_wrote(draft):
            made = written(draft)
            make.make_message(draft.thread, "I just called you.", from_rep=True, sent_at=timezone.now())
            return made

        monkeypatch.setattr(jobs, "_outcome", and_then_the_rep_wrote)
        draft = done(queued)
        assert (draft.status, draft.ended_because) == ("superseded", "The rep wrote themselves.")

    def test_a_stumble_leaves_no_mail_text_in_the_log(self, queued, asked_text, monkeypatch, caplog):
        def stumble(draft):
            raise ValueError(f"cannot read {asked_text}")

        monkeypatch.setattr(jobs, "_outcome", stumble)
        assert done(queued).status == "queued"
        assert "ValueError" in caplog.text
        assert "licence" not in caplog.text


class TestAgain:
    @pytest.fixture
    def on_desk(self, queued):
        return done(queued)

    def test_a_short_instruction_keeps_the_old_text_as_a_revision(self, on_desk):
        before = on_desk.revisions.count()
        actions.again(on_desk, on_desk.rep.user, instruction="shorter")
        draft = done(on_desk)
        assert draft.status in {"ready", "held"}
        assert draft.revisions.count() > before or draft.notes.exists()

    def test_one_layer_only(self, on_desk):
        actions.again(on_desk, on_desk.rep.user, layer="voice")
        assert done(on_desk).status in {"ready", "held"}

    def test_the_reason_of_the_first_decision_outlives_every_edit(self, queued):
        queued.answers.text = "What discount do you give for a 7 year prepayment in yen? Answer with a number please."
        queued.answers.save()
        draft = done(queued)
        first = set(draft.reasons.values_list("code", flat=True))
        actions.save_text(
            draft, draft.rep.user, text="Hi Lee.\n\nI will find out and write to you today.\n\nDessa", version=draft.version
        )
        assert first
        assert set(draft.reasons.values_list("code", flat=True)) == first

    def test_typing_is_judged_and_the_state_follows_the_text(self, on_desk):
        actions.save_text(
            on_desk, on_desk.rep.user, text="Hi Orla.\n\nOur CEO promised you 90% off forever.\n\nDessa", version=on_desk.version
        )
        draft = Draft.objects.get(pk=on_desk.pk)
        assert draft.status == "held"
        assert draft.current.author == "rep"
        assert draft.current.scores.count() == 3
        actions.save_text(draft, draft.rep.user, text=on_desk.current.text, version=draft.version)
        assert Draft.objects.get(pk=on_desk.pk).status == on_desk.status


class TestNudges:
    def test_a_quiet_thread_gets_one_nudge_and_not_two(self, queued):
        zone = ZoneInfo("America/Chicago")
        thread = make.make_thread(queued.rep)
        make.make_message(thread, "Shall I send the agreement?", from_rep=True, sent_at=datetime(2026, 11, 20, 9, tzinfo=zone))
        assert nudges.queue_due(datetime(2026, 11, 24, 9, tzinfo=zone)) == 0
        assert nudges.queue_due(datetime(2026, 11, 25, 9, tzinfo=zone)) == 1
        assert nudges.queue_due(datetime(2026, 11, 26, 9, tzinfo=zone)) == 0
        assert thread.drafts.get().trigger == "nudge_due"

    def test_a_thread_the_prospect_wrote_on_last_is_never_nudged(self, queued):
        assert nudges.queue_due(timezone.now() + timedelta(days=30)) == 0
