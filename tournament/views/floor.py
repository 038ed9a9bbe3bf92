"""The hall at a glance, and messages to the tables' devices."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.devices.forms.table_messages import MessageForm, read_confirmation
from tournament.devices.selectors.table_messages import sent_messages
from tournament.devices.services.table_messages import read_message, send_message, take_back_message
from tournament.devices.views.table import at_table, state_answer
from tournament.draw.views.draw import match_or_404
from tournament.models import Match, TableDevice, TableMessage
from tournament.permissions import Request, public, requires
from tournament.selectors.floor import floor, silent_tables
from tournament.views.answer_versions import version_of
from tournament.views.refusals import refusal_as_error, refusal_as_message

BY_NUMBER = "number"


@require_safe
@requires(permissions.enter_games)
def floor_page(request: Request, slug: str, number: int) -> HttpResponse:
    """Show all tables of a match, coloured by state; polled with ?v=, 204 when nothing is new."""
    rows = Match.objects.select_related("tournament").annotate(silent=silent_tables())
    match: Any = get_object_or_404(rows, tournament__slug=slug, number=number)
    # Read first, so that a change while the page is made is new to the next poll. A silent device changes no sheet.
    version = f"{version_of(request, match.tournament, seconds=3)}.{match.silent}"
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    order = BY_NUMBER if request.GET.get("by") == BY_NUMBER else ""
    content = floor(match)
    context = {
        "tournament": match.tournament,
        "match": match,
        "version": version,
        "floor": content,
        "tables": content.by_number() if order else content.tables,
        "by": order,
        "nav": "matches",
    }
    return render(request, "floor/_floor.html" if request.headers.get("HX-Request") else "floor/floor.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(permissions.send_messages)
def table_messages(request: Request, slug: str, number: int) -> HttpResponse:
    """Send a message to tables, and list those that were sent and whether they were read."""
    match = match_or_404(slug, number)
    form = MessageForm(request.POST or None, initial={"tables": request.GET.get("tables", "")[:200]})
    if form.is_valid():
        with refusal_as_error(form):
            messages_sent = send_message(match=match, actor=request.user, **form.cleaned_data)
            sentence = ngettext("Sent to %(count)s table.", "Sent to %(count)s tables.", len(messages_sent)) % {
                "count": len(messages_sent)
            }
            messages.success(request, sentence)
            return redirect("table_messages", slug, number)
    context = {"tournament": match.tournament, "match": match, "form": form, "sent": sent_messages(match)}
    return render(request, "floor/messages.html", context | {"nav": "matches"}, status=422 if form.errors else 200)


@require_POST
@requires(permissions.send_messages)
def message_back(request: Request, slug: str, number: int, pk: int) -> HttpResponse:
    """Take a message back that nobody has confirmed."""
    match = match_or_404(slug, number)
    rows = TableMessage.objects.select_related("scoresheet__match__tournament")
    with refusal_as_message(request):
        take_back_message(message=get_object_or_404(rows, pk=pk, scoresheet__match=match), actor=request.user)
        messages.success(request, _("The message is taken back."))
    return redirect("table_messages", slug, number)


@requires(public)
@require_POST
@at_table
def table_message_read(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Confirm a message on the table's device."""
    confirmation = read_confirmation(request.body)
    message = TableMessage.objects.filter(scoresheet=device.scoresheet, pk=confirmation).first()
    if message is None:
        raise Http404
    message.scoresheet = device.scoresheet
    read_message(message=message, device=device)
    return state_answer(device, "read")
