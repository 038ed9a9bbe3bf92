"""The newspaper's text: sentences for what is known, none for what is not; one and many; names by the web's rule."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from tournament.results.facts import Facts, PlacedPlayer, SheetRecord, SieDealt, Who, WonPrize, euros, people_text
from tournament.results.newspaper import newspaper_text

BENE, ANNA = Who(name="Bene Huber", club="SV Aying"), Who(name="Anna Obermaier")
CENTA = Who(name="Nr. 17", by_number=True)
HIDDEN = Who(name="")


def line(place: int, who: Who, total: int, decided_by: str = "points") -> PlacedPlayer:
    return PlacedPlayer(
        place=place, start_number=place, who=who, match_points=(total,), total=total, decided_by=decided_by
    )


def prize(number: int, words: str, *who: Who, cents: int | None = None, **fields: Any) -> WonPrize:
    values: dict[str, Any] = {"donor": "", "special": False, "label": "Platz 1", **fields}
    return WonPrize(number=number, words=words, winners=tuple((one, cents, "") for one in who), **values)


FACTS = Facts(
    tournament="Feldkirchen 2026",
    slug="feldkirchen-2026",
    day=dt.date(2026, 11, 28),
    place="Feldkirchen",
    organiser="SV Feldkirchen",
    rules="",
    matches=(1, 2),
    games=32,
    players=96,
    women=12,
    clubs=23,
    some_clubless=False,
    lines=(line(1, BENE, 85), line(2, ANNA, 70), line(3, CENTA, 70, "solos_won"), line(4, HIDDEN, 1)),
    prizes=(
        prize(1, "Spanferkel", BENE, donor="Metzgerei Huber"),
        prize(2, "Flasche Wein", ANNA, CENTA, HIDDEN, donor="Weinhaus Süß", label="Plätze 2–4"),
        prize(3, "Kuchen"),
    ),
    sies=(SieDealt(who=CENTA, match=2),),
    highest=SheetRecord(points=60, who=((BENE, (2,)),)),
    cups=(("Pokal", BENE),),
)


def german(facts: Facts, **options: Any) -> str:
    with translation.override("de"):
        return newspaper_text(facts, **options)


def test_the_whole_text() -> None:
    assert german(FACTS) == (
        "Feldkirchen 2026: Bene Huber gewinnt\n"
        "\n"
        "Am 28. November 2026 spielten beim Turnier „Feldkirchen 2026“ 96 Teilnehmer. "
        "Darunter waren 12 Frauen. Sie kamen aus 23 Vereinen und Orten. "
        "Gespielt wurden 2 Durchgänge mit je 32 Spielen. Spielort: Feldkirchen. Veranstalter: SV Feldkirchen.\n"
        "\n"
        "Den ersten Platz holte sich mit 85 Punkten Bene Huber (SV Aying). "
        "Auf Platz 2 kam mit 70 Punkten Anna Obermaier. "
        "Auf Platz 3 kam mit 70 Punkten jemand, der hier nicht genannt wird.\n"
        "\n"
        "Die meisten Punkte auf einer Liste, nämlich 60 in Durchgang 2, schaffte Bene Huber. "
        "Einen Sie, alle vier Ober und alle vier Unter auf einer Hand, bekam in Durchgang 2 "
        "jemand, der hier nicht genannt wird.\n"
        "\n"
        "Vergeben wurden 4 Preise. Den Preis „Spanferkel“ (Platz 1) bekam Bene Huber. "
        "Den Preis „Flasche Wein“ (Plätze 2–4) bekamen "
        "Anna Obermaier und 2 weitere, die hier nicht genannt werden. "
        "Preise gestiftet haben Metzgerei Huber und Weinhaus Süß.\n"
        "\n"
        "Den Wanderpokal „Pokal“ bekam Bene Huber.\n"
    )


def test_nothing_is_said_of_what_is_not_known() -> None:
    bare = replace(
        FACTS, place="", women=None, clubs=1, matches=(1,), lines=(), prizes=(), sies=(), highest=None, cups=()
    )
    assert german(bare) == (
        "Feldkirchen 2026\n\n"
        "Am 28. November 2026 spielten beim Turnier „Feldkirchen 2026“ 96 Teilnehmer. "
        "Gespielt wurde ein Durchgang mit 32 Spielen. Veranstalter: SV Feldkirchen.\n"
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": 1}, "spielte beim Turnier „Feldkirchen 2026“ 1 Teilnehmer."),
        ({"place": "Gasthof Post"}, "Spielort: Gasthof Post."),
        ({"women": 1}, "Darunter war eine Frau."),
        ({"some_clubless": True}, "Sie kamen aus mindestens 23 Vereinen und Orten."),
        ({"lines": (line(1, BENE, 1),)}, "mit 1 Punkt Bene Huber (SV Aying)."),
        ({"lines": (line(1, BENE, -1),)}, "mit −1 Punkt Bene"),
        ({"lines": (line(1, HIDDEN, 5),)}, "mit 5 Punkten jemand, der hier nicht genannt wird."),
        (
            {"lines": (line(1, BENE, 5), line(2, ANNA, 5, "solos_won"))},
            "Bene Huber und Anna Obermaier hatten gleich viele Punkte; es entschied die Zahl der gewonnenen Solos",
        ),
        ({"lines": (line(1, BENE, 5), line(2, ANNA, 5, "lot"))}, "waren in allem gleich, es entschied das Los."),
        ({"prizes": (prize(1, "Kuchen", *[ANNA] * 7),)}, "Den Preis „Kuchen“ (Platz 1) bekamen 7 Teilnehmer."),
        ({"prizes": (prize(1, "Kuchen", ANNA, donor="Bäckerei Maier"),)}, "Vergeben wurde 1 Preis."),
        ({"prizes": (prize(1, "Kuchen", ANNA, donor="Bäckerei Maier"),)}, "Preise gestiftet hat Bäckerei Maier."),
        ({"highest": SheetRecord(points=60, who=((BENE, (1, 2)),))}, "nämlich 60, schaffte Bene Huber."),
        (
            {"highest": SheetRecord(points=60, who=((BENE, (2,)), (ANNA, (1,))))},
            "schafften Bene Huber und Anna Obermaier.",
        ),
    ],
    ids=lambda value: None if isinstance(value, str) else "-".join(value),
)
def test_one_and_many(change: dict[str, Any], sentence: str) -> None:
    assert sentence in german(replace(FACTS, **change))


def test_a_hidden_winner_is_in_no_heading_and_no_comparison() -> None:
    facts = replace(
        FACTS, lines=(line(1, HIDDEN, 5), line(2, ANNA, 5, "lot")), prizes=(), sies=(), cups=(), highest=None
    )
    assert german(facts).startswith("Feldkirchen 2026\n")
    assert "Los" not in german(facts)


def test_money_is_told_only_if_wanted() -> None:
    facts = replace(FACTS, prizes=(prize(1, "Geldpreis", BENE, cents=15000), prize(2, "Rest", ANNA, cents=1250)))
    assert "€" not in german(facts)
    assert "„Geldpreis, 150\N{NO-BREAK SPACE}€“" in german(facts, money=True)
    assert "„Rest, 12,50\N{NO-BREAK SPACE}€“" in german(facts, money=True)


def test_different_amounts_of_one_prize_stand_with_each_name_and_all_are_summed_up() -> None:
    several = WonPrize(
        number=1, words="Geld", donor="", special=False, label="Plätze 1–3",
        winners=((BENE, 6700, ""), (ANNA, 3200, ""), (HIDDEN, 2150, "")),
    )  # fmt: skip
    many = [prize(number, f"Preis {number}", ANNA) for number in range(2, 30)]
    facts = replace(FACTS, prizes=(several, *many))
    assert "Geld" not in german(facts)
    text = german(facts, money=True).replace("\N{NO-BREAK SPACE}", " ")
    assert "„Geld“ (Plätze 1–3) bekamen Bene Huber (67 €), Anna Obermaier (32 €) und jemand, der hier" in text
    assert "Das Preisgeld betrug zusammen 120,50 €." in text
    assert "Preis 5" not in text


def test_of_many_prizes_the_special_ones_are_told() -> None:
    many = [prize(number, f"Preis {number}", BENE) for number in range(1, 72)]
    facts = replace(FACTS, prizes=(*many, prize(72, "Krug", ANNA, special=True, label="Beste Frau")))
    assert "Vergeben wurden 72 Preise. Den Preis „Krug“ (Beste Frau) bekam Anna Obermaier." in german(facts)
    assert "Preis 5" not in german(facts)


@pytest.mark.parametrize("who", [CENTA, HIDDEN], ids=["by-number", "hidden"])
def test_a_prize_or_a_cup_whose_winner_is_not_named_has_no_sentence(who: Who) -> None:
    text = german(replace(FACTS, prizes=(prize(1, "Krug", who), prize(2, "Wein", ANNA)), cups=(("Pokal", who),)))
    assert "Vergeben wurden 2 Preise. Den Preis „Wein“" in text
    assert ("Krug" in text, "Pokal" in text, "Nr." in text) == (False, False, False)


@pytest.mark.parametrize(("raffled", "sentences"), [(11, 12), (12, 1)], ids=["all-have-room", "too-many"])
def test_of_many_prizes_a_raffle_is_told_whole_or_not_at_all(raffled: int, sentences: int) -> None:
    prizes_of_raffle = [prize(number, f"Los {number}", BENE, raffled=True) for number in range(1, raffled + 1)]
    places = [prize(number, f"Preis {number}", BENE) for number in range(20, 40)]
    text = german(replace(FACTS, prizes=(*prizes_of_raffle, *places, prize(50, "Krug", ANNA, special=True))))
    assert "„Krug“" in text
    assert text.count("Den Preis") == sentences


def test_the_text_in_english() -> None:
    with translation.override("en"):
        text = newspaper_text(FACTS)
    assert "On 28 November 2026, 96 participants played" in text
    assert "The first place, with 85 points, went to Bene Huber (SV Aying)." in text
    assert "went to Anna Obermaier and 2 more who are not named here." in text


@pytest.mark.parametrize(
    ("people", "text"),
    [
        ([ANNA], "Anna Obermaier"),
        ([ANNA, HIDDEN, HIDDEN], "Anna Obermaier und 2 weitere, die hier nicht genannt werden"),
        ([HIDDEN, HIDDEN], "2 Teilnehmer, die hier nicht genannt werden"),
        ([HIDDEN], "jemand, der hier nicht genannt wird"),
    ],
    ids=["one", "one-and-hidden", "hidden", "one-hidden"],
)
def test_people_in_a_row(people: list[Who], text: str) -> None:
    with translation.override("de"):
        assert people_text(people) == text


def test_euros() -> None:
    with translation.override("de"):
        words = [euros(cents).replace("\N{NO-BREAK SPACE}", " ") for cents in (0, 5, 100, 1250, 100000)]
    assert words == ["0 €", "0,05 €", "1 €", "12,50 €", "1000 €"]


def test_equal_players_share_their_place_in_one_sentence() -> None:
    text = german(replace(FACTS, lines=(line(1, BENE, 85), line(2, ANNA, 70), line(2, CENTA, 70))))
    assert "Platz 2 mit je 70 Punkten teilen sich Anna Obermaier und " in text
    assert text.count("Platz 2 ") == 1
