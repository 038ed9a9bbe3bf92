"""A page as scanners and cameras see it, and the codes that zxing-cpp reads on it."""

import io
import shutil
import subprocess

import pytest
import zxingcpp
from PIL import Image, ImageFilter


def picture(pdf: bytes, dpi: int, page: int = 1) -> Image.Image:
    """A page in greyscale, rendered by poppler."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("no pdftoppm here: apt-get install poppler-utils")
    command = ["pdftoppm", "-gray", "-r", str(dpi), "-f", str(page), "-singlefile", "-"]
    return Image.open(io.BytesIO(subprocess.run(command, input=pdf, capture_output=True, check=True).stdout))


def codes(image: Image.Image) -> set[str]:
    return {code.text for code in zxingcpp.read_barcodes(image)}


def scan(pdf: bytes, page: int = 1) -> Image.Image:
    """A scan in greyscale at 150 dpi: slightly rotated and blurred, with noise and a grey background."""
    image = picture(pdf, 150, page).rotate(2.2, expand=True, fillcolor=255, resample=Image.Resampling.BICUBIC)
    noise = Image.effect_noise(image.size, 60)
    return Image.blend(image.filter(ImageFilter.GaussianBlur(0.6)), noise, 0.25)


def photo(pdf: bytes, page: int = 1) -> Image.Image:
    """A photo from the corner of a table: 6 million pixels, foreshortened, darker at the top, blurred, as JPEG."""
    image = picture(pdf, 250, page)
    width, height = image.size
    image = image.transform(
        (width, height),
        Image.Transform.PERSPECTIVE,
        # Lines converge towards the top, and the sheet is slightly rotated.
        (1.3, 0.09, -0.15 * width, 0.03, 1.3, -0.1 * height, 0.00002, 0.00006),
        resample=Image.Resampling.BICUBIC,
        fillcolor=120,
    )
    shade = Image.linear_gradient("L").resize(image.size).point(lambda value: 110 + value // 2)
    dark = Image.composite(image, Image.new("L", image.size, 40), shade)
    content = io.BytesIO()
    dark.filter(ImageFilter.GaussianBlur(1)).save(content, "JPEG", quality=60)
    return Image.open(content)


def copied(image: Image.Image) -> Image.Image:
    """A copy of a copy: black or white, nothing in between."""
    return image.filter(ImageFilter.GaussianBlur(0.7)).point(lambda value: 255 if value > 150 else 0)


def positions(image: Image.Image, dpi: int) -> dict[str, tuple[float, float]]:
    """Each code with the left and right edge of its modules on an upright page, in millimetres."""
    return {
        code.text: (code.position.top_left.x / dpi * 25.4, code.position.top_right.x / dpi * 25.4)
        for code in zxingcpp.read_barcodes(image)
    }


def twice_copied(image: Image.Image) -> Image.Image:
    """A copy of a copy of the page."""
    return copied(copied(image))
