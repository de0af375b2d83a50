"""What a policy would hold, before it is saved."""

import pytest
from django.utils import timezone

from drafts.models import Policy
from drafts.tests import factories as make
from drafts.tests.test_report_whatif import judged

pytestmark = pytest.mark.django_db


@pytest.fixture
def policy():
    return Policy.objects.create(team=make.make_team())


@pytest.fixture
def rep(policy):
    rep = make.make_rep(policy.team)
    make.make_profile(rep, held_out_scores=[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
    return rep


@pytest.fixture
def desk(client):
    client.force_login(make.make_ops())
    return client


def bars(policy, **fields):
    asked = {"voice_hold_rate": 0.2, "relevance_threshold": 0.5, "value_threshold": 0.5, **fields}
    return f"/reports/policy/{policy.pk}/?" + "&".join(f"{name}={value}" for name, value in asked.items())


def test_voice_on_the_reps_own_mail_and_on_their_drafts(desk, policy, rep):
    judged(rep, at=timezone.now(), voice=0.25)
    judged(rep, at=timezone.now(), voice=0.9)
    (line,) = desk.get(bars(policy, voice_hold_rate=0.2)).context["lines"]
    assert line.threshold == pytest.approx(0.28)
    assert (line.own_held, line.own, line.held, line.drafts) == (2, 10, 1, 2)


def test_the_others_on_recent_drafts(desk, policy, rep):
    judged(rep, at=timezone.now(), value=0.6)
    assert desk.get(bars(policy, value_threshold=0.7)).context["together"].held.drafts == 1
    assert desk.get(bars(policy, value_threshold=0.5)).context["together"].held.drafts == 0


def test_without_numbers_those_that_are_saved(desk, policy, rep):
    assert desk.get(f"/reports/policy/{policy.pk}/").context["form"].cleaned_data["voice_hold_rate"] == 0.05


@pytest.mark.parametrize("value", ["", "2", "-1", "abc", "nan"])
def test_half_a_number_being_typed_is_told_and_breaks_nothing(desk, policy, value):
    page = desk.get(bars(policy, value_threshold=value))
    assert page.status_code == 200
    assert "three numbers from 0 to 1" in page.text


def test_another_team_s_reps_are_not_counted(desk, policy, rep):
    judged(make.make_rep(), at=timezone.now(), value=0.1)
    assert desk.get(bars(policy)).context["together"].total.drafts == 0


def test_only_sales_ops(client, policy, rep):
    for user in (rep.user, make.make_manager(policy.team)):
        client.force_login(user)
        assert client.get(bars(policy)).status_code == 404


def test_it_stands_in_the_form(desk, policy):
    assert f'hx-get="/reports/policy/{policy.pk}/"' in desk.get(f"/admin/drafts/policy/{policy.pk}/change/").text
