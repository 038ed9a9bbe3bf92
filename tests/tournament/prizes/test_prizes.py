"""Prizes, groups, pictures and money are rows of the organiser, each change a link of the log, each refusal words."""

import io
import json
from typing import Any

import pytest
from django.utils import translation
from PIL import Image

from tests.worlds.factories import make_participants, make_tournament, make_user
from tests.worlds.played import finished_tournament
from tournament.enums import Release
from tournament.models import Event, Picture, Prize, PrizeAct, PublicLot, Tournament
from tournament.prizes.kinds import Criterion, PerHead, Sharing
from tournament.prizes.pasted import PastedPrize, read_pasted_prizes
from tournament.prizes.services.groups import change_group, delete_group, set_sharing
from tournament.prizes.services.marks import tick_marks
from tournament.prizes.services.money import add_money
from tournament.prizes.services.pictures import add_picture, delete_picture
from tournament.prizes.services.prizes import add_list, add_prize, change_prize, delete_prizes, move_prize, number_anew
from tournament.proof.selectors.event_words import event_lines
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


def numbers(tournament: Tournament) -> list[tuple[int, str]]:
    return list(tournament.prizes.values_list("number", "words"))


def jpeg(width: int = 40, height: int = 30, **more: Any) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(file, "JPEG", **more)
    return file.getvalue()


def test_each_change_is_told_by_the_log_and_names_nobody(tournament, actor):
    ham = add_prize(
        tournament=tournament, actor=actor, words="Schinken", donor="Metzgerei <b>Huber</b>", criterion="place",
        argument="1. bis 3.", value_cents=2500,
    )  # fmt: skip
    assert (ham.number, ham.argument, ham.donor, ham.group.name) == (1, "1-3", "Metzgerei <b>Huber</b>", "Prizes")
    add_list(tournament=tournament, actor=actor, lines=read_pasted_prizes("Bier; Brauerei\n7. Wurst"), group="Gaben")
    change_prize(prize=ham, actor=actor, words="Großer Schinken", criterion="club", argument=" SV  Feldkirchen ")
    set_sharing(tournament=tournament, actor=actor, sharing="lot")
    change_group(group=tournament.prize_groups.get(name="Gaben"), actor=actor, name="Sachpreise", per_head="one")
    picture = add_picture(tournament=tournament, actor=actor, name="Wappen", data=jpeg())
    change_prize(prize=ham, actor=actor, picture=picture)
    assert delete_prizes(tournament=tournament, actor=actor, prizes=[Prize.objects.get(words="Wurst").pk]) == 1
    assert numbers(tournament) == [(1, "Großer Schinken"), (2, "Bier")]
    assert Prize.objects.get(number=1).argument == "SV Feldkirchen"
    assert differences(tournament) == []
    with translation.override("en"):
        sentences = [line.words for line in event_lines(tournament) if line.kind.startswith("prize.")]
    assert sentences[0] == "A group of prizes was added"
    assert sentences[1] == "Prizes added: 1"
    assert "Prizes added: 2, 7" in sentences
    assert "Equal places get: the lot decides" in sentences
    assert not any("%(" in words for words in sentences)
    payloads = "".join(Event.objects.filter(kind__startswith="prize.").values_list("payload", flat=True))
    assert not any(word in payloads for word in ("Schinken", "Huber", "Feldkirchen", "Wappen", "Gaben"))


@pytest.mark.parametrize(
    ("table", "change"),
    [
        (Prize, {"words": "Anderes"}),
        (Prize, {"donor": "Anderer"}),
        (Prize, {"cents": 1}),
        (Prize, {"argument": "2"}),
        (Picture, {"data": b"x"}),
        (Tournament, {"sharing": "same"}),
    ],
    ids=["words", "donor", "cents", "argument", "bytes", "sharing"],
)
def test_the_audit_notices_a_changed_row(tournament, actor, table, change):
    picture = add_picture(tournament=tournament, actor=actor, name="", data=jpeg())
    add_prize(tournament=tournament, actor=actor, words="Bier", criterion="place", argument="1", picture=picture)
    set_sharing(tournament=tournament, actor=actor, sharing="lot")
    assert differences(tournament) == []
    table.objects.update(**change)
    assert len(differences(tournament)) == 1


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"words": "  "}, "no_words"),
        ({"words": "x" * 121}, "too_long"),
        ({"donor": "x" * 81}, "too_long"),
        ({"words": "Bier\u202e"}, "unprintable"),
        ({"criterion": "place", "argument": "0"}, "place_zero"),
        ({"criterion": "place", "argument": "9–3"}, "places_reversed"),
        ({"criterion": "place", "argument": ""}, "no_place"),
        ({"criterion": "place", "argument": "die Guten"}, "bad_places"),
        ({"criterion": "place", "argument": "1-3, plus"}, "plus_alone"),
        ({"criterion": "place", "argument": "10000"}, "place_too_high"),
        ({"criterion": "place", "argument": ", ".join(str(n) for n in range(1, 99, 2))}, "places_too_long"),
        ({"criterion": "youth", "argument": "U5"}, "bad_age"),
        ({"criterion": "youth", "argument": "alt"}, "bad_age"),
        ({"criterion": "club", "argument": " "}, "no_club"),
        ({"criterion": "match", "argument": "3"}, "no_match"),
        ({"criterion": "table", "argument": ""}, "no_match"),
        ({"criterion": "raffle", "count": 0}, "bad_count"),
        ({"criterion": "raffle", "count": 501}, "bad_count"),
        ({"cents": 0}, "bad_money"),
        ({"cents": 10**9}, "bad_money"),
        ({"value_cents": -1}, "bad_money"),
        ({"number": 1000}, "bad_number"),
        ({"number": 1}, "number_taken"),
        ({"group": "x" * 61}, "too_long"),
    ],
)
def test_what_is_refused_leaves_nothing(tournament, actor, entry, code):
    add_prize(tournament=tournament, actor=actor, words="Bier")
    before = Event.objects.count()
    with pytest.raises(Refused) as refused:
        add_prize(tournament=tournament, actor=actor, **{"words": "Wurst", **entry})
    assert refused.value.code == code
    assert str(refused.value)
    assert (Event.objects.count(), Prize.objects.count()) == (before, 1)


def test_a_tournament_has_500_prizes(tournament, actor):
    lines = [PastedPrize(None, f"Preis {number}", "") for number in range(500)]
    add_list(tournament=tournament, actor=actor, lines=lines, group="")
    with pytest.raises(Refused) as refused:
        add_prize(tournament=tournament, actor=actor, words="Noch einer")
    assert refused.value.code == "too_many"
    assert Prize.objects.last().number == 500
    assert differences(tournament) == []


def test_nobody_but_the_organiser(tournament, actor):
    desk = make_user("desk", "supervisor")
    for act in (
        lambda: add_prize(tournament=tournament, actor=desk, words="Bier"),
        lambda: add_picture(tournament=tournament, actor=desk, name="", data=jpeg()),
        lambda: set_sharing(tournament=tournament, actor=desk, sharing="lot"),
        lambda: number_anew(tournament=tournament, actor=desk),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "not_allowed"


def test_prizes_stand_still_while_they_are_announced(tournament, actor):
    prize = add_prize(tournament=tournament, actor=actor, words="Bier")
    Tournament.objects.update(release=Release.REVEALING)
    for act in (
        lambda: add_prize(tournament=tournament, actor=actor, words="Wein"),
        lambda: change_prize(prize=prize, actor=actor, words="Wein"),
        lambda: delete_prizes(tournament=tournament, actor=actor, prizes=[prize.pk]),
        lambda: set_sharing(tournament=tournament, actor=actor, sharing="lot"),
        lambda: move_prize(prize=prize, actor=actor, number=3),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "ceremony_running"


def test_who_has_a_prize_keeps_it():
    tournament, actor = finished_tournament()
    prize = add_prize(tournament=tournament, actor=actor, words="Bier", criterion="place", argument="1")
    act = PrizeAct.objects.create(
        tournament=tournament, participant=tournament.participants.first(), prize=prize, kind="given",
        acted_by=actor, acted_at="2026-11-28T22:00Z",
    )  # fmt: skip
    for change in ({"argument": "2"}, {"criterion": "woman"}, {"cents": 500}):
        with pytest.raises(Refused) as refused:
            change_prize(prize=prize, actor=actor, **change)
        assert refused.value.code == "prize_has_winner"
    assert change_prize(prize=prize, actor=actor, donor="Brauerei").donor == "Brauerei"
    act.undone_by, act.undone_at = actor, act.acted_at
    act.save()
    assert change_prize(prize=prize, actor=actor, argument="2").argument == "2"
    with pytest.raises(Refused) as refused:
        delete_prizes(tournament=tournament, actor=actor, prizes=[prize.pk])
    assert refused.value.code == "prize_has_winner"


@pytest.mark.parametrize("act", ["chosen", "list closed"])
def test_once_something_was_done_about_a_prize_its_number_stays(tournament, actor, act):
    _free, third = add_list(tournament=tournament, actor=actor, lines=read_pasted_prizes("2. A\n3. B"), group="")
    others = {"tournament": tournament, "prize": third}
    if act == "chosen":
        person = make_participants(tournament, 1)[0]
        PrizeAct.objects.create(
            participant=person, kind="chosen", acted_by=actor, acted_at="2026-11-28T22:00Z", **others
        )
    else:
        PublicLot.objects.create(prize_number=3, entrants=[1], closed_by=actor, closed_at="2026-11-28T22:00Z", **others)
    for change in (
        lambda: move_prize(prize=third, actor=actor, number=9),
        # Whoever stands at the new number would move, too.
        lambda: move_prize(prize=Prize.objects.get(words="A"), actor=actor, number=3),
        lambda: change_prize(prize=third, actor=actor, number=9),
        lambda: number_anew(tournament=tournament, actor=actor),
    ):
        with pytest.raises(Refused, match="Prize 3 is chosen, waived, drawn for or given") as refused:
            change()
        assert refused.value.code == "number_stays"
    assert numbers(tournament) == [(2, "A"), (3, "B")]
    change_prize(prize=third, actor=actor, number=3, donor="Brauerei")
    move_prize(prize=Prize.objects.get(words="A"), actor=actor, number=1)
    assert numbers(tournament) == [(1, "A"), (3, "B")]


def test_a_deleted_prize_cannot_be_changed(tournament, actor):
    prize = add_prize(tournament=tournament, actor=actor, words="Bier")
    delete_prizes(tournament=tournament, actor=actor, prizes=[prize.pk])
    with pytest.raises(Refused) as refused:
        change_prize(prize=prize, actor=actor, words="Wein")
    assert refused.value.code == "prize_gone"


def test_numbers_move_up_as_far_as_they_have_to(tournament, actor):
    add_list(tournament=tournament, actor=actor, lines=read_pasted_prizes("A\nB\nC\n5. E\n9. I"), group="")
    move_prize(prize=Prize.objects.get(words="I"), actor=actor, number=2)
    assert numbers(tournament) == [(1, "A"), (2, "I"), (3, "B"), (4, "C"), (5, "E")]
    move_prize(prize=Prize.objects.get(words="A"), actor=actor, number=3)
    assert numbers(tournament) == [(2, "I"), (3, "A"), (4, "B"), (5, "C"), (6, "E")]
    assert len(number_anew(tournament=tournament, actor=actor)) == 5
    assert numbers(tournament) == [(1, "I"), (2, "A"), (3, "B"), (4, "C"), (5, "E")]
    before = Event.objects.count()
    assert number_anew(tournament=tournament, actor=actor) == []
    assert move_prize(prize=Prize.objects.get(words="A"), actor=actor, number=2) == []
    assert Event.objects.count() == before
    assert differences(tournament) == []


@pytest.mark.parametrize(
    ("text", "prizes"),
    [
        ("Schinken; Huber", [(None, "Schinken", "Huber")]),
        ("Schinken\tHuber\t\n\n  Bier  ", [(None, "Schinken", "Huber"), (None, "Bier", "")]),
        ("12. Schinken", [(12, "Schinken", "")]),
        ("12;Schinken;Huber", [(12, "Schinken", "Huber")]),
        ("Nr. 7\tSchinken", [(7, "Schinken", "")]),
        ("2 Karten fürs Theater", [(None, "2 Karten fürs Theater", "")]),
        ("Bier; Brauerei; Erding", [(None, "Bier", "Brauerei, Erding")]),
        ("<script>alert(1)</script>; <b>", [(None, "<script>alert(1)</script>", "<b>")]),
    ],
)
def test_lines_as_people_paste_them(text, prizes):
    assert read_pasted_prizes(text) == prizes


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "no_lines"), (" \n\t\n", "no_lines"), ("; Huber", "bad_line"), ("0; Bier", "bad_line"),
     ("3. Bier\n3. Wein", "number_twice"), ("x" * 121, "too_long"), ("Bier;" + "x" * 81, "too_long")],
)  # fmt: skip
def test_lines_that_are_refused(text, code):
    with pytest.raises(Refused) as refused:
        read_pasted_prizes(text)
    assert refused.value.code == code


def test_a_list_takes_the_numbers_that_are_free(tournament, actor):
    add_prize(tournament=tournament, actor=actor, words="A", number=2)
    add_list(tournament=tournament, actor=actor, lines=read_pasted_prizes("B\n3. C\nD"), group="")
    assert numbers(tournament) == [(2, "A"), (3, "C"), (4, "B"), (5, "D")]
    with pytest.raises(Refused) as refused:
        add_list(tournament=tournament, actor=actor, lines=read_pasted_prizes("2. X"), group="")
    assert refused.value.code == "number_taken"


def test_money_for_places(tournament, actor):
    add_money(tournament=tournament, actor=actor, amounts=[30000, 0, 10001], group="Geld", words="Geldpreis")
    assert list(tournament.prizes.values_list("argument", "cents")) == [("1", 30000), ("3", 10001)]
    with pytest.raises(Refused) as refused:
        add_money(tournament=tournament, actor=actor, amounts=[5], group="Geld", words="Geldpreis")
    assert refused.value.code == "money_there"
    add_money(tournament=tournament, actor=actor, amounts=[5], group="Geld", words="Geldpreis", replaces=True)
    assert list(tournament.prizes.values_list("argument", "cents")) == [("1", 5)]
    for amounts in ([], [0, 0], [-5]):
        with pytest.raises(Refused) as refused:
            add_money(tournament=tournament, actor=actor, amounts=amounts, group="Neu", words="Geldpreis")
        assert refused.value.code == "bad_money"
    assert differences(tournament) == []


def test_groups(tournament, actor):
    add_prize(tournament=tournament, actor=actor, words="Bier", group="Gaben")
    group = tournament.prize_groups.get()
    change_group(group=group, actor=actor, name="Gaben", per_head=PerHead.ONE_OVERALL)
    with pytest.raises(Refused) as refused:
        delete_group(group=group, actor=actor)
    assert refused.value.code == "group_in_use"
    add_prize(tournament=tournament, actor=actor, words="Wein", group="Weine")
    with pytest.raises(Refused) as refused:
        change_group(group=group, actor=actor, name="Weine", per_head=PerHead.SEVERAL)
    assert refused.value.code == "group_twice"
    delete_prizes(tournament=tournament, actor=actor, prizes=tournament.prizes.values_list("pk", flat=True))
    delete_group(group=group, actor=actor)
    delete_group(group=group, actor=actor)
    assert [group.name for group in tournament.prize_groups.all()] == ["Weine"]
    assert differences(tournament) == []


def test_sharing_that_stays_is_no_event(tournament, actor):
    before = Event.objects.count()
    set_sharing(tournament=tournament, actor=actor, sharing=Sharing.DIVIDED)
    assert Event.objects.count() == before


def test_ticking_marks_keeps_the_value_out_of_the_log():
    tournament, actor = finished_tournament()
    listed = [1, 2, 3, 4]
    assert tick_marks(tournament=tournament, actor=actor, mark="woman", ticked=[1, 3], shown=listed) == 4
    assert tick_marks(tournament=tournament, actor=actor, mark="woman", ticked=[1, 3], shown=listed) == 0
    assert list(tournament.participants.values_list("woman", flat=True)) == [True, False, True, False]
    newest = json.loads(Event.objects.filter(kind="participant.changed").last().payload)
    assert set(newest) == {"participant", "start_number", "fields", "names", "born"}


def test_every_criterion_can_be_made(tournament, actor):
    arguments = {"place": "1", "youth": "", "club": "SV", "match": "1", "table": "2"}
    for criterion in Criterion:
        add_prize(
            tournament=tournament, actor=actor, words="Bier", criterion=criterion,
            argument=arguments.get(criterion, "egal"),
        )  # fmt: skip
    assert tournament.prizes.filter(criterion="youth").get().argument == "18"
    assert tournament.prizes.filter(criterion="sies").get().argument == ""
    assert differences(tournament) == []


def test_a_picture_that_is_deleted_at_that_moment_is_refused_in_words(tournament, actor):
    """The form has read it; then somebody else deletes it."""
    picture = add_picture(tournament=tournament, actor=actor, name="", data=jpeg())
    prize = add_prize(tournament=tournament, actor=actor, words="Bier", picture=picture)
    change_prize(prize=prize, actor=actor, picture=None)
    delete_picture(picture=Picture.objects.get(), actor=actor)
    for call in (
        lambda: add_prize(tournament=tournament, actor=actor, words="Wein", picture=picture),
        lambda: change_prize(prize=prize, actor=actor, words="Wein", picture=picture),
    ):
        with pytest.raises(Refused) as refused:
            call()
        assert (refused.value.code, refused.value.context["field"]) == ("picture_gone", "picture")
    assert [row.words for row in Prize.objects.all()] == ["Bier"]


def test_a_group_that_is_deleted_at_that_moment_is_refused_in_words(tournament, actor):
    group = add_prize(tournament=tournament, actor=actor, words="Bier", group="Alte").group
    change_prize(prize=Prize.objects.get(), actor=actor, group="Neue")
    delete_group(group=group, actor=actor)
    with pytest.raises(Refused) as refused:
        change_group(group=group, actor=actor, name="Andere", per_head="one")
    assert refused.value.code == "group_gone"
