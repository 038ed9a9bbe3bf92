"""Which tournaments there are, and where one of them stands: its steps with live numbers."""

from django.utils.text import slugify

from tournament.models import Tournament

SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def spelled_out(text: str) -> str:
    """The text in the letters of an address: lower case, ä as ae, anything else as one hyphen."""
    return slugify(text.translate(SPELLED_OUT))


def proposed_slug(name: str) -> str:
    """A free public address made from the name, "" where the name has no letter for one. One query."""
    longest: int = Tournament._meta.get_field("slug").max_length or 0
    slug = spelled_out(name)[: longest - 3].rstrip("-")
    taken = set(Tournament.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    candidates = [slug, *(f"{slug}-{number}" for number in range(2, 100))]
    return next((candidate for candidate in candidates if slug and candidate not in taken), "")
