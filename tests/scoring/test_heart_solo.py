"""A Solo in Hearts that is worth more, with its Tout: a club's printed table, typed here from its sheet."""

from pathlib import Path

import pytest

from scoring.errors import ScoringError
from scoring.permits import check_permit
from scoring.points import score_game
from scoring.ranking import Contender, rank
from scoring.ruleset import Ruleset, check_ruleset, load_ruleset, parse_ruleset
from scoring.sheets import evaluate_sheet
from scoring.shorthand import format_record, parse_entry
from scoring.show import ruleset_page
from tests.records import recorded

FILE = Path(__file__).parent / "heart-solo.toml"
CLUB = load_ruleset(FILE)

# Herz-Solo 60, Schneider 70, Schwarz 80, Tout 160; Solo 50, 60, 70, Tout 140: from each of the three.
PRINTED = [
    ("s2+", (-50, 150, -50, -50)),
    ("sg2--", (60, -180, 60, 60)),
    ("hs2+", (-60, 180, -60, -60)),
    ("hs2--", (70, -210, 70, 70)),
    ("hs2+++", (-80, 240, -80, -80)),
    ("st2+", (-140, 420, -140, -140)),
    ("ste2-", (140, -420, 140, 140)),
    ("hst2+", (-160, 480, -160, -160)),
    ("hst2-", (160, -480, 160, 160)),
    ("sie2", (-320, 960, -320, -320)),
]


@pytest.mark.parametrize(("entry", "points"), PRINTED)
def test_the_table_as_printed(entry: str, points: tuple[int, ...]) -> None:
    record = parse_entry(CLUB, entry)
    score = score_game(CLUB, record)
    assert (score.points, score.circled) == (points, 2)
    assert format_record(record) == entry


def test_a_solo_or_tout_in_hearts_is_the_contract_of_its_own() -> None:
    for entry, contract in (("sh2+", "heart-solo"), ("sth2+", "heart-solo-tout")):
        with pytest.raises(ScoringError) as refused:
            parse_entry(CLUB, entry)
        assert (refused.value.code, refused.value.context["contract"]) == ("suit_is_a_contract", contract)


def test_on_a_sheet_it_needs_approval_counts_as_a_tout_and_in_the_first_game_as_a_heart_solo() -> None:
    won = parse_entry(CLUB, "hst2+")
    lost = recorded(contract="heart-solo-tout", declarer=1, card_points=70, tricks=5)
    # In the first game, where no Tout counts, 70 card points win a simple Heart Solo.
    sheet = evaluate_sheet(
        CLUB, [lost, recorded(contract="heart-solo-tout", declarer=2, result="won", approved=True), won]
    )
    assert [line.points for line in sheet.lines] == [(180, -60, -60, -60), (-160, 480, -160, -160), (0, 0, 0, 0)]
    assert [(approval.game, approval.section, approval.granted) for approval in sheet.approvals] == [
        (2, "6", True),
        (3, "6", None),
    ]
    counters = sheet.counters[1]
    assert (counters.touts_played, counters.touts_won, counters.solos_played) == (1, 1, 0)
    ranking = rank(
        CLUB, [Contender(name="Anna", points=10), Contender(name="Bene", points=10, touts_won=1, touts_played=1)]
    )
    assert [(place.contender.name, place.decided_by) for place in ranking.places] == [
        ("Bene", "touts_won"),
        ("Anna", "touts_won"),
    ]


def test_announced_too_late_it_is_a_heart_solo() -> None:
    late = recorded(contract="heart-solo-tout", declarer=1, late_tout=True, result="won", level="schwarz")
    score = score_game(CLUB, late)
    assert (score.points, score.scored_as) == ((240, -80, -80, -80), "heart-solo")


def test_a_hand_for_it() -> None:
    sure = ("EO", "GO", "HO", "SO", "HA", "H10", "SA", "S10")
    permit = check_permit(CLUB, "heart-solo-tout", sure)
    assert (permit.permitted, permit.runners) == (True, 4)
    assert not check_permit(CLUB, "heart-solo-tout", ("EO", "GO", "HO", "EU", *sure[4:])).permitted


def test_it_stands_on_the_readable_page() -> None:
    rows = [" ".join(line.split()) for line in ruleset_page(CLUB).splitlines()]
    assert "heart-solo +180 / -60 +210 / -70 +240 / -80 3" in rows
    assert "heart-solo-tout +480 / -160 3: 2 x heart-solo schwarz" in rows


def without_heart_tout() -> Ruleset:
    """The rules with one value for every Tout, as other clubs print it, so without a separate Heart Solo Tout."""
    text = FILE.read_text(encoding="utf-8")
    for start, end, instead in (
        ("[contracts.heart-solo-tout]", "[contracts.sie]", ""),
        ("[permits.heart-solo-tout]", "[sanctions.mistake]", "[permits]\n\n"),
        ("heart-solo-tout = { minus", "[ranking]", ""),
    ):
        text = text[: text.index(start)] + instead + text[text.index(end) :]
    text = text.replace('{ times = 2, of = "heart-solo-tout", level = "fixed" }', "{ fixed = 320 }")
    text = text.replace(', "heart-solo-tout"', "").replace('"heart-solo-tout", ', "")
    assert check_ruleset(text) == ()
    return parse_ruleset(text)


def test_where_all_touts_are_worth_the_same_one_in_hearts_is_a_solo_tout_and_falls_back_to_a_heart_solo() -> None:
    rules = without_heart_tout()
    tout = parse_entry(rules, "sth2+")
    assert tout == recorded(contract="solo-tout", suit="H", declarer=2, result="won")
    assert score_game(rules, tout).points == (-140, 420, -140, -140)
    for suit, contract, points in (("E", "solo", (210, -70, -70, -70)), ("H", "heart-solo", (240, -80, -80, -80))):
        late = recorded(contract="solo-tout", suit=suit, declarer=1, late_tout=True, result="won", level="schwarz")
        assert (score_game(rules, late).scored_as, score_game(rules, late).points) == (contract, points)


def test_the_palatinate_name_beside_a_solo_tout_stays_the_tout_in_hearts() -> None:
    """Files that had no other name for it keep their meaning."""
    rules = parse_ruleset(FILE.read_text(encoding="utf-8").replace("heart-solo-tout", "heart-solo-du"))
    assert score_game(rules, parse_entry(rules, "hsd2+")).points == (-160, 480, -160, -160)
    with pytest.raises(ScoringError) as refused:
        parse_entry(rules, "sth2+")
    assert refused.value.context["contract"] == "heart-solo-du"
