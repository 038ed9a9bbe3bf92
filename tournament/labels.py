"""Words for the codes that scoring speaks: contracts, results, sanctions, refusals. Knows no rows.

The msgids are English; the catalogues translate. A code without words here fails a test.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.errors import MESSAGES, ScoringError
from scoring.games import Problem
from scoring.ruleset import Ruleset
from tournament.refusals import Refused
from tournament.sentences import SENTENCES

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
    "kreuz": _("Kreuz"),
    "muss": _("Muss"),
    "assrufen": _("Assrufen"),
    "simple": _("Simple Game"),
    "solo": _("Solo"),
    "solo-tout": _("Solo Tout"),
    "solo-du": _("Solo Du"),
    "heart-solo": _("Heart Solo"),
    "heart-solo-du": _("Heart Solo Du"),
    "wenz": _("Wenz"),
    "wenz-tout": _("Wenz Tout"),
    "geier": _("Geier"),
    "geier-tout": _("Geier Tout"),
    "suit-wenz": _("Suit Wenz"),
    "suit-wenz-tout": _("Suit Wenz Tout"),
    "suit-geier": _("Suit Geier"),
    "suit-geier-tout": _("Suit Geier Tout"),
    "bettel": _("Bettel"),
    "bettel-brett": _("Bettel Brett"),
    "ramsch-tout": _("Ramsch Tout"),
    "ramsch": _("Ramsch"),
    "sie": _("Sie"),
}

RESULTS: Mapping[tuple[str, str], Any] = {
    ("won", "simple"): _("won"),
    ("won", "schneider"): _("won with Schneider"),
    ("won", "schwarz"): _("won Schwarz"),
    ("lost", "simple"): _("lost"),
    ("lost", "schneider"): _("lost with Schneider"),
    ("lost", "schwarz"): _("lost Schwarz"),
}

SANCTIONS: Mapping[str, Any] = {
    "mistake": _("mistake in play"),
    "invalid-bid": _("invalid bid"),
    "revealed-cards": _("cards revealed"),
    "illegal-card": _("illegal card"),
    "wrong-deal": _("wrong deal"),
}

FIELDS: Mapping[str, Any] = {
    "entry": _("Entry"),
    "declarer": _("Declarer"),
    "partner": _("Partner"),
    "result": _("Result"),
    "level": _("Level"),
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
    """How the rules are called on pages and sheets."""
    return str(RULESETS.get(ruleset.id, ruleset.title))


def signed(points: int) -> str:
    """Points with their sign as the sheet shows them: +6, −2, 0."""
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points < 0 else "0"


def points_text(points: Sequence[int]) -> str:
    """The points of all seats: "+1 −1 +1 −1"."""
    return " ".join(signed(value) for value in points)


def ranges(numbers: Sequence[int]) -> list[str]:
    """Ascending numbers as people say them: three and more in a row become one range, "5–8"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [
        text for run in runs for text in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else [str(number) for number in run])
    ]


def contract_word(record: Mapping[str, Any], circled: int | None) -> str:
    """What stands in the sheet's column "game": a written line knows only whether it is circled (5.3.3)."""
    if record.get("sanction"):
        return gettext("Sanction")
    if record.get("contract"):
        return str(CONTRACTS[record["contract"]])
    if circled is not None:
        return gettext("Solo/Wenz")
    # Without a circle a line from paper is a Rufer, or a Sie where three lose alike (5.2.7); else no game at all.
    plus = [value for value in record["written"] if value > 0]
    minus = [value for value in record["written"] if value < 0]
    alike = len(set(plus)) == len(set(minus)) == 1 and sum(record["written"]) == 0
    known = {(2, 2): "rufer", (1, 3): "sie"}.get((len(plus), len(minus))) if alike else None
    return str(CONTRACTS[known]) if known else gettext("no game")


def describe(record: Mapping[str, Any], names: Sequence[str] = ("1", "2", "3", "4", "5")) -> str:
    """One line saying what a game record means: "Solo, Bene, won with Schneider". `names` by seat."""
    if "written" in record:
        circled = record.get("circled")
        word = contract_word(record, circled)
        who = names[circled - 1] if circled else None
        points = points_text(record["written"])
        return f"{word}, {who}: {points}" if who else f"{word}: {points}"
    parts = [str(CONTRACTS.get(record["contract"], record["contract"])), _players(record, names)]
    sanction = record.get("sanction")
    if sanction:
        bearer = sanction.get("revealer") or sanction["offender"]
        parts.append(
            gettext("%(kind)s by %(name)s")
            % {"kind": SANCTIONS.get(sanction["kind"], sanction["kind"]), "name": names[bearer - 1]}
        )
    elif record.get("result"):
        parts.append(str(RESULTS[record["result"], record.get("level") or "simple"]))
    elif record.get("card_points") is not None:
        parts.append(gettext("%(points)s card points") % {"points": record["card_points"]})
    return ", ".join(parts)


def _players(record: Mapping[str, Any], names: Sequence[str]) -> str:
    declarer = names[record["declarer"] - 1]
    if not record.get("partner"):
        return declarer
    return gettext("%(declarer)s with %(partner)s") % {
        "declarer": declarer,
        "partner": names[record["partner"] - 1],
    }


def sentence(error: ScoringError | Problem) -> str:
    """The sentence of a refusal or warning of scoring, in the user's language."""
    template = SENTENCES.get(error.code) or MESSAGES[error.code]
    return str(template).format_map({key: _word(key, value) for key, value in error.context.items()})


def warning(found: Problem) -> str:
    """The sentence of a sheet's warning; one about a game that is written names it, one ahead speaks of the next."""
    if found.game is None or found.code.startswith("next_"):
        return sentence(found)
    return gettext("Game %(number)s: %(text)s") % {"number": found.game, "text": sentence(found)}


def refused(error: ScoringError | Problem) -> Refused:
    """The same as a refusal that pages show."""
    # A percent sign in the sentence must not be taken for a field: Refused formats only with a context.
    return Refused(sentence(error), code=error.code)


WORDS: Mapping[str, Mapping[str, Any]] = {
    "contract": CONTRACTS,
    "scored_as": CONTRACTS,
    "field": FIELDS,
    "kind": SANCTIONS,
}


def _word(key: str, value: object) -> str:
    if isinstance(value, list | tuple):
        return points_text(value) if key == "points" else ", ".join(_word(key, part) for part in value)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if key in ("sum", "figure", "value") and isinstance(value, int):
        return signed(value)
    return str(WORDS.get(key, {}).get(str(value), value))
