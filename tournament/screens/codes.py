"""The secret of a browser in the hall, and the code that it shows until somebody names it. Pure but for chance."""

import hashlib
import re
import secrets

# Read aloud across the hall: no letter or digit here looks or sounds like another one (B/D/P, M/N, S/F, I/1, O/0, ...).
READABLE = "ACEFHKLNRTUWXY3479"
LENGTH = 6
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
NOT_READABLE = re.compile(r"[^A-Z0-9]")


def new_token() -> str:
    """The secret of a browser: 256 bits. Only the browser has it."""
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    """Whether this can be a secret of ours; anything else gets a new one."""
    return TOKEN.fullmatch(text) is not None


def code_of(token: str) -> str:
    """The code that this browser shows. It follows from the secret, so nothing is written before it is typed."""
    number = int.from_bytes(hashlib.sha256(b"screen\0" + token.encode()).digest(), "big")
    signs = []
    for _place in range(LENGTH):
        number, sign = divmod(number, len(READABLE))
        signs.append(READABLE[sign])
    return "".join(signs)


def spaced(code: str) -> str:
    """The code in two groups, as it is shown and read aloud: KXF 4RT."""
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def typed_code(text: str) -> str:
    """The code in what somebody typed, in any case and with any spaces; "" if it is none."""
    code = NOT_READABLE.sub("", text.upper())
    return code if len(code) == LENGTH and set(code) <= set(READABLE) else ""
