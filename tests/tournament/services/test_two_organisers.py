"""Two organisers at the same moment: one of two changes is refused; every open tournament follows the stored rules."""

import threading
from functools import partial

import pytest
from django.db import connection, transaction

from scoring.ruleset import ruleset_text
from tests.together import together
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.draw.services.draw import draw_match
from tournament.models import ClosedList, OwnRuleset, Tournament, User
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.rulesets.services import create_ruleset, save_ruleset
from tournament.services.tournaments import edit_tournament

pytestmark = pytest.mark.django_db(transaction=True)
ORIGIN = "schafkopfschule-2023"


def text(matches: int) -> str:
    own = ruleset_text(ORIGIN).replace(f'id = "{ORIGIN}"', 'id = "club"')
    return own.replace("matches = { value = 2", f"matches = {{ value = {matches}")


@pytest.fixture
def anna() -> User:
    return make_user("organiser", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def bene() -> User:
    return make_user("organiser", username="bene", full_name="Bene Huber")


@pytest.fixture
def club(anna: User) -> OwnRuleset:
    return create_ruleset(actor=anna, text=text(2), origin=ORIGIN).ruleset


def matches(tournament: Tournament) -> list[int]:
    return list(tournament.matches.order_by("number").values_list("number", flat=True))


def test_of_two_changes_one_is_kept(club: OwnRuleset, anna: User, bene: User) -> None:
    for base in range(1, 6):
        mine, theirs = text(2 * base + 1), text(2 * base + 2)
        answers = together(
            partial(save_ruleset, ruleset=club, actor=anna, text=mine, base=base),
            partial(save_ruleset, ruleset=club, actor=bene, text=theirs, base=base),
        )
        assert sorted(answers) == ["done", "ruleset_changed"]
        newest = club.versions.latest("number")
        assert (newest.number, newest.text) == (base + 1, (mine, theirs)[answers.index("done")])


def test_of_two_rulesets_of_one_name_one_is_kept(anna: User, bene: User) -> None:
    answers = together(
        partial(create_ruleset, actor=anna, text=text(3)), partial(create_ruleset, actor=bene, text=text(4))
    )
    assert sorted(answers) == ["done", "ruleset_taken"]
    assert OwnRuleset.objects.get().versions.get().text == text(3 + answers.index("done"))


def test_the_same_form_twice_at_once_is_one_ruleset(anna: User) -> None:
    send = partial(create_ruleset, actor=anna, text=text(3))
    assert together(send, send, send) == ["done"] * 3
    assert OwnRuleset.objects.get().versions.get().text == text(3)


def test_a_change_and_the_first_draw(club: OwnRuleset, anna: User) -> None:
    """Whichever comes first: the tournament has one whole version, in its copy and in its matches."""
    for number in range(1, 5):
        tournament = make_tournament(slug=f"fuerth-{number}", rules="club")
        make_participants(tournament, 8)
        before = club.versions.latest("number")
        answers = together(
            partial(save_ruleset, ruleset=club, actor=anna, text=text(before.rules.matches + 1), base=number),
            partial(draw_lots, tournament.matches.get(number=1), anna),
        )
        if answers[1] == "rules_changed":
            # The change came between closing and drawing: the list had other matches, so nothing was drawn.
            assert not Tournament.objects.get(pk=tournament.pk).frozen_ruleset
            reopen_list(closed=ClosedList.objects.get(match__tournament=tournament), actor=anna)
            answers[1] = together(partial(draw_lots, tournament.matches.get(number=1), anna))[0]
        assert answers == ["done", "done"]
        row = Tournament.objects.get(pk=tournament.pk)
        assert row.frozen_ruleset in (before.text, text(before.rules.matches + 1))
        assert matches(row) == list(range(1, row.ruleset.matches + 1))
        assert [fault for fault in audit_tournament(row).faults if "frozen" in fault.what] == []


def test_a_change_between_closing_and_drawing(club: OwnRuleset, anna: User, bene: User) -> None:
    tournament = make_tournament(rules="club")
    make_participants(tournament, 8)
    closed = close_list(match=tournament.matches.get(number=1), actor=anna)
    save_ruleset(ruleset=club, actor=bene, text=text(3), base=1)
    with pytest.raises(Refused) as refusal:
        draw_match(closed=closed, actor=anna)
    assert refusal.value.code == "rules_changed"
    assert not Tournament.objects.get().frozen_ruleset
    reopen_list(closed=closed, actor=anna)
    assert draw_lots(tournament.matches.get(number=1), anna).protocol["matches"] == 3


def test_a_tournament_that_is_just_taking_the_rules_follows_a_change(club: OwnRuleset, anna: User, bene: User) -> None:
    tournament = make_tournament()
    saved = threading.Thread(target=_save, args=(club, bene))
    with transaction.atomic():
        edit_tournament(
            tournament=tournament,
            actor=anna,
            **{field: getattr(tournament, field) for field in ("name", "slug", "day", "organiser", "place")},
            ruleset_id="club",
        )
        saved.start()
        saved.join(1)
    saved.join(20)
    assert (club.versions.count(), matches(tournament)) == (2, [1, 2, 3])


def _save(club: OwnRuleset, actor: User) -> None:
    save_ruleset(ruleset=club, actor=actor, text=text(3), base=1)
    connection.close()
