"""Who sits out in each game if more sit at the table than play (5.2.5)."""

from dataclasses import dataclass

from scoring.records import GameRecord
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.parts import with_game
from tournament.sheet.places import line_place
from tournament.sheet.state import Sheet


@event("game.moved")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameMoved:
    """The same game, but another seat sits out: a redeal further up shifted the dealers."""

    number: int
    record: GameRecord

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return with_game(sheet, self.number, record=self.record)


def move_sitters(draft: Draft) -> None:
    """A redealt hand shifts all later dealers, so log who sits out in each game if that changed (5.2.5)."""
    if len(draft.sheet.seats) == draft.sheet.terms.ruleset.players:
        return
    for number in sorted(draft.sheet.games):
        record = draft.sheet.games[number].record
        moved = line_place(draft.sheet, number).put(record)
        if record.place.sits_out != moved.place.sits_out:
            draft.say(GameMoved(number=number, record=moved))
