"""QR codes on paper: rendered by a PDF program and read module by module."""

import io
import shutil
import subprocess

import pytest
import segno
import zxingcpp
from PIL import Image

DPI = 300


def modules(pdf: bytes, box: tuple[float, float, float, float], size: int, page: int = 1) -> list[str]:
    """The code within this box of a page (left, top, width, height in mm), one string per row, "#" for dark."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("no pdftoppm here: apt-get install poppler-utils")
    left, top, width, height = (str(round(value * DPI / 25.4)) for value in box)
    command = ["pdftoppm", "-gray", "-r", str(DPI), "-f", str(page), "-l", str(page), "-singlefile"]
    command += ["-x", left, "-y", top, "-W", width, "-H", height, "-"]
    shades = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout
    magic, wide, high, _rest = shades.split(maxsplit=3)
    assert magic == b"P5"
    columns, rows = int(wide), int(high)
    pixels = shades[-columns * rows :]
    dark = [divmod(at, columns) for at, shade in enumerate(pixels) if shade < 128]
    first, last = min(row for row, _ in dark), max(row for row, _ in dark)
    start, end = min(column for _, column in dark), max(column for _, column in dark)
    # The middle of each module, between the outermost dark pixels, which belong to the three finder patterns.
    down, across = (last - first + 1) / size, (end - start + 1) / size
    return [
        "".join(
            "#"
            if pixels[int(first + (row + 0.5) * down) * columns + int(start + (column + 0.5) * across)] < 128
            else "."
            for column in range(size)
        )
        for row in range(size)
    ]


def codes_of(pdf: bytes, page: int = 1) -> list[str]:
    """The texts of the QR codes on a page, as a camera reads them."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("no pdftoppm here: apt-get install poppler-utils")
    command = ["pdftoppm", "-gray", "-png", "-r", "200", "-f", str(page), "-l", str(page), "-singlefile", "-"]
    picture = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout
    return [code.text for code in zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))]


def code_of(text: str) -> list[str]:
    """The modules that this text must give (error correction M), without the white margin."""
    matrix = segno.make(text, error="m", micro=False, boost_error=False, encoding="utf-8").matrix
    return ["".join("#" if module else "." for module in row) for row in matrix]
