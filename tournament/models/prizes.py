"""Prizes: their list and their winners, the choices and handings-over, and the lots drawn for prizes."""

from collections.abc import Mapping

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament import lots
from tournament.prizes.kinds import (
    ARGUMENT_LENGTH,
    DONOR_LENGTH,
    GROUP_LENGTH,
    WORDS_LENGTH,
    Criterion,
    PerHead,
    PrizeActKind,
    ShownPrize,
)


class Picture(models.Model):
    """A picture of a prize, a club's logo or a sponsor's. We encode it again from the uploaded file, which is never an
    SVG."""

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="pictures")
    name = models.CharField(max_length=80)
    data = models.BinaryField()
    content_type = models.CharField(max_length=10)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    sha256 = models.CharField(max_length=64)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "sha256"], name="picture_held_once"),
            models.CheckConstraint(
                condition=models.Q(content_type__in=["image/jpeg", "image/png"]), name="picture_is_jpeg_or_png"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PrizeGroup(models.Model):
    """Prizes that belong together ("Place prizes", "Special prizes"), and how many of them one person may get."""

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="prize_groups")
    name = models.CharField(_("group"), max_length=GROUP_LENGTH)
    per_head = models.CharField(_("prizes a head"), max_length=7, choices=PerHead.choices, default=PerHead.SEVERAL)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="prize_group_named_once")]

    def __str__(self) -> str:
        return self.name


class Prize(models.Model):
    """A prize, or several of the same kind: `count` people, or the places in `argument`, get it.

    `cents` is money for each of them; `value_cents` is the worth of a thing, if the club wants it named. `number` is
    typed when prizes are chosen.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="prizes")
    group = models.ForeignKey(PrizeGroup, on_delete=models.PROTECT, related_name="prizes")
    number = models.PositiveSmallIntegerField(_("number"))
    words = models.CharField(_("prize"), max_length=WORDS_LENGTH)
    donor = models.CharField(_("donor"), max_length=DONOR_LENGTH, blank=True)
    cents = models.PositiveIntegerField(_("money"), null=True, blank=True)
    value_cents = models.PositiveIntegerField(_("value"), null=True, blank=True)
    picture = models.ForeignKey(Picture, null=True, blank=True, on_delete=models.PROTECT, related_name="prizes")
    criterion = models.CharField(_("who gets it"), max_length=8, choices=Criterion.choices)
    argument = models.CharField(max_length=ARGUMENT_LENGTH, blank=True)
    count = models.PositiveSmallIntegerField(_("how many"), default=1)
    shown = models.CharField(
        _("in the prize-giving"), max_length=9, choices=ShownPrize.choices, default=ShownPrize.LINE
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="prize_number_given_once"),
            models.CheckConstraint(condition=models.Q(number__range=(1, 999)), name="prize_number_from_1_to_999"),
            models.CheckConstraint(condition=models.Q(count__range=(1, 500)), name="prize_for_1_to_500"),
            models.CheckConstraint(condition=~models.Q(words=""), name="prize_has_words"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.words}"


class PrizeAct(models.Model):
    """One act: somebody chose a prize, comes later, is not here, waived a prize, or was given it.

    An act that was undone stays on record. `cents` is the money that was given.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="prize_acts")
    participant = models.ForeignKey("Participant", on_delete=models.PROTECT, related_name="prize_acts")
    prize = models.ForeignKey(Prize, null=True, blank=True, on_delete=models.PROTECT, related_name="acts")
    kind = models.CharField(max_length=6, choices=PrizeActKind.choices)
    cents = models.PositiveIntegerField(null=True, blank=True)
    acted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    acted_at = models.DateTimeField()
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["prize"], condition=models.Q(kind="chosen", undone_at=None), name="prize_chosen_once"
            ),
            models.UniqueConstraint(
                fields=["participant"],
                condition=models.Q(kind="chosen", undone_at=None),
                name="participant_chooses_once",
            ),
            models.UniqueConstraint(
                fields=["participant", "prize"],
                condition=models.Q(kind="given", undone_at=None),
                name="prize_given_once",
            ),
            models.UniqueConstraint(
                fields=["participant", "prize"],
                condition=models.Q(kind="waived", undone_at=None),
                name="prize_waived_once",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["chosen", "waived", "given"], prize__isnull=False)
                | models.Q(kind__in=["later", "absent"], prize=None),
                name="prize_act_names_its_prize",
            ),
            models.CheckConstraint(
                condition=models.Q(undone_at=None, undone_by=None)
                | models.Q(undone_at__isnull=False, undone_by__isnull=False),
                name="prize_act_says_who_undid_it",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.participant}: {self.kind}"

    @property
    def wants_none(self) -> bool:
        """Whether somebody waived every prize there was to choose from; `prize` is then any of them."""
        return self.kind == PrizeActKind.WAIVED and self.prize is not None and self.prize.criterion == Criterion.CHOICE

    @property
    def words(self) -> str:
        """The act in words, without the prize."""
        return str(_("Wants none") if self.wants_none else PrizeActKind(self.kind).label)


class PublicLot(models.Model):
    """A lot that is drawn before everybody, for a prize or a full tie (5.4.2), and that anyone can recompute.

    First the list of `entrants` (participant ids in the order of their start numbers) is closed: `commitment` is the
    hash of `secret`, which nobody sees yet. Then `numbers` that people in the hall call out and the secret give the
    seed (lots/chance.py), and `order` lists the ids, the first one won. Without a prize it is the lot of a tie; `kept`
    are the chains of ids whose order earlier lots among equal people gave (lots/ties.py).

    `prize_number` is the prize's number when the list was closed, 0 for a tie: it is part of the list. If more people
    stand equal later, a second lot draws them in; the first one stays on record.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="public_lots")
    prize = models.ForeignKey(Prize, null=True, blank=True, on_delete=models.PROTECT, related_name="lots")
    prize_number = models.PositiveSmallIntegerField()
    entrants = models.JSONField()
    kept = models.JSONField(default=list, blank=True)
    commitment = models.CharField(max_length=64)
    secret = models.CharField(max_length=64)
    numbers = models.JSONField(default=list, blank=True)
    order = models.JSONField(default=list, blank=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField()
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    drawn_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "prize"],
                condition=models.Q(given_up_at=None, drawn_at=None, prize__isnull=False),
                name="one_open_list_for_a_prize",
            ),
            models.CheckConstraint(
                condition=models.Q(prize=None, prize_number=0)
                | models.Q(prize__isnull=False, prize_number__range=(1, 999)),
                name="lot_keeps_the_number_of_its_prize",
            ),
            models.CheckConstraint(
                condition=models.Q(drawn_at=None, drawn_by=None, order=[])
                | (models.Q(drawn_at__isnull=False, drawn_by__isnull=False) & ~models.Q(order=[])),
                name="drawn_lot_has_its_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.prize or 'tie'}"

    def terms(self, numbers: Mapping[int, int]) -> lots.LotTerms:
        """Return the closed list; `numbers` are the start numbers by key."""
        return lots.LotTerms(
            prize=self.prize_number,
            entrants=tuple(numbers[key] for key in self.entrants),
            kept=tuple(tuple(numbers[key] for key in chain) for chain in self.kept),
        )
