"""A large tournament, made within seconds: match 1 is complete, half of match 2's tables are in the middle of play.

The sheets are played by the pure core, decision by decision as always; only their rows are written in bulk at the end
of each sheet. So the log holds, and every page and every figure is what the services would have made.
"""

import datetime as dt
import random
import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from scoring.shorthand import parse_entry
from tests.worlds.factories import draw_lots
from tests.worlds.played import accept
from tournament.enums import Source
from tournament.imports.columns import find_header
from tournament.imports.table import FileTable, row_of
from tournament.models import Command, Scoresheet, Tournament, User
from tournament.participants.services.participants import import_participants
from tournament.permissions import acting
from tournament.selectors.sheets import chained
from tournament.services.events import append_links
from tournament.services.matches import settle_match
from tournament.services.people import create_first_login
from tournament.services.sheet_rows import write_difference
from tournament.services.tournaments import create_tournament
from tournament.sheet.acts.approvals import DecideApproval
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.sources import SetSource
from tournament.sheet.deciding import decide
from tournament.sheet.events import Link

SLUG = "halle"
SYLLABLES = ["Hu", "Mai", "Rei", "Sto", "Lin", "Wag", "Bau", "Zen", "Kro", "Fel", "Ober", "Unter"]
ENDINGS = ["ber", "er", "ter", "ner", "ler", "hofer", "huber", "mann", "reiter", "bäck"]
FIRST = ["Anna", "Bene", "Centa", "Dirk", "Eva", "Franz", "Gretl", "Hias", "Inge", "Jürgen", "Käthe", "Lenz"]
CLUBS = ["SV Feldkirchen", "TSV Aying", "SpVgg Moosach", "FC Glonn", "", "Ebersberg", "SV Zorneding"]


def seed(participants: int, slug: str = SLUG) -> tuple[Tournament, User]:
    """Make a tournament with this number of participants, a multiple of 4, and a login with every role."""
    tournament, actor = seed_list(participants, slug)
    chance = random.Random(participants)
    first, second = tournament.matches.order_by("number")
    draw_lots(first, actor)
    _play(first, 32, participants // 4, chance, actor)
    draw_lots(second, actor)
    _play(second, 16, participants // 8, chance, actor)
    tournament.refresh_from_db()
    return tournament, actor


def play_out(participants: int, slug: str) -> tuple[Tournament, Scoresheet]:
    """Make a tournament in which both matches are played and accepted, but for the last sheet; return that, too."""
    tournament, actor = seed_list(participants, slug)
    chance = random.Random(participants)
    for match in tournament.matches.order_by("number"):
        draw_lots(match, actor)
        _play(match, 32, participants // 4, chance, actor)
    sheets = Scoresheet.objects.in_force().filter(match__tournament=tournament).select_related("match__tournament")
    *others, last = sheets.order_by("match__number", "table_number")
    for sheet in others:
        accept(sheet, actor)
    tournament.refresh_from_db()
    return tournament, last


def seed_list(participants: int, slug: str = SLUG) -> tuple[Tournament, User]:
    """Make one where everybody is registered and nothing is drawn, by the same login."""
    roles = ["organiser", "supervisor", "desk", "tribunal"]
    actor = User.objects.filter(username="reiter").first() or create_first_login(
        username="reiter", full_name="K. Reiter", roles=roles, password="geheim-genug-1"
    )
    tournament = create_tournament(
        actor=actor,
        name="Hallenturnier",
        slug=slug,
        day=dt.date(2026, 11, 28),
        organiser="SV Feldkirchen",
        ruleset_id="schafkopfschule-2023",
    )
    _register(tournament, participants, random.Random(participants), actor)
    return tournament, actor


def _register(tournament: Tournament, participants: int, chance: random.Random, actor: User) -> None:
    lines = [["Nachname", "Vorname", "Verein", "Geburtsdatum"]]
    for number in range(participants):
        last = SYLLABLES[number % 12] + ENDINGS[number // 12 % 10] + ("" if number < 120 else f" {_letters(number)}")
        lines.append([last, chance.choice(FIRST), chance.choice(CLUBS), f"1.2.{1950 + number % 50}"])
    table = FileTable(source="list", rows=tuple(row_of([index + 1, line]) for index, line in enumerate(lines)))
    header = find_header(table.texts())
    assert header is not None
    import_participants(tournament=tournament, table=table, header=header, actor=actor)


def _letters(number: int) -> str:
    return "".join("ABCDEFGHIJ"[int(digit)] for digit in str(number))


def _play(match, games: int, tables: int, chance: random.Random, actor: User) -> None:
    sheets = Scoresheet.objects.in_force().filter(match=match).select_related("match__tournament")
    with transaction.atomic():
        for sheet in sheets.order_by("table_number")[:tables]:
            _play_sheet(sheet, _entries(chance, games), actor)
        settle_match(match=match)


def _play_sheet(sheet: Scoresheet, entries: Sequence[str], actor: User) -> None:
    """Write these games at the table; the supervisor grants each that needs an approval (5.2.16)."""
    before, by, at = chained(sheet), acting(actor), timezone.now()
    state, links, keys = before.sheet, list[Link](), list[str]()

    def carry_out(command: SetSource | RecordGame | DecideApproval) -> None:
        nonlocal state, links
        effect = decide(state, command, by=by, at=at)
        state, links = effect.sheet, [*links, *effect.links]

    carry_out(SetSource(source=Source.LIVE))
    for number, entry in enumerate(entries, 1):
        keys.append(secrets.token_hex(16))
        record = parse_entry(sheet.match.tournament.ruleset, entry, first=number == 1)
        carry_out(RecordGame(number=number, record=record, key=keys[-1]))
        if state.games[number].approval is not None:
            carry_out(DecideApproval(game=keys[-1], granted=True))
    append_links(sheet, before, links)
    write_difference(sheet, before.sheet, state)
    Command.objects.bulk_create(
        Command(scoresheet=sheet, key=key, kind=RecordGame.kind, number=number) for number, key in enumerate(keys, 1)
    )


def _entries(chance: random.Random, games: int) -> list[str]:
    """Games in shorthand, in shares as they are in life: one in five is a Solo or Wenz, but never the first one."""
    entries = []
    for number in range(games):
        alone = number and chance.random() < 0.2
        seats = str(chance.randint(1, 4)) if alone else "".join(map(str, chance.sample(range(1, 5), 2)))
        sign = "+" if chance.random() < 0.6 else "-"
        level = 1 if chance.random() < 0.75 else 2
        entries.append((chance.choice("ssw") if alone else "r") + seats + sign * level)
    return entries
