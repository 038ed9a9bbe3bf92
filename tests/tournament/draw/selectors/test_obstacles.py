"""The obstacles to a draw, word for word, and the people that they are about."""

import datetime as dt

import pytest

from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament.draw.selectors.draw import preflight
from tournament.draw.selectors.obstacles import missing_players, missing_text
from tournament.draw.services.closed_lists import close_list
from tournament.enums import LotSource, TournamentState
from tournament.models import Match, Participant, Tournament, User


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", full_name="Olga Orga")


def match(tournament: Tournament, number: int = 1) -> Match:
    return tournament.matches.select_related("tournament").get(number=number)


def obstacles_of(tournament: Tournament, number: int = 1) -> list[tuple[str, str, list[int]]]:
    """The obstacles: code, sentence, start numbers of the people."""
    return [
        (one.code, str(one.refusal), [person.start_number for person in one.people])
        for one in preflight(match(tournament, number)).obstacles
    ]


@pytest.mark.parametrize(
    ("rules", "count", "sentence", "last"),
    [
        (
            "schafkopfschule-2023",
            7,
            "1 is missing for a table of four: 7 are on the list. "
            "Or too many: 3; registered last: 5 Zöllner Eva, 6 Bäuml Franz, 7 Aigner Gretl.",
            [5, 6, 7],
        ),
        (
            "schafkopfschule-2023",
            5,
            "3 are missing for a table of four: 5 are on the list. Or too many: 1; registered last: 5 Zöllner Eva.",
            [5],
        ),
        (
            "house-10-60",
            6,
            "2 are missing: 6 participants do not fill tables of 4 or 5 (impossible are only 6, 7 and 11). "
            "Or too many: 1; registered last: 6 Bäuml Franz.",
            [6],
        ),
        (
            "house-10-60",
            7,
            "1 is missing: 7 participants do not fill tables of 4 or 5 (impossible are only 6, 7 and 11). "
            "Or too many: 2; registered last: 6 Bäuml Franz, 7 Aigner Gretl.",
            [6, 7],
        ),
        (
            "palatinate-three",
            5,
            "1 is missing: 5 participants do not fill tables of 3 or 4 (impossible are only 5). "
            "Or too many: 1; registered last: 5 Zöllner Eva.",
            [5],
        ),
    ],
)
def test_numbers_that_fill_no_tables(db: None, rules: str, count: int, sentence: str, last: list[int]) -> None:
    tournament = make_tournament(rules=rules)
    make_participants(tournament, count)
    assert obstacles_of(tournament) == [("does_not_divide", sentence, last)]


@pytest.mark.parametrize("rules", ["house-10-60", "palatinate-three", "schafkopfschule-2023"])
def test_the_impossible_numbers_are_those_that_are_refused(db: None, rules: str) -> None:
    """Counted by hand from the sizes alone: every sum of tables is possible, and nothing else."""
    ruleset = make_tournament(rules=rules).ruleset
    sums = {0}
    for _table in range(13):
        sums |= {filled + size for filled in sums for size in ruleset.seats}
    for count in range(1, 40):
        assert (missing_players(ruleset, count) == 0) == (count in sums)


@pytest.mark.parametrize(
    ("rules", "count", "sentence"),
    [
        ("schafkopfschule-2023", 63, "1 is missing for a table of four."),
        ("schafkopfschule-2023", 62, "2 are missing for a table of four."),
        ("house-10-60", 11, "1 is missing for full tables."),
        ("house-10-60", 6, "2 are missing for full tables."),
    ],
)
def test_what_is_missing_in_short(db: None, rules: str, count: int, sentence: str) -> None:
    assert missing_text(make_tournament(rules=rules).ruleset, count) == sentence


@pytest.mark.parametrize("count", [0, 3])
def test_too_few_for_one_table(tournament: Tournament, count: int) -> None:
    make_participants(tournament, count)
    sentence = f"A draw needs at least 4 participants. Registered so far: {count}."
    assert obstacles_of(tournament) == [("too_few", sentence, [])]


def test_a_long_list_of_names_ends_in_dots(tournament: Tournament) -> None:
    players = make_participants(tournament, 12)
    Participant.objects.filter(pk__in=[player.pk for player in players[:3]]).update(arrived=True)
    ((code, sentence, people),) = obstacles_of(tournament)
    assert (code, people) == ("not_present", list(range(4, 13)))
    assert sentence.startswith("9 participants are not ticked off as present: 4 Süß Dirk, 5 Zöllner Eva, ")
    assert sentence.endswith(", 11 Nachname11 Vorname11, ….")


def test_presence_counts_where_somebody_is_ticked_off(tournament: Tournament) -> None:
    players = make_participants(tournament, 4)
    assert obstacles_of(tournament) == []
    Participant.objects.exclude(pk=players[2].pk).update(arrived=True)
    assert obstacles_of(tournament) == [
        ("not_present", "1 participant is not ticked off as present: 3 Löffler Centa.", [3])
    ]
    Participant.objects.update(arrived=True)
    assert obstacles_of(tournament) == []
    # A player who came and then withdrew makes nobody else absent.
    extra = make_participants(tournament, 1, first=5)[0]
    Participant.objects.update(arrived=False)
    Participant.objects.filter(pk=extra.pk).update(arrived=True, withdrawn=True)
    assert obstacles_of(tournament) == []


def test_the_young_are_named(tournament: Tournament) -> None:
    players = make_participants(tournament, 4)
    for player, born in ((players[1], dt.date(2010, 11, 29)), (players[2], dt.date(2010, 11, 28))):
        Participant.objects.filter(pk=player.pk).update(birth_date=born)
    # Centa turns sixteen on the day of play, which is enough (reading 24).
    assert obstacles_of(tournament) == [
        ("under_age", "Younger than 16 on the day of play (5.2.12): 2 Huber Bene.", [2])
    ]


def test_the_tables_are_filled_without_who_is_too_young(tournament: Tournament) -> None:
    """Nobody shall be fetched to fill a table up beside a child that is sent home."""
    players = make_participants(tournament, 7)
    Participant.objects.filter(pk=players[0].pk).update(birth_date=dt.date(2015, 1, 1))
    codes = [(code, sentence) for code, sentence, _people in obstacles_of(tournament)]
    assert [code for code, _sentence in codes] == ["under_age", "does_not_divide"]
    assert codes[1][1].startswith("2 are missing for a table of four: 6 are on the list.")
    make_participants(tournament, 2, first=8)
    assert [code for code, _sentence, _people in obstacles_of(tournament)] == ["under_age"]


def test_all_that_can_be_mended_is_said_at_once(tournament: Tournament) -> None:
    players = make_participants(tournament, 6)
    Participant.objects.filter(pk=players[0].pk).update(birth_date=dt.date(2015, 1, 1))
    Participant.objects.filter(pk=players[1].pk).update(arrived=True)
    assert [code for code, _sentence, _people in obstacles_of(tournament)] == [
        "under_age",
        "not_present",
        "does_not_divide",
    ]


@pytest.mark.parametrize(("table", "seat"), [(3, 1), (2, 5)])
def test_a_fixed_place_that_is_not_there(tournament: Tournament, table: int, seat: int) -> None:
    make_participants(tournament, 8)
    Participant.objects.filter(start_number=2).update(fixed_table=table, fixed_seat=seat)
    sentence = f"2 Huber Bene keeps table {table}, seat {seat}, but there is no such seat."
    assert obstacles_of(tournament) == [("no_such_place", sentence, [2])]
    Participant.objects.filter(start_number=2).update(fixed_table=2, fixed_seat=4)
    assert obstacles_of(tournament) == []


def test_a_fixed_place_must_be_there_whichever_tables_are_chosen(db: None) -> None:
    tournament = make_tournament(rules="palatinate-three")
    make_participants(tournament, 12)
    Participant.objects.filter(start_number=2).update(fixed_table=1, fixed_seat=4)
    assert [code for code, _sentence, _people in obstacles_of(tournament)] == ["no_such_place"]


def test_who_came_and_who_left_since_the_list_was_closed(tournament: Tournament, organiser: User) -> None:
    players = make_participants(tournament, 9)
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=True)
    close_list(match=match(tournament), actor=organiser, source=LotSource.NUMBERS)
    assert obstacles_of(tournament) == []
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=False)
    ask = "Please open the list and close it again."
    assert obstacles_of(tournament)[1:] == [
        ("list_changed", f"Registered since the list was closed: 9 Nachname9 Vorname9. {ask}", [9])
    ]
    Participant.objects.filter(pk=players[3].pk).update(withdrawn=True)
    sentence = "Since the list was closed, withdrawn: 4 Süß Dirk; registered: 9 Nachname9 Vorname9."
    assert obstacles_of(tournament) == [("list_changed", f"{sentence} {ask}", [4, 9])]
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=True)
    assert obstacles_of(tournament)[1:] == [
        ("list_changed", f"Withdrawn since the list was closed: 4 Süß Dirk. {ask}", [4])
    ]


def test_a_final_obstacle_is_said_alone(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    draw_lots(match(tournament), organiser)
    make_participants(tournament, 1, first=9)
    ((code, sentence, _people),) = obstacles_of(tournament)
    assert code == "already_drawn"
    assert sentence.startswith("Match 1 is drawn already: Olga Orga, ")
    assert sentence.endswith(". Published lots may not be changed (5.2.2).")
    Participant.objects.filter(start_number=9).delete()
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert obstacles_of(tournament, 2) == [
        ("tournament_finished", "The tournament is finished. Nothing more is drawn.", [])
    ]


def test_matches_are_drawn_in_their_order(tournament: Tournament) -> None:
    make_participants(tournament, 7)
    assert obstacles_of(tournament, 2) == [("earlier_match_first", "Match 1 has to be drawn before match 2.", [])]
