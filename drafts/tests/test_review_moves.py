"""The page of a rep's stock moves: who may look, who may choose, and that the writer obeys."""

import pytest

from drafts import materials
from drafts.tests import factories as make
from profiles.actions import request_build
from profiles.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def rep():
    return make.make_demo_rep()


def page(client, user, rep, **data):
    client.force_login(user)
    return client.post(f"/desk/moves/{rep.pk}/", data) if data else client.get(f"/desk/moves/{rep.pk}/")


def ids(answer) -> list[str]:
    return [move.id for _, shown in answer.context["places"] for move in shown]


def test_each_move_is_shown_with_its_day_and_those_that_claim_an_action_are_marked(client, rep):
    text = page(client, rep.user, rep).content.decode()
    assert "Worth 15 minutes?" in text
    assert "make it true before sending" in text
    assert "&lt;when&gt;" not in text


def test_a_dropped_move_is_kept_out_of_drafts_and_of_the_next_profile(client, rep):
    found = ids(page(client, rep.user, rep))
    answer = page(client, rep.user, rep, keep=found[1:])
    assert answer.status_code == 302
    profile = rep.current_profile()
    assert profile.dropped_moves == [found[0]]
    assert materials.materials_for(rep, profile).dropped_moves == {found[0]}
    assert Event.objects.filter(verb="moves chosen", target_id=profile.pk, actor=rep.user).count() == 1
    assert request_build(profile.example_set, rep.user).dropped_moves == [found[0]]


def test_a_move_dropped_earlier_stays_dropped_while_it_is_not_on_the_page(client, rep):
    profile = rep.current_profile()
    profile.dropped_moves = ["of-an-older-set"]
    profile.save()
    found = ids(page(client, rep.user, rep))
    page(client, rep.user, rep, keep=found)
    assert rep.current_profile().dropped_moves == ["of-an-older-set"]


def test_ops_may_choose_a_manager_may_only_look_and_others_see_nothing(client, rep):
    found = ids(page(client, rep.user, rep))
    manager = make.make_manager(rep.team)
    assert "disabled" in page(client, manager, rep).content.decode()
    assert page(client, manager, rep, keep=found[1:]).status_code == 404
    assert rep.current_profile().dropped_moves == []
    assert page(client, make.make_ops(), rep, keep=found[1:]).status_code == 302
    assert page(client, make.make_rep(rep.team).user, rep).status_code == 404


def test_without_a_profile_there_is_nothing_to_choose(client):
    rep = make.make_rep()
    assert "no voice profile yet" in page(client, rep.user, rep).content.decode()
