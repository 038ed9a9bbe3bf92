"""The organiser's page of pictures: one is taken, shown and deleted, and what is none is refused in words."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from tests.tournament.prizes.pages import address
from tests.tournament.views.desk import text
from tournament.models import Picture
from tournament.prizes.services.prizes import add_prize

pytestmark = pytest.mark.django_db


def upload(data: bytes, name: str = "wappen.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def png() -> bytes:
    file = io.BytesIO()
    Image.new("RGBA", (60, 40), "green").save(file, "PNG")
    return file.getvalue()


def test_a_picture_is_taken_shown_and_deleted(organiser, hall):
    answer = organiser.post(address("prize_pictures"), {"picture": upload(png()), "name": "<b>Wappen</b>"}, follow=True)
    assert "The picture is taken." in text(answer)
    assert "<b>Wappen</b>" not in answer.content.decode().replace("<b>&lt;b&gt;", "")
    picture = Picture.objects.get()
    image = Client().get(address("public_picture", picture.sha256))
    assert image.headers["Content-Type"] == "image/png"
    assert image.headers["X-Content-Type-Options"] == "nosniff"
    assert "max-age=31536000" in image.headers["Cache-Control"]
    assert "immutable" in image.headers["Cache-Control"]
    assert Image.open(io.BytesIO(image.content)).size == (60, 40)
    tournament, actor = hall
    prize = add_prize(tournament=tournament, actor=actor, words="Bier", picture=picture)
    assert address("public_picture", picture.sha256) in organiser.get(address("prizes")).content.decode()
    answer = organiser.post(address("prize_picture_delete", picture.pk), follow=True)
    assert "shows this picture" in text(answer)
    organiser.post(address("prizes_delete"), {"prize": prize.pk})
    organiser.post(address("prize_picture_delete", picture.pk))
    assert not Picture.objects.exists()
    assert Client().get(address("public_picture", picture.sha256)).status_code == 404


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "An SVG is not taken."),
        (b"", "This is no picture"),
        (b"x" * (40 * 1_048_576), "The picture has 40 MB"),
    ],
    ids=["svg", "empty", "40 MB"],
)
def test_what_is_no_picture(organiser, data, refusal):
    answer = organiser.post(address("prize_pictures"), {"picture": upload(data)})
    assert answer.status_code == 422
    assert refusal in text(answer)
    assert not Picture.objects.exists()


def test_the_picture_of_another_tournament_is_not_offered(organiser, hall):
    assert organiser.get(address("public_picture", "0" * 64)).status_code == 404
    assert organiser.post(address("prize_picture_delete", 1)).status_code == 404
