"""Closing a finished tournament for good, and downloading its archive."""

from pathlib import Path
from tempfile import TemporaryDirectory

from django.contrib import messages
from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament import permissions
from tournament.models import Tournament
from tournament.permissions import Request, requires
from tournament.proof.exports.archive import close_tournament, write_archive
from tournament.refusals import Refused
from tournament.selectors.closing import closing
from tournament.views.refusals import refusal_as_message


@requires(permissions.manage_tournament)
@require_http_methods(["GET", "POST"])
def archive(request: Request, slug: str) -> HttpResponse:
    """Say what closing means, with the button that does it; afterwards offer the archive."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if request.method == "POST":
        with refusal_as_message(request):
            if "sure" not in request.POST:
                raise Refused(_("Please tick that nothing is to be changed any more."), code="not_sure")
            close_tournament(tournament=tournament, actor=request.user)
            messages.success(request, _("The tournament is closed for good. Its archive can be downloaded now."))
        return redirect("archive", slug)
    return render(
        request, "archive/archive.html", {"tournament": tournament, "closing": closing(tournament), "nav": "tournament"}
    )


@requires(permissions.manage_tournament)
@require_safe
def archive_zip(request: Request, slug: str) -> HttpResponse | FileResponse:
    """Make the archive for this download. No copy stays here, so a purge need not look for one."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request), TemporaryDirectory() as folder:
        path = Path(folder) / "archive.zip"
        write_archive(tournament=tournament, path=path)
        return FileResponse(path.open("rb"), as_attachment=True, filename=f"{slug}.zip")
    return redirect("archive", slug)
