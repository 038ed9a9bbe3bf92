"""Work that makes a great many objects is quicker while nobody looks among them for garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """A render makes some hundred thousand boxes, a workbook cells: all live until it ends, and no search finds any."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
