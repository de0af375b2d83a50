"""Signing in: nobody makes an account, nobody guesses one, a second factor can be asked for, and who left is out at once."""

import re
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.providers import registry
from allauth.socialaccount.providers.google.provider import GoogleProvider
from cryptography.fernet import Fernet
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.test import Client

from profiles.models import Event, User
from profiles.tests import factories as make
from voicedesk import accounts, checks
from voicedesk.accounts import DomainSocialAccountAdapter

pytestmark = pytest.mark.django_db

LOGIN, RESET = "/accounts/login/", "/accounts/password/reset/"
WRONG = "not the right words"


def sign_in(client, user, password=make.PASSWORD, **headers):
    return client.post(LOGIN, {"login": getattr(user, "email", user), "password": password}, **headers)


def is_in(client) -> bool:
    return not client.get("/").headers.get("Location", "").startswith(LOGIN)


class TestClosedSignUp:
    def test_a_sign_up_that_is_posted_all_the_same_makes_no_account(self, client, queue):
        form = {"email": "new@seller.example.com", "password1": make.PASSWORD, "password2": make.PASSWORD}
        assert "Accounts are made by sales ops" in client.post("/accounts/signup/", form).text
        assert not User.objects.exists()


@pytest.fixture
def quick_hashing(settings):
    make.hashed_password()  # kept for the whole run, so made before
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


@pytest.mark.usefixtures("quick_hashing")
class TestGuessing:
    def test_after_five_wrong_passwords_even_the_right_one_waits(self, client, queue):
        user = make.make_user()
        for _ in range(5):
            assert "not correct" in sign_in(client, user, WRONG).text
        assert "Too many failed" in sign_in(client, user).text
        assert not is_in(client)

    def test_one_address_cannot_try_many_accounts(self, client, queue):
        answers = [sign_in(client, f"person{n}@seller.example.com", WRONG) for n in range(12)]
        assert "Too many failed" in answers[-1].text

    def test_behind_a_proxy_people_are_told_apart_by_the_last_address_it_names(self, client, queue, settings):
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
        for n in range(12):
            sign_in(client, f"person{n}@seller.example.com", WRONG, headers={"x-forwarded-for": f"10.9.9.{n}, 203.0.113.7"})
        blocked = sign_in(client, "b@seller.example.com", WRONG, headers={"x-forwarded-for": "203.0.113.7"})
        other = sign_in(client, make.make_user(), headers={"x-forwarded-for": "203.0.113.7, 203.0.113.8"})
        assert "Too many failed" in blocked.text
        assert other.status_code == 302

    def test_an_account_that_is_there_is_answered_like_one_that_is_not(self, client, queue):
        there, not_there = make.make_user().email, "nobody@seller.example.com"
        wrong = [sign_in(client, email, WRONG).text.replace(email, "") for email in (there, not_there)]
        assert without_token(wrong[0]) == without_token(wrong[1])
        asked = [client.post(RESET, {"email": email}) for email in (there, not_there)]
        assert {(a.status_code, a.headers["Location"]) for a in asked} == {(302, f"{RESET}done/")}

    def test_an_unknown_address_costs_as_much_hashing_as_a_known_one(self, client, queue, monkeypatch):
        hashed = []
        for name in ("check_password", "set_password"):
            kept = getattr(User, name)
            monkeypatch.setattr(User, name, lambda self, *a, kept=kept: (hashed.append(1), kept(self, *a))[1])
        sign_in(client, make.make_user(), WRONG)
        known = len(hashed)
        sign_in(client, "nobody@seller.example.com", WRONG)
        assert len(hashed) - known == known > 0

    def test_who_asks_for_a_new_password_without_an_account_gets_no_link(self, client, queue):
        client.post(RESET, {"email": "nobody@seller.example.com"})
        assert not any("/password/reset/key/" in m.body for m in mail.outbox)


def without_token(page: str) -> str:
    return re.sub(r"[A-Za-z0-9]{64}", "", page)


class TestTheSession:
    def test_it_ends_after_half_a_day_or_with_the_browser_and_scripts_cannot_read_it(self, client, queue):
        form = {"login": make.make_user().email, "password": make.PASSWORD, "remember": "on"}
        cookie = client.post(LOGIN, form).cookies["sessionid"]
        assert cookie["max-age"] == ""
        assert client.session.get_expiry_age() == 12 * 3600
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"

    def test_switching_the_account_off_ends_it_at_once_and_for_good(self, client):
        user = make.make_user()
        client.force_login(user)
        assert is_in(client)
        user.is_active = False
        user.save()
        assert not is_in(client)
        user.is_active = True
        user.save()
        assert not is_in(client)

    def test_sales_ops_switch_it_off_in_the_admin(self, client):
        leaver, ops, theirs = make.make_user(), make.make_ops(), Client()
        theirs.force_login(leaver)
        client.force_login(ops)
        client.post(f"/admin/profiles/user/{leaver.pk}/change/", {"email": leaver.email, "name": "", "timezone": "UTC"})
        assert not User.objects.get(pk=leaver.pk).is_active
        assert not is_in(theirs)

    def test_a_new_password_ends_the_other_sessions(self, client):
        user = make.make_user()
        client.force_login(user)
        user.set_password("another one entirely")
        user.save()
        assert not is_in(client)

    def test_a_session_stolen_before_signing_in_is_worth_nothing_after(self, client, queue):
        client.get(LOGIN)
        client.cookies["sessionid"] = "a" * 32
        sign_in(client, make.make_user())
        assert client.cookies["sessionid"].value != "a" * 32


class TestTheSecondFactor:
    @pytest.fixture
    def user(self, queue):
        return make.make_user()

    @staticmethod
    def code(secret: str) -> str:
        return totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30))

    def test_the_password_alone_does_not_sign_in_who_has_one(self, client, user):
        secret = totp.generate_totp_secret()
        totp.TOTP.activate(user, secret)
        assert sign_in(client, user).headers["Location"].startswith("/accounts/2fa/authenticate/")
        assert not is_in(client)
        client.post("/accounts/2fa/authenticate/", {"code": "000000"})
        assert not is_in(client)
        client.post("/accounts/2fa/authenticate/", {"code": self.code(secret)})
        assert is_in(client)

    def test_its_keys_are_sealed_in_the_database_and_can_be_sealed_anew(self, client, user, settings):
        settings.SECRETS_KEYS = [old := Fernet.generate_key().decode()]
        secret = totp.generate_totp_secret()
        totp.TOTP.activate(user, secret)
        codes = RecoveryCodes.activate(user).get_unused_codes()
        assert secret not in str(list(Authenticator.objects.values_list("data", flat=True)))
        settings.SECRETS_KEYS = [new := Fernet.generate_key().decode(), old]
        assert accounts.rotate_second_factors().sealed == 2
        settings.SECRETS_KEYS = [new]
        assert totp.TOTP(Authenticator.objects.get(type="totp")).validate_code(self.code(secret))
        assert RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes() == codes

    @pytest.mark.parametrize(
        ("required", "staff", "sent_on"),
        [("optional", True, False), ("ops", True, True), ("ops", False, False), ("all", False, True)],
    )
    def test_who_has_to_have_one_sets_it_up_before_anything_else(self, client, settings, required, staff, sent_on):
        settings.SECOND_FACTOR = required
        client.force_login(make.make_user(is_staff=staff))
        for page in ("/desk/", "/admin/", "/reports/csv/drafts/"):
            answer = client.get(page)
            assert (answer.headers.get("Location") == "/accounts/2fa/totp/activate/") is sent_on, page

    def test_who_has_it_is_let_through(self, client, settings, user):
        settings.SECOND_FACTOR = "all"
        totp.TOTP.activate(user, totp.generate_totp_secret())
        client.force_login(user)
        assert client.get("/desk/").status_code == 200

    def test_sales_ops_take_a_lost_one_away_but_not_a_superusers(self, client, user):
        boss = make.make_user(is_staff=True, is_superuser=True)
        for one in (user, boss):
            totp.TOTP.activate(one, totp.generate_totp_secret())
        client.force_login(make.make_ops())
        client.post("/admin/profiles/user/", {"action": "remove_second_factor", "_selected_action": [user.pk, boss.pk]})
        assert list(Authenticator.objects.values_list("user", flat=True)) == [boss.pk]
        assert Event.objects.get(verb="second factor removed").target_id == user.pk


class TestSingleSignOn:
    @pytest.fixture
    def request_(self, rf, settings, monkeypatch):
        settings.SSO_DOMAINS = ["seller.example.com"]
        settings.SOCIALACCOUNT_PROVIDERS = {"google": {"APPS": [{"client_id": "id", "secret": "secret"}]}}
        monkeypatch.setitem(registry.provider_map, "google", GoogleProvider)
        request = rf.get("/accounts/google/login/callback/")
        request.session = SessionStore()
        request._messages = FallbackStorage(request)
        return request

    @staticmethod
    def login(email: str, verified=True) -> SocialLogin:
        return SocialLogin(
            user=User(email=email),
            account=SocialAccount(provider="google", uid="1"),
            email_addresses=[EmailAddress(email=email, verified=verified)],
        )

    def test_it_signs_in_to_the_account_that_ops_made(self, request_):
        user = make.make_user()
        login = self.login(user.email)
        DomainSocialAccountAdapter().pre_social_login(request_, login)
        assert SocialAccount.objects.get().user == user

    @pytest.mark.parametrize(
        ("email", "verified"),
        [
            ("una@elsewhere.example.com", True),
            ("una@seller.example.com.evil.example", True),
            ("una@seller.example.com@evil.example", True),
            ("una@sub.seller.example.com", True),
            ("una@seller.example.com", False),
        ],
    )
    def test_nobody_else_comes_in(self, request_, email, verified):
        User.objects.create(email=email)
        with pytest.raises(ImmediateHttpResponse):
            DomainSocialAccountAdapter().pre_social_login(request_, self.login(email, verified))
        assert not SocialAccount.objects.exists()

    def test_it_makes_no_accounts(self, request_):
        assert not DomainSocialAccountAdapter().is_open_for_signup(request_, self.login("new@seller.example.com"))

    def test_with_no_domain_named_nobody_may(self, request_, settings):
        settings.SSO_DOMAINS = []
        with pytest.raises(ImmediateHttpResponse):
            DomainSocialAccountAdapter().pre_social_login(request_, self.login(make.make_user().email))

    def test_an_account_that_was_switched_off_is_not_connected(self, request_):
        user = make.make_user(is_active=False)
        DomainSocialAccountAdapter().pre_social_login(request_, self.login(user.email))
        assert not SocialAccount.objects.exists()

    @pytest.mark.parametrize(("tenant", "refused"), [("", 1), ("common", 1), ("Organizations", 1), ("seller.example.com", 0)])
    def test_microsofts_directory_has_to_be_ones_own(self, settings, tenant, refused):
        settings.SSO_PROVIDERS = ["microsoft"]
        settings.SOCIALACCOUNT_PROVIDERS = {"microsoft": {"APPS": [{"settings": {"tenant": tenant}}]}}
        assert len(checks.microsoft_names_a_directory(None)) == refused


def test_the_address_an_account_signs_in_with_is_not_its_owners_to_change(client):
    user = make.make_user()
    client.force_login(user)
    assert client.post("/accounts/email/", {"email": "other@seller.example.com", "action_add": ""}).status_code == 404
    assert not EmailAddress.objects.filter(email="other@seller.example.com").exists()
