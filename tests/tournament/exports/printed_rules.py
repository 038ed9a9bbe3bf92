"""Points typed from the rule documents, and how the tests read a PDF of rules."""

import io
import re
from collections.abc import Callable
from functools import cache

from django.utils import translation
from pypdf import PdfReader

from scoring.ruleset import Ruleset, load_ruleset

SCHAFKOPFSCHULE = """
+1 −1  +2 −2  +3 −3
+6 −2  +9 −3  +12 −4
+2 −6  +3 −9  +4 −12
+18 −6
+6 −18
+24 −8
"""
HOUSE = """
+10 −10  +20 −20  +30 −30
+60 −20  +90 −30  +120 −40
+20 −60  +30 −90  +40 −120
+60 −60
+240 −80
+80 −240
+240 −80
+10 −30
+20 −60
+40 −120
+60 −20
"""
# Game 1, Schneider 1, Schwarz 1, Hearts 1, Solo 1; Du doubles everything. Three pay or get it at a table of four, as
# the dealer counts as an opponent.
PALATINATE = """
+3 −1  +6 −2  +9 −3
+1 −3  +2 −6  +3 −9
+6 −2  +9 −3  +12 −4
+2 −6  +3 −9  +4 −12
+9 −3  +12 −4  +15 −5
+3 −9  +4 −12  +5 −15
+24 −8
+8 −24
+30 −10
+10 −30
"""
# The same at a table of three: two pay or get it.
PALATINATE_OF_THREE = """
+2 −1  +4 −2  +6 −3
+1 −2  +2 −4  +3 −6
+4 −2  +6 −3  +8 −4
+2 −4  +3 −6  +4 −8
+6 −3  +8 −4  +10 −5
+3 −6  +4 −8  +5 −10
+16 −8
+8 −16
+20 −10
+10 −20
"""
# Three opponents; the Solo itself has no point (reading 38).
ASSERUFEN = """
+1 −1  +2 −2  +3 −3
+3 −1  +6 −2  +9 −3
+1 −3  +2 −6  +3 −9
+6 −2  +9 −3  +12 −4
+2 −6  +3 −9  +4 −12
+18 −6
+6 −18
+24 −8
+8 −24
"""
# Rufer, Hochzeit twice that, soloists, Touts, Sie, Bettel, Bettel Brett twice that, Ramsch with up to two Jungfrauen.
SOCIAL = """
+1 −1  +2 −2  +3 −3
+2 −2  +4 −4  +6 −6
+6 −2  +9 −3  +12 −4
+2 −6  +3 −9  +4 −12
+18 −6
+6 −18
+24 −8
+6 −2
+2 −6
+12 −4
+4 −12
+1 −3
+2 −6
+4 −12
+6 −2
"""
TABLES = {
    "schafkopfschule-2023": SCHAFKOPFSCHULE,
    "schafkopfschule-2007": SCHAFKOPFSCHULE,
    "house-10-60": HOUSE,
    "palatinate-three": PALATINATE,
    "asserufen": ASSERUFEN,
    "social": SOCIAL,
    "social-short": SOCIAL,
}
FIGURES = re.compile(r"\+\d+ −\d+")


def figures(text: str) -> list[str]:
    """Every pair of points of a text in its order: "+6 −2"."""
    return FIGURES.findall(text)


def pdf_reader(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def printed(make: Callable[[Ruleset], bytes], ruleset_id: str, language: str = "en") -> bytes:
    """The poster or leaflet of a bundled ruleset, rendered once for all tests that read it."""
    return _printed(make, ruleset_id, language)


@cache
def _printed(make: Callable[[Ruleset], bytes], ruleset_id: str, language: str) -> bytes:
    with translation.override(language):
        return make(load_ruleset(ruleset_id))


def words(pdf: bytes) -> str:
    """All words of a PDF in their order, one space apart."""
    return " ".join(" ".join(page.extract_text() for page in pdf_reader(pdf).pages).split())
