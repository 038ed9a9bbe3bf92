"""The rules of accessibility in a real browser: axe-core, light and dark, and no horizontal scrolling on a phone."""

from pathlib import Path
from typing import Any

from tests.e2e.conftest import Device
from tests.e2e.hall import Page

AXE = Path(__file__).parent / "vendor" / "axe-core-4.14.1"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# WCAG 2.2 asks for targets of 24 px, but axe-core checks that only on request.
ALL_RULES: dict[str, Any] = {"runOnly": {"type": "tag", "values": LEVELS}, "rules": {"target-size": {"enabled": True}}}
CONTRAST: dict[str, Any] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# 320 px is a page of 1280 px at 400 % (WCAG 1.4.10); 360 px is the smallest phone in the hall.
WIDTHS = [320, 360]


def violations(page: Any, options: dict[str, Any]) -> list[str]:
    """The violations that axe-core finds, one line each: the rule and the elements."""
    results = page.evaluate("(options) => axe.run(document, {resultTypes: ['violations'], ...options})", options)
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in results["violations"]
        for node in rule["nodes"]
    ]


def too_wide(page: Any) -> list[str]:
    """The widths at which the document scrolls horizontally."""
    widths = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        needed = page.evaluate("() => document.scrollingElement.scrollWidth")
        if needed > width:
            widths.append(f"{width} px: needs {needed} px")
    page.set_viewport_size({"width": 1280, "height": 800})
    return widths


def problems(page: Any, target: Page) -> list[str]:
    """Everything that is wrong with one page."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    target.open(page)
    violated = [f"light: {text}" for text in violations(page, ALL_RULES)]
    page.emulate_media(color_scheme="dark")
    violated += [f"dark: {text}" for text in violations(page, CONTRAST)]
    return violated + too_wide(page)


def reader(device: Device, *user: Any, language: str = "en") -> Any:
    """A page with axe-core loaded through the debugger, to which the content security policy does not apply."""
    page = device(*user, language=language)
    page.add_init_script(path=AXE / "axe.min.js")
    return page
