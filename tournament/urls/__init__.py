"""Every address. Public ones are under /t/<slug>/, short and stable; those of the desk under /tournaments/<slug>/."""

from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournament import permissions
from tournament.backup.views import backups, restores
from tournament.ceremony.urls import CEREMONY
from tournament.devices.views import devices, offline, signing, table, table_requests, table_signatures, unsent
from tournament.draw.views import closed_lists, draw, draw_documents, hand_lots, replacements
from tournament.handbook.urls import HANDBOOK
from tournament.participants.views import ages, arrivals, mistaken_entries, participants, public_names, retention
from tournament.participants.views import import_list as participants_import
from tournament.prizes.urls import PRIZES
from tournament.proof.views import archive, sealed_sheets, verify
from tournament.results.urls import RESULTS
from tournament.rulesets.views import documents as ruleset_documents
from tournament.rulesets.views import edit as ruleset_edit
from tournament.rulesets.views import rulesets
from tournament.screens.urls import SCREENS
from tournament.standings.views import standings
from tournament.urls.public import PUBLIC
from tournament.urls.supervision import SUPERVISION
from tournament.views import (
    approvals,
    choices,
    documents,
    games,
    line_moves,
    matches,
    paper_lines,
    people,
    print_jobs,
    scoresheets,
    second_entry,
    signatures,
    tables,
    totals,
    tournaments,
    trust,
)

handler400, handler403, handler500 = (f"tournament.views.errors.{act}" for act in ("unreadable", "forbidden", "fault"))

urlpatterns = [
    # The addresses are tried one after the other, and these two are asked for all evening.
    path("table/<slug:slug>/<int:match>/<int:table>/commands/", table.table_commands, name="table_commands"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/games/", games.record, name="game_record"),
    path("", tournaments.home, name="home"),
    # No harm is done by choosing somebody else's language, so the form needs no token.
    path("language/", csrf_exempt(permissions.requires(permissions.public)(set_language)), name="set_language"),
    path("service-worker.js", offline.service_worker, name="service_worker"),
    path("table.webmanifest", offline.table_manifest, name="table_manifest"),
    path("trust/", trust.trust, name="trust"),
    path("trust/spielliste.crt", trust.trust_certificate, name="trust_certificate"),
    path("v/", verify.verify, name="verify"),
    path("v/<str:code>/", verify.verify_sheet, name="verify_code"),
    path("login/", people.login, name="login"),
    path("login/code/", people.login_link, name="login_link"),
    path("logout/", people.logout, name="logout"),
    path("password/", people.password_change, name="password_change"),
    path("code/", people.supervisor_code, name="supervisor_code"),
    path("people/", people.people, name="people"),
    path("people/new/", people.person_new, name="person_new"),
    path("people/new/username/", people.person_username, name="person_username"),
    path("people/password/", people.password_slip, name="password_slip"),
    path("people/<int:pk>/", people.person, name="person"),
    path("people/<int:pk>/deactivate/", people.person_deactivate, name="person_deactivate"),
    path("people/<int:pk>/activate/", people.person_activate, name="person_activate"),
    path("people/<int:pk>/password/", people.person_reset_password, name="person_reset_password"),
    path("backup/", backups.backup, name="backup"),
    path("backup/copy/", backups.backup_copy, name="backup_copy"),
    path("backup/locations/", backups.backup_location, name="backup_location"),
    path("backup/locations/<slug:key>/", backups.backup_copies, name="backup_copies"),
    path("backup/locations/<slug:key>/remove/", backups.backup_location_remove, name="backup_location_remove"),
    path("backup/restore/", backups.backup_restore, name="backup_restore"),
    path("backup/restore/checked/", backups.backup_checked, name="backup_checked"),
    path("backup/restore/now/", backups.backup_restore_now, name="backup_restore_now"),
    path("new/", tournaments.tournament_new, name="tournament_new"),
    path("new/address/", tournaments.tournament_address, name="tournament_address"),
    path("rulesets/", rulesets.rulesets, name="rulesets"),
    path("rulesets/import/", rulesets.ruleset_import, name="ruleset_import"),
    path("rulesets/preview/", ruleset_edit.ruleset_preview, name="ruleset_preview"),
    path("rulesets/<slug:ruleset_id>/", rulesets.ruleset, name="ruleset"),
    path("rulesets/<slug:ruleset_id>/copy/", ruleset_edit.ruleset_copy, name="ruleset_copy"),
    path("rulesets/<slug:ruleset_id>/edit/", ruleset_edit.ruleset_edit, name="ruleset_edit"),
    path("rulesets/<slug:ruleset_id>.toml", rulesets.ruleset_toml, name="ruleset_toml"),
    path("rulesets/<slug:ruleset_id>/poster.pdf", ruleset_documents.ruleset_poster, name="ruleset_poster"),
    path("rulesets/<slug:ruleset_id>/leaflet.pdf", ruleset_documents.ruleset_leaflet, name="ruleset_leaflet"),
    path("tournaments/<slug:slug>/poster.pdf", ruleset_documents.tournament_poster, name="tournament_poster"),
    path("tournaments/<slug:slug>/leaflet.pdf", ruleset_documents.tournament_leaflet, name="tournament_leaflet"),
    path("tournaments/<slug:slug>/rules/", rulesets.tournament_rules, name="tournament_rules"),
    path("tournaments/<slug:slug>/", tournaments.tournament, name="tournament"),
    path("tournaments/<slug:slug>/edit/", tournaments.tournament_edit, name="tournament_edit"),
    path("tournaments/<slug:slug>/retention/", retention.retention, name="retention"),
    path("tournaments/<slug:slug>/retention/extend/", retention.retention_extend, name="retention_extend"),
    path("tournaments/<slug:slug>/retention/purge/", retention.tournament_purge, name="tournament_purge"),
    path("tournaments/<slug:slug>/finish/", tournaments.tournament_finish, name="tournament_finish"),
    path("tournaments/<slug:slug>/reopen/", tournaments.tournament_reopen, name="tournament_reopen"),
    path("tournaments/<slug:slug>/approvals/count/", tournaments.approvals_count, name="approvals_count"),
    path("tournaments/<slug:slug>/disputes/count/", tournaments.disputes_count, name="disputes_count"),
    path("tournaments/<slug:slug>/participants/", participants.participants, name="participants"),
    path("tournaments/<slug:slug>/participants/add/", participants.participant_add, name="participant_add"),
    path("tournaments/<slug:slug>/participants/excel/", participants.participants_excel, name="participants_excel"),
    path("tournaments/<slug:slug>/participants/print/", participants.participants_print, name="participants_print"),
    path(
        "tournaments/<slug:slug>/participants/import/",
        participants_import.participants_import,
        name="participants_import",
    ),
    path(
        "tournaments/<slug:slug>/participants/import/reading/",
        participants_import.participants_import_reading,
        name="participants_import_reading",
    ),
    path(
        "tournaments/<slug:slug>/participants/import/columns/",
        participants_import.participants_import_columns,
        name="participants_import_columns",
    ),
    path(
        "tournaments/<slug:slug>/participants/import/confirm/",
        participants_import.participants_import_confirm,
        name="participants_import_confirm",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/",
        participants.participant_edit,
        name="participant_edit",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/forget/",
        retention.participant_forget,
        name="participant_forget",
    ),
    path("tournaments/<slug:slug>/participants/<int:start_number>/age/", ages.participant_age, name="participant_age"),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/delete/",
        mistaken_entries.participant_delete,
        name="participant_delete",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/withdraw/",
        participants.participant_withdraw,
        name="participant_withdraw",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/return/",
        participants.participant_return,
        name="participant_return",
    ),
    path("tournaments/<slug:slug>/names/", public_names.names_in_public, name="names_in_public"),
    path("tournaments/<slug:slug>/participants/arrival/", arrivals.arrival, name="arrival"),
    path("tournaments/<slug:slug>/participants/all/there/", arrivals.all_arrived, name="all_arrived"),
    path("tournaments/<slug:slug>/participants/all/left/", arrivals.all_left, name="all_left"),
    path("tournaments/<slug:slug>/participants/absent/withdraw/", arrivals.absent_withdraw, name="absent_withdraw"),
    path("tournaments/<slug:slug>/participants/withdrawn/return/", arrivals.withdrawn_return, name="withdrawn_return"),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/there/",
        arrivals.participant_arrived,
        name="participant_arrived",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/left/",
        arrivals.participant_left,
        name="participant_left",
    ),
    path("tournaments/<slug:slug>/matches/", matches.matches, name="matches"),
    path("tournaments/<slug:slug>/matches/<int:number>/", matches.match, name="match"),
    path("tournaments/<slug:slug>/matches/<int:number>/list/close/", closed_lists.list_close, name="list_close"),
    path("tournaments/<slug:slug>/matches/<int:number>/list/open/", closed_lists.list_open, name="list_open"),
    path("tournaments/<slug:slug>/matches/<int:number>/list/renew/", closed_lists.list_renew, name="list_renew"),
    path("tournaments/<slug:slug>/matches/<int:number>/house/", closed_lists.house_player, name="house_player"),
    path("tournaments/<slug:slug>/matches/<int:number>/draw/", draw.draw, name="draw"),
    path("tournaments/<slug:slug>/matches/<int:number>/draw/discard/", draw.draw_discard, name="draw_discard"),
    path("tournaments/<slug:slug>/matches/<int:number>/draw/check/", hand_lots.lots_check, name="lots_check"),
    path("tournaments/<slug:slug>/matches/<int:number>/draw/tables/", draw.additional_tables, name="additional_tables"),
    path("tournaments/<slug:slug>/matches/<int:number>/keep/", draw.tables_keep, name="tables_keep"),
    path("tournaments/<slug:slug>/matches/<int:number>/tables/", draw.table_plan, name="table_plan"),
    path(
        "tournaments/<slug:slug>/matches/<int:number>/tables.pdf", draw_documents.table_plan_pdf, name="table_plan_pdf"
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:number>/cards.pdf", draw_documents.table_cards_pdf, name="table_cards_pdf"
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:number>/announcement/", draw_documents.announcement, name="announcement"
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:number>/draw.pdf",
        draw_documents.draw_protocol_pdf,
        name="draw_protocol_pdf",
    ),
    path("tournaments/<slug:slug>/matches/<int:match>/go/", scoresheets.go, name="sheet_go"),
    path("tournaments/<slug:slug>/matches/<int:number>/packs/", tables.packs, name="packs"),
    path("tournaments/<slug:slug>/matches/<int:number>/devices/", devices.devices, name="devices"),
    path("tournaments/<slug:slug>/matches/<int:number>/devices/renew/", devices.codes_renew, name="codes_renew"),
    path("tournaments/<slug:slug>/matches/<int:number>/restored/", restores.restored, name="restored"),
    path(
        "tournaments/<slug:slug>/matches/<int:number>/restored/settle/", restores.restore_settle, name="restore_settle"
    ),
    path("tournaments/<slug:slug>/standings/", standings.standings, name="standings"),
    path("tournaments/<slug:slug>/standings/lots/", standings.tie_lots, name="tie_lots"),
    path("tournaments/<slug:slug>/standings/lots/hand/", standings.tie_lots_by_hand, name="tie_lots_by_hand"),
    *PUBLIC,
    *HANDBOOK,
    path("table/<slug:slug>/<int:match>/<int:table>/", table.table_page, name="table_page"),
    path("table/<slug:slug>/<int:match>/<int:table>/enrol/", devices.enrol, name="table_enrol"),
    path("table/<slug:slug>/<int:match>/<int:table>/state.json", table.table_json, name="table_state"),
    path(
        "table/<slug:slug>/<int:match>/<int:table>/recollection/", table.table_recollection, name="table_recollection"
    ),
    path("table/<slug:slug>/<int:match>/<int:table>/signatures/", table_signatures.table_sign, name="table_sign"),
    path(
        "table/<slug:slug>/<int:match>/<int:table>/signatures/refuse/",
        table_signatures.table_sign_refuse,
        name="table_sign_refuse",
    ),
    path(
        "table/<slug:slug>/<int:match>/<int:table>/signatures/links/",
        table_signatures.table_sign_link,
        name="table_sign_link",
    ),
    path("table/<slug:slug>/<int:match>/<int:table>/outcomes.json", table.table_outcomes_json, name="table_outcomes"),
    path("table/<slug:slug>/<int:match>/<int:table>/requests/", table_requests.table_request, name="table_request"),
    path(
        "table/<slug:slug>/<int:match>/<int:table>/requests/withdraw/",
        table_requests.table_request_withdraw,
        name="table_request_withdraw",
    ),
    path(
        "table/<slug:slug>/<int:match>/<int:table>/requests/decide/",
        table_requests.table_request_decide,
        name="table_request_decide",
    ),
    path("sign/<str:token>/", signing.sign, name="sign"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/sheet.pdf", sealed_sheets.scoresheet_pdf, name="scoresheet_pdf"
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/sheet-<int:version>.pdf",
        sealed_sheets.document_version,
        name="document_version",
    ),
    path("tournaments/<slug:slug>/<int:number>/print/", print_jobs.print_sheets, name="print_sheets"),
    path("tournaments/<slug:slug>/prints/<int:pk>/", print_jobs.print_job, name="print_job"),
    path("tournaments/<slug:slug>/prints/<int:pk>/cancel/", print_jobs.print_job_cancel, name="print_job_cancel"),
    path("tournaments/<slug:slug>/prints/<int:pk>/file/", print_jobs.print_job_file, name="print_job_file"),
    path("tournaments/<slug:slug>/<int:number>/sealed.zip", sealed_sheets.sealed_zip, name="sealed_zip"),
    path("tournaments/<slug:slug>/blank.pdf", documents.scoresheets_blank_pdf, name="scoresheets_blank_pdf"),
    path("tournaments/<slug:slug>/<int:number>/sheets.pdf", documents.match_pdf, name="match_pdf"),
    path("tournaments/<slug:slug>/workbook.xlsx", documents.workbook, name="workbook"),
    path("tournaments/<slug:slug>/honours.pdf", documents.honours_pdf, name="honours_pdf"),
    path("tournaments/<slug:slug>/standings.pdf", documents.standings_pdf, name="standings_pdf"),
    path(
        "tournaments/<slug:slug>/standings/version-<int:version>.pdf",
        documents.standings_version,
        name="standings_version",
    ),
    path("tournaments/<slug:slug>/documents/", documents.documents, name="documents"),
    path("tournaments/<slug:slug>/archive/", archive.archive, name="archive"),
    path("tournaments/<slug:slug>/archive.zip", archive.archive_zip, name="archive_zip"),
    path("tournaments/<slug:slug>/approvals/", approvals.approvals, name="approvals"),
    path("tournaments/<slug:slug>/approvals/<int:pk>/", approvals.decide, name="approval_decide"),
    path("tournaments/<slug:slug>/approvals/requests/<int:pk>/", approvals.decide_before, name="request_decide"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/", scoresheets.scoresheet, name="scoresheet"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/unsent/", unsent.unsent, name="unsent"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/second/", second_entry.second, name="second"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/second/look/", second_entry.second_look, name="second_look"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/second/games/",
        second_entry.second_record,
        name="second_record",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/second/fields/",
        second_entry.second_fields,
        name="second_fields",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/second/aside/", second_entry.second_aside, name="second_aside"
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/second/games/<int:number>/back/",
        second_entry.second_back,
        name="second_back",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/second/games/<int:number>/settle/",
        second_entry.second_settle,
        name="second_settle",
    ),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/totals/", totals.totals, name="totals"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/totals/back/", totals.totals_back, name="totals_back"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/totals/correct/", totals.totals_correct, name="totals_correct"
    ),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/source/", scoresheets.source, name="scoresheet_source"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/scorekeeper/", tables.scorekeeper, name="scorekeeper"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/pack/", tables.pack_issue, name="pack_issue"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/pack/replace/", tables.pack_replace, name="pack_replace"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/code/", devices.sheet_code, name="sheet_code"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/code/renew/", devices.code_renew, name="code_renew"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/devices/<int:number>/lock/",
        devices.device_lock,
        name="device_lock",
    ),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/seats/", tables.seats_exchange, name="seats_exchange"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/seats/<int:number>/replace/",
        replacements.seat_replace,
        name="seat_replace",
    ),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/aside/", paper_lines.line_set_aside, name="line_set_aside"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/aside/<int:number>/back/",
        paper_lines.line_take_up,
        name="line_take_up",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/lines/<int:number>/insert/",
        line_moves.line_insert,
        name="line_insert",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/lines/<int:number>/out/",
        line_moves.line_take_out,
        name="line_take_out",
    ),
    path("tournaments/<slug:slug>/paper-lines/<int:pk>/", paper_lines.paper_line_decide, name="paper_line_decide"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/unplayed/", paper_lines.lines_unplayed, name="lines_unplayed"
    ),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/fields/", games.record_fields, name="game_fields"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/ruling/", games.rule, name="game_rule"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/sanction/", games.sanction, name="game_sanction"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/games/<int:number>/back/",
        games.take_back,
        name="game_take_back",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/games/<int:number>/choose/",
        choices.choose,
        name="game_choose",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/games/<int:number>/correct/",
        games.correct,
        name="game_correct",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/games/<int:number>/strike/", games.strike, name="game_strike"
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/games/<int:number>/restore/",
        games.restore,
        name="game_restore",
    ),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/games/<int:number>/undo/", games.undo, name="game_undo"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/signatures/", signatures.signatures, name="signatures"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/signatures/refuse/",
        signatures.signature_refuse,
        name="signature_refuse",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/signatures/overrule/",
        signatures.signature_overrule,
        name="signature_overrule",
    ),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/look/", signatures.look, name="scoresheet_look"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/accept/", signatures.accept, name="scoresheet_accept"),
    *SUPERVISION,
    *PRIZES,
    *CEREMONY,
    *SCREENS,
    *RESULTS,
]
