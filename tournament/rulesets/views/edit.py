"""The form of a ruleset: for a copy of another one, or the next version of an own one, with a preview while typing."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.ruleset import Ruleset
from tournament import permissions
from tournament.enums import Shelf
from tournament.models import RulesetVersion
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.rulesets import services
from tournament.rulesets.exports.course import sitting_out_sentences
from tournament.rulesets.exports.poster import poster_sections
from tournament.rulesets.exports.sentences import limit_rows
from tournament.rulesets.exports.table import point_groups
from tournament.rulesets.forms.changes import change_document
from tournament.rulesets.forms.parts import (
    Part,
    form_parts,
    heading_items,
    notice_items,
    notice_order,
    notices_summary,
    own_notices,
    placed_faults,
)
from tournament.rulesets.forms.rulesets import RulesetForm, id_of_title, posted_document, posted_sentences
from tournament.rulesets.forms.text import document_of, text_of_document
from tournament.rulesets.selectors import ruleset_differences
from tournament.rulesets.views.rulesets import shown_or_404, version_number
from tournament.rulesets.words.sentences import edition_words
from tournament.words.labels import ruleset_title

# The boxes of the form that are open before anybody opens or closes one.
OPEN_AT_FIRST = ("f-extent", "f-topic-contracts")


@requires(permissions.manage_rulesets)
@require_http_methods(["GET", "POST"])
def ruleset_copy(request: Request, ruleset_id: str) -> HttpResponse:
    """Make a ruleset that begins as a copy of this one."""
    ruleset = shown_or_404(request, ruleset_id)
    origin = ruleset.own.origin if ruleset.own else ruleset_id
    form = _form(request, ruleset.rules, _copied(ruleset.rules))

    def save() -> RulesetVersion:
        return services.create_ruleset(actor=request.user, text=form.text, origin=origin, based_on=ruleset.version)

    return _answer(request, form, save, {"copied": ruleset_title(ruleset.rules), "action": _("Create the rules")})


@requires(permissions.manage_rulesets)
@require_http_methods(["GET", "POST"])
def ruleset_edit(request: Request, ruleset_id: str) -> HttpResponse:
    """Make the next version of an own ruleset from its newest."""
    ruleset = shown_or_404(request, ruleset_id)
    if ruleset.own is None:
        raise Http404
    own, newest = ruleset.own, ruleset.versions[0]
    base_version = version_number(request.POST.get("base", ""))
    base = newest.number if base_version is None else base_version
    form = _form(request, newest.rules, document_of(newest.text))

    def save() -> RulesetVersion:
        return services.save_ruleset(ruleset=own, actor=request.user, text=form.text, base=base)

    context = {"own": own, "base": base, "newest": newest, "action": _("Save as a new version")}
    return _answer(request, form, save, context)


@requires(permissions.manage_rulesets)
@require_POST
def ruleset_shelve(request: Request, ruleset_id: str) -> HttpResponse:
    """Hide own rules from new tournaments, or offer them again."""
    own, shelf = _own_or_404(request, ruleset_id).ruleset, request.POST.get("shelf", "")
    if shelf not in (Shelf.HIDDEN, Shelf.OFFERED):
        raise Http404
    services.shelve_ruleset(ruleset=own, actor=request.user, shelf=shelf)
    messages.success(request, _("Saved."))
    return redirect(own)


@requires(permissions.manage_rulesets)
@require_http_methods(["GET", "POST"])
def ruleset_delete(request: Request, ruleset_id: str) -> HttpResponse:
    """Ask before own rules are deleted, or say which tournaments have them."""
    newest = _own_or_404(request, ruleset_id)
    refused = services.ruleset_deletion_refused(newest.ruleset)
    if request.method == "POST":
        try:
            services.shelve_ruleset(ruleset=newest.ruleset, actor=request.user, shelf=Shelf.DELETED)
        except Refused as error:
            refused = error
        else:
            messages.success(request, _("Deleted."))
            return redirect("rulesets")
    context = {"own": newest.ruleset, "title": newest.rules.title, "refused": refused}
    return render(request, "rulesets/ruleset_delete.html", context)


@requires(permissions.manage_rulesets)
@require_POST
def ruleset_rename(request: Request, ruleset_id: str) -> HttpResponse:
    """Give own rules another name: a new version that differs in nothing else."""
    newest = _own_or_404(request, ruleset_id)
    renamed = document_of(newest.text) | {"title": request.POST.get("title", "").strip()}
    text = text_of_document(renamed, newest.text)
    try:
        services.save_ruleset(ruleset=newest.ruleset, actor=request.user, text=text, base=newest.number)
    except Refused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Saved."))
    return redirect(newest.ruleset)


def _own_or_404(request: Request, ruleset_id: str) -> RulesetVersion:
    """Return the newest version of own rules."""
    ruleset = shown_or_404(request, ruleset_id)
    if not ruleset.versions:
        raise Http404
    return ruleset.versions[0]


@requires(permissions.manage_rulesets)
@require_POST
def ruleset_preview(request: Request) -> HttpResponse:
    """Show what the form as it stands would give: the point table, or what is wrong."""
    form = RulesetForm(posted_document(request.POST), sentences=posted_sentences(request.POST))
    return render(request, "rulesets/_preview.html", _preview(form))


def _form(request: Request, base: Ruleset, document: dict[str, Any]) -> RulesetForm:
    """Return the form as it was sent, changed by one of its own buttons if that was pressed; or as it begins."""
    if request.method != "POST":
        return RulesetForm(document, base=base.text)
    form = RulesetForm(posted_document(request.POST), base=base.text)
    change = request.POST.get("change", "")
    if change:
        choice = request.POST.get(f"choice {change.partition(' ')[2]}", "")
        form = RulesetForm(change_document(form.document, form.rules, change, choice), base=base.text)
    return form


def _answer(
    request: Request, form: RulesetForm, save: Callable[[], RulesetVersion], context: dict[str, Any]
) -> HttpResponse:
    """Save what was sent if that button was pressed; else, or if it is refused, show the form with all its values."""
    if request.method == "POST" and not request.POST.get("change") and form.is_sound:
        try:
            version = save()
        except Refused as error:
            form.refuse(error.context.get("field", ""), str(error))
            if error.code == "ruleset_changed":
                newest = RulesetVersion.objects.get(ruleset=context["own"], number=error.context["number"])
                context |= {"base": newest.number, "differences": ruleset_differences(form.rules, newest.rules)}
        else:
            messages.success(request, _("Saved."))
            return redirect(version.ruleset)
    context |= {"headings": heading_items(form), "parts": form_parts(form), "notices": notice_items(form)}
    context |= {"own_notices": own_notices(form, one_more=request.POST.get("change") == "more notices")}
    context |= {"notice_order": notice_order(form), "notices_summary": notices_summary(form)}
    context |= {"section": form.document.get("section"), "typed_id": request.POST.get("id", "")}
    context |= {"form_is_typed": request.method == "POST"} | _open_boxes(request, form, context["parts"])
    return render(request, "rulesets/ruleset_form.html", context | _preview(form))


def _open_boxes(request: Request, form: RulesetForm, parts: Sequence[Part]) -> dict[str, Any]:
    """Return what is open: the boxes that were when the form was sent, and those with a fault or a change."""
    focus = _focus(request)
    ids = request.POST.getlist("open") or list(OPEN_AT_FIRST)
    ids += [f"f-{part.key}" for part in parts if part.is_wrong or part.holds(focus)]
    if focus.startswith("notices") or any(fault.key.startswith("notices") for fault in form.faults):
        ids.append("f-notices")
    return {"open_boxes": ids, "focus": focus}


def _preview(form: RulesetForm) -> dict[str, Any]:
    context: dict[str, Any] = {"placed_faults": placed_faults(form)}
    if form.has_points:
        context |= {"point_groups": point_groups(form.rules), "point_notes": list(sitting_out_sentences(form.rules))}
        context |= {"limits": limit_rows(form.rules)}
    if form.is_sound:
        context["poster_sections"] = poster_sections(form.rules)
    return context


def _focus(request: Request) -> str:
    """Return the part that a button of the form has added or changed."""
    verb, _space, key = request.POST.get("change", "").partition(" ")
    choice = request.POST.get(f"choice {key}", "")
    return {"add": f"{key}.{choice}", "remove": key.rpartition(".")[0]}.get(verb, key)


def _copied(rules: Ruleset) -> dict[str, Any]:
    """Return the document of a copy: with its own name and edition, and its origin."""
    words = {"title": ruleset_title(rules), "edition": edition_words(rules.edition)}
    title = _("%(title)s (own)") % words
    return document_of(rules.text) | {
        "id": id_of_title(title),
        "title": title,
        "edition": timezone.localdate().isoformat(),
        "source": _("%(title)s, edition %(edition)s, changed") % words,
    }
