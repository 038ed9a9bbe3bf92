"""Who sends a request: only what the database knows makes anybody more than an address."""

from typing import Any

import pytest
from django.conf import settings
from django.core import signing
from django.db import connection

from tests.tournament.views.desk import login
from tests.worlds.played import first_sheet, play
from tournament.devices.services.devices import enrol_device, lock_device, renew_code
from tournament.devices.views.devices import table_address
from tournament.network.callers import CallersByCookie
from tournament.network.known_browsers import CARD_COOKIE, COOKIE, SALT, card_key
from tournament.server.callers import Caller, Strangers, cookies_of

pytestmark = pytest.mark.django_db
ADDRESS = Caller(key="192.0.2.7")


async def row(statement: str, parameters: tuple[Any, ...]) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        columns: tuple[Any, ...] | None = cursor.fetchone()
        return columns


def caller_of(callers: Any, path: str, cookies: dict[str, str], scope: dict[str, Any] | None = None) -> Caller:
    """What these callers say, without a loop: nothing in them waits."""
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items()).encode("latin-1")
    question = callers.who(
        scope or {"path": path, "headers": [(b"cookie", cookie)] * bool(cookie), "client": ("192.0.2.7", 5000)}
    )
    with pytest.raises(StopIteration) as ended:
        question.send(None)
    caller: Caller = ended.value.value
    return caller


def who(path: str = "/", **cookies: str) -> Caller:
    """The caller with these cookies."""
    return caller_of(CallersByCookie(row), path, cookies)


def session_of(client: Any) -> str:
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


def test_a_device_is_known_by_the_token_that_it_got_until_it_is_locked() -> None:
    tournament, actor = play(1, [])
    sheet = first_sheet(tournament)
    device, token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="test")
    at = table_address(sheet)
    assert who(f"{at}commands/", spielliste_table=token) == Caller(key=device.token_hash, is_known=True)
    # No browser sends it anywhere else.
    elsewhere = ("/v/", "/login/", "/t/feldkirchen-2026/", "/table/other/1/1/", f"{at[:-2]}9/", "/table/")
    assert {who(path, spielliste_table=token) for path in elsewhere} == {ADDRESS}
    assert who(at, spielliste_table=token + "x") == who(at, spielliste_table=device.token_hash) == ADDRESS
    lock_device(device=device, actor=actor)
    assert who(at, spielliste_table=token) == ADDRESS


def test_a_login_is_known_by_its_session_until_the_password_changes_or_it_is_switched_off() -> None:
    _tournament, actor = play(1, [])
    session = session_of(login(actor))
    assert who(sessionid=session) == Caller(key=session, is_known=True)
    assert who(sessionid=session[:-1] + "_") == ADDRESS
    actor.set_password("ein ganz anderes Wort")
    actor.save()
    assert who(sessionid=session) == ADDRESS
    again = session_of(login(actor))
    assert who(sessionid=again).is_known
    actor.is_active = False
    actor.save()
    assert who(sessionid=again) == ADDRESS


def test_a_session_without_a_login_is_a_stranger() -> None:
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session["basket"] = "1"
    session.save()
    assert who(sessionid=str(session.session_key)) == ADDRESS


def test_a_login_stays_known_for_a_moment_without_another_question(django_assert_num_queries: Any) -> None:
    _tournament, actor = play(1, [])
    session = session_of(login(actor))
    callers = CallersByCookie(row)
    assert caller_of(callers, "/", {"sessionid": session}).is_known
    with django_assert_num_queries(0):
        assert caller_of(callers, "/", {"sessionid": session}).is_known
        assert caller_of(callers, "/", {}) == ADDRESS


def test_whoever_fetches_a_document_is_still_logged_in() -> None:
    """It may have been made before its reader was logged out; the memory of a moment ago does not count."""
    _tournament, actor = play(1, [])
    callers, client = CallersByCookie(row), login(actor)
    cookies = {settings.SESSION_COOKIE_NAME: session_of(client)}
    assert caller_of(callers, "/tournaments/x/1/sheets.pdf", cookies).is_known
    client.logout()
    assert caller_of(callers, "/tournaments/x/", cookies).is_known
    assert not caller_of(callers, "/tournaments/x/1/sheets.pdf", cookies).is_known


def test_a_stranger_who_has_scanned_a_card_has_a_turn_of_that_table_until_the_code_is_new() -> None:
    tournament, actor = play(1, [])
    sheet = first_sheet(tournament)
    key, path = card_key(sheet.pk, sheet.code), table_address(sheet)
    assert who(path, **{CARD_COOKIE: key}) == Caller(key=f"card {sheet.pk}")
    assert who(path, **{CARD_COOKIE: "0" * 10}) == who("/", **{CARD_COOKIE: key}) == ADDRESS
    renew_code(scoresheet=sheet, actor=actor)
    assert who(path, **{CARD_COOKIE: key}) == ADDRESS


def test_a_browser_in_which_somebody_was_logged_in_logs_in_past_all_strangers() -> None:
    """20 connections that logged in with invented names kept everybody out for as long as they went on."""
    cookie = signing.dumps(["abc", []], salt=SALT)
    assert who("/t/a/", **{COOKIE: cookie}) == Caller(key="abc")
    assert who("/login/", **{COOKIE: cookie}) == Caller(key="abc", is_known=True)
    assert who("/login/", **{COOKIE: cookie[:-1]}) == ADDRESS
    assert who(**{COOKIE: signing.dumps(["abc", []], salt="forged")}) == ADDRESS


def test_strange_cookies_are_no_error() -> None:
    for value in ("", "\xe9\x00", "x" * 5000, "a=b=c", '"'):
        assert who("/table/a/1/99999999/", spielliste_table=value, sessionid=value, **{CARD_COOKIE: value}) == ADDRESS


def test_the_last_cookie_of_a_name_counts() -> None:
    headers = [(b"cookie", b"a=1; b=2;a=3"), (b"cookie", b" c=4"), (b"x", b"d=5")]
    assert cookies_of({"headers": headers}) == {"a": "3", "b": "2", "c": "4"}


def test_behind_a_proxy_its_last_address_counts(settings: Any) -> None:
    settings.CLIENT_ADDRESS_HEADER = "X-Forwarded-For"
    scope = {"headers": [(b"x-forwarded-for", b"198.51.100.1, 198.51.100.2")], "client": ("10.0.0.1", 1)}
    assert caller_of(Strangers(), "/", {}, scope) == Caller(key="198.51.100.2")
