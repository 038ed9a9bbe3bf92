"""Pictures of prizes and logos, made anew from what was handed in: nothing but pixels is kept. Pure.

Only what Pillow decodes as JPEG, PNG or WebP is a picture here. An SVG is a program, and none is shown.
"""

import io
import math
import threading
from dataclasses import dataclass
from hashlib import sha256

from django.utils.translation import gettext_lazy as _

from tournament.refusals import Refused

READ = ("JPEG", "PNG", "WEBP")
LONGEST_SIDE = 1920
MOST_BYTES = 20 * 1_048_576
# A JPEG is decoded smaller at once, a PNG or WebP in full first. Memory as measured for the largest: a WebP with holes
# 430 MB, a PNG 330 MB, a progressive JPEG 160 MB (in four colours, long and narrow: 390 MB).
MOST_PIXELS_OF_JPEG = 50_000_000
MOST_PIXELS = 25_000_000
LONGEST_WAIT = 20  # seconds
# One at a time in a process, which the tables share: several at once would take all the memory.
_TURN = threading.Lock()
JPEG, PNG = "image/jpeg", "image/png"
QUALITY = 85


@dataclass(frozen=True, slots=True, kw_only=True)
class MadePicture:
    """A picture as it is kept."""

    data: bytes
    content_type: str
    width: int
    height: int

    @property
    def sha256(self) -> str:
        return sha256(self.data).hexdigest()


def check_picture_size(size: int) -> None:
    """Refuse (`picture_too_large`) a file with too many bytes before it is read."""
    if size > MOST_BYTES:
        raise Refused(
            _("The picture has %(size)s MB; at most %(most)s MB are taken. Please make it smaller first."),
            code="picture_too_large",
            size=-(-size // 1_048_576),
            most=MOST_BYTES // 1_048_576,
            field="picture",
        )


def made_anew(data: bytes) -> MadePicture:
    """Return the picture with at most 1,920 pixels a side, upright, without all that a file holds beside it.

    It waits until no other one is made. Refused: picture_too_large, picture_too_many_pixels, no_picture, pictures_wait.
    """
    check_picture_size(len(data))
    if not _TURN.acquire(timeout=LONGEST_WAIT):
        raise Refused(
            _("Other pictures are being made smaller. Please hand this one in again in a moment."),
            code="pictures_wait",
            field="picture",
        )
    try:
        return _made_anew(data)
    finally:
        _TURN.release()


def content_type_of(data: bytes) -> str:
    """Return which of the two kept kinds a picture is by its first bytes; "" if neither."""
    return PNG if data.startswith(b"\x89PNG\r\n\x1a\n") else JPEG if data.startswith(b"\xff\xd8\xff") else ""


def _made_anew(data: bytes) -> MadePicture:
    # Pillow is loaded only where a picture is handed in.
    from PIL import Image, ImageOps, UnidentifiedImageError

    most = MOST_PIXELS_OF_JPEG if content_type_of(data) == JPEG else MOST_PIXELS
    try:
        with Image.open(io.BytesIO(data), formats=READ) as opened:
            if opened.width * opened.height > most:
                raise _too_many_pixels(most)
            # The sides are given in proportion, or a long and narrow JPEG would be decoded in full.
            share = LONGEST_SIDE / max(opened.size)
            opened.draft("RGB", (math.ceil(opened.width * share), math.ceil(opened.height * share)))
            picture: Image.Image = opened
            if picture.mode.startswith("I"):
                # 16 bits of grey, as scanners write them: only the upper eight are kept.
                picture = picture.convert("I").point(lambda grey: grey * (1 / 256)).convert("L")
            has_holes = picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info
            mode = "RGBA" if has_holes else "RGB"
            # No copy before it is small.
            picture = picture if picture.mode == mode else picture.convert(mode)
            picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
            picture = ImageOps.exif_transpose(picture)
    except Image.DecompressionBombError:
        raise _too_many_pixels(most) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, OverflowError, MemoryError):
        raise Refused(
            _("This is no picture that can be shown: please choose a JPEG, PNG or WebP file. An SVG is not taken."),
            code="no_picture",
            field="picture",
        ) from None
    # Into an empty one, so that neither the place where a photo was taken nor anything else goes with it.
    clean = Image.new(picture.mode, picture.size)
    clean.paste(picture)
    file = io.BytesIO()
    if has_holes:
        clean.save(file, "PNG", optimize=True)
    else:
        clean.save(file, "JPEG", quality=QUALITY, optimize=True)
    return MadePicture(
        data=file.getvalue(), content_type=PNG if has_holes else JPEG, width=clean.width, height=clean.height
    )


def _too_many_pixels(most: int) -> Refused:
    return Refused(
        _("The picture has too many pixels: at most %(most)s million are taken. Please make it smaller first."),
        code="picture_too_many_pixels",
        most=most // 1_000_000,
        field="picture",
    )
