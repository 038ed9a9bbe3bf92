"""Loads what a process needs before copies of it are made: they share it, and answer at once."""

import gc

from django.urls import get_resolver


def load_pages() -> None:
    """Load the code of all pages."""
    from tournament.wsgi import application  # noqa: F401  loads the middleware

    get_resolver().url_patterns  # noqa: B018  reading them imports every view
    gc.freeze()
