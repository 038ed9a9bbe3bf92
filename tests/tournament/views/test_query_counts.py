"""Every page asks a fixed number of queries, whether 40 people play or 400.

Two tournaments of either size are made once: one in which things go on at every table (tests/worlds/busy.py), and one
that is not drawn yet. A new address must say here how it is asked, or in tests/e2e/hall.py that it is no page.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.addresses import ALL
from tests.e2e.hall import NOT_PAGES, UNSENT, make_known_people, make_own_rules, make_own_tariff
from tests.worlds.busy import keep_busy
from tests.worlds.factories import make_participants, make_tournament, open_scoresheet, write
from tests.worlds.seeded import seed, seed_list
from tests.worlds.sheets import fresh
from tests.worlds.signing import enrolled
from tests.worlds.totals import open_totals_sheet
from tournament.backup.services.restores import note_restore
from tournament.cards.services import make_cards
from tournament.cards.tokens import token_of
from tournament.devices.services.signing_links import make_signing_link
from tournament.models import PrintJob, Scoresheet, Screen, StartCard, Tournament, User
from tournament.money.services import open_box
from tournament.screens.scenes import Scene
from tournament.selectors import sheets
from tournament.standings.selectors import cache as kept_standings

FEW, MANY = 40, 400
MOST = 11
# A whole sheet, with all that can be done at the desk, with its log and what was said about it, or for its device.
WHOLE_SHEETS = {"scoresheet": 14, "dispute": 14, "table_state": 14, "public_player": 12, "own_page": 16}
# A screen asks of each of its scenes whether there is anything to show.
SCREENS = {"screen_preview": 17}
# Where the ranking must be made first: five more, and two for the names in public.
RANKING = 7
# What an open page asks for again and again, besides the pages themselves.
POLLS = {"approvals_count", "public_version", "draw_protocol", "table_state", "table_outcomes"}
# No tournament is asked for, or one that must be there first: an import, a certificate, a sealed document, a choice.
ELSEWHERE = {
    "participants_import_columns", "participants_import_reading", "trust", "verify_code", "backup_restore",
    "backup_checked", "login", "seat_replace", "cup", "prize_edit", "public_lot",
}  # fmt: skip
PAGES = sorted((set(ALL) - NOT_PAGES - ELSEWHERE) | POLLS)
AT_THE_TABLE = {"table_page", "table_state", "table_outcomes", "table_dispute"}
# Pages that look different before the draw.
UNDRAWN = {
    "floor", "match", "matches", "participants", "public_draw", "public_seat", "screen_ranking", "screen_seats",
    "public_standings", "public_tables", "standings", "tournament", "tournament_delete",
}  # fmt: skip
# Tables in the states that tests/worlds/busy.py makes: match and table; "last" is the last one of the match on paper.
TABLES = [(1, 1), (1, 3), (1, 4), (1, 7), (2, 1), (2, 2), (2, 4), (2, 5), (2, "last")]
DISPUTED = [(1, 6), (2, 3)]
# No device is there.
PAPER_OR_ACCEPTED = [(1, 3), (2, "last")]


def hall(participants: int) -> dict[str, Any]:
    """Make the tournaments of this size; return what the addresses need."""
    slug = f"halle-{participants}"
    tournament, actor = seed(participants, slug)
    keep_busy(tournament, actor)
    seed_list(participants, f"liste-{participants}")
    sheet = Scoresheet.objects.select_related("match__tournament").get(
        match__tournament=tournament, match__number=1, table_number=9
    )
    device = enrolled(sheet)
    token = make_signing_link(scoresheet=sheet, seat=1, content=fresh(sheet).content_hash, device=device)
    make_cards(tournament=tournament, first=1, last=participants, actor=actor)
    number = sheet.seats.get(number=1).participant.start_number
    card = token_of(StartCard.objects.get(tournament=tournament, number=number).salt)
    last = participants // 4 // 3 * 3
    job = PrintJob.objects.get(match__tournament=tournament).pk
    screen = Screen.objects.create(
        code=f"BEAM{participants:03}", name=f"Beamer {participants}", tournament=tournament,
        scenes=[*Scene], named_by=actor, named_at=timezone.now(),
    )  # fmt: skip
    # The lots decide who has a substitute or is excluded, which is a query more: somebody to whom nothing happened.
    calm = tournament.participants.filter(
        substitutes=None, substitute_for=None, conduct_notes=None, reports_towards=None
    ).first()
    assert calm is not None
    box = open_box(tournament=tournament, name="Kasse 1", float_cents=0, actor=actor).pk
    rows = {"job": job, "screen": screen.pk, "person": calm.start_number, "box": box}
    return {"slug": slug, "undrawn": f"liste-{participants}", "token": token, "card": card, "last": last, **rows}


def begin() -> dict[int, dict[str, Any]]:
    halls = {participants: hall(participants) for participants in (FEW, MANY)}
    actor = User.objects.get(username="reiter")
    make_own_rules(actor)
    make_own_tariff(actor)
    known, other = make_known_people()
    twice = make_tournament("Doppelt", "doppelt")
    make_participants(twice, 4)
    write(open_scoresheet(twice), 1, "r12+", actor)
    Tournament.objects.filter(pk=twice.pk).update(double_entry=True)
    totals = open_totals_sheet(actor, tables=2)
    note_restore(copy="spielliste.zip", copied_at=timezone.now())
    more = {"totals": totals.match.tournament.slug, "known": known, "other": other}
    return {size: keys | more for size, keys in halls.items()}


def addresses(name: str, keys: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the addresses under which this page is looked at, each with a word for the same one of any tournament."""
    parameters = ALL[name].pattern.converters
    values = {
        "slug": keys["slug"], "number": 1, "match": 1, "table": 1, "start_number": keys["person"],
        "place": 1, "pk": keys["job"], "lot": 1, "token": keys["token"], "ruleset_id": "club", "key": "own",
        "mark": "woman", "name": "abend", "tariff_id": "club", "other": keys["other"],
    }  # fmt: skip
    if name.startswith("own_"):
        values["token"] = keys["card"]
    if name in {"screen", "screen_preview"}:
        values["pk"] = keys["screen"]
    if name == "cash_close":
        values["pk"] = keys["box"]
    if name in {"known_person", "known_person_remove", "people_merge"}:
        values["pk"] = keys["known"]
    if name == "person":
        values["pk"] = User.objects.get(username="reiter").pk
    if name in {"second", "totals", "totals_correct"}:
        yield name, _address(name, values | {"slug": "doppelt" if name == "second" else keys["totals"]})
    elif "table" in parameters:
        for match, table in DISPUTED if name == "dispute" else TABLES:
            if name not in AT_THE_TABLE or (match, table) not in PAPER_OR_ACCEPTED:
                place = {"match": match, "table": keys["last"] if table == "last" else table}
                yield f"{match}/{table}", _address(name, values | place)
    else:
        for number in (1, 2) if "number" in parameters else (1,):
            yield str(number), _address(name, values | {"number": number})
    if name in UNDRAWN:
        yield "undrawn", _address(name, values | {"slug": keys["undrawn"]})


def _address(name: str, values: dict[str, Any]) -> str:
    query = f"?c={UNSENT}" if name == "unsent" else "?q=7" if name == "public_seat" else ""
    return reverse(name, kwargs={key: values[key] for key in ALL[name].pattern.converters}) + query


def looked_at(name: str, keys: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """Return how many queries a first look costs and another one, for each address, whole or only its part."""
    client = Client()
    if name not in AT_THE_TABLE:
        client.force_login(User.objects.get(username="reiter"))
    counts_by_page = {}
    for word, path in addresses(name, keys):
        if name in AT_THE_TABLE:
            _enrol(client, path)
        for part in ({}, {"HX-Request": "true"}) if "table" not in ALL[name].pattern.converters else ({},):
            kept_standings._rankings.clear()
            sheets._remembered.clear()
            counts = []
            for _look in range(2):
                with CaptureQueriesContext(connection) as queries:
                    answer = client.get(path, headers=part)
                counts.append(len(queries))
            assert answer.status_code in {200, 302}, (path, answer.status_code)
            counts_by_page[f"{word}{' part' if part else ''}"] = counts[0], counts[1]
    return counts_by_page


def _enrol(client: Client, path: str) -> None:
    """Let the browser be the device of the table."""
    _root, slug, match, table, *_rest = path.strip("/").split("/")
    sheet = Scoresheet.objects.get(
        match__tournament__slug=slug, match__number=match, table_number=table, state__in=["open", "complete", "signed"]
    )
    client.post(reverse("table_enrol", args=[slug, match, table]), {"code": sheet.code, "take_over": "1"})


@pytest.mark.proof
def test_a_page_asks_a_fixed_number_of_queries(
    world: dict[int, dict[str, Any]], subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = timezone.now()
    for name in PAGES:
        with subtests.test(name), transaction.atomic(), monkeypatch.context() as clock:
            if name in SCREENS:  # it shows its scenes in turn: here the same one in both halls
                clock.setattr(timezone, "now", lambda: moment)
            few, many = (looked_at(name, world[size]) for size in (FEW, MANY))
            assert few.keys() == many.keys()
            grown = {look: (few[look], many[look]) for look in few if many[look] > few[look]}
            assert grown == {}
            most = (WHOLE_SHEETS | SCREENS).get(name, MOST)
            too_many = {look: counts for look, counts in many.items() if counts[1] > most or counts[0] > most + RANKING}
            assert too_many == {}
            transaction.set_rollback(True)
