"""Names in refusals: the code in `sheet/` knows only primary keys, but people read names."""

from typing import Any

from scoring.games import record_to_json
from tournament.models import Scoresheet, SignatureRefusal, TableDevice, User
from tournament.refusals import Refused
from tournament.selectors.scoresheets import short_names
from tournament.words import game_labels


def with_names(scoresheet: Scoresheet, refusal: Refused) -> Refused:
    """The same refusal with the names and words that its sentence needs."""
    told: dict[str, Any] = dict(refusal.context)
    if (by := told.pop("by", None)) is not None:
        actor: Any = User.objects.get(pk=by.login) if by.login else TableDevice.objects.get(pk=by.device)
        told["name"] = actor.full_name
    if (login := told.pop("login", None)) is not None:
        told["name"] = User.objects.get(pk=login).full_name
    if (record := told.pop("record", None)) is not None:
        people = scoresheet.seats.values_list("participant__first_name", "participant__last_name")
        ruleset = scoresheet.match.tournament.ruleset
        told["text"] = game_labels.describe(ruleset, record_to_json(record), short_names(list(people)))
    if refusal.code in ("signature_refused", "seat_refuses"):
        rows = SignatureRefusal.objects.filter(seat__scoresheet=scoresheet, seat__number=told.pop("seat"))
        row = rows.select_related("seat__participant").get(lapsed_at=None)
        told |= {"name": str(row.seat.participant), "reason": row.reason}
    return Refused(refusal.message, code=refusal.code, kind=refusal.kind, **told)
