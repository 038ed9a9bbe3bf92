"""Compresses pages. Documents are compressed already and would be taken whole into memory, so they are left alone."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

COMPRESSED = ("application/pdf", "application/zip", "application/vnd.openxmlformats-officedocument")


class CompressionMiddleware(GZipMiddleware):
    """Django's middleware, for everything that compression makes smaller."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress the answer, unless it is a document."""
        if response.headers.get("Content-Type", "").startswith(COMPRESSED):
            return response
        return super().process_response(request, response)
