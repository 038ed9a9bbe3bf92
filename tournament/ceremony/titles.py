"""What a step of the prize-giving is called: by its places, or by what is announced with it."""

from collections.abc import Collection

from django.utils.translation import gettext as _


def places_title(places: Collection[int]) -> str:
    """Return "Place 3", "Places 23 and 24" or "Places 12 to 19"."""
    first, last = min(places), max(places)
    if first == last:
        return _("Place %(place)s") % {"place": first}
    if len(set(places)) == 2:
        return _("Places %(first)s and %(last)s") % {"first": first, "last": last}
    return _("Places %(first)s to %(last)s") % {"first": first, "last": last}


def special_title() -> str:
    """Return what a list of prizes is called that go to no place."""
    return _("Special prizes")
