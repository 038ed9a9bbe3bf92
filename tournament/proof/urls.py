"""The addresses of sealed documents, the archive and the log."""

from django.urls import URLPattern, path

from tournament.proof.views import archive, sealed_sheets, verify

PROOF: list[URLPattern] = [
    path("v/", verify.verify, name="verify"),
    path("v/<str:code>/", verify.verify_sheet, name="verify_code"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/sheet.pdf", sealed_sheets.scoresheet_pdf, name="scoresheet_pdf"
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/sheet-<int:version>.pdf",
        sealed_sheets.document_version,
        name="document_version",
    ),
    path("tournaments/<slug:slug>/<int:number>/sealed.zip", sealed_sheets.sealed_zip, name="sealed_zip"),
    path("tournaments/<slug:slug>/archive/", archive.archive, name="archive"),
    path("tournaments/<slug:slug>/archive.zip", archive.archive_zip, name="archive_zip"),
]
