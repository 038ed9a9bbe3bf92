"""The list of participants: adding by hand or from a file, changing an entry, withdrawing and returning."""

import datetime as dt
from dataclasses import replace
from typing import Any, Required, TypedDict, Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.address_book.services.feeding import COPIED, feed_book, join_book
from tournament.draw.selectors.draw import lots_hold
from tournament.draw.services.door_acts import give_back_lot
from tournament.draw.services.place_rules import check_place_rule
from tournament.enums import LIST_IS_OPEN, SheetState
from tournament.imports.columns import Header
from tournament.imports.lines import ImportedLine
from tournament.imports.table import FileTable
from tournament.models import KnownPerson, Participant, Seat, Substitution, Tournament, User
from tournament.participants.seats_left import SeatsLeft
from tournament.participants.selectors.participants import next_free_number, next_number, preview_lines
from tournament.participants.selectors.seats_left import seats_left
from tournament.participants.services.ages import check_old_enough, confirm_age
from tournament.person.birth_dates import check_age, check_birth_date, check_birth_year
from tournament.person.names import (
    CLUB_LENGTH,
    TITLE_LENGTH,
    clean_name,
    clean_phone,
    clean_remark,
    clean_text,
    may_be_one,
    name_key,
)
from tournament.proof.integrity.names import AGE, BORN, PERSON, names_hash, new_salt
from tournament.refusals import Refused
from tournament.selectors.matches import written_sheets
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament, participant_of

MARKS = ("woman", "newcomer")
FIELDS = ("title", "first_name", "last_name", "club", "birth_date", "birth_year", "phone", "remark", "paid", *MARKS)
FIXED = ("fixed_table", "fixed_seat")
EDITED = (*FIELDS, *FIXED, "house")
MOST_TABLES = 9999
HIGHEST_NUMBER = 9999


class Entry(TypedDict, total=False):
    """What the desk writes down of somebody; `birth_year` where the date of birth is not known."""

    first_name: Required[str]
    last_name: Required[str]
    title: str
    club: str
    birth_date: dt.date | None
    birth_year: int | None
    phone: str
    remark: str
    paid: bool
    woman: bool
    newcomer: bool


@transaction.atomic
def add_participant(
    *,
    tournament: Tournament,
    house: bool = False,
    age_confirmed: bool = False,
    start_number: int | None = None,
    known_person: KnownPerson | None = None,
    actor: User,
    **entry: Unpack[Entry],
) -> Participant:
    """Register one participant under this start number, or the next. A missing date of birth can be asked for later.

    `age_confirmed`: they were asked at once, and are old enough (5.2.12). `known_person`: who this is in the address
    book, where the desk chose them there; else the book decides.

    A `house` player belongs to the house and fills up a table; every page with the ranking marks them.
    Once anybody is ticked off as present, a new participant counts as present, too: they stand at the desk.
    When the tournament is full, or somebody waits already, a guest is put on the waiting list.

    Refused: list_closed, all codes of clean_name and clean_text, unlikely_date, under_age (5.2.12), twice, and all of
    number_for.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    check_list_open(tournament)
    if known_person is not None:
        _check_not_listed(tournament, known_person)
    participant = Participant(tournament=tournament, start_number=number_for(tournament, start_number), house=house)
    fill(participant, entry)
    register(participant, actor)
    if age_confirmed:
        confirm_age(participant, tournament, actor)
    if known_person is None:
        feed_book(tournament, [participant])
    else:
        join_book(participant, known_person)
    return participant


def number_for(tournament: Tournament, start_number: int | None) -> int:
    """Return the start number of a new entry: this one, which is free, or with None the next.

    Two desks hand out cards of two stacks, 1–100 and 101–200, so any free number may be chosen, also one below the
    highest, and that of a deleted entry: its card came back and is handed out again. The caller holds the tournament's
    lock. Refused: no_such_number, number_taken.
    """
    if start_number is None:
        return next_number(tournament)
    if not 1 <= start_number <= HIGHEST_NUMBER:
        raise Refused(
            _("Start numbers go from 1 to %(most)s: there is no %(number)s."),
            code="no_such_number",
            field="start_number",
            number=start_number,
            most=HIGHEST_NUMBER,
        )
    holder = tournament.participants.filter(start_number=start_number).first()
    if holder is not None:
        raise Refused(
            _("Start number %(number)s is taken: %(name)s. The next free one is %(free)s."),
            code="number_taken",
            field="start_number",
            number=start_number,
            name=str(holder),
            free=next_free_number(tournament, start_number),
        )
    return start_number


def register(participant: Participant, actor: User) -> None:
    """Save a new entry and log it. The caller holds the tournament's lock and has filled the row."""
    tournament = participant.tournament
    participant.arrived = tournament.participants.filter(arrived=True, withdrawn=False).exists()
    participant.salt, participant.birth_salt = new_salt(), new_salt()
    takes_nobody = not participant.house and seats_left(tournament).takes_nobody
    participant.save()
    marks = {mark: True for mark in ("house", "arrived") if getattr(participant, mark)}
    log("participant.added", participant, actor, **marks, **names_payload(participant))
    if takes_nobody:
        begin_waiting(participant, tournament, actor)
    versions.bump_hall(tournament)


@transaction.atomic
def import_participants(
    *,
    tournament: Tournament,
    table: FileTable,
    header: Header,
    actor: User,
    left_out: frozenset[str] = frozenset(),
    complete: bool = False,
) -> list[ImportedLine]:
    """Register everyone on the list who is not registered yet, in its order; return all lines of the list.

    Lines whose keys are in `left_out` are not registered. `complete`: what the list knows of others is entered where
    their entries are empty; an entry that would then be refused stays as it is, and its line is not `completed`.

    The lines are judged again under the lock, so importing the same list twice adds nobody. Refused: list_closed.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    check_list_open(tournament)
    lines = preview_lines(tournament, table, header, left_out)
    seats = seats_left(tournament)
    added = Participant.objects.bulk_create(
        Participant(
            tournament=tournament,
            start_number=line.start_number,
            title=line.title,
            first_name=line.first_name,
            last_name=line.last_name,
            club=line.club,
            birth_date=line.birth_date,
            birth_year=line.birth_year,
            phone=line.phone,
            remark=line.remark,
            paid=line.paid,
            withdrawn=line.withdrawn,
            house=line.house,
            name_key=name_key(line.last_name, line.first_name),
            salt=new_salt(),
            birth_salt=new_salt(),
        )
        for line in lines
        if line.start_number is not None
    )
    if added:
        # One event for the whole list, even for a thousand participants.
        numbers = [[participant.pk, participant.start_number] for participant in added]
        hashes = [names_payload(participant) for participant in added]
        payload = {"participants": numbers, **{name: [one[name] for one in hashes] for name in hashes[0]}}
        write_event(tournament=tournament, kind="participants.imported", actor=actor, payload=payload)
        # Our own lists also have these two marks; they are logged as if they were set by hand.
        for participant in added:
            if participant.house:
                log("participant.changed", participant, actor, fields=["house"], house=True)
            if participant.withdrawn:
                log("participant.withdrawn", participant, actor)
        _wait_for_seats(added, tournament, seats, actor)
        feed_book(tournament, added)
        versions.bump_hall(tournament)
    return [_completed(tournament, line, actor) for line in lines] if complete else lines


def _completed(tournament: Tournament, line: ImportedLine, actor: User) -> ImportedLine:
    """Enter what a line adds to an entry, where that is still empty."""
    if line.adds_to is None:
        return line
    participant = tournament.participants.get(start_number=line.adds_to)
    additions = {field: value for field, value in line.additions if not getattr(participant, field)}
    if participant.born:
        additions = {field: value for field, value in additions.items() if not field.startswith("birth")}
    entry: Any = {"first_name": participant.first_name, "last_name": participant.last_name, **additions}
    try:
        edit_participant(
            participant=participant,
            fixed_table=participant.fixed_table,
            fixed_seat=participant.fixed_seat,
            house=participant.house,
            actor=actor,
            **entry,
        )
    except Refused:
        return line
    return replace(line, completed=True)


@transaction.atomic
def edit_participant(
    *,
    participant: Participant,
    fixed_table: int | None,
    fixed_seat: int | None,
    house: bool,
    actor: User,
    **entry: Unpack[Entry],
) -> Participant:
    """Change an entry; the start number stays, and so does whatever is not in `entry`.

    The log names the changed fields without their values. Only the mark of a `house` player is logged with its value,
    because it affects the places in the ranking; the log knows what is written of the person by its hashes.
    `fixed_table` and `fixed_seat` are the seat that somebody who cannot walk keeps in all coming draws, or None.
    Who is nameless may stay it, with both names empty, or is named here as name_participant does it.
    Refused: all codes of add_participant, another_person (a new name may not put another person on a seat, 5.2.9),
    half_a_place, no_such_place, place_taken, forgotten.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(participant.tournament)
    check_list_open(tournament)
    participant = participant_of(tournament, participant)
    _check_not_forgotten(participant)
    before, was_nameless = [getattr(participant, field) for field in EDITED], participant.nameless
    fill(participant, entry)
    _fix_place(participant, fixed_table, fixed_seat)
    participant.house = house
    changed = [field for field, value in zip(EDITED, before, strict=True) if getattr(participant, field) != value]
    if not was_nameless and {"first_name", "last_name"} <= set(changed) and participant.seats.exists():
        raise Refused(
            _(
                "Start number %(number)s has a seat: only the spelling can be mended. "
                "Nobody plays in another's place (5.2.9)."
            ),
            code="another_person",
            number=participant.start_number,
        )
    if changed:
        kind = "participant.named" if was_nameless and not participant.nameless else "participant.changed"
        save_entry(participant, kind, changed, actor)
    return participant


def save_entry(participant: Participant, kind: str, changed: list[str], actor: User) -> None:
    """Save the changed fields of an entry and log them. The caller holds the tournament's lock.

    A name that was not said before is new to the sheets on which they play, too.
    """
    participant.salt, participant.birth_salt = new_salt(), new_salt()
    participant.save(update_fields=[*EDITED, "name_key", "salt", "birth_salt"])
    mark = {"house": participant.house} if "house" in changed else {}
    log(kind, participant, actor, fields=changed, **mark, **names_payload(participant))
    if not COPIED.isdisjoint(changed):
        feed_book(participant.tournament, [participant])
    versions.bump_hall(participant.tournament)
    if kind == "participant.named":
        for seat in participant.seats.select_related("scoresheet"):
            versions.bump(seat.scoresheet)


@transaction.atomic
def withdraw_participant(*, participant: Participant, actor: User) -> Participant:
    """Take a participant out of the coming draws; they keep the start number. No error if it is done already.

    Refused: list_closed, seated (at a sheet that is not complete yet), place_rule_open.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(participant.tournament)
    participant = participant_of(tournament, participant)
    seats = participant.seats.filter(scoresheet__state=SheetState.OPEN).select_related("scoresheet__match")
    seat = seats.order_by("match__number").first()
    if seat is not None:
        raise Refused(
            _seated(seat),
            code="seated",
            name=str(participant),
            table=seat.scoresheet.table_number,
            match=seat.scoresheet.match.number,
        )
    check_place_rule(tournament, participant)
    return set_withdrawn(participant, tournament, True, actor)


@transaction.atomic
def return_participant(*, participant: Participant, actor: User) -> Participant:
    """Take a withdrawn participant back into the coming draws under the old start number.

    Refused: list_closed, under_age, forgotten, excluded, has_substitute, full (no seat is left for a guest).
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(participant.tournament)
    player = participant_of(tournament, participant)
    check_old_enough(player, tournament)
    if player.withdrawn and not player.house:
        _check_not_full(tournament)
    return set_withdrawn(player, tournament, False, actor)


def set_withdrawn(participant: Participant, tournament: Tournament, withdrawn: bool, actor: User) -> Participant:
    """Withdraw or return a participant; either way they wait no more.

    The caller holds the tournament's lock and has checked the seats.
    """
    check_list_open(tournament)
    if not withdrawn:
        _check_not_forgotten(participant)
        _check_place_is_free(participant)
    if participant.withdrawn != withdrawn or participant.waits:
        participant.withdrawn, participant.waiting_since, participant.called_at = withdrawn, None, None
        participant.save(update_fields=["withdrawn", "waiting_since", "called_at"])
        log("participant.withdrawn" if withdrawn else "participant.returned", participant, actor)
        if withdrawn:
            give_back_lot(participant, tournament, actor)
        versions.bump_hall(tournament)
    return participant


def begin_waiting(participant: Participant, tournament: Tournament, actor: User) -> Participant:
    """Put a participant at the end of the waiting list. The caller holds the tournament's lock and has checked them."""
    participant.withdrawn, participant.waiting_since, participant.called_at = True, timezone.now(), None
    participant.arrived = False
    participant.save(update_fields=["withdrawn", "waiting_since", "called_at", "arrived"])
    log("participant.waits", participant, actor)
    versions.bump_hall(tournament)
    return participant


def check_can_play(participant: Participant, tournament: Tournament) -> None:
    """Refuse who cannot come back: under_age, forgotten, excluded, has_substitute."""
    check_old_enough(participant, tournament)
    _check_not_forgotten(participant)
    _check_place_is_free(participant)


def names_payload(participant: Participant) -> dict[str, str]:
    """The hashes by which the log knows a participant's name, date of birth, and answer about the age if any."""
    payload = {
        "names": names_hash(participant, PERSON, participant.salt),
        "born": names_hash(participant, BORN, participant.birth_salt),
    }
    if participant.age_answer is not None:
        payload["answer"] = names_hash(participant, AGE, participant.birth_salt)
    return payload


def _wait_for_seats(added: list[Participant], tournament: Tournament, seats: SeatsLeft, actor: User) -> None:
    """Put the guests of an imported list for whom no seat is left on the waiting list; `seats` is before the import."""
    guests = [one for one in added if not one.withdrawn and not one.house]
    if seats.takes_nobody or seats.left is not None:
        for one in guests[0 if seats.takes_nobody else seats.left :]:
            begin_waiting(one, tournament, actor)


def _check_not_full(tournament: Tournament) -> None:
    if seats_left(tournament).full:
        raise Refused(
            _("The tournament is full: at most %(most)s players. Somebody has to leave first, or the limit goes up."),
            code="full",
            most=tournament.most_players,
        )


def _seated(seat: Seat) -> Any:
    """A sentence on why somebody with a seat cannot withdraw, and on what to do instead if anything can be done."""
    if written_sheets(seat.scoresheet.match).filter(pk=seat.scoresheet_id).exists():
        return _(
            "%(name)s has a seat at table %(table)s of match %(match)s and can withdraw when this sheet is complete. "
            "For somebody who has to leave now, the organiser appoints a substitute on the page of the entry."
        )
    if lots_hold(seat.scoresheet.match):
        return _(
            "%(name)s has a seat at table %(table)s of match %(match)s, where no game is written yet: the organiser "
            "gives it to somebody else, on the page of the entry."
        )
    return _(
        "%(name)s has a seat at table %(table)s of match %(match)s, but no game is written yet: the organiser gives "
        "the seat to somebody else, on the page of the entry, or takes the lots back under “Draw anew” on the page of "
        "the match."
    )


def _check_not_forgotten(participant: Participant) -> None:
    if participant.forgotten:
        raise Refused(
            _("Start number %(number)s has asked to be forgotten. Whoever comes again is entered anew."),
            code="forgotten",
            number=participant.start_number,
        )


def _check_place_is_free(participant: Participant) -> None:
    """Refuse the return of somebody who is excluded (5.1.4), or whose place a substitute holds (5.2.11)."""
    if participant.excluded:
        raise Refused(_("%(name)s is excluded and cannot play on."), code="excluded", name=str(participant))
    row = Substitution.objects.filter(left=participant, taken_back_at=None).select_related("came").first()
    if row is not None:
        raise Refused(
            _("%(came)s plays as the substitute for %(name)s, with all points."),
            code="has_substitute",
            came=str(row.came),
            name=str(participant),
        )


def check_list_open(tournament: Tournament) -> None:
    if tournament.state not in LIST_IS_OPEN:
        raise Refused(_("The tournament is finished: its list of participants is closed."), code="list_closed")


def fill(participant: Participant, entry: Entry) -> None:
    """Check what is in the entry and set it in the row, or refuse it. Who is nameless may stay it."""
    tournament = participant.tournament
    if not participant.nameless or entry["first_name"] or entry["last_name"]:
        participant.first_name, participant.last_name = clean_name(entry["first_name"]), clean_name(entry["last_name"])
    participant.title = clean_text(entry.get("title", participant.title), max_length=TITLE_LENGTH)
    participant.club = clean_text(entry.get("club", participant.club), max_length=CLUB_LENGTH)
    participant.phone = clean_phone(entry.get("phone", participant.phone))
    participant.remark = clean_remark(entry.get("remark", participant.remark))
    participant.paid = entry.get("paid", participant.paid)
    participant.woman = entry.get("woman", participant.woman)
    participant.newcomer = entry.get("newcomer", participant.newcomer)
    if "birth_date" in entry or "birth_year" in entry:
        participant.birth_date = entry.get("birth_date")
        participant.birth_year = None if participant.birth_date else entry.get("birth_year")
    participant.name_key = name_key(participant.last_name, participant.first_name)
    if participant.birth_date is not None:
        check_birth_date(participant.birth_date, day=tournament.day)
    if participant.birth_year is not None:
        check_birth_year(participant.birth_year, day=tournament.day)
    check_age(participant.born, day=tournament.day, minimum_age=tournament.ruleset.minimum_age)
    namesakes = tournament.participants.filter(name_key=participant.name_key).exclude(pk=participant.pk)
    for other in namesakes:
        if may_be_one(participant.club, participant.born, other.club, other.born):
            raise _twice(other)


def _check_not_listed(tournament: Tournament, person: KnownPerson) -> None:
    other = tournament.participants.filter(known_person=person).first()
    if other is not None:
        raise _twice(other)


def _twice(other: Participant) -> Refused:
    return Refused(
        _("%(name)s is registered already, with start number %(number)s. "
          "Another person of this name is told apart by the club or the date of birth, which both need."),
        code="twice",
        name=str(other),
        number=other.start_number,
    )  # fmt: skip


def _fix_place(participant: Participant, table: int | None, seat: int | None) -> None:
    """Set a possible fixed seat, or none, in the row. Only the check before each draw knows if the table exists."""
    if (table is None) != (seat is None):
        raise Refused(
            _("A fixed place is a table and a seat. Please give both, or none."),
            code="half_a_place",
            field="fixed_table" if table is None else "fixed_seat",
        )
    if table is not None and seat is not None:
        most = max(participant.tournament.ruleset.seats)
        if not 1 <= seat <= most:
            raise Refused(
                _("By these rules a table has %(most)s seats at most: there is no seat %(seat)s."),
                code="no_such_place",
                field="fixed_seat",
                most=most,
                seat=seat,
            )
        if not 1 <= table <= MOST_TABLES:
            raise Refused(_("There is no table %(table)s."), code="no_such_place", field="fixed_table", table=table)
        others = participant.tournament.participants.exclude(pk=participant.pk)
        other = others.filter(fixed_table=table, fixed_seat=seat).first()
        if other is not None:
            raise Refused(
                _("Table %(table)s, seat %(seat)s is kept for %(name)s already."),
                code="place_taken",
                field="fixed_table",
                table=table,
                seat=seat,
                name=other.numbered_list_name,
            )
    participant.fixed_table, participant.fixed_seat = table, seat


def log(kind: str, participant: Participant, actor: User, **more: object) -> None:
    payload = {"participant": participant.pk, "start_number": participant.start_number, **more}
    write_event(tournament=participant.tournament, kind=kind, actor=actor, payload=payload)
