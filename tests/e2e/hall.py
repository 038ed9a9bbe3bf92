"""Every page of the product, in a tournament in the middle of its day, for tests that visit them all."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone
from playwright.sync_api import expect

from scoring.ruleset import ruleset_text
from scoring.shorthand import parse_entry
from scoring.tariffs import tariff_text
from tests.e2e.not_pages import NOT_PAGES
from tests.e2e.prizes.prize_pages import make_prizes, prize_ways
from tests.e2e.prizes.result_pages import make_cups, result_ways
from tests.e2e.screen_pages import make_screens, screen_ways
from tests.e2e.supervised import HALF, TO_SIGN, ask_before_play, begin_to_sign, object_to_a_game
from tests.e2e.table import at_table
from tests.worlds.cash import keep_cash
from tests.worlds.factories import make_participants, make_tournament, make_user, write
from tests.worlds.played import ENTRIES, accept, correct, decide, play
from tests.worlds.sheets import sign
from tests.worlds.totals import GOOD, open_totals_sheet
from tournament.backup.copies.locations import copies_folder
from tournament.backup.copies.names import copy_name
from tournament.backup.copies.status import THERE, BackupStatus, LocationStatus, write_status
from tournament.backup.services.restores import note_restore
from tournament.cards.services import make_cards
from tournament.cards.tokens import token_of
from tournament.devices.services.devices import enrol_device
from tournament.draw.services.door import announce_tables, draw_at_door, open_door_lots
from tournament.enums import PrintKind
from tournament.exports.documents import issue_document
from tournament.models import (
    CashBox,
    Document,
    KnownPerson,
    PrintJob,
    Scoresheet,
    Seat,
    StartCard,
    Tournament,
    User,
)
from tournament.network.certificates import server_certificate
from tournament.participants.services.nameless import add_nameless
from tournament.participants.services.participants import withdraw_participant
from tournament.rulesets.services import create_ruleset, save_ruleset
from tournament.services.acting import act
from tournament.services.print_jobs import start_print
from tournament.sheet.acts.second_entry import RecordSecond
from tournament.sheet.acts.totals import RecordTotals
from tournament.tariffs.services import create_tariff, save_tariff

LIST = Path(__file__).parents[2] / "fixtures" / "teilnehmer-feldkirchen.xlsx"
# The payload of a table's code: one game that is new, and one whose line another game already has.
UNSENT = "AQEBAQEBAQEBAQEBAQEBAQ.19.crufer.d1.p3.rw.le~AgICAgICAgICAgICAgICAg.1.crufer.d2.p4.rl.lz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page and the way to it: its url's name and arguments, what is done there first, whether it needs a login."""

    name: str
    args: tuple[object, ...] = ()
    query: str = ""
    act: Callable[[Any], None] | None = None
    public: bool = False

    @property
    def label(self) -> str:
        act = self.act.__name__ if self.act else ""
        return " ".join(filter(None, [self.name, *map(str, self.args), self.query, act]))

    def open(self, page: Any) -> None:
        """Go to the page and do what brings it into its state."""
        page.goto(reverse(self.name, args=self.args) + self.query)
        if self.act:
            self.act(page)
            page.wait_for_load_state()  # an act may have led to a page whose styles are still loading
        page.evaluate("() => document.querySelectorAll('main details').forEach((box) => { box.open = true; })")


def _card(slug: str, number: int) -> str:
    """The token of a start card."""
    return token_of(StartCard.objects.get(tournament__slug=slug, number=number).salt)


def make_hall() -> User:
    """Four tables of match 1, one accepted, one complete, two half written, and a tournament that is not drawn yet."""
    tournament, actor = play(4, ENTRIES[:HALF])
    sheets = Scoresheet.objects.filter(match__tournament=tournament).order_by("table_number")
    for sheet in sheets[:2]:
        for number, entry in enumerate(ENTRIES[HALF:], HALF + 1):
            write(sheet, number, entry, actor)
        decide(sheet, actor)
        correct(sheet, 7, "r24++", actor)
    accept(sheets[0], actor)
    issue_document(scoresheet=sheets[0], actor=actor)
    ask_before_play(sheets[3], actor)
    sheets.filter(table_number=2).update(code="4821")
    writer, _token = enrol_device(scoresheet=sheets[1], code="4821", take_over=False, label="Android · Chrome")
    begin_to_sign(sheets[1], writer)
    object_to_a_game(sheets[2], actor)
    make_user("desk", username="eva", full_name="Eva Zöllner")
    make_tournament("Ebersberg 2027", "ebersberg-2027")
    make_own_rules(actor)
    make_own_tariff(actor)
    keep_cash(tournament, actor)
    make_known_people()
    make_second_entry(tournament)
    totals = open_totals_sheet(actor, tables=2)
    add_nameless(tournament=totals.match.tournament, start_number=87, actor=actor)
    act(totals, RecordTotals(totals=GOOD), actor=actor)
    sign(totals, actor)
    at_table.open_tables()
    server_certificate(settings.VAR_DIR / "ca", ["localhost"])
    printed = {"printed": {1: "0"}, "language": "de", "address": ""}
    start_print(match=tournament.matches.get(number=1), kind=PrintKind.NAMES, actor=actor, **printed)
    note_restore(copy="spielliste.zip", copied_at=timezone.now())
    make_cups(make_prizes())
    make_screens(tournament.slug, "ebersberg-2027", actor)
    make_cards(tournament=tournament, first=1, last=24, actor=actor)
    make_door(actor)
    return actor


def mistype_code(page: Any) -> None:
    """Type a wrong code at the door of a table."""
    page.locator("#id_code").fill("1111")
    page.locator("form.form button").click()
    expect(page.get_by_role("alert")).to_be_visible()


def make_door(actor: User) -> None:
    """A tournament whose lots are drawn at the door: some have drawn, one has gone, the last tables are open."""
    tournament = make_tournament("Grafing 2027", "grafing-2027")
    people = make_participants(tournament, 13)
    open_door_lots(match=tournament.matches.get(number=1), actor=actor)
    for one in people[:10]:
        draw_at_door(participant=one, actor=actor)
    withdraw_participant(participant=people[0], actor=actor)
    announce_tables(tournament=tournament, last=True, actor=actor)


def make_second_entry(tournament: Tournament) -> None:
    """Switch on double entry; table 4 is typed twice, with a difference in game 2."""
    tournament.double_entry = True
    tournament.save(update_fields=["double_entry"])
    sheet = Scoresheet.objects.select_related("match__tournament").get(
        match__tournament=tournament, match__number=1, table_number=4
    )
    gretl = make_user("desk", username="gretl", full_name="Gretl Aigner")
    for number, entry in enumerate(ENTRIES[:HALF], 1):
        record = parse_entry(tournament.ruleset, "r14+" if number == 2 else entry, first=number == 1)
        act(sheet, RecordSecond(number=number, record=record, key=secrets.token_hex(16)), actor=gretl)


def make_own_rules(actor: User) -> None:
    """A club's own ruleset in two versions."""
    text = ruleset_text("schafkopfschule-2023").replace('id = "schafkopfschule-2023"', 'id = "club"')
    own = create_ruleset(actor=actor, text=text, origin="schafkopfschule-2023").ruleset
    changed = text.replace("matches = { value = 2", "matches = { value = 3")
    save_ruleset(ruleset=own, actor=actor, text=changed, base=1)


def make_known_people() -> list[int]:
    """Two entries of the address book that may be one person; return their keys."""
    values = {
        "first_name": "Josef",
        "name_key": "huber josef",
        "last_name": "Huber",
        "last_played": timezone.localdate(),
    }
    return [KnownPerson.objects.create(club=club, **values).pk for club in ("SV Haar", "")]


def make_own_tariff(actor: User) -> None:
    """A club's own tariff in two versions."""
    text = tariff_text("social-10-20").replace('id = "social-10-20"', 'id = "club"')
    own = create_tariff(actor=actor, text=text).tariff
    save_tariff(
        tariff=own, actor=actor, text=text.replace("sweetener = { value = 1", "sweetener = { value = 2"), base=1
    )


def set_wrong_prices(page: Any) -> None:
    """Faults of a price, of a group and of the whole form stand beside their fields."""
    page.locator("[name='contracts.rufer.values.simple']").fill("25")
    page.locator("[name='pot.sweetener']").fill("3")
    page.locator("[name='title']").fill("")
    page.locator("#tariff .actions .btn-primary").click()
    page.locator(".field-error").first.wait_for()


def choose_a_list(page: Any) -> None:
    page.locator("#id_list_file").set_input_files(LIST)
    page.locator("main .btn-primary").first.click()
    expect(page.locator(".columns-chosen")).to_have_count(1)


def choose_nothing(page: Any) -> None:
    page.locator("main .btn-primary").first.click()
    expect(page.locator(".field-error").first).to_be_visible()


def choose_no_name(page: Any) -> None:
    page.locator("#enter .btn, #enter button").first.click()
    expect(page.locator(".field-error").first).to_be_visible()


def begin_with_no_place(page: Any) -> None:
    page.locator('[name="extent"][value="from"]').check()
    page.locator("form.form .btn").click()
    expect(page.locator(".field-error").first).to_be_visible()


def log_in_wrongly(page: Any) -> None:
    page.locator("#id_username").fill("anna")
    page.locator("#id_password").fill("falsch")
    page.locator("main .btn-primary").click()
    expect(page.locator('[role="alert"]').first).to_be_visible()


def choose_no_role(page: Any) -> None:
    page.locator("#id_full_name").fill("Franz Bäuml")
    choose_nothing(page)


def confirm_nothing(page: Any) -> None:
    page.locator("main form button").first.click()


def make_a_login(page: Any) -> None:
    page.locator("#id_full_name").fill("Franz Bäuml")
    page.locator('input[name="roles"]').last.check()
    page.locator("main .btn-primary").first.click()
    expect(page.locator(".facts")).to_be_visible()


def type_what_is_no_game(page: Any) -> None:
    page.locator("#entry").fill("1 1 1 -3")
    page.locator("#entry").press("Enter")
    expect(page.locator("#ruling_reason")).to_be_visible()


def enter_no_totals(page: Any) -> None:
    page.locator("main .btn-primary").click()
    expect(page.locator(".field-error").first).to_be_visible()


def type_what_needs_approval(page: Any) -> None:
    page.locator("#entry").fill("wt4+")
    expect(page.locator("#reading")).to_contain_text("5.2.14")


def type_a_contradiction(page: Any) -> None:
    page.locator('[name="contracts.solo.values.simple"]').fill("9")
    expect(page.locator('[id="e-contracts.solo"] li')).to_be_visible()


def take_in_nonsense(page: Any) -> None:
    page.locator("#id_toml").fill('id = "club"')
    page.locator("main .btn-primary").click()
    expect(page.locator(".rule-faults li").first).to_be_visible()


def see_the_menu(page: Any) -> None:
    page.locator("details.menu summary").first.click()


def _one_of_the_accepted_table(slug: str) -> str:
    """The preview of an exchange that takes back an acceptance."""
    seat = Seat.objects.select_related("participant").filter(
        match__tournament__slug=slug, scoresheet__table_number=1, number=2
    )
    return f"?seat=1&person={seat[0].participant.start_number}"


def _seat_to_give() -> Page:
    """A seat at a table where nothing is written yet."""
    seats = Seat.objects.filter(scoresheet__games=None, scoresheet__totals__isnull=True, scoresheet__state="open")
    seat = seats.select_related("match__tournament", "scoresheet")[0]
    place = (seat.match.tournament.slug, seat.match.number, seat.scoresheet.table_number, seat.number)
    return Page(name="seat_replace", args=place)


def hand_in_a_letter(page: Any) -> None:
    page.locator("#id_text").fill("Sehr geehrte Damen und Herren")
    page.locator("main .btn-primary").click()
    expect(page.locator(".verdict")).to_be_visible()


def hand_in_the_sealed_sheet(page: Any) -> None:
    content = bytes(Document.objects.order_by("pk")[0].pdf)
    file: Any = {"name": "x.pdf", "mimeType": "application/pdf", "buffer": content}
    page.locator("#id_document").set_input_files(file)
    page.locator("main .btn-primary").click()
    expect(page.locator(".verdict")).to_be_visible()


def _sealed_code() -> str:
    """The check code of the accepted sheet."""
    return Document.objects.order_by("pk")[0].head_hash[:12]


def _lay_copy() -> str:
    """A copy in the own folder, of which nothing but its name is read."""
    name = copy_name(now := timezone.now())
    (copies_folder() / name).touch()
    own = LocationStatus(
        key="own", state=THERE, folder=str(copies_folder()), elsewhere=False, copies=(name,), problem=""
    )
    write_status(BackupStatus(at=now, locations=(own,)))
    return name


def pages() -> list[Page]:
    """All pages, those for logins and the public ones."""
    person, other = KnownPerson.objects.order_by("-pk").values_list("pk", flat=True)[:2]
    slug, undrawn, totals = Tournament.objects.order_by("pk").values_list("slug", flat=True)[:3]
    other = User.objects.get(username="eva").pk
    return [
        Page(name="home", act=see_the_menu),
        Page(name="password_change"),
        Page(name="supervisor_code"),
        Page(name="people"),
        Page(name="person_new", act=make_a_login),
        Page(name="person_new", act=choose_no_role),
        Page(name="password_slip"),
        Page(name="backup"),
        Page(name="backup_copies", args=("own",)),
        Page(name="backup_restore", query=f"?key=own&name={_lay_copy()}"),
        Page(name="person", args=(other,)),
        Page(name="tournament_new"),
        Page(name="tournament", args=(slug,)),
        Page(name="tournament", args=(undrawn,)),
        Page(name="tournament_edit", args=(undrawn,)),
        Page(name="tournament_rules", args=(slug,)),
        Page(name="tournament_rules", args=(undrawn,)),
        Page(name="rulesets"),
        Page(name="ruleset", args=("house-10-60",)),
        Page(name="ruleset", args=("club",)),
        Page(name="ruleset", args=("club",), query="?version=1"),
        Page(name="ruleset_copy", args=("social",)),
        Page(name="ruleset_edit", args=("club",), act=type_a_contradiction),
        Page(name="ruleset_delete", args=("club",)),
        Page(name="ruleset_import"),
        Page(name="ruleset_import", act=take_in_nonsense),
        Page(name="address_book"),
        Page(name="address_book", query="?q=hub"),
        Page(name="known_person", args=(person,)),
        Page(name="known_person_remove", args=(person,)),
        Page(name="doublets"),
        Page(name="people_merge", args=(person, other)),
        Page(name="tariffs"),
        Page(name="tariff", args=("palatinate-20",)),
        Page(name="tariff", args=("club",), query="?version=1"),
        Page(name="tariff_copy", args=("palatinate-20",)),
        Page(name="tariff_edit", args=("club",), act=set_wrong_prices),
        Page(name="tariff_import"),
        Page(name="log", args=(slug,)),
        Page(name="disputes", args=(slug,)),
        Page(name="sheet_disputes", args=(slug, 1, 3)),
        Page(name="dispute", args=(slug, 1, 3, 1)),
        Page(name="sheet_trouble", args=(slug, 1, 3)),
        Page(name="sheet_slips", args=(slug, 1, 3)),
        Page(name="floor", args=(slug, 1)),
        Page(name="table_messages", args=(slug, 1)),
        Page(name="hints", args=(slug,)),
        Page(name="sheet_void", args=(slug, 1, 1)),
        Page(name="substitute", args=(slug, 12)),
        Page(name="place_rule", args=(slug,)),
        Page(name="names_in_public", args=(slug,)),
        Page(name="conduct", args=(slug, 12)),
        Page(name="participants", args=(slug,)),
        Page(name="door", args=(slug,)),
        Page(name="start_cards", args=(slug,)),
        Page(name="start_cards", args=(undrawn,)),
        Page(name="participants", args=(undrawn,), act=choose_no_name),
        Page(name="participants_import", args=(undrawn,), act=choose_a_list),
        Page(name="participants_import", args=(undrawn,), act=choose_nothing),
        Page(name="participants_print", args=(slug,)),
        *(Page(name="seats_left", args=(of,)) for of in (slug, undrawn)),
        *(Page(name="presence", args=(of, number)) for of in (slug, undrawn) for number in (1, 2)),
        Page(name="participant_edit", args=(slug, 3)),
        Page(name="participant_name", args=(totals, 87)),
        Page(name="participants", args=(totals,), query="?nameless"),
        Page(name="participant_delete", args=(totals, 87)),
        Page(name="cash", args=(slug,)),
        Page(name="cash", args=(undrawn,)),
        Page(name="cash_close", args=(slug, CashBox.objects.get(tournament__slug=slug, name="Kasse 2").pk)),
        Page(name="participant_forget", args=(slug, 3), act=confirm_nothing),
        Page(name="archive", args=(slug,)),
        Page(name="retention", args=(slug,)),
        Page(name="tournament_delete", args=(slug,)),
        Page(name="tournament_delete", args=(undrawn,)),
        Page(name="retention", args=(undrawn,), act=confirm_nothing),
        Page(name="matches", args=(slug,)),
        Page(name="match", args=(slug, 1)),
        Page(name="match", args=(slug, 2)),
        Page(name="match", args=(undrawn, 1)),
        Page(name="additional_tables", args=(slug, 1)),
        Page(name="door_lots", args=("grafing-2027", 1)),
        Page(name="match", args=("grafing-2027", 1)),
        Page(name="public_draw", args=("grafing-2027", 1), public=True),
        Page(name="table_plan", args=(slug, 1)),
        Page(name="table_plan", args=(slug, 1), query="?by=name"),
        Page(name="announcement", args=(slug, 1)),
        Page(name="scoresheet", args=(slug, 1, 1), query="?line=7"),
        Page(name="game_choose", args=(slug, 1, 1, 7)),
        Page(name="scoresheet", args=(slug, 1, 2)),
        Page(name="scoresheet", args=(slug, 1, 3), query="?line=16"),
        Page(name="scoresheet", args=(slug, 1, 3), act=type_what_is_no_game),
        Page(name="scoresheet", args=(slug, 1, 4), act=type_what_needs_approval),
        Page(name="second", args=(slug, 1, 3)),
        Page(name="second", args=(slug, 1, 4)),
        Page(name="scoresheet", args=(totals, 1, 1)),
        Page(name="totals_correct", args=(totals, 1, 1)),
        Page(name="totals", args=(totals, 1, 2), act=enter_no_totals),
        Page(name="unsent", args=(slug, 1, 3), query=f"?c={UNSENT}"),
        Page(name="unsent", args=(slug, 1, 3)),
        Page(name="packs", args=(slug, 1)),
        Page(name="devices", args=(slug, 1)),
        Page(name="codes_renew", args=(slug, 1)),
        Page(name="restored", args=(slug, 1)),
        Page(name="sheet_code", args=(slug, 1, 1)),
        Page(name="sheet_code", args=(slug, 1, 2)),
        Page(name="table_page", args=(slug, 1, 1), public=True),
        Page(name="table_page", args=(slug, 1, 2), public=True),
        Page(name="table_page", args=(slug, 1, 2), act=mistype_code, public=True),
        Page(name="table_page", args=(slug, 1, 3), public=True),
        *(
            Page(name="table_page", args=(other, 1, 1), act=act, public=True)
            for other in (at_table.AT_TABLE, at_table.AT_HOUSE)
            for act in (at_table.choose_a_game, at_table.forget_something, at_table.see_the_sheet)
        ),
        Page(name="sign", args=(TO_SIGN,), public=True),
        Page(name="sign", args=("unknown",), public=True),
        *(Page(name="own_page", args=(_card(slug, number),), public=True) for number in (1, 5, 24)),
        Page(name="own_page", args=("unknown",), public=True),
        Page(name="own_objection", args=(_card(slug, 1), 1), public=True),
        Page(name="seats_exchange", args=(slug, 1, 3), query="?seat=1&person=e"),
        Page(name="seats_exchange", args=(slug, 1, 3), query="?seat=1&person=nobody"),
        _seat_to_give(),
        Page(name="seats_exchange", args=(slug, 1, 3), query=_one_of_the_accepted_table(slug)),
        Page(name="approvals", args=(slug,)),
        Page(name="approvals", args=(totals,)),
        Page(name="scoresheet_look", args=(totals, 1, 1)),
        Page(name="standings", args=(slug,)),
        Page(name="standings", args=(slug,), query="?match=1"),
        Page(name="standings", args=(undrawn,)),
        Page(name="release", args=(slug,)),
        Page(name="tie_lots_by_hand", args=(slug,)),
        Page(name="ceremony", args=(slug,)),
        Page(name="ceremony", args=(slug,), act=begin_with_no_place),
        Page(name="ceremony_lead", args=(slug,)),
        Page(name="ceremony_trial", args=(slug,), query="?step=1"),
        Page(name="documents", args=(slug,)),
        Page(name="print_sheets", args=(slug, 1), query="?kind=names&choice=all&tables=9"),
        Page(name="print_job", args=(slug, PrintJob.objects.get().pk)),
        Page(name="scoresheet", args=(slug, 1, 99)),
        Page(name="trust", public=True),
        *(Page(name="handbook", query=query, public=True) for query in ("", "?q=PDF", "?q=Xylophon")),
        *(Page(name="handbook_page", args=(of,), public=True) for of in ("abend", "listenfuehrer", "begriffe")),
        Page(name="verify", public=True),
        Page(name="verify", act=hand_in_a_letter, public=True),
        Page(name="verify", act=hand_in_the_sealed_sheet, public=True),
        Page(name="verify_code", args=(_sealed_code(),), public=True),
        *(Page(name=name, public=True) for name in ("login", "login_link")),
        Page(name="login", act=log_in_wrongly, public=True),
        Page(name="public_standings", args=(slug,), public=True),
        Page(name="public_standings", args=(slug,), query="?q=1", public=True),
        Page(name="public_standings", args=(undrawn,), public=True),
        Page(name="public_player", args=(slug, 1), public=True),
        Page(name="public_tables", args=(slug,), public=True),
        Page(name="public_tables", args=(undrawn,), public=True),
        *(Page(name="screen_seats_left", args=(of,), public=True) for of in (slug, undrawn)),
        *(Page(name="screen_seats", args=(of,), public=True) for of in (slug, undrawn)),
        *(Page(name="screen_ranking", args=(of,), public=True) for of in (slug, undrawn)),
        Page(name="screen_ceremony", args=(slug,), public=True),
        *(Page(**way) for way in (*prize_ways(), *result_ways(undrawn), *screen_ways())),
        Page(name="screen_draw", args=(slug, 1), public=True),
        Page(name="screen_draw", args=(slug, 2), public=True),
        Page(name="public_log", args=(slug,), public=True),
        Page(name="public_seat", args=(slug,), query="?q=1", public=True),
        Page(name="public_seat", args=(slug,), query="?q=Anna", public=True),
        Page(name="public_seat", args=(slug,), query="?q=nobody", public=True),
        Page(name="public_draw", args=(slug, 1), query="?number=1", public=True),
        Page(name="public_draw", args=(slug, 2), public=True),
    ]


IMPORTED = {"participants_import_columns", "participants_import_reading"}


def forgotten() -> set[str]:
    """The names of pages that no test visits; an import shows the two that are left out."""
    names = {pattern.name for pattern in get_resolver().url_patterns if isinstance(pattern, URLPattern)}
    return names - NOT_PAGES - {page.name for page in pages()} - IMPORTED
