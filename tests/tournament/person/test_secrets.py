"""Passwords and codes that are guessed at once."""

import pytest
from django.core.exceptions import ValidationError

from tournament.models import User
from tournament.person.secrets import GuessedPasswordValidator, guessed_at_once

HUBER = User(username="bene.huber", full_name="Benedikt Huber")


@pytest.mark.parametrize(
    "code",
    ["111111", "112211", "112233", "332211", "121212", "123123", "123456", "654321", "890123", "246802", "123321",
     "445566", "010180", "311299", "224466", "147258", "258369", "159753", "142536", "112358", "314159"],
)  # fmt: skip
def test_codes_that_are_tried_first(code: str) -> None:
    assert guessed_at_once(code)


@pytest.mark.parametrize("code", ["480213", "907314", "118245", "320180", "593271"])
def test_codes_that_will_do(code: str) -> None:
    assert not guessed_at_once(code)


def test_most_codes_will_do() -> None:
    refused = sum(guessed_at_once(f"{number:06d}") for number in range(1_000_000))
    assert 55_000 < refused < 60_000


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("bene.huber", "password_is_name"),
        ("Benedikt-2026!", "password_is_name"),
        ("huber123456", "password_is_name"),
        ("xxHUBERxx99", "password_is_name"),
        ("Passwort2026", "password_is_common"),
        ("P4ssw0rt!!", "password_is_common"),
        ("Schafkopf1234", "password_is_common"),
        ("Ichliebedich1", "password_is_common"),
        ("fcbayern1900", "password_is_common"),
        ("FC Bayern München", "password_is_common"),
        ("qwertzuiop", "password_is_common"),
        ("hallo-passwort", "password_is_common"),
        ("Nürnberg2026", "password_is_common"),
    ],
)
def test_passwords_that_are_tried_first(password: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        GuessedPasswordValidator().validate(password, HUBER)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "password", ["geheim-genug-1", "drei alte Kartler lachen", "k7wq-xm2p-93fd-tt5z", "Zwetschgendatschi"]
)
def test_passwords_that_will_do(password: str) -> None:
    GuessedPasswordValidator().validate(password, HUBER)
