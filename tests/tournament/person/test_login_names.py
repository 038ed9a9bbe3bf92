"""Login names: one way to write each, and none that looks like another."""

import pytest

from tournament.person.login_names import clean_login_name, login_name, look
from tournament.refusals import Refused


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Anna.Obermaier ", "anna.obermaier"),
        ("MÜLLER", "müller"),
        ("mu\u0308ller", "müller"),
        ("Süß", "süss"),
        ("ａｎｎａ", "anna"),
        ("ﬁscher", "fischer"),
        ("łukasz_2", "łukasz_2"),
        ("a" * 150, "a" * 150),
    ],
)
def test_each_is_written_in_one_way(typed: str, name: str) -> None:
    assert clean_login_name(typed) == login_name(name) == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "  ",
        "bene huber",
        "аnna",  # the first letter is Cyrillic
        "сасо",  # all of them are
        "αnna",
        "huber\u200b",
        "hu\u00adber",
        "huber\u202e",
        "re\u0131ter",
        "\u0251nna",
        "huber\u0338",
        "anna\u0663",
        "anna\x00",
        "a" * 151,
        "ß" * 80,
        "ﷺ" * 100,
    ],
)
def test_what_cannot_be_told_from_another_or_is_too_long_is_none(typed: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean_login_name(typed)
    assert (refusal.value.code, refusal.value.context["field"]) == ("username_unreadable", "username")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Аnna", "“а” is not a Latin letter, and a login name has no others."),
        ("anna!", "“!” cannot stand in a login name: it has Latin letters, digits, dots and hyphens only."),
        ("hu\u00adber", "A login name has Latin letters, digits, dots and hyphens only, without spaces."),
        ("bene huber", "A login name has Latin letters, digits, dots and hyphens only, without spaces."),
        ("a" * 200, "This login name is too long: it has 150 characters at most."),
    ],
    ids=["cyrillic", "sign", "invisible", "space", "long"],
)
def test_the_sentence_names_what_is_wrong(typed: str, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean_login_name(typed)
    assert str(refusal.value) == sentence


def test_the_length_is_looked_at_before_anything_else() -> None:
    assert login_name("a" * 5_000_000) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Müller", "muller"),
        ("anna1", "annal"),
        ("otto", "0tt0"),
        ("turner", "tumer"),
        ("vogel", "vogel."),
        ("ﬁona", "fiona"),
    ],
)
def test_which_names_look_alike(one: str, other: str) -> None:
    assert look(one) == look(other)


def test_which_names_do_not() -> None:
    assert len({look(name) for name in ("huber", "huber2", "hubert", "h.uber", "mueller", "muller")}) == 6
