"""Where a tournament stands: its steps from registration to print, and which comes next."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ruleset import BY_PLACE, BY_SEAT, KEPT, LOT, Ruleset
from tournament.draw.selectors.obstacles import fills_tables, missing_text
from tournament.enums import (
    IS_OFFICIAL,
    Release,
    SheetState,
    TournamentState,
)
from tournament.models import Participant, Prize, Tournament
from tournament.selectors.match_counts import MatchCount, match_counts
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.standings import Standings
from tournament.words import labels
from tournament.words.citations import cited

# At most this many table numbers are named; a longer list does not help.
NAMED_TABLES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewStep:
    """One step. `page` is the name of its url, with the number of the match if it belongs to one.

    `state` is done, next or later; `action` is the label of its button. In an `urgent` step somebody waits now, so it
    comes before the first step that is not done; `appeals`: the tribunal or the director has to decide. The `hall` step
    combines several things to hang up, put out and print. An `optional` step is never the next one.
    """

    title: str
    text: str
    action: str
    page: str
    match: int | None = None
    done: bool = False
    urgent: bool = False
    appeals: bool = False
    hall: bool = False
    optional: bool = False
    state: str = "later"


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """All steps in order. `next` is the urgent one, else the first that is not done; the last is never done."""

    steps: tuple[OverviewStep, ...]
    next: OverviewStep
    may_reopen: bool


def overview(
    tournament: Tournament, *, supervises: bool = False, judges: bool = False, version: int | None = None
) -> Overview:
    """Return the steps of a tournament. Four queries. Once every sheet is settled, ties can be known, and the queries
    of the standings are added unless they are cached for this version.

    For a login that `supervises`, accepting signed sheets comes before missing sheets; for one that only `judges`,
    nothing but appeals is urgent.
    """
    counts = match_counts(tournament)
    steps = [_registration(tournament, started=any(count.drawn for count in counts))]
    for count in counts:
        steps += _match_steps(count, tournament.ruleset, supervises=supervises)
    settled = all(count.drawn and count.settled == count.sheets for count in counts)
    steps += _closing_steps(tournament, kept_standings(tournament, version) if settled else None)
    undone = [position for position, step in enumerate(steps) if not (step.done or step.optional)]
    appeals = [position for position in undone if judges and not supervises and steps[position].appeals]
    urgent = appeals or [position for position in undone if steps[position].urgent]
    following = (urgent or undone)[0]
    views = [
        replace(
            step,
            text=cited(step.text, tournament.ruleset),
            state="next" if position == following else "done" if step.done else "later",
        )
        for position, step in enumerate(steps)
    ]
    return Overview(
        steps=tuple(views),
        next=views[following],
        may_reopen=tournament.state == TournamentState.FINISHED,
    )


def _registration(tournament: Tournament, *, started: bool) -> OverviewStep:
    players = Participant.objects.filter(tournament=tournament).aggregate(
        there=Count("pk", filter=Q(withdrawn=False)),
        gone=Count("pk", filter=Q(withdrawn=True)),
        ticked=Count("pk", filter=Q(withdrawn=False, arrived=True)),
    )
    there = players["there"]
    seated = fills_tables(tournament.ruleset, there)
    if not there:
        text = _("Nobody is registered yet. Import the club’s list or enter the players by hand.")
    else:
        text = ngettext("%(count)s participant.", "%(count)s participants.", there) % {"count": there}
    if players["gone"]:
        text += " " + _("Withdrawn: %(count)s.") % {"count": players["gone"]}
    if players["ticked"] and not started:
        text += " " + _("Ticked off as present: %(count)s.") % {"count": players["ticked"]}
    if there and not seated and not started:
        text += " " + missing_text(tournament.ruleset, there)
    return OverviewStep(
        title=_("Register the participants"),
        text=text,
        action=_("Go to the participants"),
        page="participants",
        done=started or seated,
    )


def _match_steps(count: MatchCount, ruleset: Ruleset, *, supervises: bool) -> Iterator[OverviewStep]:
    name = {"match": count.number}
    typed = count.drawn and not count.tables[SheetState.OPEN]
    yield OverviewStep(
        title=_("Draw match %(match)s") % name,
        text=_drawn_text(count, ruleset),
        action=_("Draw match %(match)s") % name,
        page="match",
        match=count.number,
        done=count.drawn,
    )
    yield OverviewStep(
        title=_("Get the hall ready for match %(match)s") % name,
        text=_("Hang up, put out, print, then play.") if count.drawn else _("Comes after the draw."),
        # With paper, nothing is written until the first sheet comes in, long after all this is done.
        action=_("Enter sheets"),
        page="match",
        match=count.number,
        # Nobody reports what hangs on the wall, so the step counts as done once play has begun.
        done=count.begun,
        hall=True,
    )
    if count.is_early and count.late and fills_tables(ruleset, count.late):
        yield _late_step(count)
    yield OverviewStep(
        title=_("Play match %(match)s and enter its sheets") % name,
        text=_sheets_text(count),
        action=_("Enter sheets"),
        page="match",
        match=count.number,
        done=typed,
    )
    # If the rules need no approvals, no game can wait: the rules are fixed before the first game is played.
    if ruleset.approvals.always or ruleset.approvals.counted or count.lines:
        lines, approvals = _("Decide lines on paper in match %(match)s"), _("Decide approvals in match %(match)s")
        lines_only = count.lines > 0 and not count.requested
        yield OverviewStep(
            title=(lines if lines_only else approvals) % name,
            text=_approvals_text(count),
            action=_("Decide lines on paper") if lines_only else _("Decide approvals"),
            page="approvals",
            done=typed and not count.requested,
            # A game that waits holds up a table; a line on paper only waits in the supervisor's own pile.
            urgent=count.requested > 0 or (supervises and count.lines > 0),
        )
    if count.disputed or count.unfollowed:
        yield _disputes_step(count)
    yield _acceptance_step(count, supervises=supervises)


def _late_step(count: MatchCount) -> OverviewStep:
    return OverviewStep(
        title=_("Seat those who came late for match %(match)s") % {"match": count.number},
        text=ngettext(
            "%(count)s person on the list has no seat.", "%(count)s people on the list have no seat.", count.late
        )
        % {"count": count.late}
        + " "
        + _("They get a table of their own by lot, while the others play."),
        action=_("Draw an additional table"),
        page="additional_tables",
        match=count.number,
    )


def _disputes_step(count: MatchCount) -> OverviewStep:
    return OverviewStep(
        title=_("Decide the disputes of match %(match)s") % {"match": count.number},
        text=" ".join(_dispute_sentences(count)),
        action=_("Go to the disputes"),
        page="disputes",
        urgent=True,
        appeals=bool(count.appealed),
    )


def _acceptance_step(count: MatchCount, *, supervises: bool) -> OverviewStep:
    to_accept = supervises and bool(count.tables[SheetState.SIGNED])
    action = _("Look at the signed sheets") if to_accept else _("Accept sheets")
    listed = to_accept or bool(count.refused)
    return OverviewStep(
        title=_("Sign and accept the sheets of match %(match)s") % {"match": count.number},
        text=_acceptance_text(count),
        action=_("See who does not sign") if count.refused else action,
        page="approvals" if listed else "match",
        match=None if listed else count.number,
        done=count.drawn and count.settled == count.sheets,
        urgent=listed,
    )


def _drawn_text(count: MatchCount, ruleset: Ruleset) -> str:
    if count.closed:
        return _("The list is closed; the lots are not drawn yet.")
    if not count.drawn and ruleset.seating == KEPT:
        if count.number == 1:
            return _("The lots for tables and seats are not drawn yet.")
        return _("Everyone keeps table and seat; new lots are drawn if the list has changed.")
    if not count.drawn and count.number > 1 and ruleset.seating in (BY_PLACE, BY_SEAT):
        return (
            _("Everyone moves on by the place at the table; a lot decides about free seats.")
            if ruleset.seating == BY_PLACE
            else _("Everyone moves on by the number of the seat; a lot decides about free seats.")
        )
    if not count.drawn:
        return _("Lots decide about tables and seats (5.2.2).")
    tables = {"count": count.sheets}
    return ngettext("%(count)s table is drawn.", "%(count)s tables are drawn.", count.sheets) % tables


def _sheets_text(count: MatchCount) -> str:
    missing = count.tables[SheetState.OPEN]
    if not count.drawn:
        return _("Comes after the draw.")
    if not missing:
        return _("Every sheet is complete.")
    words = ngettext(
        "%(missing)s of %(all)s sheets is missing.", "%(missing)s of %(all)s sheets are missing.", len(missing)
    )
    text = words % {"missing": len(missing), "all": count.sheets}
    # If all are missing, their numbers add nothing.
    return text if len(missing) == count.sheets else text + _table_list(missing)


def _approvals_text(count: MatchCount) -> str:
    return " ".join(_decision_sentences(count)) or _("No game waits for the supervisor.")


def _decision_sentences(count: MatchCount) -> Iterator[str]:
    if count.requested:
        yield ngettext(
            "%(count)s game waits for the supervisor (5.2.17).",
            "%(count)s games wait for the supervisor (5.2.17).",
            count.requested,
        ) % {"count": count.requested}
    if count.lines:
        yield ngettext(
            "%(count)s line on paper waits for the supervisor (5.3.4).",
            "%(count)s lines on paper wait for the supervisor (5.3.4).",
            count.lines,
        ) % {"count": count.lines}


def _dispute_sentences(count: MatchCount) -> Iterator[str]:
    if raised := [table for table in count.disputed if table not in count.appealed]:
        yield _("Open: table %(tables)s.") % {"tables": ", ".join(labels.ranges(raised))}
    if count.appealed:
        yield _("Appealed to the last instance: table %(tables)s.") % {
            "tables": ", ".join(labels.ranges(count.appealed))
        }
    if count.unfollowed:
        yield _("Decided, but the sheet is not corrected: table %(tables)s.") % {
            "tables": ", ".join(labels.ranges(count.unfollowed))
        }


def _acceptance_text(count: MatchCount) -> str:
    if count.sheets and count.settled == count.sheets:
        return _("Every sheet is accepted.")
    return " ".join(_acceptance_sentences(count)) or _("The players sign, the supervisor accepts (5.3.1).")


def _acceptance_sentences(count: MatchCount) -> Iterator[str]:
    if count.refused:
        yield _("Somebody does not sign: table %(tables)s.") % {"tables": ", ".join(labels.ranges(count.refused))}
    if count.tables[SheetState.SIGNED]:
        ready = ", ".join(labels.ranges(count.tables[SheetState.SIGNED]))
        yield _("Signed and waiting for the supervisor: table %(tables)s.") % {"tables": ready}
    unsigned = set(count.tables[SheetState.COMPLETE]) - set(count.refused)
    if unsigned:
        yield _("Still to be signed: table %(tables)s.") % {"tables": ", ".join(labels.ranges(sorted(unsigned)))}
    if count.settled:
        counts = {"accepted": count.settled, "all": count.sheets}
        yield _("%(accepted)s of %(all)s sheets are accepted.") % counts


def _table_list(tables: list[int]) -> str:
    if not 0 < len(labels.ranges(sorted(tables))) <= NAMED_TABLES:
        return ""
    return " " + _("Open: table %(tables)s.") % {"tables": ", ".join(labels.ranges(sorted(tables)))}


def _closing_steps(tournament: Tournament, standings: Standings | None) -> Iterator[OverviewStep]:
    if tournament.ruleset.full_tie == LOT:
        yield _lots_step(standings)
    prizes = Prize.objects.filter(tournament=tournament).count()
    yield _prizes_step(tournament, prizes)
    finished = tournament.state in IS_OFFICIAL
    yield _ceremony_step(tournament, prizes, finished=finished)
    yield OverviewStep(
        title=_("Finish the tournament"),
        text=_("The standings are official.") if finished else _("From then on the standings are official."),
        action=_("Finish the tournament"),
        page="tournament_finish",
        done=finished,
    )
    yield OverviewStep(
        title=_("Print standings and sheets"),
        text=_("As PDF and as an Excel workbook."),
        action=_("Go to the documents"),
        page="documents",
    )


def _prizes_step(tournament: Tournament, prizes: int) -> OverviewStep:
    return OverviewStep(
        title=_("Say what there is to win"),
        text=ngettext("%(count)s prize.", "%(count)s prizes.", prizes) % {"count": prizes}
        if prizes
        else _("If there are prizes: what, and who gets it."),
        action=_("Go to the prizes"),
        page="prizes",
        done=prizes > 0 or tournament.state in IS_OFFICIAL,
        optional=True,
    )


def _ceremony_step(tournament: Tournament, prizes: int, *, finished: bool) -> OverviewStep:
    texts = {
        Release.OPEN: _("Announce the places and prizes on the screens in the hall, step by step."),
        Release.FROZEN: _("The ranking stands still: the hall does not know yet who has won."),
        Release.REVEALING: _("The prize-giving is running."),
        Release.PUBLISHED: _("The results are published."),
    }
    running = tournament.release == Release.REVEALING
    return OverviewStep(
        title=_("Hold the prize-giving"),
        text=texts[Release(tournament.release)],
        action=_("Go on with the prize-giving") if running else _("To the prize-giving"),
        page="ceremony",
        # If nothing is held back when the tournament is finished, there is nothing to announce.
        done=tournament.release == Release.PUBLISHED or (finished and not tournament.is_held_back),
        optional=not (prizes or tournament.is_held_back),
    )


def _lots_step(standings: Standings | None) -> OverviewStep:
    ties = len(standings.open_ties) if standings else 0
    in_force = sum(lots.in_force for lots in standings.lots) if standings else 0
    if standings is None:
        text = _("Known when every sheet is accepted.")
    elif ties:
        text = ngettext(
            "%(count)s group is equal in everything (5.4.2).", "%(count)s groups are equal in everything (5.4.2).", ties
        ) % {"count": ties}
    elif in_force:
        text = ngettext(
            "%(count)s tie was decided by lot (5.4.2).", "%(count)s ties were decided by lot (5.4.2).", in_force
        ) % {"count": in_force}
    else:
        text = _("No place is left to a lot.")
    return OverviewStep(
        title=_("Draw lots for equal players"),
        text=text,
        action=_("Draw lots"),
        page="standings",
        done=standings is not None and not ties,
    )
