"""What libraries put into the admin, cut to what sales ops may use."""

from allauth.account import admin as account_admin
from allauth.mfa import admin as mfa_admin
from allauth.socialaccount import admin as social_admin
from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django_rq.admin import QueueAdmin
from django_rq.models import Dashboard

# Nobody here works with them, and some would show the keys of second factors and of sign-in to whoever opens them.
# Their modules are imported above, so that they are registered before they are taken out.
admin.site.unregister(
    [
        auth_admin.Group,
        account_admin.EmailAddress,
        mfa_admin.Authenticator,
        social_admin.SocialAccount,
        social_admin.SocialApp,
        social_admin.SocialToken,
    ]
)
admin.site.unregister(Dashboard)


@admin.register(Dashboard)
class JobsAdmin(QueueAdmin):
    """The queues. There is no table behind them and no rq-scheduler, so pages of a row or of that are not there either."""

    WITHOUT = {
        f"django_rq_{page}" for page in ("scheduler_jobs", *(f"dashboard_{p}" for p in ("add", "history", "delete", "change")))
    }

    def has_module_permission(self, request):
        return request.user.is_ops

    def get_actions(self, request):
        return {}

    def get_urls(self):
        return [url for url in super().get_urls() if url.name and url.name not in self.WITHOUT]
