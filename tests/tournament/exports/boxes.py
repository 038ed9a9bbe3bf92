"""Where WeasyPrint puts the words and pictures of a page, and which of them overlap or leave the page."""

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.kept_documents import digest_of, document_once
from tournament.exports import pdf

LONGEST = (
    "von und zu Oberammergau-Unterhinterhausen auf Hohenschwangau Maximilian-Balthasar Magdalena Kunigunde Theodolind"
)

# A pixel is a 96th of an inch; letters may lean this far over each other's edge.
SLACK = 1.0

Box = tuple[float, float, float, float, str]


def collisions(pages: Sequence[str]) -> list[list[str]]:
    """For each page, a whole HTML document, the parts that overlap or leave the paper.

    All pages are laid out as one document with a body for each, because reading the styles takes most of a render.
    """
    bodies = [re.search(r"<body([^>]*)>(.*)</body>", page, re.DOTALL) for page in pages]
    whole = "".join(f'<section style="break-after: page">{body[2]}</section>' for body in bodies if body)
    page = f"<html><body{bodies[0][1] if bodies[0] else ''}>{whole}</body></html>"
    all_boxes = document_once(
        digest_of(page, Path(__file__).read_text(encoding="utf-8")), "boxes", lambda: _all_boxes(page)
    )
    return [_overlaps(*one) for one in json.loads(all_boxes)]


def _all_boxes(page: str) -> bytes:
    """Width, height and boxes of each page that is laid out."""
    pages = pdf._laid_out(page).pages
    return json.dumps([[one.width, one.height, list(_boxes(one._page_box))] for one in pages]).encode()


def _overlaps(width: float, height: float, boxes: list[Box]) -> list[str]:
    overlaps = [
        f"{one[4]} | {other[4]}"
        for one, other in itertools.combinations(boxes, 2)
        if min(one[2], other[2]) - max(one[0], other[0]) > SLACK
        and min(one[3], other[3]) - max(one[1], other[1]) > SLACK
    ]
    beyond = [box[4] for box in boxes if min(box[0], box[1], width - box[2], height - box[3]) < -SLACK]
    return overlaps + [f"{text} | the edge" for text in beyond]


def _boxes(box: Any) -> Iterator[Box]:
    """Left, top, right and bottom of every word's letters and every picture."""
    left, right = box.position_x, box.position_x + (box.width if isinstance(box.width, (int, float)) else 0)
    if hasattr(box, "text"):
        size, baseline = box.style["font_size"], box.position_y + box.baseline
        if box.text.strip():
            yield left, baseline - 0.72 * size, right, baseline + 0.2 * size, box.text.strip()
    elif hasattr(box, "replacement"):
        left, top = box.content_box_x(), box.content_box_y()
        yield left, top, left + box.width, top + box.height, "picture"
    else:
        for child in getattr(box, "all_children", list)():
            yield from _boxes(child)
