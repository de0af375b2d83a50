"""Who may come in: nobody signs up, and single sign-on is for the domains named in the settings."""

import logging
from smtplib import SMTPException

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.shortcuts import redirect

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
