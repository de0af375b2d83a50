"""Every verb of a draft's life does its deed once, leaves its audit row, and says why it refuses."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from drafts import actions
from drafts.models import Delivery, Draft, Review
from drafts.tests import factories as make
from profiles.models import Event
from profiles.refusal import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(db):
    """A ready draft that its rep has read to the end."""
    draft = make.make_draft()
    actions.mark_shown_whole(draft, draft.rep.user)
    draft.refresh_from_db()
    return draft


class TestQueueing:
    def test_a_new_message_supersedes_the_draft_before(self):
        old = make.make_draft()
        newer = make.make_message(old.thread, "One more thing: is there a contract?", sent_at=timezone.now())
        new = actions.queue_draft(old.thread, newer, "inbound")
        old.refresh_from_db()
        assert (old.status, old.ended_because) == ("superseded", "A new message came in.")
        assert new.status == "queued"

    def test_the_database_allows_one_unsent_draft_a_thread(self):
        old = make.make_draft()
        with pytest.raises(IntegrityError, match="draft_one_unsent_per_thread"), transaction.atomic():
            Draft.objects.create(thread=old.thread, rep=old.rep, answers=old.answers)


class TestClaiming:
    def test_a_queued_draft_is_claimed_once(self):
        draft = make.make_draft(status="queued")
        assert actions.claim(draft.pk) is not None
        assert actions.claim(draft.pk) is None

    def test_a_stale_claim_is_taken_over(self, settings):
        draft = make.make_draft(status="queued")
        first = actions.claim(draft.pk)
        later = timezone.now() + timedelta(seconds=settings.CLAIM_SECONDS + 1)
        second = actions.claim(draft.pk, now=later)
        assert second not in (None, first)

    def test_a_fresh_claim_is_not_taken_over(self, settings):
        draft = make.make_draft(status="queued")
        actions.claim(draft.pk)
        assert actions.claim(draft.pk, now=timezone.now() + timedelta(seconds=settings.CLAIM_SECONDS - 5)) is None

    def test_after_three_tries_it_is_shown_as_failed_with_a_sentence(self):
        draft = make.make_draft(status="queued", tries=actions.MOST_TRIES)
        assert actions.claim(draft.pk) is None
        draft.refresh_from_db()
        assert draft.status == "failed"
        assert "Ask again" in draft.ended_because

    def test_a_worker_that_lost_its_claim_stores_nothing(self):
        draft = make.make_draft(status="writing")
        assert actions.give_back(draft.pk, uuid4(), "Too late.") is False
        assert actions.fail(draft.pk, uuid4(), "Too late.") is False
        draft.refresh_from_db()
        assert draft.status == "writing"

    def test_a_stumble_gives_the_draft_back_until_the_last_try(self):
        draft = make.make_draft(status="queued")
        for expected in ("queued", "queued", "failed"):
            actions.give_back(draft.pk, actions.claim(draft.pk), "Writing stumbled.")
            draft.refresh_from_db()
            assert draft.status == expected

    def test_failing_to_write_again_keeps_the_text_from_before(self):
        draft = make.make_draft(status="ready")
        actions.again(draft, draft.rep.user, instruction="shorter")
        actions.fail(draft.pk, actions.claim(draft.pk), "The profile is gone.")
        draft.refresh_from_db()
        assert draft.status == "held"
        assert draft.current.text.startswith("Hi Lee.")
        assert draft.notes.get().code == "not_rewritten"


class TestApproving:
    def test_approval_stores_exactly_the_text_with_who_and_when(self, shown):
        review = actions.approve(shown, shown.rep.user, text=shown.current.text, version=shown.version, seconds_on_screen=12)
        shown.refresh_from_db()
        assert shown.status == "approved"
        assert (review.text, review.reviewer, review.edit_distance) == (shown.current.text, shown.rep.user, 0)
        assert Event.objects.filter(verb="draft approved", target_id=shown.pk, actor=shown.rep.user).exists()

    def test_it_is_refused_before_the_whole_draft_was_on_screen(self):
        draft = make.make_draft()
        actions.mark_shown(draft, draft.rep.user)
        with pytest.raises(actions.NotShownWhole):
            actions.approve(draft, draft.rep.user, text=draft.current.text, version=draft.version)

    def test_only_the_rep_whose_voice_it_is_can_approve(self, shown):
        for somebody in (make.make_ops(), make.make_manager(shown.rep.team), make.make_rep(shown.rep.team).user):
            with pytest.raises(Draft.DoesNotExist):
                actions.approve(shown, somebody, text=shown.current.text, version=shown.version)

    def test_a_second_approval_is_told_so(self, shown):
        actions.approve(shown, shown.rep.user, text=shown.current.text, version=shown.version)
        with pytest.raises(actions.NotOnDesk, match="approved"):
            actions.approve(shown, shown.rep.user, text=shown.current.text, version=shown.version)
        assert Review.objects.count() == 1

    def test_an_old_screen_is_told_that_the_text_moved(self, shown):
        with pytest.raises(actions.Moved):
            actions.approve(shown, shown.rep.user, text=shown.current.text, version=shown.version - 1)

    @pytest.mark.parametrize("from_rep,because", [(False, "A new message came in."), (True, "The rep wrote themselves.")])
    def test_a_thread_that_moved_on_ends_the_draft(self, shown, from_rep, because):
        make.make_message(shown.thread, "And by the way…", from_rep=from_rep, sent_at=timezone.now())
        with pytest.raises(actions.NotOnDesk, match="does not fit any more"):
            actions.approve(shown, shown.rep.user, text=shown.current.text, version=shown.version)
        shown.refresh_from_db()
        assert (shown.status, shown.ended_because) == ("superseded", because)

    def test_a_closed_thread_ends_the_draft(self, shown):
        type(shown.thread).objects.filter(pk=shown.thread_id).update(status="closed", closed_because="They bought elsewhere.")
        with pytest.raises(actions.NotOnDesk, match="closed"):
            actions.approve(shown, shown.rep.user, text=shown.current.text, version=shown.version)

    def test_without_a_way_to_hand_over_nothing_is_handed_over(self, shown):
        actions.approve(shown, shown.rep.user, text=shown.current.text, version=shown.version)
        assert not Delivery.objects.exists()

    def test_with_smtp_configured_one_delivery_waits(self, shown, settings):
        settings.HAND_OVER = "smtp"
        actions.approve(shown, shown.rep.user, text=shown.current.text, version=shown.version)
        assert Delivery.objects.get().status == "waiting"


class TestUndo:
    @pytest.fixture
    def approved(self, shown, settings):
        settings.HAND_OVER = "smtp"
        actions.approve(shown, shown.rep.user, text=shown.current.text, version=shown.version)
        return shown

    def after(self, draft, seconds):
        return draft.review.at + timedelta(seconds=seconds)

    def test_an_approval_taken_back_leaves_the_draft_on_the_desk_and_nothing_to_send(self, approved):
        actions.undo_approval(approved, approved.rep.user, now=self.after(approved, 9))
        approved = Draft.objects.get(pk=approved.pk)
        assert approved.status == "ready"
        assert not hasattr(approved, "review")
        assert not Delivery.objects.exists()
        assert Event.objects.filter(target="draft", target_id=approved.pk).first().verb == "approval undone"

    def test_a_held_draft_is_held_again(self, shown):
        make.make_note(shown)
        Draft.objects.filter(pk=shown.pk).update(status="held", decision="held")
        actions.approve(shown, shown.rep.user, text=shown.current.text, version=shown.version)
        assert actions.undo_approval(shown, shown.rep.user).status == "held"

    def test_it_can_be_approved_again(self, approved):
        actions.undo_approval(approved, approved.rep.user)
        actions.approve(approved, approved.rep.user, text=approved.current.text, version=approved.version)
        assert Delivery.objects.count() == 1

    def test_after_ten_seconds_it_stands(self, approved):
        with pytest.raises(actions.TooLate):
            actions.undo_approval(approved, approved.rep.user, now=self.after(approved, 10))
        assert Delivery.objects.exists()

    def test_what_is_being_handed_over_is_not_taken_back(self, approved):
        Delivery.objects.update(status="sending", tries=1)
        with pytest.raises(actions.TooLate):
            actions.undo_approval(approved, approved.rep.user)

    def test_a_thread_that_went_on_meanwhile_ends_the_draft(self, approved):
        make.make_message(approved.thread, "One more thing.", sent_at=timezone.now())
        undone = actions.undo_approval(approved, approved.rep.user)
        assert (undone.status, undone.ended_because) == ("superseded", "A new message came in.")

    def test_a_wish_that_was_not_followed_does_not_hold_it(self, approved):
        approved.notes.create(position=0, code="wish_not_met", sentence="I do not know how to do that.")
        assert actions.undo_approval(approved, approved.rep.user).status == "ready"

    def test_nobody_else_may(self, approved):
        with pytest.raises(Draft.DoesNotExist):
            actions.undo_approval(approved, make.make_rep(approved.rep.team).user)

    def test_a_rejection_is_no_approval(self):
        draft = make.make_draft()
        actions.reject(draft, draft.rep.user, reason="voice")
        with pytest.raises(Refused, match="no approval"):
            actions.undo_approval(draft, draft.rep.user)


class TestRejecting:
    def test_a_rejection_needs_a_reason_from_the_list(self):
        draft = make.make_draft()
        with pytest.raises(Refused, match="Choose a reason"):
            actions.reject(draft, draft.rep.user, reason="because")

    def test_a_rejection_is_kept_with_its_reason(self):
        draft = make.make_draft()
        actions.reject(draft, draft.rep.user, reason="voice", remark="I never say that.")
        draft.refresh_from_db()
        assert (draft.status, draft.review.reason) == ("rejected", "voice")


class TestAgain:
    def test_asking_again_queues_the_same_draft_and_keeps_its_texts(self, shown):
        actions.again(shown, shown.rep.user, layer="value")
        shown.refresh_from_db()
        assert shown.status == "queued"
        assert shown.wish == {"layer": "value", "instruction": ""}
        assert shown.revisions.count() == 1
        assert shown.shown_whole_at is None

    def test_an_unknown_layer_is_refused(self, shown):
        with pytest.raises(Refused, match="voice, relevance or value"):
            actions.again(shown, shown.rep.user, layer="tone")


class TestAudit:
    def test_the_trail_cannot_be_changed_or_deleted(self, shown):
        row = Event.objects.filter(target="draft").first()
        with pytest.raises(IntegrityError, match="event_is_append_only"), transaction.atomic():
            Event.objects.filter(pk=row.pk).update(verb="something else")
        with pytest.raises(IntegrityError, match="event_is_append_only"), transaction.atomic():
            row.delete()
