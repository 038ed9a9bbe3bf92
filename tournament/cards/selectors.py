"""Start cards as the desk sees and prints them, and the player's own page that a card opens."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.db import connection
from django.utils.translation import gettext_lazy as _

from tournament.cards.tokens import LENGTH, token_of
from tournament.devices.selectors.devices import token_hash
from tournament.devices.selectors.signing_links import LinkView
from tournament.draw.selectors.seats import Sitting, sittings_of
from tournament.enums import SheetState, Source
from tournament.models import Participant, Scoresheet, Seat, StartCard, Tournament
from tournament.participants.selectors.players import Player, PlayerSeat, find_player
from tournament.refusals import Refused
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.versions import hall_version
from tournament.standings.selectors.release import HallRanking, hall_ranking
from tournament.standings.selectors.words import own_sentences
from tournament.words.labels import ranges

# What the page of a card is made from: who sits where, the player's own sheets, and what the hall may know. While
# results are held back, no other table counts in it. The last bit says whether they are.
CARD_VERSION = """
SELECT 2 * COALESCE((
        SELECT SUM(sheet.version) FROM tournament_seat seat
        JOIN tournament_scoresheet sheet ON sheet.id = seat.scoresheet_id
        JOIN tournament_participant person ON person.id = seat.participant_id
        WHERE person.tournament_id = tournament.id AND person.start_number = card.number), 0)
    + CASE WHEN tournament.release IN ('frozen', 'revealing') THEN 2 * tournament.hall_version + 1
        ELSE 2 * (tournament.version + COALESCE((
            SELECT SUM(version) FROM tournament_match WHERE tournament_id = tournament.id), 0)) END
FROM tournament_startcard card JOIN tournament_tournament tournament ON tournament.id = card.tournament_id
WHERE card.id = %s
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsView:
    """The cards of a tournament for the desk: how many are in force, have a player, and are locked.

    `numbers` names those in force ("1–64, 70"); `missing` are participants without a card; `upto` is the highest number
    that anybody needs.
    """

    made: int
    given: int
    locked: int
    numbers: str
    missing: int
    upto: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCard:
    """A card as it is printed; `name` and `club` are "" while nobody has the number."""

    number: int
    token: str
    name: str
    club: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSeat:
    """A seat of the player, with its points so far; `sheet` is None where it was never drawn for this player."""

    sitting: Sitting
    sheet: PlayerSeat | None

    @property
    def may_object(self) -> bool:
        """Whether the page still takes an objection (5.1.3): afterwards one goes to the desk."""
        return self.sheet is not None and self.sheet.state in (SheetState.OPEN, SheetState.COMPLETE, SheetState.SIGNED)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPage:
    """The page of a card. `participant` is None while nobody has the number; then nothing else is there.

    `player` is shown with what the hall may know of the ranking; the points of their own sheets they know.
    `link` is the sheet to be signed, or signed by them and not yet accepted.
    """

    card: StartCard
    participant: Participant | None = None
    player: Player | None = None
    hall: HallRanking | None = None
    seats: tuple[OwnSeat, ...] = ()
    link: LinkView | None = None

    @property
    def place_sentences(self) -> list[str]:
        """The place and what decided it, as far as the hall may know it; none without one."""
        if self.player is None or self.player.line is None or self.hall is None:
            return []
        return own_sentences(self.player.line, final=self.hall.standings.final)

    @property
    def points(self) -> int:
        """The points of all own sheets."""
        return sum(seat.points for seat in self.player.seats) if self.player else 0


def cards_view(tournament: Tournament) -> CardsView:
    """Return the cards as the desk sees them. Three queries."""
    rows = list(tournament.start_cards.values_list("number", "locked_at"))
    numbers = sorted(number for number, locked in rows if locked is None)
    taken = set(tournament.participants.values_list("start_number", flat=True))
    gone = set(tournament.participants.filter(withdrawn=True).values_list("start_number", flat=True))
    return CardsView(
        made=len(numbers),
        given=len(taken.intersection(numbers)),
        locked=len(rows) - len(numbers),
        numbers=", ".join(ranges(numbers)),
        missing=len(taken.difference(numbers, gone)),
        upto=max(taken, default=0),
    )


def printed_cards(
    tournament: Tournament, *, first: int | None = None, last: int | None = None, named: bool = False
) -> list[PrintedCard]:
    """Return the cards in force to be printed, by number: all, or from `first` to `last`, or only the `named` ones,
    whose player takes part. Two queries.

    Refused: key_changed, for this installation can no longer tell the token of a card.
    """
    cards = tournament.start_cards.filter(locked_at=None)
    cards = cards.filter(number__gte=first) if first is not None else cards
    cards = cards.filter(number__lte=last) if last is not None else cards
    people = {one.start_number: one for one in tournament.participants.filter(forgotten=False)}
    rows = [(card, people.get(card.number)) for card in cards]
    return [_printed(card, one) for card, one in rows if not named or (one is not None and not one.withdrawn)]


def _printed(card: StartCard, person: Participant | None) -> PrintedCard:
    token = token_of(card.salt)
    if token_hash(token) != card.token_hash:
        raise Refused(
            _(
                "The key of this installation has changed: card %(number)s cannot be printed again. Please lock it and "
                "make a new one."
            ),
            code="key_changed",
            number=card.number,
        )
    name, club = (str(person), person.club) if person and not person.nameless else ("", "")
    return PrintedCard(number=card.number, token=token, name=name, club=club)


def card_of(token: str) -> StartCard | None:
    """Return the card of this token, locked or not, with its tournament. One query, none for what is no token."""
    if len(token) != LENGTH:
        return None
    return StartCard.objects.select_related("tournament").filter(token_hash=token_hash(token)).first()


def card_version(card: StartCard) -> int:
    """Return the version of a card's page. One query."""
    with connection.cursor() as cursor:
        cursor.execute(CARD_VERSION, [card.pk])
        (version,) = cursor.fetchone()
    return int(version)


def page_of_card(card: StartCard) -> OwnPage:
    """Return the player's own page, of a card that is not locked."""
    tournament = card.tournament
    participant = tournament.participants.filter(start_number=card.number).first()
    if participant is None:
        return OwnPage(card=card)
    # The ranking may be some moments older: this page says so, and hundreds of phones ask for it.
    hall = hall_ranking(tournament, hall_version(tournament), least=0)
    player = find_player(tournament, card.number, hall.standings, hall.names)
    assert player is not None  # the participant is there
    sheets = {(seat.match, seat.table, seat.seat): seat for seat in player.seats}
    sittings = sittings_of(participant, hall.names)
    return OwnPage(
        card=card,
        participant=participant,
        player=replace(player, next_seat=None),  # the seats say it
        hall=hall,
        seats=tuple(OwnSeat(sitting=sitting, sheet=sheets.get(_place(sitting))) for sitting in sittings),
        link=_link(participant),
    )


def own_sheet(card: StartCard, match: int) -> Scoresheet | None:
    """Return the sheet of this match at which the player of the card sits. One query."""
    owner = {"participant__tournament": card.tournament_id, "participant__start_number": card.number}
    rows = Seat.objects.filter(match__number=match, **owner).select_related("scoresheet__match__tournament")
    seat = rows.first()
    return seat.scoresheet if seat else None


def sheet_with(card: StartCard, content: str) -> Scoresheet | None:
    """Return the sheet with this content hash at which the player of the card sits. One query."""
    owner = {"participant__tournament": card.tournament_id, "participant__start_number": card.number}
    rows = Seat.objects.filter(scoresheet__content_hash=content, **owner).exclude(scoresheet__content_hash="")
    seat = rows.select_related("scoresheet__match__tournament").first()
    return seat.scoresheet if seat else None


def _place(sitting: Sitting) -> tuple[int, int, int]:
    return sitting.seat.match, sitting.seat.table, sitting.seat.number


SIGNABLE: Collection[SheetState] = (SheetState.COMPLETE, SheetState.SIGNED)


def _link(participant: Participant) -> LinkView | None:
    """Return the first sheet that this player is to sign, else one that waits for its acceptance, or None.

    Paper is signed on paper (5.3.2), so only sheets that a device writes are signed here.
    """
    seats = participant.seats.filter(scoresheet__state__in=SIGNABLE, scoresheet__source=Source.LIVE)
    links = []
    for seat in seats.select_related("scoresheet__match__tournament").order_by("match__number"):
        view = sheet_view(seat.scoresheet)
        own = view.seats[seat.number - 1]
        state = "ready" if own.signature is None and seat.scoresheet.state == SheetState.COMPLETE else "signed"
        links.append(LinkView(view=view, seat=own, content=seat.scoresheet.content_hash, state=state))
    return next((link for link in links if link.can_sign), links[-1] if links else None)
