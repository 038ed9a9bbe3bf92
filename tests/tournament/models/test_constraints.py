"""The database itself enforces every constraint of the models: each is violated here once, on both databases."""

import datetime as dt
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction

from tests.tournament.models.bad_rows import (
    NOW,
    act_twice,
    approval,
    call,
    cash_box,
    cash_count,
    cash_entry,
    ceremony,
    checkpoint,
    closed_list,
    command,
    commands,
    conduct_note,
    cup,
    cup_winner,
    device,
    discard,
    dispute,
    dispute_step,
    document,
    door,
    door_act,
    draw,
    event,
    fee,
    frozen_ranking,
    game,
    imported,
    known_person,
    login_link,
    message,
    other,
    own_ruleset,
    own_tariff,
    paper_line,
    participant,
    picture,
    place_rule,
    prize,
    prize_act,
    prize_group,
    public_lot,
    purge,
    refuse,
    removal,
    request,
    restore,
    reversal,
    screen,
    seal_certificate,
    seat,
    second_line,
    sign,
    signing_link,
    standings_document,
    start_card,
    substitution,
    table_change,
    tariff_version,
    tie_lots,
    twice,
    unguarded,
    version,
)
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.models import (
    Correction,
    FailedTry,
    Game,
    Match,
    OwnRuleset,
    Recollection,
    Scoresheet,
    Seat,
    ShelvedRuleset,
    ShelvedTariff,
    Signature,
    Tournament,
    User,
)


@pytest.fixture
def rows(db):
    """A table with Anna on seat 1 and one written game, to which the bad rows below refer."""
    user = make_user("organiser", "supervisor")
    tournament = make_tournament()
    match = tournament.matches.get(number=1)
    anna, bene = make_participants(tournament, 2)
    sheet = Scoresheet.objects.create(match=match, table_number=1)
    seat = Seat.objects.create(scoresheet=sheet, match=match, number=1, participant=anna)
    game = Game.objects.create(scoresheet=sheet, number=1, record={}, source="paper", login=user, written_at=NOW)
    return SimpleNamespace(
        user=user, tournament=tournament, match=match, anna=anna, bene=bene, sheet=sheet, seat=seat, game=game
    )


def bare(r):
    """The same rows with a tournament in which nothing was closed or drawn: only such a one may be removed."""
    other = Tournament.objects.filter(slug="bare").first() or make_tournament("Bare", "bare")
    return SimpleNamespace(**vars(r) | {"tournament": other})


BREAKERS = {
    "one_approval_in_force_a_game": lambda r: (
        approval(r, state="granted", supervisor=r.user, decided_at=NOW),
        approval(r),
    ),
    "decided_approval_names_its_supervisor": lambda r: approval(r, state="granted", decided_at=NOW),
    "one_open_request_a_scoresheet": twice(request),
    "decided_request_names_its_supervisor": lambda r: request(r, state="refused", decided_at=NOW),
    "tournament_approvalrequest.game_id": lambda r: [request(r, state="withdrawn", game=r.game) for _ in range(2)],
    "versions_of_a_sheet_counted_once": twice(document),
    "one_sealed_document_an_acceptance": lambda r: [
        document(r, number=number, key_fingerprint="f") for number in (1, 2)
    ],
    "versions_of_standings_counted_once": lambda r: [standings_document(r, head_hash=head) for head in "ab"],
    "tournament_standingsdocument.head_hash": lambda r: [standings_document(r, number=number) for number in (1, 2)],
    "standings_version_from_1": lambda r: standings_document(r, number=0),
    "standings_document_is_sealed": lambda r: standings_document(r, key_fingerprint=""),
    "tournament_loginlink.token_hash": twice(login_link),
    "checkpoint_counted_once": twice(checkpoint),
    "one_chain_a_scoresheet": lambda r: [event(r, 1, tournament=r.tournament, scoresheet=r.sheet) for _ in range(2)],
    "one_chain_a_tournament": lambda r: [event(r, 1, tournament=r.tournament) for _ in range(2)],
    "one_chain_of_the_logins": lambda r: [event(r, 1) for _ in range(2)],
    "sheet_event_has_a_tournament": lambda r: event(r, 1, scoresheet=r.sheet),
    "game_number_written_once": lambda r: game(r, 1),
    "command_wrote_one_game": lambda r: [game(r, number, command="c") for number in (2, 3)],
    "game_number_from_1": lambda r: game(r, 0),
    "an_offered_ruleset_is_not_shelved": lambda r: ShelvedRuleset.objects.create(
        ruleset=OwnRuleset.objects.create(slug="other"), shelf="offered"
    ),
    "an_offered_tariff_is_not_shelved": lambda r: ShelvedTariff.objects.create(tariff=own_tariff(r), shelf="offered"),
    "known_person_has_a_name": lambda r: known_person(r, last_name=""),
    "known_person_has_played": lambda r: known_person(r, times=0),
    "known_birth_year_stands_without_a_date": lambda r: known_person(
        r, birth_date=dt.date(1970, 1, 1), birth_year=1970
    ),
    "known_person_listed_once": lambda r: [
        participant(r, start_number=number, name_key=str(number), known_person=one)
        for one in [known_person(r)]
        for number in (9, 10)
    ],
    "points_of_a_game_sum_to_0_or_none_is_negative": lambda r: game(r, 2, 1, 1, 1, -2),
    "correction_has_a_reason": lambda r: Correction.objects.create(
        game=r.game, kind="struck", old_record={}, new_record={}, reason="", supervisor=r.user, at=NOW
    ),
    "failed_tries_counted_in_one_row": lambda r: [
        FailedTry.objects.create(secret="password", subject="anna", first_at=NOW, last_at=NOW) for _ in "ab"
    ],
    "tournament_restore.key": lambda r: [restore(key="a") for _ in "ab"],
    "settled_restore_says_by_whom": lambda r: restore(settled_at=NOW),
    "one_recollection_a_sheet": lambda r: [
        Recollection.objects.create(restore=one, scoresheet=r.sheet, version=1, seen={}, told_at=NOW)
        for one in [restore(key="a")] * 2
    ],
    "device_number_given_once": lambda r: [device(r, token_hash=key, state="replaced", ended_at=NOW) for key in "ab"],
    "one_active_device_a_scoresheet": lambda r: [device(r, number) for number in (1, 2)],
    "ended_device_says_when": lambda r: device(r, state="replaced"),
    "locked_device_says_by_whom": lambda r: device(r, state="locked", ended_at=NOW),
    "device_sequence_applied_once": commands,
    "game_says_who_acted": lambda r: Game.objects.filter(pk=r.game.pk).update(login=None),
    "signature_says_who_acted": lambda r: Signature.objects.create(
        seat=r.seat, kind="table", content_hash="0" * 64, signed_at=NOW
    ),
    "approval_says_who_acted": lambda r: approval(r, login=None),
    "approvalrequest_says_who_acted": lambda r: request(r, login=None),
    "signaturerefusal_says_who_acted": lambda r: refuse(r, login=None),
    "tournament_tabledevice.token_hash": lambda r: [
        device(r, number, token_hash="h", state="replaced", ended_at=NOW) for number in (1, 2)
    ],
    "one_refusal_in_force_a_seat": twice(refuse),
    "refusal_has_a_reason": lambda r: refuse(r, reason=""),
    "overruled_refusal_says_by_whom": lambda r: refuse(r, dispute=1),
    "tournament_signinglink.token_hash": lambda r: [signing_link(r, writer) for writer in [device(r)] * 2],
    "match_number_given_once": lambda r: Match.objects.create(tournament=r.tournament, number=1),
    "start_number_given_once": lambda r: participant(r, start_number=1),
    "participant_listed_once": lambda r: participant(r, name_key="obermaier anna", birth_date=dt.date(1980, 1, 1)),
    "start_number_from_1": lambda r: participant(r, start_number=0),
    # Number 9 is nameless as “%9” alone.
    "participant_has_a_name": lambda r: participant(r, first_name="", last_name="%8"),
    "forgotten_participant_has_no_name": lambda r: participant(r, forgotten=True),
    "user_has_a_name": lambda r: User.objects.create_user(username="nameless"),
    "one_scoresheet_a_table": lambda r: Scoresheet.objects.create(match=r.match, table_number=1),
    "accepted_scoresheet_names_its_supervisor": lambda r: Scoresheet.objects.filter(pk=r.sheet.pk).update(
        state="accepted", accepted_at=NOW
    ),
    "seat_filled_once": lambda r: seat(r, 1, r.bene),
    "participant_sits_once_a_match": lambda r: seat(r, 2, r.anna),
    "seat_from_1_to_5": lambda r: seat(r, 6, r.bene),
    "points_are_plus_less_minus": lambda r: seat(r, 2, r.bene, points=5, plus=6, minus=2),
    "no_more_won_than_played": lambda r: seat(r, 2, r.bene, solos_won=2, solos_played=1),
    "one_valid_signature_a_seat": twice(sign),
    "lots_of_a_tie_drawn_once": twice(tie_lots),
    "one_version_a_number": twice(version),
    "versions_count_from_1": lambda r: version(r, number=0),
    "a_version_has_a_text": lambda r: version(r, text=""),
    "one_version_of_a_tariff_a_number": twice(tariff_version),
    "versions_of_a_tariff_count_from_1": lambda r: tariff_version(r, number=0),
    "a_version_of_a_tariff_has_a_text": lambda r: tariff_version(r, text=""),
    "text_of_a_tariff_has_a_name": lambda r: Tournament.objects.filter(pk=r.tournament.pk).update(tariff_text="t"),
    "started_tournament_keeps_its_rules": lambda r: Tournament.objects.filter(pk=r.tournament.pk).update(
        state="running"
    ),
    "tournament_command.key": twice(command),
    "draw_counted_once": twice(draw),
    "closing_counted_once": twice(closed_list, state="drawn"),
    "one_closed_list_a_match": lambda r: [closed_list(r, number) for number in (1, 2)],
    "list_begins_at_a_table": lambda r: closed_list(r, first_table=0),
    "lots_by_hand_have_no_secret": lambda r: closed_list(r, source="hand"),
    "reopened_list_names_who": lambda r: closed_list(r, state="reopened", reopened_at=NOW),
    "discarded_draw_has_a_reason": lambda r: discard(r, draw(r), reason=""),
    "changed_seats_have_a_reason": lambda r: table_change(r, kind="replaced"),
    "birth_year_stands_without_a_date": lambda r: participant(r, birth_date=dt.date(1980, 1, 1), birth_year=1980),
    "answer_about_the_age_says_who_asked": lambda r: participant(r, age_answer=True, age_asked=16),
    "waiting_participant_is_withdrawn": lambda r: participant(r, waiting_since=NOW),
    "called_participant_waits": lambda r: participant(r, withdrawn=True, called_at=NOW),
    "somebody_may_play": lambda r: Tournament.objects.filter(pk=r.tournament.pk).update(most_players=0),
    "presence_is_of_a_match": lambda r: Tournament.objects.filter(pk=r.tournament.pk).update(presence_match=0),
    "excluded_participant_is_withdrawn": lambda r: participant(r, excluded=True),
    "cheating_has_no_deadline": lambda r: dispute(r, cheating=True, late=True),
    "late_dispute_names_its_game": lambda r: dispute(r, number=None, late=True),
    "disputestep_says_who_acted": lambda r: dispute_step(r, login=None),
    "dispute_step_has_a_reason": lambda r: dispute_step(r, reason=""),
    "final_decision_has_an_outcome": lambda r: dispute_step(r, to="final"),
    "follow_up_decides_nothing": lambda r: dispute_step(r, to="decided", follow_up="corrected", outcome="upheld"),
    "declined_follow_up_has_a_reason": lambda r: dispute_step(r, to="decided", follow_up="declined", reason=""),
    "one_substitute_a_participant": lambda r: [substitution(r, came=other(r, number)) for number in (11, 12)],
    "substitute_for_one_participant": lambda r: [
        substitution(r, left=one, came=r.bene) for one in (r.anna, other(r, 11))
    ],
    "nobody_substitutes_themselves": lambda r: substitution(r, came=r.anna),
    "place_rule_is_known": place_rule,
    "substitute_comes_at_a_game": lambda r: substitution(r, game=0),
    "substitution_has_a_reason": lambda r: substitution(r, reason=""),
    "substitution_says_who_took_it_back": lambda r: substitution(r, taken_back_at=NOW),
    "excluded_once": lambda r: [conduct_note(r, kind="exclusion") for _ in range(2)],
    "game_of_a_note_has_its_sheet": lambda r: conduct_note(r, game=3),
    "exclusion_and_report_have_a_reason": lambda r: conduct_note(r, kind="report", reason=""),
    "only_a_report_names_another": lambda r: conduct_note(r, towards=r.bene),
    "message_has_a_text": lambda r: message(r, text=""),
    "message_says_where_it_was_read": lambda r: message(r, read_at=NOW),
    "one_open_call_a_table": lambda r: call(r, device=call(r).device),
    "call_says_who_answered": lambda r: call(r, answered_at=NOW),
    "answered_call_is_not_taken_back": lambda r: call(r, answered_at=NOW, answered_by=r.user, taken_back_at=NOW),
    "read_message_is_not_taken_back": lambda r: message(r, read_at=NOW, read_by=device(r), taken_back_at=NOW),
    "note_says_who_took_it_back": lambda r: conduct_note(r, taken_back_at=NOW),
    "second_line_typed_once": twice(second_line),
    "second_line_from_1": lambda r: second_line(r, number=0),
    "one_open_paper_line_a_number": twice(paper_line),
    "paper_line_from_1": lambda r: paper_line(r, number=0),
    "no_game_has_its_values": lambda r: paper_line(r, kind="no_game"),
    "scorekeeper_is_a_seat": lambda r: Scoresheet.objects.filter(pk=r.sheet.pk).update(scorekeeper=6),
    "one_table_a_pack": lambda r: [
        Scoresheet.objects.create(match=r.match, table_number=table, pack="14") for table in (2, 3)
    ],
    "fixed_place_given_once": lambda r: [
        participant(r, start_number=number, name_key=str(number), fixed_table=1, fixed_seat=2) for number in (8, 9)
    ],
    "fixed_place_is_a_table_and_a_seat": lambda r: participant(r, fixed_seat=2),
    "picture_held_once": twice(picture),
    "picture_is_jpeg_or_png": lambda r: picture(r, content_type="image/svg"),
    "fee_position_given_once": lambda r: [fee(r, name=name) for name in "ab"],
    "fee_named_once": lambda r: [fee(r, position=position) for position in (1, 2)],
    "at_most_four_fees": lambda r: fee(r, position=5),
    "fee_up_to_1000_euros": lambda r: fee(r, cents=100_001),
    "fee_has_a_name": lambda r: fee(r, name=""),
    "cash_box_named_once": twice(cash_box),
    "cash_box_has_a_name": lambda r: cash_box(r, name=""),
    "cash_box_opens_with_up_to_10000_euros": lambda r: cash_box(r, float_cents=1_000_001),
    "fee_taken_once": twice(cash_entry),
    "turns_of_a_fee_count_from_1": lambda r: unguarded(lambda row: cash_entry(row, turn=0), r),
    "cash_is_taken_or_reversed_with_a_reason": lambda r: reversal(r, reason=""),
    "tournament_cashentry.reverses_id": lambda r: unguarded(
        lambda row: [reversal(row, turn=turn) for turn in (2, 4)], r
    ),
    "cash_box_is_closed_once": twice(cash_count),
    "cash_is_counted_by_two": lambda r: cash_count(r, witness=""),
    "difference_of_a_box_has_a_remark": lambda r: cash_count(r, counted_cents=1),
    "box_opened_again_says_by_whom_and_why": lambda r: cash_count(r, reopened_at=NOW),
    "prize_group_named_once": twice(prize_group),
    "prize_number_given_once": twice(prize),
    "prize_number_from_1_to_999": lambda r: prize(r, number=0),
    "prize_for_1_to_500": lambda r: prize(r, count=501),
    "prize_has_words": lambda r: prize(r, words=""),
    "prize_chosen_once": act_twice("chosen", participant="another"),
    "participant_chooses_once": act_twice("chosen", number=2),
    "prize_given_once": act_twice("given"),
    "prize_waived_once": act_twice("waived"),
    "prize_act_names_its_prize": lambda r: prize_act(r, kind="given"),
    "prize_act_says_who_undid_it": lambda r: prize_act(r, undone_at=NOW),
    "one_open_list_for_a_prize": lambda r: [public_lot(r, prize=one, prize_number=1) for one in [prize(r)] * 2],
    "lot_keeps_the_number_of_its_prize": lambda r: public_lot(r, prize=prize(r)),
    "drawn_lot_has_its_order": lambda r: public_lot(r, drawn_at=NOW, drawn_by=r.user),
    "tournament_ceremony.tournament_id": twice(ceremony),
    "tournament_frozenranking.tournament_id": twice(frozen_ranking),
    "tournament_startcard.token_hash": lambda r: [start_card(r, number=number) for number in (1, 2)],
    "one_card_in_force_a_number": lambda r: [start_card(r, token_hash=text) for text in "ab"],
    "card_numbers_from_1": lambda r: start_card(r, number=0),
    "locked_card_says_by_whom": lambda r: start_card(r, locked_at=NOW),
    "tournament_screen.code": lambda r: [screen(r, name=name) for name in ("Beamer", "Theke")],
    "screen_named_once": lambda r: [screen(r, code=code) for code in ("AAAA", "BBBB")],
    "scene_for_5_to_600_seconds": lambda r: screen(r, seconds=4),
    "tournament_cup.name": twice(cup),
    "cup_won_once_a_year": twice(cup_winner),
    "door_counted_once": lambda r: [door(r, state="cancelled", ended_by=r.user, ended_at=NOW) for _ in range(2)],
    "one_open_door_a_match": lambda r: [door(r, number) for number in (1, 2)],
    "ended_door_names_who": lambda r: door(r, state="cancelled", ended_at=NOW),
    "closed_door_has_its_draw": lambda r: door(r, state="closed", ended_by=r.user, ended_at=NOW),
    "tournament_doorlots.draw_id": lambda r: [
        door(r, number, state="closed", ended_by=r.user, ended_at=NOW, draw=one)
        for one in [draw(r)]
        for number in (1, 2)
    ],
    "door_act_ordered_once": lambda r: [door_act(r, door=one) for one in [door(r)] * 2],
    "door_act_has_its_place": lambda r: door_act(r, door=door(r), seat=0),
    "tournament_draw.closed_list_id": lambda r: [
        draw(r, number, closed_list=one) for one in [closed_list(r)] for number in (1, 2)
    ],
    "tournament_purge.tournament_id": lambda r: [purge(r) for _ in range(2)],
    "tournament_removal.tournament_key": lambda r: [removal(other) for other in [bare(r)] * 2],
    "deleted_tournament_has_a_reason": lambda r: removal(bare(r), reason=""),
    "tournament_discardeddraw.draw_id": lambda r: [discard(r, draw_row) for draw_row in [draw(r)] * 2],
    "tournament_importedtournament.tournament_id": twice(imported),
    "tournament_ownruleset.slug": twice(own_ruleset),
    "tournament_owntariff.slug": twice(own_tariff),
    "tournament_shelvedruleset.ruleset_id": lambda r: [
        ShelvedRuleset.objects.create(ruleset=one, shelf="hidden") for one in [own_ruleset(r)] * 2
    ],
    "tournament_shelvedtariff.tariff_id": lambda r: [
        ShelvedTariff.objects.create(tariff=one, shelf="hidden") for one in [own_tariff(r)] * 2
    ],
    "tournament_sealcertificate.fingerprint": twice(seal_certificate),
    "tournament_tournament.slug": lambda r: make_tournament(name="Another", slug=r.tournament.slug),
    "tournament_user.username": lambda r: make_user(username=r.user.username),
}


def declared():
    """The names of all constraints and unique columns of the product's models."""
    for model in apps.get_app_config("tournament").get_models():
        yield from (constraint.name for constraint in model._meta.constraints)
        for field in model._meta.concrete_fields:
            if field.unique and not field.primary_key:
                yield f"{model._meta.db_table}.{field.column}"


def test_every_constraint_is_tried():
    assert set(BREAKERS) == set(declared())


@pytest.mark.parametrize("name", sorted(BREAKERS))
def test_refused_by_the_database(rows, name):
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        BREAKERS[name](rows)
    assert broken(refused.value, name)


def broken(error, name):
    """Whether this error is about this constraint, in the words of either database."""
    if connection.vendor == "postgresql":
        constraint = error.__cause__.diag.constraint_name
        return constraint == name or constraint.startswith(name.replace(".", "_"))
    if str(error).startswith("CHECK"):
        return str(error) == f"CHECK constraint failed: {name}"
    # SQLite names the columns of a unique constraint instead of the constraint.
    return str(error).removeprefix("UNIQUE constraint failed: ") == unique_columns(name)


def unique_columns(name):
    if "." in name:
        return name
    for model in apps.get_app_config("tournament").get_models():
        for constraint in model._meta.constraints:
            if constraint.name == name:
                columns = [model._meta.get_field(field).column for field in constraint.fields]
                return ", ".join(f"{model._meta.db_table}.{column}" for column in columns)
    raise KeyError(name)


def test_points_may_be_negative_and_a_withdrawn_approval_makes_room(rows):
    """The counter-test: rows that the constraints must accept."""
    game(rows, 2, -6, 2, 2, 2)
    seat(rows, 2, rows.bene, points=-4, plus=2, minus=6)
    approval(rows, state="withdrawn")
    approval(rows)
    assert rows.game.approvals.count() == 2
