"""What another threshold would have held, from the scores stored when the drafts were first decided."""

import pytest

from drafts.models import Draft
from drafts.report import whatif
from drafts.tests import factories as make
from drafts.tests.test_report_figures import MONDAY, finished, scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def rep():
    return make.make_rep()


@pytest.fixture
def manager(rep):
    return make.make_manager(rep.team)


def judged(rep, decision="ready", verdict="", edit=0.0, held_by=(), at=MONDAY, **scores):
    draft = finished(rep, decision, at=at, held_by=held_by, verdict=verdict, edit=edit, scores=scores)
    Draft.objects.filter(pk=draft.pk).update(decided_on=draft.current)
    return draft


def value_curve(manager):
    return next(c for c in whatif.curves(scope(manager)) if c.layer == "value")


class TestOneLayer:
    def test_a_threshold_holds_what_is_under_it_and_not_what_reaches_it(self, rep, manager):
        judged(rep, value=0.55)
        assert value_curve(manager).held[55] == whatif.Held(0)
        assert value_curve(manager).held[60] == whatif.Held(1)

    @pytest.mark.parametrize("score", [0.29, 0.57, 0.58, 0.7])
    def test_no_score_is_lost_to_rounding(self, rep, manager, score):
        judged(rep, value=score)
        held = value_curve(manager).held
        assert [step for step in whatif.STEPS if held[step].drafts] == [s for s in whatif.STEPS if s / 100 > score]

    def test_wrong_ones_and_right_ones_are_told_apart(self, rep, manager):
        judged(rep, verdict="rejected", value=0.5)
        judged(rep, verdict="edited", edit=0.4, value=0.5)
        judged(rep, verdict="edited", edit=0.1, value=0.5)
        judged(rep, verdict="approved", value=0.5)
        assert value_curve(manager).held[60] == whatif.Held(4, wrong=2, right=1)
        assert value_curve(manager).total == whatif.Held(4, wrong=2, right=1)

    def test_too_short_to_tell_is_held_whatever_the_threshold(self, rep, manager):
        judged(rep, "held", value=None)
        assert value_curve(manager).held[whatif.STEPS[0]].drafts == 1

    def test_where_it_stood_is_marked(self, rep, manager):
        judged(rep)
        assert (value_curve(manager).stood, value_curve(manager).nearest) == (0.5, 50)


class TestTogether:
    def test_any_layer_holds(self, rep, manager):
        judged(rep, verdict="rejected", voice=0.9, value=0.6)
        judged(rep, verdict="approved", voice=0.95, value=0.9)
        found = whatif.together(scope(manager), {"value": 0.7})
        assert found.held == whatif.Held(1, wrong=1)
        assert found.was == whatif.Held(0)
        assert found.total.drafts == 2

    def test_layers_not_chosen_keep_their_threshold(self, rep, manager):
        judged(rep, "held", voice=0.2, held_by=["voice"])
        assert whatif.together(scope(manager), {"value": 0.1}).held.drafts == 1
        assert whatif.together(scope(manager), {"voice": 0.1}).held.drafts == 0

    def test_what_was_held_for_another_reason_stays_held(self, rep, manager):
        judged(rep, "held", held_by=["relevance"])
        judged(rep, "held")
        chosen = {"voice": 0.0, "relevance": 0.0, "value": 0.0}
        assert whatif.together(scope(manager), chosen).held.drafts == 2

    def test_as_it_was_it_holds_what_was_held(self, rep, manager):
        judged(rep, "held", value=0.3, held_by=["value"])
        judged(rep)
        found = whatif.together(scope(manager), {})
        assert found.held == found.was == whatif.Held(1)

    @pytest.mark.parametrize("code", ["specific_pricing", "out_of_scope", "legal"])
    def test_a_hazard_or_an_open_ask_holds_at_any_threshold(self, rep, manager, code):
        draft = judged(rep, "held", relevance=0.2, held_by=["relevance"])
        draft.reasons.create(layer="relevance", code=code)
        judged(rep, "held", relevance=0.2, held_by=["relevance"]).reasons.create(layer="relevance", code="unsupported")
        assert whatif.together(scope(manager), {"relevance": 0.1}).held.drafts == 1


class TestThePage:
    def test_shows_curves_and_what_was_chosen(self, client, rep, manager):
        judged(rep, verdict="rejected", value=0.6)
        client.force_login(manager)
        page = client.get("/reports/what-if/?since=2026-11-01&until=2026-11-30&value=0.7")
        assert page.context["together"].held.wrong == 1
        assert "Would have been held" in page.text

    @pytest.mark.parametrize("value", ["2", "-1", "abc", "nan", "1e999"])
    def test_what_is_no_threshold_is_told(self, client, manager, value):
        client.force_login(manager)
        page = client.get("/reports/what-if/", {"voice": value})
        assert page.status_code == 200
        assert "is no threshold for voice" in page.text

    def test_a_rep_has_none(self, client, rep):
        client.force_login(rep.user)
        assert client.get("/reports/what-if/").status_code == 404

    def test_draws_the_shares_its_table_shows(self, client, rep, manager):
        judged(rep, verdict="rejected", value=0.5)
        judged(rep, verdict="approved", value=0.7)
        client.force_login(manager)
        page = client.get("/reports/what-if/?since=2026-11-01&until=2026-11-30")
        drawn = next(p for p in page.context["pictures"] if p["layer"] == "value")
        at = drawn["thresholds"].index(0.6)
        assert (drawn["held"][at], drawn["wrong"][at], drawn["right"][at]) == (50, 100, 0)
        assert (drawn["held"][-1], drawn["stood"]) == (100, 0.5)

    def test_draws_no_line_of_outcomes_nobody_reviewed(self, client, rep, manager):
        judged(rep, value=0.5)
        client.force_login(manager)
        page = client.get("/reports/what-if/?since=2026-11-01&until=2026-11-30")
        assert {(p["wrong"], p["right"]) for p in page.context["pictures"]} == {(None, None)}
