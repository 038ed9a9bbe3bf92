"""The pictures of the handbook show the program as it is: they are taken again and compared.

`python -m tests.pictures` writes them.
"""

import io
import os
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from tests.e2e.pictures import PICTURES, make_world, take
from tests.house.own_files import ROOT
from tests.worlds.frozen import freeze

pytestmark = [pytest.mark.e2e, pytest.mark.proof, pytest.mark.django_db(transaction=True)]

FOLDER = ROOT / "docs" / "pictures"
COLOURS = 64
MOST_BYTES = 80_000
# Letters are drawn a little differently from one browser to the next, and the palette is small.
SAME, SHARE = 60, 0.01


def shrunk(png: bytes) -> bytes:
    """The picture with few colours, as it lies in docs/pictures."""
    file = io.BytesIO()
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def difference(one: Path, other: bytes) -> float:
    """The share of pixels that differ visibly; 1 if the sizes differ or there is no such file."""
    if not one.exists():
        return 1.0
    before, now = Image.open(one).convert("RGB"), Image.open(io.BytesIO(other)).convert("RGB")
    if before.size != now.size:
        return 1.0
    apart = ImageChops.difference(before, now).convert("L").point(lambda value: 255 * (value > SAME))
    return apart.histogram()[255] / (now.width * now.height)


@pytest.mark.usefixtures("german")
def test_the_pictures_are_as_the_program_is(
    device: Any, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path  # where the copies lie that the page "Backup" lists
    make_world(freeze(monkeypatch))
    names = os.environ.get("PICTURES_TO_WRITE")  # names, separated by blanks; all if it is empty
    differing = {}
    for picture in PICTURES:
        path = FOLDER / f"{picture.name}.png"
        image = shrunk(take(picture, device))
        assert len(image) < MOST_BYTES, picture.name
        if names is not None and (not names or picture.name in names.split()):
            path.write_bytes(image)
        share = difference(path, image)
        if share > SHARE:
            differing[picture.name] = round(share, 4)
    assert differing == {}, "python -m tests.pictures writes them anew"
