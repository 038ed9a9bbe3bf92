"""A tournament that is closed for good: whatever is sent to its addresses gets an answer, and changes nothing."""

from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.addresses import ALL
from tests.worlds.archived import login, small_tournament
from tournament.models import Event, Tournament, User
from tournament.proof.exports.archive import close_tournament

Closed = tuple[Tournament, User]
OF_ITS_OWN = sorted(name for name in ALL if "slug" in ALL[name].pattern.converters)
# What a closed tournament still takes: how long it is kept, and that somebody is forgotten.
STILL_TAKEN = {"retention_extend", "participant_forget"}
# One value for each field of many forms, so that most posts get as far as the service.
TYPED = {
    "accepts_rules": "on", "answer": "yes", "base": "1", "came": "1", "choice": "struck", "command": "a" * 32,
    "content": "x", "day": "2026-11-29", "entry": "r12+", "first": "11", "first_name": "Zenzi", "game": "1",
    "keep_until": "2031-01-01", "key": "a" * 32, "kind": "names", "last_name": "Ziegler", "leavers": "keep",
    "left": "1", "lots": "1 1 1", "match": "1", "name": "Glonn", "number": "1", "offence": "cheating", "order": "1 2",
    "organiser": "SV Glonn", "other_seat": "2", "other_table": "2", "outcome": "upheld", "pack": "12", "reason": "so",
    "ruleset_id": "small", "seat": "1", "source": "system", "state": "granted", "sure": "1", "tables": "",
    "text": "Hallo", "towards": "2", "void": "void", "witnesses": "1 2 3",
}  # fmt: skip


def begin() -> Closed:
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk", "tribunal")
    return close_tournament(tournament=small_tournament(actor, 1), actor=actor), actor


def address(name: str, slug: str, number: int) -> str:
    arguments = {
        key: slug if key == "slug" else number if "Int" in type(converter).__name__ else "nowhere"
        for key, converter in ALL[name].pattern.converters.items()
    }
    return reverse(name, kwargs=arguments)


def test_every_post_is_answered_and_changes_nothing(world: Closed, subtests: pytest.Subtests) -> None:
    tournament, actor = world
    posts: list[tuple[int, dict[str, Any]]] = [(1, {}), (1, TYPED), (2, TYPED)]
    for name in OF_ITS_OWN:
        with subtests.test(name):
            client = Client()
            client.force_login(actor)
            for number, typed in posts:
                before = Event.objects.filter(tournament=tournament).count()
                with transaction.atomic():
                    assert client.post(address(name, tournament.slug, number), typed).status_code < 500
                    if name not in STILL_TAKEN:
                        assert Event.objects.filter(tournament=tournament).count() == before
                    transaction.set_rollback(True)
