"""An official ranking: nothing that it depends on changes until the organiser has reopened the tournament."""

from collections.abc import Callable

import pytest

from tests.worlds.played import correct, finished_tournament, first_sheet
from tournament.enums import ApprovalState
from tournament.models import Approval
from tournament.refusals import Refused
from tournament.services.acting import act, reason_given
from tournament.services.approvals import decide_approval_of_game
from tournament.services.tournaments import finish_tournament, reopen_tournament
from tournament.sheet.acts.corrections import RestoreGame, StrikeGame
from tournament.standings.selectors.standings import overall_standings


@pytest.mark.django_db
def test_an_official_ranking_changes_only_after_the_tournament_is_reopened() -> None:
    tournament, actor = finished_tournament()
    finish_tournament(tournament=tournament, actor=actor)
    sheet = first_sheet(tournament)
    decided = Approval.objects.filter(game__scoresheet=sheet, state="granted").first()
    assert decided is not None
    acts: list[Callable[[], object]] = [
        lambda: correct(sheet, 1, "r12-", actor),
        lambda: act(sheet, StrikeGame(number=1, reason=reason_given("x")), actor=actor),
        lambda: act(sheet, RestoreGame(number=1, reason=reason_given("x")), actor=actor),
        lambda: decide_approval_of_game(approval=decided, state=ApprovalState.REFUSED, actor=actor),
    ]
    for one in acts:
        with pytest.raises(Refused) as refused:
            one()
        assert refused.value.code == "tournament_finished"
    sheet.refresh_from_db()
    assert (sheet.state, overall_standings(tournament).final) == ("accepted", True)
    reopen_tournament(tournament=tournament, actor=actor)
    correct(sheet, 1, "r12-", actor)
    assert not overall_standings(tournament).final
