"""Compresses pages, but no documents: they are compressed already, and would be taken whole into memory."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

COMPRESSED = ("application/pdf", "application/zip", "application/vnd.openxmlformats-officedocument")


class CompressionMiddleware(GZipMiddleware):
    """Django's, for everything that gets smaller by it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress the answer, unless it is a document."""
        if response.headers.get("Content-Type", "").startswith(COMPRESSED):
            return response
        return super().process_response(request, response)
