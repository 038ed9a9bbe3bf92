"""One rule for the places of those who leave early or join late, whichever button fills the chair (5.2.11)."""

import json

import pytest

from tests.damage.tampering import triggers_off
from tests.worlds.factories import choose_places, draw_lots, make_user
from tests.worlds.short_tournament import TWO_MATCHES, play_match, play_table, short_tournament
from tournament.draw.selectors.place_rules import place_rules, places_of
from tournament.draw.services.place_rules import choose_place_rule
from tournament.draw.services.replacements import replace_absent
from tournament.enums import Leavers
from tournament.models import Event, Participant, PlaceRule, Scoresheet, Tournament, User
from tournament.offences import Offence
from tournament.participants.services.conduct import exclude
from tournament.participants.services.participants import add_participant, withdraw_participant
from tournament.participants.services.substitutes import appoint_substitute, enter_substitute
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services.tournaments import finish_tournament
from tournament.standings.selectors.standings import StandingsLine, overall_standings
from tournament.standings.selectors.words import place_sentences, remark_text
from tournament.standings.services.standings import draw_tie_lots

FIRST = [[30, -10, -10, -10], [9, -3, -3, -3]]
SECOND = [[12, -4, -4, -4], [6, -2, -2, -2]]
WAYS = ("entry", "substitute", "replaced")


@pytest.fixture
def actor(db) -> User:
    return make_user("organiser", "supervisor", "desk", username="reiter")


@pytest.fixture
def tournament(actor: User) -> Tournament:
    return short_tournament(actor, rules=TWO_MATCHES, players=8)


def leave_after_match_1(tournament: Tournament, actor: User, way: str, *, house: bool = True) -> Participant:
    """The leader of match 1 goes home, and somebody of the house fills the chair in one of three ways; then match 2."""
    one, two = tournament.matches.order_by("number")
    leader = play_match(one, FIRST, actor)[0][0]
    zenzi = {"first_name": "Zenzi", "last_name": "Ziegler", "house": house, "actor": actor}
    terms = {"reason": "musste heim", "accepts_rules": True}
    if way == "substitute":
        enter_substitute(participant=leader, match=2, game=1, **zenzi, **terms)
        play_match(two, SECOND, actor)
    elif way == "entry":
        withdraw_participant(participant=leader, actor=actor)
        add_participant(tournament=tournament, **zenzi)
        play_match(two, SECOND, actor)
    else:
        draw_lots(two, actor)
        seat = leader.seats.select_related("participant", "scoresheet", "match__tournament").get(match=two)
        newcomer = add_participant(tournament=tournament, **zenzi)
        replace_absent(seat=seat, newcomer=newcomer, actor=actor, **terms)
        for table, totals in enumerate(SECOND, start=1):
            play_table(two, table, totals, actor)
    return leader


def line_of(tournament: Tournament, name: str) -> StandingsLine:
    return next(line for line in overall_standings(tournament).lines if line.name == name)


@pytest.mark.parametrize("way", WAYS)
def test_who_leaves_keeps_the_place_whoever_fills_the_chair(tournament, actor, way):
    choose_places(tournament, actor, "keep")
    leader = leave_after_match_1(tournament, actor, way)
    standings = overall_standings(tournament)
    first = standings.lines[0]
    assert (first.place, first.participant, first.total, first.match_points) == (1, leader.pk, 30, (30, None))
    assert [line.place is None for line in standings.lines] == [False] * 8 + [True]
    zenzi = line_of(tournament, "Ziegler Zenzi")
    assert (zenzi.place, zenzi.unplaced, zenzi.match_points[0]) == (None, "house", None)
    assert "has left the tournament" in remark_text(first, final=True)
    assert audit_tournament(tournament).faults == ()


def test_lots_of_a_leaver_who_keeps_the_place_are_the_leavers_own(tournament, actor):
    """A substitute plays on the chair; the leaver is level with another, and the lot between them holds."""
    choose_places(tournament, actor, "keep")
    one, two = tournament.matches.order_by("number")
    seated = play_match(one, FIRST, actor)
    leader, second = seated[0][0], seated[1][0]
    terms = {"reason": "musste heim", "accepts_rules": True, "first_name": "Zenzi", "last_name": "Ziegler"}
    enter_substitute(participant=leader, match=2, game=1, house=True, actor=actor, **terms)
    draw_lots(two, actor)
    for table in (1, 2):
        seats = Scoresheet.objects.get(match=two, table_number=table).seats.order_by("number")
        here = second.pk in seats.values_list("participant", flat=True)
        points = [21 if seat.participant_id == second.pk else -7 if here else 0 for seat in seats]
        play_table(two, table, points, actor)
    assert set(overall_standings(tournament).open_ties[0]) == {leader.pk, second.pk}
    draw_tie_lots(tournament=tournament, actor=actor)
    standings = overall_standings(tournament)
    first = standings.lines[:2]
    assert (standings.open_ties, {line.participant for line in first}) == ((), {leader.pk, second.pk})
    assert {line.name for line in first} in [{member.name for member in lot.members} for lot in standings.lots]


@pytest.mark.parametrize("way", WAYS)
def test_who_leaves_loses_the_place_whoever_fills_the_chair(tournament, actor, way):
    choose_places(tournament, actor, "lose")
    leader = leave_after_match_1(tournament, actor, way)
    standings = overall_standings(tournament)
    placed = [line for line in standings.lines if line.place]
    assert (len(placed), placed[0].place) == (7, 1)
    assert leader.pk not in {line.participant for line in placed}
    assert line_of(tournament, "Ziegler Zenzi").unplaced == "house"
    if way != "substitute":
        mine = line_of(tournament, leader.list_name)
        assert (mine.unplaced, remark_text(mine, final=True)) == ("left", "has left, takes no place")


@pytest.mark.parametrize(
    ("way", "late", "place", "total"),
    [
        ("substitute", True, True, 30),
        ("substitute", False, False, 30),
        ("entry", True, True, 0),
        ("entry", False, False, 0),
    ],
)
def test_who_joins_later_is_placed_or_not(tournament, actor, way, late, place, total):
    """A substitute takes over the points of the place that is lost (5.2.11); whoever is entered has their own."""
    choose_places(tournament, actor, "lose", ranks_late=late)
    leave_after_match_1(tournament, actor, way, house=False)
    line = line_of(tournament, "Ziegler Zenzi")
    second = line.match_points[1]
    assert (line.place is not None, line.total) == (place, total + second)
    assert ("came later, takes no place" in remark_text(line, final=True)) is not place


def test_a_sheet_under_way_counts_for_whoever_plays_it_to_its_end(tournament, actor):
    """Where places are kept, the leader of match 1 leaves in match 2: the first sheet stays theirs."""
    choose_places(tournament, actor, "keep")
    one, two = tournament.matches.order_by("number")
    leader = play_match(one, FIRST, actor)[0][0]
    draw_lots(two, actor)
    seat = leader.seats.select_related("scoresheet").get(match=two)
    newcomer = add_participant(tournament=tournament, first_name="Zenzi", last_name="Ziegler", actor=actor)
    appoint_substitute(
        participant=leader, newcomer=newcomer, match=2, game=3, actor=actor, reason="krank", accepts_rules=True
    )
    for table, totals in enumerate(SECOND, start=1):
        play_table(two, table, totals, actor)
    mine, theirs = line_of(tournament, leader.list_name), line_of(tournament, "Ziegler Zenzi")
    assert (mine.place, mine.match_points) == (1, (30, None))
    assert theirs.match_points == (None, SECOND[seat.scoresheet.table_number - 1][seat.number - 1])
    assert theirs.stands_for == ((leader.start_number, leader.list_name),)
    assert theirs.place is not None
    choose_places(tournament, actor, "keep", ranks_late=False)
    assert line_of(tournament, "Ziegler Zenzi").unplaced == "late"


def test_who_goes_home_after_the_last_sheet_has_missed_nothing(tournament, actor):
    choose_places(tournament, actor, "lose")
    one, two = tournament.matches.order_by("number")
    leader = play_match(one, FIRST, actor)[0][0]
    play_match(two, SECOND, actor)
    withdraw_participant(participant=leader, actor=actor)
    assert overall_standings(tournament).lines[0].participant == leader.pk


def test_until_it_is_chosen_nobody_with_a_place_leaves(tournament, actor):
    one, _two = tournament.matches.order_by("number")
    late = tournament.participants.get(start_number=8)
    withdraw_participant(participant=late, actor=actor)  # nobody has played yet: nothing is asked
    late.refresh_from_db()
    Participant.objects.filter(pk=late.pk).update(withdrawn=False)
    leader = play_match(one, FIRST, actor)[0][0]
    for leave in (
        lambda: withdraw_participant(participant=leader, actor=actor),
        lambda: enter_substitute(
            participant=leader,
            match=2,
            game=1,
            actor=actor,
            reason="krank",
            accepts_rules=True,
            first_name="Zenzi",
            last_name="Ziegler",
        ),
    ):
        with pytest.raises(Refused) as refusal:
            leave()
        assert refusal.value.code == "place_rule_open"
    assert not tournament.participants.filter(last_name="Ziegler").exists()
    # An exclusion is no question of this rule (5.1.4).
    exclude(participant=leader, offence=Offence.CHEATING, actor=actor, reason="zweimal")
    assert line_of(tournament, leader.list_name).unplaced == "excluded"


def choose(tournament: Tournament, actor: User, leavers: str, reason: str = "", late: bool = True) -> str:
    try:
        choose_place_rule(
            tournament=tournament, actor=actor, leavers=Leavers(leavers), ranks_late_players=late, reason=reason
        )
    except Refused as refusal:
        return refusal.code
    return ""


def test_a_change_after_the_draw_needs_a_reason_and_is_logged(tournament, actor):
    assert [choose(tournament, actor, leavers) for leavers in ("keep", "lose", "lose")] == ["", "", ""]
    play_match(tournament.matches.get(number=1), FIRST, actor)
    version = Tournament.objects.get().version
    assert choose(tournament, actor, "keep") == "no_reason"
    assert choose(tournament, actor, "lose", late=False) == "no_reason"
    assert choose(tournament, actor, "keep", "so steht es auf der Einladung") == ""
    assert Tournament.objects.get().version > version
    payloads = [json.loads(event.payload) for event in Event.objects.filter(kind="place_rule.chosen").order_by("pk")]
    assert [(one["leavers"], one["ranks_late_players"]) for one in payloads] == [
        ("keep", True),
        ("lose", True),
        ("keep", True),
    ]
    assert "Einladung" not in str(payloads)
    assert [row.reason for row in place_rules(tournament)] == ["so steht es auf der Einladung", "", ""]
    assert audit_tournament(tournament).faults == ()


def test_the_first_choice_needs_no_reason_even_in_the_evening(tournament, actor):
    play_match(tournament.matches.get(number=1), FIRST, actor)
    assert choose(tournament, actor, "keep") == ""
    assert places_of(tournament).keeps


@pytest.mark.parametrize("role", ["supervisor", "desk", "tribunal"])
def test_only_the_management_chooses(tournament, role):
    assert choose(tournament, make_user(role), "keep") == "not_allowed"


def test_an_official_ranking_is_not_changed_by_another_rule(tournament, actor):
    one, two = tournament.matches.order_by("number")
    play_match(one, [[30, -9, -10, -11], [9, -2, -3, -4]], actor)
    play_match(two, [[12, -3, -4, -5], [6, 1, -2, -5]], actor)
    if overall_standings(tournament).open_ties:
        draw_tie_lots(tournament=tournament, actor=actor)
    finish_tournament(tournament=tournament, actor=actor)
    assert choose(tournament, actor, "keep") == "tournament_finished"


@pytest.mark.parametrize(
    "change", [{"leavers": "keep"}, {"ranks_late_players": False}, {"reason": "nur so"}, {"chosen_by_id": 2}]
)
def test_a_changed_row_is_noticed(tournament, actor, change):
    make_user("organiser", username="other")
    choose_places(tournament, actor, "lose")
    assert audit_tournament(tournament).faults == ()
    with triggers_off():
        if "chosen_by_id" in change:
            change = {"chosen_by_id": User.objects.get(username="other").pk}
        PlaceRule.objects.update(**change)
    assert ["place rule" in fault.what for fault in audit_tournament(tournament).faults] == [True]


@pytest.mark.parametrize(
    ("leavers", "late", "sentences"),
    [
        (
            "lose",
            True,
            [
                "Whoever goes home early takes no place. A substitute takes over the points (5.2.11).",
                "Whoever joins after the first match has begun takes a place with the points they have.",
            ],
        ),
        (
            "keep",
            False,
            [
                "Whoever goes home early keeps points and place. Each sheet counts for whoever plays it to its end, "
                "a substitute too.",
                "Whoever joins after the first match has begun, also as a substitute, takes no place.",
            ],
        ),
    ],
)
def test_the_rule_in_words(tournament, actor, leavers, late, sentences):
    assert place_sentences(places_of(tournament), tournament.ruleset) == []
    choose_places(tournament, actor, leavers, ranks_late=late)
    assert place_sentences(places_of(tournament), tournament.ruleset) == sentences


def test_a_tournament_of_before_is_ranked_as_before(tournament, actor):
    """Nothing was chosen: whoever left keeps the place, unless a substitute took it over."""
    choose_places(tournament, actor, "keep")
    leader = leave_after_match_1(tournament, actor, "substitute", house=False)
    PlaceRule.objects.all().delete()
    line = line_of(tournament, "Ziegler Zenzi")
    assert (line.place, line.match_points[0]) == (1, 30)
    assert leader.pk not in {one.participant for one in overall_standings(tournament).lines}
    assert Scoresheet.objects.count() == 4
