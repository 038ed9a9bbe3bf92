"""Backup: how old the newest copy is and where copies lie; adding a location; restoring a copy."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.backup.copies.locations import add_location, remove_location
from tournament.backup.copies.locking import make_lock
from tournament.backup.copies.names import is_locked
from tournament.backup.copies.status import ask_copy
from tournament.backup.forms.backups import LocationForm, RestoreForm
from tournament.backup.selectors.backups import backup_state, copy_path
from tournament.backup.selectors.copies import copy_list
from tournament.backup.services import checked_restores
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.server.restart import ask_restart


@requires(permissions.manage_backups)
@require_safe
def backup(request: Request) -> HttpResponse:
    """Show copies and locations; polled with ?seen=, 204 when nothing is new."""
    state = backup_state()
    if request.htmx and request.GET.get("seen") == state.mark:
        return HttpResponse(status=204)
    template = "backups/_state.html" if request.htmx else "backups/backup.html"
    return render(request, template, {"state": state, "form": LocationForm(media=state.media)})


@requires(permissions.manage_backups)
@require_POST
def backup_copy(request: Request) -> HttpResponse:
    """Ask the keeper for a copy at once."""
    ask_copy("page")
    return redirect("backup")


@requires(permissions.manage_backups)
@sensitive_post_parameters("passphrase", "again")
@sensitive_variables()
@require_POST
def backup_location(request: Request) -> HttpResponse:
    """Add a stick or another folder."""
    state = backup_state()
    form = LocationForm(request.POST, media=state.media)
    if form.is_valid():
        passphrase = form.cleaned_data["passphrase"]
        try:
            added = add_location(form.cleaned_data["path"], make_lock(passphrase) if passphrase else None)
        except Refused as refusal:
            form.add_error("folder", str(refusal))
        else:
            messages.success(request, _("From now on copies go to %(folder)s, too.") % {"folder": added.folder})
            return redirect("backup")
    return render(request, "backups/backup.html", {"state": state, "form": form})


@requires(permissions.manage_backups)
@require_safe
def backup_copies(request: Request, key: str) -> HttpResponse:
    """The copies of one location; polled with ?seen=, 204 when nothing is new."""
    listed = copy_list(key)
    if listed is None:
        raise Http404
    if request.htmx and request.GET.get("seen") == listed.mark:
        return HttpResponse(status=204)
    return render(request, "backups/_copies.html" if request.htmx else "backups/copies.html", {"list": listed})


@requires(permissions.manage_backups)
@require_POST
def backup_location_remove(request: Request, key: str) -> HttpResponse:
    """Take a location off the list; its copies stay."""
    remove_location(key)
    messages.success(request, _("No more copies go there. Those that lie there stay."))
    return redirect("backup")


@requires(permissions.manage_backups)
@sensitive_post_parameters("passphrase")
@sensitive_variables()
@require_http_methods(["GET", "HEAD", "POST"])
def backup_restore(request: Request) -> HttpResponse:
    """Let a copy be checked and compared, before anything is touched; then show what was found."""
    form = RestoreForm(request.POST or request.GET)
    copy = copy_path(form.data.get("key", ""), form.data.get("name", ""))
    if copy is None:
        messages.error(request, _("This copy is no longer there."))
        return redirect("backup")
    locked = is_locked(copy.name)
    if request.method == "POST" and form.is_valid():
        passphrase = form.cleaned_data["passphrase"]
        if locked and not passphrase:
            form.add_error("passphrase", _("This copy opens only with its passphrase."))
        else:
            checked_restores.begin_check(copy, passphrase, language=get_language() or "")
            return redirect("backup_checked")
    return render(request, "backups/restore.html", {"copy": copy, "locked": locked, "form": form})


@requires(permissions.manage_backups)
@require_safe
def backup_checked(request: Request) -> HttpResponse:
    """Show what the check of a copy found; polled while it runs."""
    report = checked_restores.report()
    if report is None:
        return redirect("backup")
    template = "backups/_report.html" if request.htmx else "backups/checked.html"
    return render(request, template, {"report": report, "may_restart": checked_restores.may_restart()})


@requires(permissions.manage_backups)
@require_POST
def backup_restore_now(request: Request) -> HttpResponse:
    """Order the checked copy; the server starts afresh and puts it into place."""
    mark, despite_faults = request.POST.get("mark", ""), "despite_faults" in request.POST
    try:
        aside = checked_restores.order_checked(mark=mark, actor=request.user, despite_faults=despite_faults)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("backup_checked" if refusal.code == "copy_faulty" else "backup")
    ask_restart()
    return render(request, "backups/restarting.html", {"aside": aside})
