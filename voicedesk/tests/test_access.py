"""Every address and method, asked for by every kind of person, with real objects behind it."""

import logging
from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.test import RequestFactory
from django.urls import URLResolver, get_resolver

from voicedesk.tests import access
from voicedesk.tests.world import World

pytestmark = pytest.mark.django_db

TABLE = access.table()
STRANGERS = ("anonymous", "other rep", "another manager")
REFUSALS = {"in", "no", "401", "403", "405"}


def addresses(resolver: URLResolver, namespaces: tuple[str, ...] = (), route: str = "") -> Iterator[tuple[str, str]]:
    """Name and route of every address there is; one without a name goes by its route."""
    for pattern in resolver.url_patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, (*namespaces, pattern.namespace) if pattern.namespace else namespaces, here)
        else:
            yield ":".join((*namespaces, pattern.name)) if pattern.name else here, here


ADDRESSES = list(addresses(get_resolver()))


@pytest.fixture
def world(db, queue):
    logging.disable(logging.ERROR)  # thousands of refusals, each with its traceback
    yield World()
    logging.disable(logging.NOTSET)


def test_every_address_and_method_has_its_row_and_every_row_its_address():
    there = {(name, method) for name, _ in ADDRESSES for method in ("GET", "POST")}
    assert there - TABLE.keys() == set()
    assert TABLE.keys() - there == set()


def test_everybody_gets_what_the_table_says_and_who_is_refused_changes_nothing(world):
    wrong = []
    for (name, route), method in ((a, m) for a in ADDRESSES for m in ("GET", "POST")):
        for person, expected in zip(access.PERSONS, TABLE[name, method], strict=True):
            answer = world.ask(person, method, name, route)
            if answer.says != expected:
                wrong.append(f"{method} {name} as {person}: {answer.says} instead of {expected}")
            if answer.written and answer.says in REFUSALS:
                wrong.append(f"{method} {name} as {person}: refused, but something was written")
            if answer.shown and person in STRANGERS:
                wrong.append(f"{method} {name} as {person}: shows what is not theirs")
    assert not wrong, "\n".join(wrong)


def test_the_walk_would_see_what_is_shown_to_a_stranger(world):
    """The mark really stands on the pages of those who may see them."""
    seen = {name for name, route in ADDRESSES if world.ask("their manager", "GET", name, route).shown}
    assert {"queue", "draft", "import_detail", "report_drafts"} <= seen
    assert world.ask("ops", "GET", "report_csv", "reports/csv/drafts/").shown


def test_pieces_of_pages_are_kept_by_the_same_rules(world):
    """What htmx asks for is answered to those who get the page, and refused to the others."""
    for name, route in ADDRESSES:
        if name not in {"queue", "draft", "draft_handed", "voice_profile", "import_detail"}:
            continue
        for person, expected in zip(access.PERSONS, TABLE[name, "GET"], strict=True):
            answer = world.ask(person, "GET", name, route, hx_request="true")
            assert (answer.says == expected) if expected in REFUSALS else answer.says in {"200", "204"}, (name, person, answer)
            assert not (answer.shown and person in STRANGERS)


def test_a_deed_asked_for_by_htmx_is_refused_to_the_same_people(world):
    """And changes nothing, whatever number stands in the address."""
    ours = {name for _, _, names in access.OURS for name in names.split()}
    for name, route in ADDRESSES:
        if name not in ours:
            continue
        for person, expected in zip(access.PERSONS, TABLE[name, "POST"], strict=True):
            if expected in REFUSALS:
                answer = world.ask(person, "POST", name, route, hx_request="true")
                assert (answer.says, answer.written, answer.shown) == (expected, False, False), (name, person, answer)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_other_methods_open_no_door(world, method):
    for name, route in ADDRESSES:
        if route.startswith(("desk/", "reports/", "voices/")):
            for person, *expected in zip(access.PERSONS, TABLE[name, "GET"], TABLE[name, "POST"], strict=True):
                answer = world.ask(person, method, name, route)
                assert answer.says in {*REFUSALS, *expected}, (name, person, answer)
                assert answer.says in REFUSALS or not set(expected) <= {"in", "no", "405"}, (name, person, answer)
                assert not (answer.written and answer.says in REFUSALS)


class TestActionsOfTheAdminsLists:
    def test_each_has_its_row(self, world, rf: RequestFactory):
        request = rf.get("/admin/")
        request.user = world.people["superuser"]
        there = {
            (name, f"{model._meta.app_label}_{model._meta.model_name}")
            for model, page in admin.site._registry.items()
            for name in page.get_actions(request)
        }
        assert there == {(name, model) for name, models in access.ACTIONS.items() for model in models.split()}

    @pytest.mark.parametrize("name", access.ACTIONS)
    def test_who_is_not_ops_does_not_get_to_it(self, world, name):
        for model in access.ACTIONS[name].split():
            app, _, kind = model.partition("_")
            data = {"action": name, "_selected_action": [world.objects[kind].pk], "post": "yes"}
            for person in access.PERSONS[:5]:
                answer = world.ask(person, "POST", f"admin:{model}_changelist", f"admin/{app}/{kind}/", data)
                assert (answer.says, answer.written) == ("in", False)
