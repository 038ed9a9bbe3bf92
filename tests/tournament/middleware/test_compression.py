"""Pages are compressed, documents are not: they are already, and a large one would be taken whole into memory."""

import pytest
from django.http import FileResponse, HttpResponse
from django.test import RequestFactory

from tournament.middleware.compression import CompressionMiddleware


@pytest.mark.parametrize(
    ("kind", "encoding"),
    [
        ("text/html; charset=utf-8", "gzip"),
        ("application/json", "gzip"),
        ("application/pdf", None),
        ("application/zip", None),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", None),
    ],
)
def test_what_is_compressed(kind, encoding):
    request = RequestFactory().get("/", headers={"Accept-Encoding": "gzip"})
    answer = CompressionMiddleware(lambda _: HttpResponse(b"Spielliste " * 100, content_type=kind))(request)
    assert answer.headers.get("Content-Encoding") == encoding


def test_a_large_download_stays_a_file(tmp_path):
    (tmp_path / "archive.zip").write_bytes(bytes(5000))
    request = RequestFactory().get("/", headers={"Accept-Encoding": "gzip"})
    answer = CompressionMiddleware(lambda _: FileResponse((tmp_path / "archive.zip").open("rb")))(request)
    with answer.file_to_stream:
        assert answer.headers["Content-Length"] == "5000"
