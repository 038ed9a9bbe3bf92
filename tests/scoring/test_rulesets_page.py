"""docs/rulesets.md explains a whole file: its excerpts together give the same rules as the bundled file."""

import re
from pathlib import Path

from scoring.contracts import KINDS
from scoring.notices import NOTICES
from scoring.parts import SANCTION_KINDS
from scoring.ruleset import CRITERIA, check_ruleset, load_ruleset, parse_ruleset, ruleset_text

PAGE = (Path(__file__).parents[2] / "docs" / "rulesets.md").read_text(encoding="utf-8")
EXAMPLE = "\n".join(re.findall(r"^```toml\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE))


def test_the_example_is_the_whole_house_ruleset() -> None:
    assert check_ruleset(EXAMPLE) == ()
    example, bundled = parse_ruleset(EXAMPLE), load_ruleset("house-10-60")
    assert example.settings == bundled.settings
    assert example.sections == bundled.sections
    assert example.notices == bundled.notices
    assert (example.id, example.title, example.source) == (bundled.id, bundled.title, bundled.source)


def test_the_permit_that_the_page_quotes_is_the_schafkopfschules() -> None:
    quoted = re.search(r"^```\n(\[permits.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)
    assert quoted is not None
    assert quoted[1].strip() in ruleset_text("schafkopfschule-2023")


def test_the_page_lists_every_notice_in_order_and_which_of_them_depend_on_values() -> None:
    notices = PAGE.partition("\n## Notices\n")[2]
    rows = re.findall(r"^\| `([a-z-]+)` \| .+? \| ?(.*?) ?\|$", notices, flags=re.MULTILINE)
    assert [code for code, _only_where in rows] == list(NOTICES)
    # Rules without notices show only those that apply everywhere.
    everywhere = [code for code, agrees in NOTICES.items() if agrees({})]
    assert [code for code, only_where in rows if not only_where] == everywhere


def test_the_page_lists_the_letters_of_every_contract_and_its_tout() -> None:
    contracts = PAGE[PAGE.index("## The contracts") :]
    rows = re.findall(r"^\| `([a-z-]+)` \| `([a-z]+)`(?:, `([a-z]+)`)? \| (.*) \|$", contracts, flags=re.MULTILINE)
    letters = {key: own for key, own, _tout, _words in rows}
    letters |= {f"{key}-tout": tout for key, _own, tout, _words in rows if tout}
    letters |= dict(re.findall(r"`([a-z-]+-du)` \(`([a-z]+)`\)", PAGE))
    assert letters == {key: kind.letters for key, kind in KINDS.items()}
    unbid = {key for key, _own, _tout, words in rows if "nobody bids it" in words}
    assert unbid == {key for key, kind in KINDS.items() if not kind.is_bid and kind.base is None}


def test_the_page_names_every_setting_contract_sanction_and_criterion() -> None:
    words = set(re.findall(r"`([^`\s]+)`", PAGE))
    settings = {key.rsplit(".", 1)[1] for key in load_ruleset("house-10-60").settings if key.startswith("match.")}
    assert settings - words == set()
    assert {key for key in KINDS if key != f"{KINDS[key].base}-tout"} - words == set()
    assert {*SANCTION_KINDS, *CRITERIA} - words == set()
