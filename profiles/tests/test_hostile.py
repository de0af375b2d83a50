"""What the pages of ops and the way in do when somebody, or something, does not behave."""

import pytest

from profiles.models import ExampleSet, MailImport, User
from profiles.tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ops(client):
    user = make.make_ops()
    client.force_login(user)
    return user


def superuser() -> User:
    return make.make_user("Su Per", is_staff=True, is_superuser=True)


class TestSuperusersAreOutOfReachOfOps:
    @pytest.mark.parametrize("page", ["delete", "password", "change"])
    def test_one_by_one(self, client, ops, page):
        found = superuser()
        before = User.objects.filter(pk=found.pk).values().get()
        answer = client.post(f"/admin/profiles/user/{found.pk}/{page}/", {"post": "yes", "email": "new@seller.example.com"})
        assert answer.status_code == 403
        assert User.objects.filter(pk=found.pk).values().get() == before

    def test_many_at_once(self, client, ops):
        chosen = [superuser().pk, make.make_user().pk]
        sent = {"action": "delete_selected", "_selected_action": chosen, "post": "yes"}
        assert client.post("/admin/profiles/user/", sent).status_code == 403
        assert User.objects.filter(pk__in=chosen).count() == 2

    def test_ops_still_delete_others(self, client, ops):
        other = make.make_user()
        client.post(f"/admin/profiles/user/{other.pk}/delete/", {"post": "yes"})
        assert not User.objects.filter(pk=other.pk).exists()


def test_an_account_made_with_capitals_signs_in(client, ops, queue):
    password = "a1b2c3d4e5f6g7"
    made = {"email": "Nia@Seller.example.com", "timezone": "UTC", "usable_password": "true"}
    client.post("/admin/profiles/user/add/", {**made, "password1": password, "password2": password})
    client.logout()
    answer = client.post("/accounts/login/", {"login": "nia@seller.example.com", "password": password})
    assert answer.status_code == 302
    client.logout()
    answer = client.post("/accounts/login/", {"login": "NIA@seller.example.com", "password": password})
    assert answer.status_code == 302


@pytest.mark.parametrize("number", ["\u00b2", "9" * 4400, "9" * 30, "-1", "x"])
def test_a_set_that_cannot_be_is_not_found(client, ops, number):
    answer = client.get(f"/admin/profiles/exampleset/{number}/change/", follow=True)
    assert answer.status_code in (200, 404)
    assert not ExampleSet.objects.exists()


def test_a_reason_that_no_database_can_hold_is_no_reason(client, ops):
    found = MailImport.objects.create(purpose="threads", rep=make.make_rep(), source="inbox.mbox", status="done")
    assert client.get(f"/voices/imports/{found.pk}/?code=a%00b").status_code == 200


def test_pages_of_somebody_signed_in_are_kept_by_no_cache(client, ops):
    assert "no-store" in client.get("/reports/").headers["Cache-Control"]
    assert "no-store" in client.get("/reports/csv/weeks/").headers["Cache-Control"]
    assert "no-store" in client.get("/no/such/page/").headers["Cache-Control"]


def test_signing_in_while_valkey_is_away_says_so(client, valkey):
    valkey.stop()
    user = make.make_user()
    answer = client.post("/accounts/login/", {"login": user.email, "password": make.PASSWORD})
    assert answer.status_code == 503
    assert "try again in a minute" in answer.text
    assert "Content-Security-Policy" in answer.headers


def test_a_mail_server_that_is_away_does_not_tell_who_has_an_account(client, queue, monkeypatch):
    def away(*args, **kwargs):
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", away)
    known, unknown = make.make_user().email, "nobody@seller.example.com"
    answers = [client.post("/accounts/password/reset/", {"email": email}) for email in (known, unknown)]
    assert {(a.status_code, a.headers["Location"]) for a in answers} == {(302, "/accounts/password/reset/done/")}


def test_a_report_before_there_is_a_rep_is_empty(client, ops):
    for page in ("", "drafts/", "csv/weeks/", "csv/reps/", "csv/kinds/", "csv/teams/", "csv/reasons/", "csv/drafts/"):
        answer = client.get(f"/reports/{page}")
        assert answer.status_code == 200
        assert not answer.streaming or list(answer.streaming_content)
