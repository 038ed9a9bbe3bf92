"""The scoresheet on A4: blank, prefilled with names, or filled. The same view as the screen's, laid out for paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.ruleset import NEXT_DEALER, Ruleset
from scoring.sheets import dealer_of
from tournament.exports.columns import line_count
from tournament.exports.filled_sheet import filled_sheet
from tournament.exports.hall_mark import marked
from tournament.exports.pdf import render_pdf
from tournament.exports.printed_lines import PrintedCell, PrintedLine, PrintedRound, round_title
from tournament.exports.sheet_pages import REMINDER, reminder_lines, sheet_pages, written_heights
from tournament.exports.sheet_words import (
    REMINDER_WIDTH,
    reminders_within,
    rules_line,
    sits_out_empty,
    writing_words,
)
from tournament.exports.type_sizes import (
    keeper_size,
    management_size,
    player_size,
    rules_size,
    signer_size,
    title_size,
)
from tournament.models import Match, Scoresheet, Tournament
from tournament.proof.exports.sealing import Sealing, sealing_again
from tournament.selectors.documents import versions_by_sheet
from tournament.selectors.scoresheets import SheetView


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSeat:
    """A player's name, above the columns and below the line to sign on, with the classes of the type that fits."""

    number: int
    name: str
    size: str
    signer: str
    signer_size: str


def blank_pdf(tournament: Tournament) -> bytes:
    """Render blank sheets to write on, one for each size of table, with lines for match, table and names."""
    ruleset = tournament.ruleset
    pages = [
        form_page(tournament, names=[""] * seats, rounds=empty_rounds(ruleset, seats, ruleset.first_dealer))
        for seats in ruleset.seats
    ]
    return render_pdf(pages, title=_("Scoresheet"))


def scoresheet_pdf(view: SheetView, *, sealing: Sealing | None = None) -> bytes:
    """Render one sheet as it stands. With a sealing it is archival, with its codes and the stamp."""
    page = filled_sheet(view, sealing=sealing)
    # A sealed sheet is made once and for all, whatever the hall may know at that moment.
    page = page if sealing else marked(page, view.scoresheet.match.tournament)
    return render_pdf([page], title=sheet_title(view.scoresheet), archival=sealing is not None)


def match_pdf(views: Sequence[SheetView]) -> bytes:
    """Render sheets of a match, at least one, into one PDF to print. The sealed documents are files of their own."""
    versions = versions_by_sheet(view.scoresheet for view in views)
    sealed = {pk: documents[-1].document for pk, documents in versions.items() if documents[-1].current}
    pages = [
        filled_sheet(view, sealing=sealing_again(view, sealed[pk]) if pk in sealed else None, is_sealed=pk in sealed)
        for view in views
        for pk in [view.scoresheet.pk]
    ]
    match = views[0].scoresheet.match
    return render_pdf([marked(page, match.tournament) for page in pages], title=match_title(match))


def match_title(match: Match) -> str:
    """Return the title of a document with several sheets of a match."""
    return _("Scoresheets of match %(match)s") % {"match": match.number}


def sheet_title(scoresheet: Scoresheet) -> str:
    """Return the title of one sheet's document: match, table, tournament."""
    return _("Match %(match)s · table %(table)s · %(tournament)s") % {
        "match": scoresheet.match.number,
        "table": scoresheet.table_number,
        "tournament": scoresheet.match.tournament.name,
    }


def prefilled_page(sheet: Scoresheet, names: Sequence[str], *, qr: str = "", is_form: bool = False) -> str:
    """Render a sheet with names and lines to write on. `is_form` leaves out everything that differs from table to
    table."""
    ruleset = sheet.match.tournament.ruleset
    rounds = empty_rounds(ruleset, len(names), sheet.first_dealer)
    return form_page(sheet.match.tournament, scoresheet=sheet, names=names, rounds=rounds, qr=qr, is_form=is_form)


def form_page(
    tournament: Tournament,
    *,
    names: Sequence[str],
    rounds: Sequence[PrintedRound],
    scoresheet: Scoresheet | None = None,
    qr: str = "",
    is_form: bool = False,
) -> str:
    """Render a sheet to write on; without names and `scoresheet` it suits any table."""
    ruleset, nameless = tournament.ruleset, not any(names)
    parts = sheet_pages(rounds)
    kept = reminders_within(ruleset, reminder_lines(parts, nameless=nameless))
    lines = line_count(" ".join(kept), REMINDER_WIDTH) if kept else 0
    heights = written_heights(parts, nameless=nameless, reminders=lines)
    management = " · ".join((_("Tournament management"), tournament.management or tournament.organiser))
    rules = rules_line(ruleset)
    context = {
        "tournament": tournament,
        "title_size": title_size(f"{tournament.name}{tournament.place}"),
        "management": management,
        "management_size": management_size(management),
        "rules": rules,
        "rules_size": rules_size(rules),
        "nameless": nameless,
        "legend": " · ".join(writing_words(ruleset, len(names))),
        "reminders": " ".join(kept),
        "reminders_height": f"{lines * REMINDER:.1f}",
        "parts": parts,
        "has_sum": ruleset.has_sum,
        "row_height": f"{heights.row:.2f}",
        "row_type": f"{min(10, 2.7 * heights.row):.1f}",
        "name_height": f"{heights.name:.1f}",
        "qr": qr,
        "is_form": is_form,
        **seat_context(names, scoresheet),
    }
    return render_to_string("exports/scoresheet.html", context)


def seat_context(names: Sequence[str], scoresheet: Scoresheet | None) -> dict[str, object]:
    """Return everything that depends on the seating, and each name with the type in which it fits."""
    seats = len(names)
    keeper = names[scoresheet.scorekeeper - 1] if scoresheet else ""
    return {
        "scoresheet": scoresheet,
        "scorekeeper": keeper,
        "keeper_size": keeper_size(keeper),
        "seats": [
            PrintedSeat(
                number=number,
                name=name,
                size=player_size(name, seats),
                signer=name or _("Seat %(number)s") % {"number": number},
                signer_size=signer_size(name, seats),
            )
            for number, name in enumerate(names, 1)
        ],
    }


def empty_rounds(ruleset: Ruleset, seats: int, first_dealer: int) -> list[PrintedRound]:
    """Return the rounds of a sheet to write on, with the dealers and who sits out, as far as that is known."""
    size, games = ruleset.games_in_round(seats), ruleset.games(seats)
    return [
        PrintedRound(
            title=round_title(ruleset, before // size + 1),
            lines=tuple(
                _empty_line(ruleset, number, seats, first_dealer)
                for number in range(before + 1, min(before + size, games) + 1)
            ),
            running=("",) * seats,
        )
        for before in range(0, games, size)
    ]


def _empty_line(ruleset: Ruleset, number: int, seats: int, first_dealer: int) -> PrintedLine:
    # If the dealer moves on when all pass, nobody can know in advance who deals.
    moves = ruleset.all_pass == NEXT_DEALER
    dealer = None if moves else dealer_of(ruleset, number, seats=seats, first_dealer=first_dealer)
    out = dealer if sits_out_empty(ruleset, seats) else None
    return PrintedLine(
        number=number,
        dealer=dealer,
        cells=tuple(PrintedCell(out=seat == out) for seat in range(1, seats + 1)),
    )
