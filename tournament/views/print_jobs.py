"""Choosing sheets of a match to be printed beside the server: how many pages, how far it is, the file."""

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.enums import TO_WRITE_ON, PrintChoice, PrintKind
from tournament.exports.hall_mark import marked_name
from tournament.exports.print_jobs import make_without_printer, printer_runs
from tournament.forms.print_jobs import PrintForm
from tournament.models import Match, PrintJob
from tournament.permissions import Request, requires
from tournament.selectors.print_jobs import printed_now
from tournament.selectors.second_entry import waiting_second
from tournament.services.print_jobs import cancel_print, start_print
from tournament.views.addresses import hall_address
from tournament.views.documents import blind
from tournament.views.refusals import refusal_as_message

# Without a printer the server itself makes at most this many sheets while the browser waits.
WITHOUT_PRINTER = 40
TYPES = {PrintKind.SEALED.value: "application/zip"}


@requires(permissions.see_hall)
@require_http_methods(["GET", "HEAD", "POST"])
def print_sheets(request: Request, slug: str, number: int) -> HttpResponse:
    """Choose sheets of a match; the page says how many pages that is before it prints anything."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    form = PrintForm(request.POST or request.GET or None, match=match, initial={"kind": PrintKind.NAMES.value})
    printed = None
    if form.is_valid():
        data = form.cleaned_data
        kind = PrintKind(data["kind"])
        printed = printed_now(match, kind, PrintChoice(data["choice"]), data["tables"])
        if request.method == "POST" and printed:
            return _start(request, match, kind, printed)
    context = {"tournament": match.tournament, "match": match, "form": form, "nav": "documents"}
    context["pages"] = None if printed is None else len(printed)
    return render(request, "print_jobs/_pages.html" if request.htmx else "print_jobs/print_sheets.html", context)


def _start(request: Request, match: Match, kind: PrintKind, printed: dict[int, str]) -> HttpResponse:
    """Start the job for these tables; if no printer runs, make a small one at once."""
    slug = match.tournament.slug
    if kind not in TO_WRITE_ON and printed.keys() & set(waiting_second(match, request.user)):
        return blind(request, slug)
    address = settings.PUBLIC_ADDRESS or hall_address(request)
    job = start_print(
        match=match, kind=kind, printed=printed, language=get_language() or "", address=address, actor=request.user
    )
    if len(printed) <= WITHOUT_PRINTER:
        make_without_printer(job)
    return redirect(job)


@requires(permissions.see_hall)
@require_safe
def print_job(request: Request, slug: str, pk: int) -> HttpResponse:
    """Show how far a job is; polled with ?seen=, 204 when nothing is new."""
    job = _job_or_404(slug, pk)
    progress = f"{job.state}-{job.done}"
    if request.GET.get("seen") == progress:
        return HttpResponse(status=204)
    context = {"tournament": job.match.tournament, "job": job, "seen": progress, "nav": "documents"}
    context |= {"stopped": job.is_open and not printer_runs(), "problem": _problem(job)}
    return render(request, "print_jobs/_job.html" if request.htmx else "print_jobs/print_job.html", context)


@requires(permissions.see_hall)
@require_POST
def print_job_cancel(request: Request, slug: str, pk: int) -> HttpResponse:
    """Cancel a job."""
    job = _job_or_404(slug, pk)
    with refusal_as_message(request):
        cancel_print(job=job, actor=request.user)
    return redirect(job)


@requires(permissions.see_hall)
@require_safe
def print_job_file(request: Request, slug: str, pk: int) -> HttpResponseBase:
    """Return the file of a finished job; a person who may type the second entry of one of its sheets gets no filled
    ones."""
    job = _job_or_404(slug, pk)
    if job.kind not in TO_WRITE_ON and set(job.tables) & set(waiting_second(job.match, request.user)):
        return blind(request, slug)
    if not job.is_there:
        messages.error(request, _("This file is no longer kept. Please print the sheets once more."))
        return redirect("print_sheets", slug, job.match.number)
    words = [slug, pgettext("file name", "match"), str(job.match.number), str(PrintKind(job.kind)), str(job.pk)]
    answer = FileResponse(job.file.open("rb"), content_type=TYPES.get(job.kind, "application/pdf"))
    name = "-".join(words) + job.file.suffix
    if job.kind not in TO_WRITE_ON:
        name = marked_name(name, job.match.tournament)
    answer["Content-Disposition"] = str(content_disposition_header(job.kind == PrintKind.SEALED, name))
    answer["Cache-Control"] = "no-store, private"
    return answer


def _job_or_404(slug: str, pk: int) -> PrintJob:
    jobs = PrintJob.objects.select_related("match__tournament", "asked_by")
    try:
        return jobs.get(pk=pk, match__tournament__slug=slug)
    except PrintJob.DoesNotExist:
        raise Http404 from None


def _problem(job: PrintJob) -> str:
    """Return why the job failed, and what to do."""
    return {
        "": "",
        "pango_missing": _("The PDF cannot be made on this computer: Pango is missing. ./run installs it."),
        "died": _("This print was more than this computer could do. Please print fewer sheets at once."),
        "not_stored": _("The file could not be stored. Please see whether the disk of this computer is full."),
    }.get(job.problem, _("That went wrong; the terminal of ./run says why. Please try it once more."))
