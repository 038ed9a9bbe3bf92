"""A computer without Pango, for tests: importing WeasyPrint fails as it does there."""

import importlib.abc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tournament.exports import pdf


class _NoPango(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Any, target: Any = None) -> None:
        if name == "weasyprint":
            raise OSError("cannot load library 'libpango-1.0-0'")


@contextmanager
def without_pango() -> Iterator[None]:
    """Inside this context `import weasyprint` raises the OSError of a machine without the library."""
    loaded, finder = sys.modules.pop("weasyprint", None), _NoPango()
    sys.meta_path.insert(0, finder)
    pdf._weasyprint.cache_clear()
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        pdf._weasyprint.cache_clear()
        if loaded is not None:
            sys.modules["weasyprint"] = loaded
