"""A document of the program, asked for until it is made, as the page with the bar asks."""

import time
from typing import Any

MAKING_SECONDS = 180.0
ACCEPTED = 202


def document(page: Any, address: str) -> Any:
    """The answer with the document: the server says 202 with a page while it is being made."""
    until = time.monotonic() + MAKING_SECONDS
    while (answer := page.request.get(address)).status == ACCEPTED:
        assert time.monotonic() < until, f"{address} is not made"
        time.sleep(1)
    assert answer.status == 200, f"{address}: {answer.status}"
    return answer
