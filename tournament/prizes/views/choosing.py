"""The page where prizes are chosen in order: one field, and what the other desk does appears by itself."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import permissions
from tournament.models import PrizeAct, Tournament
from tournament.permissions import Request, requires
from tournament.prizes.entry import KEYS, UNDO, entry_key, read_prize_entry
from tournament.prizes.kinds import PrizeActKind
from tournament.prizes.selectors.turns import choosing_of
from tournament.prizes.services.acts import allow_choosing, call_again, choose, put_off, undo
from tournament.refusals import Refused
from tournament.selectors.versions import tournament_version


@requires(permissions.give_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def choosing(request: Request, slug: str) -> HttpResponse:
    """Show whose turn it is and what is left; note what was typed; polled with ?v=, 204 when nothing is new."""
    tournament = get_object_or_404(Tournament, slug=slug)
    sentence, is_problem = _note(request, tournament) if request.method == "POST" else ("", False)
    if request.method == "POST" and not request.htmx:
        if sentence:
            messages.add_message(request, messages.ERROR if is_problem else messages.SUCCESS, sentence)
        return redirect("prize_choosing", slug)
    version = tournament_version(tournament)
    if request.method == "GET" and request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    content = choosing_of(tournament)
    context = {
        "tournament": tournament, "version": version, "choosing": content,
        "sentence": sentence, "is_problem": is_problem,
        "own_last": next((act for act in content.acts if act.acted_by_id == request.user.pk), None),
        "is_answer": request.method == "POST",
        "keys": "".join(KEYS), "nav": "prizes",
        "may_allow": content.may_go_on and permissions.manage_prizes(request.user),
    }  # fmt: skip
    return render(request, "prizes/_choosing.html" if request.htmx else "prizes/choosing.html", context)


def _note(request: Request, tournament: Tournament) -> tuple[str, bool]:
    """Do what was asked for; return a sentence, and whether it names a problem."""
    try:
        return _act(request, tournament), False
    except Refused as refusal:
        return str(refusal), True


def _act(request: Request, tournament: Tournament) -> str:
    """Note the pressed button, or else what stands in the field, for whom the page named."""
    context: Any = {"tournament": tournament, "actor": request.user}
    if request.POST.get("allow"):
        allow_choosing(**context, before_hall=True)
        return ""
    if request.POST.get("again"):
        call_again(**context, participant=entry_key(request.POST.get("again", "")))
        return ""
    if request.POST.get("undo"):
        return _undone(request, tournament, "undo")
    text = request.POST.get("act") or request.POST.get("entry", "")
    entry = read_prize_entry(text)
    if entry is None:
        return _not_understood(text)
    if entry.act == UNDO:
        return _undone(request, tournament, "last")
    who = entry_key(request.POST.get("participant", ""))
    if entry.act == PrizeActKind.CHOSEN:
        return _sentence(choose(**context, participant=who, number=entry.number))
    return _sentence(put_off(**context, participant=who, kind=PrizeActKind(entry.act)))


def _undone(request: Request, tournament: Tournament, name: str) -> str:
    act = PrizeAct.objects.filter(tournament=tournament, pk=entry_key(request.POST.get(name, ""))).first()
    if act is None:
        raise Refused(_("There is nothing to undo."), code="nothing_to_undo")
    return _("Undone: %(what)s") % {"what": _sentence(undo(act=act, actor=request.user))}


def _not_understood(text: str) -> str:
    if not text.strip():
        return ""
    raise Refused(
        _("“%(text)s” is neither the number of a prize nor one of the keys."), code="no_entry", text=text[:20]
    )


def _sentence(act: PrizeAct) -> str:
    who = act.participant.numbered_name
    if act.kind == PrizeActKind.CHOSEN and act.prize is not None:
        return f"{act.prize.number} {act.prize.words} → {who}"
    return f"{who}: {act.words}"
