"""Handing out: what everybody gets, what was given and what is still owed, and what changed after it was given."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.models import Participant, Prize, PrizeAct, Tournament
from tournament.person.names import fits, search_words, sorting_name
from tournament.prizes.awarding import Award, OpenPrize, Why
from tournament.prizes.kinds import Criterion, PrizeActKind
from tournament.prizes.selectors.awards import awards_of
from tournament.prizes.selectors.reasons import reason_text
from tournament.prizes.selectors.rows import prizes_of
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.standings import Standings

BY_PLACE, BY_NAME = "place", "name"
# Whoever is forgotten has no sex, age or club, and is not here for the first time.
PERSONAL = (Criterion.WOMAN, Criterion.YOUTH, Criterion.OLDEST, Criterion.CLUB, Criterion.NEWCOMER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A prize that somebody gets; `chosen` and `handed_out` are the acts by which it was chosen and handed out."""

    award: Award
    prize: Prize
    person: Participant
    choice: PrizeAct | None
    handed_out: PrizeAct | None

    @property
    def is_owed(self) -> bool:
        return self.handed_out is None

    @property
    def is_chosen(self) -> bool:
        return self.prize.criterion == Criterion.CHOICE

    @property
    def is_personal(self) -> bool:
        """Whether somebody else gets it once nothing is known of the person any more."""
        return self.prize.criterion in PERSONAL

    @property
    def reason(self) -> str:
        return reason_text(self.award)

    @property
    def difference(self) -> int:
        """How many cents more are owed than were given; less than 0 where too much was given."""
        paid = self.handed_out.cents if self.handed_out else None
        return 0 if paid is None or self.award.cents is None else self.award.cents - paid


@dataclass(frozen=True, slots=True, kw_only=True)
class Misgiven:
    """A prize that was given to somebody and is, after a change, not theirs; `now` are those it belongs to."""

    act: PrizeAct
    now: tuple[Hand, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Receiver:
    """Somebody who gets prizes, with all of them, and what they waived; `place` is None for who has none.

    `listed` is the start number with the name, the last name first in a list by name.
    """

    person: Participant
    listed: str
    place: int | None
    hands: tuple[Hand, ...]
    waived: tuple[PrizeAct, ...]

    @property
    def owed(self) -> tuple[Hand, ...]:
        return tuple(hand for hand in self.hands if hand.is_owed)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandingOut:
    """Everything that is handed out, in the order of the prizes, and what was given to the wrong ones meanwhile."""

    hands: tuple[Hand, ...]
    misgiven: tuple[Misgiven, ...]
    waived: tuple[PrizeAct, ...]
    undrawn: tuple[tuple[Prize, OpenPrize], ...]
    """What a lot has yet to decide: it is owed to somebody, nobody knows to whom."""
    places: Mapping[int, int | None]
    """Places by participant."""

    @property
    def owed(self) -> int:
        return sum(hand.is_owed for hand in self.hands)

    @property
    def money(self) -> int:
        """The money in cents of all who get some."""
        return sum(hand.award.cents or 0 for hand in self.hands)

    @property
    def money_owed(self) -> int:
        """What is still to be paid of it, in cents."""
        return sum(hand.award.cents or 0 if hand.is_owed else max(hand.difference, 0) for hand in self.hands)

    @property
    def changed(self) -> tuple[Hand, ...]:
        """Prizes of which another sum is owed than was given."""
        return tuple(hand for hand in self.hands if hand.difference)

    @property
    def chosen_owed(self) -> int:
        return sum(hand.is_owed and hand.is_chosen for hand in self.hands)

    def receivers(self, by: str = BY_PLACE) -> list[Receiver]:
        """Return everybody with their prizes, by place or by name; who has waived them stays among them."""
        people: dict[int, Participant] = {}
        hands: defaultdict[int, list[Hand]] = defaultdict(list)
        waived: defaultdict[int, list[PrizeAct]] = defaultdict(list)
        for hand in self.hands:
            people[hand.person.pk] = hand.person
            hands[hand.person.pk].append(hand)
        for act in self.waived:
            people[act.participant_id] = act.participant
            waived[act.participant_id].append(act)
        everybody = [
            Receiver(
                person=person,
                listed=person.numbered_list_name if by == BY_NAME else person.numbered_name,
                place=self.places.get(key),
                hands=tuple(hands[key]),
                waived=tuple(waived[key]),
            )
            for key, person in people.items()
        ]
        if by == BY_NAME:
            return sorted(everybody, key=lambda one: sorting_name(one.person.list_name, one.person.start_number))
        return sorted(everybody, key=lambda one: (one.place is None, one.place or 0, one.person.start_number))


def handing_out(tournament: Tournament, standings: Standings | None = None) -> HandingOut:
    """Return what is handed out. Two queries and those of awards_of."""
    standings = kept_standings(tournament) if standings is None else standings
    prizes = prizes_of(tournament)
    by_key = {prize.pk: prize for prize in prizes}
    kinds = [PrizeActKind.CHOSEN, PrizeActKind.GIVEN, PrizeActKind.WAIVED]
    rows = PrizeAct.objects.filter(tournament=tournament, kind__in=kinds, undone_at=None)
    acts = list(rows.select_related("participant", "prize", "acted_by").order_by("pk"))
    handed = [act for act in acts if act.kind == PrizeActKind.GIVEN]
    acts_by_hand = {(act.kind, act.prize_id, act.participant_id): act for act in acts}
    awards = awards_of(tournament, standings, prizes)
    people = {person.pk: person for person in tournament.participants.all()}
    hands = tuple(
        Hand(
            award=award,
            prize=by_key[award.prize],
            person=people[award.participant],
            choice=acts_by_hand.get((PrizeActKind.CHOSEN, award.prize, award.participant)),
            handed_out=acts_by_hand.get((PrizeActKind.GIVEN, award.prize, award.participant)),
        )
        for award in awards.awards
    )
    return HandingOut(
        hands=hands,
        misgiven=_misgiven(handed, hands),
        waived=tuple(act for act in acts if act.kind == PrizeActKind.WAIVED and not act.wants_none),
        undrawn=tuple((by_key[one.prize], one) for one in awards.open if one.why == Why.LOT),
        places={line.participant: line.place for line in standings.lines},
    )


def owed_to(participant: Participant) -> tuple[Hand, ...]:
    """Return the prizes that are still owed to somebody. As many queries as handing_out."""
    hands = handing_out(participant.tournament).hands
    return tuple(hand for hand in hands if hand.is_owed and hand.person == participant)


def find_receivers(receivers: Iterable[Receiver], text: str) -> list[Receiver]:
    """Return those who fit a start number or parts of a name."""
    words = search_words(text)
    return [one for one in receivers if words and fits(words, one.person.start_number, str(one.person))]


def _misgiven(acts: Sequence[PrizeAct], hands: Sequence[Hand]) -> tuple[Misgiven, ...]:
    due = {(hand.prize.pk, hand.person.pk) for hand in hands}
    return tuple(
        Misgiven(act=act, now=tuple(hand for hand in hands if hand.prize.pk == act.prize_id and hand.is_owed))
        for act in acts
        if (act.prize_id, act.participant_id) not in due
    )
