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
    "rules-are-binding": _("With the registration everyone accepts these rules as the only binding ones."),
    "no-time-limit": _("There is no time limit."),
    "fair-conduct": _(
        "Everyone plays fairly. Insults and discrimination are forbidden; age, gender and origin make no difference."
    ),
    "no-hints": _("No hints: a remark, gesture or movement that tells others something ends the game."),
    "cards-hidden": _("Hold your cards so that nobody sees them, and do not look at the cards of others."),
    "no-counting-aloud": _("Counting aloud is not allowed."),
    "everything-on-the-table": _("Shuffling, cutting, dealing, holding the cards and playing: all of it on the table."),
    "no-onlookers": _("Onlookers are not allowed in the room; whoever has finished leaves it."),
    "dealing-two-packets-of-four": _("The cards are dealt in two packets of four."),
    "dealing-four-packets-of-two": _("The cards are dealt in four packets of two."),
    "dealing-two-packets-of-three": _("The cards are dealt in two packets of three."),
    "dealing-three-skat-four-three": _("Three cards to each player, two into the skat, then four and three to each."),
    "second-shuffle-no-cut": _(
        "No cutting: the player to the dealer's right shuffles again, the lowest cards to the top at least three times."
    ),
    "cut-at-least-three": _("The pack must be cut, at least three cards of it."),
    "cut-up-to-three-times": _("The pack may be cut up to three times."),
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
    "play-to-the-end": _("Every game is played to the last card."),
    "laying-down-ends-the-game": _("Whoever lays down several cards at once ends the game."),
    "schneider-unasked": _("Where money is paid: Schneider is paid unasked, Schwarz must be asked for."),
    "approval-before-play": _("A game that needs approval begins only when the supervisor has approved it."),
    "first-game-no-tout": _("No Tout in the first game of a match."),
    "corrections-by-supervisor": _("Corrections and deletions on the sheet only with the supervisor's signature."),
    "sign-after-checking": _("Every player checks the sheet and signs it before it is handed in."),
    "complain-at-once": _("Complaints are made at once."),
    "no-recourse-to-law": _("Recourse to law is excluded."),
}


def notice_words(notice: Notice) -> str:
    """Return the sentence of a notice in the reader's language, else in the one that it has."""
    if notice.code:
        return str(NOTICES[notice.code])
    return notice.words.get(get_language() or "", next(iter(notice.words.values())))
