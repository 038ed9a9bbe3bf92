"""The page of a ruleset: its figures typed from the documents, its width, and that it omits nothing of the file."""

import pytest

from scoring.ruleset import Ruleset, bundled_rulesets, load_ruleset, parse_ruleset
from scoring.show import WIDTH, ruleset_page


def lines(name: str) -> list[str]:
    return ruleset_page(load_ruleset(name)).splitlines()


def squeezed(page: list[str]) -> list[str]:
    return [" ".join(line.split()) for line in page]


def block(name: str, title: str) -> list[str]:
    """The lines under a title, with runs of spaces reduced to one."""
    page = lines(name)
    (start,) = (number for number, line in enumerate(page) if line.startswith(title))
    end = page.index("", start) if "" in page[start:] else len(page)
    return squeezed(page[start + 1 : end])


ALL = [load_ruleset(name) for name in bundled_rulesets()]


@pytest.mark.parametrize("ruleset", ALL, ids=lambda ruleset: ruleset.id)
def test_one_screen_wide_and_without_trailing_spaces(ruleset: Ruleset) -> None:
    page = ruleset_page(ruleset)
    assert max(len(line) for line in page.splitlines()) <= WIDTH
    assert all(line == line.rstrip() for line in page.splitlines())
    assert "\n\n\n" not in page
    assert all(sign.isprintable() for sign in page if sign != "\n")


@pytest.mark.parametrize("ruleset", ALL, ids=lambda ruleset: ruleset.id)
def test_every_contract_notice_and_label_is_on_it(ruleset: Ruleset) -> None:
    page = squeezed(ruleset_page(ruleset).splitlines())
    words = " ".join(page)
    assert [name for name in ruleset.contracts if f" {name} " not in words] == []
    assert [code for code, section in ruleset.codes.items() if f"{code} ({section})" not in page] == []
    for key in ruleset.settings:
        table, *rest = key.split(".")
        if table in ("match", "limits", "runners", "bonuses", "ranking") and ruleset.decides(key):
            label = rest[0].replace("_", " ")
            assert [line for line in page if line.startswith(f"{label} ")], key


@pytest.mark.parametrize("name", ["schafkopfschule-2023", "schafkopfschule-2007"])
def test_5_2_7(name: str) -> None:
    assert block(name, "Points:")[1:] == [
        "rufer +1 / -1 +2 / -2 +3 / -3 5.2.7",
        "solo +6 / -2 +9 / -3 +12 / -4 5.2.7",
        "wenz +6 / -2 +9 / -3 +12 / -4 5.2.7",
        "solo-tout +18 / -6 5.2.7",
        "wenz-tout +18 / -6 5.2.7",
        "sie +24 / -8 5.2.7, never lost",
    ]


def test_the_schafkopfschule_beside_the_points() -> None:
    name = "schafkopfschule-2023"
    assert block(name, "Bidding") == [
        "highest first sie > solo-tout > wenz-tout > solo > wenz > rufer (2.4.4)",
        "equal bids seating (2.4.4)",
    ]
    assert block(name, "The first game") == [
        "counted as a simple game solo-tout, wenz-tout (5.2.15)",
        "counted as a simple game Schwarz in solo, wenz (5.2.15)",
        "not counted sie, in every match (2.9.1)",
    ]
    assert block(name, "The supervisor approves") == [
        "always solo-tout, wenz-tout, sie (5.2.14)",
        "from number 5 on solo, wenz, solo-tout, wenz-tout, counted by sheet (5.2.16)",
    ]
    assert block(name, "What a hand needs") == [
        "solo-tout at least 3 runners; every side suit an Ace, or Ace and Ten (5.2.14)",
        "wenz-tout at least 2 runners, or 3 trumps with the highest; every side suit",
        "Ace and Ten, or these and a third card (5.2.14)",
    ]
    assert block(name, "Sanctions")[:2] == [
        "mistake -4, borne by the offender, shared by the other side: rufer (3.4.17)",
        "mistake -9, borne by the offender, shared by the other side: solo, wenz",
    ]
    assert block(name, "Stoss") == ["rule ignored (5.2.4)"]
    assert "not counted sie, in the first match (2.9.1)" in block("schafkopfschule-2007", "The first game")


def test_the_house_tournament() -> None:
    name = "house-10-60"
    assert block(name, "Points:")[1:] == [
        "rufer +10 / -10 +20 / -20 +30 / -30 H 6",
        "solo +60 / -20 +90 / -30 +120 / -40 H 6",
        "wenz +60 / -20 +90 / -30 +120 / -40 H 6",
        "rufer-tout +60 / -60 H 6: 2 x rufer schwarz",
        "solo-tout +240 / -80 H 6: 2 x solo schwarz",
        "wenz-tout +240 / -80 H 6: 2 x wenz schwarz",
        "sie +240 / -80 –: 1 x solo-tout, never lost",
    ]
    assert block(name, "Ramsch:")[:3] == [
        "most card points -30 / +10 (H 6)",
        "1 Jungfrau -60 / +20, times 2 (H 6)",
        "2 Jungfrauen -120 / +40, times 4 (H 6)",
    ]
    assert "Durchmarsch +60 / -20, from 91 card points on, though another has no trick" in block(name, "Ramsch:")
    assert block(name, "Runners")[:2] == ["scored yes (H 6)", "value 10 (H 6)"]
    assert block(name, "Runners")[-3:] == [
        "from 2 to 4, times 2 wenz-tout (H 5)",
        "never sie (–)",
        "never ramsch (H 5)",
    ]
    assert block(name, "Stoss") == [
        "rule scored (H 4)",
        "most 2 (H 4)",
        "doubles base (H 6)",
        "doubled rufer, solo, wenz, rufer-tout, solo-tout, wenz-tout (H 4)",
        "never doubled sie (–)",
        "never doubled ramsch (H 6)",
    ]
    assert block(name, "The supervisor approves") == ["none"]
    assert "wrong-deal -60, borne by the offender, shared by all others: deal (H 4)" in block(name, "Sanctions")
    assert block(name, "Match")[-2:] == [
        "at a table of 4 8 games a match, 8 a round",
        "at a table of 5 10 games a match, 10 a round",
    ]


def test_a_table_for_each_size_where_the_sitting_dealer_scores() -> None:
    name = "palatinate-three"
    assert block(name, "Points at a table of 3:")[1:4] == [
        "simple +2 / -1 +4 / -2 +6 / -3 Pal Schafkopf",
        "solo +4 / -2 +6 / -3 +8 / -4 Pal Schafkopf",
        "heart-solo +6 / -3 +8 / -4 +10 / -5 Pal Schafkopf",
    ]
    assert block(name, "Points at a table of 4:")[1:4] == [
        "simple +3 / -1 +6 / -2 +9 / -3 Pal Schafkopf",
        "solo +6 / -2 +9 / -3 +12 / -4 Pal Schafkopf",
        "heart-solo +9 / -3 +12 / -4 +15 / -5 Pal Schafkopf",
    ]
    assert "which makes hands of 10 cards, and 2 in the skat" in block(name, "Match")


def test_limits_of_its_own_stand_below_the_others() -> None:
    assert block("social", "Card points")[4:] == [
        "in muss:",
        "declarer wins 60 (Muss)",
        "defenders win 61 (Muss)",
        "declarer out of schneider 30 (Muss)",
        "defenders out of schneider 31 (Muss)",
    ]


def test_the_page_is_that_of_the_file(ruleset: Ruleset) -> None:
    """A file with another value for the Sie, and with a section longer than a line."""
    long = "x" * 150
    text = ruleset.text.replace("{ fixed = 8 }", "{ fixed = 7 }").replace('section = "5.2.16"', f'section = "{long}"')
    page = ruleset_page(parse_ruleset(text)).splitlines()
    assert "sie +21 / -7 5.2.7, never lost" in squeezed(page)
    assert max(len(line) for line in page) <= WIDTH
    assert long in "".join(page).replace(" ", "")
