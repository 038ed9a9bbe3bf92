"""The sheets of a match with names and empty lines, in bulk: renders the form once and sets the texts over it.

The 800 borders of a sheet take most of the time of a render, and they are the same on every sheet. The same engine and
style sheet (paper.css) set the texts where the form has room for them, so that a page looks as if it had been rendered
whole. A hall of 250 tables takes four seconds instead of a minute.
"""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string

from tournament.exports.pdf import Places, render_form, render_pages
from tournament.exports.scoresheet import match_title, prefilled_page, seat_context
from tournament.exports.type_sizes import block_letters
from tournament.models import Scoresheet
from tournament.network.qr import address_operators
from tournament.selectors.prefilled import PrefilledSheet

# CSS pixels: the height of the box that holds a page's texts. Less than A4's 1122, so that no page flows over.
HEIGHT = 1000
STYLES = ("css/paper.css",)
POINTS = 0.75  # a CSS pixel


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetForm:
    """The pages that all sheets of one kind share, and the places of each sheet's own texts on them."""

    name: str
    pdf: bytes
    pages: list[Places]


def prefilled_pdf(
    sheets: Sequence[PrefilledSheet], *, capitals: bool = False, addresses: Mapping[int, str] | None = None
) -> bytes:
    """Render a page for each sheet; there must be one. `capitals` sets names in block letters, as some rules ask (H 3).

    `addresses`, by table, are printed as codes for the scanner at the desk. Raises PrintError if Pango is missing.
    """
    code_addresses = addresses or {}
    named_sheets = [(sheet.scoresheet, _names(sheet, capitals)) for sheet in sheets]
    forms: dict[tuple[int, int, bool], SheetForm] = {}
    for sheet, names in named_sheets:
        kind = _kind(sheet, names)
        if kind not in forms:
            page = prefilled_page(sheet, names, qr=" " if code_addresses else "", is_form=True)
            pdf, places = render_form(page, styles=STYLES)
            # An id names the text and the page on which it stands.
            pages = [{name.partition(".")[0]: place for name, place in on_page.items()} for on_page in places]
            forms[kind] = SheetForm(name=f"form-{len(forms)}", pdf=pdf, pages=pages)
    printed = [
        (sheet, names, form, number)
        for sheet, names in named_sheets
        for form in [forms[_kind(sheet, names)]]
        for number in range(len(form.pages))
    ]
    context = {
        "places": _places(forms.values()),
        "pages": [
            {"form": f"{form.name}-{number}", **seat_context(names, sheet)} for sheet, names, form, number in printed
        ],
    }
    over = render_pages(
        render_to_string("exports/prefilled.html", context),
        title=match_title(sheets[0].scoresheet.match),
        styles=STYLES,
    )
    codes = [_code(sheet, form.pages[number], code_addresses) for sheet, _names, form, number in printed]
    return _put_under(over, [(form, number) for _sheet, _names, form, number in printed], codes)


def _kind(sheet: Scoresheet, names: Sequence[str]) -> tuple[int, int, bool]:
    """Return the features that need a form of their own: the columns, the dealers, a line for the number of the
    cards."""
    return len(names), sheet.first_dealer, not sheet.pack


def _names(sheet: PrefilledSheet, capitals: bool) -> Sequence[str]:
    return [block_letters(name) for name in sheet.names] if capitals else sheet.names


def _places(forms: Iterable[SheetForm]) -> str:
    """Return a style sheet that puts each text in its place and hides texts without a place on the form."""
    rules = [
        "@page { margin: 0; @bottom-center { content: none } }",
        f".over {{ position: relative; height: {HEIGHT}px; break-after: page }}",
        ".over > * { position: absolute; display: none }",
        ".over > .player { text-align: center; transform: translateY(-50%) }",
    ]
    for form in forms:
        for number, places in enumerate(form.pages):
            for name, (left, top, right, _bottom) in places.items():
                if name != "code":
                    at = f"bottom: {HEIGHT - _bottom}px" if name == "of-table" else f"top: {top}px"
                    rules.append(
                        f".{form.name}-{number} > .{name} {{ display: block; left: {left}px; "
                        f"width: {right - left}px; {at} }}"
                    )
    return "\n".join(rules)


def _code(sheet: Scoresheet, places: Places, addresses: Mapping[int, str]) -> bytes:
    """Return the PDF operators that draw the code of the sheet's address on this page; nothing if there is none."""
    address = addresses.get(sheet.table_number)
    if not address or "code" not in places:
        return b""
    left, _top, right, bottom = places["code"]
    height = 297 / 25.4 * 72  # A4
    return address_operators(address, left=left * POINTS, bottom=height - bottom * POINTS, size=(right - left) * POINTS)


def _put_under(over: bytes, forms: Sequence[tuple[SheetForm, int]], codes: Sequence[bytes]) -> bytes:
    """Put the form's page below each page. The file holds every page of the form only once."""
    import pikepdf  # imported here because only printing needs it

    output = io.BytesIO()
    with pikepdf.open(io.BytesIO(over)) as pdf:
        shared = {}
        for page, (form, number), code in zip(pdf.pages, forms, codes, strict=True):
            name = f"/{form.name}-{number}"
            if name not in shared:
                with pikepdf.open(io.BytesIO(form.pdf)) as source:
                    shared[name] = pdf.copy_foreign(source.pages[number].as_form_xobject())
            page.add_resource(shared[name], pikepdf.Name.XObject, pikepdf.Name(name), replace_existing=True)
            page.contents_add(b"q %s Do Q\n%s" % (name.encode(), code), prepend=True)
        pdf.save(output, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return output.getvalue()
