"""Devices at the tables: enrolled by code, taken over, locked; wrong codes; no code and no token in the log."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.damage.write_protected import write_protected
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import QUIET, accept, faults, fill, fresh, kinds, line, payload, refusal, sign
from tournament.devices.selectors.devices import device_of, token_hash
from tournament.devices.services.devices import enrol_device, lock_device, note_seen, renew_code, renew_codes
from tournament.draw.services.draw import discard_draw
from tournament.enums import DeviceState, Source
from tournament.models import Event, FailedTry, Scoresheet, TableDevice, User
from tournament.refusals import Refused
from tournament.services.acting import act
from tournament.services.guessing import Visitor
from tournament.sheet.acts.sources import SetSource
from tournament.words.moments import ago, clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return make_user("organiser", "supervisor", "desk", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return open_scoresheet(tournament)


def enrol(
    sheet: Scoresheet,
    *,
    code: str = "",
    take_over: bool = False,
    label: str = "Android · Chrome",
    visitor: Visitor | None = None,
):
    code = code or fresh(sheet).code
    return enrol_device(scoresheet=sheet, code=code, take_over=take_over, label=label, visitor=visitor)


def wrong(sheet: Scoresheet) -> str:
    """A code that is not the table's."""
    return "0000" if fresh(sheet).code != "0000" else "1111"


def codes(sheet: Scoresheet, tries: int, visitor: Visitor | None = None) -> list[tuple[str, str]]:
    """The answers to this many wrong codes: code and sentence of each refusal."""
    answers = []
    for _ in range(tries):
        with pytest.raises(Refused) as refused:
            enrol(sheet, code=wrong(sheet), visitor=visitor)
        answers.append((refused.value.code, str(refused.value)))
    return answers


def states(sheet: Scoresheet) -> list[tuple[int, str]]:
    return list(TableDevice.objects.filter(scoresheet=sheet).values_list("number", "state"))


def test_the_code_makes_a_device_the_writer_of_its_sheet(sheet: Scoresheet) -> None:
    device, token = enrol(sheet)
    assert (device.number, device.label, device.state) == (1, "Android · Chrome", DeviceState.ACTIVE)
    assert device.token_hash == token_hash(token)
    assert len(token) >= 43
    assert device_of(token, sheet) == device
    assert fresh(sheet).source == Source.LIVE
    assert kinds(sheet) == ["device.enrolled", "sheet.source"]
    assert payload(sheet, "device.enrolled") == {"number": 1, "device": device.pk}
    act(sheet, line(1, "r12+"), actor=device)
    assert sheet.games.get().device == device
    assert faults(sheet) == []


def test_the_log_holds_neither_code_nor_token(sheet: Scoresheet, anna: User) -> None:
    code = sheet.code
    _device, token = enrol(sheet)
    other, second = enrol(sheet, take_over=True)
    lock_device(device=other, actor=anna)
    sheet = renew_code(scoresheet=sheet, actor=anna)
    text = "".join(f"{event.kind}{event.payload}" for event in Event.objects.filter(scoresheet=sheet))
    assert [secret for secret in (token, second, code, sheet.code, token_hash(token)) if f'"{secret}"' in text] == []
    assert payload(sheet, "table.code") == {}
    assert fresh(sheet).code != code


def test_a_device_belongs_to_its_sheet_alone(sheet: Scoresheet) -> None:
    other = open_scoresheet(sheet.match.tournament, table=2)
    _device, token = enrol(sheet)
    assert device_of(token, other) is None
    assert device_of("", sheet) is None
    assert device_of(token[:-1], sheet) is None


def test_a_second_match_asks_anew(sheet: Scoresheet) -> None:
    second = open_scoresheet(sheet.match.tournament, match=2)
    _device, token = enrol(sheet)
    assert device_of(token, second) is None
    enrolled, _token = enrol(second)
    assert (enrolled.number, states(sheet)) == (1, [(1, "active")])


def test_whoever_types_wrong_codes_waits_at_every_table(sheet: Scoresheet, anna: User) -> None:
    other = open_scoresheet(sheet.match.tournament, table=2)
    guesser, neighbour = Visitor(address="192.168.0.66"), Visitor(address="192.168.0.7")
    wrong = "This is not the code of table 1."
    waits = "Too many wrong tries. Please try again in 15 seconds."
    assert codes(sheet, 6, visitor=guesser) == [("wrong_code", wrong)] * 5 + [("wait", waits)]
    assert refusal(lambda: enrol(sheet, visitor=guesser)) == ("wait", waits), "the right code comes too late"
    assert refusal(lambda: enrol(other, visitor=guesser)) == ("wait", waits)
    assert enrol(other, visitor=neighbour)[0].number == 1
    renew_code(scoresheet=sheet, actor=anna)
    assert enrol(sheet, visitor=guesser)[0].number == 1, "the desk has looked after it"
    assert faults(sheet) == []


def test_the_right_code_is_no_failure_even_where_another_device_writes(sheet: Scoresheet) -> None:
    enrol(sheet)
    codes(sheet, 3)
    assert refusal(lambda: enrol(sheet))[0] == "device_active"
    assert list(FailedTry.objects.all()) == []


def test_all_codes_of_a_match_are_renewed_at_once(sheet: Scoresheet, anna: User) -> None:
    other, settled = (open_scoresheet(sheet.match.tournament, table=table) for table in (2, 3))
    Scoresheet.objects.filter(pk=settled.pk).update(state="void")
    before = {one.pk: one.code for one in (sheet, other, settled)}
    _device, token = enrol(sheet)
    assert renew_codes(match=sheet.match, actor=anna) == 2
    assert [fresh(one).code == before[one.pk] for one in (sheet, other, settled)] == [False, False, True]
    assert [kinds(one)[-1:] for one in (sheet, other)] == [["table.code"]] * 2
    device = device_of(token, sheet)
    assert device is not None
    assert device.state == DeviceState.ACTIVE, "it goes on writing"
    assert faults(sheet) == []
    with pytest.raises(Refused, match="not"):
        renew_codes(match=sheet.match, actor=make_user(username="nobody"))


def test_a_wrong_code_is_seen_at_the_desk_at_once(sheet: Scoresheet) -> None:
    before = fresh(sheet).version
    codes(sheet, 1)
    assert fresh(sheet).version == before + 1


def test_another_device_is_never_replaced_silently(sheet: Scoresheet) -> None:
    first, _token = enrol(sheet, label="iPhone · Safari")
    TableDevice.objects.update(seen_at=timezone.now() - dt.timedelta(minutes=2, seconds=5))
    code, sentence = refusal(lambda: enrol(sheet))
    assert code == "device_active"
    assert sentence == (
        f"Table 1 is written by another device (iPhone · Safari) already, enrolled {clock(first.enrolled_at)} and "
        "last seen 2 minutes ago. Do you want to take over?"
    )
    second, _token = enrol(sheet, take_over=True)
    first.refresh_from_db()
    assert (first.state, first.ended_at is None, first.locked_by) == ("replaced", False, None)
    assert states(sheet) == [(1, "replaced"), (2, "active")]
    assert kinds(sheet) == ["device.enrolled", "sheet.source", "device.replaced", "device.enrolled"]
    assert payload(sheet, "device.replaced") == {"number": 1, "device": first.pk}
    assert refusal(lambda: act(sheet, line(1, "r12+"), actor=first))[0] == "device_replaced"
    act(sheet, line(1, "r12+"), actor=second)
    assert faults(sheet) == []


def test_a_locked_device_writes_no_more(sheet: Scoresheet, anna: User) -> None:
    device, _token = enrol(sheet)
    lock_device(device=device, actor=anna)
    lock_device(device=device, actor=anna)
    device.refresh_from_db()
    assert (device.state, device.locked_by) == (DeviceState.LOCKED, anna)
    assert kinds(sheet)[-2:] == ["device.locked", "table.code"]
    assert refusal(lambda: act(sheet, line(1, "r12+"), actor=device))[0] == "device_locked"
    assert enrol(sheet)[0].number == 2
    assert refusal(lambda: lock_device(device=device, actor=make_user()))[0] == "not_allowed"
    assert faults(sheet) == []


def test_whoever_is_locked_out_does_not_come_in_by_the_code_of_before(sheet: Scoresheet, anna: User) -> None:
    device, _token = enrol(sheet)
    codes(sheet, 2)
    former_code = fresh(sheet).code
    new_code = lock_device(device=device, actor=anna)
    assert (new_code.code, FailedTry.objects.count()) == (fresh(sheet).code, 0)
    assert former_code != new_code.code
    with pytest.raises(Refused) as refused:
        enrol(sheet, code=former_code)
    assert refused.value.code == "wrong_code"
    assert lock_device(device=device, actor=anna).code == new_code.code
    assert enrol(sheet, code=new_code.code)[0].number == 2
    assert faults(sheet) == []


def test_a_settled_sheet_is_locked_with_a_new_code_too(sheet: Scoresheet, anna: User) -> None:
    fill(sheet, anna, QUIET)
    device, _token = enrol(sheet)
    former_code = fresh(sheet).code
    sign(sheet, anna)
    accept(sheet, anna)
    assert lock_device(device=device, actor=anna).code != former_code
    assert faults(sheet) == []


def test_a_replaced_device_cannot_be_locked(sheet: Scoresheet, anna: User) -> None:
    device, _token = enrol(sheet)
    enrol(sheet, take_over=True)
    assert refusal(lambda: lock_device(device=device, actor=anna))[0] == "step_not_allowed"


def test_a_sheet_typed_from_paper_is_switched_by_the_desk(sheet: Scoresheet, anna: User) -> None:
    write(sheet, 1, "r12+", anna)
    assert refusal(lambda: enrol(sheet))[0] == "typed_from_paper"
    act(sheet, SetSource(source=Source.LIVE), actor=anna)
    enrol(sheet)
    assert kinds(sheet) == ["game.recorded", "sheet.source", "device.enrolled"]


def test_a_complete_sheet_is_opened_for_signing(sheet: Scoresheet, anna: User) -> None:
    fill(sheet, anna, QUIET)
    enrol(sheet)
    assert (fresh(sheet).state, fresh(sheet).source) == ("complete", Source.PAPER)
    sign(sheet, anna)
    enrol(sheet, take_over=True)
    accept(sheet, anna)
    settled = ("sheet_settled", "This sheet is settled; nothing changes at its table any more.")
    assert refusal(lambda: enrol(sheet)) == settled
    assert refusal(lambda: renew_code(scoresheet=sheet, actor=anna)) == settled
    assert faults(sheet) == []


def test_an_official_ranking_lets_no_device_in(sheet: Scoresheet) -> None:
    tournament = sheet.match.tournament
    tournament.state = "finished"
    tournament.save()
    assert refusal(lambda: enrol(sheet))[0] == "tournament_finished"


def test_who_may_lock_and_renew(sheet: Scoresheet) -> None:
    device, _token = enrol(sheet)
    nobody = make_user()
    assert refusal(lambda: lock_device(device=device, actor=nobody))[0] == "not_allowed"
    assert refusal(lambda: renew_code(scoresheet=sheet, actor=nobody))[0] == "not_allowed"
    for role in ("desk", "supervisor", "organiser"):
        renew_code(scoresheet=sheet, actor=make_user(role))


def test_it_is_noted_once_a_minute_that_a_device_is_there(sheet: Scoresheet, django_assert_num_queries) -> None:
    device, _token = enrol(sheet)
    version, links = fresh(sheet).version, len(kinds(sheet))
    with django_assert_num_queries(0):
        note_seen(device)
    TableDevice.objects.update(seen_at=timezone.now() - dt.timedelta(minutes=2))
    device.refresh_from_db()
    with django_assert_num_queries(1):
        note_seen(device)
    device.refresh_from_db()
    assert timezone.now() - device.seen_at < dt.timedelta(seconds=10)
    assert (fresh(sheet).version, len(kinds(sheet))) == (version, links)


@pytest.mark.django_db(transaction=True)
def test_a_table_may_read_while_nothing_can_be_written(sheet: Scoresheet) -> None:
    device, _token = enrol(sheet)
    TableDevice.objects.update(seen_at=timezone.now() - dt.timedelta(minutes=2))
    device.refresh_from_db()
    before = device.seen_at
    with write_protected():
        note_seen(device)
    assert device.seen_at == before, "tried again at the next request"


def test_a_changed_row_does_not_pass_the_audit(sheet: Scoresheet) -> None:
    enrol(sheet)
    enrol(sheet, take_over=True)
    TableDevice.objects.filter(number=2).update(state="replaced", ended_at=timezone.now())
    assert faults(sheet) == ['device 2 is ["replaced",null], the log says ["active",null]']
    TableDevice.objects.filter(number=2).delete()
    assert faults(sheet) == ['device 2 is missing, the log says ["active",null]']


def test_after_a_discarded_draw_the_table_has_another_code_and_no_device(anna: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 8)
    match = tournament.matches.get(number=1)
    draw_lots(match, anna)
    old = Scoresheet.objects.in_force().get(match=match, table_number=1)
    device, token = enrol(old)
    discard_draw(match=match, actor=anna, reason="Zwei Spieler standen im Stau.")
    assert (
        refusal(lambda: enrol_device(scoresheet=old, code=old.code, take_over=True, label=""))[0] == "sheet_discarded"
    )
    assert refusal(lambda: lock_device(device=device, actor=anna))[0] == "sheet_discarded"
    draw_lots(match, anna)
    new = Scoresheet.objects.in_force().get(match=match, table_number=1)
    assert (device_of(token, new), new.devices.count()) == (None, 0)
    enrol(new)
    assert faults(new) == []


@pytest.mark.parametrize(
    ("since", "said"),
    [
        (dt.timedelta(seconds=59), "just now"),
        (dt.timedelta(minutes=1), "1 minute ago"),
        (dt.timedelta(minutes=59, seconds=50), "59 minutes ago"),
    ],
)
def test_how_long_ago(since: dt.timedelta, said: str) -> None:
    assert ago(timezone.now() - since) == said


def test_a_moment_to_come_is_told_by_the_clock() -> None:
    """The clock was set back since."""
    moment = timezone.now() + dt.timedelta(minutes=20)
    assert ago(moment) == clock(moment)


def test_longer_ago_is_told_by_the_clock_or_the_day() -> None:
    day = dt.datetime(2026, 11, 28, 9, 5, tzinfo=dt.UTC)
    assert ago(day - dt.timedelta(days=2000)) == "on 07/06/2021 11:05"
    now = timezone.localtime()
    assert clock(now).startswith("at ")
