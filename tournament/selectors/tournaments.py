"""The list of tournaments, and a free public address for a new one."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.text import slugify

from tournament.enums import TournamentState
from tournament.models import ImportedTournament, Tournament

SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def tournaments() -> QuerySet[Tournament]:
    """Return all tournaments, newest day first, with `players` and whether they were imported. One query."""
    rows = Tournament.objects.annotate(
        players=Count("participants", filter=Q(participants__withdrawn=False)),
        came_here=Exists(ImportedTournament.objects.filter(tournament=OuterRef("pk"))),
    )
    return rows.order_by("-day", "-pk")


def public_tournaments() -> QuerySet[Tournament]:
    """Return the tournaments that players may look for, in registration, running or over, and no rehearsal; the
    newest five. One query."""
    states = (TournamentState.REGISTRATION, TournamentState.RUNNING, TournamentState.FINISHED, TournamentState.ARCHIVED)
    return Tournament.objects.filter(state__in=states, rehearsal=False).order_by("-day", "-pk")[:5]


def spelled_out(text: str) -> str:
    """Return the text in the letters of an address: lower case, ä as ae, anything else as one hyphen."""
    return slugify(text.translate(SPELLED_OUT))


def proposed_slug(name: str) -> str:
    """Return a free public address made from as many whole words of the name as fit; "" if no letter of it can be used.
    One query."""
    slug = _whole_words(spelled_out(name), most=37)  # the field takes 40: leave room for -99
    slugs = set(Tournament.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    candidates = [slug, *(f"{slug}-{number}" for number in range(2, 100))]
    return next((candidate for candidate in candidates if slug and candidate not in slugs), "")


def _whole_words(slug: str, most: int) -> str:
    """Return as many whole words as fit; a first word that alone is too long is cut."""
    if len(slug) > most:
        slug = slug[: most + 1].rpartition("-")[0] or slug[:most]
    return slug.strip("-_")
