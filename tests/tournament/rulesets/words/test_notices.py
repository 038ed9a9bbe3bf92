"""Every notice that a ruleset can carry has its sentence, and its place on poster and leaflet."""

from scoring import notices as scoring
from tournament.rulesets.exports import sections
from tournament.rulesets.words.notices import NOTICES


def test_every_notice_has_its_sentence():
    assert list(NOTICES) == list(scoring.NOTICES)
    sentences = [str(sentence) for sentence in NOTICES.values()]
    assert [sentence for sentence in sentences if sentence[-1] != "." or not sentence[0].isupper()] == []
    assert len(set(sentences)) == len(sentences)


def test_every_notice_has_one_place_on_poster_and_leaflet():
    places = (
        *(sections.MATCH, sections.PACK, sections.DEALING, sections.PLAY, sections.STOSS, sections.FIRST_GAME),
        *(sections.APPROVAL, sections.CONDUCT, sections.EXCLUSION, sections.SHEET, sections.DISPUTES),
        *(sections.MANAGEMENT, sections.IN_DATA),
    )
    assert sorted(code for codes in places for code in codes) == sorted(scoring.NOTICES)
