"""A picture is made anew from its pixels, whatever came as one; a tournament has so many, each once."""

import io
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from PIL import Image

from tests.worlds.factories import make_tournament, make_user
from tournament.models import Picture, Tournament
from tournament.prizes import pictures
from tournament.prizes.pictures import LONGEST_SIDE, made_anew
from tournament.prizes.services.pictures import add_picture, delete_picture
from tournament.prizes.services.prizes import add_prize
from tournament.proof.services.audit_prizes import prize_differences
from tournament.proof.services.audit_replay import replay_tournament
from tournament.refusals import Refused
from tournament.services.events import chain

pytestmark = pytest.mark.django_db


@pytest.fixture
def actor():
    return make_user("organiser", full_name="Vroni Turnier")


@pytest.fixture
def tournament(actor):
    return make_tournament()


def differences(tournament: Tournament) -> list[str]:
    tournament.refresh_from_db()
    return list(prize_differences(replay_tournament(chain(tournament, None)), tournament))


def jpeg(width: int = 40, height: int = 30, **more: Any) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(file, "JPEG", **more)
    return file.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_made_anew(kind):
    file = io.BytesIO()
    Image.new("RGBA" if kind == "PNG" else "RGB", (3000, 1000), "red").save(file, kind)
    picture = made_anew(file.getvalue())
    assert (picture.width, picture.height) == (LONGEST_SIDE, 640)
    assert picture.content_type == ("image/png" if kind == "PNG" else "image/jpeg")
    assert Image.open(io.BytesIO(picture.data)).size == (1920, 640)


def test_sixteen_bits_of_grey_stay_grey():
    file = io.BytesIO()
    Image.new("I;16", (30, 20), 40_000).save(file, "PNG")
    assert made_anew(file.getvalue()).content_type == "image/jpeg"
    pixel = Image.open(io.BytesIO(made_anew(file.getvalue()).data)).getpixel((10, 10))
    assert all(abs(value - 40_000 // 256) < 3 for value in pixel)


def test_nothing_but_the_pixels_is_kept_and_it_stands_upright():
    exif = Image.Exif()
    exif[0x010E], exif[0x0112] = "Wirtshaus, hinten links", 6  # turned by a quarter
    picture = made_anew(jpeg(60, 20, exif=exif, comment=b"geheim"))
    assert (picture.width, picture.height) == (20, 60)
    assert b"Wirtshaus" not in picture.data
    assert b"geheim" not in picture.data
    assert not Image.open(io.BytesIO(picture.data)).getexif()


@pytest.mark.parametrize(("width", "height"), [(7000, 7000), (49000, 1000)])
def test_a_large_photo_is_decoded_smaller_at_once(width, height, monkeypatch):
    decoded = []
    thumbnail = Image.Image.thumbnail
    monkeypatch.setattr(
        Image.Image, "thumbnail", lambda picture, size: decoded.append(picture.size) or thumbnail(picture, size)
    )
    small = made_anew(jpeg(width, height))
    assert max(small.width, small.height) == LONGEST_SIDE
    assert [wide * high < 15_000_000 for wide, high in decoded] == [True]


def test_a_photo_of_two_pictures_is_its_first_one():
    file = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(file, "MPO", save_all=True, append_images=[Image.new("RGB", (40, 30))])
    picture = made_anew(file.getvalue())
    assert Image.open(io.BytesIO(picture.data)).getpixel((9, 9))[0] > 200


def test_one_picture_is_made_at_a_time_and_who_waits_too_long_reads_why(monkeypatch):
    busy, most = [], []

    def slow(data: bytes) -> str:
        busy.append(data)
        most.append(len(busy))
        time.sleep(0.02)
        busy.remove(data)
        return "made"

    monkeypatch.setattr(pictures, "_made_anew", slow)
    with ThreadPoolExecutor(5) as pool:
        assert list(pool.map(made_anew, [bytes([number]) for number in range(5)])) == ["made"] * 5
    assert most == [1] * 5
    monkeypatch.setattr(pictures, "LONGEST_WAIT", 0.01)
    with pictures._TURN, pytest.raises(Refused) as refused:
        made_anew(b"x")
    assert (refused.value.code, refused.value.context["field"]) == ("pictures_wait", "picture")
    # A refusal gives the turn back.
    monkeypatch.undo()
    for _again in range(2):
        with pytest.raises(Refused) as refused:
            made_anew(b"x")
        assert refused.value.code == "no_picture"


def claiming(width: int, height: int) -> bytes:
    """A small PNG whose head says that it is this large."""
    file = io.BytesIO()
    Image.new("1", (8, 8)).save(file, "PNG")
    data = file.getvalue()
    head = b"IHDR" + width.to_bytes(4) + height.to_bytes(4) + data[24:29]
    return data[:12] + head + zlib.crc32(head).to_bytes(4) + data[33:]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "no_picture"),
        (lambda: b"", "no_picture"),
        (lambda: b"GIF89a" + bytes(40), "no_picture"),
        (lambda: jpeg()[:200], "no_picture"),
        (lambda: bytes(40 * 1_048_576), "picture_too_large"),
        (lambda: claiming(30000, 30000), "picture_too_many_pixels"),
        (lambda: claiming(9000, 6000), "picture_too_many_pixels"),
        (lambda: claiming(5001, 5000), "picture_too_many_pixels"),
    ],
    ids=["svg", "empty", "gif", "cut", "40 MB", "bomb", "54 megapixels", "25 megapixels"],
)
def test_what_is_no_picture_is_refused_in_words(data, code):
    with pytest.raises(Refused) as refused:
        made_anew(data())
    assert refused.value.code == code
    assert str(refused.value)


def test_a_tournament_has_60_pictures_each_once(tournament, actor):
    first = add_picture(tournament=tournament, actor=actor, name="", data=jpeg())
    assert add_picture(tournament=tournament, actor=actor, name="noch einmal", data=jpeg()) == first
    for width in range(1, 60):
        add_picture(tournament=tournament, actor=actor, name="", data=jpeg(width, 9))
    with pytest.raises(Refused) as refused:
        add_picture(tournament=tournament, actor=actor, name="", data=jpeg(99, 9))
    assert refused.value.code == "too_many_pictures"
    add_prize(tournament=tournament, actor=actor, words="Bier", picture=first)
    with pytest.raises(Refused) as refused:
        delete_picture(picture=first, actor=actor)
    assert refused.value.code == "picture_in_use"
    last = Picture.objects.last()
    delete_picture(picture=last, actor=actor)
    delete_picture(picture=last, actor=actor)
    assert differences(tournament) == []


def test_a_picture_says_the_kind_that_it_is(tournament, actor):
    add_picture(tournament=tournament, actor=actor, name="", data=jpeg())
    assert differences(tournament) == []
    Picture.objects.update(content_type="image/png")
    assert len(differences(tournament)) == 1
