"""Who gets what from the rows: random evenings with ties, substitutes, exclusions and void sheets; words of reasons."""

import random
from collections import defaultdict

import pytest
from django.utils import timezone, translation

from tests.tournament.prizes import naive
from tests.worlds.factories import choose_places, make_participants, make_scoresheet, make_tournament, make_user
from tests.worlds.played import finished_tournament
from tournament.models import (
    Participant,
    Prize,
    PrizeAct,
    PrizeGroup,
    PublicLot,
    Scoresheet,
    Substitution,
    Tournament,
    User,
)
from tournament.prizes.awarding import Why
from tournament.prizes.selectors import awards_of, open_text, prizes_of, reason_text
from tournament.standings.selectors.standings import overall_standings

pytestmark = pytest.mark.django_db

ARGUMENTS = {"place": ["1", "1-3", "last", "middle", "2,5", "plus"], "youth": ["40"], "club": ["SV", "TSV"],
             "match": ["1", "2"], "table": ["1", "2"]}  # fmt: skip
CRITERIA = [
    *("place", "place", "place", "woman", "youth", "oldest", "club", "newcomer"),
    *("sies", "touts", "solos", "sheet", "minus", "match", "table"),
]


def random_evening(chance: random.Random) -> tuple[Tournament, list[dict], list[tuple]]:
    """Two or three tables, two matches; some left and have a substitute, some are excluded, of the house, or void."""
    actor = make_user("organiser")
    # Shared places need no lot by these rules (H 7).
    tournament = make_tournament(rules="house-10-60")
    tournament.frozen_ruleset, tournament.state = tournament.ruleset.text, "running"
    tournament.save()
    tables = chance.choice([2, 3])
    players = make_participants(tournament, 4 * tables + 2)
    for player in players:
        player.club = chance.choice(["SV", "TSV"])
        player.woman, player.newcomer = chance.random() < 0.4, chance.random() < 0.4
        player.birth_date = player.birth_date.replace(year=chance.randint(1950, 2005))
        player.house = chance.random() < 0.15
        player.withdrawn = player.excluded = chance.random() < 0.1
        player.save()
    *seated, came, _unseated = players
    sheets = []
    for match in tournament.matches.all():
        chance.shuffle(seated)
        for table in range(tables):
            state = chance.choice(["accepted"] * 4 + ["void"])
            points = [chance.randint(-3, 3) for _ in range(3)]
            points.append(-sum(points))
            solos = [chance.randint(0, 2) for _ in range(4)]
            touts = [chance.randint(0, 1) for _ in range(4)]
            sies = [chance.randint(0, 1) for _ in range(4)]
            own = seated[4 * table : 4 * table + 4]
            make_scoresheet(match, own, points, table=table + 1, state=state, solos_won=solos, solos_played=solos,
                            touts_won=touts, touts_played=touts, sie_played=sies)  # fmt: skip
            sheets.append((match.number, table + 1, state, own, points, solos, touts, sies))
    choose_places(tournament, actor, leavers="lose")
    leaver = seated[0]
    Participant.objects.filter(pk=leaver.pk).update(withdrawn=True)
    Substitution.objects.create(tournament=tournament, left=leaver, came=came, match=tournament.matches.get(number=2),
                                game=1, reason="krank", appointed_by=actor, appointed_at=timezone.now())  # fmt: skip
    return tournament, people_of(tournament, players, sheets, left=leaver, came=came), seats_of(sheets, leaver, came)


def seats_of(sheets, leaver, came) -> list[tuple[int, int, int, int, int]]:
    """The seats of valid sheets; the substitute holds those of whom they stand for."""
    return [
        (match, table, (came if one == leaver else one).pk, points, max(-points, 0))
        for match, table, state, own, totals, *_ in sheets
        if state != "void"
        for one, points in zip(own, totals, strict=True)
    ]


def people_of(tournament, players, sheets, *, left, came) -> list[dict]:
    """Everybody as a pencil would write them down, with the place."""
    people = []
    for one in players:
        of = left if one == came else one
        mine = [
            (state, totals[own.index(of)], solos[own.index(of)], touts[own.index(of)], sies[own.index(of)])
            for _match, _table, state, own, totals, solos, touts, sies in sheets
            if of in own
        ]
        valid = [row[1:] for row in mine if row[0] != "void"]
        sums = [sum(column) for column in zip(*valid, strict=True)] or [0, 0, 0, 0]
        age = tournament.day.year - one.birth_date.year
        people.append(
            {"key": one.pk, "points": sums[0], "solos": sums[1], "touts": sums[2], "sies": sums[3], "club": one.club,
             "woman": one.woman, "newcomer": one.newcomer, "age": age,
             "in": bool(mine) and one != left and not one.excluded and not one.house}
        )  # fmt: skip
    there = [one for one in people if one["in"]]
    for one in people:
        one["place"] = 1 + sum(other["points"] > one["points"] for other in there) if one["in"] else None
    return people


def random_prizes(tournament, chance, players) -> tuple[list[dict], set]:
    groups = [
        PrizeGroup.objects.create(tournament=tournament, name=per_head, per_head=per_head)
        for per_head in ("several", "one", "overall")
    ]
    prizes, waived = [], set()
    for number in range(1, 16):
        criterion = chance.choice(CRITERIA)
        row = Prize.objects.create(
            tournament=tournament, group=chance.choice(groups), number=number, words="Preis", criterion=criterion,
            argument=chance.choice(ARGUMENTS.get(criterion, [""])),
            count=1 if criterion in ("place", "table") else chance.randint(1, 3),
        )  # fmt: skip
        prizes.append({"key": row.pk, "group": row.group_id, "criterion": criterion, "argument": row.argument,
                       "count": row.count})  # fmt: skip
        if chance.random() < 0.3:
            who = chance.choice(players)
            waived.add((row.pk, who["key"]))
            PrizeAct.objects.create(tournament=tournament, participant_id=who["key"], prize=row, kind="waived",
                                    acted_by=User.objects.first(), acted_at=timezone.now())  # fmt: skip
    return prizes, waived


@pytest.mark.parametrize("seed", range(12))
def test_a_random_evening_is_what_a_pencil_finds(seed):
    chance = random.Random(seed)
    tournament, people, seats = random_evening(chance)
    lines = {line.participant: line.place for line in overall_standings(tournament).lines}
    assert {one["key"]: one["place"] for one in people if one["place"]} == {
        key: place for key, place in lines.items() if place
    }
    tournament.sharing = "lot"
    tournament.save()
    prizes, waived = random_prizes(tournament, chance, people)
    lot = [one["key"] for one in people]
    chance.shuffle(lot)
    make_lot(tournament, Prize.objects.filter(tournament=tournament).first(), lot)
    receivers: dict[int, list[int]] = defaultdict(list)
    awards = awards_of(tournament, overall_standings(tournament))
    for award in awards.awards:
        receivers[award.prize].append(award.participant)
    per_head = {group.pk: group.per_head for group in tournament.prize_groups.all()}
    expected = naive.winners(prizes, per_head, people, seats, lot=lot, waived=waived)
    assert {key: sorted(keys) for key, keys in receivers.items()} == expected
    assert not [one for one in awards.open if one.why == Why.LOT]


def make_lot(tournament, prize, order):
    actor = User.objects.first()
    return PublicLot.objects.create(
        tournament=tournament, prize=prize, prize_number=1, entrants=sorted(order), order=order,
        commitment="c", secret="s", closed_by=actor, closed_at=timezone.now(), drawn_by=actor, drawn_at=timezone.now(),
    )  # fmt: skip


def test_the_number_of_queries_does_not_grow(django_assert_num_queries):
    tournament, _actor = finished_tournament()
    group = PrizeGroup.objects.create(tournament=tournament, name="Preise")
    standings = overall_standings(tournament)
    for number in range(1, 40):
        Prize.objects.create(tournament=tournament, group=group, number=number, words="Bier", criterion="place",
                             argument=str(number))  # fmt: skip
    with django_assert_num_queries(5):
        awards_of(tournament, standings)
    with django_assert_num_queries(1):
        assert [prize.group.name for prize in prizes_of(tournament)] == ["Preise"] * 39


def test_without_prizes_nothing_is_asked(django_assert_num_queries):
    tournament, _actor = finished_tournament()
    standings = overall_standings(tournament)
    with django_assert_num_queries(1):
        assert awards_of(tournament, standings).awards == ()


def test_a_lot_that_was_given_up_or_is_not_drawn_decides_nothing():
    tournament, _actor = finished_tournament()
    group = PrizeGroup.objects.create(tournament=tournament, name="Preise")
    raffle = Prize.objects.create(tournament=tournament, group=group, number=1, words="Bier", criterion="raffle")
    keys = list(tournament.participants.values_list("pk", flat=True))
    lot = make_lot(tournament, raffle, keys)
    assert [award.participant for award in awards_of(tournament).awards] == keys[:1]
    lot.given_up_at = timezone.now()
    lot.save()
    assert awards_of(tournament).open[0].among == tuple(keys)


def test_a_raffle_is_among_those_who_are_ticked_off_as_present():
    tournament, _actor = finished_tournament()
    group = PrizeGroup.objects.create(tournament=tournament, name="Preise")
    Prize.objects.create(tournament=tournament, group=group, number=1, words="Bier", criterion="raffle")
    first, second, third, fourth = tournament.participants.all()
    Participant.objects.filter(pk__in=[first.pk, second.pk, third.pk]).update(arrived=True)
    Participant.objects.filter(pk=second.pk).update(withdrawn=True)
    Participant.objects.filter(pk=third.pk).update(house=True)
    assert awards_of(tournament, overall_standings(tournament)).open[0].among == (first.pk,)
    assert fourth.pk not in awards_of(tournament, overall_standings(tournament)).open[0].among


def test_every_reason_has_its_words():
    tournament, _actor = finished_tournament()
    Participant.objects.update(woman=True, newcomer=True, birth_year=2012)
    group = PrizeGroup.objects.create(tournament=tournament, name="Preise")
    more = {"youth": "18", "club": "SV Feldkirchen", "match": "1", "table": "1"}
    for number, criterion in enumerate(["woman", "youth", "oldest", "club", "newcomer", "touts", "solos", "sheet",
                                        "minus", "match", "table", "sies", "raffle", "choice"], start=1):  # fmt: skip
        Prize.objects.create(tournament=tournament, group=group, number=number, words="Geld", cents=101,
                             criterion=criterion, argument=more.get(criterion, ""))  # fmt: skip
    for number, argument in enumerate(["1", "last", "middle", "plus"], start=20):
        Prize.objects.create(tournament=tournament, group=group, number=number, words="Bier", criterion="place",
                             argument=argument)  # fmt: skip
    awards = awards_of(tournament, overall_standings(tournament))
    for language in ("en", "de"):
        with translation.override(language):
            words = [reason_text(award) for award in awards.awards] + [open_text(one) for one in awards.open]
        assert all(words)
        assert not any("%(" in text or "None" in text for text in words)
    with translation.override("en"):
        texts = [reason_text(award) for award in awards.awards]
    assert "Best woman, place 1" in texts
    assert "Most Touts won: 1" in texts
    assert "Oldest player, equal with others: 4 share" in texts
    assert "Place 4, the last" in texts
    assert sum(award.cents for award in awards.awards if award.cents) % 101 == 0
    assert Scoresheet.objects.exists()
