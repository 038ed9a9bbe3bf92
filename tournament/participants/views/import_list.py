"""Importing a club's list: choose the file, see every line, say what the columns hold, register."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament import permissions
from tournament.imports.book import BookReading, FileBook
from tournament.imports.carry import pack_list, unpack_list
from tournament.imports.columns import (
    Header,
    column_letters,
    find_header,
    has_club_once_a_group,
    marks_of,
    town_heading,
    unused_columns,
)
from tournament.imports.lines import ImportedLine, names_to_turn
from tournament.imports.looks import Look, unread_looks
from tournament.imports.omissions import repeated_values, unknown_statuses
from tournament.imports.table import FileTable, Omission, show
from tournament.models import Tournament
from tournament.participants.forms.import_list import ReadingForm
from tournament.participants.forms.participants import ColumnsForm, ListForm
from tournament.participants.selectors.participants import preview_lines
from tournament.participants.services import participants as services
from tournament.permissions import Request, requires
from tournament.views.refusals import refusal_as_message

MOST_PLACES = 30
MARKED_LATER = {
    "woman": gettext_lazy(
        "Who is a woman is ticked under “Prizes” for everybody at once, as soon as a prize asks for it."
    ),
    "newcomer": gettext_lazy(
        "Who is here for the first time is ticked under “Prizes” for everybody at once, as soon as a prize asks for it."
    ),
}


@requires(permissions.manage_participants)
@require_http_methods(["GET", "POST"])
def participants_import(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    form = ListForm(request.POST, request.FILES) if request.method == "POST" else ListForm()
    if form.is_bound and form.is_valid():
        book = form.cleaned_data["list_file"]
        return _preview(request, tournament, book, book.first_reading(), find_header(book.table().texts()))
    context = {"tournament": tournament, "form": form, "nav": "participants"}
    return render(request, "participants/participants_import.html", context)


@requires(permissions.manage_participants)
@require_POST
def participants_import_reading(request: Request, slug: str) -> HttpResponse:
    """Show the same file again with another sheet, its hidden rows, another encoding."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        book, reading, header = unpack_list(request.POST.get("list", ""), tournament=tournament.pk)
        form = ReadingForm(request.POST, book=book, reading=reading, header=header)
        to_show = form.reading_and_header() if form.is_valid() else (reading, header)
        return _preview(request, tournament, book, *to_show)
    return redirect("participants_import", slug)


@requires(permissions.manage_participants)
@require_POST
def participants_import_columns(request: Request, slug: str) -> HttpResponse:
    """Show the same list again, with the columns chosen by hand."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        book, reading, header = unpack_list(request.POST.get("list", ""), tournament=tournament.pk)
        if header and "turn" in request.POST:
            return _preview(request, tournament, book, reading, replace(header, last_first=not header.last_first))
        columns = ColumnsForm(request.POST, table=book.table(reading), header=header)
        if columns.is_valid():
            return _preview(request, tournament, book, reading, columns.cleaned_data["header"])
        return _preview(request, tournament, book, reading, header, columns)
    return redirect("participants_import", slug)


@requires(permissions.manage_participants)
@require_POST
def participants_import_confirm(request: Request, slug: str) -> HttpResponse:
    """Register what the preview showed, with its columns. What was chosen since must be looked at first."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        book, reading, header = unpack_list(request.POST.get("list", ""), tournament=tournament.pk)
        form = ReadingForm(request.POST, book=book, reading=reading, header=header)
        if form.is_changed():
            messages.warning(request, _("What is read of the file has changed. Please look at the list once more."))
            return _preview(request, tournament, book, *form.reading_and_header())
        table = book.table(reading)
        if header is None:
            return _preview(request, tournament, book, reading, header)
        if doubt := _doubt(request, tournament, table, header):
            messages.warning(request, doubt)
            return _preview(request, tournament, book, reading, header, order=str(header.last_first))
        lines = services.import_participants(
            tournament=tournament,
            table=table,
            header=header,
            actor=request.user,
            left_out=_left_out(request),
            complete="complete" in request.POST,
        )
        _report(request, lines)
        return redirect("participants", slug)
    return redirect("participants_import", slug)


def _report(request: Request, lines: list[ImportedLine]) -> None:
    """Say who was registered, and whose entries were completed."""
    numbers = [line.start_number for line in lines if line.start_number is not None]
    messages.add_message(request, messages.SUCCESS if numbers else messages.WARNING, _registered(numbers, lines))
    if "complete" in request.POST:
        messages.add_message(request, *_completed(lines))


def _doubt(request: Request, tournament: Tournament, table: FileTable, header: Header) -> str:
    """Return why the preview must be looked at once more: somebody else changed the list of participants, or the
    question about the order of the names has no answer yet; else ""."""
    count = sum(line.taken for line in preview_lines(tournament, table, header))
    # Where nobody is left, the same button was pressed twice.
    if count and request.POST.get("promised", str(count)) != str(count):
        return _("The list of participants has changed meanwhile. Please look at the preview once more.")
    if "order" in request.POST and request.POST["order"] != str(header.last_first) and names_to_turn(table, header):
        return _(
            "Which name is in front? Please answer below; or register once more if the names stand as they should."
        )
    return ""


def _preview(
    request: Request,
    tournament: Tournament,
    book: FileBook,
    reading: BookReading,
    header: Header | None,
    columns: ColumnsForm | None = None,
    order: str = "",
) -> HttpResponse:
    table = book.table(reading)
    lines = preview_lines(tournament, table, header, _left_out(request)) if header else []
    accepted = [line for line in lines if line.taken]
    context = {
        "tournament": tournament,
        "nav": "participants",
        "source": table.source,
        "understood": header is not None,
        "reading": ReadingForm(book=book, reading=reading, header=header),
        "unused": _unused(table, header) if header else ("", ""),
        "looks": _looks(table, header, accepted) if header else "",
        "town": town_heading(table.texts(), header) if header else "",
        "club_once": header is not None and has_club_once_a_group(table.texts(), header),
        "others": ", ".join(_("“%(text)s”") % {"text": title} for title in book.others),
        "taken": accepted,
        "registered": [line for line in accepted if not line.left_out],
        "has": {
            "number_in_file": any(line.number_in_file for line in accepted),
            "more": any(line.phone or line.remark or line.paid for line in accepted),
        },
        "order": order,
        "turned": names_to_turn(table, header) if header else [],
        "last_first": header is not None and header.last_first,
        "refused": [line for line in lines if not line.taken and line.omission != Omission.HIDDEN_ROW],
        "additions": sum(bool(line.additions) for line in lines),
        "complete": "complete" in request.POST,
        "columns": columns or ColumnsForm(table=table, header=header),
        "list": pack_list(book, reading, header, tournament=tournament.pk),
    }
    return render(request, "participants/participants_import_columns.html", context)


def _left_out(request: Request) -> frozenset[str]:
    """Return the keys of the lines that the desk does not want."""
    return frozenset(request.POST.getlist("leave"))


def _unused(table: FileTable, header: Header) -> tuple[str, str]:
    """Return which columns are not taken, with the words that stand in one: “Status” (bezahlt: 12, storniert: 1); and
    what that means. Empty where all are taken."""
    unused = unused_columns(table.texts(), header)
    if not unused:
        return "", ""
    names = []
    for at in unused:
        heading = show(table.rows[header.index].cell(at))
        name = _("“%(text)s”") % {"text": heading} if heading else _("%(letter)s (without a heading)")
        counts = ", ".join(f"{word}: {count}" for word, count in repeated_values(table, header, at))
        names.append(name % {"letter": column_letters(at)} if not heading else name)
        names[-1] += f" ({counts})" if counts else ""
    sentence = ngettext("The column %(names)s is not taken.", "The columns %(names)s are not taken.", len(names))
    text = _("What stands in them stays in your file alone.")
    if words := [word for at in unused for word in unknown_statuses(table, header, at)]:
        quotes = ", ".join(_("“%(text)s”") % {"text": word} for word in words)
        text = _("Does %(words)s mean that somebody does not come? Then please tick “Leave out” in that line.")
        text %= {"words": quotes}
    headings = [show(table.rows[header.index].cell(at)) for at in unused]
    text = " ".join([text, *(str(MARKED_LATER[mark]) for mark in marks_of(headings))])
    return sentence % {"names": ", ".join(names)}, text


def _looks(table: FileTable, header: Header, accepted: list[ImportedLine]) -> str:
    """Return which lines differ only in their look, "" where none does."""
    labels = {
        Look.COLOURED: _("In colour: line %(lines)s."),
        Look.COMMENTED: _("With a comment: line %(lines)s."),
        Look.RULED: _("Formatted by a rule: line %(lines)s."),
    }
    looks = unread_looks(table, header, {line.number for line in accepted})
    return " ".join(labels[look] % {"lines": _lines(places)} for look, places in looks.items())


def _lines(places: list[str]) -> str:
    if len(places) <= MOST_PLACES:
        return ", ".join(places)
    values = {"names": ", ".join(places[:MOST_PLACES]), "count": len(places) - MOST_PLACES}
    return _("%(names)s and %(count)s more") % values


def _registered(numbers: list[int], lines: list[ImportedLine]) -> str:
    if not numbers:
        return _("Nobody was added: everyone on this list is registered already or cannot be taken.")
    values = {"count": len(numbers), "first": numbers[0], "last": numbers[-1]}
    added = ngettext(
        "%(count)s participant was registered with start number %(first)s.",
        "%(count)s participants were registered with the start numbers %(first)s to %(last)s.",
        len(numbers),
    )
    rest = len(lines) - len(numbers)
    if not rest:
        return added % values
    not_taken = ngettext("%(left)s line was not taken.", "%(left)s lines were not taken.", rest)
    return f"{added % values} {not_taken % {'left': rest}}"


def _completed(lines: list[ImportedLine]) -> tuple[int, str]:
    """Return how many entries were completed, and which could not be; the level of the message first."""
    count = sum(line.completed for line in lines)
    text = ngettext("%(count)s entry was completed.", "%(count)s entries were completed.", count) % {"count": count}
    rest = [str(line.adds_to) for line in lines if line.additions and not line.completed]
    if not rest:
        return messages.SUCCESS, text
    open_ = _("Please complete by hand: start number %(numbers)s.") % {"numbers": ", ".join(rest)}
    return messages.WARNING, f"{text} {open_}"
