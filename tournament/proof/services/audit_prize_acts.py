"""Comparing what was done about prizes, and the lots that were drawn in public, with the tournament's chain."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament import lots
from tournament.models import PrizeAct, PublicLot, Tournament
from tournament.proof.services.audit_replay import Act, TournamentAsLogged, act_differences
from tournament.proof.services.audit_rows import compare


def prize_act_differences(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    """A sentence for every act that differs from the log. One query."""
    here: dict[int, tuple[Any, ...]] = {}
    acts: dict[tuple[str, Any], Act] = {}
    for row in PrizeAct.objects.filter(tournament=tournament):
        here[row.pk] = (row.kind, row.participant_id, row.prize_id, row.cents, row.undone_at is not None)
        acts["act about a prize", row.pk] = Act(by=row.acted_by_id, at=row.acted_at)
        if row.undone_at is not None:
            acts["act about a prize undone", row.pk] = Act(by=row.undone_by_id, at=row.undone_at)
    yield from compare("act about a prize", logged.prize_acts, here)
    logged_acts = {key: act for key, act in logged.acts.items() if key[0].startswith("act about a prize")}
    yield from act_differences(logged_acts, acts)


def public_lot_differences(
    logged: TournamentAsLogged, tournament: Tournament, numbers: Mapping[int, int]
) -> Iterator[str]:
    """A sentence for every lot that differs from the log, or whose order is not what its seed gives. One query."""
    rows = {row.pk: row for row in PublicLot.objects.filter(tournament=tournament)}
    logged_lots = {key: _logged_columns(lot) for key, lot in logged.public_lots.items()}
    here = {key: _columns(row) for key, row in rows.items()}
    yield from compare("public lot", logged_lots, here)
    acts: dict[tuple[str, Any], Act] = {}
    for key, row in rows.items():
        acts["public lot", key] = Act(by=row.closed_by_id, at=row.closed_at)
        if row.drawn_at is not None:
            acts["public lot drawn", key] = Act(by=row.drawn_by_id, at=row.drawn_at)
    logged_acts = {key: act for key, act in logged.acts.items() if key[0].startswith("public lot")}
    yield from act_differences(logged_acts, acts)
    for key, row in rows.items():
        list_hash = logged.public_lots.get(key, {}).get("list_hash", "")
        if not _follows(row, numbers, list_hash):
            yield _("public lot %(key)s is not what its list, its secret and the numbers of the hall give") % {
                "key": key
            }


def _logged_columns(lot: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "prize": lot["prize"],
        "prize_number": lot["number"],
        "entrants": lot["entrants"],
        "kept": lot["kept"],
        "commitment": lot["commitment"],
        "numbers": lot.get("numbers", []),
        "order": lot.get("order", []),
        "given_up": lot.get("given_up", False),
    }


def _columns(row: PublicLot) -> dict[str, Any]:
    return {
        "prize": row.prize_id,
        "prize_number": row.prize_number,
        "entrants": row.entrants,
        "kept": row.kept,
        "commitment": row.commitment,
        "numbers": row.numbers,
        "order": row.order,
        "given_up": row.given_up_at is not None,
    }


def _follows(row: PublicLot, numbers: Mapping[int, int], list_hash: str) -> bool:
    """Whether the list has the hash that was shown, the secret fits its seal and, once drawn, the order follows."""
    terms = row.terms(numbers)
    if lots.commitment(row.secret) != row.commitment or terms.list_hash != list_hash:
        return False
    if row.drawn_at is None:
        return True
    order: list[int] = lots.lot_protocol(terms, secret=row.secret, hall=row.numbers)["order"]
    return order == [numbers[key] for key in row.order]
