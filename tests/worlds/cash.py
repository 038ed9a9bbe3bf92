"""A tournament of eight with two fees and a cash box."""

from dataclasses import dataclass

from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.models import CashBox, FeeKind, Participant, Tournament, User
from tournament.money.services import close_box, open_again, open_box, reverse_entry, set_fees, take_fee


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


def keep_cash(tournament: Tournament, actor: User) -> None:
    """Two fees; one is taken and given back, another taken; the box is closed, opened again and closed.
    A second box is open."""
    first, other = tournament.participants.filter(house=False, withdrawn=False, paid=False, forgotten=False)[:2]
    _members, guests = set_fees(tournament=tournament, fees=[("Mitglieder", 1000), ("Gäste", 1500)], actor=actor)
    box = open_box(tournament=tournament, name="Kasse 1", float_cents=5000, actor=actor)
    entry = take_fee(participant=first, kind=guests, box=box, actor=actor)
    reverse_entry(entry=entry, reason="doppelt", actor=actor)
    take_fee(participant=other, kind=None, box=box, actor=actor)
    close_box(box=box, pieces={5000: 1}, witness="Rosa Lindner", remark="zehn Euro fehlen", actor=actor)
    open_again(box=box, reason="der Zehner lag daneben", actor=actor)
    close_box(box=box, pieces={5000: 1, 1000: 1}, witness="Rosa Lindner", actor=actor)
    open_box(tournament=tournament, name="Kasse 2", float_cents=2000, actor=actor)
