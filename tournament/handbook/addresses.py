"""The links in a page: what stands in the Markdown, and where it leads on a page or within the booklet."""

import re
from dataclasses import dataclass

from django.urls import reverse

LINK = re.compile(r"(?:(?P<number>\d\d)-[a-z-]+\.md)?(?:#(?P<anchor>[a-z0-9-]+))?")
PICTURE = re.compile(r"\.\./pictures/(?P<name>[a-z0-9-]+)\.png")


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpLink:
    """Where a link in the Markdown leads. Without `number` to the page itself, without `anchor` to its beginning."""

    number: str
    anchor: str


def link_of(target: str) -> HelpLink | None:
    """Read `02-abend.md#einlass`; None for what is no link of the handbook."""
    match = LINK.fullmatch(target) if target else None
    return HelpLink(number=match["number"] or "", anchor=match["anchor"] or "") if match else None


def picture_of(target: str) -> str | None:
    """Read `../pictures/desk.png`; return the picture's name, or None."""
    match = PICTURE.fullmatch(target)
    return match["name"] if match else None


def page_address(name: str, anchor: str = "") -> str:
    """Return the address of a page, or of a section of it."""
    return reverse("handbook_page", args=[name]) + (f"#{anchor}" if anchor else "")


def booklet_anchor(name: str, anchor: str = "") -> str:
    """Return the id of a section in the booklet, where all pages stand in one document."""
    return f"{name}-{anchor}" if anchor else name
