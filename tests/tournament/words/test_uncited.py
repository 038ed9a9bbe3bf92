"""Where a club plays by its own rules without sections, no page of its tournament cites a section or a dash for one."""

import inspect
import re
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ruleset import ruleset_text
from tests.addresses import ALL
from tests.worlds.archived import small_tournament
from tests.worlds.everything import NAMES, everything
from tournament.models import Participant, Scoresheet, Tournament, User
from tournament.rulesets.forms.changes import without_sections
from tournament.rulesets.forms.text import document_of, text_of_document
from tournament.rulesets.services import create_ruleset

CITATION = re.compile(r"[^<>\n]{0,60}\((?:[^()<>]*[ ,;])?(?:\d+(?:\.\d+)+|–)(?:[,;][^()<>]*)?\)")
ORIGIN = "schafkopfschule-2023"


def bare(text: str) -> str:
    return text_of_document(without_sections(document_of(text)))


def create_bare(*, text: str, **values: Any) -> None:
    create_ruleset(text=bare(text), **values)


@pytest.mark.proof
@pytest.mark.django_db
def test_no_page_cites_a_section_that_the_rules_do_not_have(client: Client) -> None:
    with (
        mock.patch("tournament.services.tournaments.ruleset_text", return_value=bare(ruleset_text(ORIGIN))),
        mock.patch("tests.worlds.archived.create_ruleset", create_bare),
        # What is remembered under its name is played by the School's rules.
        mock.patch("tests.worlds.everything.small_tournament", inspect.unwrap(small_tournament)),
    ):
        inspect.unwrap(everything)()
    client.force_login(User.objects.get(username="reiter"))
    hits = []
    for name in ("running", "finished"):
        tournament = Tournament.objects.get(name=NAMES[name])
        assert not tournament.ruleset.names_sections
        hits += [hit for path in paths(tournament) for hit in citations(client, path)]
    assert sorted(set(hits)) == []


def citations(client: Client, path: str) -> Iterator[str]:
    answer = client.get(path)
    if not answer.streaming and answer.headers.get("Content-Type", "").startswith("text/html"):
        for hit in CITATION.findall(answer.content.decode()):
            yield f"{path}: {hit}"


def paths(tournament: Tournament) -> Iterator[str]:
    sheets = Scoresheet.objects.filter(match__tournament=tournament).values_list("match__number", "table_number")
    people = Participant.objects.filter(tournament=tournament).values_list("start_number", flat=True)
    values: dict[frozenset[str], list[dict[str, object]]] = {
        frozenset(): [{}],
        frozenset({"match"}): [{"match": 1}, {"match": 2}],
        frozenset({"match", "table"}): [{"match": match, "table": table} for match, table in sheets],
        frozenset({"start_number"}): [{"start_number": number} for number in people],
    }
    for name, pattern in ALL.items():
        parameters = frozenset(pattern.pattern.converters)
        for kwargs in values.get(parameters - {"slug"}, []) if "slug" in parameters else []:
            yield reverse(name, kwargs={"slug": tournament.slug, **kwargs})
