"""A second scoring of games and sheets, naive on purpose, from the documents and docs/readings.md.

It imports nothing from scoring. A game is the JSON object of a record; a document is the id of the ruleset that was
made from it. It handles valid games only; refusing the others is left to scoring.
"""

from dataclasses import dataclass, field
from itertools import product
from typing import Any

Game = dict[str, Any]

SCHULE = ("schafkopfschule-2023", "schafkopfschule-2007")
PALATINATE = ("palatinate-three", "asserufen")
SOCIAL = ("social", "social-short")
PAIRS = ("rufer", "rufer-tout", "hochzeit", "kreuz", "muss", "assrufen")
TOUTS = {
    **{f"{key}-tout": key for key in ("rufer", "solo", "wenz", "geier", "suit-wenz", "suit-geier")},
    "heart-solo-tout": "heart-solo",
    "solo-du": "solo",
    "heart-solo-du": "heart-solo",
}
NO_TRICK = ("bettel", "bettel-brett", "ramsch-tout")
SIMPLE, SCHNEIDER, SCHWARZ = "simple", "schneider", "schwarz"
STEPS = {SIMPLE: 0, SCHNEIDER: 1, SCHWARZ: 2}


@dataclass
class Scored:
    """The score of one game; `won` is None in a Ramsch and after a sanction, `level` where there is none."""

    points: list[int]
    won: bool | None = None
    level: str | None = None
    contract: str | None = None


def players(document: str) -> int:
    return 3 if document == "palatinate-three" else 4


def hand(document: str) -> int:
    """The cards in a hand: ten, with two in the skat, for three players; six of the short pack; else eight."""
    return {"palatinate-three": 10, "social-short": 6}.get(document, 8)


def holdable(document: str) -> list[set[int]]:
    """The card points that so many cards can hold, skat included, by the tricks of the declarer's side."""
    blanks = 4 if document == "social-short" else 12
    skat = 2 if document == "palatinate-three" else 0
    cards: dict[int, set[int]] = {}
    for counts in product(range(5), repeat=5):
        points = sum(count * worth for count, worth in zip(counts, (11, 10, 4, 3, 2), strict=True))
        for blank in range(blanks + 1):
            cards.setdefault(sum(counts) + blank, set()).add(points)
    return [cards[skat + tricks * players(document)] for tricks in range(hand(document) + 1)]


def by_cards(document: str, contract: str, points: int, tricks: int) -> tuple[bool, str]:
    """4.1, H 5, Pal General Rules, Muss: who won, and how."""
    if tricks == 0:
        return False, SCHWARZ
    if tricks == hand(document):
        return True, SCHWARZ
    if contract == "muss":
        wins, saved, others_saved = 60, 30, 31
    elif document in PALATINATE:
        wins, saved, others_saved = 61, 30, 30
    else:
        wins, saved, others_saved = 61, 31, 30
    if points >= wins:
        return True, SIMPLE if 120 - points >= others_saved else SCHNEIDER
    return False, SIMPLE if points >= saved else SCHNEIDER


def outcome(document: str, contract: str, game: Game) -> tuple[bool, str | None]:
    """Return who won and the level of a game that is played as `contract`."""
    tricks, points = game.get("tricks"), game.get("card_points")
    if contract == "sie":
        return True, None
    if contract in TOUTS:  # reading 3: one trick is enough to lose
        return tricks == hand(document) if tricks is not None else game["result"] == "won", None
    if contract in NO_TRICK:
        return tricks == 0 if tricks is not None else game["result"] == "won", None
    if game.get("surrender") == "accepted":  # reading 39
        return True, SIMPLE
    if points is not None and tricks is not None:
        won, level = by_cards(document, contract, points, tricks)
        if game.get("surrender") == "refused" and won and level == SIMPLE:
            return False, SIMPLE
        return won, level
    return game["result"] == "won", game.get("level", SIMPLE)


def value(document: str, contract: str, level: str | None, game: Game) -> int:
    """What each defender pays or gets."""
    step = STEPS[level] if level else 0
    number, raised = game.get("runners", 0), 2 ** game.get("doublings", 0)
    plain = TOUTS.get(contract, contract)
    if document in SCHULE:
        if contract in TOUTS:
            return 6
        return {"rufer": (1, 2, 3), "solo": (2, 3, 4), "wenz": (2, 3, 4), "sie": (8,)}[contract][step]
    if document == "house-10-60":
        if contract == "sie":
            return 80  # reading 36: a Solo Tout
        running = 10 * number if number >= (2 if plain == "wenz" else 3) else 0
        base = 10 if plain == "rufer" else 20
        if contract in TOUTS:  # readings 30 and 32
            return 2 * (base * raised + 20) + 2 * running
        return base * raised + 10 * step + running
    if document in PALATINATE:
        units = 1 + (2 if contract in TOUTS else step)
        if contract != "assrufen" and ("heart" in contract or game.get("suit") == "H"):
            units += 1
        if document == "palatinate-three" and contract != "simple":  # reading 38: not in Asserufen
            units += 1
        if number >= 3:
            units += number
        return units * (2 if contract in TOUTS else 1) * raised
    if contract == "sie":
        return 8
    if contract == "muss":
        return 1 + step
    if contract in TOUTS:
        return 6 * raised
    if contract in NO_TRICK:
        return (2 if contract == "bettel" else 4) * raised
    if contract in ("rufer", "kreuz"):
        return (1 + step) * raised
    if contract == "hochzeit":
        return 2 * (1 + step) * raised
    return (2 + step) * raised


def score(document: str, game: Game, *, seats: int, first: bool = False) -> Scored:
    """Score one valid game as it was played, whether approved or not; `first` is the first game of a match."""
    if "sanction" in game:
        return sanctioned(document, game, seats, first)
    contract = game["contract"]
    sitter = game.get("sits_out")
    if contract == "ramsch":
        return Scored(points=ramsch(document, game, seats), contract=contract)
    declarer = game["declarer"]
    side = {declarer}
    if contract in PAIRS:
        side.add(game.get("partner", (declarer + 1) % 4 + 1))
    others = [seat for seat in range(1, seats + 1) if seat not in side]
    if document != "palatinate-three":  # at such a table the dealer who sits out scores with the opponents
        others = [seat for seat in others if seat != sitter]
    announced = contract
    if contract in TOUTS and (game.get("late_tout") or (first and document in SCHULE)):  # 2.8.2, 5.2.15
        contract = TOUTS[contract]
    won, level = outcome(document, contract, game)
    tout = announced in TOUTS and not game.get("late_tout")
    if document in SCHULE and first and contract in ("solo", "wenz") and (tout or level == SCHWARZ):
        level = SIMPLE  # 5.2.15
    each = value(document, contract, level, game) * (1 if won else -1)
    points = [0] * seats
    for seat in others:
        points[seat - 1] = -each
    for seat in side:
        points[seat - 1] = each * len(others) // len(side)
    return Scored(points=points, won=won, level=level, contract=contract)


def ramsch(document: str, game: Game, seats: int) -> list[int]:
    """H 2 and H 6, the overview's Ramsch, reading 34."""
    playing = [seat for seat in range(1, seats + 1) if seat != game.get("sits_out")]
    card_points, tricks = game.get("card_points_by_seat"), game.get("tricks_by_seat")
    sweeper, loser = game.get("durchmarsch"), game.get("loser")
    maidens = game.get("jungfrauen", [])
    if card_points is not None and tricks is not None:
        for seat in playing:
            if tricks[seat - 1] == hand(document) or (document == "house-10-60" and card_points[seat - 1] >= 91):
                sweeper = seat
        maidens = [seat for seat in playing if tricks[seat - 1] == 0]
        ordered = sorted(playing, key=lambda seat: (card_points[seat - 1], tricks[seat - 1]))
        last, before = ordered[-1], ordered[-2]
        same = (card_points[last - 1], tricks[last - 1]) == (card_points[before - 1], tricks[before - 1])
        loser = loser if same else last
    points = [0] * seats
    if sweeper is not None:
        each = 20 if document == "house-10-60" else 2
        for seat in playing:
            points[seat - 1] = 3 * each if seat == sweeper else -each
        return points
    each = (10 if document == "house-10-60" else 1) * (1, 2, 4)[min(len(maidens), 2)]
    for seat in playing:
        points[seat - 1] = -3 * each if seat == loser else each
    return points


def sanctioned(document: str, game: Game, seats: int, first: bool) -> Scored:
    """3.4.17, 3.4.18 with the revealer on the offender's side, 2.4.10 (readings 4 to 6); H 4 (reading 33)."""
    sanction = game["sanction"]
    offender, contract = sanction["offender"], game.get("contract")
    playing = [seat for seat in range(1, seats + 1) if seat != game.get("sits_out")]
    points = [0] * seats
    if document == "house-10-60":
        small = contract in ("rufer", "rufer-tout", "ramsch")
        paid = [seat for seat in playing if seat != offender]
        loss = 30 if small and sanction["kind"] == "illegal-card" else 60
        for seat in paid:
            points[seat - 1] = loss // len(paid)
        points[offender - 1] = -loss
        return Scored(points=points, contract=contract)
    if "points" in sanction:
        points = list(sanction["points"])
    else:
        declarer = game["declarer"]
        side = [declarer, game["partner"]] if contract == "rufer" else [declarer]
        if first and contract in TOUTS:
            contract = TOUTS[contract]
        tout = contract in TOUTS
        if sanction["kind"] == "invalid-bid":
            loss = 2 if contract == "rufer" else 18 if tout else 6
        else:
            loss = 4 if contract == "rufer" else 18 if tout else 9
        bearer = sanction.get("revealer", offender)
        gainers = [seat for seat in playing if (seat in side) != (bearer in side)]
        for seat in gainers:
            points[seat - 1] = loss // len(gainers)
        points[bearer - 1] = -loss
    return Scored(points=points, contract=contract)


@dataclass
class NaiveLine:
    """One line: what it counts, who dealt, what it waits for."""

    dealer: int
    sits_out: int | None = None
    points: list[int] = field(default_factory=list)
    circled: int | None = None
    struck: bool = False
    pending: bool = False
    approval: tuple[str, bool | None] | None = None


def dealers(document: str, games: list[Game | None], *, seats: int, first_dealer: int = 1) -> list[int]:
    """Return who deals each game and, at the end, who deals the next one; redeals by reading 15."""
    order, dealer = [], first_dealer
    for game in games:
        if game is not None and document not in ("schafkopfschule-2023", "house-10-60"):
            dealer = (dealer - 1 + game.get("passed", 0)) % seats + 1
        order.append(dealer)
        dealer = dealer % seats + 1
    return [*order, dealer]


def sheet(
    document: str, games: list[Game | None], bad: set[int], *, seats: int, first_dealer: int = 1
) -> list[NaiveLine]:
    """Return the lines of a sheet; the games whose index is in `bad` cannot be scored and count 0."""
    lines, solos = [], 0
    order = dealers(document, games, seats=seats, first_dealer=first_dealer)
    for index, game in enumerate(games):
        line = NaiveLine(dealer=order[index], points=[0] * seats)
        if seats > players(document):
            line.sits_out = line.dealer  # the dealer sits out (H 4, Pal)
        lines.append(line)
        if game is None:
            continue
        line.struck = bool(game.get("struck")) or game.get("approved") is False
        if index in bad:
            continue
        result = score(document, {**game, "sits_out": line.sits_out}, seats=seats, first=index == 0)
        if document in SCHULE and result.contract in ("solo", "wenz", "solo-tout", "wenz-tout"):
            line.circled = game["declarer"]  # 5.3.3
        if document in SCHULE and not game.get("struck"):
            granted = game.get("approved")
            if result.contract in ("solo-tout", "wenz-tout", "sie"):
                line.approval = "5.2.14", granted
            elif result.contract in ("solo", "wenz") and solos >= 4:
                line.approval = "5.2.16", granted
            line.pending = line.approval is not None and granted is None
        if not line.struck and line.circled is not None:
            solos += 1  # reading 13: Touts count, Sie and struck games do not
        if not line.struck and not line.pending:
            line.points = result.points
    return lines


def counters(document: str, games: list[Game | None], bad: set[int], lines: list[NaiveLine]) -> list[dict[str, int]]:
    """5.4.2 by seat: Sie, Touts and Solos played, Touts and Solos won; only games that count."""
    names = ("sie_played", "touts_won", "touts_played", "solos_won", "solos_played")
    counts = [dict.fromkeys(names, 0) for _ in (lines[0].points if lines else range(4))]
    for index, (game, line) in enumerate(zip(games, lines, strict=True)):
        if game is None or index in bad or line.struck or line.pending:
            continue
        result = score(document, {**game, "sits_out": line.sits_out}, seats=len(line.points), first=index == 0)
        contract = result.contract
        if contract in (None, "ramsch", "simple") or contract in PAIRS:
            continue
        seat = game["declarer"] - 1
        if contract == "sie":
            counts[seat]["sie_played"] += 1
            continue
        name = "touts" if contract in TOUTS else "solos"
        counts[seat][f"{name}_played"] += 1
        if result.won if result.won is not None else line.points[seat] > 0:  # reading 12
            counts[seat][f"{name}_won"] += 1
    return counts
