"""Comparing lists, draws and lots of ties with the tournament's chain, and drawing every draw again. Reads only."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import lots
from tournament.draw.selectors.tie_lots import group_key
from tournament.enums import ClosedListState, TournamentState
from tournament.models import ClosedList, DiscardedDraw, Draw, Event, Scoresheet, TieLots, Tournament
from tournament.proof.integrity.append_only import NO_REASON
from tournament.proof.selectors.original_keys import OriginalKeys
from tournament.proof.services.audit_gaps import readable, up_to_gap
from tournament.proof.services.audit_replay import Act, TournamentAsLogged, act_differences
from tournament.proof.services.audit_rows import compare
from tournament.proof.words.audit_words import row_name
from tournament.sheet.actors import reason_of


def draw_differences(
    logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys, numbers: Mapping[int, int]
) -> Iterator[str]:
    """A sentence for every row that differs from the log. `numbers` are the start numbers by participant. 4 queries.

    The lots are drawn again from their seed and compared with the tables (5.2.2).
    """
    yield from up_to_gap("the lots of ties", lambda: _ties(logged, tournament, keys, numbers))
    yield from up_to_gap("the closed lists", lambda: _lists(logged, tournament, keys))
    rows = Draw.objects.filter(match__tournament=tournament).select_related("match", "closed_list", "discard")
    gaps: list[str] = []
    draws = list(keys.all(readable(rows, gaps)))
    yield from gaps
    taken_back = {(row.match.number, row.number): row.discard for row in draws if hasattr(row, "discard")}
    yield from up_to_gap("the draws", lambda: _draws(logged, draws))
    yield from up_to_gap("the draws taken back", lambda: _discards(logged, tournament, taken_back))
    for place, published in logged.draws.items():
        yield from up_to_gap("the lots of a draw", partial(_lots, place, published))
    yield from up_to_gap("the tables", lambda: _tables(logged, tournament, taken_back, numbers))


def _draws(logged: TournamentAsLogged, draws: list[Draw]) -> Iterator[str]:
    yield from compare("draw", logged.draws, {(row.match.number, row.number): row.protocol for row in draws})
    for row in draws:
        name = {"draw": row_name("draw", (row.match.number, row.number))}
        # The lots may fit their seed, but come from a list and a secret that were never published.
        from_list = row.protocol["algorithm"] in (lots.ALGORITHM, lots.BY_HAND)
        if from_list and not (row.closed_list and row.closed_list.gave(row.protocol)):
            yield _("%(draw)s is not from the list that was closed for it") % name
        if row.closed_list and not from_list:
            yield _("%(draw)s names a closed list, though it drew no lots") % name
        if row.keeps_id not in _draws_to_keep(row, draws):
            yield _("%(draw)s does not keep the tables that it names") % name
    acts = {("draw", (row.match.number, row.number)): Act(by=row.drawn_by_id, at=row.drawn_at) for row in draws}
    yield from act_differences(logged.acts, acts)


def _lots(place: tuple[int, int], published: dict[str, Any]) -> Iterator[str]:
    if published["algorithm"] in lots.ALGORITHMS:
        count = len(lots.verify(published))
        if count:
            # The draw is checked without Django, so its own sentences are English.
            yield ngettext(
                "%(draw)s, computed again, differs in %(count)s place from what was published",
                "%(draw)s, computed again, differs in %(count)s places from what was published",
                count,
            ) % {"draw": row_name("draw", place), "count": count}


def _tables(
    logged: TournamentAsLogged,
    tournament: Tournament,
    taken_back: Mapping[tuple[int, int], DiscardedDraw],
    numbers: Mapping[int, int],
) -> Iterator[str]:
    in_force: dict[int, list[list[int]]] = {}
    for (match, number), protocol in sorted(logged.draws.items()):
        if (match, number) not in taken_back:
            # A draw of additional tables repeats the others: their lots are those of the draws before it.
            in_force.setdefault(match, []).extend(protocol["lots"][protocol.get("first_table", 1) - 1 :])
    yield from compare("match whose tables are not those drawn:", in_force, _opened(tournament, numbers))


def _ties(
    logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys, numbers: Mapping[int, int]
) -> Iterator[str]:
    ties = list(TieLots.objects.filter(tournament=tournament))
    # Before the keys: an imported row gets its group anew with them.
    for row in ties:
        if row.group != group_key(row.order):
            yield _("lots of a tie %(key)s are not those of their group") % {"key": keys.of(TieLots, row.pk)}
    ties = list(keys.all(ties))
    yield from compare("lots of a tie", logged.tie_lots, {row.pk: (row.order, row.seed, row.witnesses) for row in ties})
    for row in ties:
        if row.is_by_hand != bool(row.witnesses):
            yield _("lots of a tie %(key)s have neither a seed nor witnesses, or both") % {"key": row.pk}
    for key, (group, chains) in logged.tie_draws.items():
        order, seed, _witnesses = logged.tie_lots[key]
        # Whoever is not in the list any more is reported where the participants are compared.
        if seed and order != lots.draw_in(sorted(group, key=lambda one: numbers.get(one, 0)), chains, seed):
            yield _("lots of a tie %(key)s are not what their seed gives") % {"key": key}
        if not seed and not lots.keeps(order, chains):
            yield _("lots of a tie %(key)s turn an earlier draw round") % {"key": key}
    acts = {("lots of a tie", row.pk): Act(by=row.drawn_by_id, at=row.drawn_at) for row in ties}
    yield from act_differences(logged.acts, acts)


def _lists(logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys) -> Iterator[str]:
    lists = list(keys.all(ClosedList.objects.filter(match__tournament=tournament).select_related("match")))
    here = {
        (row.match.number, row.number): (row.list_hash, row.commitment, row.note, row.first_table, row.state)
        for row in lists
    }
    yield from compare("closed list", logged.lists, here)
    acts = {}
    for closed in lists:
        place = (closed.match.number, closed.number)
        acts["closed list", place] = Act(by=closed.closed_by_id, at=closed.closed_at)
        reopened = closed.reopened_at is not None or closed.reopened_by_id is not None
        if reopened != (closed.state == ClosedListState.REOPENED):
            yield _("%(list)s says who opened it again, but is not reopened") % {"list": row_name("closed list", place)}
        elif closed.reopened_at is not None:
            acts["reopened list", place] = Act(by=closed.reopened_by_id, at=closed.reopened_at)
        terms = closed.drawn_from
        hashes = (closed.list_hash, closed.source, closed.commitment)
        # An archive does not contain the secret of a list that was reopened without a draw.
        untold = bool(keys.there) and closed.state == ClosedListState.REOPENED and not closed.secret
        if untold or (terms.source == lots.HAND and not closed.secret):
            commitment = closed.commitment if untold else ""
        else:
            commitment = lots.commitment(closed.secret)
        if hashes != (terms.list_hash, terms.source, commitment):
            yield _("%(list)s does not fit its hash or its commitment") % {"list": row_name("closed list", place)}
    yield from act_differences(logged.acts, acts)


def _draws_to_keep(row: Draw, draws: list[Draw]) -> set[int | None]:
    """The draws that this one may name as the one that first seated the players; None where the lots are its own."""
    if row.protocol["algorithm"] != "kept":
        return {None}
    before = [one for one in draws if one.match.number == row.protocol["keeps"]]
    return {one.keeps_id or one.pk for one in before}


def _discards(
    logged: TournamentAsLogged, tournament: Tournament, taken_back: Mapping[tuple[int, int], DiscardedDraw]
) -> Iterator[str]:
    yield from compare("discard of draw", logged.discarded, {place: row.pk for place, row in taken_back.items()})
    acts = {
        ("discard of draw", place): Act(by=row.discarded_by_id, at=row.discarded_at)
        for place, row in taken_back.items()
    }
    yield from act_differences(logged.acts, acts)
    is_purged = tournament.state == TournamentState.PURGED
    for place, row in taken_back.items():
        if is_purged and (row.reason, row.salt) == (NO_REASON, None):
            continue
        digest = logged.reasons.get(place)
        if digest and reason_of(row.reason, row.salt or "").digest != digest:
            name = {"draw": row_name("draw", place)}
            yield _("the reason of the discard of %(draw)s is not the one that the log witnessed") % name


def _opened(tournament: Tournament, numbers: Mapping[int, int]) -> dict[int, list[list[int]]]:
    """The seats at the opening of the sheets in force, as start numbers by match, from the first link of each sheet.

    Later exchanges of seats are in the sheets' own chains.
    """
    first = Event.objects.filter(
        scoresheet__in=Scoresheet.objects.in_force().filter(match__tournament=tournament), kind="scoresheet.opened"
    )
    tables = []
    for payload in first.values_list("payload", flat=True):
        try:
            one = json.loads(payload)
            tables.append((one["match"], one["table"], [numbers[seat] for seat in one["seats"]]))
        except (ValueError, LookupError, TypeError, RecursionError):
            continue  # the sheet's own chain names this link
    opened: dict[int, list[list[int]]] = {}
    for match, _table, seats in sorted(tables):
        opened.setdefault(match, []).append(seats)
    return opened
