"""Words for the codes of scoring: contracts, results, sanctions, refusals. Knows no rows and no games.

The msgids are English; the catalogues translate them. A code without words here fails a test.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.errors import MESSAGES, Problem, ScoringError
from scoring.reader import NO_SECTION
from scoring.ruleset import Ruleset
from tournament.refusals import Refused

MINUS = "−"

RULESETS: Mapping[str, Any] = {
    "schafkopfschule-2023": _("Schafkopf School 2023"),
    "schafkopfschule-2007": _("Schafkopf School 2007"),
    "house-10-60": _("House tournament 10/60"),
    "palatinate-three": _("Palatinate Schafkopf with three"),
    "asserufen": _("Asserufen"),
    "social": _("Social Schafkopf"),
    "social-short": _("Social Schafkopf, short pack"),
}

CONTRACTS: Mapping[str, Any] = {
    "rufer": _("Rufer"),
    "rufer-tout": _("Rufer Tout"),
    "hochzeit": _("Hochzeit"),
    "hochzeit-tout": _("Hochzeit Tout"),
    "kreuz": _("Kreuz"),
    "kreuz-tout": _("Kreuz Tout"),
    "muss": _("Muss"),
    "muss-tout": _("Muss Tout"),
    "assrufen": _("Assrufen"),
    "simple": _("Simple Game"),
    "solo": _("Solo"),
    "solo-tout": _("Solo Tout"),
    "solo-du": _("Solo Du"),
    "heart-solo": _("Heart Solo"),
    "heart-solo-tout": _("Heart Solo Tout"),
    "heart-solo-du": _("Heart Solo Du"),
    "wenz": _("Wenz"),
    "wenz-tout": _("Wenz Tout"),
    "geier": _("Geier"),
    "geier-tout": _("Geier Tout"),
    "kaiser": _("Kaiser"),
    "kaiser-tout": _("Kaiser Tout"),
    "eisenbahner": _("Eisenbahner"),
    "eisenbahner-tout": _("Eisenbahner Tout"),
    "spatz": _("Spatz"),
    "spatz-tout": _("Spatz Tout"),
    "suit-wenz": _("Suit Wenz"),
    "suit-wenz-tout": _("Suit Wenz Tout"),
    "suit-geier": _("Suit Geier"),
    "suit-geier-tout": _("Suit Geier Tout"),
    "suit-kaiser": _("Suit Kaiser"),
    "suit-kaiser-tout": _("Suit Kaiser Tout"),
    "suit-eisenbahner": _("Suit Eisenbahner"),
    "suit-eisenbahner-tout": _("Suit Eisenbahner Tout"),
    "schieber": _("Schieber"),
    "devils-round": _("Devil's Round"),
    "bettel": _("Bettel"),
    "bettel-brett": _("Bettel Brett"),
    "ramsch-tout": _("Ramsch Tout"),
    "ramsch": _("Ramsch"),
    "schieberamsch": _("Schieberamsch"),
    "sie": _("Sie"),
}

RESULTS: Mapping[tuple[str, str], Any] = {
    ("won", "simple"): _("won"),
    ("won", "schneider"): _("won with Schneider"),
    ("won", "schwarz"): _("won Schwarz"),
    ("lost", "simple"): _("lost"),
    ("lost", "schneider"): _("lost with Schneider"),
    ("lost", "schwarz"): _("lost Schwarz"),
    ("drawn", "simple"): pgettext_lazy("game", "drawn"),
}

SANCTIONS: Mapping[str, Any] = {
    "mistake": _("mistake in play"),
    "invalid-bid": _("invalid bid"),
    "revealed-cards": _("cards revealed"),
    "illegal-card": _("illegal card"),
    "wrong-deal": _("wrong deal"),
}

TABLES: Mapping[int, Any] = {
    3: _("table of three"),
    4: _("table of four"),
    5: _("table of five"),
}

SUITS: Mapping[str, Mapping[str, Any]] = {
    "german": {"E": _("Acorns"), "G": _("Leaves"), "H": _("Hearts"), "S": _("Bells")},
    "french": {"E": _("Clubs"), "G": _("Spades"), "H": _("Hearts"), "S": _("Diamonds")},
}

RANKS: Mapping[str, Mapping[str, Any]] = {
    "german": {
        # In Bavaria this card is the Sau, not the Ace (1.2.3): the context tells the translators.
        "A": pgettext_lazy("german cards", "Ace"),
        "10": _("Ten"),
        "K": _("King"),
        "O": _("Ober"),
        "U": _("Unter"),
    },
    "french": {"A": _("Ace"), "10": _("Ten"), "K": _("King"), "O": _("Queen"), "U": _("Jack")},
}
"""The ranks that have a name; the lower ones are called by their number."""

FIELDS: Mapping[str, Any] = {
    "entry": _("Entry"),
    "contract": _("Contract"),
    "declarer": _("Declarer"),
    "partner": _("Partner"),
    "called": _("Called Ace"),
    "suit": _("Trump suit"),
    "result": _("Result"),
    "level": _("Level"),
    "card_points": _("Card points"),
    "plus": _("Plus points"),
    "minus": _("Minus points"),
    "tricks": _("Tricks"),
    "runners": _("Runners"),
    "without": _("Held by the opponents"),
    "announced": _("Schneider announced"),
    "doublings": _("Doublings"),
    "doubled_by": _("Who called Contra"),
    "late_tout": _("Tout announced too late"),
    "surrender": _("Giving up"),
    "card_points_by_seat": _("Card points of the seats"),
    "tricks_by_seat": _("Tricks of the seats"),
    "loser": _("Loser"),
    "second_loser": _("Second loser"),
    "durchmarsch": _("Durchmarsch"),
    "jungfrauen": _("Jungfrauen"),
    "claimed": _("Runners claimed"),
    "laid": _("Laid"),
    "knocked": _("Knocked"),
    "pot": _("Pot"),
    "circled": _("Circle"),
    "passed": _("Deals thrown in"),
    "sits_out": _("Who sits out"),
    "first_dealer": _("First dealer"),
    "match": _("Match"),
    "sanction.offender": _("Who erred"),
    "sanction.revealer": _("Who revealed the cards"),
}

CRITERIA: Mapping[str, Any] = {
    "points": _("points"),
    "sie_played": _("Sie played"),
    "touts_won": _("Touts won"),
    "touts_played": _("Touts played"),
    "solos_won": _("Solos and Wenzen won"),
    "solos_played": _("Solos and Wenzen played"),
    "lot": _("lot"),
}


def ruleset_title(ruleset: Ruleset) -> str:
    """Return the name of the rules on pages and sheets."""
    return str(RULESETS.get(ruleset.id, ruleset.title))


def signed(points: int) -> str:
    """Return points with their sign as the sheet shows them: +6, −2, 0."""
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points < 0 else "0"


def points_text(points: Sequence[int]) -> str:
    """Return the points of all seats: "+1 −1 +1 −1"."""
    return " ".join(signed(value) for value in points)


def signed_amount(cents: int) -> str:
    """Return cents as money with a sign: +1.80 €, −0.60 €, 0.00 €."""
    sign = "+" if cents > 0 else MINUS if cents < 0 else ""
    return f"{sign}{amount(cents)}"


def amount(cents: int) -> str:
    """Return cents as money without a sign: 1.80 €."""
    return f"{number_format(Decimal(abs(cents)) / 100, 2)}\N{NO-BREAK SPACE}€"


def ranges(numbers: Sequence[int]) -> list[str]:
    """Return ascending numbers as people say them: three or more in a row become one range, "5–8"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [
        text for run in runs for text in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else [str(number) for number in run])
    ]


def numbers_text(numbers: Sequence[int]) -> str:
    """Return ascending numbers for a sentence: "1, 3 and 5–8"."""
    return get_text_list(ranges(numbers), gettext("and"))


def on_seat(seat: int, name: str) -> str:
    """Return who sits where, in a form that no start number has: "Seat 1 · Anna Huber"."""
    return gettext("Seat %(seat)s") % {"seat": seat} + f" · {name}"


def table_word(seats: int) -> str:
    """Return the name of a table with so many seats: "table of four"."""
    return str(TABLES[seats])


def tables_text(sizes: Sequence[int]) -> str:
    """Return how many tables of each size there are: "2 tables of 5, 1 table of 4"."""
    return ", ".join(
        ngettext("%(tables)s table of %(seats)s", "%(tables)s tables of %(seats)s", tables)
        % {"tables": tables, "seats": seats}
        for seats, tables in sorted(Counter(sizes).items(), reverse=True)
    )


def scoring_sentence(error: ScoringError | Problem) -> str:
    """Return the sentence of a refusal or warning of scoring, in the user's language."""
    sentence = gettext(MESSAGES[error.code])
    if error.context.get("section") == NO_SECTION:
        sentence = sentence.replace(" ({section})", "")
    return sentence.format_map({key: _word(key, value) for key, value in error.context.items()})


def warning(problem: Problem) -> str:
    """Return the sentence of a sheet's warning. It names the game it is about, unless it is about the next one."""
    if problem.game is None or problem.code.startswith("next_"):
        return scoring_sentence(problem)
    return gettext("Game %(number)s: %(text)s") % {"number": problem.game, "text": scoring_sentence(problem)}


def card_name(cards: str, code: str) -> str:
    """Return the name of a card: "Ober of Acorns" for EO. A code that is no card is returned as it is."""
    suit = SUITS[cards].get(code[:1])
    words = {"suit": suit, "rank": RANKS[cards].get(code[1:], code[1:])}
    return gettext("%(rank)s of %(suit)s") % words if suit else code


def refused(error: ScoringError | Problem) -> Refused:
    """Return the same as a refusal that pages show."""
    # A percent sign in the sentence must not be taken for a field: without a context, Refused does not format.
    return Refused(scoring_sentence(error), code=error.code)


WORDS: Mapping[str, Mapping[str, Any]] = {
    "contract": CONTRACTS,
    "scored_as": CONTRACTS,
    "base": CONTRACTS,
    "field": FIELDS,
    "kind": SANCTIONS,
    # With French suits only Hearts are ever named, and these have the same name.
    "suit": SUITS["german"],
    "called": SUITS["german"],
}


def _word(key: str, value: object) -> str:
    if isinstance(value, Problem):
        return scoring_sentence(value)
    if isinstance(value, list | tuple):
        return points_text(value) if key == "points" else ", ".join(_word(key, part) for part in value)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if key in ("sum", "figure", "value") and isinstance(value, int):
        return signed(value)
    if key in ("card", "cards"):
        return card_name("german", str(value))
    return str(WORDS.get(key, {}).get(str(value), value))


def device_name(table: int, number: int) -> str:
    """Return how a table's device is named."""
    return gettext("device %(number)s of table %(table)s") % {"table": table, "number": number}


def own_page_name(number: int) -> str:
    """Return how a player's own page is named, by the start number of its card."""
    return gettext("own page of No. %(number)s") % {"number": number}
