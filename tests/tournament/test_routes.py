"""Every address as every role: who gets in, and that nobody else changes anything (docs/permissions.md)."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from tests.addresses import ALL
from tests.permission_matrix import COLUMNS, page, routes
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import live
from tournament.devices.services.devices import enrol_device
from tournament.models import Event, Scoresheet, TableDevice
from tournament.permissions import public

SLUG = "feldkirchen-2026"
ROLES = ("anonymous", "device", "nobody", *COLUMNS)
AT_TABLE = sorted(name for name in ALL if name.startswith("table_") and "table/" in str(ALL[name].pattern)[:6])


@pytest.fixture
def hall(db: Any) -> dict[str, str]:
    """Two tables of which a device each writes; their tokens by table."""
    tournament, actor = make_tournament(), make_user("supervisor", username="klaus")
    make_participants(tournament, 8)
    tokens = {}
    for table in (1, 2):
        sheet = live(open_scoresheet(tournament, table=table), actor)
        _device, tokens[str(table)] = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    return tokens


def address(name: str) -> str:
    """The address in the first match and at the first table."""
    arguments = {
        key: SLUG if key == "slug" else 1 if "Int" in type(converter).__name__ else "nowhere"
        for key, converter in ALL[name].pattern.converters.items()
    }
    return reverse(name, kwargs=arguments)


def client_of(role: str, hall: dict[str, str]) -> tuple[Client, Any]:
    client = Client()
    if role in ("anonymous", "device"):
        client.cookies["spielliste_table"] = hall["1"] if role == "device" else ""
        return client, AnonymousUser()
    user = make_user(*([] if role == "nobody" else [role]), username=f"one-{role}")
    client.force_login(user)
    return client, user


def written_rows() -> tuple[Any, ...]:
    """What an act would change: the log, the sheets, the devices. The first document that is made notes its key."""
    return (
        list(Event.objects.exclude(kind__startswith="installation.").values_list("kind", flat=True)),
        list(Scoresheet.objects.order_by("pk").values_list("pk", "state", "version")),
        list(TableDevice.objects.order_by("pk").values_list("pk", "state")),
    )


def test_the_page_lists_every_address() -> None:
    """An address that is not listed fails here: `python -m tests.permission_matrix > docs/permissions.md`."""
    text = (Path(__file__).parents[2] / "docs" / "permissions.md").read_text(encoding="utf-8")
    assert text == page()
    assert sorted(name for names in routes().values() for name in names) == sorted(ALL)


@pytest.mark.parametrize("role", ROLES)
def test_every_address_as_every_role(hall: dict[str, str], role: str) -> None:
    client, user = client_of(role, hall)
    before = written_rows()
    wrong = []
    for name in sorted(ALL):
        may = ALL[name].callback.permission(user)
        if ALL[name].callback.permission is public:
            continue
        # Who may get in is asked with GET alone: a POST of theirs would act.
        for method in ("get",) if may else ("get", "post"):
            answer = getattr(client, method)(address(name))
            inside = answer.status_code != 403 and not answer.get("Location", "").startswith(reverse("login"))
            only_posts = answer.status_code == 405
            if inside != may and not only_posts:
                wrong.append((name, method, answer.status_code))
    assert wrong == []
    if role in ("anonymous", "device", "nobody", "tribunal"):
        assert written_rows() == before


@pytest.mark.parametrize("name", AT_TABLE)
@pytest.mark.parametrize("token", ["none", "other table"])
def test_a_table_answers_its_own_device_alone(hall: dict[str, str], name: str, token: str) -> None:
    client = Client()
    client.cookies["spielliste_table"] = hall["2"] if token == "other table" else ""
    before, door = written_rows(), address("table_page")
    for method in ("get", "post"):
        answer = getattr(client, method)(address(name), content_type="application/json")
        # A page shows how to enrol, or leads there; everything else is refused with a sentence.
        assert answer.status_code in {403, 405, 302, 200, 422}
        if answer.status_code == 403:
            assert answer.json()["code"] == "not_enrolled"
        else:
            # A page shows how to enrol, or leads there.
            assert answer.status_code == 405 or b'id="id_code"' in answer.content or answer["Location"] == door
    assert written_rows() == before
