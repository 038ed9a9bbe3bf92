"""The page's script and the server bring entries of the desk into the same form."""

import random

from scoring.entries import canonical_entry
from scoring.points import outcome_table
from scoring.ruleset import load_ruleset
from tests.node import in_node

CANONICAL = 'async (texts) => { const { canonical } = await import("entries"); return texts.map(canonical); }'


def test_browser_and_server_bring_an_entry_into_the_same_form() -> None:
    """It is the one form that the table of outcomes has, whatever is typed."""
    chance = random.Random(1)
    alphabet = "rswtie1234567890+-−!* ,.;gpß\t\u00a0R"
    texts = ["".join(chance.choices(alphabet, k=chance.randint(0, 14))) for _ in range(3_000)]
    texts += [*outcome_table(load_ruleset("schafkopfschule-2023"))]
    texts += ["1 31", "* 6.2", "−18 4", "-1+1+1-1", " R 1 3 + ", "- 62"]
    formed = in_node(CANONICAL, texts)
    assert [pair for pair in zip(texts, map(canonical_entry, texts), formed, strict=True) if pair[1] != pair[2]] == []
