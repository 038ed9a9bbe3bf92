"""The filled sheet on A4: lines, old values, remarks, signatures, acceptance, seal.

Up to 40 games always fit on one page: type and lines become smaller, then reasons shorter, until they do. So do 48
games, but with long names and many remarks they take a second page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.enums import SheetState, SignatureKind
from tournament.exports.columns import line_count
from tournament.exports.pdf import Fitting
from tournament.exports.printed_lines import REASON, PrintedRemark, PrintedRound, printed_remarks, printed_rounds
from tournament.exports.sheet_pages import FEWEST_REMINDERS, row_count, sheet_pages
from tournament.exports.sheet_words import Signed, legend_line, reminders_within, rules_line
from tournament.exports.type_sizes import player_size
from tournament.models import Scoresheet
from tournament.network.qr import captioned_qr
from tournament.proof.exports.sealing import Sealing, seal_trouble
from tournament.proof.seals.keys import short_fingerprint
from tournament.selectors.scoresheets import SheetView
from tournament.words.labels import signed

# The players did these themselves, without anybody from the desk.
BY_THEMSELVES = {
    SignatureKind.TABLE.value: gettext_lazy("signed at the table"),
    SignatureKind.PHONE.value: gettext_lazy("signed on their own phone"),
}
# How many lines, with checksum lines, leave room for large type.
SHORT_ROWS = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The sizes of lines and remarks: a line's height in mm, the remarks' type in points, the class in paper.css.

    `longest` is the largest number of letters of a reason; `brief` leaves out of a correction the values that stand in
    its line; `most` is the largest number of letters of all remarks together, 0 for no limit; `more` is the number of
    pages beyond the fewest.
    """

    name: str
    row: float
    type: float
    longest: int = REASON
    brief: bool = False
    most: int = 0
    more: int = 0


SMALL = Size(name="fit-2", row=3.9, type=7)
SMALLEST = Size(name="fit-4", row=3.2, type=6)
DENSEST = Size(name="fit-4 is-densest", row=3.0, type=6, brief=True)
CLOSEST = Size(name="fit-4 is-closest", row=2.55, type=6, brief=True, longest=30)
SIZES = (
    Size(name="fit-0", row=4.4, type=8.5),
    Size(name="fit-1", row=4.2, type=7.5),
    SMALL,
    Size(name="fit-3", row=3.5, type=6.5),
    SMALLEST,
    replace(SMALLEST, longest=120),
    *(replace(SMALLEST, brief=True, longest=longest) for longest in (REASON, 120, 80, 50)),
    *(replace(DENSEST, longest=30, most=most) for most in (0, 2400, 1800, 1400, 1000, 700)),
    # Only more than 40 games need these, and with many remarks a second page.
    *(replace(CLOSEST, most=most) for most in (1000, 700)),
    *(replace(size, more=1) for size in (SMALL, SMALLEST, DENSEST)),
)
# In mm: the height that lines and remarks share between head and signatures; the part of it that the seal's strip
# takes.
ROOM, SEAL_ROOM = 202.0, 18.0
WIDTH = 186.0
MM = 25.4 / 72  # a point


def filled_sheet(view: SheetView, *, sealing: Sealing | None = None, is_sealed: bool = False) -> Fitting:
    """Return the sheet for render_pdf, in the largest type that fits.

    `is_sealed` without `sealing` means that the document is sealed, but with a key that is no longer at hand.
    """
    rounds = printed_rounds(view)
    return Fitting(
        version=lambda size: filled_page(view, sealing=sealing, is_sealed=is_sealed, size=SIZES[size]),
        first=_likely(view, rounds, sealed=sealing is not None),
        last=len(SIZES) - 1,
        pages=lambda size: len(sheet_pages(rounds, more=SIZES[size].more)),
    )


def filled_page(
    view: SheetView, *, sealing: Sealing | None = None, is_sealed: bool = False, size: Size = SIZES[0]
) -> str:
    """Render the sheet as HTML in this size. A sheet without a seal says so."""
    sheet = view.scoresheet
    tournament = sheet.match.tournament
    rounds = printed_rounds(view)
    context = {
        "view": view,
        "seats": [(seat.number, seat.name, player_size(seat.name, len(view.seats))) for seat in view.seats],
        "tournament": tournament,
        "scoresheet": sheet,
        "parts": sheet_pages(rounds, more=size.more),
        "size": "is-short" if row_count(rounds) <= SHORT_ROWS and size is SIZES[0] else size.name,
        "fit": size.name,
        "totals": [signed(total) for total in view.evaluated.totals],
        "remarks": _remarks(view, size, sealed=sealing is not None),
        "legend": _legend(view, size),
        "reasons": any(line.why for round_ in rounds for line in round_.lines),
        "signatures": [signed_by(view, number) for number in range(len(view.seats))],
        "drawn": any(seat.drawing for seat in view.seats),
        "supervisor": acceptance_of(sheet),
        "management": tournament.management or tournament.organiser,
        "rules": rules_line(tournament.ruleset),
        "state": _state(sheet, is_sealed=is_sealed or sealing is not None),
        "seal_follows": not (is_sealed or sealing) and sheet.state == SheetState.ACCEPTED and seal_trouble() is None,
        "check_code": sealing.check_code if sealing else view.check_code,
        "sealing": sealing,
    }
    if sealing:
        context |= {
            "key": short_fingerprint(sealing.fingerprint),
            "address_code": sealing.address
            and captioned_qr(sealing.address, _("Code with the address where this sheet is verified")),
            "seal_code": captioned_qr(sealing.paper_seal, _("Code of the paper seal, verified without network")),
        }
    return render_to_string("exports/filled_sheet.html", context)


def _legend(view: SheetView, size: Size) -> str:
    """Explain the signs, and remind of what these rules put on the sheet unless remarks are shortened for room."""
    ruleset = view.scoresheet.match.tournament.ruleset
    kept = reminders_within(ruleset, FEWEST_REMINDERS) if not size.most else []
    return " · ".join(filter(None, (legend_line(ruleset, len(view.seats)), " ".join(kept))))


def _state(sheet: Scoresheet, *, is_sealed: bool) -> str:
    """Name the state; of an accepted sheet without a seal also say why, as far as that is known."""
    if sheet.state != SheetState.ACCEPTED or is_sealed:
        return str(SheetState(sheet.state).label)
    missing = _("%(state)s · the seal is still missing") % {"state": SheetState(sheet.state).label}
    trouble = seal_trouble()
    return f"{missing}: {trouble}" if trouble else missing


def _likely(view: SheetView, rounds: Sequence[PrintedRound], *, sealed: bool) -> int:
    """Estimate the size that fits, so that few pages are laid out in vain."""
    room = ROOM - (SEAL_ROOM if sealed else 0)

    def needed(size: Size) -> float:
        words = " · ".join((*(remark.text for remark in _remarks(view, size, sealed=sealed)), _legend(view, size)))
        rows = max(map(row_count, sheet_pages(rounds, more=size.more))) + 1  # the sums of the columns
        # line_count estimates about a tenth too many lines.
        return rows * (size.row + 0.2) + 0.9 * line_count(words, WIDTH / (size.type * MM)) * size.type * MM * 1.2

    return next((at for at, size in enumerate(SIZES) if needed(size) <= room), len(SIZES) - 1)


def _remarks(view: SheetView, size: Size, *, sealed: bool) -> list[PrintedRemark]:
    """Return the remarks at this size. The last one names what is shortened or left out, and where to read it."""
    whole = printed_remarks(view)
    remarks = printed_remarks(view, longest=size.longest, brief=size.brief)
    count = len(remarks)
    while size.most and count and sum(len(remark.text) for remark in remarks[:count]) > size.most:
        count -= 1
    if whole == remarks[:count]:
        return remarks
    words = [_("shortened (…)")] if whole[:count] != remarks[:count] else []
    if missing := len(remarks) - count:
        words.append(ngettext("%(count)s more remark", "%(count)s more remarks", missing) % {"count": missing})
    where = _("all of it stands in the data attached to this document") if sealed else _("all of it stands on screen")
    return [*remarks[:count], PrintedRemark(number=0, text=f"{', '.join(words)}: {where}")]


def signed_by(view: SheetView, index: int) -> Signed:
    """Return how and when this seat (index from 0) signed."""
    seat = view.seats[index]
    if seat.signing.overruled is not None:
        return Signed(who=seat.name, how=seat.signing.overruled.text)
    if seat.signature is None:
        return Signed(who=seat.name, how=_("refuses to sign") if seat.signing.refusal else "")
    when = time_format(timezone.localtime(seat.signature.at), "TIME_FORMAT")
    if seat.signature.kind in BY_THEMSELVES:
        has_drawing = seat.signature.drawn is not None or seat.forgotten
        words = BY_THEMSELVES[seat.signature.kind] if has_drawing else _("confirmed without drawing")
        return Signed(who=seat.name, how=f"{words}, {when}", drawing=seat.drawing)
    words = _("signed on paper") if seat.signature.kind == SignatureKind.PAPER else _("confirmed at the desk")
    return Signed(who=seat.name, how=f"{words} · {seat.signing.recorded_by}, {when}")


def acceptance_of(sheet: Scoresheet) -> Signed:
    """Return which supervisor accepted the sheet, and when."""
    if sheet.accepted_by is None or sheet.accepted_at is None:
        return Signed(who=_("Supervisor"), how="")
    when = date_format(timezone.localtime(sheet.accepted_at), "SHORT_DATETIME_FORMAT")
    return Signed(
        who=_("Supervisor"),
        how=_("accepted · %(name)s, %(when)s") % {"name": sheet.accepted_by.full_name, "when": when},
    )
