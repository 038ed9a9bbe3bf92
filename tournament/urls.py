"""Every address. Public ones lie under /t/<slug>/ and stay short and stable; the desk's under /tournaments/<slug>/."""

from django.urls import include, path

from tournament.views import documents

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/sheet.pdf", documents.scoresheet_pdf, name="scoresheet_pdf"),
    path("tournaments/<slug:slug>/blank.pdf", documents.scoresheets_blank_pdf, name="scoresheets_blank_pdf"),
    path("tournaments/<slug:slug>/<int:number>/sheets.pdf", documents.match_pdf, name="match_pdf"),
]
