"""Importing a club's list: choose the file, see every line, say what the columns hold, register."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament import permissions
from tournament.forms.participants import ColumnsForm, ListForm
from tournament.imports.carry import pack, unpack
from tournament.imports.columns import Header, find_header, town_heading, unused_headings
from tournament.imports.lines import ImportedLine
from tournament.imports.table import FileTable
from tournament.models import Tournament
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors.participants import preview_lines
from tournament.services import participants as services


@requires(permissions.manage_participants)
@require_http_methods(["GET", "POST"])
def participants_import(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    form = ListForm(request.POST, request.FILES) if request.method == "POST" else ListForm()
    if form.is_bound and form.is_valid():
        table = form.cleaned_data["list_file"]
        return _preview(request, tournament, table, find_header(table.texts()))
    context = {"tournament": tournament, "form": form, "nav": "participants"}
    return render(request, "participants/participants_import.html", context)


@requires(permissions.manage_participants)
@require_POST
def participants_import_columns(request: Request, slug: str) -> HttpResponse:
    """Show the same list again, with the columns chosen by hand."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        table, header = unpack(request.POST.get("list", ""), tournament=tournament.pk)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("participants_import", slug)
    columns = ColumnsForm(request.POST, table=table, header=header)
    if columns.is_valid():
        return _preview(request, tournament, table, columns.cleaned_data["header"])
    return _preview(request, tournament, table, header, columns)


@requires(permissions.manage_participants)
@require_POST
def participants_import_confirm(request: Request, slug: str) -> HttpResponse:
    """Register what the preview showed, with the columns of the preview, whatever was chosen since."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        table, header = unpack(request.POST.get("list", ""), tournament=tournament.pk)
        if header is None:
            return _preview(request, tournament, table, header)
        lines = services.import_participants(tournament=tournament, table=table, header=header, actor=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("participants_import", slug)
    numbers = [line.start_number for line in lines if line.start_number is not None]
    messages.add_message(request, messages.SUCCESS if numbers else messages.WARNING, _registered(numbers, lines))
    return redirect("participants", slug)


def _preview(
    request: Request,
    tournament: Tournament,
    table: FileTable,
    header: Header | None,
    columns: ColumnsForm | None = None,
) -> HttpResponse:
    lines = preview_lines(tournament, table, header) if header else []
    context = {
        "tournament": tournament,
        "nav": "participants",
        "source": table.source,
        "understood": header is not None,
        "unused": _unused(unused_headings(table.texts(), header)) if header else "",
        "town": town_heading(table.texts(), header) if header else "",
        "taken": [line for line in lines if line.taken],
        "refused": [line for line in lines if not line.taken],
        "columns": columns or ColumnsForm(table=table, header=header),
        "list": pack(table, header, tournament=tournament.pk),
    }
    return render(request, "participants/participants_import_columns.html", context)


def _unused(headings: list[str]) -> str:
    if not headings:
        return ""
    names = ", ".join(_("“%(text)s”") % {"text": heading} for heading in headings)
    sentence = ngettext("The column %(names)s is not taken.", "The columns %(names)s are not taken.", len(headings))
    return sentence % {"names": names}


def _registered(numbers: list[int], lines: list[ImportedLine]) -> str:
    if not numbers:
        return _("Nobody was added: everyone on this list is registered already or cannot be taken.")
    values = {"count": len(numbers), "first": numbers[0], "last": numbers[-1]}
    added = ngettext(
        "%(count)s participant was registered with start number %(first)s.",
        "%(count)s participants were registered with the start numbers %(first)s to %(last)s.",
        len(numbers),
    )
    left = len(lines) - len(numbers)
    if not left:
        return added % values
    not_taken = ngettext("%(left)s line was not taken.", "%(left)s lines were not taken.", left)
    return f"{added % values} {not_taken % {'left': left}}"
