"""The rulesets of the installation: the list, one of them, its file, and importing a file."""

from collections.abc import Sequence
from typing import TypeVar

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.doubts import doubts
from tournament import permissions
from tournament.models import OwnRuleset, RulesetVersion, TariffVersion, Tournament
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.rulesets import selectors, services
from tournament.rulesets.exports.course import sitting_out_sentences
from tournament.rulesets.exports.table import point_groups
from tournament.rulesets.forms.files import RulesetFileForm
from tournament.rulesets.selectors import ShownRuleset
from tournament.rulesets.words.sentences import edition_words
from tournament.words.labels import ruleset_title, scoring_sentence

Version = TypeVar("Version", RulesetVersion, TariffVersion)


@requires(permissions.see_hall)
@require_safe
def rulesets(request: Request) -> HttpResponse:
    return render(request, "rulesets/rulesets.html", {"rulesets": selectors.rulesets()})


@requires(permissions.see_hall)
@require_safe
def ruleset(request: Request, ruleset_id: str) -> HttpResponse:
    """Show a ruleset, of an own one the newest version or `?version=`."""
    rules = shown_or_404(request, ruleset_id)
    return render(request, "rulesets/ruleset.html", _page(rules) | _compared(request, rules))


@requires(permissions.see_hall)
@require_safe
def tournament_rules(request: Request, slug: str) -> HttpResponse:
    """Show the rules that a tournament is played by: from the first draw on its own copy."""
    tournament = get_object_or_404(Tournament, slug=slug)
    context = _page(selectors.played_rules(tournament)) | {"tournament": tournament, "nav": "tournament"}
    return render(request, "rulesets/ruleset.html", context)


@requires(permissions.see_hall)
@require_safe
def ruleset_toml(request: Request, ruleset_id: str) -> HttpResponse:
    """Return the file as it was written, to keep, to send on, or to import elsewhere."""
    rules = shown_or_404(request, ruleset_id)
    name = f"{ruleset_id}-{rules.version.number}.toml" if rules.version else f"{ruleset_id}.toml"
    answer = HttpResponse(rules.rules.text, content_type="application/toml; charset=utf-8")
    answer["Content-Disposition"] = str(content_disposition_header(True, name))
    return answer


@requires(permissions.manage_rulesets)
@require_http_methods(["GET", "POST"])
def ruleset_import(request: Request) -> HttpResponse:
    form = RulesetFileForm(request.POST, request.FILES) if request.method == "POST" else RulesetFileForm()
    if form.is_bound and form.is_valid():
        try:
            version = _take_in(request, form)
        except Refused as error:
            form.refuse(error.context.get("field", ""), str(error))
        else:
            messages.success(request, _("The rules are taken in."))
            return redirect(version.ruleset)
    if form.is_bound:
        form.keep_given()
    return render(request, "rulesets/ruleset_import.html", {"form": form, "faults": form.faults})


def shown_or_404(request: Request, ruleset_id: str) -> ShownRuleset:
    """Return the ruleset that a page is about, in the version that it asks for."""
    try:
        return selectors.shown_ruleset(ruleset_id, version_number(request.GET.get("version", "")))
    except (OwnRuleset.DoesNotExist, RulesetVersion.DoesNotExist):
        raise Http404 from None


def version_number(text: str) -> int | None:
    """Read the number of a version as a browser sends it; None where it is none."""
    # No version has more digits, and Python refuses to read thousands of them.
    return int(text[:20]) if text.isascii() and text.isdigit() else None


def compared_version(
    request: Request, shown: Version | None, versions: Sequence[Version]
) -> tuple[Version | None, list[Version]]:
    """Return the version to compare the shown one with, the one before unless `?against=` names another; all others.

    `versions` has the newest first.
    """
    number = version_number(request.GET.get("against", ""))
    others = [one for one in versions if one != shown]
    older = [one for one in others if shown is not None and one.number < shown.number]
    return next((one for one in others if one.number == number), older[0] if older else None), others


def _page(rules: ShownRuleset) -> dict[str, object]:
    return {
        "shown": rules,
        "rules": rules.rules,
        "title": ruleset_title(rules.rules),
        "edition": edition_words(rules.rules.edition),
        "origin_title": ruleset_title(rules.origin) if rules.origin else "",
        "doubts": [scoring_sentence(doubt) for doubt in doubts(rules.rules)] if rules.own else [],
        "point_groups": point_groups(rules.rules),
        "point_notes": list(sitting_out_sentences(rules.rules)),
        "settings": selectors.settings_by_heading(rules.rules),
        "differences": selectors.ruleset_differences(rules.rules, rules.origin) if rules.origin else None,
    }


def _compared(request: Request, rules: ShownRuleset) -> dict[str, object]:
    """Return the version to compare with, and what differs."""
    against, others = compared_version(request, rules.version, rules.versions)
    if against is None:
        return {}
    differences = selectors.ruleset_differences(rules.rules, against.rules)
    return {"against": against, "others": others, "version_differences": differences}


def _take_in(request: Request, form: RulesetFileForm) -> RulesetVersion:
    own = OwnRuleset.objects.filter(slug=form.ruleset_id).first() if form.cleaned_data["next_version"] else None
    if own is None:
        return services.create_ruleset(actor=request.user, text=form.text, origin=form.origin)
    # A file was made from no version here, so it follows the newest.
    base = own.versions.latest("number").number
    return services.save_ruleset(ruleset=own, actor=request.user, text=form.text, base=base)
