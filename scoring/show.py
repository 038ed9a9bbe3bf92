"""A ruleset as a readable page: what a game is worth and what else decides, each with its section."""

from scoring.contracts import BY_DEAL, FIXED, declarer_side
from scoring.endings import points_of
from scoring.ruleset import Contract, Ruleset


def point_table(ruleset: Ruleset) -> str:
    """Return the page as lines of text without a final line break."""
    lines = [
        f"{ruleset.title}, edition {ruleset.edition} ({ruleset.id})",
        "",
        f"{'Contract':<24}{'Winner(s)':>12}{'Loser(s)':>12}  Section",
    ]
    for contract in ruleset.contracts.values():
        lines += _rows(ruleset, contract)
    for title, prefix in (
        ("Card points", "limits."),
        ("First game", "first_game."),
        ("Approvals", "approvals."),
        ("Match", "match."),
        ("Ranking", "ranking."),
    ):
        lines += ["", title]
        lines += (
            f"  {key.removeprefix(prefix):<30}{_words(value)}  ({ruleset.section(key)})"
            for key, value in ruleset.settings.items()
            if key.startswith(prefix)
        )
    lines += ["", "Sanctions: minus points of the offender"]
    for kind, rule in ruleset.sanctions.items():
        figures = ", ".join(f"{name} {figure}" for name, figure in rule.penalties.items())
        lines.append(f"  {kind:<30}{figures}  ({rule.section})")
    return "\n".join(lines)


def _rows(ruleset: Ruleset, contract: Contract) -> list[str]:
    side = declarer_side(contract.kind, 1, 2)
    results = (True,) if contract.kind.decided_by == BY_DEAL else (True, False)
    rows: dict[tuple[str, str], str] = {}
    for level in contract.values:
        for won in results:
            points = points_of(contract, side, won, None if level == FIXED else level, ruleset.seats[0])
            figures = (_each(points, max(points)), _each(points, min(points)))
            name = contract.kind.key if level in (FIXED, "simple") else f"{contract.kind.key} {level}"
            rows.setdefault(figures, f"{name} {'won' if won else 'lost'}")
            if rows[figures] != f"{name} {'won' if won else 'lost'}" or len(results) == 1:
                rows[figures] = name
    return [f"{name:<24}{winners:>12}{losers:>12}  {contract.section}" for (winners, losers), name in rows.items()]


def _each(points: tuple[int, ...], value: int) -> str:
    return f"each {value:+d}" if points.count(value) > 1 else f"{value:+d}"


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(str(part) for part in value) if isinstance(value, tuple) else str(value)
