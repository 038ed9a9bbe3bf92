"""What the hall may see: the frozen ranking, the lines that were announced, and what is still missing."""

import json

import pytest

from tests.worlds.factories import make_participants, make_scoresheet, make_tie_lots, make_tournament, make_user
from tournament.enums import Release
from tournament.models import Ceremony, FrozenRanking, Scoresheet, Tournament
from tournament.selectors.versions import hall_version, tournament_version
from tournament.services import versions
from tournament.standings.selectors.release import HallRanking, content_of, hall_ranking, obstacles, standings_of
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.release import freeze, step_release, unfreeze

pytestmark = pytest.mark.django_db


def hall(tournament: Tournament) -> HallRanking:
    tournament.refresh_from_db()
    return hall_ranking(tournament, hall_version(tournament))


@pytest.fixture
def played() -> Tournament:
    """Two tables of match 1; those of the second share all figures, and lots decide two of their places."""
    tournament = make_tournament()
    players = make_participants(tournament, 8)
    first = tournament.matches.get(number=1)
    make_scoresheet(first, players[:4], [6, 2, -3, -5], solos_won=[1, 0, 0, 0], solos_played=[1, 0, 0, 0])
    make_scoresheet(first, players[4:], [2, 2, -2, -2], table=2)
    make_tie_lots(tournament, [players[5], players[4]])
    tournament.frozen_ruleset, tournament.state = tournament.ruleset.text, "running"
    tournament.save()
    return tournament


def test_a_ranking_is_the_same_after_it_was_written_as_json(played: Tournament) -> None:
    standings = overall_standings(played)
    assert standings_of(json.loads(json.dumps(content_of(standings))), played) == standings


def test_a_stored_ranking_holds_no_names_and_shows_those_of_today(played: Tournament) -> None:
    content = content_of(overall_standings(played))
    assert "Obermaier" not in json.dumps(content)
    played.participants.filter(start_number=1).update(last_name="Niedermaier")
    assert standings_of(content, played).lines[0].name == "Niedermaier Anna"


def test_the_frozen_ranking_stands_still(played: Tournament) -> None:
    before = overall_standings(played)
    freeze(tournament=played, actor=make_user("organiser", username="leitung"))
    frozen = hall(played)
    sheet = Scoresheet.objects.get(table_number=1)
    sheet.seats.filter(number=1).update(points=-50, plus=0, minus=50)
    versions.bump(sheet)
    assert hall(played) == frozen
    assert frozen.frozen
    assert frozen.standings == before
    assert overall_standings(played) != before


def test_the_version_of_the_hall_stands_still_and_never_shrinks(played: Tournament) -> None:
    organiser = make_user("organiser", username="leitung")
    opened = hall_version(played)
    assert opened == tournament_version(played)
    frozen = hall_version(freeze(tournament=played, actor=organiser))
    assert frozen > opened
    versions.bump(Scoresheet.objects.get(table_number=1))
    assert hall_version(played) == frozen < tournament_version(played)
    versions.bump_hall(played)
    assert hall_version(played) == frozen + 1
    assert hall_version(unfreeze(tournament=played, actor=organiser)) == tournament_version(played) > frozen + 1


def test_while_the_results_are_announced_only_what_was_announced_is_seen(played: Tournament) -> None:
    organiser = make_user("organiser", username="leitung")
    standings = overall_standings(played)
    one, two, three = [line.participant for line in standings.lines[:3]]
    steps = [{"kind": "line", "lines": [key], "awards": []} for key in (three, two, one)]
    ceremony = Ceremony.objects.create(
        tournament=played,
        script={"ranking": content_of(standings), "steps": steps},
        begun_by=organiser,
        begun_at=played.created_at,
    )
    step_release(played, Release.REVEALING, organiser)
    assert hall(played).standings.lines == ()
    ceremony.shown = [0]
    ceremony.save()
    versions.bump_hall(played)
    (line,) = hall(played).standings.lines
    assert (line.participant, line.behind) == (three, None)
    assert hall(played).standings.lots == ()
    assert not any(part.tables for part in hall(played).standings.progress)
    ceremony.shown = [0, 2]
    ceremony.save()
    versions.bump_hall(played)
    assert [line.participant for line in hall(played).standings.lines] == [one, three]


def test_results_that_are_held_back_while_the_ranking_is_made_stay_back(
    played: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser = make_user("organiser", username="leitung")
    version = hall_version(played)

    def slow(tournament: Tournament, version: int) -> object:
        freeze(tournament=Tournament.objects.get(pk=tournament.pk), actor=organiser)
        sheet = Scoresheet.objects.get(table_number=1)
        sheet.seats.filter(number=1).update(points=-50, plus=0, minus=50)
        return overall_standings(tournament)

    monkeypatch.setattr("tournament.standings.selectors.release.kept_standings", slow)
    assert hall_ranking(played, version).standings.lines[0].total == 6


def test_what_is_missing_before_the_prize_giving_is_named(played: Tournament) -> None:
    Scoresheet.objects.filter(table_number=1).update(state="open", accepted_by=None, accepted_at=None)
    Scoresheet.objects.filter(table_number=2).update(state="signed", accepted_by=None, accepted_at=None)
    missing = obstacles(played)
    assert [one.code for one in missing] == ["sheets_missing", "sheets_open", "match_not_drawn"]
    assert missing[0].sentence == "Match 1: the sheet of table 1 is missing."
    assert missing[1].sentence == "Match 1: table 2 is not accepted yet."
    Scoresheet.objects.update(state="open", accepted_by=None, accepted_at=None)
    versions.bump_hall(played)
    assert obstacles(played)[0].sentence.startswith("Match 1: the sheets of tables 1")


def test_lots_are_asked_for_once_nothing_else_can_undo_the_tie(played: Tournament) -> None:
    assert "tie_open" not in [one.code for one in obstacles(played)]
    played.matches.filter(number=2).delete()
    versions.bump_hall(played)
    assert [one.code for one in obstacles(played)] == ["tie_open"]


def test_the_stored_ranking_is_replaced_at_the_next_freeze(played: Tournament) -> None:
    organiser = make_user("organiser", username="leitung")
    freeze(tournament=played, actor=organiser)
    unfreeze(tournament=played, actor=organiser)
    played.participants.filter(start_number=1).update(excluded=True, withdrawn=True)
    freeze(tournament=played, actor=organiser)
    assert FrozenRanking.objects.get().content["lines"][-1]["excluded"] is True
