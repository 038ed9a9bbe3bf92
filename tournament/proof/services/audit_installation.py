"""Comparing the installation's own rows with its chain: logins, tournaments, rulesets, tariffs, keys. Reads only."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.enums import Shelf
from tournament.models import (
    Cup,
    CupWinner,
    Event,
    ImportedTournament,
    OwnRuleset,
    OwnTariff,
    Removal,
    Restore,
    RulesetVersion,
    Screen,
    SealCertificate,
    ShelvedRuleset,
    ShelvedTariff,
    TariffVersion,
    Tournament,
    User,
)
from tournament.proof.integrity.hashes import sha256
from tournament.proof.integrity.names import CUP_WINNER, LOGIN, names_hash
from tournament.proof.services.audit_gaps import link_gap, up_to_gap
from tournament.proof.services.audit_replay import Act, act_differences
from tournament.proof.services.audit_rows import compare
from tournament.proof.services.witnesses import (
    certificate_payload,
    import_payload,
    removal_payload,
    restore_payload,
    ruleset_payload,
    tariff_payload,
)

CUP_WON = ("cup", "year", "participant")
SHOWN = ("code", "tournament", "scenes", "seconds")


@dataclass(slots=True)
class InstallationAsLogged:
    """The installation as its events tell it. Logins and tournaments by id, rulesets and tariffs by slug and
    number.

    An installation that was begun before it had a chain of its own is witnessed from the update on.
    """

    logins: dict[int, tuple[list[str], bool]] = field(default_factory=dict)
    """By id: roles, whether switched on."""
    names: dict[int, str] = field(default_factory=dict)
    """By id: the hash of a login's names."""
    tournaments: dict[int, str] = field(default_factory=dict)
    """By id: the hash of the first link of the tournament's own chain."""
    imported: dict[int, dict[str, Any]] = field(default_factory=dict)
    rehearsals: set[int] = field(default_factory=set)
    """The ids of tournaments that are rehearsals."""
    removals: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By id of the tournament that is no longer here."""
    rulesets: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    shelves: dict[str, str] = field(default_factory=dict)
    """By slug of a ruleset that is not offered: hidden or deleted."""
    tariffs: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    tariff_shelves: dict[str, str] = field(default_factory=dict)
    """By slug of a tariff that is not offered: hidden or deleted."""
    certificates: dict[str, dict[str, Any]] = field(default_factory=dict)
    restores: dict[str, dict[str, Any]] = field(default_factory=dict)
    cups: dict[int, str] = field(default_factory=dict)
    """By id: the hash of a cup's name."""
    cup_winners: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By id: cup, year, participant, and the hash of the name."""
    screens: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By id: code, tournament, scenes, seconds."""
    acts: dict[tuple[str, Any], Act] = field(default_factory=dict)
    gaps: list[str] = field(default_factory=list)
    """A sentence for each link that could not be replayed."""


def installation_differences(events: Iterable[Event]) -> Iterator[str]:
    """A sentence for every row of the installation that differs from its chain. 16 queries."""
    logged = _replayed(events)
    yield from logged.gaps
    yield from up_to_gap("the logins", lambda: _logins(logged))
    yield from up_to_gap(
        "the tournaments", lambda: compare("the beginning of tournament", logged.tournaments, _beginnings())
    )
    yield from up_to_gap("the imported tournaments", lambda: _imported(logged))
    yield from up_to_gap("the deleted tournaments", lambda: _removals(logged))
    yield from up_to_gap("the rulesets", lambda: _rulesets(logged))
    yield from up_to_gap("the tariffs", lambda: _tariffs(logged))
    yield from up_to_gap("the certificates", lambda: _certificates(logged))
    yield from up_to_gap("the restores", lambda: _restores(logged))
    yield from up_to_gap("the challenge cups", lambda: _cups(logged))
    yield from up_to_gap("the screens", lambda: _screens(logged))


def _replayed(events: Iterable[Event]) -> InstallationAsLogged:
    logged = InstallationAsLogged()
    for event in events:
        try:
            _play(logged, event.kind, json.loads(event.payload), Act(by=event.actor_id, at=event.at))
        except Exception as error:  # a link can hold anything
            logged.gaps.append(link_gap(event.sequence, event.kind, error))
    return logged


def _logins(logged: InstallationAsLogged) -> Iterator[str]:
    people = list(User.objects.all())
    here = {user.pk: ([role.value for role in user.roles], user.is_active) for user in people}
    yield from compare("the roles of login", logged.logins, here)
    for user in people:
        if logged.names.get(user.pk) and names_hash(user, LOGIN, user.salt) != logged.names[user.pk]:
            yield _("the name of login %(login)s is not what the log witnessed") % {"login": user.pk}


def _certificates(logged: InstallationAsLogged) -> Iterator[str]:
    certificates = {row.fingerprint: row for row in SealCertificate.objects.all()}
    here = {fingerprint: certificate_payload(row) for fingerprint, row in certificates.items()}
    yield from compare("certificate", logged.certificates, here)
    acts = {("certificate", one): Act(by=None, at=row.first_used_at) for one, row in certificates.items()}
    yield from act_differences(logged.acts, acts)


def _cups(logged: InstallationAsLogged) -> Iterator[str]:
    yield from compare("challenge cup", logged.cups, {cup.pk: sha256(cup.name) for cup in Cup.objects.all()})
    rows = {row.pk: row for row in CupWinner.objects.select_related("participant")}
    log = {key: {name: one[name] for name in CUP_WON} for key, one in logged.cup_winners.items()}
    here = {
        key: dict(zip(CUP_WON, (row.cup_id, row.year, row.participant_id), strict=True)) for key, row in rows.items()
    }
    yield from compare("winner of a challenge cup", log, here)
    acts = {
        ("winner of a challenge cup", key): Act(by=row.entered_by_id, at=row.entered_at) for key, row in rows.items()
    }
    yield from act_differences(logged.acts, acts)
    for key, row in rows.items():
        erased = row.participant is not None and row.participant.forgotten and not (row.name or row.salt)
        witnessed = logged.cup_winners.get(key, {}).get("names")
        if witnessed and not erased and names_hash(row, CUP_WINNER, row.salt) != witnessed:
            yield _("the name of the winner of a challenge cup %(key)s is not what the log witnessed") % {"key": key}


def _screens(logged: InstallationAsLogged) -> Iterator[str]:
    rows = list(Screen.objects.all())
    values = {row.pk: (row.code, row.tournament_id, row.scenes, row.seconds) for row in rows}
    here = {key: dict(zip(SHOWN, one, strict=True)) for key, one in values.items()}
    yield from compare("screen in the hall", logged.screens, here)
    acts = {("screen in the hall", row.pk): Act(by=row.named_by_id, at=row.named_at) for row in rows}
    yield from act_differences(logged.acts, acts)


def _play(logged: InstallationAsLogged, kind: str, payload: dict[str, Any], act: Act) -> None:
    match kind.split("."):
        case ["people", what]:
            _person(logged, what, payload)
        case ["cup", what]:
            _cup(logged, what, payload, act)
        case ["screen", "named" | "changed" | "forgotten" as what]:
            _screen(logged, what, payload, act)
        case ["installation", "tournament_created" | "rehearsal_begun" as what]:
            logged.tournaments[payload["tournament"]] = payload["first"]
            if what == "rehearsal_begun":
                logged.rehearsals.add(payload["tournament"])
        case ["installation", "tournament_deleted" | "rehearsal_ended"]:
            _remove(logged, payload, act)
        case ["installation", "tournament_imported"]:
            _import(logged, payload)
            logged.acts["import of tournament", payload["tournament"]] = act
        case ["installation", "ruleset_saved"]:
            logged.rulesets[payload["ruleset"], payload["number"]] = payload
            logged.acts["version of ruleset", (payload["ruleset"], payload["number"])] = act
        case ["installation", "ruleset_shelved"]:
            _shelve(logged.shelves, payload["ruleset"], payload["shelf"])
        case ["installation", "tariff_saved"]:
            logged.tariffs[payload["tariff"], payload["number"]] = payload
            logged.acts["version of tariff", (payload["tariff"], payload["number"])] = act
        case ["installation", "tariff_shelved"]:
            _shelve(logged.tariff_shelves, payload["tariff"], payload["shelf"])
        case ["installation", "certificate_kept"]:
            logged.certificates[payload["fingerprint"]] = payload
            logged.acts["certificate", payload["fingerprint"]] = act
        case ["installation", "restored"]:
            # What the tables had before is in the log alone.
            logged.restores[payload["restore"]] = {name: payload[name] for name in ("restore", "copy", "copied_at")}
            logged.acts["restore", payload["restore"]] = act
        case ["installation", "restore_settled"]:
            logged.acts["settled restore", payload["restore"]] = act
        case ["installation", "witnessed"]:
            _witnessed(logged, payload)


def _shelve(shelves: dict[str, str], slug: str, shelf: str) -> None:
    shelves.pop(slug, None)
    if shelf != Shelf.OFFERED:
        shelves[slug] = shelf


def _witnessed(logged: InstallationAsLogged, payload: dict[str, Any]) -> None:
    """Replay the link that an update appended to an older log: it took the rows as they were then."""
    logged.names |= dict(payload["logins"])
    logged.tournaments |= dict(payload["tournaments"])
    logged.rulesets |= {(one["ruleset"], one["number"]): one for one in payload["rulesets"]}
    logged.certificates |= {one["fingerprint"]: one for one in payload["certificates"]}
    for one in payload["imported"]:
        _import(logged, one)
    logged.restores |= {one["restore"]: one for one in payload["restores"]}
    for key, login, at in payload["settled"]:
        logged.acts["settled restore", key] = Act(by=login, at=datetime.fromisoformat(at))


def _person(logged: InstallationAsLogged, what: str, payload: dict[str, Any]) -> None:
    person = payload["user"]
    match what:
        case "created":
            logged.logins[person] = (payload["roles"], True)
        case "imported":
            logged.logins[person] = (payload["roles"], False)
        case "changed":
            logged.logins[person] = (payload["roles"], logged.logins[person][1])
        case "deactivated" | "activated":
            logged.logins[person] = (logged.logins[person][0], what == "activated")
    if "names" in payload:
        logged.names[person] = payload["names"]


def _cup(logged: InstallationAsLogged, what: str, payload: dict[str, Any], act: Act) -> None:
    match what:
        case "added" | "renamed":
            logged.cups[payload["cup"]] = payload["words"]
        case "won":
            logged.cup_winners[payload["winner"]] = payload
            logged.acts["winner of a challenge cup", payload["winner"]] = act
        case "taken_back":
            del logged.cup_winners[payload["winner"]], logged.acts["winner of a challenge cup", payload["winner"]]


def _screen(logged: InstallationAsLogged, what: str, payload: dict[str, Any], act: Act) -> None:
    key = payload["screen"]
    if what == "forgotten":
        del logged.screens[key], logged.acts["screen in the hall", key]
        return
    logged.screens[key] = {name: payload[name] for name in SHOWN}
    if what == "named":
        logged.acts["screen in the hall", key] = act


def _import(logged: InstallationAsLogged, payload: dict[str, Any]) -> None:
    tournament = payload["tournament"]
    logged.tournaments[tournament] = payload["first"]
    logged.imported[tournament] = {name: payload[name] for name in ("archive", "key", "ids")}


def _remove(logged: InstallationAsLogged, payload: dict[str, Any], act: Act) -> None:
    """Replay that a tournament went: what the chain told of its beginning has no row any more."""
    tournament = payload["tournament"]
    del logged.tournaments[tournament]
    logged.rehearsals.discard(tournament)
    logged.removals[tournament] = payload
    logged.acts["removal of tournament", tournament] = act


def _beginnings() -> dict[int, str]:
    """The first link of each tournament's own chain; "" where there is none."""
    first = Event.objects.filter(scoresheet=None, sequence=1).exclude(tournament=None)
    hashes = dict(first.values_list("tournament", "hash"))
    return {tournament: hashes.get(tournament, "") for tournament in Tournament.objects.values_list("pk", flat=True)}


def _imported(logged: InstallationAsLogged) -> Iterator[str]:
    rows = list(ImportedTournament.objects.all())
    yield from compare(
        "origin of tournament", logged.imported, {row.tournament_id: import_payload(row) for row in rows}
    )
    acts = {("import of tournament", row.tournament_id): Act(by=row.imported_by_id, at=row.imported_at) for row in rows}
    yield from act_differences(logged.acts, acts)


def _removals(logged: InstallationAsLogged) -> Iterator[str]:
    rows = list(Removal.objects.all())
    yield from compare(
        "removal of tournament", logged.removals, {row.tournament_key: removal_payload(row) for row in rows}
    )
    acts = {("removal of tournament", row.tournament_key): Act(by=row.removed_by_id, at=row.removed_at) for row in rows}
    yield from act_differences(logged.acts, acts)
    here = set(Tournament.objects.filter(rehearsal=True).values_list("pk", flat=True))
    for key in sorted(logged.rehearsals ^ here):
        yield _("tournament %(key)s is a rehearsal in the row or in the log alone") % {"key": key}


def _restores(logged: InstallationAsLogged) -> Iterator[str]:
    rows = {row.key: row for row in Restore.objects.all()}
    yield from compare("restore", logged.restores, {key: restore_payload(row) for key, row in rows.items()})
    acts = {("restore", key): Act(by=None, at=row.restored_at) for key, row in rows.items()}
    settled = {key: (row.settled_by_id, row.settled_at) for key, row in rows.items() if row.settled_at is not None}
    acts |= {("settled restore", key): Act(by=by, at=at) for key, (by, at) in settled.items() if at is not None}
    yield from act_differences(logged.acts, acts)
    log = {key for kind, key in logged.acts if kind == "settled restore"}
    for key in log ^ settled.keys():
        yield _("restore %(key)s is settled in the row or in the log alone") % {"key": key}


def _rulesets(logged: InstallationAsLogged) -> Iterator[str]:
    rows = list(RulesetVersion.objects.select_related("ruleset", "based_on__ruleset"))
    here = {(row.ruleset.slug, row.number): ruleset_payload(row) for row in rows}
    yield from compare("version of ruleset", logged.rulesets, here)
    shelves = dict(ShelvedRuleset.objects.values_list("ruleset__slug", "shelf"))
    yield from compare("shelf of ruleset", logged.shelves, shelves)
    acts = {
        ("version of ruleset", (row.ruleset.slug, row.number)): Act(by=row.created_by_id, at=row.created_at)
        for row in rows
    }
    yield from act_differences(logged.acts, acts)
    for row in rows:
        if row.sha256 != sha256(row.text):
            version = {"number": row.number, "ruleset": row.ruleset.slug}
            yield _("version %(number)s of ruleset %(ruleset)s is not the text that its hash says") % version
    for slug in set(OwnRuleset.objects.values_list("slug", flat=True)) - {slug for slug, _number in here}:
        yield _("ruleset %(ruleset)s has no version") % {"ruleset": slug}


def _tariffs(logged: InstallationAsLogged) -> Iterator[str]:
    rows = {(row.tariff.slug, row.number): row for row in TariffVersion.objects.select_related("tariff")}
    here = {key: tariff_payload(row) for key, row in rows.items()}
    yield from compare("version of tariff", logged.tariffs, here)
    shelves = dict(ShelvedTariff.objects.values_list("tariff__slug", "shelf"))
    yield from compare("shelf of tariff", logged.tariff_shelves, shelves)
    acts = {("version of tariff", key): Act(by=row.created_by_id, at=row.created_at) for key, row in rows.items()}
    yield from act_differences(logged.acts, acts)
    for (slug, number), row in rows.items():
        if row.sha256 != sha256(row.text):
            version = {"number": number, "tariff": slug}
            yield _("version %(number)s of tariff %(tariff)s is not the text that its hash says") % version
    for slug in set(OwnTariff.objects.values_list("slug", flat=True)) - {slug for slug, _number in rows}:
        yield _("tariff %(tariff)s has no version") % {"tariff": slug}
