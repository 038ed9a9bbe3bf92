"""What the lines of a sheet ask a supervisor for: requested, taken over from a request before play, withdrawn."""

from django.utils import timezone

from scoring.sheets import EvaluatedLine, EvaluatedSheet
from tournament.enums import ApprovalState, step
from tournament.models import Actor, Approval, ApprovalRequest, Game, Scoresheet
from tournament.selectors.records import section_for_approval
from tournament.services.events import by, write_event


def sync_approvals(
    scoresheet: Scoresheet,
    games: list[Game],
    approvals: dict[int, Approval],
    sheet: EvaluatedSheet,
    actor: Actor,
    oral: tuple[int, str] = (0, ""),
) -> bool:
    """Request what the rules now demand, withdraw what is no longer asked. Whether anything changed.

    `oral` is a game's number and whom the table names who granted it by word of mouth. The caller holds the lock.
    """
    changed = False
    for game in games:
        line, approval = sheet.lines[game.number - 1], approvals.get(game.number)
        if approval is not None and _is_stale(scoresheet, line, approval):
            approval.state = step(ApprovalState, approval.state, ApprovalState.WITHDRAWN)
            approval.save(update_fields=["state"])
            approval_event(scoresheet, "approval.withdrawn", game, approval.section, actor)
            approval, changed = None, True
        if line.section and approval is None:
            _ask(scoresheet, game, line, actor, oral[1] if oral[0] == game.number else "")
            changed = True
    return changed


def approval_event(scoresheet: Scoresheet, kind: str, game: Game, section: str, actor: Actor, **more: object) -> None:
    """One link about an approval: game number, section, and the paper's supervisor where there is one."""
    write_event(
        scoresheet=scoresheet, kind=kind, actor=actor, payload={"number": game.number, "section": section, **more}
    )


def withdraw_open_request(scoresheet: Scoresheet, actor: Actor, **which: object) -> None:
    """Withdraw what still waits before play, logged; the caller holds the sheet's lock."""
    for row in scoresheet.requests.filter(state=ApprovalState.REQUESTED, **which):
        row.state = step(ApprovalState, row.state, ApprovalState.WITHDRAWN)
        row.save(update_fields=["state"])
        write_event(scoresheet=scoresheet, kind="request.withdrawn", actor=actor, payload={"request": row.pk})


def _ask(scoresheet: Scoresheet, game: Game, line: EvaluatedLine, actor: Actor, oral: str) -> None:
    """The game's approval: granted as it was before play, else to be decided (5.2.14, 5.2.16; reading 14)."""
    section = line.section or ""
    asked = _decided_before(scoresheet, game, line)
    if asked is not None:
        asked.game = game
        asked.save(update_fields=["game"])
    if asked is None or asked.state == ApprovalState.REFUSED:
        Approval.objects.create(
            game=game, section=section, requested_at=timezone.now(), oral=oral, **by("requested_by", actor)
        )
        # Whom the table names is a name: the log holds that one was named, the row whom.
        approval_event(scoresheet, "approval.requested", game, section, actor, **({"oral": True} if oral else {}))
        return
    Approval.objects.create(
        game=game,
        section=section,
        state=step(ApprovalState, ApprovalState.REQUESTED, ApprovalState.GRANTED),
        device=asked.device,
        requested_at=asked.requested_at,
        supervisor=asked.supervisor,
        decided_at=asked.decided_at,
    )
    approval_event(
        scoresheet, "approval.granted", game, section, actor, supervisor=asked.supervisor_id, request=asked.pk
    )


def _decided_before(scoresheet: Scoresheet, game: Game, line: EvaluatedLine) -> ApprovalRequest | None:
    """The newest request that was decided before play and is of this very game; each serves one game once."""
    decided = scoresheet.requests.filter(
        number=game.number, game=None, section=line.section, state__in=[ApprovalState.GRANTED, ApprovalState.REFUSED]
    )
    return next((row for row in decided.order_by("-pk") if _is_of(scoresheet, row, line)), None)


def _is_of(scoresheet: Scoresheet, row: ApprovalRequest, line: EvaluatedLine) -> bool:
    """On the request's own terms: its declarer, and by 5.2.14 its contract: a Wenz Tout's is none for a Sie.

    By 5.2.16 the number of Solos and Wenzen is limited: there one stands for the other.
    """
    record, score = line.record, line.score
    if record is None or score is None or row.seat != (record.declarer or score.soloist):
        return False
    always = scoresheet.match.tournament.ruleset.approvals.always
    if row.contract not in always:
        return record.contract not in always
    return row.contract == record.contract and (not record.suit or row.suit in ("", record.suit))


def _is_stale(scoresheet: Scoresheet, line: EvaluatedLine, approval: Approval) -> bool:
    """Undecided and no longer asked for, or of another kind of game: a Solo's approval is none for a Tout (5.2.14)."""
    if line.section is not None:
        return approval.section != line.section
    if approval.state == ApprovalState.REQUESTED:
        return True
    ruleset = scoresheet.match.tournament.ruleset
    return line.score is None or approval.section != section_for_approval(ruleset, line.score)
