"""Comparing what is decided about people, messages and calls with the tournament's chain. Reads only."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tournament.enums import TournamentState
from tournament.models import ConductNote, Participant, PlaceRule, Substitution, TableCall, TableMessage, Tournament
from tournament.proof.integrity.names import CONDUCT, MESSAGE, names_hash
from tournament.proof.selectors.original_keys import OriginalKeys
from tournament.proof.services.audit_gaps import up_to_gap
from tournament.proof.services.audit_replay import Act, TournamentAsLogged, act_differences
from tournament.proof.services.audit_rows import compare
from tournament.sheet.actors import reason_of


def conduct_differences(
    logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys, people: Iterable[Participant]
) -> Iterator[str]:
    """A sentence for every row that differs from the log. Five queries."""
    people = list(people)
    here = {row.pk: row.excluded for row in people}
    log = {key: key in logged.excluded for key in here}
    numbers = {row.pk: row.start_number for row in people}
    yield from compare("whether participant is excluded:", log, here, numbers)
    texts_erased = bool(
        keys.there or tournament.state == TournamentState.PURGED or any(row.forgotten for row in people)
    )
    yield from up_to_gap("the substitutions", lambda: _substitutions(logged, tournament, keys, texts_erased))
    yield from up_to_gap("the place rules", lambda: _place_rules(logged, tournament, keys, texts_erased))
    # An archive holds no notes of conduct, messages, calls or cards: an imported tournament has none.
    own = TournamentAsLogged() if keys.there else logged
    yield from up_to_gap("the notes of conduct", lambda: _notes(own, tournament, texts_erased))
    yield from up_to_gap("the messages", lambda: _messages(own, tournament, texts_erased))
    yield from up_to_gap("the calls", lambda: _calls(own, tournament))
    yield from up_to_gap("the start cards", lambda: _cards(own, tournament))


def _substitutions(
    logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys, texts_erased: bool
) -> Iterator[str]:
    numbers = dict(tournament.matches.values_list("pk", "number"))
    rows = [
        (row, numbers.get(row.match_id)) for row in Substitution.objects.filter(tournament=tournament).order_by("pk")
    ]
    acts: dict[tuple[str, Any], Act] = {}
    here: dict[int, tuple[Any, ...]] = {}
    for row, match in rows:
        keys.one(row)
        entry = logged.substitutions.get(row.pk)
        reason = reason_of(row.reason, row.salt).digest if row.salt else entry[4] if entry and texts_erased else ""
        here[row.pk] = (row.left_id, row.came_id, match, row.game, reason, row.taken_back_at is not None)
        acts["substitution", row.pk] = Act(by=row.appointed_by_id, at=row.appointed_at)
        if row.taken_back_at is not None:
            acts["substitution taken back", row.pk] = Act(by=row.taken_back_by_id, at=row.taken_back_at)
    yield from compare("substitution", logged.substitutions, here)
    yield from act_differences(_of(logged, "substitution"), acts)


def _place_rules(
    logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys, texts_erased: bool
) -> Iterator[str]:
    acts: dict[tuple[str, Any], Act] = {}
    here: dict[int, tuple[str, bool, str]] = {}
    for row in keys.all(PlaceRule.objects.filter(tournament=tournament).order_by("pk")):
        entry = logged.place_rules.get(row.pk)
        digest = reason_of(row.reason, row.salt).digest if row.salt else entry[2] if entry and texts_erased else ""
        here[row.pk] = (row.leavers, row.ranks_late_players, digest)
        acts["place rule", row.pk] = Act(by=row.chosen_by_id, at=row.chosen_at)
    yield from compare("place rule", logged.place_rules, here)
    yield from act_differences(_of(logged, "place rule"), acts)


def _notes(logged: TournamentAsLogged, tournament: Tournament, texts_erased: bool) -> Iterator[str]:
    acts: dict[tuple[str, Any], Act] = {}
    here: dict[int, tuple[str, bool]] = {}
    for row in ConductNote.objects.filter(tournament=tournament).order_by("pk"):
        entry = logged.notes.get(row.pk)
        # Without its salt, the text of a note was erased: somebody asked to be forgotten.
        digest = names_hash(row, CONDUCT, row.salt) if row.salt else entry[0] if entry and texts_erased else ""
        here[row.pk] = (digest, row.taken_back_at is not None)
        acts["note of conduct", row.pk] = Act(by=row.noted_by_id, at=row.noted_at)
        if row.taken_back_at is not None:
            acts["note of conduct taken back", row.pk] = Act(by=row.taken_back_by_id, at=row.taken_back_at)
    yield from compare("note of conduct", logged.notes, here)
    yield from act_differences(_of(logged, "note of conduct"), acts)


def _messages(logged: TournamentAsLogged, tournament: Tournament, texts_erased: bool) -> Iterator[str]:
    acts: dict[tuple[str, Any], Act] = {}
    here: dict[int, tuple[str, bool, bool]] = {}
    readers: dict[int, int | None] = {}
    for row in TableMessage.objects.filter(scoresheet__match__tournament=tournament).order_by("pk"):
        entry = logged.messages.get(row.pk)
        digest = names_hash(row, MESSAGE, row.salt) if row.salt else entry[0] if entry and texts_erased else ""
        here[row.pk] = (digest, row.read_at is not None, row.taken_back_at is not None)
        acts["message", row.pk] = Act(by=row.sent_by_id, at=row.sent_at)
        if row.read_at is not None:
            acts["message read", row.pk] = Act(by=None, at=row.read_at)
            readers[row.pk] = row.read_by_id
        if row.taken_back_at is not None:
            by = logged.acts.get(("message taken back", row.pk))
            acts["message taken back", row.pk] = Act(by=by.by if by else None, at=row.taken_back_at)
    yield from compare("message", logged.messages, here)
    yield from compare("device that read message", logged.read_by, readers)
    yield from act_differences(_of(logged, "message"), acts)


def _calls(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    acts: dict[tuple[str, Any], Act] = {}
    here: dict[int, tuple[int, int, bool, bool]] = {}
    for row in TableCall.objects.filter(scoresheet__match__tournament=tournament).order_by("pk"):
        here[row.pk] = (row.scoresheet_id, row.device_id, row.answered_at is not None, row.taken_back_at is not None)
        acts["call", row.pk] = Act(by=None, at=row.called_at)
        if row.answered_at is not None:
            acts["call answered", row.pk] = Act(by=row.answered_by_id, at=row.answered_at)
        if row.taken_back_at is not None:
            acts["call taken back", row.pk] = Act(by=None, at=row.taken_back_at)
    yield from compare("call", logged.calls, here)
    yield from act_differences(_of(logged, "call"), acts)


def _cards(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    cards = tournament.start_cards.values_list("number", flat=True)
    yield from compare("start cards with number", logged.cards, Counter(cards))


def _of(logged: TournamentAsLogged, kind: str) -> dict[tuple[str, Any], Act]:
    return {key: act for key, act in logged.acts.items() if key[0].startswith(kind)}
