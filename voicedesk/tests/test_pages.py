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


@pytest.mark.parametrize("signed_in", [False, True])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
@pytest.mark.parametrize("charset", ["utf-7", "utf-16", "latin-1"])
def test_a_form_in_another_charset_is_refused_as_unreadable(client, signed_in, kind, charset):
    """UTF-7 spells halves of characters that no page can hold; the rest was a bare error of the server."""
    if signed_in:
        client.force_login(make.make_rep().user)
    body = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nprice +2AA-?\r\n--x--\r\n'
    for path in ("/desk/paste/", "/accounts/login/"):
        response = client.post(path, body, content_type=f"{kind}; charset={charset}")
        assert response.status_code == 400
        assert "could not be read" in response.text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "path",
    [
        "drafts/draft/?status__exact=%00",
        "drafts/fact/?topic=%00",
        "drafts/fact/?valid_until__year=99999999999999",
        "drafts/fact/?keywords__contains=x",
        "profiles/example/?tag__exact=%00",
        "drafts/fact/add/?owner=abc",
        "drafts/valuepoint/add/?evidence=abc",
        "profiles/rep/add/?user=%00",
        "autocomplete/?term=%00&app_label=drafts&model_name=fact&field_name=owner",
    ],
)
def test_an_address_of_the_admin_that_asks_for_what_cannot_be(client, path):
    client.force_login(make.make_ops())
    response = client.get(f"/admin/{path}")
    assert response.status_code == 400
    assert "could not be read" in response.text


def test_a_queue_there_is_not(client):
    client.force_login(make.make_ops())
    assert client.get("/admin/django_rq/dashboard/queues/99/").status_code == 404
