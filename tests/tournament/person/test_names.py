"""Names: what is kept, what is refused, how one column is split, and when two spellings are one person."""

import pytest
from django.utils import translation

from tournament.person.names import (
    check_printable,
    clean_line,
    clean_name,
    clean_text,
    fits,
    full_name,
    has_number,
    listed_name,
    name_key,
    numbered_name,
    one_line,
    plain,
    search_words,
    sorting_name,
    split_name,
    stand_in,
    with_lines,
)
from tournament.refusals import Refused


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria\u00a0", "Anna Maria"),
        ("Huber\nAnna", "Huber Anna"),
        ("Ren\u0065\u0301", "René"),
        ("Hu\u00adber\u200b", "Huber"),
        ("O'Connor", "O'Connor"),
        ("Meier-Hofer", "Meier-Hofer"),
        ("Zdeněk", "Zdeněk"),
        ("x" * 60, "x" * 60),
        ("Hu\u3164ber\ufe0f", "Huber"),
        ("Huber\u2028Anna\x85", "Huber Anna"),
        ("Nguyễn Thị Ngọc Ánh", "Nguyễn Thị Ngọc Ánh"),
        ("a" + "\u0323\u0324\u0325\u0326", "ạ" + "\u0324\u0325\u0326"),
    ],
)
def test_a_name_is_kept_without_what_nobody_sees(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "no_name"),
        ("   ", "no_name"),
        ("\u200b", "no_name"),
        ("\ufeff", "no_name"),
        ("\u3164", "no_name"),
        ("123", "no_letters"),
        ("???", "no_letters"),
        ("=cmd()", "formula"),
        (" +49 Anna", "formula"),
        ("-Anna", "formula"),
        ("@SUM(A1)", "formula"),
        ("＝cmd()", "formula"),
        ("−Anna", "formula"),
        ("An\x00na", "unprintable"),
        ("An\x07na", "unprintable"),
        ("\u202eannA", "unprintable"),
        ("\u2067annA", "unprintable"),
        ("Anna\U000e0041", "unprintable"),
        ("b" + "\u0332" * 5, "unprintable"),
        ("x" * 61, "too_long"),
    ],
)
def test_what_is_no_name_is_refused_with_a_sentence(typed: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(typed)
    assert refused.value.code == code
    assert str(refused.value).endswith(".")


def test_a_line_may_begin_with_any_sign() -> None:
    assert clean_line(" −6 statt\u00a0+6 ", max_length=20) == "−6 statt +6"


@pytest.mark.parametrize(
    "typed", ["a\x01b", "a\nb", "a\r", "a\u2028b", "a\x85", "\u202ea", "a\u200bb", "\u3164", "\ud800"]
)
def test_what_is_kept_as_it_is_typed_has_nothing_hidden(typed: str) -> None:
    check_printable("Halle  Süd 5 GHz")
    with pytest.raises(Refused) as refused:
        check_printable(typed)
    assert refused.value.code == "unprintable"


def test_what_comes_from_a_table_is_made_printable() -> None:
    assert one_line("\u202eAnna\x1b\r\n Huber" + "\u0332" * 27) == "Anna Huber" + "\u0332" * 4
    assert with_lines("Spiel 7\r\nwar\u202e ein Solo\x01\n") == "Spiel 7\nwar ein Solo"


def test_a_club_may_be_empty_and_have_no_letters() -> None:
    assert (clean_text(""), clean_text(" 1860 ")) == ("", "1860")


@pytest.mark.parametrize(
    ("text", "last", "first"),
    [
        ("Huber, Anna", "Huber", "Anna"),
        ("Huber ,Anna Maria", "Huber", "Anna Maria"),
        ("von und zu Guttenstein, Magdalena", "von und zu Guttenstein", "Magdalena"),
        ("Anna Huber", "Huber", "Anna"),
        ("Anna Maria Huber", "Huber", "Anna Maria"),
        ("Franz de la Rosa", "de la Rosa", "Franz"),
        ("Magdalena von und zu Guttenstein", "von und zu Guttenstein", "Magdalena"),
        ("Anna Meier-Hofer", "Meier-Hofer", "Anna"),
    ],
)
def test_one_column_is_split(text: str, last: str, first: str) -> None:
    assert split_name(text) == (last, first)


@pytest.mark.parametrize(
    ("text", "last", "first"),
    [
        ("Huber Anna", "Huber", "Anna"),
        ("Huber Anna Maria", "Huber", "Anna Maria"),
        ("de la Rosa Franz", "de la Rosa", "Franz"),
        ("von und zu Guttenstein Magdalena", "von und zu Guttenstein", "Magdalena"),
        ("Huber, Anna", "Huber", "Anna"),
    ],
)
def test_one_column_with_the_last_name_first(text: str, last: str, first: str) -> None:
    assert split_name(text, last_first=True) == (last, first)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Huber", "one_name"),
        ("Huber,", "one_name"),
        (", Anna", "one_name"),
        ("Huber, Anna, Dr.", "many_commas"),
        ("Huber, =cmd()", "formula"),
        (f"Huber, {'x' * 61}", "too_long"),
    ],
)
def test_one_column_that_cannot_be_split(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        split_name(text)
    assert refused.value.code == code


@pytest.mark.parametrize(("last", "first"), [("HUBER", "anna"), ("Huber ", " Anna"), ("Hu\u00adber", "Anna")])
def test_one_person_in_two_spellings(last: str, first: str) -> None:
    assert name_key(last, first) == name_key("Huber", "Anna")


@pytest.mark.parametrize(
    ("one", "other"), [("O’Connor", "O'Connor"), ("Großmann", "Grossmann"), ("Ren\u0065\u0301", "René")]
)
def test_one_person_whatever_the_keyboard(one: str, other: str) -> None:
    assert name_key(one, "Thomas") == name_key(other, "Thomas")


def test_accents_keep_two_people_apart() -> None:
    assert name_key("Löffler", "Centa") != name_key("Loffler", "Centa")


def test_lists_sort_accents_and_strokes_among_their_letters() -> None:
    names = ["Zwick", "Łuk", "Luft", "Lutz", "Đorđević", "Dorn", "Öller", "Ofner", "Süß", "Suter", "Sørensen", "Çelik"]
    assert sorted(names, key=plain) == [
        "Çelik", "Đorđević", "Dorn", "Luft", "Łuk", "Lutz", "Ofner", "Öller", "Sørensen", "Süß", "Suter", "Zwick",
    ]  # fmt: skip


def test_a_search_has_the_length_of_a_name() -> None:
    """Python reads no number of 5,000 digits, and a page of names is compared with each word."""
    assert search_words(" Huber,  Anna 17") == ["Huber", "Anna", "17"]
    assert search_words("9" * 5000) == ["9" * 80]
    assert not fits(search_words("9" * 5000), 7, "Huber Anna")
    assert len(search_words("a " * 5000)) == 40


def test_a_search_needs_no_apostrophe() -> None:
    assert fits(["oconn"], 7, "O'Connor Thomas")
    assert fits(["O’Connor"], 7, "O'Connor Thomas")
    assert not fits(["oconnell"], 7, "O'Connor Thomas")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("müller", ["Müller", "Mueller"]),
        ("MUELLER", ["Müller", "Mueller"]),
        ("mu\u0308ller", ["Müller", "Mueller"]),
        ("muller", ["Müller"]),
        ("groß", ["Größl", "Groß", "Gross"]),
        ("größ", ["Größl", "Groß", "Gross", "Groessl"]),
        ("groess", ["Größl", "Groessl"]),
        ("jäger", ["Jäger", "Jaeger"]),
    ],
)
def test_a_search_finds_umlauts_however_either_side_spells_them(typed: str, expected: list[str]) -> None:
    names = ["Müller", "Mueller", "Größl", "Groß", "Gross", "Groessl", "Jäger", "Jaeger"]
    assert [name for name in names if fits([typed], 7, name)] == expected


@pytest.mark.parametrize(
    ("last", "first", "words"),
    [
        ("Huber", "Anna", "17 Huber Anna"),
        ("Huber", "17", "17 Huber 17"),
        ("#17", "", "Participant 17"),
        ("%17", "", "No. 17"),
        ("%17", "Anna", "No. 17"),
        ("%", "Anna", "17 % Anna"),
    ],
    ids=["name", "number-as-a-name", "forgotten", "nameless", "nameless with a first name", "no number"],
)
def test_the_number_of_somebody_without_a_name_stands_once(last: str, first: str, words: str) -> None:
    assert numbered_name(17, listed_name(last, first)) == words


@pytest.mark.parametrize(
    ("language", "nameless", "forgotten"), [("de", "Nr. 87", "Teilnehmer 87"), ("en", "No. 87", "Participant 87")]
)
def test_what_stands_for_a_name_is_said_in_the_language_of_the_reader(
    language: str, nameless: str, forgotten: str
) -> None:
    with translation.override(language):
        for last, words in (("%87", nameless), ("#87", forgotten), ("Huber", "")):
            assert stand_in(last) == words
        assert full_name("", "%87", "Dr.") == listed_name("%87", "", ", ") == numbered_name(87, nameless) == nameless
        assert has_number(nameless, 87)
        assert not has_number(nameless, 7)


def test_who_is_nameless_comes_last_by_start_number() -> None:
    people = [(9, "No. 9"), (100, "No. 100"), (1, "Ünal Zoe"), (3, "No. 4"), (2, "Abel Anna")]
    assert sorted(people, key=lambda one: sorting_name(one[1], one[0])) == [
        (2, "Abel Anna"),
        (3, "No. 4"),
        (1, "Ünal Zoe"),
        (9, "No. 9"),
        (100, "No. 100"),
    ]


@pytest.mark.parametrize("name", ["%87", "% 87", "#87", "87"])
def test_nobody_can_type_what_stands_for_a_name(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert refused.value.code == "no_letters"
