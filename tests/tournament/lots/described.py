"""A second draw, written from docs/draw.md alone, with the numbers of its points and no line from tournament/lots."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, count, repeat

Table = list[int]


def digest(*parts: str) -> str:
    return hashlib.sha256(":".join(parts).encode("ascii")).hexdigest()


def numbers(values: list[int]) -> str:
    return ",".join(str(value) for value in values)


def list_text(terms: dict) -> str:
    """Point 1. `terms` has the fields of a protocol."""
    earlier = "|".join(";".join(numbers(table) for table in match) for match in terms["earlier"])
    return "\n".join(
        [
            f"match={terms['match']}/{terms['matches']}",
            f"source={terms['source']}",
            f"entrants={numbers(terms['entrants'])}",
            f"tables={numbers(terms['tables'])}",
            f"clubs={';'.join(numbers(club) for club in terms['clubs'])}",
            f"fixed={';'.join(f'{number}:{table}:{seat}' for number, table, seat in terms['fixed'])}",
            f"even-seats={'yes' if terms['even_seats'] else 'no'}",
            f"earlier={earlier}",
        ]
    )


def list_hash(terms: dict) -> str:
    """Point 2."""
    return hashlib.sha256(list_text(terms).encode("ascii")).hexdigest()


def commitment(secret: str) -> str:
    """Point 3."""
    return digest("spielliste-2", secret)


def seed(terms: dict, secret: str, hall: list[str]) -> str:
    """Point 3."""
    return digest("spielliste-2", list_hash(terms), secret, ",".join(hall))


class Words:
    """Points 4 and 5: the stream of words of a seed."""

    def __init__(self, seed: str, algorithm: str = "spielliste-2") -> None:
        self.stream = self.words(algorithm, seed)

    @staticmethod
    def words(algorithm: str, seed: str) -> Iterator[int]:
        for counter in count():
            block = digest(algorithm, seed, str(counter))
            for start in range(0, 64, 8):
                yield int(block[start : start + 8], 16)

    def below(self, n: int) -> int:
        past = 2**32 // n * n
        while (word := next(self.stream)) >= past:
            pass
        return word % n

    def shuffle(self, items: list) -> None:
        for last in range(len(items), 1, -1):
            place = self.below(last)
            items[last - 1], items[place] = items[place], items[last - 1]


class Draw:
    """Points 6 to 11 for one list, which share one stream and one effort."""

    def __init__(self, terms: dict, seed: str) -> None:
        self.terms, self.words = terms, Words(seed)
        self.effort = 0
        # The cost of each pair of people in the current attempt.
        self.of_pairs: dict[tuple[int, ...], int] = {}
        entrants = len(terms["entrants"])
        self.limit = 15_000 * entrants if entrants <= 20 else max(40 * entrants, 80_000)
        self.club_pairs = Counter(
            pair for club in terms["clubs"] for pair in combinations(sorted(club), 2)
        )  # a pair with two common clubs: twice
        self.fixed = {(table - 1, seat - 1): number for number, table, seat in terms["fixed"]}
        places = [(table, seat) for table, size in enumerate(terms["tables"]) for seat in range(size)]
        self.free = [place for place in places if place not in self.fixed]
        self.unplaced = sorted(set(terms["entrants"]) - set(self.fixed.values()))

    def history(self, earlier: list[list[Table]]) -> tuple[Counter, Counter]:
        """How often each pair sat together, and each player on each seat."""
        encounters: Counter = Counter()
        sat: Counter = Counter()
        for match in earlier:
            for table in match:
                encounters.update(combinations(sorted(table), 2))
                sat.update((number, seat) for seat, number in enumerate(table))
        return encounters, sat

    def cost(self, table: Table, encounters: Counter, sat: Counter) -> int:
        """Point 7."""
        people = tuple(sorted(table))
        if people not in self.of_pairs:
            self.of_pairs[people] = sum(map(self.pair_cost, combinations(people, 2), repeat(encounters)))
        cost = self.of_pairs[people]
        if self.terms["even_seats"]:
            cost += sum(sat[number, seat] for seat, number in enumerate(table) if (number, seat) in sat)
        return cost

    def pair_cost(self, pair: tuple[int, int], encounters: Counter) -> int:
        again = 1_000_000 + 10_000 * (encounters[pair] - 1) if pair in encounters else 0
        return again + 100 * self.club_pairs.get(pair, 0)

    def attempt(self, earlier: list[list[Table]]) -> tuple[int, list[Table]]:
        """Points 8 and 9: the cost and the tables."""
        encounters, sat = self.history(earlier)
        self.of_pairs = {}
        tables = [[0] * size for size in self.terms["tables"]]
        for (table, seat), number in self.fixed.items():
            tables[table][seat] = number
        order = list(self.free)
        self.words.shuffle(order)
        self.effort += len(self.terms["entrants"])
        for (table, seat), number in zip(order, self.unplaced, strict=True):
            tables[table][seat] = number
        costs = [self.cost(table, encounters, sat) for table in tables]
        lowest, in_vain = sum(costs), 0
        while sum(costs) > 0 and in_vain < 30 and self.effort < self.limit:
            self.round(order, tables, costs, encounters, sat)
            self.effort += 1
            in_vain = 0 if sum(costs) < lowest else in_vain + 1
            lowest = min(lowest, sum(costs))
        return sum(costs), tables

    def round(
        self, order: list[tuple[int, int]], tables: list[Table], costs: list[int], encounters: Counter, sat: Counter
    ) -> None:
        """Point 9."""
        for table, seat in order:
            if costs[table] == 0:
                continue
            other, place = order[self.words.below(len(order))]
            self.effort += 1
            before = {index: costs[index] for index in (table, other)}
            tables[table][seat], tables[other][place] = tables[other][place], tables[table][seat]
            after = {index: self.cost(tables[index], encounters, sat) for index in before}
            if sum(after.values()) > sum(before.values()):
                tables[table][seat], tables[other][place] = tables[other][place], tables[table][seat]
            else:
                for index, cost in after.items():
                    costs[index] = cost

    def outlook(self, tables: list[Table]) -> int:
        """Point 11, for an attempt that is not dearer than the best."""
        earlier = self.terms["earlier"]
        if not earlier or len(self.terms["entrants"]) > 20:
            return 0
        total, matches = 0, [*earlier, tables]
        for _ in range(self.terms["matches"] - self.terms["match"]):
            cost, tables = self.attempt(matches)
            total += cost
            matches = [*matches, tables]
        return total

    def best(self) -> list[Table]:
        """Point 11: the lots."""
        best: list[Table] = []
        lowest: tuple[int, int] | None = None
        while lowest is None or (lowest != (0, 0) and self.effort < self.limit):
            cost, tables = self.attempt(self.terms["earlier"])
            if lowest is None or cost <= lowest[0]:
                outlook = self.outlook(tables)
                if lowest is None or (cost, outlook) < lowest:
                    lowest, best = (cost, outlook), tables
        return best


def meetings(terms: dict, lots: list[Table]) -> dict[str, int]:
    """The meetings that could not be avoided, as the protocol counts them."""
    draw = Draw(terms, "")
    encounters, sat = draw.history(terms["earlier"])
    pairs = [pair for table in lots for pair in combinations(sorted(table), 2)]
    seats = [(number, seat) for table in lots for seat, number in enumerate(table)]
    return {
        "again": sum(pair in encounters for pair in pairs),
        "clubs": sum(pair in draw.club_pairs for pair in pairs),
        "seats": sum(place in sat for place in seats) if terms["even_seats"] else 0,
    }


def draw(terms: dict, seed: str) -> list[Table]:
    """The lots by the terms (the fields of a protocol) and a seed."""
    return Draw(terms, seed).best()


def draw_first(entrants: list[int], seed: str) -> list[Table]:
    """The lots as `spielliste-1` drew them: only the shuffle, at tables of four."""
    players = sorted(entrants)
    Words(seed, "spielliste-1").shuffle(players)
    return [players[start : start + 4] for start in range(0, len(players), 4)]
