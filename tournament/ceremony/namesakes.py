"""What stands behind a name that several people have: the club, or the start number."""

from collections.abc import Callable

from tournament.models import Participant, Tournament
from tournament.person.names import additions, listed_name


def namesake_additions(tournament: Tournament, has_name: Callable[[int], bool] = lambda _key: True) -> dict[int, str]:
    """Return what stands behind the name of each participant, by key: " (Post SV)", " (17)", or "". One query.

    Only those are compared, and named by their club, of whose key `has_name` says that they are shown by name.
    """
    rows = Participant.objects.filter(tournament=tournament)
    columns = rows.values_list("pk", "start_number", "last_name", "first_name", "club")
    people = [(pk, number, listed_name(last, first), club) for pk, number, last, first, club in columns if has_name(pk)]
    behind = additions((number, name, club) for _pk, number, name, club in people)
    return {pk: behind[number] for pk, number, _name, _club in people}
