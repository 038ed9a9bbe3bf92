"""The headed sections of poster and leaflet: sentences from the data of a ruleset, and its notices with a code."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournament.models import Tournament
from tournament.rulesets.exports import course, sentences
from tournament.rulesets.exports.words import cite
from tournament.rulesets.words.notices import NOTICES, notice_words

# Which notices stand in which section.
MATCH = ("lots-not-changed", "no-changing-tables", "no-substitution", "no-time-limit")
PACK = ("picture-bavarian-franconian", "picture-bavarian", "identical-backs-no-sixes", "issued-packs-only")
DEALING = (
    *("skat-stays-closed", "second-shuffle-no-cut", "cut-at-least-three", "cut-up-to-three-times"),
    *("pack-not-looked-at", "everything-on-the-table"),
)
PLAY = (
    *("play-to-the-end", "laying-down-ends-the-game", "revoke-until-next-shuffle", "revoke-until-cut"),
    *("no-bock-rounds", "schneider-unasked"),
)
STOSS = ("no-stoss", "stoss-while-one-card-lies", "kontra-until-own-card")
FIRST_GAME = ("first-game-no-tout",)
APPROVAL = ("approval-before-play", "disallowed-games-deleted", "unapproved-games-struck")
CONDUCT = (
    *("fair-conduct", "no-hints", "no-criticising", "cards-hidden", "no-counting-aloud", "no-onlookers"),
    *("report-given-points",),
)
EXCLUSION = (
    *("exclusion-cheating-revokes", "exclusion-breaches", "exclusion-wrong-play", "exclusion-cheating-protest"),
)
SHEET = (
    *("scorekeeper-by-management", "scorekeeper-by-director", "names-in-block-letters"),
    *("checksum-is-zero", "everyone-checks", "sign-after-checking", "corrections-by-supervisor"),
    *("sheets-are-documents", "management-may-void"),
)
DISPUTES = ("complain-at-once", "director-is-final", "follow-the-director", "no-recourse-to-law")
MANAGEMENT = ("organiser-and-management", "no-entitlement", "rules-are-binding")
# Notices that the sentences made from the data say, too.
IN_DATA = (
    *("dealing-two-packets-of-four", "dealing-four-packets-of-two", "dealing-two-packets-of-three"),
    *("dealing-three-skat-four-three", "all-pass-same-dealer", "all-pass-next-dealer"),
    *("all-pass-ramsch", "all-pass-schieberamsch", "all-pass-muss", "all-pass-kreuz", "late-tout"),
)


@dataclass(frozen=True, slots=True)
class PrintedSection:
    """A heading with its sentences; `ordered` where their order counts. An empty section is not printed."""

    title: str
    sentences: tuple[str, ...]
    ordered: bool = False


def section(title: str, texts: Iterable[str], *, ordered: bool = False) -> PrintedSection:
    """Make a section of these sentences."""
    return PrintedSection(title, tuple(texts), ordered)


def playing_sections(ruleset: Ruleset, tournament: Tournament | None = None) -> Iterator[PrintedSection]:
    """Yield what a player must know before and while playing, beside `scoring_sections`."""
    matches = tournament.matches_in_all if tournament else None
    yield section(_("The match"), [*course.match_sentences(ruleset, matches), *_notices(ruleset, MATCH)])
    yield section(
        _("Cards, shuffling and dealing"),
        [
            *course.pack_sentences(ruleset),
            *_notices(ruleset, PACK),
            *course.dealing_sentences(ruleset),
            *_notices(ruleset, DEALING),
        ],
    )
    yield section(
        _("Trumps and runners"), [*course.trump_sentences(ruleset), *course.runner_definition_sentences(ruleset)]
    )
    yield section(
        _("Playing"),
        [
            *course.late_tout_sentences(ruleset),
            *_notices(ruleset, PLAY),
            *course.surrender_sentences(ruleset),
        ],
    )


def scoring_sections(ruleset: Ruleset) -> Iterator[PrintedSection]:
    """Yield what changes the points of a game: runners, Stoss, the first game, games that need an approval."""
    yield section(
        _("Runners, Stoss and Retour"),
        [
            *sentences.runner_sentences(ruleset),
            *sentences.doubling_sentences(ruleset),
            *_notices(ruleset, STOSS),
        ],
    )
    yield section(_("First game"), [*sentences.first_game_sentences(ruleset), *_notices(ruleset, FIRST_GAME)])
    yield section(
        _("Needs the supervisor's approval"), [*sentences.approval_sentences(ruleset), *_notices(ruleset, APPROVAL)]
    )


def permit_section(ruleset: Ruleset) -> PrintedSection:
    """Return what a hand needs for a Tout (5.2.14)."""
    return section(_("What a hand needs for a Tout"), course.permit_sentences(ruleset))


def ranking_section(ruleset: Ruleset) -> PrintedSection:
    """Return what decides the places (5.4)."""
    return section(_("Ranking, in this order"), sentences.ranking_sentences(ruleset), ordered=True)


def tournament_sections(ruleset: Ruleset) -> Iterator[PrintedSection]:
    """Yield what holds around the games: conduct, exclusion, the sheet, disputes, the management."""
    yield section(_("Conduct"), _notices(ruleset, CONDUCT))
    yield section(_("Exclusion"), _notices(ruleset, EXCLUSION))
    yield section(_("The sheet"), [*course.circle_sentences(ruleset), *_notices(ruleset, SHEET)])
    yield section(_("Disputes"), [*course.dispute_sentences(ruleset), *_notices(ruleset, DISPUTES)])
    yield section(_("Organiser and tournament management"), _notices(ruleset, MANAGEMENT))
    yield section(_("What holds here besides"), _own_notices(ruleset))


def _notices(ruleset: Ruleset, codes: tuple[str, ...]) -> Iterator[str]:
    sections = ruleset.codes
    for code in codes:
        if code in sections:
            yield cite(NOTICES[code], sections[code])


def _own_notices(ruleset: Ruleset) -> Iterator[str]:
    return (cite(notice_words(notice), notice.section) for notice in ruleset.notices if not notice.code)
