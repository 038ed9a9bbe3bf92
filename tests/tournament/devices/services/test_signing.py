"""Signing with the finger, on the device or one's own phone, and refusing: only for what was read (5.3.2)."""

import datetime as dt
import json
from collections.abc import Callable

import pytest
from django.utils import timezone

from tests.damage.tampering import triggers_off
from tests.worlds.factories import make_user, open_scoresheet
from tests.worlds.sheets import (
    QUIET,
    accept,
    correct,
    faults,
    fill,
    fresh,
    kinds,
    payload,
    refusal,
    sign,
    state,
    strike,
)
from tests.worlds.signing import DRAWN, enrolled, link, sign_at_table, unsigned_sheet
from tournament.devices.selectors.signing_links import link_view, signing_link
from tournament.devices.services.devices import lock_device
from tournament.devices.services.signing_links import make_signing_link, refuse_by_link, sign_by_link
from tournament.enums import SheetState, SignatureKind
from tournament.models import Event, Scoresheet, Signature, SignatureRefusal, SigningLink, TableDevice, User
from tournament.person.strokes import strokes_hash
from tournament.selectors.overview import overview
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.signatures import signing_payload
from tournament.selectors.supervisor import supervisor_lists
from tournament.selectors.waiting import waiting
from tournament.services.signatures import refuse_signature
from tournament.sheet.actors import reason_of

CHANGED = "The sheet was changed in the meantime. Please read it again before you sign."


def begin() -> tuple[Scoresheet, User]:
    return unsigned_sheet()


@pytest.fixture
def sheet(world: tuple[Scoresheet, User]) -> Scoresheet:
    return world[0]


@pytest.fixture
def boss(world: tuple[Scoresheet, User]) -> User:
    return world[1]


def refuse(sheet: Scoresheet, actor: User | TableDevice, seat: int = 3, reason: str = "Spiel 9 war ein Solo") -> None:
    content = fresh(sheet).content_hash
    refuse_signature(scoresheet=sheet, seat=seat, reason=reason, content=content, actor=actor)


def signings_of(sheet: Scoresheet) -> dict[int, dict[str, object]]:
    """Seat -> the state of its signature as the table's device gets it, without the times."""
    signings = {}
    for seat in sheet_view(fresh(sheet)).seats:
        payload = signing_payload(seat.signing)
        signings[seat.number] = {
            "signed": payload["signed"] and payload["signed"]["kind"],
            "refused": payload["refused"],
            "lapsed": payload["lapsed"] and payload["lapsed"]["why"],
        }
    return signings


def test_the_four_sign_on_the_device(sheet: Scoresheet, boss: User) -> None:
    device = enrolled(sheet)
    sign_at_table(sheet, device, 1, 2, 3)
    assert state(sheet) == SheetState.COMPLETE
    sign_at_table(sheet, device, 4, strokes=None)
    assert state(sheet) == SheetState.SIGNED
    rows = Signature.objects.order_by("seat__number")
    assert [(row.kind, row.device, row.login, row.strokes) for row in rows] == [
        *[("table", device, None, DRAWN)] * 3,
        ("table", device, None, None),
    ]
    payloads = [
        json.loads(event.payload) for event in Event.objects.filter(kind="signature.given").order_by("sequence")
    ]
    assert [event.get("strokes") for event in payloads] == [strokes_hash(DRAWN)] * 3 + [None]
    assert {event["device"] for event in payloads} == {device.pk}
    accept(sheet, boss)
    assert faults(sheet) == []


def test_what_was_drawn_is_held_against_the_log(sheet: Scoresheet) -> None:
    sign_at_table(sheet, enrolled(sheet), 1)
    moved = [DRAWN[0], [[470, 80], [473, 85]]]
    with triggers_off():
        Signature.objects.update(strokes=moved)
    [fault] = faults(sheet)
    assert fault.startswith("signature 1: strokes is the drawing with the hash ")
    with triggers_off():
        Signature.objects.update(strokes=DRAWN)
    assert faults(sheet) == []


def test_a_device_signs_its_own_sheet_alone(sheet: Scoresheet, boss: User) -> None:
    other = fill(open_scoresheet(sheet.match.tournament, table=2), boss)
    device = enrolled(other)
    assert refusal(lambda: sign_at_table(sheet, device, 1))[0] == "other_table"
    enrolled(other)
    assert refusal(lambda: sign_at_table(other, device, 1))[0] == "device_replaced"


def test_who_refuses_says_why_and_the_supervisor_sees_it(sheet: Scoresheet, boss: User) -> None:
    device = enrolled(sheet)
    refuse(sheet, device, reason="  Spiel 9\n war ein Solo ")
    [line] = supervisor_lists(sheet.match.tournament).refusals
    assert waiting(sheet.match.tournament).words == "1 refused signature"
    following = overview(sheet.match.tournament).next
    assert (following.text, following.page) == ("Somebody does not sign: table 1.", "approvals")
    assert (line.match, line.table, line.seat, line.name, line.reason, line.url) == (
        1, 1, 3, "Centa Löffler", "Spiel 9 war ein Solo", sheet.get_absolute_url(),
    )  # fmt: skip
    assert signings_of(sheet)[3] == {"signed": None, "refused": "Spiel 9 war ein Solo", "lapsed": None}
    # The log has no words of a person.
    row = SignatureRefusal.objects.get()
    expected = {"seat": 3, "content_hash": fresh(sheet).content_hash, "device": device.pk}
    reason = reason_of(row.reason, row.salt or "").digest
    assert payload(sheet, "signature.refused") == {**expected, "reason": reason}
    sign(sheet, boss, 1, 2, 4)
    assert refusal(lambda: accept(sheet, boss)) == (
        "signature_refused",
        "Centa Löffler does not sign: “Spiel 9 war ein Solo”. Correct the sheet (5.3.4), or raise a dispute for this "
        "player: once it is decided, the sheet can be accepted without this signature (5.1.3).",
    )
    assert faults(sheet) == []


def test_a_refusal_lapses_when_the_player_signs_after_all(sheet: Scoresheet) -> None:
    device = enrolled(sheet)
    refuse(sheet, device)
    sign_at_table(sheet, device, 3)
    assert supervisor_lists(sheet.match.tournament).refusals == ()
    assert kinds(sheet)[-3:] == ["signature.refused", "signature.refusal_lapsed", "signature.given"]
    assert faults(sheet) == []


def test_a_refusal_lapses_with_its_content(sheet: Scoresheet, boss: User) -> None:
    refuse(sheet, boss)
    correct(sheet, 7, "r24++", boss)
    assert supervisor_lists(sheet.match.tournament).refusals == ()
    assert SignatureRefusal.objects.get().lapsed_at is not None
    assert faults(sheet) == []


def test_the_same_refusal_again_is_one_and_another_reason_takes_its_place(sheet: Scoresheet) -> None:
    device = enrolled(sheet)
    refuse(sheet, device)
    events = kinds(sheet)
    refuse(sheet, device)
    assert kinds(sheet) == events
    refuse(sheet, device, reason="Und Spiel 10")
    assert [line.reason for line in supervisor_lists(sheet.match.tournament).refusals] == ["Und Spiel 10"]
    assert SignatureRefusal.objects.count() == 2


def test_a_reason_without_a_word_is_none(sheet: Scoresheet, boss: User) -> None:
    assert refusal(lambda: refuse(sheet, boss, reason=" \n "))[0] == "reason_missing"


@pytest.mark.parametrize("sign", ["\0", "\x1b", "\ud800", "\u202e"])
def test_what_cannot_be_printed_is_no_part_of_a_reason(sheet: Scoresheet, boss: User, sign: str) -> None:
    """PostgreSQL stores no 0, no database half a surrogate pair; a reversed direction would turn the list's row."""
    refuse(sheet, boss, reason=f"{sign}Spiel 9{sign} war ein Solo{sign}")
    assert [line.reason for line in supervisor_lists(sheet.match.tournament).refusals] == ["Spiel 9 war ein Solo"]
    assert refusal(lambda: refuse(sheet, boss, reason=sign))[0] == "reason_missing"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda sheet, boss: correct(sheet, 7, "r24++", boss), "Game 7 was corrected (5.3.4)."),
        (lambda sheet, boss: strike(sheet, 8, boss), "Game 8 was struck (5.2.17)."),
    ],
)
def test_a_lapsed_signature_says_why(
    sheet: Scoresheet, boss: User, change: Callable[[Scoresheet, User], object], why: str
) -> None:
    device = enrolled(sheet)
    sign_at_table(sheet, device, 1, 2)
    change(sheet, boss)
    assert {seat: row["lapsed"] for seat, row in signings_of(sheet).items()} == {1: why, 2: why, 3: None, 4: None}
    sign_at_table(sheet, device, 1)
    assert signings_of(sheet)[1] == {"signed": "table", "refused": "", "lapsed": None}


def test_every_change_since_the_last_valid_signature_is_named(sheet: Scoresheet, boss: User) -> None:
    device = enrolled(sheet)
    sign_at_table(sheet, device, 1, 2)
    correct(sheet, 30, "r24++", boss)
    sign_at_table(sheet, device, 1)
    strike(sheet, 20, boss)
    corrected, struck = "Game 30 was corrected (5.3.4).", "Game 20 was struck (5.2.17)."
    assert [signings_of(sheet)[seat]["lapsed"] for seat in (1, 2)] == [struck, f"{corrected} {struck}"]


# --- On one's own phone ---


def test_a_link_is_good_for_one_signature(sheet: Scoresheet) -> None:
    device = enrolled(sheet)
    own_link = link(sheet, device)
    assert (link_view(own_link).state, link_view(own_link).seat.name) == ("ready", "Dirk Süß")
    sign_by_link(link=own_link, content=own_link.content_hash, strokes=DRAWN)
    row = Signature.objects.get()
    assert (row.seat.number, row.kind, row.device, row.strokes) == (4, SignatureKind.PHONE, device, DRAWN)
    again = SigningLink.objects.get()
    assert link_view(again).state == "signed"
    refused = refusal(lambda: sign_by_link(link=again, content=again.content_hash, strokes=None))
    assert refused == ("link_used", "This code was used already. Every code is good for one signature.")
    assert faults(sheet) == []


def test_only_the_hash_of_its_token_is_kept(sheet: Scoresheet) -> None:
    content = fresh(sheet).content_hash
    token = make_signing_link(scoresheet=sheet, seat=4, content=content, device=enrolled(sheet))
    assert len(token) >= 22
    row = SigningLink.objects.values().get()
    assert token not in str(row)
    assert all(token not in event.payload for event in Event.objects.all())
    assert signing_link("") is None
    assert signing_link(row["token_hash"]) is None


def test_a_link_runs_out(sheet: Scoresheet) -> None:
    own_link = link(sheet, enrolled(sheet))
    assert dt.timedelta(minutes=14) < own_link.expires_at - timezone.now() <= dt.timedelta(minutes=15)
    SigningLink.objects.update(expires_at=timezone.now())
    own_link.refresh_from_db()
    assert link_view(own_link).state == "expired"
    assert (
        refusal(lambda: sign_by_link(link=own_link, content=own_link.content_hash, strokes=None))[0] == "link_expired"
    )


def test_a_link_is_bound_to_what_was_read(sheet: Scoresheet, boss: User) -> None:
    own_link = link(sheet, enrolled(sheet))
    correct(sheet, 7, "r24++", boss)
    own_link.refresh_from_db()
    for content in (own_link.content_hash, fresh(sheet).content_hash, ""):
        assert refusal(lambda content=content: sign_by_link(link=own_link, content=content, strokes=None)) == (
            "content_changed",
            CHANGED,
        )
    assert link_view(SigningLink.objects.select_related("seat__scoresheet__match__tournament").get()).state == "changed"


def test_a_link_ends_with_the_device_that_showed_it(sheet: Scoresheet, boss: User) -> None:
    organiser = make_user("organiser", "desk", username="eva")
    device = enrolled(sheet)
    own_link = link(sheet, device)
    lock_device(device=device, actor=organiser)
    assert refusal(lambda: sign_by_link(link=own_link, content=own_link.content_hash, strokes=None))[0] == "link_closed"
    assert link_view(SigningLink.objects.select_related("seat__scoresheet__match__tournament").get()).state == "closed"
    assert refusal(lambda: link(sheet, device))[0] == "device_locked"


def test_who_refused_on_the_own_phone_may_still_sign_there(sheet: Scoresheet) -> None:
    own_link = link(sheet, enrolled(sheet))
    refuse_by_link(link=own_link, content=own_link.content_hash, reason="Spiel 9")
    assert [line.reason for line in supervisor_lists(sheet.match.tournament).refusals] == ["Spiel 9"]
    sign_by_link(link=own_link, content=own_link.content_hash, strokes=None)
    assert supervisor_lists(sheet.match.tournament).refusals == ()


def test_no_link_for_who_has_signed_or_for_nobody(sheet: Scoresheet) -> None:
    device = enrolled(sheet)
    sign_at_table(sheet, device, 4)
    assert refusal(lambda: link(sheet, device, 4))[0] == "already_signed"
    assert refusal(lambda: link(sheet, device, 5))[0] == "no_such_seat"


def test_an_open_sheet_has_no_links(sheet: Scoresheet, boss: User) -> None:
    sheet = open_scoresheet(sheet.match.tournament, table=2)
    device = enrolled(sheet)
    sheet = fill(sheet, boss, QUIET[:5])
    assert refusal(lambda: link(sheet, device))[0] == "not_complete"
    assert refusal(lambda: refuse(sheet, device))[0] == "not_complete"
