from django.urls import path

from drafts.report import views

urlpatterns = [
    path("", views.report, name="report"),
    path("what-if/", views.what_if, name="report_what_if"),
    path("drafts/", views.drafts, name="report_drafts"),
    path("csv/<slug:table>/", views.as_csv, name="report_csv"),
]
