"""A finger that signs: it touches a field of the page as a screen reports it, and the tests read the ink."""

from typing import Any

from playwright.sync_api import expect

# Shares of the field's width and height.
WAVE = [(0.1, 0.6), (0.2, 0.3), (0.3, 0.7), (0.42, 0.25), (0.55, 0.7), (0.7, 0.35), (0.85, 0.5)]
DASH = [(0.5, 0.15), (0.56, 0.12), (0.62, 0.15)]


def draw(page: Any, *strokes: list[tuple[float, float]]) -> None:
    """Draw these strokes with one finger, each from touching the screen to lifting the finger."""
    canvas = page.locator(".drawing canvas:visible")
    canvas.scroll_into_view_if_needed()
    expect(canvas).to_be_in_viewport(ratio=1)
    box, finger = canvas.bounding_box(), page.context.new_cdp_session(page)
    for stroke in strokes or (WAVE, DASH):
        points = [{"x": box["x"] + x * box["width"], "y": box["y"] + y * box["height"]} for x, y in stroke]
        touch(finger, "touchStart", [points[0]])
        for point in points[1:]:
            touch(finger, "touchMove", [point])
        touch(finger, "touchEnd", [])
    finger.detach()


def touch(finger: Any, kind: str, points: list[dict[str, float]]) -> None:
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def ink(page: Any) -> list[float]:
    """The extent of the ink in the field: left, top, right and bottom as shares."""
    return page.locator(".drawing canvas:visible").evaluate(
        """(canvas) => {
        const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let [left, top, right, bottom] = [width, height, 0, 0];
        for (let at = 3; at < data.length; at += 4) {
          if (data[at] < 128) continue;
          const x = (at >> 2) % width, y = Math.floor((at >> 2) / width);
          [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
        }
        return [left / width, top / height, right / width, bottom / height];
      }"""
    )
