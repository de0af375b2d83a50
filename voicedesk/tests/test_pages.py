"""Where people land, what is behind the login, and what a missing page says."""

import pytest
from django.urls import get_resolver

from drafts.tests import factories as make

pytestmark = pytest.mark.django_db

OPEN = ("healthz", "accounts/", "admin/login/")


def test_everybody_lands_where_their_work_is(client):
    team = make.make_team()
    for user, where in [
        (make.make_rep(team).user, "/desk/"),
        (make.make_manager(team), "/reports/"),
        (make.make_ops(), "/admin/"),
    ]:
        client.force_login(user)
        assert client.get("/").headers["Location"] == where


def test_an_account_connected_to_nothing_is_told_so(client):
    client.force_login(make.make_user())
    assert "nothing to show" in client.get("/").text


def routes(patterns, prefix=""):
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, path)
        else:
            yield path


def test_every_page_of_ours_is_behind_the_login(client):
    ours = [r for r in routes(get_resolver().url_patterns) if not r.startswith((*OPEN, "admin/"))]
    assert len(ours) > 15
    for route in ours:
        path = "/" + route.replace("<int:pk>", "1").replace("<slug:table>", "weeks")
        response = client.get(path)
        assert response.status_code in (302, 405), path
        assert response.headers.get("Location", "/accounts/login/").startswith("/accounts/login/"), path


def test_a_page_that_is_not_there(client):
    client.force_login(make.make_user())
    response = client.get("/nothing/like/this/")
    assert response.status_code == 404
    assert "There is nothing here" in response.text


def test_a_page_that_broke_needs_nothing_to_say_so(rf):
    from django.views.defaults import server_error

    response = server_error(rf.get("/"))
    assert response.status_code == 500
    assert "Something went wrong on our side" in response.content.decode()


def test_nobody_signs_up(client):
    response = client.get("/accounts/signup/")
    assert "password1" not in response.text


def test_the_policy_of_every_page_is_strict(client):
    header = client.get("/accounts/login/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in header
    assert "unsafe" not in header
