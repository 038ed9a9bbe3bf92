"""The event log in words, in the active language: what happened, when, at which table, by whom.

Names replace the keys of the log. Private facts are left out: no cards, codes, seeds, birth dates.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeAlias

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy

from tournament.enums import (
    DisputeOutcome,
    FollowUp,
    Leavers,
    PaperLineKind,
    SheetState,
    ShownName,
    SignatureKind,
    Source,
)
from tournament.lots import BY_HAND
from tournament.models import Event, Participant, Scoresheet, TableDevice, Tournament, User
from tournament.person.forgotten import masked
from tournament.person.names import numbered_name
from tournament.person.table_names import NamedPlayer, short_names, table_names
from tournament.prizes.kinds import PerHead, PrizeActKind, Sharing
from tournament.proof.selectors.event_sentences import SENTENCES
from tournament.proof.selectors.original_keys import original_keys
from tournament.words import game_labels, labels
from tournament.words.citations import cited
from tournament.words.labels import own_page_name

EventColumns: TypeAlias = tuple[int, datetime, int | None, int, str, int | None, str, str]
COLUMNS = ("pk", "at", "scoresheet", "sequence", "kind", "actor", "payload", "hash")

# Used where the supervisor's initials stand on the paper.
ON_PAPER = gettext_lazy("Game %(number)s approved on paper by %(supervisor)s (%(section)s)")

# Used where people drew the lots.
DRAWN_BY_HAND: Mapping[str, Any] = {
    "draw.published": gettext_lazy("Match %(match)s: lots drawn by hand entered (draw %(draw)s)"),
    "tie.lots_drawn": gettext_lazy(
        "Lots drawn by hand between equals entered, in this order: %(order)s; looked on: %(witnesses)s"
    ),
}

# Placeholders for the seats' names in a description that is kept for all tables; no name has these characters.
STAND_INS = tuple(map(chr, range(0xE001, 0xE006)))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """One event. `game` is the line that it is about, if any.

    `match` and `table` are None for an event of no table, `who` is empty if the program acted.

    `code` is the beginning of its hash in the form of printed check codes: 7F3A-91C2-E04B.
    """

    pk: int
    kind: str
    game: int | None
    at: datetime
    match: int | None
    table: int | None
    sequence: int
    words: str
    who: str
    code: str


@dataclass(slots=True)
class _TableThen:
    """A sheet while its events are told: who sits there at that moment, and what was requested before play."""

    match: int
    number: int
    seats: list[int]
    game_of_request: dict[tuple[bool, int], int]
    disputes: int = 0
    players: Sequence[str] = ()
    short: Mapping[int, str] | None = None


def event_lines(tournament: Tournament, scoresheet: Scoresheet | None = None) -> Iterator[EventLine]:
    """Yield all events of a tournament and its sheets, discarded ones too, in the order of time. Five queries.

    With `scoresheet` only those of its own chain.
    """
    rows = Event.objects.filter(tournament=tournament)
    events = rows if scoresheet is None else rows.filter(scoresheet=scoresheet)
    yield from _lines(tournament, events.order_by("pk").values_list(*COLUMNS).iterator(chunk_size=2000))


def lines_of_events(
    tournament: Tournament, rows: Sequence[EventColumns], logins: Mapping[int, str] | None = None
) -> Iterator[EventLine]:
    """Yield these events, read as COLUMNS, in the order of time. Five queries, four if the names of `logins` are known.

    Who sat where at that time is read from the earlier events of the same sheets that tell it.
    """
    by_key = {row[0]: row for row in rows}
    sheets = {row[2] for row in rows if row[2] is not None}
    telling = Event.objects.filter(kind__in=(*_SEATING, "request.made"), scoresheet__in=sheets, tournament=tournament)
    every = by_key | {row[0]: row for row in telling.values_list(*COLUMNS)}
    ordered = [row for _pk, row in sorted(every.items())]
    yield from (line for line in _lines(tournament, ordered, logins) if line.pk in by_key)


def _lines(
    tournament: Tournament, rows: Iterable[EventColumns], logins: Mapping[int, str] | None = None
) -> Iterator[EventLine]:
    book = _Names(tournament, logins)
    for pk, at, sheet, sequence, kind, actor, payload, digest in rows:
        fields = json.loads(payload)
        table = book.tables.get(sheet)
        # Messages and calls are about a table, but stand in the chain of the tournament.
        about = fields if kind.startswith(("message.", "call.")) else {}
        code = digest[:12].upper()
        yield EventLine(
            pk=pk,
            kind=kind,
            game=fields.get("number") if table and not kind.startswith(("device.", "signature.")) else None,
            at=at,
            match=table.match if table else about.get("match"),
            table=table.number if table else about.get("table"),
            sequence=sequence,
            words=book.words(kind, fields, table),
            who=book.logins.get(actor, "") or book.devices.get(fields.get("device"), "") or _own_page(fields),
            code=f"{code[:4]}-{code[4:8]}-{code[8:]}",
        )


def _own_page(fields: Mapping[str, Any]) -> str:
    """Whose own page it was, "" if it was none. The log of another program can hold anything."""
    return own_page_name(fields["card"]) if isinstance(fields.get("card"), int) else ""


class _Names:
    """The names behind the keys in the log, read once. An imported log has the keys of its first installation."""

    def __init__(self, tournament: Tournament, logins: Mapping[int, str] | None) -> None:
        self.ruleset, self.forgotten = tournament.ruleset, tournament.forgotten_words
        keys = original_keys(tournament)
        if logins is None:
            logins = dict(User.objects.values_list("pk", "full_name"))
        self.logins: dict[Any, str] = dict(logins)
        self.logins_in_log = {keys.of(User, pk): name for pk, name in self.logins.items()}
        self.people: dict[Any, NamedPlayer] = {
            keys.of(Participant, pk): NamedPlayer(*columns)
            for pk, *columns in tournament.participants.values_list("pk", *NamedPlayer._fields)
        }
        self.devices: dict[Any, str] = {}
        self.tables: dict[Any, _TableThen] = {}
        sheets = Scoresheet.objects.filter(match__tournament=tournament)
        columns = "pk", "match__number", "table_number", "devices", "devices__number"
        for pk, match, number, device, place in sheets.values_list(*columns):
            self.tables.setdefault(pk, _TableThen(match=match, number=number, seats=[], game_of_request={}))
            if device is not None:
                self.devices[keys.of(TableDevice, device)] = labels.device_name(number, place)
        self.tables_in_log = {keys.of(Scoresheet, pk): table for pk, table in self.tables.items()}
        self._games: dict[str, str] = {}
        self._sentences = {kind: cited(sentence, self.ruleset) for kind, sentence in SENTENCES.items()}

    def words(self, kind: str, fields: Mapping[str, Any], table: _TableThen | None) -> str:
        """Return the sentence of an event. A kind without one, from a newer version, is shown as it is."""
        sentence = self._sentences.get(kind)
        if sentence is None:
            return kind
        if table is not None and kind in _SEATING:
            _SEATING[kind](table, fields)
            self._seat(table)
        if table is not None and kind == "request.made":
            _note_request(table, fields)
        if fields.get("on_paper"):
            sentence = cited(ON_PAPER, self.ruleset)
        if kind in DRAWN_BY_HAND and (fields.get("algorithm") == BY_HAND or fields.get("seed") == ""):
            sentence = str(DRAWN_BY_HAND[kind])
        return sentence % _Fields(self, fields, table)

    def person(self, key: Any, number: int | None = None) -> str:
        """Return start number and name; of an entry that was deleted only the number."""
        if key not in self.people:
            return gettext("start number %(number)s") % {"number": number} if number else "–"
        return numbered_name(self.people[key].start_number, self.people[key].name)

    def _seat(self, table: _TableThen) -> None:
        players = [self.people.get(key, NamedPlayer(0, "–", "", "")) for key in table.seats]
        table.players = [f"{seat} {name}" for seat, name in enumerate(table_names(players), 1)]
        table.short = {ord(char): name for char, name in zip(STAND_INS, short_names(players), strict=False)}

    def game(self, record: Mapping[str, Any], table: _TableThen | None) -> str:
        """Return a game in words. It is described once for all tables where the same seats played it."""
        key = repr(record)
        if key not in self._games:
            self._games[key] = game_labels.describe(self.ruleset, record, STAND_INS)
        return self._games[key].translate(table.short if table and table.short else {})


def _seat_players(table: _TableThen, fields: Mapping[str, Any]) -> None:
    table.seats = list(fields["seats"])


def _seat_newcomer(table: _TableThen, fields: Mapping[str, Any]) -> None:
    """Seat the participant who came; in an exchange at one table the other one takes the other seat."""
    if fields.get("other_table") == table.number:
        table.seats[fields["other_seat"] - 1] = fields["left"]
    table.seats[fields["seat"] - 1] = fields["came"]


def _note_request(table: _TableThen, fields: Mapping[str, Any]) -> None:
    """Note a request by its place among the sheet's requests; an older log names it by the key of its row."""
    place = 1 + sum(by_place for by_place, _key in table.game_of_request)
    table.game_of_request[True, place] = fields["number"]
    if "v" not in fields:
        table.game_of_request[False, fields["request"]] = fields["number"]


def _count_dispute(table: _TableThen, fields: Mapping[str, Any]) -> None:
    table.disputes += 1


_SEATING: Mapping[str, Callable[[_TableThen, Mapping[str, Any]], None]] = {
    "scoresheet.opened": _seat_players,
    "table.seats": _seat_newcomer,
    "table.replaced": _seat_newcomer,
    "table.substitute": _seat_newcomer,
    "dispute.raised": _count_dispute,
}


class _Fields:
    """The words of an event by their names in the sentences. A word that an older version did not log is a dash."""

    def __init__(self, names: _Names, payload: Mapping[str, Any], table: _TableThen | None) -> None:
        self.names, self.payload, self.table = names, payload, table

    def __getitem__(self, name: str) -> Any:
        try:
            return _FIELDS[name](self) if name in _FIELDS else self.payload[name]
        except (KeyError, IndexError, AttributeError):
            return "–"

    def record(self, name: str) -> str:
        """Return a game in words, or its values where the paper had no game."""
        record = self.payload[name]
        if name == "old_record" and "written" in record:
            return labels.points_text(record["written"]) or "–"
        return self.names.game(record, self.table)

    def of_sheet(self) -> _TableThen:
        """Return the sheet that the event belongs to or is about."""
        return self.table or self.names.tables_in_log[self.payload["scoresheet"]]

    def field_names(self) -> str:
        """Return the names of the changed fields, never the values: a date of birth may be among them."""
        columns: Any = (Participant if "participant" in self.payload else Tournament)._meta
        return ", ".join(str(columns.get_field(field).verbose_name) for field in self.payload["fields"])

    def paper(self) -> str:
        """Return what stands in the line of the paper."""
        points = self.payload.get("written")
        text = labels.points_text(points) if points else self.payload.get("text", "")
        text = masked(text, self.names.forgotten)
        return f"{PaperLineKind(self.payload['kind']).label}{': ' if text else ''}{text}"

    def totals(self) -> str:
        """Return plus and minus of each seat."""
        return " · ".join(
            f"+{seat['plus']} −{seat['minus']}" for seat in self.payload.get("totals") or self.payload["new"]
        )

    def prize_act(self) -> str:
        """Return what was done about which prize."""
        kind = PrizeActKind(self.payload["what"])
        if self.payload["number"]:
            prize = gettext("prize %(number)s") % self.payload
            return f"{kind.label} ({prize})"
        return gettext("Wants none") if kind == PrizeActKind.WAIVED else str(kind.label)

    def announced(self) -> str:
        """Return who was named in a step of the prize-giving."""
        won = (participant for _prize, participant, _cents in self.payload["awards"])
        return ", ".join(map(self.names.person, dict.fromkeys([*self.payload["lines"], *won]))) or "–"

    def how(self) -> str:
        """Return how somebody signed."""
        kind = SignatureKind(self.payload["how"])
        return str(kind.label) if "strokes" in self.payload else kind.without_drawing


_FIELDS: Mapping[str, Callable[[_Fields], Any]] = {
    "who": lambda event: event.names.person(event.payload["participant"], event.payload.get("start_number")),
    "came": lambda event: event.names.person(event.payload["came"]),
    "left": lambda event: event.names.person(event.payload["left"]),
    "order": lambda event: ", ".join(map(event.names.person, event.payload["order"])),
    "witnesses": lambda event: ", ".join(map(event.names.person, event.payload["witnesses"])),
    "user": lambda event: event.names.logins_in_log[event.payload["user"]],
    "supervisor": lambda event: event.names.logins_in_log[event.payload["supervisor"]],
    "fields": _Fields.field_names,
    "count": lambda event: len(event.payload["participants"]),
    "match": lambda event: event.payload.get("match") or event.of_sheet().match,
    "table": lambda event: event.payload.get("table") or event.of_sheet().number,
    "copied": lambda event: date_format(
        timezone.localtime(datetime.fromisoformat(event.payload["copied_at"])), "SHORT_DATETIME_FORMAT"
    ),
    "until": lambda event: date_format(date.fromisoformat(event.payload["keep_until"])),
    "draw": lambda event: event.payload.get("draw", 1),
    "players": lambda event: " · ".join(event.of_sheet().players),
    "player": lambda event: event.of_sheet().players[event.payload["seat"] - 1],
    "asked": lambda event: event.of_sheet().game_of_request["v" in event.payload, event.payload["request"]],
    "contract": lambda event: labels.CONTRACTS[event.payload["contract"]],
    "game": lambda event: event.record("record"),
    "old": lambda event: event.record("old_record"),
    "new": lambda event: event.record("new_record") if "new_record" in event.payload else event.payload["new"],
    "money": lambda event: game_labels.money_words(event.payload.get("runners"), event.payload.get("claimed")),
    "paper": _Fields.paper,
    "how": _Fields.how,
    "leavers": lambda event: Leavers(event.payload["leavers"]).label,
    "late": lambda event: (
        gettext("takes a place") if event.payload["ranks_late_players"] else gettext("takes no place")
    ),
    "shown": lambda event: (
        ShownName(wish).label if (wish := event.payload["shown_name"]) else gettext("as the tournament says for all")
    ),
    "in_hall": lambda event: ShownName(event.payload["hall_names"]).label,
    "on_web": lambda event: ShownName(event.payload["web_names"]).label,
    "announced": _Fields.announced,
    "step": lambda event: event.payload["step"] + 1,  # as the page that leads it counts
    "decision": lambda event: (
        gettext("the new one is taken over") if event.payload["taken_over"] else gettext("it goes on as read")
    ),
    "place": lambda event: event.of_sheet().disputes,
    "about": lambda event: (
        gettext("game %(number)s") % event.payload if event.payload.get("number") else gettext("the whole sheet")
    ),
    "outcome": lambda event: DisputeOutcome(event.payload["outcome"]).label,
    "follow_up": lambda event: FollowUp(event.payload["follow_up"]).label,
    "game_number": lambda event: event.payload["game"],
    "state": lambda event: SheetState(event.payload["to"]).label,
    "source": lambda event: Source(event.payload["source"]).label,
    "totals": _Fields.totals,
    "sum": lambda event: labels.amount(event.payload["cents"]),
    "counted_sum": lambda event: labels.amount(event.payload["counted"]),
    "expected_sum": lambda event: labels.amount(event.payload["expected"]),
    "fee_sums": lambda event: ", ".join(labels.amount(fee["cents"]) for fee in event.payload["fees"]) or "–",
    "prize_act": _Fields.prize_act,
    "numbers": lambda event: ", ".join(labels.ranges(sorted(prize["number"] for prize in event.payload["prizes"]))),
    "per_head": lambda event: PerHead(event.payload["per_head"]).label,
    "sharing": lambda event: Sharing(event.payload["sharing"]).label,
    "lot_of": lambda event: (
        gettext("prize %(number)s") % event.payload if event.payload["number"] else gettext("between equals")
    ),
}
