"""The results as a folder of plain HTML in a zip, for any web space: no script, no request to anywhere else.

Knows no rows and no clock: the same facts make the same bytes. Every page names the others, so it works from a disk.
"""

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.results.facts import Facts, PlayedMatch, WonPrize
from tournament.selectors.scoresheets import SheetView
from tournament.words.labels import CRITERIA

STYLES = Path(__file__).resolve().parent.parent / "static" / "css"
STYLE = "style.css"
# A zip cannot hold an earlier date; with the time of today two zips of the same results would differ.
NO_TIME = (1980, 1, 1, 0, 0, 0)
FILE_MODE = 0o644 << 16
# Its name and content.
File = tuple[str, bytes]


def match_page(number: int) -> str:
    """The name of the page of a match."""
    return f"match-{number}.html"


def sheet_page(match: int, table: int) -> str:
    """The name of the page with the games of a table."""
    return f"match-{match}-table-{table:03}.html"


def folder_files(
    facts: Facts, matches: Sequence[PlayedMatch], sheets: Iterable[SheetView] = (), *, money: bool = False
) -> Iterator[File]:
    """Yield the files of the folder. `sheets` are those with their games, as the web may see them."""
    won = [prize for prize in facts.prizes if prize.winners]
    pages = [("index.html", _("Ranking"))]
    pages += [(match_page(one.number), _("Match %(match)s") % {"match": one.number}) for one in matches]
    pages += [("prizes.html", _("Prizes"))] * bool(won or facts.cups)
    pages += [("special.html", _("Special ones"))] * bool(facts.sies or facts.highest or facts.most)
    base = {"facts": facts, "pages": pages}
    yield _page("index.html", "ranking", base)
    for one in matches:
        yield _page(match_page(one.number), "match", base | {"match": one})
    if won or facts.cups:
        yield _page("prizes.html", "prizes", base | {"prizes": won, "money": money and _any_money(won)})
    if facts.sies or facts.highest or facts.most:
        most = [(CRITERIA[one.counter], one) for one in facts.most]
        yield _page("special.html", "special", base | {"most": most})
    with_games = False
    for view in sheets:
        with_games = True
        number = view.scoresheet.match.number
        name = sheet_page(number, view.scoresheet.table_number)
        yield _page(name, "sheet", base | {"view": view, "here": match_page(number)})
    style = render_to_string("results/folder/style.css")
    yield STYLE, (style + (STYLES / "sheet.css").read_text(encoding="utf-8") * with_games).encode()


def zipped(files: Iterable[File], folder: str) -> bytes:
    """Put the files into a zip, in one folder; the same files make the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in files:
            info = zipfile.ZipInfo(f"{folder}/{name}", NO_TIME)
            info.compress_type, info.external_attr, info.create_system = zipfile.ZIP_DEFLATED, FILE_MODE, 3
            archive.writestr(info, content)
    return out.getvalue()


def _page(name: str, template: str, context: dict[str, Any]) -> File:
    return name, render_to_string(f"results/folder/{template}.html", {"here": name, **context}).encode()


def _any_money(prizes: Sequence[WonPrize]) -> bool:
    return any(cents for prize in prizes for _who, cents, _why in prize.winners)
