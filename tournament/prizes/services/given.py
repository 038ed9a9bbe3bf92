"""What was handed out stays with whom it was given to: nothing is decided that makes it somebody else's."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext_lazy as _

from tournament.models import PrizeAct, Tournament
from tournament.prizes.kinds import PrizeActKind
from tournament.prizes.selectors.handing_out import handing_out
from tournament.refusals import Refused


@contextmanager
def given_stays(tournament: Tournament) -> Iterator[None]:
    """Refuse what is done within, if by it a prize that was given is another's, or too much was given.

    Within a transaction, which the refusal rolls back. Refused: handed_out (names the prize and who has it).
    """
    acts = PrizeAct.objects.filter(tournament=tournament, kind=PrizeActKind.GIVEN, undone_at=None)
    if not acts.exists():
        yield
        return
    before = _wrong(tournament)
    yield
    if wrong := {key: act for key, act in _wrong(tournament).items() if key not in before}:
        act = next(iter(wrong.values()))
        raise Refused(
            _("Prize %(number)s was given to %(name)s and would be due otherwise: undo the handing out first."),
            code="handed_out",
            number=act.prize.number if act.prize else "",
            name=act.participant.numbered_name,
        )


def _wrong(tournament: Tournament) -> dict[int, PrizeAct]:
    """Return what was given to somebody whose it is not, or more than is due, by the key of the act."""
    content = handing_out(tournament)
    acts = [one.act for one in content.misgiven] + [
        hand.handed_out for hand in content.changed if hand.handed_out is not None and hand.difference < 0
    ]
    return {act.pk: act for act in acts}
