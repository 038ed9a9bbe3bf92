"""The protocol of a draw, either of the draw in force or of one that was taken back."""

import json
from dataclasses import dataclass

from tournament.draw.selectors.public_draw import PublicDraw, public_draw
from tournament.models import Checkpoint, Draw, Event, Match
from tournament.participants.selectors.public_names import PublicNames
from tournament.person.forgotten import masked_reasons
from tournament.proof.selectors.checkpoints import checkpoints_of


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawProtocol:
    """A draw as everyone may see it, with its link in the tournament's chain of events.

    `originals` are the protocols of the draws whose tables are kept, if the rules say so. `checkpoint` is the match's
    own, once it has ended.
    """

    draw: Draw
    content: PublicDraw
    event: Event | None
    originals: tuple["DrawProtocol", ...]
    checkpoint: Checkpoint | None


def draw_protocol(match: Match, number: int | None = None) -> DrawProtocol | None:
    """Return the protocol of the first draw in force, or of draw `number`; None if there is none.

    `match` has its tournament loaded. Seven queries, twice as many if tables are kept.
    """
    return next(iter(draw_protocols(match, number)), None)


def draw_protocols(match: Match, number: int | None = None, *, names: PublicNames | None = None) -> list[DrawProtocol]:
    """Return the protocols of all draws in force in order, those of additional tables last, or that of draw `number`.

    With `names` everybody is named as they say. `match` has its tournament loaded. Seven queries for each, twice as
    many if tables are kept.
    """
    people = ("drawn_by", "keeps__match", "closed_list__closed_by", "discard__discarded_by")
    draws = Draw.objects.filter(match=match).select_related(*people).order_by("number")
    rows = draws.filter(number=number) if number else draws.filter(discard=None)
    return [_protocol(match, draw, names) for draw in rows]


def _protocol(match: Match, draw: Draw, names: PublicNames | None) -> DrawProtocol:
    draw.match = match
    if draw.is_discarded:
        masked_reasons([draw.discard], match.tournament.forgotten_words)
        if names:
            names.in_public([draw.discard])
    first: list[DrawProtocol] = []
    if draw.keeps:
        draw.keeps.match.tournament = match.tournament
        first = draw_protocols(draw.keeps.match, names=names)
        if draw.keeps_id not in [one.draw.pk for one in first]:
            first = draw_protocols(draw.keeps.match, draw.keeps.number, names=names)
    ended = None if draw.is_discarded else checkpoints_of(match.tournament).filter(match=match).first()
    content = public_draw(match, draw, in_public=names is not None)
    return DrawProtocol(draw=draw, content=content, event=_event(draw), originals=tuple(first), checkpoint=ended)


def _event(draw: Draw) -> Event | None:
    """Return the link that published these lots; its payload is the protocol itself."""
    kind = "draw.kept" if draw.keeps_id else "draw.published"
    if draw.is_moved or draw.is_at_the_door:
        kind = "draw.moved" if draw.is_moved else "draw.at_the_door"
    links = Event.objects.filter(tournament=draw.match.tournament_id, scoresheet=None, kind=kind).order_by("-sequence")
    for link in links:
        payload = json.loads(link.payload)
        # Draws of the first algorithm have no number: there was one for each match.
        if (payload["match"], payload.get("draw", 1)) == (draw.match.number, draw.number):
            return link
    return None
