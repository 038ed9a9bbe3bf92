"""Rulings: the supervisor chooses a proposal for a line that the desk has set aside (5.3.4, 5.3.6)."""

from functools import partial

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord
from scoring.records import Decision, PaperPoints
from tournament import permissions
from tournament.draw.selectors.seats import players_at
from tournament.enums import CorrectionKind
from tournament.models import Command, Correction, Scoresheet, User
from tournament.models import PaperLine as PaperLineRow
from tournament.person.forgotten import masked
from tournament.person.table_names import short_names
from tournament.refusals import Refused
from tournament.selectors.paper_lines import (
    AS_TYPED,
    CLOSE_END,
    NOT_PLAYED,
    STRIKE,
    Proposal,
    proposals,
    why_it_counts,
)
from tournament.selectors.remarks import correction_text
from tournament.selectors.sheets import sheet_state
from tournament.services.acting import act_on, new_keys, ordinal_of, reason_given
from tournament.services.locks import lock_scoresheet
from tournament.sheet.acts.paper_lines import not_set_aside
from tournament.sheet.acts.rulings import CloseUnplayed, RuleOnLine
from tournament.sheet.draft import Answer
from tournament.sheet.loading import correction
from tournament.sheet.names import Names
from tournament.sheet.places import check_open, line_place, unplayed
from tournament.sheet.sent import id_used
from tournament.sheet.state import PaperLine, Sheet

KINDS = {STRIKE: CorrectionKind.STRUCK, NOT_PLAYED: CorrectionKind.UNPLAYED}


@transaction.atomic
def decide_paper_line(
    *,
    paper_line: PaperLineRow,
    choice: str,
    reason: str,
    command: str,
    actor: User,
    record: GameRecord | None = None,
    approve: bool = False,
) -> Answer:
    """Decide on a line that the desk has set aside, by one of its proposals, so that nobody types it again.

    `choice` is the key of a proposal, STRIKE, NOT_PLAYED, or AS_TYPED for the `record` that the supervisor typed. An
    empty `reason` is replaced by the reason of the choice; `approve` is as in CorrectGame. The same command twice is
    one ruling. Refused: not_allowed, sheet_not_open, not_set_aside (decided or taken up in the meantime),
    not_proposed, reason_missing, command_used, a code of scoring.
    """
    permissions.check(permissions.correct_games, actor)
    sheet = lock_scoresheet(paper_line.scoresheet)
    earlier = Command.objects.filter(key=command).first()
    if earlier is not None:
        if earlier.scoresheet_id != sheet.pk or sheet.paper_lines.filter(pk=paper_line.pk, closed_at=None).exists():
            raise id_used()
        return Answer.DUPLICATE
    check_open(sheet_state(sheet))
    row = sheet.paper_lines.filter(pk=paper_line.pk, closed_at=None).first()
    if row is None:
        raise _decided_already(sheet, paper_line.number)
    state = sheet_state(sheet)
    paper = state.open_paper_line(row.number)
    assert paper is not None  # the open row says so, too
    proposal = _proposal(state, paper, choice, record)
    text, place = reason_given(reason.strip() or str(proposal.reason)), ordinal_of(sheet.paper_lines, row.pk)
    if proposal.key == CLOSE_END:
        numbers = unplayed(state)
        keys = (command, *new_keys(len(numbers) - 1))
        return act_on(sheet, CloseUnplayed(numbers=numbers, reason=text, keys=keys, paper_line=place), actor=actor)
    ruling = RuleOnLine(
        number=paper.number,
        ruling=KINDS.get(proposal.key, CorrectionKind.RULED),
        record=_ruled(paper, proposal),
        written=paper.written or (),
        reason=text,
        key=command,
        paper_line=place,
        approve=approve,
    )
    return act_on(sheet, ruling, actor=actor)


def _decided_already(sheet: Scoresheet, number: int) -> Refused:
    """The refusal for the second of two rulings. It says what the first one was, if there is one on this line."""
    rows = Correction.objects.filter(game__scoresheet=sheet, game__number=number).select_related("supervisor")
    last = rows.order_by("pk").last()
    if last is None:
        return not_set_aside(number)
    tournament = sheet.match.tournament
    names = Names(
        seats=short_names(players_at(sheet)),
        logins={last.supervisor_id: last.supervisor.full_name},
        masked=partial(masked, words=tournament.forgotten_words),
    )
    words = correction_text(tournament.ruleset, number, correction(vars(last)), names)
    return Refused(
        _("This line is decided already. %(told)s. Yours was not written."), code="not_set_aside", told=words
    )


def _proposal(sheet: Sheet, paper: PaperLine, choice: str, record: GameRecord | None) -> Proposal:
    if choice == AS_TYPED and record is not None:
        return Proposal(key=AS_TYPED, words="", points=(), reason=why_it_counts(paper), record=record)
    offered = proposals(paper, line_place(sheet, paper.number), unplayed(sheet))
    by_key = {proposal.key: proposal for proposal in offered}
    if choice not in by_key and choice not in KINDS:
        raise Refused(
            _("The paper says something else meanwhile. Please choose once more."), code="not_proposed", choice=choice
        )
    return by_key.get(choice) or Proposal(key=choice, words="", points=(), reason="")


def _ruled(paper: PaperLine, proposal: Proposal) -> GameRecord:
    if proposal.key == NOT_PLAYED:
        return GameRecord(decision=Decision(unplayed=True))
    if proposal.key == STRIKE:
        record = paper.record or GameRecord(paper=PaperPoints(written=paper.written or ()))
        return record.decided(struck=True)
    assert proposal.record is not None  # all other choices are games
    return proposal.record
