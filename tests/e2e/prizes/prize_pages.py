"""A tournament whose prizes are chosen, drawn by lot and handed out, for the tests that visit every page."""

from typing import Any

from tests.worlds.prize_giving import put_out, ranked
from tournament.models import Prize, Seat, Tournament, User
from tournament.prizes.kinds import PrizeActKind
from tournament.prizes.services.acts import choose, give, put_off
from tournament.prizes.services.lots import close_prize_lot, draw_lot
from tournament.services import versions

PRIZES = "preise-2026"


def make_prizes() -> User:
    """One has chosen, one comes later, one is not here; two lots, one drawn; one prize given to who is second now."""
    tournament, (first, second, third, *_), actor = ranked(8, slug=PRIZES)
    Tournament.objects.filter(pk=tournament.pk).update(name="Preise 2026")
    money = put_out(tournament, 1, "place", argument="1-2", cents=5000)[0]
    best = put_out(tournament, 1, "place", argument="1")[0]
    prizes = put_out(tournament, 5)
    raffles = put_out(tournament, 3, "raffle")
    give(tournament=tournament, actor=actor, participant=first.pk, prize=money.pk)
    give(tournament=tournament, actor=actor, participant=first.pk, prize=best.pk)
    choose(tournament=tournament, actor=actor, participant=first.pk, number=prizes[0].number)
    put_off(tournament=tournament, actor=actor, participant=second.pk, kind=PrizeActKind.LATER)
    put_off(tournament=tournament, actor=actor, participant=third.pk, kind=PrizeActKind.ABSENT)
    draw_lot(
        lot=close_prize_lot(tournament=tournament, actor=actor, prize=raffles[0]), actor=actor, numbers=["7", "42"]
    )
    close_prize_lot(tournament=tournament, actor=actor, prize=raffles[1])
    Seat.objects.filter(participant=second).update(points=900, plus=900, minus=0)
    versions.bump(tournament)
    return actor


def prize_ways() -> list[dict[str, Any]]:
    """The name, arguments and query of each page, and whether everybody may see it."""
    ham = Prize.objects.filter(tournament__slug=PRIZES).values_list("pk", flat=True)[0]
    return [
        {"name": "prizes", "args": (PRIZES,)},
        {"name": "prize_add", "args": (PRIZES,)},
        {"name": "prize_add", "args": (PRIZES,), "query": "?criterion=solos"},
        {"name": "prize_edit", "args": (PRIZES, ham)},
        {"name": "prizes_paste", "args": (PRIZES,)},
        {"name": "prizes_delete", "args": (PRIZES,), "query": "?first=1&last=99"},
        {"name": "prize_money", "args": (PRIZES,), "query": "?total=960&part=all&places=10&whole=on"},
        {"name": "prize_settings", "args": (PRIZES,)},
        {"name": "prize_pictures", "args": (PRIZES,)},
        {"name": "participant_marks", "args": (PRIZES, "woman")},
        {"name": "prize_choosing", "args": (PRIZES,)},
        {"name": "prize_handing_out", "args": (PRIZES,)},
        {"name": "prize_handing_out", "args": (PRIZES,), "query": "?q=2&by=name"},
        {"name": "prize_handing_out", "args": (PRIZES,), "query": "?q=nobody"},
        {"name": "prize_lots", "args": (PRIZES,)},
        {"name": "screen_prizes", "args": (PRIZES,), "public": True},
        {"name": "screen_lot", "args": (PRIZES,), "public": True},
        {"name": "public_lot", "args": (PRIZES, 1), "public": True},
        {"name": "public_lot", "args": (PRIZES, 2), "public": True},
    ]
