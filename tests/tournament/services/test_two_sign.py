"""Two people who sign, refuse or correct at the same moment: every signature is for what was read (5.3.2)."""

import pytest

from tests.together import together
from tests.worlds.sheets import correct, faults, fresh, state
from tests.worlds.signing import DRAWN, enrolled, link, sign_at_table, unsigned_sheet
from tournament.devices.services.signing_links import sign_by_link
from tournament.enums import SheetState
from tournament.models import Scoresheet, Signature, SignatureRefusal, User
from tournament.services.signatures import refuse_signature

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def complete() -> tuple[Scoresheet, User]:
    return unsigned_sheet()


@pytest.fixture
def sheet(complete: tuple[Scoresheet, User]) -> Scoresheet:
    return complete[0]


@pytest.fixture
def boss(complete: tuple[Scoresheet, User]) -> User:
    return complete[1]


def test_a_link_used_twice_at_once_signs_once(sheet: Scoresheet) -> None:
    signing = link(sheet, enrolled(sheet))

    def use() -> None:
        sign_by_link(link=signing, content=signing.content_hash, strokes=DRAWN)

    assert sorted(together(use, use, use)) == ["done", "link_used", "link_used"]
    assert Signature.objects.count() == 1
    assert faults(sheet) == []


def test_two_sign_at_once_and_the_last_makes_it_signed(sheet: Scoresheet) -> None:
    device = enrolled(sheet)
    signing = link(sheet, device)
    acts = [lambda seat=seat: sign_at_table(sheet, device, seat) for seat in (1, 2, 3)]
    acts.append(lambda: sign_by_link(link=signing, content=signing.content_hash, strokes=DRAWN))
    assert together(*acts) == ["done"] * 4
    assert (state(sheet), Signature.objects.filter(lapsed_at=None).count()) == (SheetState.SIGNED, 4)
    assert faults(sheet) == []


def test_a_correction_at_the_same_moment_leaves_no_signature_of_other_content(sheet: Scoresheet, boss: User) -> None:
    device, content = enrolled(sheet), fresh(sheet).content_hash
    signing = link(sheet, device)
    answers = together(
        lambda: correct(sheet, 7, "r24++", boss),
        lambda: sign_by_link(link=signing, content=content, strokes=DRAWN),
        lambda: refuse_signature(scoresheet=sheet, seat=2, reason="9", content=content, actor=device),
    )
    assert (answers[0], set(answers[1:]) <= {"done", "content_changed"}) == ("done", True)
    assert not Signature.objects.filter(lapsed_at=None).exists()
    assert not SignatureRefusal.objects.filter(lapsed_at=None).exists()
    assert faults(sheet) == []
