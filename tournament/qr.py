"""QR codes as drawings for pages and paper: an address, a Wi-Fi to join. Knows no rows."""

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from segno.helpers import make_wifi_data

QUIET = 4  # modules of white around it: less, and a camera does not find it


def address_qr(address: str) -> SafeString:
    """An address as an SVG drawing of our own making, black on white in either mode; 15 % may be soiled (M)."""
    return _drawn(address)


def captioned_qr(text: str, caption: str) -> SafeString:
    """A drawing for paper that says by `caption` what it is, to those who have the page read out to them."""
    title = format_html("<title>{}</title>", caption)
    return mark_safe(_drawn(text).replace("<path", f"{title}<path", 1))  # noqa: S308


def address_image(address: str) -> str:
    """The same drawing as a data URI, for a page that is told it by JSON."""
    return _code(address).svg_data_uri(scale=8, border=QUIET, light="#fff")


def wifi_qr(name: str, password: str) -> SafeString:
    """The Wi-Fi to join as an SVG drawing; without a password an open one."""
    return _drawn(make_wifi_data(ssid=name, password=password or None, security="WPA" if password else None))


def _code(text: str) -> segno.QRCode:
    # UTF-8 without saying so is what phones take an umlaut for.
    return segno.make(text, error="m", micro=False, boost_error=False, encoding="utf-8")


def _drawn(text: str) -> SafeString:
    # Digits and the letters of paths only: nothing of the text stands in it.
    return mark_safe(_code(text).svg_inline(border=QUIET, omitsize=True, svgclass="qr", lineclass=None, light="#fff"))  # noqa: S308
