"""The life of a tournament: create it with its matches, freeze its rules at the first draw, finish and reopen it."""

import datetime as dt
import hashlib
from typing import Any, Required, TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import bundled_rulesets, ruleset_text
from tournament import enums, permissions
from tournament.address_book.services.feeding import follow_day
from tournament.enums import IS_OFFICIAL, Release, Shelf, TournamentState
from tournament.models import Draw, Match, OwnRuleset, Tournament, User
from tournament.models.rulesets import newest_version
from tournament.models.tariffs import version_text
from tournament.participants.selectors.retention import last_day, months_after
from tournament.person.names import check_printable, clean_line
from tournament.proof.integrity.hashes import sha256
from tournament.proof.integrity.names import TOURNAMENT, names_hash, new_salt
from tournament.refusals import Refused
from tournament.selectors.matches import begun_matches
from tournament.selectors.tournaments import proposed_slug, spelled_out
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import hold_ruleset, lock_installation, lock_tournament
from tournament.services.scoresheets import settle_unsigned
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.release import step_release
from tournament.standings.services.standings import check_totals, hold_sheets
from tournament.words.citations import cited
from tournament.words.labels import CONTRACTS


class TournamentEntry(TypedDict, total=False):
    """What the organiser writes down of a tournament. What is left out is empty, or not wanted."""

    name: Required[str]
    slug: str
    day: Required[dt.date]
    place: str
    organiser: Required[str]
    management: str
    ruleset_id: Required[str]
    tariff_id: str
    """A bundled tariff, or a version of an own one: club@3."""
    wifi_name: str
    """The Wi-Fi of the hall, for the table cards."""
    wifi_password: str
    double_entry: bool
    ranks_house_players: bool
    match_count: int | None
    """How many matches, where the rules leave a choice; None: as many as they allow."""
    most_players: int | None
    """How many guests play at most; who comes then waits. None: no limit."""


FIELDS = tuple(TournamentEntry.__annotations__)
NOT_GIVEN = dict.fromkeys(("slug", "place", "management", "tariff_id", "wifi_name", "wifi_password"), "")
NOT_ASKED = {"double_entry": False, "ranks_house_players": False, "match_count": None, "most_players": None}
LINES, LINE_LENGTH = ("name", "place", "organiser", "management"), 80
VERBATIM = ("wifi_name", "wifi_password")


@transaction.atomic
def create_tournament(*, actor: User, rehearsal: bool = False, **entry: Unpack[TournamentEntry]) -> Tournament:
    """Create a tournament, open for registration, with its matches; a `rehearsal` is one from here to its end.

    An empty slug is made from the name. The same form sent twice gives the same tournament. `management` is
    stored only if it is not the organiser (5.1.1).
    Refused: not_allowed, slug_taken, slug_unreadable, ruleset_unknown, matches_not_allowed, tariff_unknown,
    tariff_unsuitable, no_name, and all of clean_line.
    """
    permissions.check(permissions.manage_tournament, actor)
    hold_ruleset(entry["ruleset_id"])
    # The second of two equal forms waits for the first.
    lock_installation()
    values = _values(entry)
    _check_ruleset(values["ruleset_id"])
    values["match_count"] = _match_count(Tournament(ruleset_id=values["ruleset_id"]), values["match_count"])
    same = Tournament.objects.filter(**{field: values[field] for field in FIELDS if field != "slug" or values["slug"]})
    if twin := same.filter(rehearsal=rehearsal).first():
        return twin
    values["slug"] = values["slug"] or proposed_slug(values["name"])
    _check_slug(values["slug"])
    state = enums.step(TournamentState, TournamentState.DRAFT, TournamentState.REGISTRATION)
    values["tariff_text"] = version_text(values["tariff_id"])
    _check_tariff(Tournament(**values))
    try:
        with transaction.atomic():
            tournament = Tournament.objects.create(state=state, rehearsal=rehearsal, salt=new_salt(), **values)
    except IntegrityError:
        raise _address_taken(values["slug"]) from None
    plan_matches(tournament)
    first = write_event(
        kind="tournament.created",
        actor=actor,
        tournament=tournament,
        payload={"tournament": tournament.pk, **_payload_of(tournament)},
    )
    payload = {"tournament": tournament.pk, "first": first.hash}
    kind = "installation.rehearsal_begun" if rehearsal else "installation.tournament_created"
    write_event(kind=kind, actor=actor, payload=payload)
    versions.bump(tournament)
    return tournament


@transaction.atomic
def edit_tournament(*, tournament: Tournament, actor: User, **entry: Unpack[TournamentEntry]) -> Tournament:
    """Change the values on the form. Unchanged values write no event.

    Refuses another name for a rehearsal (`name_stays`); other rules once play has begun (`rules_frozen`); another
    address once lots are drawn (`slug_fixed`), because table plans are printed with it; a day on which a participant is
    too young (`under_age`); and a tariff without a price for every game of the rules (`tariff_unsuitable`). The tariff
    may change at any time: it is no rule. Of an own tariff the tournament keeps the text of the version that it chose.
    The number of matches may change until the tournament is finished (`tournament_over`): as the rules allow
    (`matches_not_allowed`), without dropping a match whose list was closed (`match_begun`).
    With double entry, sheets without all signatures are open until both entries agree.
    """
    permissions.check(permissions.manage_tournament, actor)
    hold_ruleset(entry["ruleset_id"])
    tournament = lock_tournament(tournament)
    values = _values(entry)
    values["slug"] = values["slug"] or tournament.slug
    if values["ruleset_id"] != tournament.ruleset_id:
        if tournament.frozen_ruleset:
            raise Refused(
                _("Play has begun: the rules are fixed and stay as they are."), code="rules_frozen", field="ruleset_id"
            )
        _check_ruleset(values["ruleset_id"])
    rules = Tournament(ruleset_id=values["ruleset_id"], frozen_ruleset=tournament.frozen_ruleset)
    values["match_count"] = _match_count(rules, values["match_count"])
    changed = [field for field in FIELDS if getattr(tournament, field) != values[field]]
    if not changed:
        return tournament
    if tournament.rehearsal and "name" in changed:
        raise Refused(
            _("The name of a rehearsal says that it is one, also on paper: it stays."), code="name_stays", field="name"
        )
    if "slug" in changed:
        _check_slug(values["slug"])
        if Draw.objects.filter(match__tournament=tournament).exists():
            raise Refused(
                _("Lots have been drawn: the public address is fixed and stays as it is."),
                code="slug_fixed",
                field="slug",
            )
        if Tournament.objects.filter(slug=values["slug"]).exists():
            raise _address_taken(values["slug"])
    for field in changed:
        setattr(tournament, field, values[field])
    if "tariff_id" in changed:
        tournament.tariff_text = version_text(tournament.tariff_id)
    if "match_count" in changed:
        _check_matches(tournament)
    if {"day", "ruleset_id"} & set(changed):
        _check_ages(tournament)
    if tournament.keep_until:
        tournament.keep_until = _kept_until(tournament)
    if {"ruleset_id", "tariff_id"} & set(changed):
        _check_tariff(tournament)
    try:
        with transaction.atomic():
            tournament.salt = new_salt()
            tournament.save(update_fields=[*changed, "tariff_text", "keep_until", "salt"])
    except IntegrityError:
        raise _address_taken(values["slug"]) from None
    if {"ruleset_id", "match_count"} & set(changed):
        plan_matches(tournament)
    if "double_entry" in changed:
        settle_unsigned(tournament=tournament, actor=actor)
    if "day" in changed:
        follow_day(tournament)
    payload = {"fields": changed, **_payload_of(tournament), **_hashes_of(tournament)}
    write_event(kind="tournament.edited", actor=actor, tournament=tournament, payload=payload)
    versions.bump_hall(tournament)
    return tournament


@transaction.atomic
def start_play(*, tournament: Tournament, actor: User) -> None:
    """Freeze the rules and go from registration to running; do nothing if play has begun already.

    Refused: a tariff that does not fit what the rules say by now (`tariff_unsuitable`, `tariff_pays_points`).
    The first draw calls this in its own transaction, with the tournament's row locked and the ages checked.
    """
    if tournament.frozen_ruleset:
        return
    tournament.state = enums.step(TournamentState, tournament.state, TournamentState.RUNNING)
    own = newest_version(tournament.ruleset_id)
    tournament.frozen_ruleset = own.text if own else ruleset_text(tournament.ruleset_id)
    _check_tariff(tournament)
    tournament.save(update_fields=["state", "frozen_ruleset"])
    write_event(
        kind="tournament.started",
        actor=actor,
        tournament=tournament,
        payload={
            "ruleset": tournament.ruleset_id,
            **({"version": own.number} if own else {}),
            "sha256": hashlib.sha256(tournament.frozen_ruleset.encode()).hexdigest(),
        },
    )
    versions.bump(tournament)


@transaction.atomic
def finish_tournament(*, tournament: Tournament, actor: User) -> Tournament:
    """Finish a running tournament: the ranking is official from now on. A second press changes nothing.

    Refused: not_allowed; match_not_drawn, sheets_open, dispute_open and tie_open while a place in the ranking can still
    change (5.1.3, 5.3.1, 5.4.2), with the match and its tables; totals_differ if the recounted games give another
    ranking.
    """
    permissions.check(permissions.manage_tournament, actor)
    tournament = lock_tournament(tournament)
    if tournament.state == TournamentState.FINISHED:
        return tournament
    tournament.state = enums.step(TournamentState, tournament.state, TournamentState.FINISHED)
    hold_sheets(tournament)
    standings = overall_standings(tournament)
    for part in standings.progress:
        if not part.sheets:
            raise Refused(_("Match %(match)s has not been drawn yet."), code="match_not_drawn", match=part.match)
        if part.unsettled:
            raise Refused(
                _("Match %(match)s is still open. Not accepted yet: table %(tables)s."),
                code="sheets_open",
                match=part.match,
                tables=", ".join(str(table) for table in part.unsettled),
            )
        if part.disputed:
            raise Refused(
                _("Match %(match)s: disputes are open at table %(tables)s. They are decided first (5.1.3)."),
                code="dispute_open",
                match=part.match,
                tables=", ".join(str(table) for table in part.disputed),
            )
    if standings.open_ties:
        raise Refused(
            _("Players are equal in everything: please draw the lots for their places first (5.4.2)."), code="tie_open"
        )
    check_totals(tournament)
    tournament.keep_until = _kept_until(tournament)
    return _step(tournament, actor, "tournament.finished")


@transaction.atomic
def reopen_tournament(*, tournament: Tournament, actor: User) -> Tournament:
    """Take a finished tournament back to running, so that a sheet can be corrected. A second press changes nothing.

    Results that are held back stay so; those that were published are open again, and can be held back anew.
    """
    permissions.check(permissions.manage_tournament, actor)
    tournament = lock_tournament(tournament)
    if tournament.state == TournamentState.RUNNING:
        return tournament
    if not tournament.frozen_ruleset:
        raise Refused(_("Play has not begun yet: the first draw begins it."), code="not_started")
    tournament.state = enums.step(TournamentState, tournament.state, TournamentState.RUNNING)
    if tournament.release == Release.PUBLISHED:
        step_release(tournament, Release.OPEN, actor)
    return _step(tournament, actor, "tournament.reopened")


def _step(tournament: Tournament, actor: User, kind: str) -> Tournament:
    tournament.save(update_fields=["state", "keep_until"])
    payload = {"state": tournament.state, **_hashes_of(tournament)}
    write_event(kind=kind, actor=actor, tournament=tournament, payload=payload)
    versions.bump(tournament)
    return tournament


def _kept_until(tournament: Tournament) -> dt.date:
    """The end of retention by 5.3.5: six months after the last day, or a later day that is set already."""
    least = months_after(last_day(tournament))
    return max(tournament.keep_until or least, least)


def _hashes_of(tournament: Tournament) -> dict[str, str]:
    """The end of retention for the log, if it is set."""
    return {"keep_until": tournament.keep_until.isoformat()} if tournament.keep_until else {}


def _payload_of(tournament: Tournament) -> dict[str, object]:
    """The values that affect games, ages and places, and the hash of the others, which are free text."""
    return {
        "names": names_hash(tournament, TOURNAMENT, tournament.salt),
        "day": tournament.day.isoformat(),
        "ruleset": tournament.ruleset_id,
        "tariff": tournament.tariff_id,
        **({"tariff_sha256": sha256(tournament.tariff_text)} if tournament.tariff_text else {}),
        "ranks_house_players": tournament.ranks_house_players,
        **({"matches": tournament.match_count} if tournament.match_count else {}),
        **({"most_players": tournament.most_players} if tournament.most_players else {}),
    }


def _values(entry: TournamentEntry) -> dict[str, Any]:
    """The values by field, as they can be printed. Refused: no_name, and all of clean_line, with the field."""
    values: dict[str, Any] = {**NOT_GIVEN, **NOT_ASKED, **entry}
    for field in (*LINES, *VERBATIM):
        try:
            if field in LINES:
                values[field] = clean_line(values[field], max_length=LINE_LENGTH)
            else:
                check_printable(values[field])
        except Refused as refused:
            refused.context["field"] = field
            raise
    if not values["name"]:
        raise Refused(_("The name is missing."), code="no_name", field="name")
    # 5.1.1: the management is named only if it is not the organiser.
    if values["management"].casefold() == values["organiser"].casefold():
        values["management"] = ""
    return values


def _check_slug(slug: str) -> None:
    if slug != spelled_out(slug) or not slug:
        raise Refused(
            _("The public address has plain small letters, digits and hyphens only, such as “feldkirchen-2026”."),
            code="slug_unreadable",
            field="slug",
        )


_TOO_YOUNG_THEN = _("On that day start number %(number)s is younger than %(minimum)s (5.2.12). Please check the day.")


def _check_ages(tournament: Tournament) -> None:
    """Refuse a change of the day or of the rules that makes a participant too young (5.2.12)."""
    for player in tournament.participants.filter(withdrawn=False).order_by("start_number"):
        if player.old_enough(tournament) is False:
            raise Refused(
                cited(_TOO_YOUNG_THEN, tournament.ruleset),
                code="under_age",
                field="day",
                number=player.start_number,
                minimum=tournament.ruleset.minimum_age,
            )


def _own_ruleset(ruleset_id: str) -> bool:
    return OwnRuleset.objects.filter(slug=ruleset_id).exclude(shelved__shelf=Shelf.DELETED).exists()


def _check_ruleset(ruleset_id: str) -> None:
    if ruleset_id not in bundled_rulesets() and not _own_ruleset(ruleset_id):
        raise Refused(
            _("There are no rules named “%(rules)s”."), code="ruleset_unknown", field="ruleset_id", rules=ruleset_id
        )


def _match_count(tournament: Tournament, wanted: int | None) -> int | None:
    """Return the number of matches as it is stored: None for the most. Refused: matches_not_allowed."""
    ruleset = tournament.ruleset
    if wanted in (None, ruleset.matches):
        return None
    if not ruleset.fewest_matches <= wanted < ruleset.matches:
        raise Refused(
            _("These rules allow %(least)s to %(most)s matches."),
            code="matches_not_allowed",
            field="match_count",
            least=ruleset.fewest_matches,
            most=ruleset.matches,
        )
    return wanted


def _check_matches(tournament: Tournament) -> None:
    """Refuse another number of matches once the tournament is over, and fewer than have begun."""
    if tournament.state in IS_OFFICIAL:
        raise Refused(
            _("The tournament is finished: the number of its matches stays as it is."),
            code="tournament_over",
            field="match_count",
        )
    begun = begun_matches(tournament)
    if begun > tournament.matches_in_all:
        raise Refused(
            _("The list of match %(match)s was closed already: it remains part of the tournament."),
            code="match_begun",
            field="match_count",
            match=begun,
        )


def _check_tariff(tournament: Tournament) -> None:
    """Refuse a tariff without a price for every game of the rules. The house plays for points, not for money (H 6)."""
    name = tournament.tariff_id
    if not name:
        return
    tariff = tournament.tariff
    if tariff is None:
        raise Refused(_("There is no tariff “%(tariff)s”."), code="tariff_unknown", field="tariff_id", tariff=name)
    if not tariff.pays_by(tournament.ruleset):
        raise Refused(
            _("By these rules nobody loses points, so points cannot be paid. Please choose another tariff, or none."),
            code="tariff_pays_points",
            field="tariff_id",
        )
    unpriced = tariff.unpriced(tournament.ruleset)
    if unpriced:
        raise Refused(
            _(
                "This tariff has no price for %(contracts)s, which these rules play. Please choose another one, or "
                "none."
            ),
            code="tariff_unsuitable",
            field="tariff_id",
            contracts=get_text_list([str(CONTRACTS[key]) for key in unpriced], gettext("and")),
        )


def _address_taken(slug: str) -> Refused:
    return Refused(
        _("The public address “%(slug)s” belongs to another tournament. Please choose another one."),
        code="slug_taken",
        field="slug",
        slug=slug,
    )


def plan_matches(tournament: Tournament) -> None:
    """Plan as many matches as the tournament has. The caller holds its lock, and no match that goes has begun."""
    numbers = range(1, tournament.matches_in_all + 1)
    Match.objects.filter(tournament=tournament).exclude(number__in=numbers).delete()
    there = set(Match.objects.filter(tournament=tournament).values_list("number", flat=True))
    Match.objects.bulk_create(Match(tournament=tournament, number=number) for number in numbers if number not in there)
