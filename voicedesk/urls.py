from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from voicedesk.health import healthz
from voicedesk.pages import home

# One way in: the admin's own login page gives way to ours, with its rate limits and second factor.
admin.site.login = secure_admin_login(admin.site.login)
admin.site.site_header = admin.site.site_title = "VoiceDesk"
admin.site.index_title = "Sales ops"
admin.site.site_url = "/desk/"

urlpatterns = [
    path("", home, name="home"),
    path("desk/", include("drafts.review.urls")),
    path("reports/", include("drafts.report.urls")),
    path("voices/", include("profiles.pages.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/queues/", include("django_rq.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
