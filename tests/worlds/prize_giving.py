"""A hall with a final ranking and prizes on the table."""

from tests.worlds.factories import make_participants, make_scoresheet, make_tournament, make_user
from tournament.models import Match, Participant, Prize, PrizeGroup, Tournament, User
from tournament.prizes.kinds import Criterion
from tournament.proof.services.audit_prize_acts import public_lot_differences
from tournament.proof.services.audit_replay import replay_tournament
from tournament.services.events import chain


def ranked(
    count: int = 4, state: str = "accepted", *, slug: str = "feldkirchen-2026"
) -> tuple[Tournament, list[Participant], User]:
    """Everybody with an accepted sheet of all matches; number 1 has most points, and no two have the same."""
    actor = make_user("organiser", "desk", full_name="K. Reiter")
    tournament = make_tournament(slug=slug)
    players = make_participants(tournament, count)
    Participant.objects.filter(tournament=tournament).update(arrived=True)
    for match in Match.objects.filter(tournament=tournament):
        match.state = "closed"
        match.save()
        for table in range(count // 4):
            seats = players[4 * table : 4 * table + 4]
            points = [10 * (count - player.start_number) for player in seats]
            make_scoresheet(match, seats, points, table=table + 1, state=state)
    tournament.frozen_ruleset = tournament.ruleset.text
    tournament.state = "running"
    tournament.save()
    return tournament, players, actor


def put_out(tournament: Tournament, count: int, criterion: str = Criterion.CHOICE, **fields: object) -> list[Prize]:
    """So many prizes on the table, from the next free number on."""
    group, _ = PrizeGroup.objects.get_or_create(tournament=tournament, name="Sachpreise")
    first = Prize.objects.filter(tournament=tournament).count() + 1
    return [
        Prize.objects.create(
            tournament=tournament,
            group=group,
            number=number,
            words=f"Preis {number}",
            donor="Metzgerei Huber",
            criterion=criterion,
            **fields,
        )
        for number in range(first, first + count)
    ]


def lot_faults(tournament: Tournament) -> list[str]:
    """What the audit finds in the lots that were drawn before everybody."""
    logged = replay_tournament(chain(tournament, None))
    numbers = dict(tournament.participants.values_list("pk", "start_number"))
    return [*logged.gaps, *public_lot_differences(logged, tournament, numbers)]
