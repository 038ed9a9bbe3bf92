"""Approvals of games that need one: Touts and Sie (5.2.14), Solos and Wenzen from the 5th on (5.2.16)."""

from django.conf import settings
from django.db import models

from tournament.enums import ApprovalState
from tournament.models.actors import Acted


class Approval(Acted):
    """An approval of a written game. `on_paper` means that the supervisor's initials stand on the paper sheet."""

    game = models.ForeignKey("Game", on_delete=models.PROTECT, related_name="approvals")
    section = models.CharField(max_length=12)
    state = models.CharField(max_length=9, choices=ApprovalState.choices, default=ApprovalState.REQUESTED)
    requested_at = models.DateTimeField()
    on_paper = models.BooleanField(default=False)
    # The name that the table gave for an approval by word of mouth, while there was no network. It is free text, not a
    # login; a supervisor has yet to confirm the approval.
    oral = models.CharField(max_length=80, blank=True)
    # The salt of that name's hash in the log.
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - None, not empty: unknown
    # The supervisor who decided; on paper, the one whose initials stand there.
    supervisor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["requested_at", "pk"]
        constraints = [
            *Acted.Meta.constraints,
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(state__in=["requested", "granted", "refused"]),
                name="one_approval_in_force_a_game",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["requested", "withdrawn"])
                | models.Q(supervisor__isnull=False, decided_at__isnull=False),
                name="decided_approval_names_its_supervisor",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.state}"


class ApprovalRequest(Acted):
    """A game that the table wants approved before its first card (5.2.14, 5.2.16).

    `number` is the game's line, `seat` its declarer, `hand` the declarer's cards if the table asks for a verdict by
    5.2.14. After a refusal the player may choose another game. A granted request becomes the approval of `game` once
    that is written.
    """

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="requests")
    number = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    contract = models.CharField(max_length=20)
    suit = models.CharField(max_length=1, blank=True)
    hand = models.JSONField(default=list, blank=True)
    section = models.CharField(max_length=12)
    command = models.CharField(max_length=40)  # the id of the command that made the request
    state = models.CharField(max_length=9, choices=ApprovalState.choices, default=ApprovalState.REQUESTED)
    requested_at = models.DateTimeField()
    supervisor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    # Whether it was decided on the device of the table, with the supervisor's own code.
    at_table = models.BooleanField(default=False)
    decided_at = models.DateTimeField(null=True, blank=True)
    game = models.OneToOneField("Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="request")

    class Meta:
        ordering = ["requested_at", "pk"]
        constraints = [
            *Acted.Meta.constraints,
            models.UniqueConstraint(
                fields=["scoresheet"],
                condition=models.Q(state="requested"),
                name="one_open_request_a_scoresheet",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["requested", "withdrawn"])
                | models.Q(supervisor__isnull=False, decided_at__isnull=False),
                name="decided_request_names_its_supervisor",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet} · {self.number}: {self.state}"
