"""Who may come in: nobody signs up, single sign-on is for the domains named in the settings, second factors are sealed."""

import logging
from smtplib import SMTPException

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.db import transaction
from django.shortcuts import redirect

from profiles.secrets import Rotation, Secret, SecretUnreadable

log = logging.getLogger(__name__)


class ClosedAccountAdapter(DefaultAccountAdapter):
    """Accounts are made by sales ops in the admin."""

    def is_open_for_signup(self, request):
        return False

    def send_mail(self, template_prefix, email, context):
        """A mail server that is away must not tell by an error which addresses have an account."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as error:
            log.error("%s: the mail server could not be reached (%s)", template_prefix, type(error).__name__)


class DomainSocialAccountAdapter(DefaultSocialAccountAdapter):
    """Single sign-on connects to an account that ops made, for a verified address in an allowed domain."""

    def is_open_for_signup(self, request, sociallogin):
        return False

    def pre_social_login(self, request, sociallogin):
        addresses = [a.email.lower() for a in sociallogin.email_addresses if a.verified]
        allowed = [a for a in addresses if a.rpartition("@")[2] in settings.SSO_DOMAINS]
        if not allowed:
            messages.error(request, "That address is not in a domain that may sign in here. Ask sales ops for an account.")
            raise ImmediateHttpResponse(redirect("account_login"))
        if not sociallogin.is_existing:
            user = get_user_model().objects.filter(email__in=allowed, is_active=True).first()
            if user:
                sociallogin.connect(request, user)


# --- the second factor --------------------------------------------------------------------------------------------


class SealingMFAAdapter(DefaultMFAAdapter):
    """The keys of second factors are stored like the passwords of mailboxes."""

    def encrypt(self, text):
        return Secret.seal(text).token

    def decrypt(self, encrypted_text):
        return Secret(encrypted_text).reveal()


SEALED = ("secret", "seed", "migrated_codes")
"""Where in an authenticator's data the sealed texts stand: one, or a list of them."""


def rotate_second_factors() -> Rotation:
    """Seal the keys of all second factors with the newest key."""
    sealed, unreadable = 0, []
    for pk in Authenticator.objects.values_list("pk", flat=True).order_by("pk"):
        try:
            sealed += _rotate_one(pk)
        except SecretUnreadable:
            unreadable.append(f"mfa.Authenticator {pk}")
    return Rotation(sealed, tuple(unreadable))


@transaction.atomic
def _rotate_one(pk: int) -> bool:
    row = Authenticator.objects.select_for_update().filter(pk=pk).first()
    if row is None:
        return False
    for name in SEALED:
        held = row.data.get(name)
        if isinstance(held, list):
            row.data[name] = [Secret(token).rotated().token for token in held]
        elif held:
            row.data[name] = Secret(held).rotated().token
    row.save(update_fields=["data"])
    return True


def lacks_second_factor(user) -> bool:
    """Whether the settings ask this person for a second factor they have not set up."""
    asked = settings.SECOND_FACTOR == "all" or (settings.SECOND_FACTOR == "ops" and user.is_staff)
    return asked and not Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()
