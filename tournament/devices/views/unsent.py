"""Taking in, at the desk, games that a table's device could not send, from the QR code that it shows."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament import permissions
from tournament.devices.forms.unsent import read_unsent
from tournament.devices.selectors.unsent import unsent_view
from tournament.devices.services.commands import apply_commands
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.views.scoresheets import scoresheet_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@requires(permissions.enter_games)
def unsent(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Show what the code says and what writing it would do; POST writes it, under the device's own command ids."""
    sheet = scoresheet_or_404(slug, match, table)
    context: dict[str, Any] = {"tournament": sheet.match.tournament, "scoresheet": sheet, "nav": "matches"}
    try:
        commands = read_unsent(request.GET.get("c", ""))
        if request.method == "POST":
            _tell(request, apply_commands(scoresheet=sheet, commands=commands, actor=request.user))
            return redirect(request.get_full_path())
    except Refused as refusal:
        return render(request, "unsent/unsent.html", {**context, "refusal": str(refusal)}, status=400)
    return render(request, "unsent/unsent.html", {**context, "view": unsent_view(sheet, commands, request.user)})


def _tell(request: Request, answers: list[Any]) -> None:
    count = sum(answer.answer == "applied" for answer in answers)
    if count:
        sentence = ngettext(
            "%(count)s game of the device was saved.", "%(count)s games of the device were saved.", count
        )
        messages.success(request, sentence % {"count": count})
    for answer in answers:
        if answer.text:
            messages.error(request, answer.text)
