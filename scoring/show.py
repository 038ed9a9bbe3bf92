"""A ruleset as a readable page of English: what a game is worth, and all other rules, each with its section."""

from collections.abc import Callable, Iterable, Iterator

from scoring.contracts import BY_DEAL, FIXED, LEVELS
from scoring.endings import endings, ramsch_points
from scoring.parts import ALL_OTHERS, FIRST_MATCH, KEEP_SCHNEIDER, OFFENDER, OTHER_SIDE, SIDE, Contract, Penalty
from scoring.ruleset import Ruleset
from scoring.worth import SCORED

WIDTH = 100
"""The width of the page in columns."""

_LABEL = 30
_FIGURES = 60
_KEPT = "\N{NO-BREAK SPACE}"
_SIDE_SUITS = {
    "ace-or-ace-ten": "every side suit an Ace, or Ace and Ten",
    "ace-ten-and-any-third": "every side suit Ace and Ten, or these and a third card",
    "any": "side suits of any kind",
}
_LOSERS = {1: "the loser", 2: "each of two losers"}
_BEARERS = {OFFENDER: "the offender", SIDE: "his side", OTHER_SIDE: "the other side", ALL_OTHERS: "all others"}
_SUITS = {"german": "E acorns, G leaves, H hearts, S bells", "french": "E clubs, G spades, H hearts, S diamonds"}


def ruleset_page(ruleset: Ruleset) -> str:
    """Return the page as lines of at most WIDTH characters, without a final line break."""
    blocks = (
        _heading(ruleset),
        *_point_tables(ruleset),
        _ramsch(ruleset),
        ["Card points", *_settings(ruleset, "limits"), *_own_limits(ruleset)],
        ["Runners", *_settings(ruleset, "runners"), *_runners(ruleset)],
        ["Stoss, Retour and further doublings", *_doublings(ruleset)],
        ["Bock rounds, in which games count double", *_settings(ruleset, "bock")],
        ["Added to the value (in the table where the contract alone says so)", *_settings(ruleset, "bonuses")],
        ["Bidding", *_bidding(ruleset)],
        ["The first game of a match", *_first_game(ruleset)],
        ["The supervisor approves before play", *_approvals(ruleset)],
        ["What a hand needs", *_permits(ruleset)],
        ["Sanctions", *_sanctions(ruleset)],
        ["Match", *_settings(ruleset, "match"), *_match(ruleset)],
        ["Scoresheet", *_scoresheet(ruleset)],
        ["Ranking", *_settings(ruleset, "ranking")],
        ["Notices", *_notices(ruleset)],
    )
    return "\n\n".join(
        "\n".join(_wrapped(block if len(block) > 1 else [*block, "  none"])) for block in blocks if block
    )


def _heading(ruleset: Ruleset) -> list[str]:
    return [f"{ruleset.title}, edition {ruleset.edition} ({ruleset.id})", ruleset.source]


def _point_tables(ruleset: Ruleset) -> Iterator[list[str]]:
    """Yield a table for each table size with different points, as happens if the dealer who sits out scores too."""
    tables: dict[tuple[str, ...], list[int]] = {}
    for seats in ruleset.seats:
        tables.setdefault(tuple(_point_rows(ruleset, seats)), []).append(seats)
    for rows, sizes in tables.items():
        where = "" if len(tables) == 1 else f" at a table of {' or '.join(str(size) for size in sizes)}"
        yield [
            f"Points{where}: declarer's side / each defender if won, the other signs if lost",
            f"  {'Contract':<16}{'simple or fixed':<16}{'Schneider':<14}{'Schwarz':<14}Section",
            *_wrapped(rows, _FIGURES),
        ]


def _point_rows(ruleset: Ruleset, seats: int) -> Iterator[str]:
    won: dict[tuple[str, str | None], str] = {}
    for ending in endings(ruleset, seats, None if seats == ruleset.players else seats):
        if ending.won:
            won.setdefault((ending.contract, ending.level), f"{max(ending.points):+d} / {min(ending.points):+d}")
    for name, contract in ruleset.contracts.items():
        if contract.ramsch is None:
            first, *more = (won[name, None if level not in LEVELS else level] for level in contract.values)
            cells = f"{first:<16}" + "".join(f"{cell:<14}" for cell in more)
            note = ", never lost" if contract.kind.decided_by == BY_DEAL else ""
            yield f"  {name:<16}{cells:<44}{contract.section}{_multiple(ruleset, name)}{note}"


def _multiple(ruleset: Ruleset, name: str) -> str:
    key = f"contracts.{name}.values"
    source = ruleset.settings.get(f"{key}.of")
    if source is None:
        return ""
    level = ruleset.settings.get(f"{key}.level")
    return f": {ruleset.settings[f'{key}.times']} x {source}" + ("" if level in (None, "fixed") else f" {level}")


def _ramsch(ruleset: Ruleset) -> list[str]:
    lines = []
    for name, contract in ruleset.contracts.items():
        rule = contract.ramsch
        if rule is None:
            continue
        value, key = contract.values[FIXED], f"contracts.{name}"
        lines += [
            f"{name.capitalize()}: {_LOSERS[rule.losers]}, or who makes a Durchmarsch / each other player",
            _line("most card points", _of_one(ruleset, value, False, rule.losers), contract.section),
        ]
        for count, factor in enumerate(rule.jungfrau_factors, 1):
            figures = f"{_of_one(ruleset, value * factor, False, rule.losers)}, times {factor}"
            which = f"{count} Jungfrau" if count == 1 else f"{count} Jungfrauen"
            lines.append(_line(which, figures, ruleset.section(f"{key}.jungfrau_factors")))
        if rule.durchmarsch:
            least = "with every trick" if rule.needs_all_tricks else f"from {rule.durchmarsch_from} card points on"
            beats = "though" if rule.durchmarsch_beats_jungfrau else "unless"
            figures = f"{_of_one(ruleset, rule.durchmarsch, True)}, {least}, {beats} another has no trick"
            lines.append(_line("Durchmarsch", figures, ruleset.section(f"{key}.durchmarsch_from")))
    return lines


def _of_one(ruleset: Ruleset, value: int, won: bool, number: int = 1) -> str:
    players = range(1, ruleset.players + 1)
    points = ramsch_points(value, players[:number], won, players, ruleset.players)
    return f"{points[0]:+d} / {points[-1]:+d}"


def _own_limits(ruleset: Ruleset) -> Iterator[str]:
    for name in ruleset.contracts:
        if any(key.startswith(f"contracts.{name}.limits.") for key in ruleset.settings):
            yield f"  in {name}:"
            yield from (f"  {line}" for line in _settings(ruleset, f"contracts.{name}.limits"))


def _runners(ruleset: Ruleset) -> Iterator[str]:
    def words(name: str, contract: Contract) -> tuple[str, str]:
        rule = contract.price.runners
        times = f", times {rule.times}" if rule.times > 1 else ""
        rule_text = f"from {rule.first} to {rule.most}{times}" if rule.first else "never"
        return rule_text, ruleset.section(f"contracts.{name}.runners.from")

    return _grouped(ruleset, words)


def _doublings(ruleset: Ruleset) -> Iterator[str]:
    def words(name: str, contract: Contract) -> tuple[str, str]:
        rule_text = "doubled" if contract.price.doubled else "never doubled"
        return rule_text, ruleset.section(f"contracts.{name}.doubled")

    if ruleset.doublings.rule != SCORED:
        yield _line("rule", ruleset.doublings.rule, ruleset.section("doublings.rule"))
        return
    yield from _settings(ruleset, "doublings")
    yield from _grouped(ruleset, words)


def _bidding(ruleset: Ruleset) -> Iterator[str]:
    yield _line("highest first", " > ".join(ruleset.bidding_order), ruleset.section("bidding.order"))
    yield _line("equal bids", ruleset.bidding_equal, ruleset.section("bidding.equal"))


def _first_game(ruleset: Ruleset) -> Iterator[str]:
    rules, section = ruleset.first_game, ruleset.section
    reduced = "with Schneider" if rules.reduced_to == KEEP_SCHNEIDER else "as a simple game"
    reduced += ", in the first match" if rules.reduced_in == FIRST_MATCH else ""
    if rules.touts:
        yield _line(f"counted {reduced}", _list(rules.touts), section("first_game.touts"))
    if rules.schwarz:
        yield _line(f"counted {reduced}", f"Schwarz in {_list(rules.schwarz)}", section("first_game.schwarz"))
    if rules.uncounted:
        matches = "the first match" if rules.uncounted_in == FIRST_MATCH else "every match"
        which = f"{_list(rules.uncounted)}, in {matches}"
        yield _line("not counted", which, section("first_game.uncounted"))


def _approvals(ruleset: Ruleset) -> Iterator[str]:
    rules = ruleset.approvals
    if rules.always:
        yield _line("always", _list(rules.always), ruleset.section("approvals.always"))
    if rules.counted:
        text = f"{_list(rules.counted)}, counted by {rules.counted_by}"
        yield _line(f"from number {rules.counted_from} on", text, ruleset.section("approvals.counted_from"))


def _permits(ruleset: Ruleset) -> Iterator[str]:
    for name, rule in ruleset.permits.items():
        trumps = f"at least {rule.runners} runners"
        if rule.trumps_with_the_highest:
            trumps += f", or {rule.trumps_with_the_highest} trumps with the highest"
        yield _line(name, f"{trumps}; {_SIDE_SUITS[rule.side_suits]}", rule.section)


def _sanctions(ruleset: Ruleset) -> Iterator[str]:
    for kind, rule in ruleset.sanctions.items():
        groups: dict[Penalty, list[str]] = {}
        for name, penalty in rule.penalties.items():
            groups.setdefault(penalty, []).append(name)
        for penalty, names in groups.items():
            borne, shared = _BEARERS[penalty.borne_by], _BEARERS[penalty.shared_by]
            yield _line(kind, f"-{penalty.minus}, borne by {borne}, shared by {shared}: {_list(names)}", rule.section)


def _match(ruleset: Ruleset) -> Iterator[str]:
    deck = ruleset.deck
    skat = f", and {deck.skat} in the skat" if deck.skat else ""
    yield _line("suits", _SUITS[ruleset.cards])
    yield _line("which makes", f"hands of {deck.hand} cards{skat}")
    for seats in ruleset.seats:
        games = f"{ruleset.games(seats)} games a match, {ruleset.games_in_round(seats)} a round"
        yield _line(f"at a table of {seats}", games)


def _scoresheet(ruleset: Ruleset) -> Iterator[str]:
    def circled(name: str, contract: Contract) -> tuple[str, str] | None:
        return ("points circled", ruleset.section(f"contracts.{name}.circled")) if contract.circled else None

    def counted(name: str, contract: Contract) -> tuple[str, str] | None:
        section = ruleset.section(f"contracts.{name}.counts_as")
        return (f"counts as {contract.counts_as}", section) if contract.counts_as else None

    yield from _grouped(ruleset, circled)
    yield from _grouped(ruleset, counted)


def _notices(ruleset: Ruleset) -> Iterator[str]:
    for notice in ruleset.notices:
        words = notice.code or notice.words.get("en") or next(iter(notice.words.values()))
        yield _line(words, "", notice.section)


def _grouped(ruleset: Ruleset, words: Callable[[str, Contract], tuple[str, str] | None]) -> Iterator[str]:
    """Yield one line for all contracts with the same words and section; None is left out."""
    groups: dict[tuple[str, str], list[str]] = {}
    for name, contract in ruleset.contracts.items():
        sentence = words(name, contract)
        if sentence is not None:
            groups.setdefault(sentence, []).append(name)
    return (_line(label, _list(names), section) for (label, section), names in groups.items())


def _settings(ruleset: Ruleset, table: str) -> Iterator[str]:
    for key, value in ruleset.settings.items():
        if key.startswith(f"{table}.") and ruleset.decides(key):
            yield _line(key.removeprefix(f"{table}.").replace("_", " "), _words(value), ruleset.section(key))


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _list(value) if isinstance(value, tuple) else str(value)


def _list(values: Iterable[object]) -> str:
    return ", ".join(str(value).replace("_", " ") for value in values) or "none"


def _line(label: str, text: str, section: str | None = None) -> str:
    if section is not None:
        text = f"{text}  ({section.replace(' ', _KEPT)})".strip()
    return f"  {label:<{_LABEL}}{text}" if len(label) < _LABEL else f"  {label}: {text}"


def _wrapped(lines: Iterable[str], indent: int = _LABEL) -> Iterator[str]:
    """Break long lines; they continue under the column that begins after `indent` and the margin."""
    for line in lines:
        rest = line
        while len(rest) > WIDTH:
            at = rest.rfind(" ", indent + 3, WIDTH + 1)
            at = at if at > 0 else WIDTH
            yield rest[:at].rstrip().replace(_KEPT, " ")
            rest = " " * (indent + 2) + rest[at:].lstrip()
        yield rest.rstrip().replace(_KEPT, " ")
