"""The codes on a photo: what a phone's camera or a scanner saw of a printed sheet. Nothing of the picture is kept."""

import io
import re

KINDS = ("JPEG", "PNG", "WEBP")
# A phone's camera takes 12 to 50 million pixels, the largest 200; a bomb claims thousands of millions.
MOST_PIXELS = 220_000_000
# The dense code of the seal has 49 modules on 3 cm: a page photographed whole shows it well at this size.
LONGER_SIDE = 4_000
_HEIC = re.compile(rb"....ftyp(heic|heix|hevc|mif1|msf1|avif)", re.DOTALL)


class PictureError(ValueError):
    """A picture that cannot be read; its text is the code that says why."""


def is_picture(content: bytes) -> bool:
    """Whether the bytes begin as a picture does, one that can be read or not."""
    begins = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\x00", b"MM\x00*")
    return content.startswith(begins) or content[8:12] == b"WEBP" or bool(_HEIC.match(content))


def codes_on(content: bytes) -> tuple[str, ...]:
    """The texts of the QR codes on a picture. PictureError: picture_unknown, picture_too_large, picture_unreadable."""
    import zxingcpp  # late: a megabyte of reader that only photos need
    from PIL import Image, UnidentifiedImageError

    try:
        picture = Image.open(io.BytesIO(content), formats=KINDS)
    except UnidentifiedImageError:
        raise PictureError("picture_unknown") from None
    except Image.DecompressionBombError:
        raise PictureError("picture_too_large") from None
    except Exception as error:
        raise PictureError("picture_unreadable") from error
    if picture.width * picture.height > MOST_PIXELS:
        raise PictureError("picture_too_large")
    try:
        picture.draft("L", (LONGER_SIDE, LONGER_SIDE))  # a JPEG is read smaller at once
        grey = picture.convert("L")
        grey.thumbnail((LONGER_SIDE, LONGER_SIDE))
    except Exception as error:  # a damaged picture fails anywhere inside the reader, with any kind of error
        raise PictureError("picture_unreadable") from error
    found = zxingcpp.read_barcodes(grey, formats=zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode]))
    return tuple(dict.fromkeys(code.text for code in found if code.text))
