"""Every address. Public ones lie under /t/<slug>/ and stay short and stable; the desk's under /tournaments/<slug>/."""

from django.urls import path
from django.views.i18n import set_language

from tournament.permissions import public as anyone
from tournament.permissions import requires
from tournament.views import (
    approvals,
    documents,
    draw,
    games,
    matches,
    participants,
    participants_import,
    people,
    public,
    scoresheets,
    signatures,
    standings,
    tournaments,
)

handler403 = "tournament.views.errors.forbidden"

urlpatterns = [
    path("", tournaments.home, name="home"),
    path("language/", requires(anyone)(set_language), name="set_language"),
    path("login/", people.login, name="login"),
    path("logout/", people.logout, name="logout"),
    path("password/", people.password_change, name="password_change"),
    path("people/", people.people, name="people"),
    path("people/new/", people.person_new, name="person_new"),
    path("people/new/username/", people.person_username, name="person_username"),
    path("people/password/", people.password_slip, name="password_slip"),
    path("people/<int:pk>/", people.person, name="person"),
    path("people/<int:pk>/deactivate/", people.person_deactivate, name="person_deactivate"),
    path("people/<int:pk>/activate/", people.person_activate, name="person_activate"),
    path("people/<int:pk>/password/", people.person_reset_password, name="person_reset_password"),
    path("new/", tournaments.tournament_new, name="tournament_new"),
    path("new/address/", tournaments.tournament_address, name="tournament_address"),
    path("tournaments/<slug:slug>/", tournaments.tournament, name="tournament"),
    path("tournaments/<slug:slug>/edit/", tournaments.tournament_edit, name="tournament_edit"),
    path("tournaments/<slug:slug>/finish/", tournaments.tournament_finish, name="tournament_finish"),
    path("tournaments/<slug:slug>/reopen/", tournaments.tournament_reopen, name="tournament_reopen"),
    path("tournaments/<slug:slug>/approvals/count/", tournaments.approvals_count, name="approvals_count"),
    path("tournaments/<slug:slug>/participants/", participants.participants, name="participants"),
    path("tournaments/<slug:slug>/participants/add/", participants.participant_add, name="participant_add"),
    path("tournaments/<slug:slug>/participants/print/", participants.participants_print, name="participants_print"),
    path(
        "tournaments/<slug:slug>/participants/import/",
        participants_import.participants_import,
        name="participants_import",
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
        "tournaments/<slug:slug>/participants/<int:start_number>/withdraw/",
        participants.participant_withdraw,
        name="participant_withdraw",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/return/",
        participants.participant_return,
        name="participant_return",
    ),
    path("tournaments/<slug:slug>/matches/", matches.matches, name="matches"),
    path("tournaments/<slug:slug>/matches/<int:number>/", matches.match, name="match"),
    path("tournaments/<slug:slug>/matches/<int:number>/draw/", draw.draw, name="draw"),
    path("tournaments/<slug:slug>/matches/<int:number>/tables/", draw.table_plan, name="table_plan"),
    path("tournaments/<slug:slug>/standings/", standings.standings, name="standings"),
    path("tournaments/<slug:slug>/standings/lots/", standings.tie_lots, name="tie_lots"),
    path("t/<slug:slug>/", standings.public_standings, name="public_standings"),
    path("t/<slug:slug>/<int:start_number>/", standings.public_player, name="public_player"),
    path("t/<slug:slug>/tables/", public.public_tables, name="public_tables"),
    path("t/<slug:slug>/seat/", public.public_seat, name="public_seat"),
    path("t/<slug:slug>/version/", public.public_version, name="public_version"),
    path("t/<slug:slug>/draw/<int:number>.json", draw.draw_protocol, name="draw_protocol"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/sheet.pdf", documents.scoresheet_pdf, name="scoresheet_pdf"),
    path("tournaments/<slug:slug>/blank.pdf", documents.scoresheets_blank_pdf, name="scoresheets_blank_pdf"),
    path("tournaments/<slug:slug>/<int:number>/sheets.pdf", documents.match_pdf, name="match_pdf"),
    path("tournaments/<slug:slug>/workbook.xlsx", documents.workbook, name="workbook"),
    path("tournaments/<slug:slug>/standings.pdf", documents.standings_pdf, name="standings_pdf"),
    path("tournaments/<slug:slug>/documents/", documents.documents, name="documents"),
    path("tournaments/<slug:slug>/approvals/", approvals.approvals, name="approvals"),
    path("tournaments/<slug:slug>/approvals/<int:pk>/", approvals.decide, name="approval_decide"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/", scoresheets.scoresheet, name="scoresheet"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/source/", scoresheets.source, name="scoresheet_source"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/games/", games.record, name="game_record"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/ruling/", games.rule, name="game_rule"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/sanction/", games.sanction, name="game_sanction"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/games/<int:number>/back/",
        games.take_back,
        name="game_take_back",
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
    path("tournaments/<slug:slug>/<int:match>/<int:table>/signatures/", signatures.signatures, name="signatures"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/accept/", signatures.accept, name="scoresheet_accept"),
]
