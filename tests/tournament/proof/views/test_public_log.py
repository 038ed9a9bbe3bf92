"""The checkpoints for everyone: on their page, on the projector, and in the protocol of the draw."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.exports.printed_codes import codes_of
from tests.tournament.views.desk import text
from tests.worlds.played import accepted_tournament, play
from tournament.draw.exports.draw_protocol import draw_protocol_pdf
from tournament.draw.selectors.draw_protocol import draw_protocol
from tournament.models import Checkpoint, Match, Tournament
from tournament.proof.seals.keys import grouped
from tournament.proof.services.checkpoints import make_due_checkpoints

pytestmark = pytest.mark.django_db


def page(name: str, tournament: Tournament) -> str:
    return text(Client().get(reverse(name, args=[tournament.slug])))


def test_before_a_match_has_ended():
    tournament, _actor = play(entries=["r12+"])
    assert "No match has ended yet." in page("public_log", tournament)
    assert "has ended" not in page("screen_seats", tournament)


def test_after_a_match_has_ended():
    tournament, _actor = accepted_tournament()
    make_due_checkpoints()
    checkpoint = Checkpoint.objects.get()
    html = page("public_log", tournament)
    assert f"Events in the log until then</dt><dd>{checkpoint.events}</dd>" in html
    assert grouped(checkpoint.root) in html
    assert grouped(checkpoint.key_fingerprint) in html
    board = page("screen_seats", tournament)
    assert f"{checkpoint.events} events are in the log." in board
    assert "QR code of the checkpoint of match 1" in board
    protocol = draw_protocol(Match.objects.select_related("tournament").get(tournament=tournament, number=1))
    assert protocol is not None
    assert codes_of(draw_protocol_pdf(protocol)) == [checkpoint.text]
