"""Replaying a tournament's own chain: the tournament as its events tell it. Reads only what it is given."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.enums import ClosedListState, DoorState, Release, ShownName, TournamentState
from tournament.models import Event
from tournament.proof.services.audit_gaps import link_gap
from tournament.proof.services.audit_rows import MOMENT
from tournament.proof.services.money_witnesses import MoneyAsLogged
from tournament.proof.services.prize_witnesses import PrizesAsLogged
from tournament.proof.words.audit_words import row_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Who did something, and when."""

    by: int | None
    at: datetime


@dataclass(slots=True)
class TournamentAsLogged:
    """A tournament as its events tell it. Participants by id, draws by match and number, lots and documents by id.

    What an older log does not hold is None, "" or missing, and is not compared.
    """

    state: str = TournamentState.REGISTRATION.value
    day: str = ""
    ruleset: str = ""
    tariff: str = ""
    tariff_text: str = ""
    """The hash of the text of an own tariff."""
    ranks_house_players: bool = False
    matches: int | None = None
    most_players: int | None = None
    presence_match: int = 1
    """The match that the ticks of presence are for."""
    hall_names: str = ShownName.NAME.value
    web_names: str = ShownName.NUMBER.value
    shown_names: dict[int, str] = field(default_factory=dict)
    """The wishes of participants how to be named in public, by id."""
    names: str = ""
    """The hash of name, place and organiser."""
    frozen: str = ""
    keep_until: str = ""
    """The last day on which the tournament is kept; empty in old logs, which do not have it."""
    forgotten: set[int] = field(default_factory=set)
    """Ids of the participants whose names are erased."""
    forgotten_words: str | None = ""
    """The hash of the digests that are kept of forgotten names; "" while nobody is forgotten."""
    participants: dict[int, tuple[int, bool, bool]] = field(default_factory=dict)
    """By id: start number, whether withdrawn, whether a house player."""
    arrived: dict[int, bool] = field(default_factory=dict)
    waiting: dict[int, bool] = field(default_factory=dict)
    """By id: who is on the waiting list, and whether called."""
    people: dict[int, tuple[str, str]] = field(default_factory=dict)
    """By id: the hashes of the name, and of the birth with all else that is private."""
    ages: dict[int, tuple[int, str | bool]] = field(default_factory=dict)
    """Answers about the age (5.2.12) by id: the age asked for, and the hash of the answer (in old logs the answer)."""
    draws: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    """By match and number, with the discarded draws."""
    discarded: dict[tuple[int, int], int] = field(default_factory=dict)
    reasons: dict[tuple[int, int], str] = field(default_factory=dict)
    """The hashes of the reasons of discarded draws."""
    lists: dict[tuple[int, int], tuple[str, str, str, int, str]] = field(default_factory=dict)
    """By match and number: hash, commitment, name of the lottery, first table, state."""
    doors: dict[tuple[int, int], tuple[str, str, str]] = field(default_factory=dict)
    """Lots at the door by match and number: hash, commitment, state."""
    door_acts: dict[tuple[str, int], tuple[str, int | None, int, int]] = field(default_factory=dict)
    """Steps at the door by "match-number" and order: kind, participant, table, seat."""
    tie_lots: dict[int, tuple[Any, str, Any]] = field(default_factory=dict)
    """By id: order, seed, witnesses."""
    tie_draws: dict[int, tuple[list[int], list[list[int]]]] = field(default_factory=dict)
    """By id of the lots of a tie: the group, and the chains whose order earlier draws had given."""
    documents: dict[int, tuple[int, int, str, str, str]] = field(default_factory=dict)
    """By id: sheet, number, hash at the head of the sheet's chain, hash of the file, key."""
    standings: dict[int, tuple[int, str, str, str, str]] = field(default_factory=dict)
    """Sealed standings by id: number, hash of the ranking, hash of the check code, hash of the file, key."""
    checkpoints: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)
    """By match and number: number of events, root."""
    excluded: set[int] = field(default_factory=set)
    """Ids of the participants who are excluded (5.1.4)."""
    substitutions: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """By id: who left, who came, match, game, hash of the reason, whether taken back."""
    place_rules: dict[int, tuple[str, bool, str]] = field(default_factory=dict)
    """By id: what becomes of leavers, whether late players take a place, hash of the reason."""
    notes: dict[int, tuple[str, bool]] = field(default_factory=dict)
    """Notes of conduct by id: hash of the row, whether taken back."""
    messages: dict[int, tuple[str, bool, bool]] = field(default_factory=dict)
    """Messages to tables by id: hash of the row, whether read, whether taken back."""
    read_by: dict[int, int] = field(default_factory=dict)
    """The device that confirmed a message."""
    calls: dict[int, tuple[int, int, bool, bool]] = field(default_factory=dict)
    """Calls of tables by id: sheet, device, whether answered, whether taken back."""
    cards: Counter[int] = field(default_factory=Counter)
    """How many start cards were made for each number; all of them but the newest are locked."""
    release: str = Release.OPEN.value
    """What the hall may know."""
    frozen_rankings: dict[int, str] = field(default_factory=dict)
    """The hash of the ranking that was stored when results were held back last, by id."""
    ceremony: dict[str, Any] = field(default_factory=dict)
    """The prize-giving: its settings, the hash of its ranking, the steps that the hall has seen."""
    prizes: PrizesAsLogged = field(default_factory=PrizesAsLogged)
    prize_acts: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """What was done about prizes by id: kind, participant, prize, cents, whether undone."""
    public_lots: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Lots drawn in public by id: all that their links tell of them."""
    money: MoneyAsLogged = field(default_factory=MoneyAsLogged)
    purge: int | None = None
    acts: dict[tuple[str, Any], Act] = field(default_factory=dict)
    """Who wrote a row and when, by the kind of row and its key."""
    gaps: list[str] = field(default_factory=list)
    """A sentence for each link that could not be replayed."""


def replay_tournament(events: Iterable[Event]) -> TournamentAsLogged:
    """Replay the chain from its first link. Events of other kinds are skipped, and those that cannot be replayed."""
    logged = TournamentAsLogged()
    for event in events:
        try:
            _play(logged, event.kind, json.loads(event.payload), Act(by=event.actor_id, at=event.at))
        except Exception as error:  # a link can hold anything
            logged.gaps.append(link_gap(event.sequence, event.kind, error))
    return logged


def act_differences(
    log: Mapping[tuple[str, Any], Act],
    here: Mapping[tuple[str, Any], Act],
    names: Mapping[Any, Any] | None = None,
) -> Iterator[str]:
    """A sentence for every row that names another login, or another time, than the link that wrote it."""
    for (kind, key), act in log.items():
        row = here.get((kind, key))
        if row is None:
            continue  # told where the rows themselves are compared
        what = row_name(kind, key, names)
        if row.by != act.by:
            logins = {"what": what, "here": row.by, "log": act.by}
            yield _("%(what)s: by login %(here)s, the log says %(log)s") % logins
        if abs(row.at - act.at) > MOMENT:
            yield other_time(what, row.at, act.at)


def other_time(what: str, here: datetime, log: datetime) -> str:
    """The sentence about a row that names another time than its link."""
    times = {"what": what, "here": here.isoformat(), "log": log.isoformat()}
    return _("%(what)s: at %(here)s, the log says %(log)s") % times


def _play(logged: TournamentAsLogged, kind: str, payload: dict[str, Any], act: Act) -> None:
    match kind.split("."):
        case ["tournament", "retention_extended"]:
            logged.keep_until = payload["keep_until"]
        case ["tournament", "created" | "edited"]:
            logged.keep_until = payload.get("keep_until", logged.keep_until)
            logged.day, logged.ruleset = payload["day"], payload["ruleset"]
            logged.tariff, logged.tariff_text = payload.get("tariff", ""), payload.get("tariff_sha256", "")
            logged.ranks_house_players = payload.get("ranks_house_players", False)
            logged.matches, logged.most_players = payload.get("matches"), payload.get("most_players")
            logged.names = payload.get("names", "")
        case ["presence", "begun"]:
            logged.presence_match, logged.arrived = payload["match"], dict.fromkeys(logged.arrived, False)
        case ["tournament", "public_names"]:
            logged.hall_names, logged.web_names = payload["hall_names"], payload["web_names"]
        case ["tournament", "started"]:
            logged.state, logged.frozen = TournamentState.RUNNING.value, payload["sha256"]
        case ["tournament", "witnessed"]:
            _replay_witness(logged, payload)
        case ["tournament", _] if "state" in payload:
            logged.state = payload["state"]
            logged.keep_until = payload.get("keep_until", logged.keep_until)
            if "purge" in payload:
                logged.purge, logged.forgotten_words = payload["purge"], ""
                logged.cards.clear()
                logged.acts["purge", payload["purge"]] = act
        case ["participants" | "participant", what]:
            _replay_participants(logged, what, payload)
            if what == "forgotten":
                logged.prizes.mask(payload)
            if what in ("age_answered", "age_reopened"):
                _replay_age(logged, payload, act)
            if what in ("excluded", "readmitted"):
                _replay_note(logged, payload, act, back=what == "readmitted")
        case ["substitute", what]:
            _replay_substitution(logged, what, payload, act)
        case ["place_rule", "chosen"]:
            key = payload["place_rule"]
            logged.place_rules[key] = (payload["leavers"], payload["ranks_late_players"], payload["reason"])
            logged.acts["place rule", key] = act
        case ["conduct", what]:
            _replay_note(logged, payload, act, back=what == "taken_back")
        case ["message", what]:
            _replay_message(logged, what, payload, act)
        case ["cards", "made"]:
            logged.cards.update(number for first, last in payload["numbers"] for number in range(first, last + 1))
        case ["card", "renewed"]:
            logged.cards[payload["number"]] += 1
        case ["call", what]:
            _replay_call(logged, what, payload, act)
        case ["lot", what]:
            key = payload["lot"]
            logged.public_lots[key] = logged.public_lots.get(key, {}) | payload | {what: True}
            if what != "given_up":
                logged.acts["public lot" if what == "closed" else "public lot drawn", key] = act
        case ["prize", "act" | "act_undone" as what]:
            key = payload["act"]
            columns = tuple(payload[name] for name in ("what", "participant", "prize", "cents"))
            logged.prize_acts[key] = (*columns, what == "act_undone")
            logged.acts["act about a prize" if what == "act" else "act about a prize undone", key] = act
        case ["money", what]:
            logged.money.play(what, payload, act)
        case ["prize", what]:
            logged.prizes.play(what, payload, act)
        case ["door_lot", what]:
            _replay_door(logged, what, payload, act)
        case ["list" | "draw" | "tie", what]:
            _replay_draw(logged, what, payload, act)
        case ["release", _]:
            logged.release = payload["release"]
            if "ranking" in payload:
                logged.frozen_rankings[payload["ranking"]] = payload["content"]
                logged.acts["frozen ranking", payload["ranking"]] = act
        case ["ceremony", what]:
            _replay_ceremony(logged, what, payload, act)
        case ["checkpoint", "made"]:
            logged.checkpoints[payload["match"], payload["number"]] = (payload["events"], payload["root"])
        case ["standings", "sealed"]:
            columns = tuple(payload[name] for name in ("number", "content", "head_hash", "sha256", "key"))
            logged.standings[payload["standings"]] = columns
            logged.acts["standings", payload["standings"]] = act
        case ["document", "issued"]:
            _replay_document(logged, payload)
            logged.acts["document", payload["document"]] = act


def _replay_witness(logged: TournamentAsLogged, payload: dict[str, Any]) -> None:
    """Replay the link that an update appended to an older log: it took the names as they were then."""
    logged.names = payload["names"]
    logged.people = {participant: (names, born) for participant, names, born in payload["people"]}
    logged.forgotten_words = payload["words"]
    logged.reasons = {(match, draw): reason for match, draw, reason in payload["reasons"]}


def _replay_participants(logged: TournamentAsLogged, what: str, payload: dict[str, Any]) -> None:
    """Replay an event about one participant or several."""
    match what:
        case "imported":
            people = payload["participants"]
            house = payload.get("house", [])
            logged.participants |= {
                participant: (number, False, participant in house) for participant, number in people
            }
            logged.shown_names |= dict(payload.get("shown", []))
            logged.arrived |= {participant: False for participant, _number in people}
            hashes = zip(people, payload.get("names", []), payload.get("born", []), strict=False)
            logged.people |= {participant: (names, born) for (participant, _number), names, born in hashes}
        case "arrived" | "left" if "participants" in payload:
            logged.arrived |= {participant: what == "arrived" for participant, _number in payload["participants"]}
        case _:
            _register(logged, what, payload)


def _register(logged: TournamentAsLogged, what: str, payload: dict[str, Any]) -> None:
    """Replay an event about one participant. In old logs without the mark nobody is a house player."""
    who = payload["participant"]
    if what == "deleted":
        for rows in (
            logged.participants,
            logged.arrived,
            logged.waiting,
            logged.people,
            logged.ages,
            logged.shown_names,
        ):
            rows.pop(who, None)
        logged.acts.pop(("age", who), None)
        return
    _number, withdrawn, house = logged.participants.get(who, (0, False, False))
    match what:
        case "forgotten":
            logged.forgotten.add(who)
            logged.forgotten_words = payload.get("words")
        case "added":
            logged.arrived[who] = payload.get("arrived", False)
        case "arrived" | "left":
            logged.arrived[who] = what == "arrived"
        case "withdrawn" | "returned":
            withdrawn = what == "withdrawn"
            logged.waiting.pop(who, None)
        case "waits":
            withdrawn, logged.waiting[who], logged.arrived[who] = True, False, False
        case "called":
            logged.waiting[who] = True
        case "excluded":
            logged.excluded.add(who)
        case "readmitted":
            logged.excluded.discard(who)
        case "shown":
            logged.shown_names[who] = payload["shown_name"]
    if "names" in payload:
        logged.people[who] = (payload["names"], payload["born"])
        if "answer" in payload:
            logged.ages[who] = (logged.ages[who][0], payload["answer"])
    logged.participants[who] = (payload["start_number"], withdrawn, payload.get("house", house))


def _replay_age(logged: TournamentAsLogged, payload: dict[str, Any], act: Act) -> None:
    """Replay the answer to the question about the age, or that it was taken back."""
    who = payload["participant"]
    logged.ages.pop(who, None)
    logged.acts.pop(("age", who), None)
    if "answer" in payload:
        logged.ages[who], logged.acts["age", who] = (payload["age"], payload["answer"]), act


def _replay_substitution(logged: TournamentAsLogged, what: str, payload: dict[str, Any], act: Act) -> None:
    """Replay the appointment of a substitute, or that it was taken back."""
    key = payload["substitution"]
    if what == "appointed":
        columns = (payload["left"], payload["came"], payload["match"], payload["game"], payload["reason"])
        logged.substitutions[key] = (*columns, False)
        logged.acts["substitution", key] = act
    else:
        logged.substitutions[key] = (*logged.substitutions[key][:-1], True)
        logged.acts["substitution taken back", key] = act


def _replay_note(logged: TournamentAsLogged, payload: dict[str, Any], act: Act, *, back: bool) -> None:
    """Replay a note of conduct, or that it was taken back."""
    key = payload["note"]
    logged.notes[key] = (logged.notes[key][0] if back else payload["told"], back)
    logged.acts["note of conduct taken back" if back else "note of conduct", key] = act


def _replay_message(logged: TournamentAsLogged, what: str, payload: dict[str, Any], act: Act) -> None:
    """Replay a message to a table, that it was read, or that it was taken back."""
    key = payload["message"]
    if what == "sent":
        logged.messages[key] = (payload["told"], False, False)
        logged.acts["message", key] = act
    else:
        logged.messages[key] = (logged.messages[key][0], what == "read", what == "taken_back")
        logged.acts[f"message {what.replace('_', ' ')}", key] = act
        if what == "read":
            logged.read_by[key] = payload["device"]


def _replay_call(logged: TournamentAsLogged, what: str, payload: dict[str, Any], act: Act) -> None:
    """Replay a call of a table, that somebody comes, or that it was taken back."""
    key = payload["call"]
    logged.calls[key] = (payload["scoresheet"], payload["device"], what == "answered", what == "taken_back")
    logged.acts["call" if what == "made" else f"call {what.replace('_', ' ')}", key] = act


def _replay_ceremony(logged: TournamentAsLogged, what: str, payload: dict[str, Any], act: Act) -> None:
    """Replay what happened to the prize-giving."""
    ceremony = logged.ceremony
    match what:
        case "prepared":
            ceremony |= payload
        case "begun":
            ceremony |= {"ranking": payload["ranking"], "script": payload["script"], "shown": [0], "ended": False}
            logged.acts["prize-giving", 1] = act
            logged.acts.pop(("end of the prize-giving", 1), None)
        case "announced":
            ceremony["shown"] = sorted({*ceremony["shown"], payload["step"]})
        case "corrected":
            ceremony |= {name: payload[name] for name in ("ranking", "script", "shown")}
        case "ended":
            ceremony["ended"] = True
            logged.acts["end of the prize-giving", 1] = act
        case "broken_off":
            ceremony |= {"ranking": "", "script": "", "shown": [], "ended": False}
            logged.acts.pop(("prize-giving", 1), None)


def _replay_document(logged: TournamentAsLogged, payload: dict[str, Any]) -> None:
    """Replay an issued version of a document. Logs from before the seals have neither its number nor a key."""
    sheet = payload["scoresheet"]
    versions = sum(1 for document in logged.documents.values() if document[0] == sheet)
    number, key = payload.get("number", versions + 1), payload.get("key", "")
    logged.documents[payload["document"]] = (sheet, number, payload["head_hash"], payload["sha256"], key)


def _replay_draw(logged: TournamentAsLogged, what: str, payload: dict[str, Any], act: Act) -> None:
    """Replay what happened to a list, a draw or the lots of a tie."""
    match what:
        case "closed":
            closing = (payload["match"], payload["number"])
            columns = (
                payload["list_hash"],
                payload["commitment"],
                payload.get("note", ""),
                payload.get("first_table", 1),
            )
            logged.lists[closing] = (*columns, ClosedListState.CLOSED.value)
            logged.acts["closed list", closing] = act
        case "reopened":
            closing = (payload["match"], payload["number"])
            logged.lists[closing] = (*logged.lists[closing][:-1], ClosedListState.REOPENED.value)
            logged.acts["reopened list", closing] = act
        case "published" | "kept" | "moved":
            _replay_protocol(logged, payload, act)
        case "at_the_door":
            _replay_protocol(logged, payload, act)
            door = max(place for place in logged.doors if place[0] == payload["match"])
            logged.doors[door] = (*logged.doors[door][:-1], DoorState.CLOSED.value)
            logged.acts["end of the lots at the door", door] = act
        case "discarded":
            discarded = (payload["match"], payload["draw"])
            logged.discarded[discarded] = payload["discard"]
            logged.acts["discard of draw", discarded] = act
            if "reason" in payload:
                logged.reasons[discarded] = payload["reason"]
        case "lots_drawn":
            logged.tie_lots[payload["tie_lots"]] = (payload["order"], payload["seed"], payload.get("witnesses", []))
            logged.tie_draws[payload["tie_lots"]] = (payload["group"], payload.get("kept", []))
            logged.acts["lots of a tie", payload["tie_lots"]] = act


def _replay_door(logged: TournamentAsLogged, what: str, payload: dict[str, Any], act: Act) -> None:
    """Replay what happened at the door while lots were drawn there."""
    place = (payload["match"], payload["number"])
    match what:
        case "opened":
            logged.doors[place] = (payload["list_hash"], payload["commitment"], DoorState.OPEN.value)
            logged.acts["lots at the door", place] = act
        case "called_off":
            logged.doors[place] = (*logged.doors[place][:-1], DoorState.CANCELLED.value)
            logged.acts["end of the lots at the door", place] = act
        case _:
            key = ("-".join(map(str, place)), payload["order"])
            seat = (payload.get("table", 0), payload.get("seat", 0))
            logged.door_acts[key] = (payload["kind"], payload.get("participant"), *seat)
            logged.acts["step at the door", key] = act


def _replay_protocol(logged: TournamentAsLogged, payload: dict[str, Any], act: Act) -> None:
    """Replay a draw, which uses up the closed list of its match. Old logs without lists have no number of the draw."""
    match = payload["match"]
    draw = (match, payload.get("draw", 1))
    logged.draws[draw], logged.acts["draw", draw] = payload, act
    for closing, columns in logged.lists.items():
        if closing[0] == match and columns[-1] == ClosedListState.CLOSED:
            logged.lists[closing] = (*columns[:-1], ClosedListState.DRAWN.value)
