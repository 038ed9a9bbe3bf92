"""Own rulesets: creating, changing, importing. Every change adds a version, so the rows themselves are the log."""

import hashlib

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.endings import readings
from scoring.errors import ScoringError
from scoring.ruleset import Ruleset, bundled_rulesets, parse_ruleset
from tournament import permissions
from tournament.models import OwnRuleset, RulesetVersion, Tournament, User
from tournament.refusals import Refused
from tournament.services import live
from tournament.services.locks import lock_ruleset, lock_tournament
from tournament.services.tournaments import plan_matches
from tournament.words import labels

# Most characters of the texts that stand in headings and at the foot of a sheet.
LONGEST = {"title": 80, "edition": 40, "source": 200}
# The longest section reference in a bundled file has 36 characters.
LONGEST_SECTION = 60
# Most results of a game: the desk's page contains them all, several times at a table of five. The bundled files have
# at most 822, all contracts with runners, doublings and bonuses some 3,000; odd figures lead to 47,000.
MOST_LINES = 5_000
# The longest bundled file has 12,000 characters.
LONGEST_TEXT = 200_000
# Other pages use these words in the place of a ruleset's id in the address.
RESERVED = ("import", "preview")


@transaction.atomic
def create_ruleset(
    *, actor: User, text: str, origin: str = "", based_on: RulesetVersion | None = None
) -> RulesetVersion:
    """Keep a new ruleset as its version 1, under the id in its text. The same form sent twice makes one ruleset.

    `origin` is the bundled ruleset from which all copies come, `based_on` the own version that was copied. Refused:
    `ruleset_wrong` where the text is no valid ruleset, `ruleset_bundled` or `ruleset_taken` where it needs another id,
    `ruleset_long` and `ruleset_words_long` where the text, a heading or a section is too long, `ruleset_wide` where
    its figures give more results than a desk's page can hold.
    """
    permissions.check(permissions.manage_rulesets, actor)
    rules = _checked(text)
    _check_id(rules.id)
    try:
        with transaction.atomic():
            ruleset = OwnRuleset.objects.create(slug=rules.id, origin=origin)
    except IntegrityError:
        ruleset = lock_ruleset(OwnRuleset.objects.get(slug=rules.id))
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
    """Keep a changed text as the next version; `base` is the number of the version that was changed.

    An unchanged text writes nothing. Tournaments that have not begun take the new version, and their matches are
    planned again. Refused: `ruleset_changed` where another version was saved meanwhile, `other_id` where the text
    belongs to another ruleset, and as `create_ruleset`.
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


def _write(
    ruleset: OwnRuleset, actor: User, text: str, *, number: int, based_on: RulesetVersion | None
) -> RulesetVersion:
    return RulesetVersion.objects.create(
        ruleset=ruleset,
        number=number,
        text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        based_on=based_on,
        created_by=actor,
        created_at=timezone.now(),
    )


def _follow(ruleset: OwnRuleset) -> None:
    """Plan the matches again where no draw has frozen the rules: the new version may ask for another number of them."""
    for open_one in Tournament.objects.filter(ruleset_id=ruleset.slug, frozen_ruleset="").order_by("pk"):
        tournament = lock_tournament(open_one)
        # A draw in between has frozen the version before.
        if tournament.ruleset_id == ruleset.slug and not tournament.frozen_ruleset:
            plan_matches(tournament)
            live.bump(tournament)


def _checked(text: str) -> Ruleset:
    if len(text) > LONGEST_TEXT:
        raise Refused(_("This is too long for a ruleset."), code="ruleset_long")
    try:
        rules = parse_ruleset(text)
    except ScoringError as error:
        raise Refused(labels.sentence(error), code="ruleset_wrong", key=error.context.get("key")) from None
    words = [(field, getattr(rules, field), most) for field, most in LONGEST.items()]
    words += [(key, section, LONGEST_SECTION) for key, section in rules.sections.items()]
    words += [(f"notices.{code}", section, LONGEST_SECTION) for code, section in rules.notices.items()]
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


def _lines(rules: Ruleset, seats: int) -> int:
    """The number of different lines of points that a game at a table with so many seats can give."""
    return len(readings(rules, seats, seats if seats > rules.players else None))


def _check_id(ruleset_id: str) -> None:
    if ruleset_id in bundled_rulesets() or ruleset_id in RESERVED:
        raise Refused(
            _("The short name “%(id)s” belongs to Spielliste itself. Please choose another one."),
            code="ruleset_bundled",
            field="id",
            id=ruleset_id,
        )
