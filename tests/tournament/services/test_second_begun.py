"""Double entry switched on after sheets are begun or decided: the second person's part, and who sees the first."""

import pytest

from tests.worlds.factories import make_user
from tests.worlds.played import ENTRIES, correct, first_sheet, play
from tests.worlds.second_entry import RUFER, switch, type_second
from tournament.enums import Source
from tournament.refusals import Refused
from tournament.selectors.second_entry import is_blind_view
from tournament.selectors.sheets import sheet_state
from tournament.services.acting import act
from tournament.sheet.acts.second_entry import open_lines
from tournament.sheet.acts.sources import SetSource

pytestmark = pytest.mark.django_db


def test_what_the_supervisor_decided_needs_no_second_typist() -> None:
    tournament, actor = play(1, ENTRIES)
    sheet = first_sheet(tournament)
    correct(sheet, 7, "r24++", actor)
    switch(tournament, actor, on=True)
    sheet = first_sheet(tournament)
    # Game 7 is corrected, 9 a sanction.
    assert open_lines(sheet_state(sheet)) == tuple(number for number in range(1, 33) if number not in (7, 9))


def test_a_sheet_half_typed_is_hidden_from_whoever_began_the_second_entry() -> None:
    other, actor = play(1, RUFER[:5])
    eva = make_user("desk", username="eva", full_name="Eva Zöllner")
    switch(other, actor, on=True)
    half = first_sheet(other)
    assert not is_blind_view(half, eva)
    type_second(half, 1, "r12+", eva)
    assert is_blind_view(half, eva)
    assert not is_blind_view(half, actor)


def test_only_a_supervisor_takes_a_sheet_out_of_the_double_entry() -> None:
    tournament, actor = play(1, RUFER[:3])
    switch(tournament, actor, on=True)
    eva = make_user("desk", username="eva")
    sheet = first_sheet(tournament)
    with pytest.raises(Refused, match="only a supervisor") as refused:
        act(sheet, SetSource(source=Source.LIVE), actor=eva)
    assert refused.value.code == "double_entry"
    act(sheet, SetSource(source=Source.LIVE), actor=actor)
    act(sheet, SetSource(source=Source.PAPER), actor=eva)
    assert first_sheet(tournament).source == Source.PAPER
