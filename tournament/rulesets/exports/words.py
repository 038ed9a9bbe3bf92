"""Names of contracts, suits and cards as they stand in sentences, and sentences with their sections. Knows no rules."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ruleset import Ruleset
from tournament.rulesets.words.sentences import edition_words
from tournament.words.labels import CONTRACTS, RANKS, SUITS

_BOTH: Mapping[str, Any] = {
    "K": gettext_lazy("Kings"),
    "10": gettext_lazy("Tens"),
    "7": gettext_lazy("Sevens"),
}
LORDS: Mapping[str, Mapping[str, Any]] = {
    "german": {**_BOTH, "O": gettext_lazy("Obers"), "U": gettext_lazy("Unters")},
    "french": {**_BOTH, "O": gettext_lazy("Queens"), "U": gettext_lazy("Jacks")},
}

SPACE = "\N{NO-BREAK SPACE}"


def listed(words: Iterable[object]) -> str:
    """Join words as people say them: "Solo, Wenz and Sie"."""
    *some, last = map(str, words)
    return _("%(some)s and %(last)s") % {"some": ", ".join(some), "last": last} if some else last


def one_of(words: Iterable[str]) -> str:
    """Join words of which one holds: "Solo or Wenz"."""
    return get_text_list(list(words), _("or"))


def contract_names(keys: Iterable[str]) -> list[str]:
    """Return the contracts' names in the user's language."""
    return [str(CONTRACTS.get(key, key)) for key in keys]


def contract_list(keys: Iterable[str]) -> str:
    """Join the contracts' names for a sentence; there must be at least one."""
    return listed(contract_names(keys))


def suit_names(ruleset: Ruleset, suits: Sequence[str]) -> list[str]:
    """Return the names of the suits, of German or French cards as the ruleset says."""
    return [str(SUITS[ruleset.cards][suit]) for suit in suits]


def lord_names(ruleset: Ruleset, ranks: Sequence[str]) -> list[str]:
    """Return the names of the ranks that are trumps in every suit: Obers, of French cards Queens."""
    return [str(LORDS[ruleset.cards][rank]) for rank in ranks]


def rank_name(ruleset: Ruleset, rank: str) -> str:
    """Return the name of a rank, or its number."""
    return str(RANKS[ruleset.cards].get(rank, rank))


def sections_text(sections: Iterable[str]) -> str:
    """Join the sections to look up: "5.2.14; 5.2.16". Headings and dashes without a number are left out."""
    numbered = dict.fromkeys(part.replace(" ", SPACE) for part in sections if any(map(str.isdigit, part)))
    return "; ".join(numbered)


def cite(sentence: object, *sections: str) -> str:
    """Put the sections that a sentence comes from before its full stop."""
    citation, text = sections_text(sections), str(sentence)
    return f"{text.removesuffix('.')}{SPACE}({citation})." if citation else text


def identity(ruleset: Ruleset) -> str:
    """Identify the rules to the letter: id, edition and the hash of their text."""
    digest = hashlib.sha256(ruleset.text.encode()).hexdigest()[:16]
    return _("%(id)s · edition %(edition)s · SHA-256 %(hash)s") % {
        "id": ruleset.id,
        "edition": edition_words(ruleset.edition),
        "hash": digest,
    }
