"""Serves the files for browsers in the event loop: they are the same for everybody, and no thread waits for them."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from django.middleware.security import SecurityMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware

from tournament.server.answers import PIECE, File, HttpAnswer, Scope, strings_of


def static_files() -> Callable[[Scope], HttpAnswer | None]:
    """Return a function that answers requests for collected files, and returns None for anything else."""
    files, security = WhiteNoiseMiddleware(_nobody), SecurityMiddleware(_nobody)

    def answer(scope: Scope) -> HttpAnswer | None:
        file = files.files.get(scope["path"])
        if file is None or scope["method"] not in ("GET", "HEAD"):
            return None
        request: Any = SimpleNamespace(
            method=scope["method"], META=strings_of(scope), is_secure=lambda: scope["scheme"] == "https"
        )
        response: Any = security.process_response(request, files.serve(file, request))
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
        whole = HttpAnswer(status=response.status_code, headers=headers)
        # Closing the response would tell Django that a request has ended, of which it knew nothing.
        if file := response.file_to_stream:
            whole.pieces, whole.close = File(file), file.close
            if int(response.headers["Content-Length"]) <= PIECE:
                whole.pieces, whole.close = [file.read()], None
                file.close()
        return whole

    return answer


def _nobody(_request: Any) -> Any:
    raise AssertionError("only the middleware's own part may be called")
