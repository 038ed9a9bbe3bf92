"""Handing out prizes: find somebody by number, tick with one key; lists to sign."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from tournament import permissions
from tournament.exports.hall_mark import marked_name
from tournament.models import PrizeAct, Tournament
from tournament.permissions import Request, requires
from tournament.prizes.documents import handing_out_pdf, receipts_pdf
from tournament.prizes.entry import entry_key
from tournament.prizes.selectors.handing_out import BY_NAME, BY_PLACE, find_receivers, handing_out
from tournament.prizes.selectors.reasons import open_text
from tournament.prizes.selectors.turns import not_final
from tournament.prizes.services.acts import allow_choosing, give, give_chosen, undo, waive
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.documents import is_final
from tournament.views.documents import printed
from tournament.views.refusals import refusal_as_message
from tournament.words.labels import amount

DOCUMENTS = {"list": handing_out_pdf, "receipts": receipts_pdf}


@requires(permissions.give_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def prize_handing_out(request: Request, slug: str) -> HttpResponse:
    """List everybody who gets something, `?by=name` from A to Z, `?owed=1` what is owed; `?q=` finds one to tick."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if request.method == "POST":
        return _posted(request, tournament)
    standings = kept_standings(tournament)
    content, text, by = handing_out(tournament, standings), request.GET.get("q", "").strip(), _by(request)
    receivers = content.receivers(by)
    listed = find_receivers(receivers, text) if text else receivers
    obstacle, may_go_on = not_final(tournament, standings)
    number = text if text.isdecimal() and len(text) < 9 and not listed else "0"
    context = {
        "tournament": tournament, "shown": content, "text": text, "by": by, "owed": "owed" in request.GET,
        "receivers": [one for one in listed if one.owed] if "owed" in request.GET else listed,
        "without_prize": tournament.participants.filter(start_number=number).first() if number != "0" else None,
        "one": listed[0] if text and len(listed) == 1 else None, "obstacle": obstacle,
        "may_allow": may_go_on and permissions.manage_prizes(request.user), "nav": "prizes",
        "may_draw": permissions.manage_prizes(request.user),
        "undrawn": [(prize, open_text(one)) for prize, one in content.undrawn],
    }  # fmt: skip
    return render(request, "prizes/handing_out.html", context)


@requires(permissions.give_prizes)
@require_safe
def prize_list_pdf(request: Request, slug: str, kind: str) -> HttpResponse:
    """Return the list to sign, or the receipts, as a PDF: by place, or `?by=name`."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if kind not in DOCUMENTS:
        raise Http404
    standings = kept_standings(tournament)
    content, final = handing_out(tournament, standings), is_final(standings)
    word = pgettext("file name", "receipts") if kind == "receipts" else pgettext("file name", "prizes")

    def make() -> bytes:
        return DOCUMENTS[kind](tournament, content, by=_by(request), is_final=final)

    return printed(request, tournament, make, marked_name(f"{slug}-{word}.pdf", tournament))


def _by(request: Request) -> str:
    return BY_NAME if request.GET.get("by") == BY_NAME else BY_PLACE


def _posted(request: Request, tournament: Tournament) -> HttpResponse:
    """Do what was asked for, and go back to the list as it was, to the person; a prize given makes room for the next
    number in the field.
    """
    query, anchor = request.GET.copy(), ""
    with refusal_as_message(request):
        sentence, who = _act(request, tournament)
        messages.success(request, sentence)
        # The field has the cursor, unless the address names a place on the page.
        anchor = f"#receiver-{who}" if who and not query.get("q") else ""
        if "give" in request.POST:
            query.pop("q", None)
    address = reverse("prize_handing_out", args=[tournament.slug])
    return redirect(address + (f"?{query.urlencode()}" if query else "") + anchor)


def _act(request: Request, tournament: Tournament) -> tuple[str, int | None]:
    """Do what was asked for; return a sentence and of whom. A button sends "participant" or "participant-prize"."""
    posted = request.POST
    if "allow" in posted:
        allow_choosing(tournament=tournament, actor=request.user)
        return _("Prizes are given though the ranking is not final."), None
    if "chosen" in posted:
        count = give_chosen(tournament=tournament, actor=request.user)
        sentence = ngettext("%(count)s chosen prize is given.", "%(count)s chosen prizes are given.", count)
        return sentence % {"count": count}, None
    if "undo" in posted:
        act = undo(
            act=get_object_or_404(PrizeAct, tournament=tournament, pk=_keys(posted["undo"])[0]), actor=request.user
        )
        return _("Undone: %(what)s") % {"what": _sentence(act)}, act.participant_id
    if "waive" in posted:
        who, prize = _keys(posted["waive"])
        act = waive(tournament=tournament, actor=request.user, participant=who, prize=prize or 0)
        return _sentence(act), who
    who, prize = _keys(posted.get("give", ""))
    acts = give(tournament=tournament, actor=request.user, participant=who, prize=prize)
    return " · ".join(map(_sentence, acts)), who


def _sentence(act: PrizeAct) -> str:
    prize = f"{act.prize.number} {act.prize.words}" if act.prize else ""
    if act.cents is not None:
        prize += f" {amount(act.cents)}"
    return f"{act.participant.numbered_name}: {prize}, {act.get_kind_display()}"


def _keys(text: str) -> tuple[int, int | None]:
    """Return the keys of a participant and of a prize, if there is one, that a button sent."""
    who, _dash, prize = text.partition("-")
    return entry_key(who), entry_key(prize) if prize else None
