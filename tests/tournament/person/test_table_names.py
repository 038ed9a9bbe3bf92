"""The names of one table: short, and told apart where two players have the same."""

import pytest

from tournament.person.table_names import NamedPlayer, short_names, table_names

HUBER = ("Josef", "Huber")
FRIENDS = "Schafkopffreunde Sankt Wolfgang am Inn"


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ([("Anna", "Obermaier"), ("Bene", "Huber")], ["Anna", "Bene"]),
        ([("Anna", "Obermaier"), ("Anna", "Huber"), ("Bene", "Huber")], ["Anna O.", "Anna H.", "Bene"]),
        ([("Anna", "Huber"), ("Anna", "Hofer")], ["Anna Hu.", "Anna Ho."]),
        ([("Anna", "Huber"), ("Anna", "Huber")], ["Anna (1)", "Anna (2)"]),
        ([("Anna", "Huber"), ("Anna", "Huber"), ("Anna", "Hofer")], ["Anna Hu. (1)", "Anna Hu. (2)", "Anna Ho."]),
        ([("", "#7"), ("", "#8")], ["No. 7", "No. 8"]),
        ([("", "%1"), ("Anna", "Huber"), ("", "%3")], ["No. 1", "Anna", "No. 3"]),
    ],
)
def test_short_names_tell_players_apart(names: list[tuple[str, str]], short: list[str]) -> None:
    assert short_names([NamedPlayer(number, *name, "") for number, name in enumerate(names, 1)]) == short


@pytest.mark.parametrize(
    ("clubs", "behind"),
    [
        (("Post SV", "TSV Anzing"), ("Post SV", "TSV Anzing")),
        (("Post SV", ""), ("Post SV", "17")),
        (("Post SV", "post sv"), ("4", "17")),
        (("", ""), ("4", "17")),
        # Of a long club only the beginning stands behind the short name.
        ((f"{FRIENDS} in Oberbayern 1", f"{FRIENDS} in Oberbayern 2"), ("4", "17")),
    ],
    ids=["two clubs", "one has no club", "one club", "no club", "clubs that begin alike"],
)  # fmt: skip
def test_two_of_one_name_have_the_same_addition_in_both_names(clubs: tuple[str, str], behind: tuple[str, str]) -> None:
    players = [
        NamedPlayer(4, *HUBER, clubs[0]),
        NamedPlayer(9, "Anna", "Obermaier", "Post SV", "Dr."),
        NamedPlayer(17, *HUBER, clubs[1], "Prof."),
    ]
    first, second = behind
    assert table_names(players) == [f"Josef Huber ({first})", "Dr. Anna Obermaier", f"Prof. Josef Huber ({second})"]
    assert short_names(players) == [f"Josef ({first})", "Anna", f"Josef ({second})"]


def test_of_a_long_club_the_short_name_has_the_beginning() -> None:
    clubs = [FRIENDS, "Schützengesellschaft Eichenlaub"]
    players = [NamedPlayer(number, *HUBER, club) for number, club in enumerate(clubs, 1)]
    assert table_names(players) == [f"Josef Huber ({club})" for club in clubs]
    assert short_names(players) == ["Josef (Schafkopffreu…)", "Josef (Schützengesel…)"]
