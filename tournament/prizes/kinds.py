"""Kinds: who gets a prize, how many a head, what equal places get, how a prize is shown, what is done about it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

# The name that a group gets where nobody gave it one.
UNNAMED_GROUP = _("Prizes")
WORDS_LENGTH, DONOR_LENGTH, ARGUMENT_LENGTH, GROUP_LENGTH = 120, 80, 120, 60


class Criterion(models.TextChoices):
    """Who gets a prize. `argument` of the prize says more: the places, the club, the match."""

    PLACE = "place", _("Places")
    WOMAN = "woman", _("Best woman")
    YOUTH = "youth", _("Best youth")
    OLDEST = "oldest", _("Oldest")
    CLUB = "club", _("Best of a club")
    NEWCOMER = "newcomer", _("Best newcomer")
    SIES = "sies", _("Most Sies")
    TOUTS = "touts", _("Most Touts won")
    SOLOS = "solos", _("Most Solos won")
    SHEET = "sheet", _("Highest single sheet")
    MINUS = "minus", _("Most minus points")
    MATCH = "match", _("Best of a match")
    TABLE = "table", _("Table winners")
    RAFFLE = "raffle", _("Raffle among all who are present")
    CHOICE = "choice", _("To be chosen, in order of the places")


class PerHead(models.TextChoices):
    """How many prizes of a group one person may get."""

    SEVERAL = "several", _("several")
    ONE_OF_GROUP = "one", _("one of this group")
    ONE_OVERALL = "overall", _("one of all such groups")


class Sharing(models.TextChoices):
    """What equal places get (H 7)."""

    SAME = "same", _("each the same")
    DIVIDED = "divided", _("the sum of their places, divided")
    LOT = "lot", _("the lot decides")


class ShownPrize(models.TextChoices):
    """How the prize-giving shows a prize."""

    LINE = "line", _("as a line")
    HIGHLIGHT = "highlight", _("highlighted")
    SCREEN = "screen", _("on a screen of its own")
    LISTED = "list", _("as part of a list")
    NOT = "not", _("not at all")


class PrizeActKind(models.TextChoices):
    """What somebody did about the prizes: whose turn it was, and what was handed out."""

    CHOSEN = "chosen", _("Chosen")
    LATER = "later", _("Comes later")
    ABSENT = "absent", _("Not here")
    WAIVED = "waived", _("Waived")
    GIVEN = "given", _("Given")
