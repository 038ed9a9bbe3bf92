"""No address shows a forgotten person's name to anyone, except sealed files that are still under retention."""

import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from tests.addresses import ALL
from tests.tournament.views.answers import address, body
from tests.worlds.factories import choose_places, make_user
from tests.worlds.played import correct, finished_tournament, first_sheet
from tests.worlds.sheets import fresh
from tests.worlds.signing import sign_at_table
from tournament.devices.services.devices import enrol_device
from tournament.models import (
    Approval,
    ConductNote,
    DiscardedDraw,
    Dispute,
    DisputeStep,
    Draw,
    Participant,
    Substitution,
    TableChange,
    Tournament,
    User,
)
from tournament.participants.services.participants import withdraw_participant
from tournament.participants.services.retention import forget_participant
from tournament.services.acting import act
from tournament.services.signatures import refuse_signature
from tournament.services.tournaments import finish_tournament
from tournament.sheet.acts.acceptance import AcceptSheet

pytestmark = pytest.mark.django_db
# Nobody else has this name, and it is none of our words.
WHO = {"first_name": "Xaverine", "last_name": "Quittenbaum", "club": "SV Zwetschgenau", "birth_date": "1951-02-03"}
TYPED = "Die Quittenbaum war es, sagt Xaverines Mann"
NAME = re.compile(r"Xaverine|Quittenbaum|Zwetschgenau|(?<![0-9a-f])1951(?![0-9a-f])", re.IGNORECASE)
SLUG = "feldkirchen-2026"
# The sealed document under retention, the rules, the installation's own pages.
PASSED_BY = re.compile(
    r"scoresheet_pdf|document_version|standings_version|sealed_zip|ruleset|poster|leaflet|trust|service_worker|manifest|password|language|^people$"
)
PAGES = [name for name in sorted(ALL) if not PASSED_BY.search(name)]


def begin() -> tuple[Tournament, User, str]:
    """Opened again, every sheet accepted, her name in every text that somebody can type; the token of a device."""
    tournament, actor = finished_tournament()
    Participant.objects.filter(start_number=2).update(**WHO, name_key="quittenbaum xaverine")
    sheet = first_sheet(tournament)
    correct(sheet, 1, "r12++", actor, reason=TYPED)
    Approval.objects.filter(game__scoresheet=sheet).update(oral="X. Quittenbaum")
    device, token = enrol_device(scoresheet=sheet, code=fresh(sheet).code, take_over=True, label="")
    refuse_signature(scoresheet=sheet, seat=1, reason=TYPED, content=fresh(sheet).content_hash, actor=device)
    sheet = sign_at_table(sheet, device, 1, 2, 3, 4)
    act(sheet, AcceptSheet(content=sheet.content_hash), actor=actor)
    leaver, came = tournament.participants.filter(start_number__in=[2, 3])
    now = {"changed_at": timezone.now(), "changed_by": actor}
    seating = {"seat": 1, "left": leaver.pk, "came": came.pk}
    for kind, more in (
        ("replaced", {}),
        ("seats", {"other_table": 1, "other_seat": 2}),
        ("scorekeeper", {"from": 1, "to": 2}),
    ):
        TableChange.objects.create(scoresheet=sheet, kind=kind, after_game=0, told=seating | more, reason=TYPED, **now)
    dispute = Dispute.objects.create(scoresheet=sheet, number=1, state="decided")
    DisputeStep.objects.create(dispute=dispute, to="raised", reason=TYPED, login=actor, at=now["changed_at"])
    note = {"tournament": tournament, "offence": "other", "reason": TYPED}
    ConductNote.objects.create(participant=leaver, kind="warning", noted_by=actor, noted_at=now["changed_at"], **note)
    Substitution.objects.create(
        tournament=tournament, left=came, came=tournament.participants.get(start_number=4), match=sheet.match, game=1,
        reason=TYPED, appointed_by=actor, appointed_at=now["changed_at"],
    )  # fmt: skip
    first_draw = Draw.objects.get(match__number=1)
    columns = {"drawn_at": now["changed_at"], "drawn_by": actor, "protocol": first_draw.protocol}
    draw = Draw.objects.create(match=first_draw.match, number=2, **columns)
    DiscardedDraw.objects.create(draw=draw, reason=TYPED, discarded_at=now["changed_at"], discarded_by=actor)
    return tournament, actor, token


def content_of(answer: Any) -> str:
    """The whole answer; for a PDF its words and its metadata."""
    content = b"".join(answer) if answer.streaming else answer.content
    if content[:5] == b"%PDF-":
        file = PdfReader(io.BytesIO(content))
        return " ".join([*(page.extract_text() for page in file.pages), str(file.metadata)])
    return body(answer)


def addresses_with_name(role: str, token: str, *, pdf: bool) -> set[str]:
    """The addresses whose answers contain the name."""
    client = Client()
    if role == "table":
        client.cookies["spielliste_table"] = token
    elif role:
        client.force_login(User.objects.filter(username=role).first() or make_user(*role.split("-")))
    hits = set()
    for name in PAGES:
        if ("pdf" in str(ALL[name].pattern)) != pdf or (role == "table" and not name.startswith("table_")):
            continue
        path = re.sub(rf"(participants|{SLUG})/1/", r"\g<1>/2/", address(name, SLUG))  # hers, where it is a person's
        # The search for the number, and the lots that were taken back.
        if NAME.search(content_of(client.get(path, {"q": "2", **({"draw": "2"} if "draw" in name else {})}))):
            hits.add(name)
    sheet = first_sheet(Tournament.objects.get())
    code = sheet.events.filter(kind="sheet.accepted").latest("sequence").hash[:12]
    if not pdf and NAME.search(content_of(client.get(reverse("verify_code", args=[code])))):
        hits.add("verify_code")
    return hits


# A login with every role sees everything that each role sees.
ROLES = ["", "table", "organiser-supervisor-desk-tribunal"]


def forget(tournament: Tournament, actor: User) -> None:
    who = tournament.participants.get(start_number=2)
    choose_places(tournament, actor)
    withdraw_participant(participant=who, actor=actor)
    forget_participant(participant=who, actor=actor)


def test_there_is_something_to_forget(world: tuple[Tournament, User, str]) -> None:
    assert len(addresses_with_name("organiser-supervisor-desk-tribunal", world[2], pdf=False)) > 15


@pytest.mark.parametrize("role", ROLES)
def test_nobody_finds_the_name(world: tuple[Tournament, User, str], role: str) -> None:
    tournament, actor, token = world
    forget(tournament, actor)
    assert addresses_with_name(role, token, pdf=False) == set()
    if not role:
        finish_tournament(tournament=tournament, actor=actor)
        assert addresses_with_name(role, token, pdf=False) == set()


def test_no_print_shows_the_name(world: tuple[Tournament, User, str]) -> None:
    tournament, actor, token = world
    forget(tournament, actor)
    assert addresses_with_name("organiser-supervisor-desk-tribunal", token, pdf=True) == set()
