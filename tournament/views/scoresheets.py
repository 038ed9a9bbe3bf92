"""The desk's page of one sheet, and the answers to all acts on a sheet."""

import dataclasses
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.parts import BY_PLAYER
from scoring.ruleset import NEXT_DEALER
from tournament import permissions
from tournament.devices.selectors.devices import table_door
from tournament.enums import SETTLED, SheetState, Source
from tournament.forms.games import GoForm, RulingForm
from tournament.forms.sanctions import SanctionForm
from tournament.forms.tables import FirstDealerForm, PackForm, ScorekeeperForm, SeatPersonForm, seat_choices
from tournament.models import Scoresheet, User
from tournament.participants.selectors.conduct import revoked_at
from tournament.permissions import Request, requires
from tournament.refusals import RefusalKind, Refused
from tournament.selectors.contracts import contract_choices, entry_keys, suffix_letters, suit_choices
from tournament.selectors.doubles import likely_doubles
from tournament.selectors.games import entry_tables
from tournament.selectors.paper_lines import proposals, usual_reason
from tournament.selectors.scoresheets import SheetView, get_scoresheet, sheet_view, tables_by_state
from tournament.selectors.second_entry import is_blind_view, second_entry
from tournament.selectors.settlement import money_view
from tournament.selectors.sheets import chained, sheet_at
from tournament.selectors.totals import entered_totals
from tournament.services.acting import ActStep, act, reason_given
from tournament.sheet.acts import second_entry as heart
from tournament.sheet.acts.acceptance import acceptance_stop
from tournament.sheet.acts.corrections import TakeBackCorrection
from tournament.sheet.acts.signatures import answering_disputes
from tournament.sheet.acts.sources import SetSource
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.deciding import is_allowed
from tournament.sheet.lines import LineView
from tournament.sheet.places import is_mendable, line_place, unplayed
from tournament.sheet.state import Sheet
from tournament.views.answer_versions import sheet_version_of
from tournament.views.changed_parts import changed_parts
from tournament.views.versions import versions_context
from tournament.words.citations import cited

STATUS = {"refused": 422, "conflict": 409}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The result of an act: applied, duplicate, compared, differs, correction, conflict or refused, with its sentence.

    `to` is the line up to which running totals differ, `finder` the address of the error finder. `full` means that one
    line too many was typed; the page then names lines that may be one game written twice. `correction` means that only
    the supervisor who typed can change this line now: the page shows it opened, with the typed text.
    """

    kind: str = "page"
    text: str = ""
    entry: str = ""
    number: int | None = None
    full: bool = False
    to: int | None = None
    finder: str = ""
    ruling: Any = None
    sanction: Any = None
    scorekeeper: Any = None
    first_dealer: Any = None
    pack: Any = None

    @classmethod
    def refusal(cls, refusal: Refused, **more: Any) -> "Reply":
        """Return the reply to a service's refusal: a conflict if somebody else was first."""
        kind = "conflict" if refusal.kind == RefusalKind.CONFLICT else "refused"
        return cls(kind=kind, text=str(refusal), full=refusal.code == "sheet_full", **more)

    def with_form(self, **forms: Any) -> "Reply":
        """Return the same reply with a form that keeps the typed text."""
        return dataclasses.replace(self, **forms)

    def ruled_on(self, points: tuple[int, ...] | None) -> "Reply":
        """Offer the supervisor's ruling if the values of all seats make no game."""
        if points is None or self.number is None:
            return self
        initial = {
            "written": " ".join(str(value) for value in points),
            "number": self.number,
            "command": new_command(),
        }
        return self.with_form(ruling=RulingForm(initial=initial, seats=len(points), auto_id="ruling_%s"))


@require_GET
@requires(permissions.enter_games)
def scoresheet(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Show the sheet at the desk; with ?v= the parts that changed since that version, or 204.

    Somebody who may type the second entry does not see the first.
    """
    sheet = scoresheet_or_404(slug, match, table)
    hidden = is_blind_view(sheet, request.user)
    if request.GET.get("v") == str(sheet_version_of(request, sheet)) or (hidden and request.headers.get("X-Parts")):
        return HttpResponse(status=204)
    if hidden:
        return redirect("second", slug, match, table)
    return answer(request, sheet, Reply())


@require_POST
@requires(permissions.enter_games)
def source(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Set where the lines come from: paper or live."""
    choice = Source.LIVE if request.POST.get("source") == Source.LIVE else Source.PAPER
    return with_sheet(
        request, slug, match, table,
        lambda sheet: act(sheet, SetSource(source=choice), actor=request.user),
        _("From now on: %(source)s.") % {"source": choice.label},
    )  # fmt: skip


@require_GET
@requires(permissions.enter_games)
def go(request: Request, slug: str, match: int) -> HttpResponse:
    """Go to a sheet by its table's number or its scanned address, or to scanned games; else back to the page before."""
    form = GoForm(request.GET)
    here = [form.cleaned_data["here"]] if form.is_valid() and form.cleaned_data["here"] else []
    back = reverse("scoresheet", args=[slug, match, *here]) if here else reverse("match", args=[slug, match])
    if not form.is_valid():
        return redirect(back)
    try:
        return redirect(form.unsent() or get_scoresheet(slug, *form.place(slug, match)))
    except Scoresheet.DoesNotExist:
        messages.error(request, _("There is no such table in this match."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(back)


def scoresheet_or_404(slug: str, match: int, table: int) -> Scoresheet:
    """Return the sheet of this table, or raise 404."""
    return sheet_at_or_404(slug, match, table)[0]


def sheet_at_or_404(slug: str, match: int, table: int) -> tuple[Scoresheet, str]:
    """Return the sheet of this table and the hash of its newest link, or raise 404."""
    try:
        return sheet_at(slug, match, table)
    except Scoresheet.DoesNotExist:
        raise Http404(_("There is no such table in this match.")) from None


def new_command() -> str:
    """Make a command id for a form that the server renders."""
    return secrets.token_hex(16)


def first_error(form: Any) -> str:
    """Return the first sentence of a form's errors."""
    return str(next(iter(form.errors.values()))[0])


def cleaned(form: Any) -> dict[str, Any]:
    """Return a form's data; raise its first error as a refusal."""
    if not form.is_valid():
        raise Refused("%(text)s", code="form", text=first_error(form))
    return dict(form.cleaned_data)


def back_to(sheet: Scoresheet, request: HttpRequest, sentence: str) -> HttpResponse:
    """Confirm the act, and show the sheet again."""
    messages.success(request, sentence)
    return redirect(sheet.get_absolute_url())


def with_sheet(
    request: HttpRequest,
    slug: str,
    match: int,
    table: int,
    act: Callable[[Scoresheet], object],
    sentence: str,
    *,
    line: int | None = None,
) -> HttpResponse:
    """Find the sheet, act and go back to it. After a refusal the typed text and the open line stay on the page."""
    sheet = scoresheet_or_404(slug, match, table)
    try:
        act(sheet)
    except Refused as refusal:
        return answer(request, sheet, Reply.refusal(refusal), line=line)
    return back_to(sheet, request, sentence)


def answer_step(request: Request, sheet: Scoresheet, reply: Reply, step: ActStep) -> HttpResponse:
    """Answer a written game: the page's own script gets, if possible, only the parts that changed."""
    changed = changed_parts(request, step, new_command()) if request.headers.get("X-Parts") else None
    if changed is None:
        return answer(request, sheet, reply)
    return JsonResponse({"answer": reply.kind, "text": reply.text, "version": step.row.version, "changed": changed})


def answer(request: HttpRequest, sheet: Scoresheet, reply: Reply, *, line: int | None = None) -> HttpResponse:
    """Answer with the whole page, or for the page's own script with the changing parts and the result of its act."""
    if request.method == "POST":  # the act has changed the row
        sheet = scoresheet_or_404(sheet.match.tournament.slug, sheet.match.number, sheet.table_number)
    user: Any = request.user
    if request.method == "POST" and is_blind_view(sheet, user):
        return _hidden(request, sheet)
    context = desk_context(request, sheet, reply, line)
    status = STATUS.get(reply.kind, 200)
    if request.headers.get("X-Parts"):
        changing = ["sheet_part", "side_part", "table_part", "missing_part"]
        changing += ["settlement_part"] if context["money"] else []
        parts = {name: render_to_string(f"scoresheets/_{name}.html", context, request) for name in changing}
        if request.method == "POST":
            # An act removes the message of the act before; a poll leaves it.
            parts["messages"] = render_to_string("_messages.html", context, request)
        payload = {"answer": reply.kind, "text": reply.text, "to": reply.to, "version": sheet.version, "parts": parts}
        return JsonResponse(payload, status=status)
    return render(request, "scoresheets/scoresheet.html", context | typing_context(context), status=status)


def _hidden(request: HttpRequest, sheet: Scoresheet) -> HttpResponse:
    """Answer an act of somebody who may not see the first entry, without its lines and without the refusal's reason."""
    text = _("This sheet is typed a second time: until then it is not shown to you.")
    if request.headers.get("X-Parts"):
        parts = {"answer": "refused", "text": text, "version": sheet.version, "parts": {}}
        return JsonResponse(parts, status=STATUS["refused"])
    messages.error(request, text)
    return redirect("second", sheet.match.tournament.slug, sheet.match.number, sheet.table_number)


def typing_context(context: dict[str, Any]) -> dict[str, Any]:
    """Return what the page needs to read entries by the tournament's rules. It does not change with the sheet."""
    sheet, names, supervises = context["scoresheet"], context["view"].names, context["supervises"]
    ruleset, tariff = sheet.match.tournament.ruleset, sheet.match.tournament.tariff
    paper = sheet.source == Source.PAPER
    keys = list(entry_keys(ruleset, len(names), tariff, paper=paper, supervises=supervises))
    usual = [key.entry for key in keys if key.usual]
    return {
        "sections": {
            "always": ruleset.section("approvals.always"),
            "counted": ruleset.section("approvals.counted_from"),
        },
        "contracts": contract_choices(ruleset, tariff),
        "suits": suit_choices(ruleset),
        "keys": keys,
        "example": usual[-1 if paper else 0],
        "next_dealer": ruleset.all_pass == NEXT_DEALER,
        "counted_by_player": ruleset.approvals.counted_by == BY_PLAYER,
        "asks_approval": bool(ruleset.approvals.always or ruleset.approvals.counted),
        "outcomes": entry_tables(ruleset.in_match(sheet.match.number), len(names))
        | {"names": dict(enumerate(names, 1)), "suffixes": suffix_letters(ruleset, tariff)},
    }


def desk_context(request: HttpRequest, sheet: Scoresheet, reply: Reply, line: int | None) -> dict[str, Any]:
    """Return everything that the desk's page shows."""
    chain = chained(sheet)
    view = sheet_view(sheet, chain, coded=False)
    number = line or line_number(request.GET.get("line"))
    opened = view.lines[number - 1] if number and number <= view.games else None
    user: Any = request.user
    supervises = permissions.correct_games(user)
    tables, second = tables_by_state(sheet.match), second_entry(sheet, chain.sheet, view.names)
    missing, signed = tables[SheetState.OPEN], tables[SheetState.SIGNED]
    ready = sorted(signed + tables[SheetState.COMPLETE])
    rest = unplayed(chain.sheet)
    proposed = (
        proposals(opened.paper, line_place(chain.sheet, opened.number), rest)
        if opened and opened.paper and supervises
        else ()
    )
    return {
        "tournament": sheet.match.tournament,
        "match": sheet.match,
        "scoresheet": sheet,
        "view": view,
        "money": money_view(view),
        **versions_context(sheet, user),
        "entered": entered_totals(sheet),
        "second": second,
        "may_second": second is not None
        and not heart.typed_first(chain.sheet, user.pk)
        and user.pk not in chain.sheet.looked,
        "writer": next(
            (line.writer for line in reversed(view.lines) if line.game and line.game.by and line.game.by.device), ""
        ),
        "totals_allowed": sheet.match.tournament.ruleset.totals_only,
        "door": table_door(sheet),
        "reply": reply,
        "line": opened,
        **_line_acts(chain.sheet, opened, user),
        "proposals": proposed,
        "usual_reason": usual_reason(proposed),
        "doubles": likely_doubles(view) if reply.full or request.GET.get("doubles") else None,
        "ending": rest if supervises and sheet.state == SheetState.OPEN and view.played else (),
        "typed": request.POST,
        "command": new_command(),
        "supervises": supervises,
        "supervisors": _supervisors(user),
        "open": sheet.state == SheetState.OPEN,
        "mendable": sheet.source == Source.PAPER and is_mendable(chain.sheet),
        "ready": sheet.state in (SheetState.COMPLETE, SheetState.SIGNED),
        "accepted": sheet.state == SheetState.ACCEPTED,
        "signed": sheet.state == SheetState.SIGNED,
        **acceptance_context(view, chain.sheet),
        "sanction": reply.sanction or (_sanction_form(chain.sheet, view) if supervises else None),
        "revoked": revoked_at(view) if supervises else (),
        **_table_forms(user, view, reply),
        "missing": missing,
        "next_missing": following(missing, sheet.table_number),
        "to_accept": [table for table in signed if table != sheet.table_number] if supervises else [],
        "next_ready": following(tuple(ready), sheet.table_number) if supervises else None,
        "previous_missing": following(missing[::-1], sheet.table_number),
    }


def _line_acts(state: Sheet, line: LineView | None, user: Any) -> dict[str, Any]:
    """Return the acts that the opened line offers: only those that can succeed."""
    if line is None or not line.written:
        return {}
    by, at, again = permissions.acting(user), timezone.now(), reason_given("-")
    undo = TakeBackCorrection(number=line.number, reason=again)
    return {
        "may_take_back": is_allowed(state, TakeBackGame(number=line.number), by=by, at=at),
        "may_undo": line.corrected and by.supervisor and is_allowed(state, undo, by=by, at=at),
    }


def _sanction_form(state: Sheet, view: SheetView) -> SanctionForm | None:
    if view.next_number is None or not state.terms.ruleset.sanctions:
        return None
    initial = {"number": view.next_number, "command": new_command()}
    place = line_place(state, view.next_number)
    return SanctionForm(place=place, names=view.names, initial=initial, auto_id="sanction_%s")


def _table_forms(user: Any, view: SheetView, reply: Reply) -> dict[str, Any]:
    """Return the forms for what the management may do at this table."""
    sheet, forms = view.scoresheet, dict[str, Any]()
    if permissions.arrange_tables(user) and sheet.state not in SETTLED:
        forms["scorekeeper_form"] = reply.scorekeeper or ScorekeeperForm(view=view)
        if not view.written and not sheet.totals:
            initial = {"seat": sheet.first_dealer}
            forms["dealer_form"] = reply.first_dealer or FirstDealerForm(seats=seat_choices(view), initial=initial)
        forms["pack_form"] = reply.pack or PackForm(scoresheet=sheet)
    if permissions.exchange_seats(user) and sheet.state != SheetState.VOID:
        forms["seats_form"] = SeatPersonForm(names={seat.number: seat.name for seat in view.seats})
    return forms


def acceptance_context(view: SheetView, state: Sheet) -> dict[str, Any]:
    """Return the sentence that stops the acceptance, and the players who refuse, with the disputes whose decision
    answers them.

    If only the signatures are missing, the page shows that anyway.
    """
    stop = acceptance_stop(state)
    refusing = [one for one in state.refusals if not one.lapsed]
    answers = {one.seat: [(at, state.disputes[at - 1]) for at in answering_disputes(state, one)] for one in refusing}
    text = ""
    if stop is not None and stop.code != "not_signed":
        words = dict(stop.context)
        if stop.code == "signature_refused":
            seat = view.seats[words["seat"] - 1]
            words = {"name": seat.name, "reason": seat.signing.reason}
        text = str(Refused(cited(stop.message, state.terms.ruleset), code=stop.code, **words))
    return {
        "stop": text,
        "refusing": bool(refusing),
        "unsigned": len(state.seats) > len(state.signed | {one.seat for one in refusing}),
        "disputed": any(dispute.waits for dispute in state.disputes),
        "refusers": [(view.seats[one.seat - 1], answers[one.seat]) for one in refusing if one.dispute is None],
    }


def following(tables: tuple[int, ...], table: int) -> int | None:
    """Return the next missing table in this direction, round the hall; never this one."""
    ascending = list(tables) == sorted(tables)
    later = [number for number in tables if (number > table if ascending else number < table)]
    return next((number for number in [*later, *tables] if number != table), None)


def _supervisors(user: Any) -> list[User]:
    """Return the supervisors whose initials may stand on paper, the user first."""
    supervisors = User.objects.filter(supervisor=True, is_active=True).order_by("full_name")
    return sorted(supervisors, key=lambda other: other.pk != user.pk)


def line_number(text: str | None) -> int | None:
    """Return the line that an address names."""
    return int(text) if text and text.isdecimal() and len(text) < 4 else None
