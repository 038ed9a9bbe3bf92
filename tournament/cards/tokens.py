"""The token of a start card: 128 bits that follow from the installation's key and the salt of the card's row.

So a card can be printed again, and neither a row nor the log holds a token. Knows no rows.
"""

from base64 import urlsafe_b64encode

from django.utils.crypto import salted_hmac

BYTES = 16
# In an address a token has this many letters.
LENGTH = 22


def token_of(salt: str) -> str:
    """Return the token that belongs to this salt, as it stands in the address."""
    digest = salted_hmac("tournament.cards", salt, algorithm="sha256").digest()[:BYTES]
    return urlsafe_b64encode(digest).decode().rstrip("=")
