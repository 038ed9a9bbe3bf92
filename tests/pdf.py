"""A PDF as its reader has it: pages, words, pixels."""

import io
import re

from pypdf import PageObject, PdfReader


def pdf_reader(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def text(pdf: bytes) -> str:
    """All words of a PDF in their order, one space apart."""
    return " ".join(" ".join(map(page_text, pdf_reader(pdf).pages)).split())


def page_text(page: PageObject) -> str:
    # The reader joins a line to the next one where the type size changes.
    return re.sub(r"(Scoresheet|Table \d+)(?=[A-Z])", r"\1 ", page.extract_text())


def ppm(data: bytes) -> tuple[int, int, bytes]:
    """Width, height and pixels (three bytes each) of a binary PPM."""
    magic, width, height, _rest = data.split(maxsplit=3)
    assert magic == b"P6"
    return int(width), int(height), data[-int(width) * int(height) * 3 :]
