"""The values in the cells of a line. An unreadable value is left out with a remark."""

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.imports.columns import letters_of
from tournament.imports.status import NO_WORDS, says_yes
from tournament.imports.table import Cell, Formula, show
from tournament.person.birth_dates import check_age, check_birth_date, old_enough, read_birth_date
from tournament.person.first_names import ends_with_first_name
from tournament.person.names import (
    CLUB_LENGTH,
    REMARK_LENGTH,
    Born,
    clean_name,
    clean_phone,
    clean_remark,
    clean_text,
    excerpt,
    one_name,
    split_name,
    split_suffix,
    split_title,
)
from tournament.person.pairs import split_pair
from tournament.refusals import Refused

PAID_WORDS = frozenset("bezahlt paid bar überwiesen erledigt ok ja j x y yes true wahr".split())
UNPAID_WORDS = frozenset("offen ausstehend unbezahlt nichtbezahlt nochnicht fehlt unpaid open pending due".split())
LEAST_AGE = 3
_AMOUNT = re.compile(r"(?:€|eur)?\s*(\d+)(?:[.,](\d{1,2}|-+|–))?\s*(?:€|eur|euro)?", re.IGNORECASE)
_DAY = re.compile(r"\d{1,2}\.\s?\d{1,2}\.?(?:\s?\d{2,4})?")
# “Huber Anna +1” brings another person along.
_COMPANY = re.compile(r"\s*(\+\s*\d+)\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRemark:
    """A sentence about a line; with `refuses` the line is not taken because of it."""

    code: str
    text: str
    refuses: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenName:
    """A person's name as it was read from a line."""

    title: str
    last_name: str
    first_name: str


def read_names(cells: list[Cell], title: Cell, last_first: bool, remarks: list[ImportRemark]) -> list[WrittenName]:
    """Return the people in the line, mostly one; nobody if it is no name, with the reason among the remarks.

    `cells` are the whole name, the last name, the first name.
    """
    if all(isinstance(cell, str) and cell for cell in cells[1:]):
        cells = ["", *cells[1:]]  # the whole name repeats the two beside it
    if any(isinstance(cell, Formula) for cell in cells):
        text = _(
            "The name is a formula, and its result is not in the file. Please open the file in Excel or LibreOffice "
            "and save it; or copy the column and paste it as values."
        )
        remarks.append(ImportRemark(code="formula", text=text, refuses=True))
        return []
    full, last, first = (_alone(show(cell), remarks) for cell in cells)
    try:
        pair = split_pair(full, last, first)
        if pair is None:
            return [_read_name(full, last, first, show(title), last_first, remarks)]
        # The order is a guess, so use the first names that are common in this country.
        names = [_read_name(*one, "", last_first or ends_with_first_name(one[0]), []) for one in pair]
    except Refused as refused:
        remarks.append(refusal_of_value(refused))
        return []
    people = _(" and ").join(f"{name.first_name} {name.last_name}" for name in names)
    text = _("Two people in one line: %(people)s. Please check both, and leave out whoever is none.")
    remarks.append(ImportRemark(code="two_people", text=text % {"people": people}))
    return names


def _read_name(
    full: str, last: str, first: str, title: str, last_first: bool, remarks: list[ImportRemark]
) -> WrittenName:
    title_before, full = split_title(full)
    title_last, last = split_title(last)
    title_first, first = split_title(first)
    title = clean_text(title) or title_before or title_first or title_last
    if not full:
        if not last or not first:
            raise one_name(clean_name(last or first))
        last, suffix = split_suffix(last)
        return WrittenName(title=title, last_name=clean_name(last), first_name=clean_name(f"{first} {suffix}"))
    last_name, first_name = split_name(full, last_first=last_first)
    if "," not in full:
        text = _("Read as first name “%(first)s”, last name “%(last)s”.") % {"first": first_name, "last": last_name}
        remarks.append(ImportRemark(code="name_order", text=text))
    return WrittenName(title=title, last_name=last_name, first_name=first_name)


def _alone(text: str, remarks: list[ImportRemark]) -> str:
    """Return the name without the announced company."""
    match = _COMPANY.search(text)
    if not match or not text[: match.start()].strip():
        return text
    remark = _("“%(text)s” stands behind the name: whoever comes along is not entered.") % {"text": match[1]}
    remarks.append(ImportRemark(code="company", text=remark))
    return text[: match.start()].strip()


def _is_blank(cell: Cell) -> bool:
    """Whether a cell stands for an empty one: “-”, “0”."""
    return isinstance(cell, str) and cell.strip("-–—/. ") in ("", "0")


def read_club(club: Cell, town: Cell, place: str, remarks: list[ImportRemark]) -> str:
    """Return the club, else the town, else the `place` that stands behind the name."""
    cell = next((cell for cell in (club, town) if cell != "" and not _is_blank(cell)), place)
    if place:
        text = _("“%(text)s” stands behind the name and was taken as club or town.")
        if cell is not place:
            text = _("“%(text)s” stands behind the name and was left out.")
        remarks.append(ImportRemark(code="place", text=text % {"text": excerpt(place)}))
    try:
        # “#N/A” is the error that a formula left.
        if not isinstance(cell, Formula) and not show(cell).startswith("#"):
            return clean_text(show(cell), max_length=CLUB_LENGTH)
        text = _("The club is a formula and was left empty.")
        code = "club_formula"
    except Refused as refused:
        text, code = _("The club was left empty: %(reason)s") % {"reason": refused}, f"club_{refused.code}"
    remarks.append(ImportRemark(code=code, text=text))
    return ""


def read_birth(cell: Cell, day: dt.date, minimum_age: int, remarks: list[ImportRemark]) -> Born:
    """Return the date or the year of birth, None if it is open. Only a person who is certainly too young is refused.

    Without a minimum age (0), nobody needs a date.
    """
    if cell == "":
        if minimum_age:
            text = _("No date of birth: please ask for it at the desk (minimum age %(age)s).") % {"age": minimum_age}
            remarks.append(ImportRemark(code="no_birth_date", text=text))
        return None
    born = _born(cell, day, remarks)
    try:
        check_age(born, day=day, minimum_age=minimum_age)
    except Refused as refused:
        remarks.append(refusal_of_value(refused))
    if born and old_enough(born, day=day, minimum_age=minimum_age) is None:
        text = _("Only the year of birth %(year)s: please ask for the age at the desk.") % {"year": born}
        remarks.append(ImportRemark(code="year_alone", text=text))
    return born


def _born(cell: Cell, day: dt.date, remarks: list[ImportRemark]) -> Born:
    try:
        # “04.03.” without a year is stored as a day of this year: it says nothing about the age.
        if isinstance(cell, dt.date) and day.year - cell.year >= LEAST_AGE:
            check_birth_date(cell, day=day)
            return cell
        if isinstance(cell, str):
            birth = read_birth_date(cell, day=day)
            if birth.assumed and birth.date:
                values = {"text": excerpt(cell), "date": date_format(birth.date)}
                remarks.append(ImportRemark(code="date_assumed", text=_("“%(text)s” was read as %(date)s.") % values))
            return birth.born
    except Refused:
        pass
    text = _("Date of birth not readable (“%(text)s”): please ask for it at the desk.")
    remarks.append(ImportRemark(code="date_unreadable", text=text % {"text": excerpt(show(cell), 20)}))
    return None


def read_phone(cell: Cell, remarks: list[ImportRemark]) -> str:
    """Return the phone number."""
    return _clean_text(clean_phone, cell, "phone_unreadable", remarks)


def read_remark(cell: Cell, remarks: list[ImportRemark]) -> str:
    """Return the remark; a long one loses its end."""
    if isinstance(cell, Formula) or len(text := show(cell)) <= REMARK_LENGTH:
        return _clean_text(clean_remark, cell, "remark_unreadable", remarks)
    remarks.append(ImportRemark(code="remark_cut", text=_("The remark is long: its end is left out.")))
    return clean_remark(excerpt(text, REMARK_LENGTH))


def read_paid(cell: Cell, remarks: list[ImportRemark]) -> bool:
    """Whether a column says that somebody has paid: “ja”, “bezahlt”, an amount, the day of the payment."""
    if isinstance(cell, dt.date):
        return True
    text = show(cell).casefold().strip(" .!")
    if isinstance(cell, str):
        amount = _AMOUNT.fullmatch(text)
        if amount:
            return any(figure not in "0-–" for figure in amount[1] + (amount[2] or ""))
        if letters_of(text) in PAID_WORDS or text in ("✓", "✔", "✗", "✘") or _DAY.fullmatch(text):
            return True
        if not text or text in NO_WORDS or letters_of(text) in UNPAID_WORDS:
            return False
    values = {"text": excerpt(show(cell))}
    remarks.append(ImportRemark(code="paid_unreadable", text=_("“%(text)s” was not read as paid.") % values))
    return False


def is_marked(cell: Cell, text: str, remarks: list[ImportRemark]) -> bool:
    """Whether a column says yes about somebody: “ja”, “x”, “storniert”. A remark says so, and names any other word."""
    yes = says_yes(cell)
    if yes is None:
        # A formula without a value, or a word such as “bezahlt” in a column that was chosen for withdrawals.
        values = {"text": excerpt(show(cell)), "heading": text.partition(":")[0].rstrip(".")}
        remarks.append(ImportRemark(code="no_mark", text=_("“%(text)s” was not read as “%(heading)s”.") % values))
    elif yes:
        remarks.append(ImportRemark(code="marked", text=text))
    return yes is True


def refusal_of_value(refused: Refused) -> ImportRemark:
    """Return the remark that refuses the line for this reason."""
    return ImportRemark(code=refused.code, text=str(refused), refuses=True)


def _clean_text(clean: Callable[[str], str], cell: Cell, code: str, remarks: list[ImportRemark]) -> str:
    try:
        if not isinstance(cell, Formula):
            return clean(show(cell))
        text = _("“%(text)s” is a formula without a result and was left out.") % {"text": excerpt(cell.text)}
    except Refused as refused:
        text = _("Left out: %(reason)s") % {"reason": refused}
    remarks.append(ImportRemark(code=code, text=text))
    return ""
