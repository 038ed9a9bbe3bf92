"""What a tournament's chain says of its fees and cash boxes. The services write it, the audit replays and compares it.

Sums stand in it as they are; names of fees, boxes and people, and reasons, by their hashes.
"""

from dataclasses import dataclass, field
from typing import Any

from tournament.models import CashBox, CashCount, CashEntry, FeeKind
from tournament.proof.integrity.hashes import sha256
from tournament.proof.integrity.names import CASH_COUNT, CASH_ENTRY, CASH_REOPENED, names_hash


def fee_payload(fee: FeeKind) -> dict[str, Any]:
    """A kind of fee."""
    return {"fee_kind": fee.pk, "position": fee.position, "cents": fee.cents, "name": sha256(fee.name)}


def box_payload(box: CashBox) -> dict[str, Any]:
    """A cash box and the cents that it was opened with."""
    return {"box": box.pk, "cents": box.float_cents, "name": sha256(box.name)}


def entry_payload(entry: CashEntry) -> dict[str, Any]:
    """What was taken from a participant, or given back."""
    return {
        "entry": entry.pk,
        "box": entry.box_id,
        "participant": entry.participant_id,
        "start_number": entry.participant.start_number,
        "fee_kind": entry.fee_kind_id,
        "turn": entry.turn,
        "cents": entry.cents,
        "reverses": entry.reverses_id,
        "reason": names_hash(entry, CASH_ENTRY, entry.salt),
    }


def count_payload(count: CashCount) -> dict[str, Any]:
    """The closing of a box."""
    return {
        "count": count.pk,
        "box": count.box_id,
        "pieces": count.pieces,
        "counted": count.counted_cents,
        "expected": count.expected_cents,
        "texts": names_hash(count, CASH_COUNT, count.salt),
    }


def reopened_payload(count: CashCount) -> dict[str, Any]:
    """A box was opened again after this count."""
    return {"count": count.pk, "box": count.box_id, "reason": names_hash(count, CASH_REOPENED, count.salt)}


@dataclass(slots=True)
class MoneyAsLogged:
    """Fees, boxes, entries and counts by id as the events tell them; the fee of each participant who owes another one
    than the first; who wrote a row, and when."""

    fees: dict[int, dict[str, Any]] = field(default_factory=dict)
    chosen: dict[int, int | None] = field(default_factory=dict)
    boxes: dict[int, dict[str, Any]] = field(default_factory=dict)
    entries: dict[int, dict[str, Any]] = field(default_factory=dict)
    counts: dict[int, dict[str, Any]] = field(default_factory=dict)
    reopened: dict[int, dict[str, Any]] = field(default_factory=dict)
    acts: dict[tuple[str, Any], Any] = field(default_factory=dict)

    def play(self, what: str, payload: dict[str, Any], act: Any) -> None:
        """Replay one link of this kind."""
        match what:
            case "fees_set":
                self.fees = {fee["fee_kind"]: fee for fee in payload["fees"]}
                self.chosen = {who: fee for who, fee in self.chosen.items() if fee in self.fees}
            case "fee_chosen":
                self.chosen[payload["participant"]] = payload["fee_kind"]
            case "box_opened":
                self.boxes[payload["box"]] = payload
                self.acts["cash box", payload["box"]] = act
            case "taken" | "reversed":
                self.entries[payload["entry"]] = payload
                self.acts["cash entry", payload["entry"]] = act
            case "closed":
                self.counts[payload["count"]] = payload
                self.acts["count of a cash box", payload["count"]] = act
            case "reopened":
                self.reopened[payload["count"]] = payload
                self.acts["opening again of the cash box after count", payload["count"]] = act
            case "deleted":
                for rows in (self.fees, self.chosen, self.boxes, self.entries, self.counts, self.reopened, self.acts):
                    rows.clear()
