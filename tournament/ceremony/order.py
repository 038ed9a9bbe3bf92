"""The order of the evening for whoever leads it: each step with full names, prizes and figures. Never for the hall."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.ceremony.namesakes import namesake_additions
from tournament.ceremony.reasons import heard_reason
from tournament.ceremony.script import HONOURS, LIST, OPENING, PRIZE, people_of_script
from tournament.ceremony.titles import places_title, special_title
from tournament.enums import ShownName
from tournament.models import Participant, Prize, Tournament
from tournament.participants.selectors.public_names import PublicNames, public_name, public_names
from tournament.prizes.selectors.rows import in_public
from tournament.standings.selectors.standings import Margin
from tournament.standings.selectors.words import ahead_text, total_text


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedPrize:
    """A prize that is announced, and the money that this winner gets of it; `why` is read out with a special prize."""

    prize: Prize
    cents: int | None
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Somebody in a step. `total` and `place` are those of the ranking, "" and None where there are none.

    `ahead` says what puts the place ahead of the one behind it, where the step announces the place. `shown` is how the
    hall sees the name; `listed` is the name told apart from that of others.
    """

    participant: Participant
    listed: str
    naming: ShownName
    place: int | None
    total: str
    won: tuple[AnnouncedPrize, ...]
    ahead: str = ""
    named_for_place: bool = False
    """Whether the name is shown for the place alone: before, only the number was."""

    @property
    def name_read_out(self) -> str:
        """The name as it is read out: as the hall sees it."""
        return public_name(self.naming, self.participant.start_number, str(self.participant))

    @property
    def by_name(self) -> bool:
        """Whether the name may be read out."""
        return self.naming == ShownName.NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderStep:
    """One step in words."""

    number: int
    kind: str
    title: str
    people: tuple[Named, ...]


def order_of(tournament: Tournament, script: Mapping[str, Any], numbers: Iterable[int]) -> list[OrderStep]:
    """Return these steps of a script in words; numbers without a step are left out. Four queries."""
    steps: Sequence[Mapping[str, Any]] = script["steps"]
    existing = [number for number in numbers if 0 <= number < len(steps)]
    lines = {line["participant"]: line for line in script["ranking"]["lines"]}
    people = Participant.objects.in_bulk({one for number in existing for one in people_of_script(steps[number])})
    keys = {prize for number in existing for prize, _participant, _cents in steps[number]["awards"]}
    prizes, names = Prize.objects.in_bulk(keys), public_names(tournament)
    in_public(prizes.values(), names)
    reasons, behind = script.get("reasons", {}), namesake_additions(tournament)
    return [
        OrderStep(
            number=number,
            kind=steps[number]["kind"],
            title=_title(steps[number], lines, prizes),
            people=tuple(
                _person(people[one], lines.get(one), steps[number], prizes, reasons, names, behind)
                for one in people_of_script(steps[number])
                if one in people
            ),
        )
        for number in existing
    ]


def _person(
    participant: Participant,
    line: Mapping[str, Any] | None,
    step: Mapping[str, Any],
    prizes: Mapping[int, Prize],
    reasons: Mapping[str, Any],
    names: PublicNames,
    behind: Mapping[int, str],
) -> Named:
    # The wall knows the place with its own step only, and with a prize that follows it (pictures.py).
    place = line["place"] if line and (step["kind"] == PRIZE or participant.pk in step["lines"]) else None
    return Named(
        participant=participant,
        listed=f"{participant}{behind.get(participant.pk, '')}",
        naming=names.naming(participant.pk, place),
        named_for_place=names.naming(participant.pk, place) != names.naming(participant.pk),
        place=line["place"] if line else None,
        total=total_text(line["total"]) if line else "",
        won=tuple(
            AnnouncedPrize(
                prize=prizes[prize],
                cents=cents,
                why=heard_reason(prizes[prize], who, cents, reasons.get(f"{prize}-{who}")),
            )
            for prize, who, cents in step["awards"]
            if who == participant.pk and prize in prizes
        ),
        ahead=ahead_text(Margin(**line["ahead"])) if line and line["ahead"] and participant.pk in step["lines"] else "",
    )


def _title(step: Mapping[str, Any], lines: Mapping[int, Mapping[str, Any]], prizes: Mapping[int, Prize]) -> str:
    if step["kind"] == OPENING:
        return _("Opening")
    if step["kind"] == HONOURS:
        return _("Honour roll")
    if step["lines"]:
        return places_title([lines[one]["place"] for one in step["lines"]])
    if step["kind"] == LIST:
        return special_title()
    words = [prizes[prize].words for prize, _participant, _cents in step["awards"][:1] if prize in prizes]
    return words[0] if words else special_title()
