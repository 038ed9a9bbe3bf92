"""A tournament of eight with two fees and a cash box."""

from dataclasses import dataclass

from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.models import CashBox, FeeKind, Participant, Tournament, User
from tournament.money.services import open_box, set_fees


@dataclass(frozen=True, kw_only=True)
class CashWorld:
    """Members pay 10 euros, guests 15; “Kasse 1” opened with 50 euros."""

    tournament: Tournament
    players: list[Participant]
    members: FeeKind
    guests: FeeKind
    box: CashBox
    actor: User


def cash_tournament(slug: str = "feldkirchen-2026", people: int = 8) -> CashWorld:
    tournament = make_tournament(slug=slug)
    players = make_participants(tournament, people)
    actor = User.objects.filter(username="anna").first() or make_user(
        "organiser", "desk", username="anna", full_name="Anna Kasse"
    )
    members, guests = set_fees(tournament=tournament, fees=[("Mitglieder", 1000), ("Gäste", 1500)], actor=actor)
    box = open_box(tournament=tournament, name="Kasse 1", float_cents=5000, actor=actor)
    return CashWorld(tournament=tournament, players=players, members=members, guests=guests, box=box, actor=actor)
