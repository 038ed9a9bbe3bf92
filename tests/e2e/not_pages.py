"""The addresses that are no pages of their own."""

from tests.e2e.prizes.result_pages import RESULT_ACTS
from tests.e2e.screen_pages import SCREEN_ACTS

ACTS = (
    "set_language logout person_username person_deactivate person_activate person_reset_password tournament_address "
    "tournament_finish tournament_reopen approvals_count participant_add nameless_add participants_import_confirm "
    "participant_withdraw participant_return participant_age robots draw tie_lots public_version "
    "draw_protocol scoresheet_pdf scoresheets_blank_pdf match_pdf workbook standings_pdf approval_decide "
    "scoresheet_source game_record game_fields game_rule game_sanction game_take_back game_correct game_strike "
    "game_restore game_undo signatures scoresheet_accept scorekeeper pack_issue pack_replace table_sign "
    "first_dealer first_dealers tables_move "
    "table_sign_refuse table_sign_link table_state table_commands table_outcomes request_decide table_request "
    "table_request_withdraw table_request_decide arrival participant_arrived participant_left all_arrived all_left "
    "absent_withdraw withdrawn_return list_close list_open list_renew house_player tables_keep draw_discard "
    "lots_check ruleset_preview ruleset_toml ruleset_poster ruleset_leaflet tournament_poster tournament_leaflet "
    "line_set_aside line_take_up line_insert line_take_out lines_unplayed paper_line_decide second_aside "
    "print_job_cancel print_job_file retention_extend tournament_purge archive_zip document_version sealed_zip "
    "door_open door_draw door_tables door_close door_call_off "
    "participants_excel door_find sheet_go totals_back second_record second_look second_fields second_back "
    "second_settle "
    "table_enrol device_lock code_renew public_rules restore_settle table_recollection backup_copy backup_location "
    "backup_location_remove backup_checked backup_restore_now substitute_back conduct_warn conduct_exclude "
    "conduct_readmit conduct_report conduct_back message_back table_message_read dispute_decide dispute_appeal "
    "dispute_settle dispute_withdraw dispute_follow call_answer table_call table_call_back disputes_count "
    "signature_refuse signature_overrule table_dispute honours_pdf log_jsonl log_pdf standings_version table_plan_pdf "
    "start_cards_make start_card_lost start_cards_pdf "
    "table_cards_pdf draw_protocol_pdf trust_certificate service_worker table_manifest prize_list_pdf lot_file freeze "
    "unfreeze publish prizes_number prize_picture_delete public_picture ceremony_begin ceremony_step "
    "ceremony_pause ceremony_settle ceremony_end ceremony_break_off handbook_booklet handbook_emergency "
    "handbook_picture ruleset_shelve ruleset_rename tariff_toml tariff_shelve game_runners table_runners game_meaning "
    "rehearsal_begin rehearsal_end "
    "cash_fees cash_box_open cash_box_here cash_take cash_reverse cash_open_again cash_count_pdf cash_delete "
    "waiting_call participant_call participant_admit participant_wait house_call_in left_over presence_begin "
    "presence_tick"
)
# Addresses that only act, answer with a part of a page, or send a file.
NOT_PAGES = RESULT_ACTS | SCREEN_ACTS | set(ACTS.split())
