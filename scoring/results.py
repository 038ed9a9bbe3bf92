"""How one game ended: the contract it counts as, who won, the level. Knows no points."""

from scoring.cards import CARD_POINTS, TRICKS
from scoring.contracts import BY_ALL_TRICKS, BY_DEAL, KINDS, LEVELS
from scoring.errors import ScoringError
from scoring.records import GameRecord
from scoring.ruleset import KEEP_SCHNEIDER, Ruleset


def seats_of(ruleset: Ruleset, record: GameRecord) -> int:
    """Return how many sit at the table of this game."""
    return record.seats if record.seats is not None else ruleset.seats[0]


def declared(record: GameRecord) -> tuple[str, int]:
    """Return (contract, declarer) of a checked game; ScoringError where one is missing, as in a written line."""
    if record.contract is None:
        raise ScoringError("contract_missing")
    if record.declarer is None:
        raise ScoringError("declarer_missing")
    return record.contract, record.declarer


def played_as(ruleset: Ruleset, record: GameRecord) -> str:
    """Return the contract a game counts as: a Tout announced late or in the first game is none (2.8.2, 5.2.15)."""
    key, _ = declared(record)
    base = KINDS[key].base
    if base is not None and (record.late_tout or (record.first and key in ruleset.first_game.touts)):
        return base
    return key


def settle_result(ruleset: Ruleset, record: GameRecord) -> tuple[bool, str | None]:
    """Return (won, level) of a checked game without a sanction, as it is scored (4.1, 5.2.15)."""
    key, _ = declared(record)
    won, level = as_played(ruleset, record, key)
    if not record.first:
        return won, level
    rules = ruleset.first_game
    cap = "schneider" if rules.reduced_to == KEEP_SCHNEIDER else "simple"
    if key in rules.touts and not record.late_tout:
        if record.card_points is not None and record.tricks is not None:
            won, level = _by_cards(ruleset, record.card_points, record.tricks)
        return won, min(level or "schwarz", cap, key=LEVELS.index)
    if played_as(ruleset, record) in rules.schwarz and level == "schwarz":
        level = cap
    return won, level


def as_played(ruleset: Ruleset, record: GameRecord, contract: str) -> tuple[bool, str | None]:
    """Return (won, level) before the first game reduces anything."""
    decided_by = ruleset.contracts[contract].kind.decided_by
    if decided_by == BY_DEAL:
        return True, None
    if decided_by == BY_ALL_TRICKS and not record.late_tout:
        # Decision 3: one trick worth 0 is enough to lose it.
        return (record.tricks == TRICKS if record.tricks is not None else record.result == "won"), None
    if record.card_points is not None and record.tricks is not None:
        return _by_cards(ruleset, record.card_points, record.tricks)
    return record.result == "won", record.level or "simple"


def _by_cards(ruleset: Ruleset, card_points: int, tricks: int) -> tuple[bool, str]:
    """Return (won, level) of the declarer's side from what lies in its tricks (4.1)."""
    if tricks in (0, TRICKS):
        return tricks == TRICKS, "schwarz"  # 4.1.4: by tricks, never by 120 card points
    limits = ruleset.limits
    won = card_points >= limits.declarer_wins
    if won:
        return won, "schneider" if CARD_POINTS - card_points < limits.defenders_out_of_schneider else "simple"
    return won, "schneider" if card_points < limits.declarer_out_of_schneider else "simple"
