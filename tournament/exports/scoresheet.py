"""The scoresheet on A4: blank, prefilled with names, or filled. The same view as the screen's, laid out for paper."""

from collections.abc import Mapping, Sequence

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.ruleset import NEXT_DEALER, Ruleset
from scoring.sheets import dealer_of
from tournament.exports.filled_sheet import filled_sheet
from tournament.exports.pdf import render_pdf
from tournament.exports.printed_lines import PrintedCell, PrintedLine, PrintedRound
from tournament.exports.sealing import Sealing
from tournament.exports.sheet_words import Signed, circled_line, rules_line
from tournament.models import Scoresheet, Tournament
from tournament.qr import address_qr
from tournament.selectors.scoresheets import SheetView

# More remarks than this are set smaller, so that they stay on the one page.
LONG_REMARKS = 450
# Lines and checksum lines that leave room to write large, fit on a page as they are, or set closer.
SHORT_ROWS = 24
ROOMY_ROWS = 42
DENSE_ROWS = 50


def blank_pdf(tournament: Tournament) -> bytes:
    """A sheet of this tournament with lines for match, table and names: to write on, a page for each size of table."""
    ruleset = tournament.ruleset
    pages = [
        sheet_page(tournament, names=[""] * seats, rounds=_empty_rounds(ruleset, seats, ruleset.first_dealer))
        for seats in ruleset.seats
    ]
    return render_pdf(pages, title=_("Scoresheet"))


def scoresheet_pdf(view: SheetView, *, sealing: Sealing | None = None) -> bytes:
    """One sheet as it stands; one that is going to be sealed is archival, with its codes and a place for the stamp."""
    page = filled_sheet(view, sealing=sealing)
    return render_pdf([page], title=sheet_title(view.scoresheet), archival=sealing is not None)


def match_pdf(
    views: Sequence[SheetView], *, filled: bool, capitals: bool = False, addresses: Mapping[int, str] | None = None
) -> bytes:
    """All sheets of a match in one PDF, as they stand or with the names only; at least one sheet.

    `addresses` by table are drawn on those that are written on, for the scanner at the desk.
    """
    told = addresses or {}
    pages = [
        filled_sheet(view)
        if filled
        else prefilled_page(view, capitals=capitals, address=told.get(view.scoresheet.table_number, ""))
        for view in views
    ]
    match = views[0].scoresheet.match
    return render_pdf(pages, title=_("Scoresheets of match %(match)s") % {"match": match.number})


def sheet_title(scoresheet: Scoresheet) -> str:
    """What the document is called: match, table, tournament."""
    return _("Match %(match)s · table %(table)s · %(tournament)s") % {
        "match": scoresheet.match.number,
        "table": scoresheet.table_number,
        "tournament": scoresheet.match.tournament.name,
    }


def prefilled_page(view: SheetView, *, capitals: bool = False, address: str = "") -> str:
    """The sheet with its names and empty lines. `capitals`: legible block letters, as some rules ask for."""
    sheet = view.scoresheet
    ruleset = sheet.match.tournament.ruleset
    return sheet_page(
        sheet.match.tournament,
        scoresheet=sheet,
        names=[block_letters(seat.name) if capitals else seat.name for seat in view.seats],
        rounds=_empty_rounds(ruleset, len(view.seats), sheet.first_dealer),
        qr=address_qr(address) if address else "",
    )


def block_letters(name: str) -> str:
    """Capitals that keep apart what the small letters keep apart: Süß is not Süss."""
    return name.replace("ß", "ẞ").upper()


def sheet_page(
    tournament: Tournament,
    *,
    names: Sequence[str],
    rounds: Sequence[PrintedRound],
    scoresheet: Scoresheet | None = None,
    **more: object,
) -> str:
    filled = "totals" in more
    context = {
        "tournament": tournament,
        "scoresheet": scoresheet,
        "scorekeeper": names[scoresheet.scorekeeper - 1] if scoresheet else "",
        "seats": list(enumerate(names, 1)),
        "totals": [""] * len(names),
        "signatures": [
            Signed(who=name or _("Seat %(number)s") % {"number": n}, how="") for n, name in enumerate(names, 1)
        ],
        "supervisor": Signed(who=_("Supervisor"), how=""),
        "management": tournament.management or tournament.organiser,
        "rules": rules_line(tournament.ruleset),
        "filled": filled,
        "nameless": not any(names),
        "circled": circled_line(tournament.ruleset),
        "rounds": rounds,
        "density": _density(sum(len(round_.lines) for round_ in rounds), len(rounds)),
        **more,
    }
    context["is_long"] = sum(map(len, more.get("remarks", ()))) > LONG_REMARKS  # type: ignore[call-overload]
    return render_to_string("exports/scoresheet.html", context)


def _empty_rounds(ruleset: Ruleset, seats: int, first_dealer: int) -> list[PrintedRound]:
    size, games = ruleset.games_in_round(seats), ruleset.games(seats)
    blank = PrintedCell(plus="", minus="", circled=False, old_plus="", old_minus="")
    return [
        PrintedRound(
            title=_("Round %(number)s · checksum") % {"number": before // size + 1},
            lines=tuple(
                PrintedLine(
                    number=number,
                    dealer=_known_dealer(ruleset, number, seats, first_dealer),
                    word="",
                    old_word="",
                    struck=False,
                    cells=(blank,) * seats,
                )
                for number in range(before + 1, min(before + size, games) + 1)
            ),
            running=("",) * seats,
        )
        for before in range(0, games, size)
    ]


def _known_dealer(ruleset: Ruleset, number: int, seats: int, first_dealer: int) -> int | None:
    """Who deals a game that is not played yet, None where nobody knows: the next one deals after all have passed."""
    if ruleset.all_pass == NEXT_DEALER:
        return None
    return dealer_of(ruleset, number, seats=seats, first_dealer=first_dealer)


def _density(lines: int, rounds: int) -> str:
    """How close the lines of a sheet stand, so that it stays on one page: the class of its table."""
    if lines + rounds <= SHORT_ROWS:
        return "is-short"
    return "" if lines + rounds <= ROOMY_ROWS else "is-dense" if lines + rounds <= DENSE_ROWS else "is-tight"
