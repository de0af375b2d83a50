from django.urls import path

from drafts.report import views
from drafts.report.policy import policy_preview

urlpatterns = [
    path("", views.report, name="report"),
    path("what-if/", views.what_if, name="report_what_if"),
    path("drafts/", views.drafts, name="report_drafts"),
    path("policy/<int:pk>/", policy_preview, name="policy_preview"),
    path("csv/<slug:table>/", views.as_csv, name="report_csv"),
]
