"""Documents to print and to keep: scoresheets and standings as PDF, everything as one workbook."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from tournament import permissions
from tournament.enums import IN_FORCE, IS_SHUT
from tournament.exports.hall_mark import marked_name
from tournament.exports.pdf import PrintError
from tournament.exports.prefilled import prefilled_pdf
from tournament.exports.prizes import won_prizes
from tournament.exports.scoresheet import blank_pdf
from tournament.exports.scoresheet import match_pdf as sheets_pdf
from tournament.exports.workbook import sealed_workbook
from tournament.models import Match, Scoresheet, StandingsDocument, Tournament
from tournament.participants.selectors.public_names import public_names
from tournament.permissions import Request, requires
from tournament.selectors.prefilled import prefilled_sheets
from tournament.selectors.print_jobs import recent_prints
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.second_entry import waiting_second
from tournament.selectors.versions import hall_version
from tournament.standings.exports.honours import honours_pdf as render_honours
from tournament.standings.exports.released_standings import released_pdf
from tournament.standings.exports.standings import issue_standings, sealed_standings, to_hang_up
from tournament.standings.exports.standings import standings_pdf as ranking_pdf
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.documents import is_final, is_official, names_changed_since, standings_versions
from tournament.standings.selectors.honours import honours
from tournament.standings.selectors.release import hall_ranking
from tournament.standings.selectors.standings import Standings, overall_standings
from tournament.standings.selectors.words import remark_text, state_sentences, void_sentences
from tournament.views.addresses import local_only, printed_address
from tournament.views.refusals import refusal_as_message
from tournament.views.versions import hall_context

PDF = "application/pdf"
# A filled sheet takes a quarter of a second, so more than this many are left to the printer beside the server.
PART = 40
# Cards for tables are quick: two seconds for 100 of them, five with their QR codes, and 90 MB at most.
CARDS = 100
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@requires(permissions.see_hall)
@require_safe
def documents(request: Request, slug: str) -> HttpResponse:
    """List what can be printed or downloaded, in the order in which a day needs it."""
    tournament = get_object_or_404(Tournament, slug=slug)
    tables = (
        tournament.matches.annotate(tables=Count("scoresheets", filter=Q(scoresheets__state__in=IN_FORCE)))
        .filter(tables__gt=0)
        .values_list("number", "tables")
    )
    matches = [(number, count, count > PART, parts_of(count, CARDS)) for number, count in tables]
    context = {"tournament": tournament, "matches": matches, "nav": "documents", "local_only": local_only(request)}
    context |= {"prints": recent_prints(tournament), "no_address": not settings.PUBLIC_ADDRESS}
    ranking = kept_standings(tournament)
    versions = standings_versions(tournament, ranking)[::-1]
    outdated = bool(versions and versions[0].current and sealed_standings(tournament, ranking) is None)
    context |= {
        "final": is_final(ranking),
        "versions": versions,
        "outdated": outdated,
        "sealed_before": outdated and names_changed_since(tournament),
        "shut": tournament.state in IS_SHUT,
    }
    context |= hall_context(tournament, request.user)
    return render(request, "documents/documents.html", context)


@requires(permissions.see_hall)
@require_safe
def scoresheets_blank_pdf(request: Request, slug: str) -> HttpResponse:
    """Return a sheet without names, to be copied and written on."""
    tournament = get_object_or_404(Tournament, slug=slug)
    word = pgettext("file name", "blank")
    return printed(request, tournament, lambda: blank_pdf(tournament), f"{slug}-{word}.pdf")


@requires(permissions.see_hall)
@require_safe
def match_pdf(request: Request, slug: str, number: int) -> HttpResponse:
    """Return the sheets of a match: with names and empty lines, `?capitals` in block letters, or `?filled`.

    For a large hall the answer is the page to choose them, because the printer beside the server makes them. A person
    who may type the second entry of one of them gets no filled sheets.
    """
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    word = pgettext("file name", "match")
    name = f"{slug}-{word}-{number}.pdf"
    kind = next((kind for kind in ("filled", "capitals") if kind in request.GET), "names")
    count = match.scoresheets.in_force().count()
    if not count:
        raise Http404
    if count > PART:
        return redirect(f"{reverse('print_sheets', args=[slug, number])}?kind={kind}&choice=all")
    if kind == "filled":
        if waiting_second(match, request.user):
            return blind(request, slug)
        sheets = (
            match.scoresheets.in_force().select_related("match__tournament", "accepted_by").order_by("table_number")
        )
        name = marked_name(name, match.tournament)
        return printed(request, match.tournament, lambda: sheets_pdf([sheet_view(sheet) for sheet in sheets]), name)
    prefilled = prefilled_sheets(match)
    addresses = {sheet.scoresheet.table_number: scanned_address(request, sheet.scoresheet) for sheet in prefilled}

    def make() -> bytes:
        return prefilled_pdf(prefilled, capitals=kind == "capitals", addresses=addresses)

    return printed(request, match.tournament, make, name)


@requires(permissions.see_hall)
@require_safe
def workbook(request: Request, slug: str) -> HttpResponse:
    """Return standings and all scoresheets as one Excel file; not to anybody who may still type a second entry."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if any(waiting_second(match, request.user) for match in tournament.matches.all()):
        return blind(request, slug)
    content, trouble = sealed_workbook(tournament)
    if trouble is not None:
        messages.warning(request, _("The workbook has no seal, and says so itself. %(why)s") % {"why": trouble})
    return file_answer(content, marked_name(f"{slug}.xlsx", tournament), XLSX, download=True)


@requires(permissions.see_hall)
@require_http_methods(["GET", "HEAD", "POST"])
def standings_pdf(request: Request, slug: str) -> HttpResponse:
    """Return the ranking to hang up: the sealed document in force, else as it stands. A POST seals final standings.

    While results are held back it is the public ranking; `?all` gives the whole ranking, marked as not for the hall.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    if request.method == "POST":
        with refusal_as_message(request):
            issue_standings(tournament=tournament, actor=request.user)
        return redirect("documents", slug)
    if tournament.is_held_back and "all" not in request.GET:
        return _released_ranking(request, tournament)
    ranking = overall_standings(tournament)
    document = sealed_standings(tournament, ranking)
    if document is not None and document.pdf:
        return _sealed_ranking(document)
    official = is_official(tournament, ranking)
    prizes = won_prizes(tournament, ranking) if official else []
    if "all" not in request.GET:
        ranking, prizes = to_hang_up(tournament, ranking, prizes)
    state = [*([] if official else state_sentences(ranking)), *void_sentences(ranking)]
    word = pgettext("file name", "standings")
    return printed(
        request,
        tournament,
        lambda: ranking_pdf(tournament, ranking, _remarks(ranking), state=state, official=official, prizes=prizes),
        marked_name(f"{slug}-{word}.pdf", tournament),
    )


@requires(permissions.see_hall)
@require_safe
def standings_version(request: Request, slug: str, version: int) -> HttpResponse:
    """Return one version of the sealed standings, byte for byte as it was issued."""
    documents = StandingsDocument.objects.select_related("tournament")
    document = get_object_or_404(documents, tournament__slug=slug, number=version)
    if not document.pdf:
        raise Http404(_("This document was deleted when its time was over."))
    return _sealed_ranking(document)


@requires(permissions.see_hall)
@require_safe
def honours_pdf(request: Request, slug: str) -> HttpResponse:
    """Return a page to frame for each Sie (2.9.3); back to the documents if nobody has had one."""
    tournament = get_object_or_404(Tournament, slug=slug)
    roll = honours(tournament, public_names(tournament))  # it hangs on the wall
    if not roll:
        messages.error(request, _("Nobody has had a Sie on a sheet that counts."))
        return redirect("documents", slug)
    name = marked_name(f"{slug}-sie.pdf", tournament)
    return printed(request, tournament, lambda: render_honours(tournament, roll), name)


def parts_of(tables: int, size: int) -> list[tuple[int, int, int]]:
    """Return the parts in which this many tables are printed: number, first and last table of each."""
    return [
        (part, first, min(first + size - 1, tables)) for part, first in enumerate(range(1, tables + 1, size), start=1)
    ]


def part_or_404(request: Request, parts: list[tuple[int, int, int]]) -> tuple[int, int]:
    """Return the first and last table of the requested part, by default the first part."""
    ranges = {str(part): (first, last) for part, first, last in parts}
    try:
        return ranges[request.GET.get("part", "1")]
    except KeyError:
        raise Http404 from None


def scanned_address(request: Request, sheet: Scoresheet) -> str:
    """Return the sheet's address for the scanner at the desk; if no phone reaches the server, the path is enough."""
    place = (sheet.match.tournament.slug, sheet.match.number, sheet.table_number)
    return printed_address(request, "table_page", *place) or reverse("table_page", args=place)


def blind(request: Request, slug: str) -> HttpResponse:
    """Go back to the documents and say why: a person who types the second entry may not see the first in any
    document."""
    messages.error(
        request,
        _("Sheets wait for their second entry: until it is typed, logins that may type it do not see the first one."),
    )
    return redirect("documents", slug)


def _released_ranking(request: Request, tournament: Tournament) -> HttpResponse:
    hall = hall_ranking(tournament, hall_version(tournament))
    word, hour = pgettext("file name", "standings"), f"{timezone.localtime(hall.at):%H%M}"
    return printed(request, tournament, lambda: released_pdf(tournament, hall), f"{tournament.slug}-{word}-{hour}.pdf")


def _sealed_ranking(document: StandingsDocument) -> HttpResponse:
    words = (pgettext("file name", "standings"), pgettext("file name", "version"))
    name = f"{document.tournament.slug}-{words[0]}-{words[1]}-{document.number}.pdf"
    return file_answer(bytes(document.pdf), marked_name(name, document.tournament), PDF)


def _remarks(ranking: Standings) -> list[str]:
    return [remark_text(line, final=ranking.final) for line in ranking.lines]


def printed(request: Request, back: Tournament | str, render: Callable[[], bytes], name: str) -> HttpResponse:
    """Return the rendered PDF, or `back` with a sentence that says why there is none."""
    try:
        return file_answer(render(), name, PDF)
    except PrintError:
        messages.error(request, _("The PDF cannot be made on this computer: Pango is missing. ./run installs it."))
        return redirect(back)


def file_answer(content: bytes, name: str, content_type: str, *, download: bool = False) -> HttpResponse:
    """Answer with a file that no browser and no proxy keeps."""
    answer = HttpResponse(content, content_type=content_type)
    answer["Content-Disposition"] = str(content_disposition_header(download, name))
    # A sheet may change with the next game, so nobody may show a stored copy.
    answer["Cache-Control"] = "no-store, private"
    return answer
