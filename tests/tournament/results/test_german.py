"""What is published in German holds no English: no message without a German one, no code, no word."""

import gettext
import io
import re
import zipfile
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import trans_real
from pypdf import PdfReader

from tests.worlds.archived import login, small_tournament
from tests.worlds.prize_giving import put_out, ranked
from tournament.enums import ShownName
from tournament.models import Cup, Participant, Tournament, User
from tournament.prizes.kinds import Criterion
from tournament.results.services import add_cup, enter_winner

# They stand in most English sentences of these files, and in no German one.
ENGLISH = re.compile(
    r"\b(?:and|best|by|first|for|from|game|games|had|last|match|matches|most|of|place|places|player|players|points"
    r"|prize|table|the|to|were|with|without|won)\b",
    re.IGNORECASE,
)
ARGUMENTS = {
    Criterion.PLACE: "1-2,last,last-1", Criterion.CLUB: "SV Feldkirchen", Criterion.MATCH: "1",
    Criterion.TABLE: "1", Criterion.YOUTH: "25",
}  # fmt: skip


class Missing(gettext.NullTranslations):
    """Asked for what the German catalogue does not have."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: set[str] = set()

    def gettext(self, message: str) -> str:
        self.messages.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.messages.add(msgid1)
        return msgid1 if n == 1 else msgid2


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> Missing:
    catalogue = Missing()
    monkeypatch.setattr(trans_real.translation("de"), "_fallback", catalogue)
    return catalogue


def prize_giving() -> tuple[Tournament, User]:
    """Every criterion, money, a cup, somebody hidden, everybody a woman or not."""
    tournament, players, actor = ranked(8)
    for criterion in Criterion:
        put_out(tournament, 1, criterion, argument=ARGUMENTS.get(criterion, ""), cents=1250)
    Participant.objects.update(woman=True)
    Participant.objects.filter(start_number__lte=5).update(woman=False, newcomer=True)
    Participant.objects.filter(pk=players[3].pk).update(shown_name=ShownName.HIDDEN)
    enter_winner(cup=add_cup(name="Pokal", actor=actor), participant=players[0], actor=actor)
    return tournament, actor


def eventful() -> tuple[Tournament, User]:
    """Games, corrections, a substitute, lots: what stands on a sheet."""
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    return small_tournament(actor, 4), actor


def published(client: Client, tournament: Tournament) -> dict[str, str]:
    answer = client.get(reverse("results_zip", args=[tournament.slug]) + "?games=on&money=on")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(".html")}
    for query in ("", "?money"):
        page = client.get(reverse("newspaper", args=[tournament.slug]) + query).content.decode()
        texts[f"newspaper{query}"] = re.findall(r"<textarea.*?</textarea>", page, re.DOTALL)[0]
    for cup in Cup.objects.all():
        pdf = PdfReader(io.BytesIO(client.get(reverse("cup_print", args=[cup.pk])).content))
        texts[f"cup {cup.pk}"] = " ".join(page.extract_text() for page in pdf.pages)
    return texts


@pytest.mark.parametrize("world", [prize_giving, eventful], ids=lambda world: world.__name__)
def test_nothing_is_left_in_english(db: None, client: Client, missing: Missing, world: Any) -> None:
    tournament, actor = world()
    client.force_login(actor)
    client.cookies["django_language"] = "de"
    missing.messages.clear()
    texts = published(client, tournament)
    assert missing.messages == set()
    # The footer holds the title of the rules, which somebody typed.
    plain_texts = {
        name: re.sub(r"<footer>.*?</footer>|<[^>]*>", " ", text, flags=re.DOTALL) for name, text in texts.items()
    }
    words = {name: ENGLISH.findall(text) for name, text in plain_texts.items()}
    assert {name: english for name, english in words.items() if english} == {}
