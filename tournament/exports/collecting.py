"""Turns garbage collection off while a document is made, which makes it quicker."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """A render makes some 100,000 boxes, a workbook as many cells; all live until its end, so a search would free
    nothing."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
