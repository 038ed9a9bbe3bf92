"""A tournament: its name, day, place and rules."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.ruleset import Ruleset, parse_ruleset
from scoring.tariffs import Tariff, bundled_tariffs, load_tariff, parse_tariff
from tournament.enums import HELD_BACK, Release, ShownName, TournamentState
from tournament.models.rulesets import text_in_force
from tournament.prizes.kinds import Sharing


class Tournament(models.Model):
    """One tournament. `frozen_ruleset` is the copy of the rules from the first draw; no update changes it afterwards.

    `tariff_id` names the prices for money beside the points, "" if there is none. Money decides no place (5.2.8).
    Of an own tariff it names the version, and `tariff_text` is a copy of it: a later version changes nothing here.

    A `rehearsal` is for practice: marked wherever it is shown, counted nowhere, and removed with all its rows when it
    ends. It is one from its creation on, and never becomes one later (a trigger holds that).
    """

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("short address"), max_length=40, unique=True)
    day = models.DateField(_("day of play"))
    place = models.CharField(_("place"), max_length=80, blank=True)
    organiser = models.CharField(pgettext_lazy("who invites", "organiser"), max_length=80)
    management = models.CharField(_("tournament management"), max_length=80, blank=True)
    ruleset_id = models.CharField(_("rules"), max_length=60, default="schafkopfschule-2023")
    frozen_ruleset = models.TextField(blank=True)
    # The Wi-Fi of the hall, printed on the table cards.
    wifi_name = models.CharField(_("Wi-Fi of the hall"), max_length=32, blank=True)
    wifi_password = models.CharField(_("Wi-Fi password"), max_length=63, blank=True)
    # Whether two people type each paper sheet, the second without seeing the first entry.
    double_entry = models.BooleanField(_("double entry"), default=False)
    # House players who take no place are listed with their points outside the ranking, and the others move up.
    ranks_house_players = models.BooleanField(_("house players take a place"), default=False)
    tariff_id = models.CharField(_("tariff"), max_length=40, blank=True)
    tariff_text = models.TextField(blank=True, default="")
    # None: as many as the rules allow at most. Read `matches_in_all`.
    match_count = models.PositiveSmallIntegerField(_("number of matches"), null=True, blank=True)
    # How many guests play at most; house players do not count, they stand back for guests. None: no limit.
    most_players = models.PositiveIntegerField(_("at most so many players"), null=True, blank=True)
    # The match that the ticks of presence are for: those of the morning do not stay for the next match.
    presence_match = models.PositiveSmallIntegerField(default=1, editable=False)
    # Nothing is deleted before the end of this day (5.3.5). Set when the tournament is finished; it can only grow.
    keep_until = models.DateField(_("kept until"), null=True, blank=True)
    # The start number of a forgotten participant, by the digest of a name or of a word in it. A purge empties it.
    # person/forgotten.py makes and reads the digests.
    forgotten_words = models.JSONField(default=dict, blank=True, editable=False)
    rehearsal = models.BooleanField(_("rehearsal"), default=False, editable=False)
    state = models.CharField(max_length=12, choices=TournamentState.choices, default=TournamentState.DRAFT)
    version = models.PositiveIntegerField(default=0)
    # What the hall may know of the results, and the version on public pages while it does not know everything
    # (selectors/versions.py): a version that grew with every game would reveal how many came in.
    release = models.CharField(max_length=9, choices=Release.choices, default=Release.OPEN)
    hall_version = models.PositiveIntegerField(default=0)
    hall_names = models.CharField(
        _("names in the hall"), max_length=6, choices=ShownName.choices, default=ShownName.NAME
    )
    web_names = models.CharField(
        _("names on the web"), max_length=6, choices=ShownName.choices, default=ShownName.NUMBER
    )
    sharing = models.CharField(
        _("what equal places get"), max_length=7, choices=Sharing.choices, default=Sharing.DIVIDED
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # The salt of the hash by which the log knows name, place and organiser (proof/integrity/names.py).
    salt = models.CharField(max_length=32, null=True, editable=False)  # noqa: DJ001 - None, not empty: unknown

    _open_rules = ("", "")

    class Meta:
        ordering = ["-day", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=["draft", "registration"]) | ~models.Q(frozen_ruleset=""),
                name="started_tournament_keeps_its_rules",
            ),
            models.CheckConstraint(
                condition=models.Q(tariff_text="") | ~models.Q(tariff_id=""), name="text_of_a_tariff_has_a_name"
            ),
            models.CheckConstraint(
                condition=models.Q(most_players=None) | models.Q(most_players__gte=1), name="somebody_may_play"
            ),
            models.CheckConstraint(condition=models.Q(presence_match__gte=1), name="presence_is_of_a_match"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def is_held_back(self) -> bool:
        """Whether the hall sees less than there is."""
        return self.release in HELD_BACK

    @property
    def matches_in_all(self) -> int:
        """How many matches make this tournament: the organiser's choice within what the rules allow, else the most."""
        ruleset = self.ruleset
        return min(max(self.match_count or ruleset.matches, ruleset.fewest_matches), ruleset.matches)

    @property
    def ruleset(self) -> Ruleset:
        """The rules in force: the frozen copy once play has begun; before, the bundled file or the newest version."""
        if self.frozen_ruleset:
            return parse_ruleset(self.frozen_ruleset)
        if self._open_rules[0] != self.ruleset_id:
            # An import needs the rules once for each participant, so the newest version is looked up only once.
            self._open_rules = (self.ruleset_id, text_in_force(self.ruleset_id))
        return parse_ruleset(self._open_rules[1])

    @property
    def tariff(self) -> Tariff | None:
        """The prices for money, None if the tournament plays for points only. No query."""
        if self.tariff_text:
            return parse_tariff(self.tariff_text)
        return load_tariff(self.tariff_id) if self.tariff_id in bundled_tariffs() else None
