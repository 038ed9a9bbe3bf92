"""What a ruleset says beside its point table, as sentences made from its data, one function a topic. Knows no page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.contracts import BY_CARD_POINTS
from scoring.parts import BY_PLAYER, DEAL, FIRST_MATCH, KEEP_SCHNEIDER, FirstGame, Limits, SanctionRule
from scoring.ruleset import LOT, PLACES, Ruleset
from scoring.worth import BASE, GAME, IGNORED, LOSES, LOSES_SIMPLY, OFFENDER_PAYS
from tournament.rulesets.exports.words import cite, contract_list, sections_text
from tournament.words.labels import CRITERIA, SANCTIONS, signed


@dataclass(frozen=True, slots=True)
class LimitRow:
    """The card points that a side needs to win and to be out of Schneider (4.1)."""

    side: str
    wins: int
    out: int


def limit_rows(ruleset: Ruleset) -> list[LimitRow]:
    """Return both sides' limits, and again those of contracts with limits of their own."""
    rows = _limit_rows(ruleset.limits, "")
    for limits, keys in _by_limits(ruleset).items():
        rows += _limit_rows(limits, f"{contract_list(keys)}: ")
    return rows


def limit_sections(ruleset: Ruleset) -> str:
    """Return the sections that hold the limits."""
    return sections_text(section for key, section in ruleset.sections.items() if key.startswith("limits."))


def _by_limits(ruleset: Ruleset) -> dict[Limits, list[str]]:
    contracts: dict[Limits, list[str]] = {}
    for key, contract in ruleset.contracts.items():
        if contract.kind.decided_by == BY_CARD_POINTS and contract.limits != ruleset.limits:
            contracts.setdefault(contract.limits, []).append(key)
    return contracts


def _limit_rows(limits: Limits, prefix: str) -> list[LimitRow]:
    return [
        LimitRow(prefix + _("Declarer's side"), limits.declarer_wins, limits.declarer_out_of_schneider),
        LimitRow(prefix + _("Defenders"), limits.defenders_win, limits.defenders_out_of_schneider),
    ]


def runner_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell whether runners count, what each is worth and from how many on."""
    if not ruleset.runners_scored:
        yield cite(_("Runners do not count in the points."), ruleset.section("runners.scored"))
        return
    yield cite(
        _("Each runner counts %(value)s more for every winner and loser.") % {"value": ruleset.runner_value},
        ruleset.section("runners.value"),
    )
    rules = {key: contract.price.runners for key, contract in ruleset.contracts.items()}
    starts: dict[tuple[int, int], list[str]] = {}
    for key, rule in rules.items():
        if rule.first:
            # A bound that the cards set anyway need not be told.
            possible = ruleset.contracts[key].kind.most_runners(ruleset.deck)
            starts.setdefault((rule.first, rule.most if rule.most < possible else 0), []).append(key)
    for (first, most), keys in starts.items():
        words = {"first": first, "most": most, "contracts": contract_list(keys)}
        sentence = (
            _("From %(first)s runners on, at most %(most)s: %(contracts)s.")
            if most
            else _("From %(first)s runners on: %(contracts)s.")
        )
        yield cite(sentence % words, *(ruleset.section(f"contracts.{key}.runners.from") for key in keys))
    times: dict[int, list[str]] = {}
    for key, rule in rules.items():
        if rule.first and rule.times > 1:
            times.setdefault(rule.times, []).append(key)
    for factor, keys in times.items():
        sentence = (
            _("Runners count double in: %(contracts)s.")
            if factor == 2
            else _("Runners count %(times)s-fold in: %(contracts)s.")
        )
        yield sentence % {"times": factor, "contracts": contract_list(keys)}


# What the tie-break counts, where the rules have neither Wenz nor Tout.
SOLOS: Mapping[str, Any] = {"solos_won": gettext_lazy("Solos won"), "solos_played": gettext_lazy("Solos played")}
DU: Mapping[str, Any] = {"touts_won": gettext_lazy("Du won"), "touts_played": gettext_lazy("Du played")}
LOSING: Mapping[str, Any] = {
    LOSES: gettext_lazy("Whoever calls a Stoss (Contra) has lost the game."),
    LOSES_SIMPLY: gettext_lazy("Whoever calls a Stoss (Contra) has simply lost the game."),
    OFFENDER_PAYS: gettext_lazy("Whoever calls a Stoss (Contra) has simply lost the game and pays for all."),
}


def doubling_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell what a Stoss, a Retour and further doublings do."""
    rules, section = ruleset.doublings, ruleset.section("doublings.rule")
    if rules.rule == IGNORED:
        # Rules that forbid it say no more than that (5.2.4, reading 11).
        if "no-stoss" not in ruleset.codes:
            yield cite(_("A Stoss (Contra) has no effect on the points."), section)
        return
    if rules.rule in LOSING:
        yield cite(LOSING[rules.rule], section)
        return
    yield cite(_doublings_allowed(rules.most), section)
    yield cite(_doubled(rules.doubles, ruleset.runners_scored), ruleset.section("doublings.doubles"))
    undoubled = [key for key, contract in ruleset.contracts.items() if not contract.price.doubled]
    if undoubled:
        yield _("Never doubled: %(contracts)s.") % {"contracts": contract_list(undoubled)}


def _doublings_allowed(most: int) -> str:
    if most == 1:
        return _("A Stoss (Contra) is allowed, but no Retour.")
    if most == 2:
        return _("A Stoss (Contra) and one Retour are allowed.")
    if most > 20:
        return _("Stoss (Contra), Retour and any number of further doublings are allowed.")
    return _("Stoss (Contra) and Retour are allowed, up to %(number)s doublings.") % {"number": most}


def _doubled(doubles: str, runners: bool) -> str:
    if doubles == BASE:
        return (
            _("Each doubles the base value; Schneider, Schwarz and runners are added undoubled.")
            if runners
            else _("Each doubles the base value; Schneider and Schwarz are added undoubled.")
        )
    if doubles == GAME and runners:
        return _("Each doubles the game with Schneider and Schwarz; runners are added undoubled.")
    return _("Each doubles the whole game.")


def first_game_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell what counts less, or not at all, in the first game of a match (5.2.15, 2.9.1)."""
    rules = ruleset.first_game
    games = [contract_list(rules.touts)] if rules.touts else []
    if rules.schwarz:
        games.append(_("Schwarz in %(contracts)s") % {"contracts": contract_list(rules.schwarz)})
    if games:
        sentence = _reduced_sentence(rules)
        keys = [key for key, contracts in (("touts", rules.touts), ("schwarz", rules.schwarz)) if contracts]
        yield cite(sentence % {"games": "; ".join(games)}, *(ruleset.section(f"first_game.{key}") for key in keys))
    if rules.uncounted:
        sentence = (
            _("Not counted in the very first game of the tournament: %(contracts)s.")
            if rules.uncounted_in == FIRST_MATCH
            else _("Not counted in the first game of a match: %(contracts)s.")
        )
        yield cite(sentence % {"contracts": contract_list(rules.uncounted)}, ruleset.section("first_game.uncounted"))


def _reduced_sentence(rules: FirstGame) -> str:
    keeps = rules.reduced_to == KEEP_SCHNEIDER
    if rules.reduced_in == FIRST_MATCH:
        return (
            _("In the very first game of the tournament these count as Schneider at most: %(games)s.")
            if keeps
            else _("In the very first game of the tournament these count as a simple game only: %(games)s.")
        )
    return (
        _("In the first game of a match these count as Schneider at most: %(games)s.")
        if keeps
        else _("In the first game of a match these count as a simple game only: %(games)s.")
    )


def approval_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell which games the supervisor approves before they are played (5.2.14, 5.2.16)."""
    rules = ruleset.approvals
    if rules.always:
        yield cite(
            _("Always before the first card: %(contracts)s.") % {"contracts": contract_list(rules.always)},
            ruleset.section("approvals.always"),
        )
    if rules.counted:
        sentence = (
            _("From no. %(number)s of one player in a match: %(contracts)s.")
            if rules.counted_by == BY_PLAYER
            else _("From no. %(number)s on one sheet, counted together: %(contracts)s.")
        )
        yield cite(
            sentence % {"number": rules.counted_from, "contracts": contract_list(rules.counted)},
            ruleset.section("approvals.counted_from"),
        )


def sanction_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell the minus points of each kind of error, one line a kind; kinds with equal figures share a line (3.4.17)."""
    alike: dict[tuple[tuple[int, tuple[str, ...]], ...], list[SanctionRule]] = {}
    for rule in ruleset.sanctions.values():
        alike.setdefault(tuple(_minus_points(rule).items()), []).append(rule)
    for groups, rules in alike.items():
        kinds = ", ".join(str(SANCTIONS[rule.kind]) for rule in rules)
        figures = "; ".join(
            (_("dealer") if keys == (DEAL,) else contract_list(keys)) + f" {signed(-minus)}" for minus, keys in groups
        )
        yield cite(f"{kinds[:1].upper()}{kinds[1:]}: {figures}.", *(rule.section for rule in rules))


def _minus_points(rule: SanctionRule) -> Mapping[int, tuple[str, ...]]:
    groups: dict[int, tuple[str, ...]] = {}
    for key, penalty in rule.penalties.items():
        groups[penalty.minus] = (*groups.get(penalty.minus, ()), key)
    return groups


def ranking_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell what decides the ranking: points, the tie-break in order, and what settles a full tie (5.4.2)."""
    if ruleset.sums == PLACES:
        yield _("the lowest sum of the places in the matches")
    points = _("most plus points in all") if ruleset.only_plus else _("most points in all")
    yield points
    for criterion in ruleset.tie_break:
        yield _("more %(what)s") % {"what": _criterion(ruleset, criterion)}
    yield _("the lot decides") if ruleset.full_tie == LOT else _("the place is shared")


def _criterion(ruleset: Ruleset, criterion: str) -> object:
    """Name what is counted, by the contracts that these rules have: in the Palatinate Solo and Du."""
    kept = {contract.counts_as: key for key, contract in ruleset.contracts.items()}
    if criterion.startswith("solos") and "wenz" not in ruleset.contracts:
        return SOLOS[criterion]
    return DU[criterion] if kept.get("tout", "").endswith("-du") and criterion in DU else CRITERIA[criterion]
