"""Comparing fees, cash boxes, their entries and counts with the tournament's chain."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tournament.models import CashBox, CashCount, CashEntry, FeeKind, Participant, Tournament
from tournament.proof.services.audit_replay import Act, TournamentAsLogged, act_differences
from tournament.proof.services.audit_rows import compare
from tournament.proof.services.money_witnesses import (
    MoneyAsLogged,
    box_payload,
    count_payload,
    entry_payload,
    fee_payload,
    reopened_payload,
)

# Hashes of texts that a purge erases with their salt; they are then not compared any more.
TEXTS = ("reason", "texts")


def money_differences(log: MoneyAsLogged, logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    """A sentence for every fee, box, entry and count that differs from the log. Five queries."""
    yield from compare(
        "fee", log.fees, {row.pk: fee_payload(row) for row in FeeKind.objects.filter(tournament=tournament)}
    )
    people = Participant.objects.filter(tournament=tournament, fee_kind__isnull=False)
    chosen = {who: fee for who, fee in log.chosen.items() if fee is not None}
    yield from compare("the fee of participant", chosen, dict(people.values_list("pk", "fee_kind")))
    boxes = list(CashBox.objects.filter(tournament=tournament))
    yield from compare("cash box", log.boxes, {row.pk: box_payload(row) for row in boxes})
    entries = list(CashEntry.objects.filter(box__tournament=tournament).select_related("participant"))
    yield from compare("cash entry", *_comparable(log.entries, {row.pk: entry_payload(row) for row in entries}))
    counts = list(CashCount.objects.filter(box__tournament=tournament))
    yield from compare("count of a cash box", *_comparable(log.counts, {row.pk: count_payload(row) for row in counts}))
    reopened = [row for row in counts if row.reopened_at is not None]
    here = {row.pk: reopened_payload(row) for row in reopened}
    yield from compare("opening again of the cash box after count", *_comparable(log.reopened, here))
    yield from act_differences(log.acts, dict(_acts(boxes, entries, counts)))


def _acts(
    boxes: Iterable[CashBox], entries: Iterable[CashEntry], counts: Iterable[CashCount]
) -> Iterator[tuple[tuple[str, Any], Act]]:
    for box in boxes:
        yield ("cash box", box.pk), Act(by=box.opened_by_id, at=box.opened_at)
    for entry in entries:
        yield ("cash entry", entry.pk), Act(by=entry.taken_by_id, at=entry.taken_at)
    for count in counts:
        yield ("count of a cash box", count.pk), Act(by=count.counted_by_id, at=count.counted_at)
        if count.reopened_at is not None:
            act = Act(by=count.reopened_by_id, at=count.reopened_at)
            yield ("opening again of the cash box after count", count.pk), act


def _comparable(
    log: Mapping[int, dict[str, Any]], here: Mapping[int, dict[str, Any]]
) -> tuple[dict[int, dict[str, Any]], dict[int, dict[str, Any]]]:
    """Return both without the hashes of texts that are erased here."""
    erased = {(key, name) for key, row in here.items() for name in TEXTS if row.get(name) == ""}

    def rest(rows: Mapping[int, dict[str, Any]]) -> dict[int, dict[str, Any]]:
        return {
            key: {name: value for name, value in row.items() if (key, name) not in erased} for key, row in rows.items()
        }

    return rest(log), rest(here)
