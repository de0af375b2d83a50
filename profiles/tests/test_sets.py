"""Example sets: what is missing is said, one is active, and the reminders come when they should."""

from datetime import date, timedelta

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from profiles import actions
from profiles.examples.coverage import coverage
from profiles.models import ExampleSet, VoiceProfile
from profiles.refusal import Refused
from profiles.reminders import remind
from profiles.tests import factories as make

pytestmark = pytest.mark.django_db


class TestActivation:
    def test_too_few_examples_are_refused_with_how_many_are_missing(self):
        example_set = make.make_example_set(make.make_rep(), examples=9)
        with pytest.raises(Refused, match="3 more examples are needed"):
            actions.activate(example_set, make.make_ops())

    def test_examples_left_out_do_not_count(self):
        example_set = make.make_example_set(make.make_rep(), examples=12)
        example_set.examples.filter(pk=example_set.examples.first().pk).update(included=False)
        with pytest.raises(Refused, match="1 more"):
            actions.activate(example_set, make.make_ops())

    def test_activation_retires_the_set_before_and_asks_for_a_profile(self):
        rep, ops = make.make_rep(), make.make_ops()
        old = make.make_example_set(rep, status="active")
        new = make.make_example_set(rep, examples=12)
        profile = actions.activate(new, ops)
        old.refresh_from_db()
        new.refresh_from_db()
        assert (old.status, new.status) == ("retired", "active")
        assert new.activated_by == ops
        assert new.refresh_due == timezone.localdate() + timedelta(days=91)
        assert (profile.status, profile.version) == ("queued", 1)

    def test_the_database_allows_one_active_set_a_rep(self):
        rep = make.make_rep()
        make.make_example_set(rep, status="active")
        with pytest.raises(IntegrityError, match="example_set_one_active_per_rep"), transaction.atomic():
            make.make_example_set(rep, status="active")

    def test_asking_twice_is_one_build(self):
        example_set = make.make_example_set(make.make_rep(), status="active")
        assert actions.request_build(example_set).pk == actions.request_build(example_set).pk


class TestCoverage:
    def test_twelve_to_nineteen_are_enough_with_a_warning(self):
        example_set = make.make_example_set(make.make_rep(), examples=14)
        found = coverage(list(example_set.examples.all()), timezone.now())
        assert found.blocking == ()
        assert any(s.startswith("6 more") for s in found.advice)

    @pytest.mark.parametrize("tag,missing", [("strongest", "routine"), ("routine", "strongest")])
    def test_one_mood_only_is_named(self, tag, missing):
        example_set = make.make_example_set(make.make_rep(), examples=20)
        example_set.examples.update(tag=tag)
        found = coverage(list(example_set.examples.all()), timezone.now())
        assert any(f"None is tagged {missing}" in s for s in found.advice)


class TestProfiles:
    def test_a_built_profile_cannot_be_changed(self):
        profile = make.make_profile(make.make_rep())
        with pytest.raises(IntegrityError, match="voice_profile_built_is_immutable"), transaction.atomic():
            VoiceProfile.objects.filter(pk=profile.pk).update(threshold=0.9)

    def test_a_built_profile_has_its_threshold_and_examples(self):
        rep = make.make_rep()
        with pytest.raises(IntegrityError, match="voice_profile_built_is_complete"), transaction.atomic():
            make.make_profile(rep, threshold=None)


class TestReminders:
    today = date(2026, 11, 30)

    @pytest.fixture
    def due_in(self):
        def made(days, **fields):
            rep = make.make_rep()
            return make.make_example_set(rep, status="active", refresh_due=self.today + timedelta(days=days), **fields)

        return made

    @pytest.mark.parametrize("days,sent", [(8, 0), (7, 1), (0, 1), (-3, 1)])
    def test_they_come_from_a_week_before(self, due_in, days, sent):
        due_in(days)
        assert remind(self.today) == sent

    def test_they_reach_ops_and_the_rep_once_a_day(self, due_in):
        ops = make.make_ops()
        example_set = due_in(0)
        remind(self.today)
        remind(self.today)
        (letter,) = mail.outbox
        assert ops.email in letter.to
        assert example_set.rep.user.email in letter.to
        assert "is due today" in letter.subject

    def test_afterwards_they_come_weekly(self, due_in):
        due_in(0)
        sent = [day for day in range(0, 22) if remind(self.today + timedelta(days=day))]
        assert sent == [0, 7, 14, 21]

    def test_a_week_before_and_on_the_day_are_both_told(self, due_in):
        due_in(3)
        assert [day for day in range(0, 5) if remind(self.today + timedelta(days=day))] == [0, 3]

    def test_a_snoozed_set_is_quiet_until_the_day(self, due_in):
        due_in(0, snoozed_until=self.today + timedelta(days=5), snooze_reason="On leave.")
        assert [day for day in range(0, 7) if remind(self.today + timedelta(days=day))] == [5]

    def test_putting_off_needs_a_reason(self, due_in):
        example_set = due_in(0)
        with pytest.raises(Refused, match="Say why"):
            actions.snooze(example_set, make.make_ops(), until=timezone.localdate() + timedelta(days=3), reason=" ")
        with pytest.raises(IntegrityError, match="example_set_snooze_has_a_reason"), transaction.atomic():
            ExampleSet.objects.update(snoozed_until=self.today)
