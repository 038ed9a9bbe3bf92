"""QR codes for pages and paper, with an address or the data of a Wi-Fi network. Knows no rows."""

from itertools import groupby
from operator import itemgetter

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from segno.helpers import make_wifi_data

QUIET = 4  # modules of white around the code: with fewer a camera does not find it


def address_qr(address: str) -> SafeString:
    """An address as an SVG drawing, black on white in light and dark mode; 15 % of it may be soiled (level M)."""
    return _svg_of(address)


def captioned_qr(text: str, caption: str) -> SafeString:
    """A drawing for paper, with a `caption` for those who have the page read out to them."""
    title = format_html("<title>{}</title>", caption)
    return mark_safe(_svg_of(text).replace("<path", f"{title}<path", 1))  # noqa: S308


def address_image(address: str) -> str:
    """The same drawing as a data URI, for a page that receives it in JSON."""
    return _code(address).svg_data_uri(scale=8, border=QUIET, light="#fff")


def address_operators(address: str, *, left: float, bottom: float, size: float) -> bytes:
    """The QR code of this address as operators of a PDF page, measured in points.

    It takes a tenth of the time of the SVG, which matters for hundreds of sheets.
    """
    # Comparing the eight masks would take most of the time, and readers accept any mask.
    rows = list(_code(address, mask=0).matrix_iter(border=QUIET))
    module = size / len(rows)
    operators = []
    for down, row in enumerate(rows, start=1):
        y = bottom + size - down * module
        for dark, run in groupby(enumerate(row), key=itemgetter(1)):
            if dark:
                places = [across for across, _dark in run]
                x, wide = left + places[0] * module, len(places) * module
                operators.append(f"{x:.3f} {y:.3f} {wide:.3f} {module:.3f} re")
    return f"q 0 g {' '.join(operators)} f Q\n".encode()


def wifi_qr(name: str, password: str) -> SafeString:
    """The code to join a Wi-Fi, as an SVG drawing; an open Wi-Fi where there is no password."""
    return _svg_of(make_wifi_data(ssid=name, password=password or None, security="WPA" if password else None))


def _code(text: str, mask: int | None = None) -> segno.QRCode:
    # Phones expect umlauts in UTF-8, without a mark that says so.
    return segno.make(text, error="m", micro=False, boost_error=False, encoding="utf-8", mask=mask)


def _svg_of(text: str) -> SafeString:
    # Safe: the SVG contains only digits and the letters of paths, nothing of the text.
    return mark_safe(_code(text).svg_inline(border=QUIET, omitsize=True, svgclass="qr", lineclass=None, light="#fff"))  # noqa: S308
