"""Names as people write them: cleaning, splitting into first and last name, comparing. Knows no database."""

import datetime as dt
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.refusals import Refused

NAME_LENGTH = 60
CLUB_LENGTH = 80
TITLE_LENGTH = 30
PHONE_LENGTH = 40
REMARK_LENGTH = 200
LONGEST_SEARCH = 80

# The signs with which a formula begins in a spreadsheet, in every width.
FORMULA_SIGNS = "=+-@＝＋－＠−"
# What nobody sees: it comes from copying web pages, or is a letter or mark without a shape (Hangul fillers, the empty
# Braille cell, variation selectors). With it two equal names would differ.
INVISIBLE = dict.fromkeys([
    *map(ord, "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u200b\u200c\u200d\u2060\u2800\u3164\ufeff\uffa0"),
    *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0),
])  # fmt: skip
# What makes a text read otherwise than it is stored, and what XML cannot hold.
CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff\U000e0000-\U000e007f]"
)
# Most accents and other marks on one letter; more of them spill into the lines above and below.
MOST_MARKS = 4
PARTICLES = frozenset({
    "da", "dal", "de", "degli", "dei", "del", "della", "den", "der", "des", "di", "do", "dos", "du", "la", "le",
    "ten", "ter", "van", "vom", "von", "zu", "zum", "zur",
})  # fmt: skip
NO_APOSTROPHES = dict.fromkeys(map(ord, "'’‘ʼ`´"))
# Letters that Unicode decomposition does not reduce to plain ones.
STROKES = str.maketrans({"đ": "d", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe"})
SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
JOINING_PARTICLES = frozenset({"und", "y", "e"})
# The younger and the elder of two people of one name: part of the first name, and behind the whole name.
SUFFIXES = frozenset(
    {"jun", "jun.", "junior", "jr", "jr.", "sen", "sen.", "senior", "sr", "sr.", "d.j.", "d.ä.", "ii", "iii", "iv"}
)
# A title, and the words that only go on with one: “Prof. Dr. med.”, “Dr.-Ing.”
TITLES = re.compile(r"(?:prof|dr)(?:[.-].*)?|(?:dipl|mag|ing|msgr|lic)\..*", re.IGNORECASE)
OF_TITLES = re.compile(
    r"(?:med|jur|phil|rer|nat|pol|oec|dent|vet|theol|habil|h\.?c|hc|mult|ing|univ|fh)\.?", re.IGNORECASE
)
PHONE = re.compile(r"\+?[0-9 ()/.,;+\-–]+")
CLUB_END = re.compile(r"\be\.?\s?V\.?\s*$", re.IGNORECASE)
# With the start number it replaces the name of somebody forgotten. No real name is like this, for names have letters.
FORGOTTEN = "#"
# With the start number it stands for the name of somebody who has not said it yet.
NAMELESS = "%"
# A date of birth, a year alone, or None where neither is known.
Born = dt.date | int | None


def full_name(first_name: str, last_name: str, title: str = "") -> str:
    """The name as people say it: “Dr. Anna Huber”, “Josef Huber jun.”; of somebody without a name the `stand_in`."""
    if number := stand_in(last_name):
        return number
    first, suffix = split_suffix(first_name)
    return " ".join(filter(None, (title, first, last_name, suffix)))


def listed_name(last_name: str, first_name: str, between: str = " ") -> str:
    """The name for sorted lists: “Huber Anna”; of somebody without a name the `stand_in`."""
    return stand_in(last_name) or f"{last_name}{between}{first_name}"


def numbered_name(number: int, name: str) -> str:
    """The start number and the name: “17 Anna Huber”; of somebody without a name the `stand_in` alone."""
    return name if has_number(name, number) else f"{number} {name}"


def has_number(name: str, number: int) -> bool:
    """Whether this is what stands for a name that is not there: it has the start number already."""
    # Lists of 1,000 people ask this of every name.
    return name.endswith(f" {number}") and name in (stand_in(f"{NAMELESS}{number}"), stand_in(f"{FORGOTTEN}{number}"))


def is_nameless(last_name: str) -> bool:
    """Whether this stands for the name of somebody who has not said it yet."""
    return last_name.startswith(NAMELESS) and last_name[1:].isdecimal()


def stand_in(last_name: str) -> str:
    """What stands for a name that is not there: “Participant 17” for somebody forgotten, “No. 87” for somebody who has
    not said it yet; "" for everybody else.
    """
    if last_name.startswith(FORGOTTEN):
        return gettext("Participant %(number)s") % {"number": last_name[1:]}
    return short_stand_in(last_name) if is_nameless(last_name) else ""


def short_stand_in(last_name: str) -> str:
    """The same for the head of a column: “No. 17”; "" for everybody who has a name."""
    number = last_name[1:] if last_name.startswith(FORGOTTEN) or is_nameless(last_name) else ""
    return number and gettext("No. %(number)s") % {"number": number}


def fold_text(text: str) -> str:
    """The text with single spaces, none around it, one form of each accent and no invisible characters."""
    return " ".join(unicodedata.normalize("NFC", text.translate(INVISIBLE)).split())


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would take this text for a formula."""
    return text.lstrip().startswith(tuple(FORMULA_SIGNS))


def clean_name(text: str, *, max_length: int = NAME_LENGTH) -> str:
    """Return the cleaned first or last name. Refused: no_name, no_letters, and all of clean_text."""
    name = clean_text(text, max_length=max_length)
    if not name:
        raise Refused(_("The name is missing."), code="no_name")
    if not any(character.isalpha() for character in name):
        raise Refused(_("“%(text)s” is no name: it has no letters."), code="no_letters", text=name)
    return name


def clean_text(text: str, *, max_length: int = CLUB_LENGTH) -> str:
    """Return the cleaned name or club, perhaps empty. Refused: formula, and all of clean_line."""
    cleaned = fold_text(text)
    if is_formula(cleaned):
        raise Refused(
            _("“%(text)s” begins like a formula of a spreadsheet. Please write it without “%(sign)s” in front."),
            code="formula",
            text=excerpt(cleaned),
            sign=cleaned[0],
        )
    return clean_line(cleaned, max_length=max_length)


def clean_line(text: str, *, max_length: int) -> str:
    """Return the cleaned line, perhaps empty; it may begin with any sign. Refused: unprintable, too_long."""
    cleaned = fold_text(text)
    check_printable(cleaned)
    if len(cleaned) > max_length:
        raise Refused(
            _("“%(text)s” is too long: %(length)s characters, at most %(most)s have room."),
            code="too_long",
            text=excerpt(cleaned),
            length=len(cleaned),
            most=max_length,
        )
    return cleaned


def check_printable(text: str) -> None:
    """Refuse unprintable: what has no shape, changes the direction or the line, or has heaps of marks on a letter."""
    if text != printable(text) or text != text.translate(INVISIBLE):
        raise Refused(_("There are characters in it that cannot be printed. Please type it again."), code="unprintable")


def clean_phone(text: str) -> str:
    """Return the cleaned phone number, perhaps empty. Refused: bad_phone."""
    number = fold_text(text)
    if number and not (PHONE.fullmatch(number) and sum(map(str.isdigit, number)) >= 3 and len(number) <= PHONE_LENGTH):
        raise Refused(
            _("“%(text)s” is no phone number. Please write it like 0171 1234567 or +49 171 1234567."),
            code="bad_phone",
            text=excerpt(number),
        )
    return number


def clean_remark(text: str) -> str:
    """Return the cleaned remark, perhaps empty; it may begin with any sign. Refused: too_long."""
    remark = one_line(text)
    if len(remark) > REMARK_LENGTH:
        raise Refused(
            _("The remark is too long: %(length)s characters, at most %(most)s have room."),
            code="too_long",
            length=len(remark),
            most=REMARK_LENGTH,
        )
    return remark


def excerpt(text: str, length: int = 40) -> str:
    """The beginning of the text, without unprintable characters, to quote it in a sentence."""
    line = printable(text)
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def initials(name: str) -> str:
    """The first letters of the first and the last word: KR for K. Reiter; one letter for a single name."""
    words = [letters for word in name.split() if (letters := "".join(filter(str.isalnum, word)))]
    return "".join(word[0].upper() for word in [*words[:1], *words[1:][-1:]])


def printable(text: str) -> str:
    """The text with spaces for what cannot be printed: controls, new lines, changes of direction, unpaired surrogates.

    Of the marks on one letter only the first MOST_MARKS stay.
    """
    if text.isprintable() and text.isascii():
        return text
    signs, marks = [], 0
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= MOST_MARKS:
            signs.append(" " if category.startswith("C") or category in {"Zl", "Zp"} else character)
    return "".join(signs)


def without_controls(text: str) -> str:
    """The text of an earlier row, for documents: nothing that turns it around or that XML forbids; line breaks stay."""
    return text if text.isascii() and text.isprintable() else CONTROLS.sub("", text)


def one_line(text: str) -> str:
    """The text as one line of what can be printed, with single spaces."""
    return fold_text(printable(text))


def with_lines(text: str) -> str:
    """The text of what can be printed; its line breaks stay."""
    return "\n".join(map(one_line, text.splitlines())).strip()


def name_key(last_name: str, first_name: str) -> str:
    """Return the key that two spellings of one name share: no case, single spaces, one apostrophe; accents stay."""
    return fold_text(f"{last_name} {first_name}").replace("’", "'").casefold()


def may_be_one(club: str, born: Born, other_club: str, other_born: Born) -> bool:
    """Whether two entries of one name may be the same person. Dates of birth decide, or else two different clubs; two
    different years of birth are two people."""
    if isinstance(born, dt.date) and isinstance(other_born, dt.date):
        return born == other_born
    if born and other_born and year_of(born) != year_of(other_born):
        return False
    return not (club and other_club) or club_key(club) == club_key(other_club)


def club_key(club: str) -> str:
    """Return what the spellings of one club share: “FC Haar e. V.” and “F.C. Haar” are “fchaar”."""
    letters = "".join(filter(str.isalnum, plain(club)))
    return letters.removesuffix("ev") if CLUB_END.search(club) else letters


def year_of(born: Born) -> int | None:
    """Return the year of birth, None where it is not known."""
    return born.year if isinstance(born, dt.date) else born


def plain(text: str) -> str:
    """The text without case, accents, strokes and apostrophes, to sort and search ä like a, ł like l (DIN 5007)."""
    folded = text.casefold()
    if not folded.isascii():  # most names are, and a hall of 1,000 is sorted for every page of it
        spread = unicodedata.normalize("NFD", folded.translate(STROKES))
        folded = "".join(sign for sign in spread if not unicodedata.combining(sign))
    return folded.translate(NO_APOSTROPHES)


def sorting_name(name: str, start_number: int) -> str:
    """What a list is sorted by for this name: `plain`; whoever has not said it comes last, by start number."""
    if name.endswith(f" {start_number}") and name == stand_in(f"{NAMELESS}{start_number}"):
        return f"\U0010ffff{start_number:09}"
    return plain(name)


def distinct_names(people: Iterable[tuple[int, str, str]]) -> dict[int, str]:
    """The names by start number, for a list on which people look for themselves; `people` are number, name, club.

    Where several people have the same name, an addition stands behind it: “Huber Josef (Post SV)”.
    """
    listed = list(people)
    behind = additions(listed)
    return {number: name + behind[number] for number, name, _club in listed}


def additions(people: Iterable[tuple[int, str, str]], *, longest: int = 40) -> dict[int, str]:
    """What stands behind the names, by start number: “ (Post SV)” where several people have the same name, else "".

    It is the club, of a long one the beginning; where that does not tell them apart either, it is the start number.
    """
    words, alike = {}, dict[str, list[tuple[int, str]]]()
    for number, name, club in people:
        words[number] = ""
        alike.setdefault(plain(name), []).append((number, excerpt(club, longest)))
    for group in alike.values():
        if len(group) == 1:
            continue
        clubs = Counter(plain(club) for _number, club in group)
        for number, club in group:
            words[number] = f" ({club if club and clubs[plain(club)] == 1 else number})"
    return words


def spellings(text: str) -> tuple[str, str]:
    """The two ways to type the text: with plain letters, and with its umlauts spelled out (muller, mueller)."""
    return plain(text), plain(unicodedata.normalize("NFC", text).casefold().translate(SPELLED_OUT))


def search_words(text: str) -> list[str]:
    """The words by which a list is searched, of what was typed; longer than a name nothing is looked for."""
    return text[:LONGEST_SEARCH].replace(",", " ").split()


def fits(words: list[str], start_number: int, text: str) -> bool:
    """Whether every word is this start number or a part of this text, in any spelling of the umlauts."""
    spelled = spellings(text)
    return all(
        int(word) == start_number
        if word.isascii() and word.isdigit()
        else any(typed in spelling for typed in spellings(word) for spelling in spelled)
        for word in words
    )


def split_name(text: str, *, last_first: bool = False) -> tuple[str, str]:
    """Split a whole name into (last, first): “Huber, Anna”, “Anna Huber”, and with `last_first` also “Huber Anna”.

    Particles belong to the last name: “Franz de la Rosa”. “jun.”, “sen.” and “II” belong to the first name.
    Refused: no_name, one_name, many_commas, and all of clean_name.
    """
    name = clean_name(text, max_length=2 * NAME_LENGTH)
    parts = [part.strip() for part in name.split(",")]
    if len(parts) > 2:
        raise Refused(
            _("“%(text)s” has more than one comma. Please write “last name, first name”."),
            code="many_commas",
            text=excerpt(name),
        )
    if len(parts) == 1:
        name, suffix = split_suffix(name)
        words = name.split()
        cut = _end_of_last_name(words) if last_first else _begin_of_last_name(words)
        parts = (
            [" ".join(words[:cut]), " ".join(words[cut:])]
            if last_first
            else [" ".join(words[cut:]), " ".join(words[:cut])]
        )
    else:
        parts[0], suffix = split_suffix(parts[0])
    if not all(parts):
        raise one_name(name)
    return clean_name(parts[0]), clean_name(f"{parts[1]} {suffix}")


def split_suffix(text: str) -> tuple[str, str]:
    """Split what tells the younger from the elder off the end: “Josef jun.” is (“Josef”, “jun.”)."""
    words = text.split()
    cut = len(words)
    while cut > 1 and words[cut - 1].casefold() in SUFFIXES:
        cut -= 1
    return " ".join(words[:cut]), " ".join(words[cut:])


def split_title(text: str) -> tuple[str, str]:
    """Split titles off a name, wherever they stand: “Huber, Dr. med. Josef” is (“Dr. med.”, “Huber, Josef”)."""
    titles: list[str] = []
    rest: list[str] = []
    goes_on = False
    for word in text.split():
        goes_on = bool(TITLES.fullmatch(word) or (goes_on and OF_TITLES.fullmatch(word)))
        (titles if goes_on else rest).append(word)
    title, name = " ".join(titles).strip(" ,"), " ".join(rest).strip(" ,")
    return (title, name) if name and len(title) <= TITLE_LENGTH else ("", text)


def one_name(name: str) -> Refused:
    """Return the refusal of a name that is only one word."""
    return Refused(
        _("“%(text)s” is only one name. Please write last name and first name."), code="one_name", text=excerpt(name)
    )


def _begin_of_last_name(words: list[str]) -> int:
    """The index of the last name in “Magdalena von und zu Guttenstein”: its first particle, or else the last word."""
    for index in range(1, len(words) - 1):
        if words[index].casefold() in PARTICLES:
            return index
    return len(words) - 1


def _end_of_last_name(words: list[str]) -> int:
    """The end of the last name in “von und zu Guttenstein Magdalena”: after the first word that is no particle."""
    for index, word in enumerate(words):
        if word.casefold() not in PARTICLES | JOINING_PARTICLES:
            return index + 1
    return len(words)
