"""A club's own rulesets: create, change, import. Every change adds a version, and a link to the log."""

import hashlib
import tomllib
from collections.abc import Iterator
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.endings import readings
from scoring.errors import ScoringError
from scoring.ruleset import Ruleset, bundled_rulesets, parse_ruleset
from tournament import permissions
from tournament.enums import Shelf
from tournament.models import OwnRuleset, RulesetVersion, ShelvedRuleset, Tournament, User
from tournament.person.names import printable
from tournament.proof.services.witnesses import ruleset_payload
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_installation, lock_ruleset, lock_tournament
from tournament.services.tournaments import plan_matches
from tournament.words import labels

# Most characters of the texts in headings and at the foot of a sheet.
LONGEST = {"title": 80, "edition": 40, "source": 200}
# The longest section reference in a bundled file has 36 characters.
LONGEST_SECTION = 60
# Most different lines of points. The desk's page holds all of them, several times at a table of five. The bundled
# files have at most 822. All contracts with runners, any number of doublings and bonuses give some 3,000; with uneven
# figures they give 47,000.
MOST_LINES = 5_000
# The longest bundled file has 12,000 characters.
LONGEST_TEXT = 200_000
# So many tournaments are named that still need a ruleset.
NAMED = 3
# Addresses of other pages next to those of the rulesets.
RESERVED = ("import", "preview")


@transaction.atomic
def create_ruleset(
    *, actor: User, text: str, origin: str = "", based_on: RulesetVersion | None = None
) -> RulesetVersion:
    """Store a new ruleset as its version 1. Its id is the one in the text; the same form sent twice makes one ruleset.

    `origin` is the bundled ruleset at the root of the copies, `based_on` the version of an own ruleset that was copied.
    Deleted rules give their short name back. Refused: not_allowed, ruleset_wrong (the text is invalid), ruleset_bundled
    and ruleset_taken (it needs another id),
    ruleset_long and ruleset_words_long (the text, a heading or a section is too long), ruleset_wide (its figures give
    more results than the desk's page can hold), unprintable.
    """
    permissions.check(permissions.manage_rulesets, actor)
    rules = _checked(text)
    _check_id(rules.id)
    try:
        with transaction.atomic():
            ruleset = OwnRuleset.objects.create(slug=rules.id, origin=origin)
    except IntegrityError:
        ruleset = lock_ruleset(OwnRuleset.objects.get(slug=rules.id))
        if ruleset.shelf == Shelf.DELETED:
            return _begin_again(ruleset, actor, text)
        first = ruleset.versions.get(number=1)
        if (first.text, first.created_by_id) == (text, actor.pk):
            return first
        raise Refused(
            _("There are rules with the short name “%(id)s” already. Please choose another one."),
            code="ruleset_taken",
            field="id",
            id=rules.id,
        ) from None
    return _write(ruleset, actor, text, number=1, based_on=based_on)


@transaction.atomic
def save_ruleset(*, ruleset: OwnRuleset, actor: User, text: str, base: int) -> RulesetVersion:
    """Store a changed text as the next version; `base` is the number of the version that was changed.

    An unchanged text writes nothing. Tournaments that have not begun take the new version, with its number of matches.
    Refused: ruleset_changed (another version was saved in the meantime), other_id (the text has another ruleset's id),
    and the codes of create_ruleset.
    """
    permissions.check(permissions.manage_rulesets, actor)
    ruleset = lock_ruleset(ruleset)
    rules = _checked(text)
    if rules.id != ruleset.slug:
        raise Refused(
            _("The short name must stay “%(id)s”: tournaments are played by these rules under it."),
            code="other_id",
            field="id",
            id=ruleset.slug,
        )
    newest = ruleset.versions.select_related("created_by").latest("number")
    if newest.text == text:
        return newest
    if newest.number != base:
        raise Refused(
            _(
                "%(name)s has saved version %(number)s meanwhile. What you have typed still stands here; if you save "
                "once more, it becomes the next version."
            ),
            code="ruleset_changed",
            name=newest.created_by.full_name,
            number=newest.number,
        )
    version = _write(ruleset, actor, text, number=newest.number + 1, based_on=newest)
    _follow(ruleset)
    return version


def _begin_again(ruleset: OwnRuleset, actor: User, text: str) -> RulesetVersion:
    """Let new rules have the short name of deleted ones; the log keeps counting, so they begin with a later version."""
    shelve_ruleset(ruleset=ruleset, actor=actor, shelf=Shelf.OFFERED)
    newest = ruleset.versions.latest("number")
    return newest if newest.text == text else _write(ruleset, actor, text, number=newest.number + 1, based_on=None)


@transaction.atomic
def shelve_ruleset(*, ruleset: OwnRuleset, actor: User, shelf: str) -> None:
    """Hide a ruleset from new tournaments, offer it again, or delete it; its versions stay in the log.

    Refused: not_allowed, ruleset_used (a tournament is played by it, so it can only be hidden).
    """
    permissions.check(permissions.manage_rulesets, actor)
    ruleset = lock_ruleset(ruleset)
    if shelf == Shelf.DELETED and (refused := ruleset_deletion_refused(ruleset)):
        raise refused
    if ruleset.shelf == shelf:
        return
    if shelf == Shelf.OFFERED:
        ShelvedRuleset.objects.filter(ruleset=ruleset).delete()
    else:
        ShelvedRuleset.objects.update_or_create(ruleset=ruleset, defaults={"shelf": shelf})
    lock_installation()
    payload = {"ruleset": ruleset.slug, "shelf": str(shelf)}
    write_event(kind="installation.ruleset_shelved", actor=actor, payload=payload)


def ruleset_deletion_refused(ruleset: OwnRuleset) -> Refused | None:
    """Return why a ruleset cannot be deleted: tournaments are played by it. None if it can."""
    users = [one.name for one in Tournament.objects.filter(ruleset_id=ruleset.slug).order_by("-day")[:NAMED]]
    if not users:
        return None
    sentence = _("These rules belong to: %(names)s. They can be hidden, but not deleted.")
    return Refused(sentence, code="ruleset_used", names=", ".join(users))


def _write(
    ruleset: OwnRuleset, actor: User, text: str, *, number: int, based_on: RulesetVersion | None
) -> RulesetVersion:
    version = RulesetVersion.objects.create(
        ruleset=ruleset,
        number=number,
        text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        based_on=based_on,
        created_by=actor,
        created_at=timezone.now(),
    )
    lock_installation()
    write_event(kind="installation.ruleset_saved", actor=actor, payload=ruleset_payload(version))
    return version


def _follow(ruleset: OwnRuleset) -> None:
    """Plan the matches of all tournaments that use the newest version: those without a draw."""
    for open_one in Tournament.objects.filter(ruleset_id=ruleset.slug, frozen_ruleset="").order_by("pk"):
        tournament = lock_tournament(open_one)
        # A draw in the meantime has frozen the older version.
        if tournament.ruleset_id == ruleset.slug and not tournament.frozen_ruleset:
            plan_matches(tournament)
            versions.bump(tournament)


def _checked(text: str) -> Ruleset:
    if len(text) > LONGEST_TEXT:
        raise Refused(_("This is too long for a ruleset."), code="ruleset_long")
    try:
        rules = parse_ruleset(text)
    except ScoringError as error:
        raise Refused(labels.scoring_sentence(error), code="ruleset_wrong", key=error.context.get("key")) from None
    if rules.bock.after:
        raise Refused(
            _("A tournament does not count Bock rounds yet. Please leave “A Bock begins after” empty."),
            code="bock_uncounted",
            field="bock.after",
        )
    if any(word != printable(word) for word in _words(tomllib.loads(text))):
        raise Refused(_("There are characters in it that cannot be printed. Please type it again."), code="unprintable")
    words = [(field, getattr(rules, field), most) for field, most in LONGEST.items()]
    words += [(key, section, LONGEST_SECTION) for key, section in rules.sections.items()]
    words += [(f"notices.{number}", one.section, LONGEST_SECTION) for number, one in enumerate(rules.notices, 1)]
    for field, word, most in words:
        if len(word) > most:
            raise Refused(
                _("Please use at most %(most)s characters here."), code="ruleset_words_long", field=field, most=most
            )
    if any(_lines(rules, seats) > MOST_LINES for seats in rules.seats):
        raise Refused(
            _(
                "These figures give too many different results for the desk. Please choose rounder ones for values, "
                "bonuses and runners."
            ),
            code="ruleset_wide",
        )
    return rules


def _words(value: Any) -> Iterator[str]:
    """All texts of a TOML document, keys too."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)
    elif isinstance(value, str):
        yield value


def _lines(rules: Ruleset, seats: int) -> int:
    """The number of different lines of points that a game can have at a table with so many seats."""
    return len(readings(rules, seats, seats if seats > rules.players else None))


def _check_id(ruleset_id: str) -> None:
    if ruleset_id in bundled_rulesets() or ruleset_id in RESERVED:
        raise Refused(
            _("The short name “%(id)s” belongs to Spielliste itself. Please choose another one."),
            code="ruleset_bundled",
            field="id",
            id=ruleset_id,
        )
