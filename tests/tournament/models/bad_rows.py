"""Rows for the tests of constraints: each function writes one, with whatever fields make it bad."""

import datetime as dt

from django.db import connection
from django.utils import timezone

from tournament.models import (
    Approval,
    ApprovalRequest,
    CashBox,
    CashCount,
    CashEntry,
    Ceremony,
    Checkpoint,
    ClosedList,
    Command,
    ConductNote,
    Cup,
    CupWinner,
    DiscardedDraw,
    Dispute,
    DisputeStep,
    Document,
    DoorAct,
    DoorLots,
    Draw,
    Event,
    FeeKind,
    FrozenRanking,
    Game,
    ImportedTournament,
    KnownPerson,
    LoginLink,
    OwnRuleset,
    OwnTariff,
    PaperLine,
    Participant,
    Picture,
    PlaceRule,
    Prize,
    PrizeAct,
    PrizeGroup,
    PublicLot,
    Purge,
    Removal,
    Restore,
    RulesetVersion,
    Screen,
    SealCertificate,
    Seat,
    SecondLine,
    Signature,
    SignatureRefusal,
    SigningLink,
    StandingsDocument,
    StartCard,
    Substitution,
    TableCall,
    TableChange,
    TableDevice,
    TableMessage,
    TariffVersion,
    TieLots,
    Tournament,
)
from tournament.proof.integrity.append_only import drop_cash_triggers

NOW = timezone.now()


def purge(r):
    day, until = dt.date(2024, 11, 30), dt.date(2025, 5, 30)
    over = Tournament.objects.filter(pk=r.tournament.pk)
    over.update(day=day, keep_until=until, state="archived", frozen_ruleset="r")
    return Purge.objects.create(tournament=r.tournament, purged_at=NOW)


def removal(r, **fields):
    values = {"rehearsal": False, "reason": "r", "salt": "s", **fields}
    return Removal.objects.create(
        tournament_key=r.tournament.pk, address="a", removed_by=r.user, removed_at=NOW, **values
    )


def event(r, sequence, *, tournament=None, scoresheet=None):
    return Event.objects.create(
        tournament=tournament, scoresheet=scoresheet, sequence=sequence, kind="test", actor=r.user, at=NOW, payload="{}"
    )


def approval(r, **fields):
    values = {"login": r.user, **fields}
    return Approval.objects.create(game=r.game, section="5.2.14", requested_at=NOW, **values)


def request(r, **fields):
    return ApprovalRequest.objects.create(
        scoresheet=r.sheet,
        number=2,
        seat=1,
        contract="solo",
        section="5.2.16",
        command="c",
        requested_at=NOW,
        **{"login": r.user, **fields},
    )


def participant(r, **fields):
    values = {"start_number": 9, "first_name": "Centa", "last_name": "Löffler", "name_key": "löffler centa"} | fields
    return Participant.objects.create(tournament=r.tournament, **values)


def known_person(r, **fields):
    values = {"first_name": "Centa", "last_name": "Löffler", "last_played": NOW.date(), **fields}
    return KnownPerson.objects.create(**values)


def game(r, number, *points, **fields):
    columns = fields | {f"points_{seat}": value for seat, value in enumerate(points, start=1)}
    return Game.objects.create(
        scoresheet=r.sheet, number=number, record={}, source="paper", login=r.user, written_at=NOW, **columns
    )


def seat(r, number, player, **totals):
    return Seat.objects.create(scoresheet=r.sheet, match=r.match, number=number, participant=player, **totals)


def device(r, number=1, **fields):
    values = {"token_hash": f"h{number}", "enrolled_at": NOW, "seen_at": NOW} | fields
    return TableDevice.objects.create(scoresheet=r.sheet, number=number, **values)


def second_line(r, number=1):
    SecondLine.objects.create(scoresheet=r.sheet, number=number, record={}, command="c", typed_by=r.user, typed_at=NOW)


def paper_line(r, number=5, kind="unreadable"):
    PaperLine.objects.create(scoresheet=r.sheet, number=number, kind=kind, typed_by=r.user, typed_at=NOW)


def sign(r):
    Signature.objects.create(seat=r.seat, kind="desk", content_hash="0" * 64, signed_at=NOW, login=r.user)


def refuse(r, reason="r", **fields):
    values = {"login": r.user, "reason": reason, **fields}
    SignatureRefusal.objects.create(seat=r.seat, content_hash="0" * 64, refused_at=NOW, **values)


def signing_link(r, writer):
    values = {"token_hash": "h", "content_hash": "0" * 64, "made_at": NOW, "expires_at": NOW}
    SigningLink.objects.create(seat=r.seat, device=writer, **values)


def login_link(r):
    LoginLink.objects.create(person=r.user, token_hash="h", made_at=NOW, expires_at=NOW)


def document(r, number=1, key_fingerprint=""):
    row = {"content_hash": "c", "head_hash": "h", "pdf": b"%PDF", "sha256": "s"}
    Document.objects.create(scoresheet=r.sheet, number=number, key_fingerprint=key_fingerprint, **row)


def standings_document(r, number=1, head_hash="h", key_fingerprint="f"):
    row = {"content_hash": "c", "pdf": b"%PDF", "sha256": "s", "created_at": NOW}
    StandingsDocument.objects.create(
        tournament=r.tournament, number=number, head_hash=head_hash, key_fingerprint=key_fingerprint, **row
    )


def imported(r):
    ImportedTournament.objects.create(
        tournament=r.tournament, ids={}, archive_sha256="a", key_fingerprint="f", imported_at=NOW
    )


def checkpoint(r):
    fields = {"heads": [], "events": 0, "root": "r", "at": NOW, "text": "t", "key_fingerprint": "f"}
    Checkpoint.objects.create(match=r.match, number=1, **fields)


def seal_certificate(r):
    SealCertificate.objects.create(fingerprint="f", certificate="c", first_used_at=NOW)


def tie_lots(r):
    TieLots.objects.create(tournament=r.tournament, group="1-2", order=[2, 1], seed="s", drawn_by=r.user, drawn_at=NOW)


def closed_list(r, number=1, **fields):
    values = {"terms": {}, "list_hash": "h", "commitment": "c", "secret": "s", "closed_by": r.user, "closed_at": NOW}
    return ClosedList.objects.create(match=r.match, number=number, **values | fields)


def door(r, number=1, **fields):
    values = {"terms": {}, "list_hash": "h", "commitment": "c", "secret": "s", "opened_by": r.user, "opened_at": NOW}
    return DoorLots.objects.create(match=r.match, number=number, **values | fields)


def door_act(r, **fields):
    values = {"order": 1, "kind": "lot", "participant": r.anna, "table": 1, "seat": 1, "acted_by": r.user}
    return DoorAct.objects.create(**{"door": None, "acted_at": NOW} | values | fields)


def draw(r, number=1, **fields):
    return Draw.objects.create(
        match=r.match, number=number, protocol={"lots": [[1]]}, drawn_by=r.user, drawn_at=NOW, **fields
    )


def discard(r, draw_row, reason="r"):
    return DiscardedDraw.objects.create(draw=draw_row, reason=reason, discarded_by=r.user, discarded_at=NOW)


def table_change(r, **fields):
    return TableChange.objects.create(
        scoresheet=r.sheet, after_game=0, told={}, changed_by=r.user, changed_at=NOW, **fields
    )


def dispute(r, **fields):
    return Dispute.objects.create(scoresheet=r.sheet, **{"number": 1, "state": "raised", **fields})


def dispute_step(r, **fields):
    values = {"to": "raised", "reason": "r", "login": r.user, "at": NOW, **fields}
    return DisputeStep.objects.create(dispute=dispute(r), **values)


def other(r, number):
    return participant(r, start_number=number, name_key=str(number))


def substitution(r, **fields):
    values = {"left": r.anna, "came": r.bene, "game": 1, "reason": "r", **fields}
    return Substitution.objects.create(
        tournament=r.tournament, match=r.match, appointed_by=r.user, appointed_at=NOW, **values
    )


def place_rule(r):
    PlaceRule.objects.create(
        tournament=r.tournament, leavers="stay", ranks_late_players=True, chosen_by=r.user, chosen_at=NOW
    )


def conduct_note(r, **fields):
    values = {"kind": "warning", "offence": "other", "reason": "r", **fields}
    return ConductNote.objects.create(
        tournament=r.tournament, participant=r.anna, noted_by=r.user, noted_at=NOW, **values
    )


def message(r, **fields):
    return TableMessage.objects.create(scoresheet=r.sheet, sent_by=r.user, sent_at=NOW, **{"text": "t", **fields})


def call(r, **fields):
    values = fields if "device" in fields else {"device": device(r), **fields}
    return TableCall.objects.create(scoresheet=r.sheet, called_at=NOW, **values)


def commands(r):
    one = device(r)
    for key in ("a", "b"):
        Command.objects.create(scoresheet=r.sheet, key=key, number=1, device=one, sequence=7)


def command(r):
    Command.objects.create(scoresheet=r.sheet, key="one-key", number=1)


def own_ruleset(r):
    return OwnRuleset.objects.create(slug="club")


def version(r, number=1, text="t"):
    own = OwnRuleset.objects.filter(slug="club").first() or own_ruleset(r)
    RulesetVersion.objects.create(ruleset=own, number=number, text=text, sha256="s", created_by=r.user, created_at=NOW)


def own_tariff(r):
    return OwnTariff.objects.create(slug="club")


def tariff_version(r, number=1, text="t"):
    own = OwnTariff.objects.filter(slug="club").first() or own_tariff(r)
    TariffVersion.objects.create(tariff=own, number=number, text=text, sha256="s", created_by=r.user, created_at=NOW)


def picture(r, **fields):
    values = {"name": "n", "data": b"d", "content_type": "image/png", "width": 1, "height": 1, "sha256": "s", **fields}
    return Picture.objects.create(tournament=r.tournament, added_by=r.user, added_at=NOW, **values)


def prize_group(r):
    return PrizeGroup.objects.create(tournament=r.tournament, name="Plätze")


def prize(r, **fields):
    group = r.tournament.prize_groups.first() or prize_group(r)
    values = {"number": 1, "words": "Kiste Bier", "criterion": "place", "argument": "1", **fields}
    return Prize.objects.create(tournament=r.tournament, group=group, **values)


def prize_act(r, **fields):
    values = {"participant": r.anna, "kind": "later", **fields}
    return PrizeAct.objects.create(tournament=r.tournament, acted_by=r.user, acted_at=NOW, **values)


def act_twice(kind, **others):
    """Return the act of `kind` about one prize, done again; `others` say what differs the second time."""

    def act(r):
        first = prize(r)
        other_prize = prize(r, number=2) if "number" in others else first
        prize_act(r, kind=kind, prize=first)
        prize_act(r, kind=kind, prize=other_prize, participant=r.bene if "participant" in others else r.anna)

    return act


def public_lot(r, **fields):
    values = {"entrants": [r.anna.pk], "prize_number": 0, "commitment": "c", "secret": "s", **fields}
    return PublicLot.objects.create(tournament=r.tournament, closed_by=r.user, closed_at=NOW, **values)


def fee(r, **fields):
    values = {"position": 1, "name": "Mitglieder", "cents": 1000, **fields}
    return FeeKind.objects.create(tournament=r.tournament, **values)


def cash_box(r, **fields):
    values = {"name": "Kasse 1", "float_cents": 0, **fields}
    return CashBox.objects.create(tournament=r.tournament, opened_by=r.user, opened_at=NOW, **values)


def cash_entry(r, **fields):
    values = {"box": r.tournament.cash_boxes.first() or cash_box(r), "participant": r.anna, "turn": 1, "cents": 1000}
    values |= {"fee_kind": r.tournament.fee_kinds.first() or fee(r), **fields}
    return CashEntry.objects.create(taken_by=r.user, taken_at=NOW, **values)


def reversal(r, **fields):
    first = CashEntry.objects.filter(turn=1).first() or cash_entry(r)
    return cash_entry(r, **{"reverses": first, "turn": 2, "cents": -1000, "reason": "r", **fields})


def cash_count(r, **fields):
    values = {"pieces": {}, "counted_cents": 0, "expected_cents": 0, "witness": "Bene", **fields}
    box = r.tournament.cash_boxes.first() or cash_box(r)
    return CashCount.objects.create(box=box, counted_by=r.user, counted_at=NOW, **values)


def ceremony(r):
    return Ceremony.objects.create(tournament=r.tournament)


def frozen_ranking(r):
    return FrozenRanking.objects.create(tournament=r.tournament, content={}, frozen_by=r.user, frozen_at=NOW)


def start_card(r, **fields):
    values = {"number": 1, "token_hash": "h", "salt": "s", "made_at": NOW, **fields}
    return StartCard.objects.create(tournament=r.tournament, **values)


def screen(r, **fields):
    values = {"code": "AAAA", "name": "Beamer", **fields}
    return Screen.objects.create(named_by=r.user, named_at=NOW, **values)


def cup(r):
    return Cup.objects.create(name="Wanderpokal")


def cup_winner(r):
    row = Cup.objects.first() or cup(r)
    return CupWinner.objects.create(cup=row, year=2026, name="Anna", entered_by=r.user, entered_at=NOW)


def unguarded(act, r):
    """Do the act without the trigger of cash entries, which would be first to refuse. The caller rolls back."""
    connection.check_constraints()
    drop_cash_triggers(connection)
    return act(r)


def twice(act, *args, **kwargs):
    return lambda r: [act(r, *args, **kwargs) for _ in range(2)]


def restore(**more):
    return Restore.objects.create(copied_at=NOW, restored_at=NOW, **more)


# The constraint's name (for a unique column: its table and column) -> a row that it refuses.
