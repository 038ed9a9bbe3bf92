"""Every address. Public ones are under /t/<slug>/, short and stable; those of the desk under /tournaments/<slug>/."""

from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournament import permissions
from tournament.address_book.urls import ADDRESS_BOOK
from tournament.backup.urls import BACKUP
from tournament.cards.urls import CARDS
from tournament.ceremony.urls import CEREMONY
from tournament.devices.urls import DEVICES
from tournament.devices.views import table
from tournament.door.urls import DOOR
from tournament.draw.urls import DRAW
from tournament.handbook.urls import HANDBOOK
from tournament.money.urls import MONEY
from tournament.participants.urls import PARTICIPANTS
from tournament.prizes.urls import PRIZES
from tournament.proof.urls import PROOF
from tournament.rehearsals.urls import REHEARSALS
from tournament.results.urls import RESULTS
from tournament.rulesets.urls import RULESETS
from tournament.screens.urls import SCREENS
from tournament.standings.urls import STANDINGS
from tournament.tariffs.urls import TARIFFS
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

handler400, handler403, handler404, handler500 = (
    f"tournament.views.errors.{act}" for act in ("unreadable", "forbidden", "missing", "fault")
)

urlpatterns = [
    # Django tries the addresses one after the other, and these two are requested all evening.
    path("table/<slug:slug>/<int:match>/<int:table>/commands/", table.table_commands, name="table_commands"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/games/", games.record, name="game_record"),
    path("", tournaments.home, name="home"),
    # Choosing somebody else's language does no harm, so the form needs no token.
    path("language/", csrf_exempt(permissions.requires(permissions.public)(set_language)), name="set_language"),
    *DEVICES,
    *DOOR,
    path("trust/", trust.trust, name="trust"),
    path("trust/spielliste.crt", trust.trust_certificate, name="trust_certificate"),
    *PROOF,
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
    *BACKUP,
    *ADDRESS_BOOK,
    path("new/", tournaments.tournament_new, name="tournament_new"),
    path("new/address/", tournaments.tournament_address, name="tournament_address"),
    *RULESETS,
    *TARIFFS,
    path("tournaments/<slug:slug>/", tournaments.tournament, name="tournament"),
    path("tournaments/<slug:slug>/edit/", tournaments.tournament_edit, name="tournament_edit"),
    *PARTICIPANTS,
    *REHEARSALS,
    *CARDS,
    *MONEY,
    path("tournaments/<slug:slug>/finish/", tournaments.tournament_finish, name="tournament_finish"),
    path("tournaments/<slug:slug>/reopen/", tournaments.tournament_reopen, name="tournament_reopen"),
    path("tournaments/<slug:slug>/approvals/count/", tournaments.approvals_count, name="approvals_count"),
    path("tournaments/<slug:slug>/disputes/count/", tournaments.disputes_count, name="disputes_count"),
    path("tournaments/<slug:slug>/matches/", matches.matches, name="matches"),
    path("tournaments/<slug:slug>/matches/<int:number>/", matches.match, name="match"),
    *DRAW,
    path("tournaments/<slug:slug>/matches/<int:match>/go/", scoresheets.go, name="sheet_go"),
    path("tournaments/<slug:slug>/matches/<int:number>/dealers/", tables.first_dealers, name="first_dealers"),
    path("tournaments/<slug:slug>/matches/<int:number>/packs/", tables.packs, name="packs"),
    *STANDINGS,
    *PUBLIC,
    *HANDBOOK,
    path("tournaments/<slug:slug>/<int:number>/print/", print_jobs.print_sheets, name="print_sheets"),
    path("tournaments/<slug:slug>/prints/<int:pk>/", print_jobs.print_job, name="print_job"),
    path("tournaments/<slug:slug>/prints/<int:pk>/cancel/", print_jobs.print_job_cancel, name="print_job_cancel"),
    path("tournaments/<slug:slug>/prints/<int:pk>/file/", print_jobs.print_job_file, name="print_job_file"),
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
    path("tournaments/<slug:slug>/approvals/", approvals.approvals, name="approvals"),
    path("tournaments/<slug:slug>/approvals/<int:pk>/", approvals.decide, name="approval_decide"),
    path("tournaments/<slug:slug>/approvals/requests/<int:pk>/", approvals.decide_before, name="request_decide"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/", scoresheets.scoresheet, name="scoresheet"),
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
    path("tournaments/<slug:slug>/<int:match>/<int:table>/dealer/", tables.first_dealer, name="first_dealer"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/scorekeeper/", tables.scorekeeper, name="scorekeeper"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/pack/", tables.pack_issue, name="pack_issue"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/pack/replace/", tables.pack_replace, name="pack_replace"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/seats/", tables.seats_exchange, name="seats_exchange"),
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
    path("tournaments/<slug:slug>/<int:match>/<int:table>/runners/", games.runners, name="game_runners"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/meaning/", games.meaning, name="game_meaning"),
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
