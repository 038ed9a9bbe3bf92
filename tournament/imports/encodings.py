"""The encoding of a text, recognised by the places of umlauts and signs in names.

Nothing in such a file names its encoding. “Müller” from a Mac is “MŸller” for Windows: a capital inside a word.
"""

import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum


class Encoding(StrEnum):
    """The possible encodings of a text. `TWICE`: UTF-8 that was taken for another one and encoded again."""

    UTF_8 = "utf-8"
    WINDOWS = "cp1252"
    MAC = "mac_roman"
    DOS = "cp850"
    EAST = "cp1250"
    TWICE = "twice"


# In the order that decides between equal marks. EAST has the umlauts in the same places as WINDOWS, so people choose
# it.
ONE_BYTE = (Encoding.WINDOWS, Encoding.MAC, Encoding.DOS)
CHUNKS = re.compile(rb'[\r\n;,\t"]+')
APOSTROPHES = frozenset("’‘ʼ`´")
QUOTES = frozenset("„“”‚«»‹›")
VOWELS = frozenset("aeiouyäöü")
DASHES_AND_SPACES = frozenset("–—‐‑\u00a0\u00ad\u200b\ufeff·")
NO_LETTERS_OF_NAMES = frozenset("ƒªºı")


def decode_cell(data: bytes, encoding: Encoding) -> str:
    """Return the text of a cell. Bytes without a meaning become �.

    A cell that is no UTF-8 within a text of UTF-8 was pasted from elsewhere: it is read in the encoding that fits it
    best.
    """
    if data.isascii():
        return data.decode("ascii")
    if encoding not in (Encoding.UTF_8, Encoding.TWICE):
        return data.decode(encoding, errors="replace")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_best_of_one_byte([data]), errors="replace")
    return mend(text) if encoding == Encoding.TWICE else text


def guess_encoding(data: bytes) -> Encoding:
    """Return the encoding of a text whose cells are separated by the usual signs."""
    chunks = {chunk for chunk in CHUNKS.split(data) if not chunk.isascii()}
    texts = [text for chunk in chunks if (text := _utf_8(chunk)) is not None]
    if chunks and not texts:
        return _best_of_one_byte(chunks)
    return Encoding.TWICE if any(mend(text) != text for text in texts) else Encoding.UTF_8


def mend(text: str) -> str:
    """Return a text that was encoded twice in its true form: “MÃ¼ller” is “Müller”. Other texts stay as they are."""
    if text.isascii():
        return text
    for encoding in ONE_BYTE:
        try:
            return b"".join(_byte(letter, encoding) for letter in text).decode("utf-8")
        except UnicodeError:
            continue
    return text


def has_odd_letters(text: str) -> bool:
    """Whether the text has letters or signs in places where no name has them, a sign of a wrong encoding: “H”lzl”,
    “M?ller”."""
    return bool(_marks(text)[1]) or re.search(r"[^\W\d]\?[^\W\d]", text) is not None


def _utf_8(chunk: bytes) -> str | None:
    try:
        return chunk.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _byte(letter: str, encoding: Encoding) -> bytes:
    # Programs keep the five bytes that Windows' encoding leaves open as they are.
    return letter.encode("latin-1" if "\x80" <= letter < "\xa0" else encoding)


def _best_of_one_byte(chunks: Iterable[bytes]) -> Encoding:
    """Return Windows' encoding unless something in the text is odd and another encoding has better marks."""
    chunks = list(chunks)
    merits = {}
    for encoding in ONE_BYTE:
        marks = [_marks(chunk.decode(encoding, errors="replace")) for chunk in chunks]
        if encoding == Encoding.WINDOWS and not any(bad or doubts for _good, bad, doubts in marks):
            return encoding
        merits[encoding] = sum(good - 3 * bad - doubts for good, bad, doubts in marks)
    return max(merits, key=lambda encoding: merits[encoding])


def _marks(text: str) -> tuple[int, int, int]:
    """Return the weight in favour of these letters, the number of them in places where no name has them, and the weight
    against them that rules nothing out."""
    good = bad = doubts = 0
    for at, letter in enumerate(text):
        if letter.isascii():
            continue
        before, after = text[at - 1] if at else " ", text[at + 1 : at + 2] or " "
        if letter in NO_LETTERS_OF_NAMES or not letter.isalpha():
            bad += _is_odd_sign(letter, before, after)
        elif _is_odd_case(letter, before, after):
            bad += 1
        elif doubt := _doubt(letter, before, after):
            doubts += doubt
        else:
            good += 3 if letter in "äöüßÄÖÜ" else 1
    return good, bad, doubts


def _is_odd_case(letter: str, before: str, after: str) -> bool:
    """Whether a capital stands inside a word of small letters, or a small letter inside one of capitals."""
    if letter.isupper():
        return before.islower() or (before.isalpha() and after.islower() and after != "ß")
    return letter != "ß" and letter.islower() and before.isupper() and after.isupper()


def _is_odd_sign(sign: str, before: str, after: str) -> bool:
    if sign in DASHES_AND_SPACES or sign in APOSTROPHES or unicodedata.combining(sign):
        return False
    if sign in QUOTES:  # around words they are usual
        return before.isalpha() and after.isalpha()
    if sign == "…":
        return after.isalpha()
    return sign == "\ufffd" or before.isalpha() or after.isalpha() or unicodedata.category(sign).startswith("C")


def _doubt(letter: str, before: str, after: str) -> int:
    """Return how unlikely a letter is between its neighbours."""
    if not unicodedata.name(letter, "").startswith("LATIN"):
        return 2
    if letter == "ß":
        return 0 if before.casefold() in VOWELS else 3
    if letter in "šž":
        consonants = [other.isalpha() and other.casefold() not in VOWELS for other in (before, after)]
        return 2 if all(consonants) else 0
    return 2 if letter.islower() and not before.isalpha() and after.islower() else 0
