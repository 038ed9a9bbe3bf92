"""The files of the handbook: a folder for each language; two files with the same number are the same page.

The address of a page is the German name in both languages, so a link stays the same when the language changes.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
FOLDERS = {"de": DOCS / "handbuch", "en": DOCS / "handbook"}
PICTURES = DOCS / "pictures"
# Where a PNG says how wide and high it is.
PNG_SIZE = slice(16, 24)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFile:
    """A page in one language. `number` is "02", `name` is "abend" in both languages."""

    number: str
    name: str
    path: Path

    @property
    def source(self) -> str:
        """The Markdown as it stands in the file at this moment."""
        return self.path.read_text(encoding="utf-8")


def text_files(language: str) -> tuple[TextFile, ...]:
    """Return the pages in their order; a file without its German one is left out."""
    names = dict(path.stem.split("-", 1) for path in sorted(FOLDERS["de"].glob("[0-9][0-9]-*.md")))
    found = {path.name[:2]: path for path in sorted(FOLDERS[language].glob("[0-9][0-9]-*.md"))}
    return tuple(
        TextFile(number=number, name=name, path=found[number]) for number, name in names.items() if number in found
    )


def picture_file(name: str) -> Path | None:
    """Return the file of a picture, or None if there is none."""
    return next((path for path in PICTURES.glob("*.png") if path.stem == name), None)


@lru_cache(maxsize=64)
def picture_size(name: str) -> tuple[int, int] | None:
    """Return width and height in pixels, so that a page does not jump while the picture comes."""
    path = picture_file(name)
    if path is None:
        return None
    with path.open("rb") as file:
        size = file.read(PNG_SIZE.stop)[PNG_SIZE]
    return int.from_bytes(size[:4]), int.from_bytes(size[4:])
