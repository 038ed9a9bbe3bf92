"""A club's own tariffs: a new version for each change, two people at once, and what a tournament keeps of one."""

import datetime as dt
import json
from typing import Any

import pytest

from scoring.tariffs import tariff_text
from tests.worlds.factories import make_tournament, make_user
from tests.worlds.played import finished_tournament
from tournament.enums import Shelf
from tournament.models import Event, OwnTariff, ShelvedTariff, TariffVersion, Tournament, User
from tournament.proof.selectors.archive import archive_rows
from tournament.proof.services.audit import audit_tournament
from tournament.proof.services.audit_installation import installation_differences
from tournament.refusals import Refused
from tournament.services.events import chain
from tournament.services.tournaments import FIELDS, create_tournament, edit_tournament
from tournament.tariffs.selectors import played_tariff, shown_tariff, tariff_choices, tariff_lines
from tournament.tariffs.services import LONGEST_TEXT, create_tariff, save_tariff, shelve_tariff

pytestmark = pytest.mark.django_db
ORIGIN = "social-10-20-50"
TITLE = f'title = "{"10/20/50 cents"}"'
DEARER = ("unit_cents = { value = 10", "unit_cents = { value = 20")


def club_text(*changes: tuple[str, str], name: str = "club") -> str:
    text = tariff_text(ORIGIN).replace(f'id = "{ORIGIN}"', f'id = "{name}"')
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.fixture
def anna() -> User:
    return make_user("organiser", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def bene() -> User:
    return make_user("organiser", username="bene", full_name="Bene Huber")


@pytest.fixture
def club(anna: User) -> OwnTariff:
    return create_tariff(actor=anna, text=club_text()).tariff


def refused(call: Any, **arguments: Any) -> Refused:
    with pytest.raises(Refused) as error:
        call(**arguments)
    return error.value


def edit(tournament: Tournament, actor: User, **changes: Any) -> Tournament:
    form = {field: getattr(tournament, field) for field in FIELDS}
    return edit_tournament(tournament=tournament, actor=actor, **form | changes)


def social_tournament(actor: User, tariff_id: str) -> Tournament:
    return create_tournament(
        actor=actor,
        name="Fürth",
        day=dt.date(2026, 11, 28),
        organiser="SV Fürth",
        ruleset_id="social",
        tariff_id=tariff_id,
    )


def test_a_new_tariff_is_version_1_and_a_change_is_the_next(anna, bene, club):
    version = save_tariff(tariff=club, actor=bene, text=club_text(DEARER), base=1)
    assert (version.number, version.prices.unit_cents, version.name) == (2, 20, "club@2")
    rows = TariffVersion.objects.values_list("number", "text", "created_by__username")
    assert list(rows) == [(1, club_text(), "anna"), (2, club_text(DEARER), "bene")]
    kinds = Event.objects.filter(kind="installation.tariff_saved").order_by("sequence")
    assert [json.loads(event.payload)["number"] for event in kinds] == [1, 2]


def test_an_unchanged_text_and_the_same_form_write_nothing(anna, club):
    assert save_tariff(tariff=club, actor=anna, text=club_text(), base=1).number == 1
    assert create_tariff(actor=anna, text=club_text()).number == 1
    assert TariffVersion.objects.count() == 1


def test_the_second_of_two_people_is_refused_and_may_save_over(anna, bene, club):
    save_tariff(tariff=club, actor=anna, text=club_text(DEARER), base=1)
    text = club_text(("unit_cents = { value = 10", "unit_cents = { value = 50"))
    error = refused(save_tariff, tariff=club, actor=bene, text=text, base=1)
    assert (error.code, error.context["number"]) == ("tariff_changed", 2)
    assert str(error).startswith("Anna Obermaier has saved version 2 meanwhile.")
    assert save_tariff(tariff=club, actor=bene, text=text, base=2).number == 3


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("id = ", "tariff_wrong", None),
        (club_text(("from = 3, most = 14", "from = 5, most = 3")), "tariff_wrong", None),
        (club_text(("[contracts.geier]", "[contracts.geyer]")), "tariff_wrong", None),
        (club_text(('rules = "social"', 'rules = "/etc/hostname"')), "tariff_wrong", None),
        (club_text(name=ORIGIN), "tariff_bundled", "title"),
        (club_text(name="official"), "tariff_bundled", "title"),
        (club_text(name="import"), "tariff_bundled", "title"),
        (club_text(name="Fürth 5/15"), "tariff_id_bad", None),
        (club_text(name="x" * 31), "tariff_id_bad", None),
        (club_text((TITLE, f'title = "{"x" * 81}"')), "tariff_long", "title"),
        (club_text((TITLE, 'title = "\\u202E10"')), "unprintable", "title"),
        (club_text() + "#\n" * (LONGEST_TEXT // 2), "tariff_long", None),
        (club_text() + ".".join("a" * 600), "tariff_long", None),
    ],
)
def test_what_is_no_tariff_is_refused(anna, text, code, field):
    error = refused(create_tariff, actor=anna, text=text)
    assert (error.code, error.context.get("field")) == (code, field)
    assert not OwnTariff.objects.exists()


def test_no_text_makes_the_server_open_a_file(anna, tmp_path):
    """A file that is there is refused in the same words as one that is not."""
    rules = tmp_path / "rules.toml"
    rules.write_text("secret", encoding="utf-8")
    answers = set()
    for path in (rules, tmp_path / "none.toml"):
        error = refused(create_tariff, actor=anna, text=club_text(('rules = "social"', f'rules = "{path}"')))
        answers.add(str(error).replace(str(path), ""))
    assert len(answers) == 1


def test_a_name_belongs_to_one_tariff(anna, bene, club):
    assert refused(create_tariff, actor=bene, text=club_text()).code == "tariff_taken"
    assert refused(save_tariff, tariff=club, actor=anna, text=club_text(name="new"), base=1).code == "other_id"


@pytest.mark.parametrize("role", ["supervisor", "desk"])
def test_only_an_organiser_makes_tariffs(role, club):
    other = make_user(role)
    assert refused(create_tariff, actor=other, text=club_text(name="new")).code == "not_allowed"
    assert refused(save_tariff, tariff=club, actor=other, text=club_text(DEARER), base=1).code == "not_allowed"


# Tournaments that have chosen one


def test_a_tournament_keeps_the_text_that_it_chose(anna, club, django_assert_num_queries):
    tournament = social_tournament(anna, "club@1")
    save_tariff(tariff=club, actor=anna, text=club_text(DEARER), base=1)
    edit(tournament, anna, place="Fürth")
    tournament = Tournament.objects.get()
    with django_assert_num_queries(0):
        assert tournament.tariff is not None
    assert (tournament.tariff_id, tournament.tariff_text, tournament.tariff.unit_cents) == ("club@1", club_text(), 10)
    assert list(dict(tariff_choices("club@1")))[-2:] == ["club@1", "club@2"]
    assert list(dict(tariff_choices()))[-1:] == ["club@2"]


def test_it_takes_a_newer_version_or_none_if_it_is_told_to(anna, club):
    tournament = social_tournament(anna, "club@1")
    save_tariff(tariff=club, actor=anna, text=club_text(DEARER), base=1)
    assert edit(tournament, anna, tariff_id="club@2").tariff_text == club_text(DEARER)
    assert edit(tournament, anna, tariff_id="social-5-20").tariff_text == ""
    assert edit(tournament, anna, tariff_id="").tariff is None


@pytest.mark.parametrize("name", ["club", "club@2", "club@0", "club@", "club@x", "club@²", f"club@{'9' * 35}"])
def test_a_version_that_there_is_not(anna, club, name):
    assert refused(social_tournament, actor=anna, tariff_id=name).code == "tariff_unknown"


def test_an_own_tariff_prices_every_game_of_the_rules_too(anna, club):
    tournament = make_tournament(rules="house-10-60")
    error = refused(edit, tournament=tournament, actor=anna, tariff_id="club@1")
    assert (error.code, error.context["field"]) == ("tariff_unsuitable", "tariff_id")


def test_what_a_tournament_says_of_its_tariff(anna, club, django_assert_num_queries):
    tournament = social_tournament(anna, "club@1")
    save_tariff(tariff=club, actor=anna, text=club_text(DEARER), base=1)
    with django_assert_num_queries(1):
        played = played_tariff(tournament)
    assert (played.title, played.address) == ("10/20/50 cents (version 1)", "/tariffs/club/?version=1")
    Tournament.objects.update(tariff_text=club_text(DEARER))  # another house's version 1
    assert played_tariff(Tournament.objects.get()).address == ""
    bundled, none = (edit(tournament, anna, tariff_id=name) for name in ("social-5-20", ""))
    with django_assert_num_queries(0):
        assert played_tariff(bundled).address == "/tariffs/social-5-20/"
        assert played_tariff(none) is None


# Hidden and deleted


def test_a_hidden_tariff_is_offered_to_no_new_tournament_and_stays_with_those_that_have_it(anna, club):
    tournament = social_tournament(anna, "club@1")
    save_tariff(tariff=club, actor=anna, text=club_text(DEARER), base=1)
    create_tariff(actor=anna, text=club_text((TITLE, 'title = "Zuletzt"'), name="last"))
    shelve_tariff(tariff=club, actor=anna, shelf=Shelf.HIDDEN)
    assert not {"club@1", "club@2"} & set(dict(tariff_choices()))
    assert {"club@1", "club@2"} & set(dict(tariff_choices("club@1"))) == {"club@1"}
    assert [(line.id, line.is_hidden) for line in tariff_lines()][-2:] == [("last", False), ("club", True)]
    assert edit(tournament, anna, place="Fürth").tariff_text == club_text()
    shelve_tariff(tariff=club, actor=anna, shelf=Shelf.OFFERED)
    shelve_tariff(tariff=club, actor=anna, shelf=Shelf.OFFERED)
    assert "club@2" in dict(tariff_choices())
    assert [json.loads(event.payload) for event in Event.objects.filter(kind="installation.tariff_shelved")] == [
        {"tariff": "club", "shelf": "hidden"},
        {"tariff": "club", "shelf": "offered"},
    ]
    assert own_differences() == []


def test_a_tariff_of_a_tournament_is_not_deleted(anna, club):
    """Nor is one of which a tournament has an older version; a longer name that begins alike is another tariff."""
    social_tournament(anna, "club@1")
    save_tariff(tariff=club, actor=anna, text=club_text(DEARER), base=1)
    error = refused(shelve_tariff, tariff=club, actor=anna, shelf=Shelf.DELETED)
    assert (error.code, error.context["names"]) == ("tariff_used", "Fürth")
    assert str(error) == "This tariff belongs to: Fürth. It can be hidden, but not deleted."
    alike = create_tariff(actor=anna, text=club_text(name="clu")).tariff
    shelve_tariff(tariff=alike, actor=anna, shelf=Shelf.DELETED)
    assert alike.slug not in [line.id for line in tariff_lines()]


def test_a_deleted_tariff_is_gone_and_gives_its_name_back(anna, bene, club):
    shelve_tariff(tariff=club, actor=anna, shelf=Shelf.DELETED)
    assert "club" not in [line.id for line in tariff_lines()]
    with pytest.raises(OwnTariff.DoesNotExist):
        shown_tariff("club")
    assert refused(social_tournament, actor=anna, tariff_id="club@1").code == "tariff_unknown"
    again = create_tariff(actor=bene, text=club_text(DEARER))
    assert (again.tariff, again.number) == (club, 2)
    assert "club@2" in dict(tariff_choices())
    assert own_differences() == []


def test_a_deleted_tariff_that_is_made_again_unchanged_has_its_version_back(anna, club):
    shelve_tariff(tariff=club, actor=anna, shelf=Shelf.DELETED)
    assert create_tariff(actor=anna, text=club_text()).number == 1
    assert "club@1" in dict(tariff_choices())


def test_who_changes_the_shelf_in_the_database_is_noticed(anna, club):
    ShelvedTariff.objects.create(tariff=club, shelf=Shelf.DELETED)
    assert len(own_differences()) == 1


@pytest.mark.parametrize("role", ["supervisor", "desk"])
def test_only_an_organiser_shelves_tariffs(role, club):
    assert refused(shelve_tariff, tariff=club, actor=make_user(role), shelf=Shelf.HIDDEN).code == "not_allowed"


# The log


def own_differences() -> list[str]:
    """What the audit says of tariffs: the logins of these tests have no link of their own."""
    sentences = installation_differences(Event.objects.filter(tournament=None).order_by("sequence"))
    return [sentence for sentence in sentences if "tariff" in sentence]


def test_the_log_witnesses_every_version(anna, club, django_assert_max_num_queries):
    save_tariff(tariff=club, actor=anna, text=club_text(DEARER), base=1)
    assert own_differences() == []
    text = club_text(("sweetener = { value = 1", "sweetener = { value = 9"))
    version = {"text": text, "sha256": "s", "created_by": anna, "created_at": club.versions.latest("number").created_at}
    TariffVersion.objects.create(tariff=club, number=3, **version)
    OwnTariff.objects.create(slug="empty")
    sentences = own_differences()
    assert "version 3 of tariff club is not the text that its hash says" in sentences
    assert "tariff empty has no version" in sentences
    assert len(sentences) == 3


def test_the_audit_notices_prices_that_were_changed_behind_the_log() -> None:
    tournament, organiser = finished_tournament()
    text = tariff_text("official").replace('id = "official"', 'id = "club"')
    create_tariff(actor=organiser, text=text)
    tournament = edit(tournament, organiser, tariff_id="club@1")
    assert audit_tournament(tournament).faults == ()
    logged = json.loads(chain(tournament, None).last().payload)
    assert (logged["tariff"], len(logged["tariff_sha256"])) == ("club@1", 64)
    Tournament.objects.update(tariff_text=text.replace("value = 10", "value = 90", 1))
    [fault] = audit_tournament(Tournament.objects.get()).faults
    assert fault.what.startswith("the hash of the tariff's text is “")
    Tournament.objects.update(tariff_text="")
    assert len(audit_tournament(Tournament.objects.get()).faults) == 1


def test_an_archive_brings_the_text(anna, club):
    tournament = social_tournament(anna, "club@1")
    row = next(row for row in archive_rows(tournament) if row["model"] == "tournament")
    assert (row["tariff_id"], row["tariff_text"]) == ("club@1", club_text())
