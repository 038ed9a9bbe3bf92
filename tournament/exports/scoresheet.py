"""The scoresheet on A4: blank, prefilled with names, or filled. The same view as the screen's, laid out for paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ruleset import NEXT_DEALER, Ruleset, changed_settings
from scoring.sheets import dealer_of
from tournament.enums import SheetState, SignatureKind
from tournament.exports.pdf import render_pdf
from tournament.exports.sealing import Sealing
from tournament.labels import CONTRACTS, ruleset_title, signed
from tournament.models import Scoresheet, Tournament
from tournament.qr import address_qr
from tournament.ruleset_sentences import edition_words
from tournament.selectors.scoresheets import CellView, LineView, OldValue, RoundView, SheetView
from tournament.strokes import Drawing

# More remarks than this are set smaller, so that they stay on the one page.
LONG_REMARKS = 450
# Lines and checksum lines that leave room to write large, fit on a page as they are, or set closer.
SHORT_ROWS = 24
ROOMY_ROWS = 42
DENSE_ROWS = 50
# Nobody stood between: the players' own hands, at the table or on their phones.
BY_THEMSELVES = {
    SignatureKind.TABLE.value: gettext_lazy("signed at the table"),
    SignatureKind.PHONE.value: gettext_lazy("signed on their own phone"),
}


# In the column of the game; what is longer stands there in small type on two lines.
LONGEST_WORD = 11


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCell:
    """One seat of a line: what counts, and what stood there before, struck through (5.3.4)."""

    plus: str
    minus: str
    circled: bool
    old_plus: str
    old_minus: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLine:
    """One of the lines as printed. An unwritten one has its number and dealer only, or a free place for the dealer."""

    number: int
    dealer: int | None
    word: str
    old_word: str
    struck: bool
    cells: tuple[PrintedCell, ...]

    @property
    def is_long(self) -> bool:
        """Whether the column's usual type is too wide for the word, together with what it replaced."""
        return len(self.word) + len(self.old_word) > LONGEST_WORD


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRound:
    """The lines of a round and its checksum line; `running` is empty strings until the round is full."""

    title: str
    lines: tuple[PrintedLine, ...]
    running: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """A signature line: who signs here, how and when it was done where it was, and what the finger wrote."""

    who: str
    how: str
    drawing: Drawing | None = None


def blank_pdf(tournament: Tournament) -> bytes:
    """A sheet of this tournament with lines for match, table and names: to write on, a page for each size of table."""
    ruleset = tournament.ruleset
    pages = [
        sheet_page(tournament, names=[""] * seats, rounds=_empty_rounds(ruleset, seats, ruleset.first_dealer))
        for seats in ruleset.seats
    ]
    return render_pdf(pages, title=_("Scoresheet"))


def scoresheet_pdf(view: SheetView, *, sealing: Sealing | None = None) -> bytes:
    """One sheet as it stands; of an accepted one that is going to be sealed, with its codes and room for the stamp."""
    return render_pdf([filled_page(view, sealing=sealing)], title=sheet_title(view.scoresheet))


def match_pdf(
    views: Sequence[SheetView], *, filled: bool, capitals: bool = False, addresses: Mapping[int, str] | None = None
) -> bytes:
    """All sheets of a match in one PDF, as they stand or with the names only; at least one sheet.

    `addresses` by table are drawn on those that are written on, for the scanner at the desk.
    """
    told = addresses or {}
    pages = [
        filled_page(view)
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


def filled_page(view: SheetView, *, sealing: Sealing | None = None) -> str:
    """The sheet as it stands: lines, old values, remarks, signatures, acceptance and check code."""
    sheet = view.scoresheet
    return sheet_page(
        sheet.match.tournament,
        scoresheet=sheet,
        names=[seat.name for seat in view.seats],
        rounds=[_round(round_) for round_ in view.rounds] or [_sums(view)],
        totals=[signed(total) for total in view.evaluated.totals],
        total_sum=view.checksum,
        remarks=[*view.remarks, *view.waiting_remarks],
        signatures=[_signature(view, number) for number in range(len(view.seats))],
        drawn=any(seat.signature and seat.signature.strokes for seat in view.seats),
        supervisor=_acceptance(sheet),
        state=SheetState(sheet.state).label,
        check_code=sealing.check_code if sealing else view.check_code,
        sealing=sealing,
    )


def block_letters(name: str) -> str:
    """Capitals that keep apart what the small letters keep apart: Süß is not Süss."""
    return name.replace("ß", "ẞ").upper()


def rules_line(ruleset: Ruleset) -> str:
    """Which rules were in force: title, edition and every setting that differs from the published ones."""
    names = {"title": ruleset_title(ruleset), "edition": edition_words(ruleset.edition)}
    words = [_("Rules: %(title)s, edition %(edition)s") % names]
    changes = [f"{key} = {mine}" for key, mine, _theirs in changed_settings(ruleset)]
    if changes:
        words.append(_("changed: %(settings)s") % {"settings": ", ".join(changes)})
    return " · ".join(words)


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
        "circled": _circled(tournament.ruleset),
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


def _circled(ruleset: Ruleset) -> str:
    """What a circle on this sheet says, "" where nothing is circled (5.3.3)."""
    names = [
        str(CONTRACTS[key])
        for key, contract in ruleset.contracts.items()
        if contract.circled and contract.kind.base not in ruleset.contracts
    ]
    return _("circled: %(contracts)s") % {"contracts": get_text_list(names, _("or"))} if names else ""


def _density(lines: int, rounds: int) -> str:
    """How close the lines of a sheet stand, so that it stays on one page: the class of its table."""
    if lines + rounds <= SHORT_ROWS:
        return "is-short"
    return "" if lines + rounds <= ROOMY_ROWS else "is-dense" if lines + rounds <= DENSE_ROWS else "is-tight"


def _round(view: RoundView) -> PrintedRound:
    title = _("Round %(number)s · checksum") % {"number": view.number}
    if view.full:
        title = f"{title} {signed(view.sum)}{' ✓' if view.sum == 0 else ''}"
    return PrintedRound(
        title=title,
        lines=tuple(_line(line) for line in view.lines),
        running=tuple(signed(value) if view.full else "" for value in view.running),
    )


def _sums(view: SheetView) -> PrintedRound:
    """The sums of both columns, where only the totals are known."""
    running = tuple(f"+{seat.plus} −{seat.minus}" for seat in view.seats)
    return PrintedRound(title=_("Plus and minus points"), lines=(), running=running)


def _line(view: LineView) -> PrintedLine:
    old_words = [old.word for old in view.old_values if old.word != view.word]
    return PrintedLine(
        number=view.number,
        dealer=view.dealer,
        word=_("open") if view.waiting else view.word,
        old_word=" ".join(dict.fromkeys(old_words)),
        struck=view.struck,
        cells=tuple(_cell(cell, view.old_values, index) for index, cell in enumerate(view.cells)),
    )


def _cell(view: CellView, old_values: Sequence[OldValue], seat: int) -> PrintedCell:
    before = [old.cells[seat] for old in old_values if seat < len(old.cells)]
    return PrintedCell(
        plus=_figure(view.plus),
        minus=_figure(view.minus),
        circled=view.circled,
        old_plus=" ".join(_figure(old.plus) for old in before if old.plus and old.plus != view.plus),
        old_minus=" ".join(_figure(old.minus) for old in before if old.minus and old.minus != view.minus),
    )


def _figure(value: int | None) -> str:
    return "" if value is None else str(value)


def _signature(view: SheetView, index: int) -> Signed:
    seat = view.seats[index]
    if seat.signature is None:
        return Signed(who=seat.name, how="")
    when = time_format(timezone.localtime(seat.signature.signed_at), "TIME_FORMAT")
    drawing = seat.signature.drawing
    if seat.signature.kind in BY_THEMSELVES:
        words = BY_THEMSELVES[seat.signature.kind] if drawing else _("confirmed without drawing")
        return Signed(who=seat.name, how=f"{words}, {when}", drawing=drawing)
    words = _("signed on paper") if seat.signature.kind == SignatureKind.PAPER else _("confirmed at the desk")
    return Signed(who=seat.name, how=f"{words} · {seat.signature.recorder.full_name}, {when}")


def _acceptance(sheet: Scoresheet) -> Signed:
    if sheet.accepted_by is None or sheet.accepted_at is None:
        return Signed(who=_("Supervisor"), how="")
    when = date_format(timezone.localtime(sheet.accepted_at), "SHORT_DATETIME_FORMAT")
    return Signed(
        who=_("Supervisor"),
        how=_("accepted · %(name)s, %(when)s") % {"name": sheet.accepted_by.full_name, "when": when},
    )
