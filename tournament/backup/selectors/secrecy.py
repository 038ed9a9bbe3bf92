"""What a restore says of results that are held back, and of people who do not want to be named in public."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.backup.copies.contents import Contents
from tournament.models import Event
from tournament.standings.selectors.documents import NAMES_CHANGED

FROZEN = "release.frozen"


def secrecy_sentences(copy: Contents) -> Iterator[str]:
    """Before: what stays untold although it came after the copy. One query."""
    chains = {head.tournament: head.sequence for head in copy.heads if head.sheet is None}
    newer = [
        event
        for event in Event.objects.filter(kind__in=(FROZEN, *NAMES_CHANGED)).select_related("tournament").order_by("pk")
        if event.tournament and event.sequence > chains.get(event.tournament.slug, event.sequence)
    ]
    names = {event.tournament.name: None for event in newer if event.tournament and event.tournament.is_held_back}
    if names:
        yield _(
            "Results were held back after the copy: %(names)s. They stay so: the hall’s ranking then stands still as "
            "it is in the copy."
        ) % {"names": ", ".join(names)}
    if any(event.kind in NAMES_CHANGED for event in newer):
        yield _(
            "How people are named in public was changed after the copy. Nobody is named more openly than here; the "
            "wishes of those whom the copy does not have are lost."
        )


def kept_sentences(changes: Mapping[str, Any]) -> Iterator[str]:
    """After: what was kept untold in this tournament (backup/services/restored_secrecy.py)."""
    if changes.get("held_back"):
        yield _(
            "Results were held back, and the copy did not know it: the hall’s ranking stands still as it is in the "
            "copy."
        )
    if changes.get("names"):
        yield _("Names in public are as strict as before the restore.")
    if unknown := changes.get("unknown"):
        yield ngettext(
            "%(count)s person who did not want to be named is not in the copy: please note that wish again.",
            "%(count)s people who did not want to be named are not in the copy: please note their wishes again.",
            unknown,
        ) % {"count": unknown}
