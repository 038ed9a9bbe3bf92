"""What is done about prizes: chosen in order, put off, waived, handed out, undone. Each act is one link of the log.

The request names whose turn it was: of two desks that act at once the second one reads a sentence, and nothing is
chosen twice. The tournament's lock comes first; the constraints of PrizeAct stand behind it.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import Prize, PrizeAct, Tournament, User
from tournament.prizes.kinds import Criterion, PrizeActKind
from tournament.prizes.selectors.called import OPENED, HallOrder
from tournament.prizes.selectors.handing_out import Hand, handing_out
from tournament.prizes.selectors.turns import ALLOWED, OF_TURNS, Choosing, choosing_of, not_final
from tournament.prizes.services.given import given_stays
from tournament.refusals import RefusalKind, Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.documents import ranking_hash
from tournament.standings.selectors.standings import Standings

SEEN = (Criterion.CHOICE, Criterion.RAFFLE)
PUT_OFF = (PrizeActKind.LATER, PrizeActKind.ABSENT, PrizeActKind.WAIVED)


@transaction.atomic
def choose(*, tournament: Tournament, actor: User, participant: int, number: int) -> PrizeAct:
    """Note that `participant`, whose turn it was when this was asked for, chooses the prize with this number.

    Refused: not_allowed, no_such_prize, prize_gone, one_a_head, and all codes of put_off.
    """
    tournament = _locked(tournament, actor)
    choosing = _open_choosing(tournament, participant)
    prize = next((one for one in choosing.prizes.values() if one.number == number), None)
    if prize is None:
        raise Refused(_("There is no prize %(number)s to choose."), code="no_such_prize", number=number, field="number")
    if prize.pk not in choosing.turns.free:
        choice = next(act for act in choosing.acts if act.prize_id == prize.pk and act.kind == PrizeActKind.CHOSEN)
        raise Refused(
            _("Prize %(number)s (%(words)s) is gone: %(name)s has it."),
            code="prize_gone",
            kind=RefusalKind.CONFLICT,
            number=number,
            words=prize.words,
            name=choice.participant.numbered_name,
        )
    if prize.pk in choosing.barred.get(participant, ()):
        raise Refused(
            _("Of the group %(group)s everybody gets one prize only, and this person has theirs."),
            code="one_a_head",
            group=prize.group.name,
            field="number",
        )
    return _record(tournament, actor, PrizeActKind.CHOSEN, participant, prize)


@transaction.atomic
def put_off(*, tournament: Tournament, actor: User, participant: int, kind: PrizeActKind) -> PrizeAct:
    """Note that `participant`, whose turn it was, comes later, is not here, or wants no prize.

    Refused: not_allowed, not_their_turn, last_one (nobody else is left to come before), nothing_to_choose, while the
    ranking is not final nobody_ranked, not_final, ties_open, and while results are held back held_back, order_changed.
    """
    tournament = _locked(tournament, actor)
    choosing = _open_choosing(tournament, participant)
    if kind == PrizeActKind.LATER and len(choosing.turns.queue) == 1:
        raise Refused(_("Nobody else is left: there is no later."), code="last_one")
    # An act about waiving names a prize: here any of those to be chosen says that nothing is chosen.
    prize = next(iter(choosing.prizes.values())) if kind == PrizeActKind.WAIVED else None
    return _record(tournament, actor, PrizeActKind(kind), participant, prize)


@transaction.atomic
def call_again(*, tournament: Tournament, actor: User, participant: int) -> list[PrizeAct]:
    """Let somebody who comes later, was not here or wanted nothing choose in the order of the places again: at once.

    Refused: not_allowed, not_put_off.
    """
    tournament = _locked(tournament, actor)
    choosing = choosing_of(tournament)
    acts = [act for act in choosing.acts if act.participant_id == participant and act.kind in PUT_OFF]
    if not acts:
        raise Refused(
            _("This person is in the row already, or has chosen."), code="not_put_off", kind=RefusalKind.CONFLICT
        )
    for act in acts:
        _undo(tournament, actor, act)
    return acts


@transaction.atomic
def undo(*, act: PrizeAct, actor: User) -> PrizeAct:
    """Undo an act; it stays on record.

    Refused: not_allowed, act_undone (names who), handed_out (the prize was given to them, or to the next one who got it
    by the waiving: undo that first).
    """
    tournament = _locked(act.tournament, actor)
    act = PrizeAct.objects.select_related("undone_by", "participant", "prize").get(pk=act.pk)
    if act.undone_by is not None and act.undone_at is not None:
        raise Refused(
            _("%(name)s has undone this already, at %(time)s."),
            code="act_undone",
            kind=RefusalKind.CONFLICT,
            name=act.undone_by.full_name,
            time=date_format(timezone.localtime(act.undone_at), "TIME_FORMAT"),
        )
    handed_out = PrizeAct.objects.filter(
        participant=act.participant, prize=act.prize, kind=PrizeActKind.GIVEN, undone_at=None
    )
    if act.kind == PrizeActKind.CHOSEN and handed_out.exists():
        raise Refused(
            _("%(name)s was given this prize already: undo the handing out first."),
            code="handed_out",
            name=act.participant.numbered_name,
        )
    with given_stays(tournament):
        _undo(tournament, actor, act)
    return act


@transaction.atomic
def give(*, tournament: Tournament, actor: User, participant: int, prize: int | None = None) -> list[PrizeAct]:
    """Note that a prize, or all that are still owed to somebody, were handed out, with the money of each.

    Refused: not_allowed, already_given (names who and when), nothing_owed, and while the ranking is not final
    nobody_ranked, not_final, ties_open, but for what was raffled.
    """
    tournament = _locked(tournament, actor)
    owed = _owed(tournament, participant, prize)
    return [_record(tournament, actor, PrizeActKind.GIVEN, participant, hand.prize, hand.award.cents) for hand in owed]


@transaction.atomic
def give_chosen(*, tournament: Tournament, actor: User) -> int:
    """Note that all chosen prizes were taken along; return how many. Refused: as give, without already_given."""
    tournament = _locked(tournament, actor)
    standings = kept_standings(tournament)
    obstacle, _may_go_on = not_final(tournament, standings)
    if obstacle is not None:
        raise obstacle
    hands = [hand for hand in handing_out(tournament, standings).hands if hand.is_chosen and hand.is_owed]
    for hand in hands:
        _record(tournament, actor, PrizeActKind.GIVEN, hand.award.participant, hand.prize, hand.award.cents)
    return len(hands)


@transaction.atomic
def waive(*, tournament: Tournament, actor: User, participant: int, prize: int) -> PrizeAct:
    """Note that somebody waives a prize: whoever comes next gets it. A chosen prize is undone instead.

    Refused: as give, and chosen.
    """
    tournament = _locked(tournament, actor)
    (hand,) = _owed(tournament, participant, prize)
    if hand.is_chosen:
        raise Refused(_("This prize was chosen: please undo the choice, then it is free again."), code="chosen")
    return _record(tournament, actor, PrizeActKind.WAIVED, participant, hand.prize)


def _owed(tournament: Tournament, participant: int, prize: int | None) -> list[Hand]:
    """Return what is still owed to somebody, or only this prize.

    While the ranking is not final that is what a raffle gave, which may be drawn in a break: no place decides it.
    """
    standings = kept_standings(tournament)
    hands = [
        hand
        for hand in handing_out(tournament, standings).hands
        if hand.award.participant == participant and prize in (None, hand.prize.pk)
    ]
    raffled = [hand for hand in hands if hand.prize.criterion == Criterion.RAFFLE]
    obstacle, _may_go_on = not_final(tournament, standings)
    if obstacle is not None and not raffled:
        raise obstacle
    hands = hands if obstacle is None else raffled
    owed = [hand for hand in hands if hand.is_owed]
    if owed:
        return owed
    handed_out = next((hand.handed_out for hand in hands if hand.handed_out), None)
    if handed_out is not None:
        raise Refused(
            _("Given already by %(name)s, at %(time)s."),
            code="already_given",
            kind=RefusalKind.CONFLICT,
            name=handed_out.acted_by.full_name,
            time=date_format(timezone.localtime(handed_out.acted_at), "TIME_FORMAT"),
        )
    raise Refused(
        _("Nothing is owed here: the prize is somebody else’s, or was never theirs."),
        code="nothing_owed",
        kind=RefusalKind.CONFLICT,
    )


@transaction.atomic
def allow_choosing(*, tournament: Tournament, actor: User, before_hall: bool = False) -> None:
    """Decide that prizes are chosen and given though the ranking is not final. It holds for the ranking as it is now.

    `before_hall`: while results are held back, open the choosing, too: from now on the hall reads who is called, in the
    order as it is now. Refused: not_allowed, nobody_ranked; before the hall also nothing_to_choose.
    """
    permissions.check(permissions.manage_prizes, actor)
    tournament = lock_tournament(tournament)
    standings = kept_standings(tournament)
    obstacle, may_go_on = not_final(tournament, standings)
    if obstacle is not None and not may_go_on:
        raise obstacle
    payload: dict[str, object] = {"ranking": ranking_hash(standings)}
    if obstacle is not None:
        write_event(tournament=tournament, kind=ALLOWED, actor=actor, payload=payload)
        versions.bump(tournament)
    if before_hall and tournament.is_held_back:
        _open_before_hall(tournament, actor, standings, payload)


def _open_before_hall(tournament: Tournament, actor: User, standings: Standings, payload: dict[str, object]) -> None:
    permissions.check(permissions.release_results, actor)
    choosing = choosing_of(tournament, standings)
    if choosing.obstacle is None:
        return
    if not choosing.may_go_on:
        raise choosing.obstacle
    payload |= HallOrder(order=choosing.order, barred=choosing.barred).payload()
    write_event(tournament=tournament, kind=OPENED, actor=actor, payload=payload)
    versions.bump_hall(tournament)


def _locked(tournament: Tournament, actor: User) -> Tournament:
    permissions.check(permissions.give_prizes, actor)
    return lock_tournament(tournament)


def _open_choosing(tournament: Tournament, participant: int) -> Choosing:
    """Return the choosing, if it may go on and it is this person's turn."""
    choosing = choosing_of(tournament)
    if choosing.obstacle is not None:
        raise choosing.obstacle
    if choosing.turns.turn == participant:
        return choosing
    if not choosing.turns.free:
        raise Refused(_("No prize is left."), code="none_left", kind=RefusalKind.CONFLICT)
    last = next((act for act in choosing.acts if act.participant_id == participant), None)
    if last is not None:
        raise Refused(
            _("Nothing was noted: %(by)s was faster and noted for %(name)s: %(what)s."),
            code="not_their_turn",
            kind=RefusalKind.CONFLICT,
            by=last.acted_by.full_name,
            name=last.participant.numbered_name,
            what=last.words + (f" ({last.prize.number})" if last.prize and not last.wants_none else ""),
        )
    raise Refused(
        _("Nothing was noted: meanwhile it is somebody else’s turn. Please look who is called now."),
        code="not_their_turn",
        kind=RefusalKind.CONFLICT,
    )


def _record(
    tournament: Tournament,
    actor: User,
    kind: PrizeActKind,
    participant: int,
    prize: Prize | None,
    cents: int | None = None,
) -> PrizeAct:
    act = PrizeAct.objects.create(
        tournament=tournament,
        participant_id=participant,
        prize=prize,
        kind=kind,
        cents=cents,
        acted_by=actor,
        acted_at=timezone.now(),
    )
    _log(tournament, actor, "prize.act", act)
    return act


def _undo(tournament: Tournament, actor: User, act: PrizeAct) -> PrizeAct:
    act.undone_by, act.undone_at = actor, timezone.now()
    act.save(update_fields=["undone_by", "undone_at"])
    _log(tournament, actor, "prize.act_undone", act)
    return act


def _log(tournament: Tournament, actor: User, kind: str, act: PrizeAct) -> None:
    payload = {
        "act": act.pk,
        "what": str(act.kind),
        "participant": act.participant_id,
        "prize": act.prize_id,
        "number": act.prize.number if act.prize and not act.wants_none else None,
        "cents": act.cents,
    }
    write_event(tournament=tournament, kind=kind, actor=actor, payload=payload)
    # The hall sees whose turn it is and who wins a raffle; not what is handed out, nor who waives the prize of a place.
    is_seen = act.kind in OF_TURNS and (act.prize is None or act.prize.criterion in SEEN)
    (versions.bump_hall if is_seen else versions.bump)(tournament)
