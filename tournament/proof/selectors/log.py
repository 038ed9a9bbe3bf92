"""The event log as a page: which events fit the filters, newest first, each in words with the way to where it acted.

Pages follow the key of the last event shown, so that they stay the same while new events come in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.models import Event, Participant, Tournament, User
from tournament.proof.selectors.event_words import COLUMNS, EventLine, lines_of_events
from tournament.proof.selectors.original_keys import original_keys

LINES_A_PAGE = 100
# A protocol on paper: more in one file take too long to set.
LINES_A_PART = 1000
# What only those who may see reports learn of: that something was noted (5.2.18). No event names whom it is about.
CONFIDENTIAL = ("conduct.warned", "conduct.reported", "conduct.taken_back")

# Kinds of events by group: beginnings of their names.
GROUPS: Mapping[str, tuple[Any, tuple[str, ...]]] = {
    "games": (_("Games and lines"), ("game.", "lines.", "line.", "totals.", "second.")),
    "approvals": (_("Approvals"), ("approval.", "request.")),
    "signatures": (_("Signatures and acceptance"), ("signature.", "sheet.")),
    "disputes": (_("Disputes"), ("dispute.",)),
    "table": (_("Tables and devices"), ("table.", "device.", "scoresheet.", "message.", "call.")),
    "participants": (_("Participants"), ("participant.", "participants.", "substitute.", "conduct.")),
    "draw": (_("Draw"), ("list.", "draw.", "door_lot.", "tie.")),
    "prizes": (_("Prizes and prize-giving"), ("prize.", "lot.", "release.", "ceremony.")),
    "tournament": (_("Tournament"), ("tournament.", "place_rule.", "document.", "checkpoint.")),
}
# What a supervisor or the management decides. A sanction is a game that was recorded with one.
DECISIONS = (
    "approval.granted", "approval.refused", "request.granted", "request.refused", "game.corrected", "game.ruled",
    "game.struck", "game.restored", "game.undone", "game.unplayed", "sheet.accepted", "table.pack", "table.scorekeeper",
    "table.first_dealer", "table.seats", "table.replaced", "table.substitute", "table.voided", "table.restored",
    "table.totals", "dispute.decided", "dispute.final", "participant.excluded", "participant.readmitted",
    "place_rule.chosen", *CONFIDENTIAL,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFilter:
    """What is asked for; None or "" asks for everything. `actor` is a login, `person` a start number."""

    match: int | None = None
    table: int | None = None
    game: int | None = None
    person: int | None = None
    actor: int | None = None
    group: str = ""
    decisions: bool = False
    confidential: bool = False
    """Whether the reader may know that something confidential was noted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLogin:
    """A login, and whether it acted in the tournament."""

    pk: int
    name: str
    acted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """An event in words, with the address of what it acted on, "" if there is none."""

    line: EventLine
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    """One page of the log. `older` is the key to ask for the next page with, None at the end."""

    lines: tuple[LogLine, ...]
    older: int | None


def log_page(
    tournament: Tournament, filters: LogFilter, before: int | None = None, logins: Sequence[LogLogin] | None = None
) -> LogPage:
    """Return the newest events that fit, before the event with this key; `logins` are all.

    Eight queries at most, seven if the logins are known.
    """
    rows = log_events(tournament, filters)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    rows_and_next = list(rows.order_by("-pk").values_list(*COLUMNS)[: LINES_A_PAGE + 1])
    page, names = rows_and_next[:LINES_A_PAGE], None if logins is None else {one.pk: one.name for one in logins}
    lines = [LogLine(line=line, url=_url(tournament, line)) for line in lines_of_events(tournament, page, names)]
    return LogPage(lines=tuple(reversed(lines)), older=page[-1][0] if len(rows_and_next) > LINES_A_PAGE else None)


def log_events(tournament: Tournament, filters: LogFilter) -> QuerySet[Event]:
    """Return the events of the tournament and its sheets that fit."""
    rows = Event.objects.filter(tournament=tournament)
    if not filters.confidential:
        rows = rows.exclude(kind__in=CONFIDENTIAL)
    # A message to a table stands in the chain of the tournament.
    message = Q(kind__startswith="message.")
    if filters.match is not None:
        rows = rows.filter(Q(scoresheet__match__number=filters.match) | message & _holds("match", filters.match))
    if filters.table is not None:
        rows = rows.filter(Q(scoresheet__table_number=filters.table) | message & _holds("table", filters.table))
    if filters.game is not None:
        rows = rows.filter(_holds("number", filters.game), scoresheet__isnull=False)
    if filters.actor is not None:
        rows = rows.filter(actor=filters.actor)
    if filters.person is not None:
        rows = rows.filter(_about(tournament, filters.person))
    if filters.group in GROUPS:
        kinds = Q()
        for beginning in GROUPS[filters.group][1]:
            kinds |= Q(kind__startswith=beginning)
        rows = rows.filter(kinds)
    if filters.decisions:
        sanction = Q(kind="game.recorded", payload__contains='"sanction":')
        rows = rows.filter(Q(kind__in=DECISIONS) | sanction, actor__isnull=False)
    return rows


def log_parts(tournament: Tournament, filters: LogFilter) -> int:
    """Return how many parts the protocol of these events has, 1 at least. One query."""
    return max(1, -(-log_events(tournament, filters).count() // LINES_A_PART))


def log_part(tournament: Tournament, filters: LogFilter, part: int) -> tuple[EventLine, ...]:
    """Return one part of the events that fit, from 1, the oldest first. Eight queries at most."""
    rows = log_events(tournament, filters).order_by("pk").values_list(*COLUMNS)
    return tuple(lines_of_events(tournament, list(rows[LINES_A_PART * (part - 1) : LINES_A_PART * part])))


def log_logins(tournament: Tournament) -> list[LogLogin]:
    """Return all logins by name, and whether they acted in this tournament. One query."""
    acted = Exists(Event.objects.filter(tournament=tournament, actor=OuterRef("pk")))
    rows = User.objects.order_by("full_name").values_list("pk", "full_name", acted)
    return [LogLogin(pk=pk, name=name, acted=has_acted) for pk, name, has_acted in rows]


def _about(tournament: Tournament, start_number: int) -> Q:
    """Events that name the participant, and those of the sheets where they sit."""
    person = Participant.objects.filter(tournament=tournament, start_number=start_number).first()
    if person is None:
        return Q(pk=None)
    key = original_keys(tournament).of(Participant, person.pk)
    condition = Q(scoresheet__in=person.seats.values("scoresheet"))
    for name in ("participant", "left", "came"):
        condition |= _holds(name, key)
    return condition


def _holds(name: str, value: int) -> Q:
    """Whether the canonical payload has this number under this name."""
    return Q(payload__contains=f'"{name}":{value},') | Q(payload__contains=f'"{name}":{value}}}')


def _url(tournament: Tournament, line: EventLine) -> str:
    if line.match is not None and line.table is not None:
        place = [tournament.slug, line.match, line.table]
        if line.kind.startswith("message."):
            return reverse("table_messages", args=[tournament.slug, line.match])
        if line.kind.startswith("dispute."):
            return reverse("sheet_disputes", args=place)
        if line.kind == "scoresheet.discarded":
            return reverse("match", args=[tournament.slug, line.match])
        return reverse("scoresheet", args=place) + (f"?line={line.game}" if line.game else "")
    match line.kind.split(".")[0]:
        case "participant" | "participants":
            return reverse("participants", args=[tournament.slug])
        case "place_rule":
            return reverse("place_rule", args=[tournament.slug])
        case "substitute":
            return reverse("standings", args=[tournament.slug])
        case "list" | "draw":
            return reverse("matches", args=[tournament.slug])
        case "tie":
            return reverse("standings", args=[tournament.slug])
        case "document" | "checkpoint":
            return reverse("documents", args=[tournament.slug])
        case "tournament":
            return reverse("tournament", args=[tournament.slug])
    return ""
