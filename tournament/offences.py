"""The offences of the rules: what a supervisor warns of, excludes for or sanctions, with the section of each."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _


class Offence(models.TextChoices):
    """The catalogue of 3.4, 3.5, 5.1.4 and 5.1.5. OFFENCE_SECTIONS holds the section of each."""

    REVOKE = "revoke", _("did not follow suit")
    OUT_OF_TURN = "out-of-turn", _("played or led out of turn")
    HINT = "hint", _("gave a hint about the game")
    TRICKS = "tricks", _("looked through the tricks")
    EXPOSED = "exposed", _("showed a card on purpose")
    HAND = "hand", _("had too many or too few cards")
    REVEALED = "revealed", _("threw the cards down before the decision")
    MARKED = "marked", _("marked or bent a card")
    DEALING = "dealing", _("dealt, shuffled or cut wrongly")
    PEEKED = "peeked", _("looked at another hand, or let the own be seen")
    COUNTED = "counted", _("counted aloud")
    INSULT = "insult", _("was unfair or insulting")
    PROTEST = "protest", _("protested loudly")
    BREACH = "breach", _("broke the rules on purpose")
    SHEET = "sheet", _("falsified the sheet")
    CHEATING = "cheating", _("cheated")
    GIFT = "gift", _("gave points away")
    OTHER = "other", _("something else")


OFFENCE_SECTIONS: Mapping[Offence, str] = {
    Offence.REVOKE: "3.4.14",
    Offence.OUT_OF_TURN: "3.4.7",
    Offence.HINT: "3.5.1",
    Offence.TRICKS: "3.4.9",
    Offence.EXPOSED: "3.4.11",
    Offence.HAND: "3.4.12",
    Offence.REVEALED: "3.4.18",
    Offence.MARKED: "3.4.3",
    Offence.DEALING: "3.4.6",
    Offence.PEEKED: "3.5.4",
    Offence.COUNTED: "3.5.5",
    Offence.INSULT: "3.5.2",
    Offence.PROTEST: "5.1.5",
    Offence.BREACH: "5.1.5",
    Offence.SHEET: "5.1.5",
    Offence.CHEATING: "5.1.4",
    Offence.GIFT: "5.2.18",
    Offence.OTHER: "",
}


# Offences of a game, which a sanction may be about.
AT_THE_TABLE = frozenset(
    {
        Offence.REVOKE,
        Offence.OUT_OF_TURN,
        Offence.HINT,
        Offence.TRICKS,
        Offence.EXPOSED,
        Offence.HAND,
        Offence.REVEALED,
        Offence.DEALING,
        Offence.PEEKED,
    }
)
