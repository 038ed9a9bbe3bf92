"""What a tournament's chain says of its prizes. The services of prizes write it, the audit replays and compares it."""

from dataclasses import dataclass, field
from typing import Any

from tournament.models import Picture, Prize, PrizeGroup
from tournament.prizes.kinds import Criterion, Sharing
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import sha256


def prize_payload(prize: Prize) -> dict[str, Any]:
    """A prize, its words and donor by their hash; the club that it is for is such a word, too."""
    club = prize.argument if prize.criterion == Criterion.CLUB else ""
    return {
        "prize": prize.pk,
        "number": prize.number,
        "group": prize.group_id,
        "criterion": prize.criterion,
        "argument": "" if club else prize.argument,
        "count": prize.count,
        "cents": prize.cents,
        "value_cents": prize.value_cents,
        "picture": prize.picture_id,
        "shown": prize.shown,
        "words": sha256(canonical([prize.words, prize.donor, club])),
    }


def group_payload(group: PrizeGroup) -> dict[str, Any]:
    """A group of prizes, its name by its hash."""
    return {"group": group.pk, "per_head": group.per_head, "name": sha256(group.name)}


def picture_payload(picture: Picture) -> dict[str, Any]:
    """A picture, by the hash of its bytes."""
    return {"picture": picture.pk, "sha256": picture.sha256, "width": picture.width, "height": picture.height}


@dataclass(slots=True)
class PrizesAsLogged:
    """Prizes, groups and pictures by id as the events tell them, and what equal places get."""

    prizes: dict[int, dict[str, Any]] = field(default_factory=dict)
    groups: dict[int, dict[str, Any]] = field(default_factory=dict)
    pictures: dict[int, dict[str, Any]] = field(default_factory=dict)
    added: dict[tuple[str, int], Any] = field(default_factory=dict)
    """The acts by which pictures were added."""
    sharing: str = Sharing.DIVIDED.value

    def mask(self, payload: dict[str, Any]) -> None:
        """Replay that somebody was forgotten: the rows that named the person have other texts."""
        if "prizes" not in payload:
            # An older version did not say which ones: until the next link of a row, its text is not known.
            self.prizes = {key: row | {"words": None} for key, row in self.prizes.items()}
            self.groups = {key: row | {"name": None} for key, row in self.groups.items()}
            return
        self.prizes |= {row["prize"]: row for row in payload["prizes"]}
        self.groups |= {row["group"]: row for row in payload["groups"]}

    def play(self, what: str, payload: dict[str, Any], act: Any) -> None:
        """Replay an event."""
        match what:
            case "added" | "changed":
                self.prizes |= {entry["prize"]: entry for entry in payload["prizes"]}
            case "removed":
                for entry in payload["prizes"]:
                    del self.prizes[entry["prize"]]
            case "group_added" | "group_changed":
                self.groups[payload["group"]] = payload
            case "group_removed":
                del self.groups[payload["group"]]
            case "picture_added":
                self.pictures[payload["picture"]], self.added["picture", payload["picture"]] = payload, act
            case "picture_removed":
                del self.pictures[payload["picture"]], self.added["picture", payload["picture"]]
            case "sharing":
                self.sharing = payload["sharing"]
