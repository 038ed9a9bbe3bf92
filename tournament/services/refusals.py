"""Names in refusals: the code in `sheet/` knows only primary keys, but people read names."""

from typing import Any

from scoring.games import record_to_json
from tournament.draw.selectors.seats import names_at, players_at
from tournament.models import Scoresheet, SignatureRefusal, TableDevice, User
from tournament.person.table_names import short_names
from tournament.refusals import Refused
from tournament.sheet.actors import Actor
from tournament.words import game_labels
from tournament.words.citations import cited
from tournament.words.labels import own_page_name


def with_names(scoresheet: Scoresheet, refusal: Refused) -> Refused:
    """The same refusal with the names and words that its sentence needs."""
    context: dict[str, Any] = dict(refusal.context)
    if (by := context.pop("by", None)) is not None:
        context["name"] = _name_of(by)
    if (login := context.pop("login", None)) is not None:
        context["name"] = User.objects.get(pk=login).full_name
    if (record := context.pop("record", None)) is not None:
        ruleset = scoresheet.match.tournament.ruleset
        context["text"] = game_labels.describe(ruleset, record_to_json(record), short_names(players_at(scoresheet)))
    if refusal.code in ("signature_refused", "seat_refuses"):
        seat = context.pop("seat")
        row = SignatureRefusal.objects.get(seat__scoresheet=scoresheet, seat__number=seat, lapsed_at=None)
        context |= {"name": names_at(scoresheet)[seat], "reason": row.reason}
    return Refused(
        cited(refusal.message, scoresheet.match.tournament.ruleset), code=refusal.code, kind=refusal.kind, **context
    )


def _name_of(by: Actor) -> str:
    if by.card is not None:
        return own_page_name(by.card)
    if by.login is not None:
        return str(User.objects.get(pk=by.login).full_name)
    return TableDevice.objects.select_related("scoresheet").get(pk=by.device or 0).full_name
