"""The sentences of a ruleset's notices, for the wall and the leaflet. One line for each code, in scoring's order."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.notices import Notice

NOTICES: Mapping[str, Any] = {
    "organiser-and-management": _(
        "The tournament management decides on start and course; where it is not the organiser, everyone is told so."
    ),
    "no-entitlement": _("Nobody is entitled to take part."),
    "rules-are-binding": _("With the registration everyone accepts these rules as the only binding ones."),
    "no-time-limit": _("There is no time limit."),
    "lots-not-changed": _("Tables and seats are drawn beforehand; the lots are not changed."),
    "no-changing-tables": _("The tables are drawn; changing tables is not allowed."),
    "no-substitution": _("Everyone plays in person; nobody may stand in."),
    "fair-conduct": _(
        "Everyone plays fairly. Insults and discrimination are forbidden; age, gender and origin make no difference."
    ),
    "no-hints": _("No hints: a remark, gesture or movement that tells others something ends the game."),
    "no-criticising": _(
        "Whoever does not follow suit, criticises or tries to influence the game by words generally loses it."
    ),
    "cards-hidden": _("Hold your cards so that nobody sees them, and do not look at the cards of others."),
    "no-counting-aloud": _("Counting aloud is not allowed."),
    "everything-on-the-table": _("Shuffling, cutting, dealing, holding the cards and playing: all of it on the table."),
    "no-onlookers": _("Onlookers are not allowed in the room; whoever has finished leaves it."),
    "report-given-points": _(
        "Whoever suspects that a player is given points tells the supervisor at once; anyone may point out a "
        "breach of the rules."
    ),
    "exclusion-cheating-revokes": _(
        "Cheating and repeated revokes lead to exclusion from the tournament; the entry fee is not paid back."
    ),
    "exclusion-breaches": _(
        "Loud protest, intentional breaches of the rules and falsified sheets lead to exclusion from the tournament."
    ),
    "exclusion-wrong-play": _(
        "Loud protest, intentional wrong play and intentional wrong entries on the sheet lead to exclusion from "
        "the tournament."
    ),
    "exclusion-cheating-protest": _(
        "Cheating, knowingly wrong entries and too loud a protest are punished with exclusion from the tournament."
    ),
    "picture-bavarian-franconian": _("The cards have the Bavarian or the Franconian picture."),
    "picture-bavarian": _("The cards have the Bavarian picture."),
    "identical-backs-no-sixes": _(
        "All cards measure 56 × 100 mm and have the same back; Sixes are removed beforehand."
    ),
    "issued-packs-only": _("Only the cards that the organiser hands out are used."),
    "dealing-two-packets-of-four": _("The cards are dealt in two packets of four."),
    "dealing-four-packets-of-two": _("The cards are dealt in four packets of two."),
    "dealing-two-packets-of-three": _("The cards are dealt in two packets of three."),
    "dealing-three-skat-four-three": _("Three cards to each player, two into the skat, then four and three to each."),
    "skat-stays-closed": _(
        "In a Solo nobody looks at the skat before the end; it counts for the declarer, for the highest trumps too."
    ),
    "second-shuffle-no-cut": _(
        "No cutting: the player to the dealer's right shuffles again, the lowest cards to the top at least three times."
    ),
    "cut-at-least-three": _("The pack must be cut, at least three cards of it."),
    "cut-up-to-three-times": _("The pack may be cut up to three times."),
    "pack-not-looked-at": _(
        "Dealer and cutter do not look at the cards, neither before nor during nor after shuffling and cutting."
    ),
    "all-pass-same-dealer": _("If all pass, the same dealer deals again."),
    "all-pass-next-dealer": _("If all pass, the cards are thrown in and the next dealer deals."),
    "all-pass-ramsch": _("If all pass, a Ramsch is played; nobody can announce a game any more."),
    "all-pass-schieberamsch": _("If all pass, a Schieberamsch is played; nobody can announce a game any more."),
    "all-pass-muss": _("If all pass, a Muss is played: whoever holds the card set for it must play."),
    "all-pass-kreuz": _("If all pass, a Kreuz is played: those who face one another are partners."),
    "no-bock-rounds": _("There are no Bock rounds."),
    "no-stoss": _("Stoss and Retour are not allowed."),
    "stoss-while-one-card-lies": _(
        "Stoss and Retour only while no more than one card lies on the table; the declarer remains the declarer."
    ),
    "kontra-until-own-card": _(
        "Kontra until one's own card to the first trick, also for who has passed; play waits until the doubling "
        "is over."
    ),
    "play-to-the-end": _("Every game is played to the last card."),
    "laying-down-ends-the-game": _("Whoever lays down several cards at once ends the game."),
    "late-tout": _("A Tout is announced before the first card is led; announced later it does not count as a Tout."),
    "revoke-until-next-shuffle": _(
        "If it turns out after the game, but before the next shuffle, that a player did not follow suit, he has lost."
    ),
    "revoke-until-cut": _(
        "If it turns out after the game, but before the cut, that a player gave a wrong card, he has lost."
    ),
    "schneider-unasked": _("Where money is paid: Schneider is paid unasked, Schwarz must be asked for."),
    "approval-before-play": _("A game that needs approval begins only when the supervisor has approved it."),
    "disallowed-games-deleted": _("A game that is not allowed is deleted from the sheet and not replayed."),
    "unapproved-games-struck": _("A game that was not approved is struck from the sheet."),
    "first-game-no-tout": _("No Tout in the first game of a match."),
    "scorekeeper-by-management": _(
        "One player keeps the sheet and hands it in to the supervisor at the end of the match; the management "
        "names him beforehand. If all agree, another keeps it."
    ),
    "scorekeeper-by-director": _(
        "One player keeps the sheet and sees that it is handed in; the game director or the players name him "
        "before play begins."
    ),
    "names-in-block-letters": _(
        "Everyone enters first and last name on the sheet in clear block letters and signs it at the end of each table."
    ),
    "everyone-checks": _("Every player checks the sheet."),
    "sign-after-checking": _("Every player checks the sheet and signs it before it is handed in."),
    "checksum-is-zero": _("The checksum must be 0 after each round, and so must that of the match."),
    "corrections-by-supervisor": _(
        "Corrections, deletions and later changes on the sheet only with the supervisor's signature."
    ),
    "sheets-are-documents": _("Through the signatures the sheets are documents; they are kept for 6 months."),
    "management-may-void": _("The management may correct illegible or wrong sheets or declare them void."),
    "complain-at-once": _("Complaints are made at once."),
    "director-is-final": _("The game director's decisions are final; there is no appeal."),
    "follow-the-director": _(
        "The game director's instructions are followed; irregularities are reported to him without delay."
    ),
    "no-recourse-to-law": _("Recourse to law is excluded."),
}


def notice_words(notice: Notice) -> str:
    """Return the sentence of a notice in the reader's language, else in the one that it has."""
    if notice.code:
        return str(NOTICES[notice.code])
    return notice.words.get(get_language() or "", next(iter(notice.words.values())))
