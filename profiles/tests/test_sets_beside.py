"""Two sets side by side: what each holds, and which examples are only in one."""

import pytest

from profiles.tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def sets():
    rep = make.make_rep()
    old = make.make_example_set(rep, status="retired", quarter="2026-Q3")
    new = make.make_example_set(rep, status="active", quarter="2026-Q4")
    for found in (old, new):
        make.make_example(found, message_id="same@x", reply="The price is forty dollars a month for each technician you have.")
    make.make_example(old, reply="We could meet on Tuesday at three and look at the plan together.", tag="strongest")
    make.make_example(new, reply="Nothing of this was ever said before, so it stands only here.", kind="nudge")
    make.make_profile(rep, example_set=new, threshold=0.41, expected_hold_rate=0.05)
    return old, new


@pytest.fixture
def ops(client):
    client.force_login(make.make_ops())
    return client


def test_the_one_before_stands_beside_it(ops, sets):
    old, new = sets
    page = ops.get(f"/voices/sets/{new.pk}/beside/")
    assert page.context["left"].example_set == old
    rows = {row.label: (row.left, row.right) for row in page.context["rows"]}
    assert rows["Examples in use"] == (2, 2)
    assert rows["Tag: Strongest"] == (1, 0)
    assert rows["Voice threshold"] == ("–", "0.41")
    assert rows["Expected to be held"] == ("–", "5.0%")


def test_examples_that_are_only_in_one(ops, sets):
    page = ops.get(f"/voices/sets/{sets[1].pk}/beside/")
    assert [e.tag for e in page.context["only_left"]] == ["strongest"]
    assert [e.kind for e in page.context["only_right"]] == ["nudge"]
    assert page.context["both"] == 1


def test_the_same_words_in_another_mail_are_the_same_example(ops, sets):
    old, new = sets
    make.make_example(new, reply="We could meet on Tuesday at three and look at the plan together.")
    assert ops.get(f"/voices/sets/{new.pk}/beside/").context["only_left"] == []


def test_a_single_set_says_so(ops):
    only = make.make_example_set(make.make_rep())
    assert "has only this one set" in ops.get(f"/voices/sets/{only.pk}/beside/").text


def test_another_rep_s_set_does_not_exist_here(ops, sets):
    stranger = make.make_example_set(make.make_rep())
    assert ops.get(f"/voices/sets/{sets[1].pk}/beside/?with={stranger.pk}").status_code == 404


def test_only_for_sales_ops(client, sets):
    client.force_login(sets[1].rep.user)
    assert client.get(f"/voices/sets/{sets[1].pk}/beside/").status_code == 404
