"""Reading the QR codes on a photo or scan of a printed sheet. Nothing of the picture is kept."""

import io
import re

KINDS = ("JPEG", "PNG", "WEBP")
# Phones take 12 to 50 million pixels, the largest 200; a file made to exhaust memory claims thousands of millions.
MOST_PIXELS = 220_000_000
# The seal's code has 49 modules on 3 cm; a photo of the whole page shows it well at this size.
LONGER_SIDE = 4_000
_HEIC = re.compile(rb"....ftyp(heic|heix|hevc|mif1|msf1|avif)", re.DOTALL)


class PictureError(ValueError):
    """The picture cannot be read; the text is the code of the reason."""


def is_picture(content: bytes) -> bool:
    """Whether the bytes begin like a picture, readable or not."""
    begins = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\x00", b"MM\x00*")
    return content.startswith(begins) or content[8:12] == b"WEBP" or bool(_HEIC.match(content))


def codes_on(content: bytes) -> tuple[str, ...]:
    """Return the texts of the QR codes. PictureError: picture_unknown, picture_too_large, picture_unreadable."""
    import zxingcpp  # Imported here: only photos need this megabyte.
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
        picture.draft("L", (LONGER_SIDE, LONGER_SIDE))  # A JPEG can be read at a smaller size, which is much faster.
        grey = picture.convert("L")
        grey.thumbnail((LONGER_SIDE, LONGER_SIDE))
    except Exception as error:  # A damaged picture can fail anywhere inside the reader, with any kind of error.
        raise PictureError("picture_unreadable") from error
    codes = zxingcpp.read_barcodes(grey, formats=zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode]))
    return tuple(dict.fromkeys(code.text for code in codes if code.text))
