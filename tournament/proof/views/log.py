"""The event log for those who answer for the tournament: filtered, in words, and as JSON Lines."""

import json
from collections.abc import Iterator

from django.db.models import QuerySet
from django.forms import BoundField
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from tournament import permissions
from tournament.exports.hall_mark import marked_name
from tournament.models import Event, Tournament
from tournament.permissions import Request, requires
from tournament.proof.exports.log_protocol import LogProtocol, log_protocol_pdf
from tournament.proof.forms.log import DECISIONS, LogForm
from tournament.proof.selectors.log import LogFilter, log_events, log_logins, log_page, log_part, log_parts
from tournament.views.documents import printed

# Their payloads may hold the cards of a hand, which only the deciding supervisor sees (3.5.4).
WITHHELD = ("request.made",)


@require_safe
@requires(permissions.see_log)
def log(request: Request, slug: str) -> HttpResponse:
    """Show the events that fit the filters, the newest first."""
    tournament = get_object_or_404(Tournament, slug=slug)
    logins = log_logins(tournament)
    form = LogForm(request.GET, logins=logins)
    before = request.GET.get("before", "")
    page = log_page(tournament, _filters_of(request, form), int(before) if _is_key(before) else None, logins)
    query = request.GET.copy()
    query.pop("before", None)
    query.pop("part", None)
    parts = range(1, log_parts(tournament, _filters_of(request, form)) + 1)
    context = {"tournament": tournament, "form": form, "page": page, "kept": query.urlencode(), "nav": "log"}
    context |= {"parts": parts}
    return render(request, "log/log.html", context)


@require_safe
@requires(permissions.see_log)
def log_pdf(request: Request, slug: str) -> HttpResponse:
    """Return the events that fit as a protocol to print, the oldest first; ?part=2 where there are many."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = LogForm(request.GET, logins=log_logins(tournament))
    terms, text = _filters_of(request, form), request.GET.get("part", "1")
    parts = log_parts(tournament, terms)
    part = int(text) if _is_key(text) else 0
    if not 1 <= part <= parts:
        raise Http404
    lines = log_part(tournament, terms, part)
    filters = [f"{field.label}: {_choice_label(field)}" for field in form if field.data]
    protocol = LogProtocol(tournament=tournament, lines=lines, part=part, parts=parts, filters=tuple(filters))
    name = marked_name(f"{slug}-log-{part}.pdf", tournament)
    return printed(request, tournament, lambda: log_protocol_pdf(protocol), name)


def _choice_label(field: BoundField) -> str:
    """Return what a filter asks for, as its field shows it."""
    choices = {str(key): label for key, label in getattr(field.field, "choices", ())}
    return str(choices.get(str(field.data), field.data))


@require_safe
@requires(permissions.see_log)
def log_jsonl(request: Request, slug: str) -> HttpResponseBase:
    """Send the events that fit, the oldest first, one JSON object on each line (docs/audit.md)."""
    tournament = get_object_or_404(Tournament, slug=slug)
    rows = log_events(tournament, _filters_of(request, LogForm(request.GET, logins=log_logins(tournament))))
    answer = StreamingHttpResponse(_lines(rows.order_by("pk")), content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = str(content_disposition_header(True, marked_name(f"{slug}-log.jsonl", tournament)))
    answer["Cache-Control"] = "no-store, private"
    return answer


def _lines(rows: QuerySet[Event]) -> Iterator[str]:
    columns = (
        "scoresheet__match__number", "scoresheet__table_number", "scoresheet", "sequence", "kind", "actor", "at",
        "payload", "previous_hash", "hash",
    )  # fmt: skip
    names = ("match", "table", "scoresheet", *columns[3:])
    for values in rows.values_list(*columns).iterator(chunk_size=2000):
        fields = dict(zip(names, values, strict=True))
        if fields["kind"] in WITHHELD:
            fields["payload"] = None
        yield json.dumps(fields | {"at": fields["at"].isoformat()}, ensure_ascii=False) + "\n"


def _filters_of(request: Request, form: LogForm) -> LogFilter:
    """The filters that the address sets; a field with a value that is not valid filters nothing."""
    form.is_valid()
    data = form.cleaned_data
    group = data.get("group") or ""
    return LogFilter(
        match=data.get("match"),
        table=data.get("table"),
        game=data.get("game"),
        person=data.get("person"),
        actor=data.get("actor"),
        group="" if group == DECISIONS else group,
        decisions=group == DECISIONS,
        confidential=permissions.see_reports(request.user),
    )


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19
