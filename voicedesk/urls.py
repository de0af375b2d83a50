from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from voicedesk.health import healthz
from voicedesk.pages import home, not_here

# One way in: the admin's own login page gives way to ours, with its rate limits and second factor.
admin.site.login = secure_admin_login(admin.site.login)
admin.site.site_header = admin.site.site_title = "VoiceDesk"
admin.site.index_title = "Sales ops"
admin.site.site_url = "/desk/"

CLOSED = [
    # An account's address is what ops gave it: single sign-on and the reset of passwords go by it.
    path("accounts/email/", not_here),
    path("accounts/confirm-email/", not_here),
    path("accounts/confirm-email/<path:key>", not_here),
    # Nothing here has a page "on site".
    path("admin/r/<path:rest>", not_here),
    # One page to change a password, with its limits.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
]
"""Addresses that libraries bring along and we do not keep."""

urlpatterns = [
    path("", home, name="home"),
    path("desk/", include("drafts.review.urls")),
    path("reports/", include("drafts.report.urls")),
    path("voices/", include("profiles.pages.urls")),
    *CLOSED,
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
