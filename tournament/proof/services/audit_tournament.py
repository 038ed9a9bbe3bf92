"""Comparing the rows of a tournament with its own chain: its values, its people, its matches. Reads only."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from tournament.enums import LIST_IS_OPEN, Release, TournamentState
from tournament.models import FrozenRanking, Match, Participant, Purge, Tournament
from tournament.person.names import FORGOTTEN, name_key
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import sha256
from tournament.proof.integrity.names import AGE, BORN, PERSON, TOURNAMENT, names_hash
from tournament.proof.selectors.original_keys import OriginalKeys
from tournament.proof.services.audit_ceremony import ceremony_differences
from tournament.proof.services.audit_conduct import conduct_differences
from tournament.proof.services.audit_documents import (
    Chains,
    checkpoint_rows,
    document_differences,
    standings_differences,
)
from tournament.proof.services.audit_door import door_differences
from tournament.proof.services.audit_draws import draw_differences
from tournament.proof.services.audit_gaps import readable, up_to_gap
from tournament.proof.services.audit_imports import import_differences
from tournament.proof.services.audit_money import money_differences
from tournament.proof.services.audit_prize_acts import prize_act_differences, public_lot_differences
from tournament.proof.services.audit_prizes import prize_differences
from tournament.proof.services.audit_replay import Act, TournamentAsLogged, act_differences
from tournament.proof.services.audit_rows import compare
from tournament.proof.services.money_witnesses import MoneyAsLogged
from tournament.proof.words.audit_words import row_name
from tournament.selectors.matches import reached_states


def tournament_differences(
    logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys, chains: Chains
) -> Iterator[str]:
    """A sentence for every row of the tournament that differs from the log. 23 queries."""
    gaps: list[str] = []
    people = list(keys.all(readable(Participant.objects.filter(tournament=tournament), gaps)))
    numbers = {row.pk: row.start_number for row in people}
    yield from (*logged.gaps, *gaps)
    yield from up_to_gap("its own row", lambda: _own_row(logged, tournament, keys))
    yield from up_to_gap("the participants", lambda: _people(logged, tournament, keys, people))
    yield from up_to_gap("what the hall may know", lambda: _release(logged, tournament, keys))
    yield from conduct_differences(logged, tournament, keys, people)
    yield from up_to_gap("the matches", lambda: _matches(tournament))
    yield from draw_differences(logged, tournament, keys, numbers)
    yield from up_to_gap("the lots at the door", lambda: door_differences(logged, tournament, keys))
    # An archive holds no money, and nobody takes any in a tournament that was imported.
    money = MoneyAsLogged() if keys.there else logged.money
    yield from up_to_gap("the cash boxes", lambda: money_differences(money, logged, tournament))
    if not keys.there:  # nor prizes and a prize-giving
        yield from up_to_gap("the prize-giving", lambda: ceremony_differences(logged, tournament))
        yield from up_to_gap("the prizes", lambda: prize_differences(logged, tournament))
        yield from up_to_gap("the acts about prizes", lambda: prize_act_differences(logged, tournament))
        yield from up_to_gap("the public lots", lambda: public_lot_differences(logged, tournament, numbers))
    yield from up_to_gap("the documents", lambda: document_differences(logged, tournament, keys, chains))
    yield from up_to_gap("the sealed standings", lambda: standings_differences(logged, tournament, keys))
    yield from up_to_gap("the checkpoints", lambda: checkpoint_rows(logged, tournament))
    yield from up_to_gap("the purge", lambda: _purges(logged, tournament, keys))
    if keys.there:
        yield from up_to_gap("the imported rows", lambda: import_differences(tournament, chains[None]))


def _purges(logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys) -> Iterator[str]:
    purges = list(keys.all(Purge.objects.filter(tournament=tournament)))
    yield from compare("purge", {logged.purge: True} if logged.purge else {}, {row.pk: True for row in purges})
    acts = {("purge", row.pk): Act(by=row.purged_by_id, at=row.purged_at) for row in purges}
    yield from act_differences(logged.acts, acts)


def _own_row(logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys) -> Iterator[str]:
    frozen, tariff_text = tournament.frozen_ruleset, tournament.tariff_text
    last_day = tournament.keep_until.isoformat() if tournament.keep_until else ""
    # A tournament that was finished before retention existed has this day without an event.
    untold = last_day if logged.state not in LIST_IS_OPEN else ""
    for what, log, here in (
        (_("the state"), logged.state, tournament.state),
        (_("the day of play"), logged.day, tournament.day.isoformat()),
        (_("the ruleset"), logged.ruleset, tournament.ruleset_id),
        (_("the tariff"), logged.tariff, tournament.tariff_id),
        (_("the hash of the tariff's text"), logged.tariff_text, sha256(tariff_text) if tariff_text else ""),
        (_("the number of matches"), logged.matches, tournament.match_count),
        (_("the most players"), logged.most_players, tournament.most_players),
        (_("the match that presence is for"), logged.presence_match, tournament.presence_match),
        (_("whether house players take a place"), logged.ranks_house_players, tournament.ranks_house_players),
        (_("how the hall names everybody"), logged.hall_names, tournament.hall_names),
        (_("how the web names everybody"), logged.web_names, tournament.web_names),
        (_("the last day on which it is kept"), logged.keep_until or untold, last_day),
        (_("the hash of the frozen rules"), logged.frozen, sha256(frozen) if frozen else ""),
    ):
        if log != here:
            yield _("%(what)s is “%(here)s”, the log says “%(log)s”") % {"what": what, "here": here, "log": log}
    if logged.names and names_hash(tournament, TOURNAMENT, tournament.salt) != logged.names:
        yield _("its name, address, place, organiser or kind of entry is not what the log witnessed")
    words = tournament.forgotten_words
    # An archive does not hold these digests, which only this installation can read. Older logs do not witness them.
    unknown = (logged.forgotten_words is None and not (keys.there and words)) or (keys.there and not words)
    if not unknown and logged.forgotten_words != (sha256(canonical(words)) if words else ""):
        yield _("the digests of forgotten names are not what the log witnessed")


def _release(logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys) -> Iterator[str]:
    # An archive brings the results, not what a hall was shown of them: an imported tournament is open.
    release, rankings = (Release.OPEN.value, {}) if keys.there else (logged.release, logged.frozen_rankings)
    if release != tournament.release:
        values = {"what": _("what the hall may know"), "here": tournament.release, "log": release}
        yield _("%(what)s is “%(here)s”, the log says “%(log)s”") % values
    rows = list(FrozenRanking.objects.filter(tournament=tournament))
    rankings_here = {row.pk: sha256(canonical(row.content)) for row in rows}
    yield from compare("frozen ranking", rankings, rankings_here)
    acts = {("frozen ranking", row.pk): Act(by=row.frozen_by_id, at=row.frozen_at) for row in rows}
    yield from act_differences(logged.acts, acts)


def _people(
    logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys, people: Sequence[Participant]
) -> Iterator[str]:
    registered = {row.pk: (row.start_number, row.withdrawn, row.house) for row in people}
    # Whoever is in the log alone has the start number that stands there.
    numbers = {who: entry[0] for who, entry in logged.participants.items()} | {
        row.pk: row.start_number for row in people
    }
    yield from compare("participant", logged.participants, registered, numbers)
    here = {row.pk: row.arrived for row in people if row.pk in logged.arrived}
    yield from compare("whether participant is present:", logged.arrived, here, numbers)
    nameless = {row.pk: row.forgotten for row in people}
    purged = tournament.state == TournamentState.PURGED
    must_be_forgotten = {participant: purged or participant in logged.forgotten for participant in nameless}
    yield from compare("whether participant is forgotten:", must_be_forgotten, nameless, numbers)
    waiting = {who: called for who, called in logged.waiting.items() if not must_be_forgotten.get(who)}
    queue = {row.pk: row.called_at is not None for row in people if row.waits}
    yield from compare("whether waiting participant is called:", waiting, queue, numbers)
    with_name = [row for row in people if not must_be_forgotten[row.pk]]
    wishes = {who: wish for who, wish in logged.shown_names.items() if wish and not must_be_forgotten.get(who)}
    wishes_here = {row.pk: row.shown_name for row in people if row.shown_name}
    yield from compare("how to name participant in public:", wishes, wishes_here, numbers)
    # An archive holds neither dates of birth nor what was answered about the age.
    if not keys.there:
        yield from _ages(logged, with_name, numbers)
    for row in people:
        name = {"participant": row_name("participant", row.pk, numbers)}
        if row.forgotten:
            yield from _nameless(row)
            continue
        if row.name_key != name_key(row.last_name, row.first_name):
            yield _("%(participant)s is looked up by another name than the entry has") % name
        names, born = logged.people.get(row.pk, ("", ""))
        if names and names_hash(row, PERSON, row.salt) != names:
            yield _("the name, club, place or day of entry of %(participant)s is not what the log witnessed") % name
        if keys.there:
            if row.birth_salt or row.age_answer is not None or any(getattr(row, name) for name in BORN):
                yield _("%(participant)s has a birth, phone, remark, payment or age, which no archive brings") % name
        elif born and names_hash(row, BORN, row.birth_salt) != born:
            yield _("the birth, phone, remark or payment of %(participant)s is not what the log witnessed") % name


def _ages(logged: TournamentAsLogged, people: Iterable[Participant], numbers: Mapping[int, int]) -> Iterator[str]:
    """Compare the answers about the age, and who asked. Old logs hold the answer itself."""
    answers = {row.pk: logged.ages[row.pk] for row in people if row.pk in logged.ages}
    answered = [row for row in people if row.age_answer is not None]
    plain = {who for who, (_age, answer) in answers.items() if isinstance(answer, bool)}
    here = {
        row.pk: (row.age_asked, row.age_answer if row.pk in plain else names_hash(row, AGE, row.birth_salt))
        for row in answered
    }
    yield from compare("answer about the age of participant", answers, here, numbers)
    yield from act_differences(
        {key: act for key, act in logged.acts.items() if key[0] == "age" and key[1] in answers},
        {("age", row.pk): Act(by=row.age_asked_by_id, at=row.age_asked_at) for row in answered if row.age_asked_at},
        numbers,
    )


def _nameless(row: Participant) -> Iterator[str]:
    """Check that the row of a forgotten participant holds the start number in place of the name, and nothing else."""
    number = f"{FORGOTTEN}{row.start_number}"
    row_without_name = (row.last_name, row.name_key, row.fixed_table, row.fixed_seat, row.salt, row.birth_salt)
    private = [row.title, row.phone, row.remark, row.birth_year, row.paid, row.shown_name]
    private += [answer is not None for answer in (row.age_answer, row.woman, row.newcomer)]
    if row_without_name != (number, number, None, None, None, None) or any(private):
        name = {"participant": row_name("participant", row.pk, {row.pk: row.start_number})}
        yield _("%(participant)s is forgotten, but the row holds more than the start number") % name


def _matches(tournament: Tournament) -> Iterator[str]:
    """Check that the matches are those that are planned, each in the state that follows from its sheets."""
    matches = Match.objects.filter(tournament=tournament)
    planned = range(1, tournament.matches_in_all + 1)
    reached = reached_states(matches)
    log = {number: reached.get(number, "") for number in planned}
    here = dict(matches.values_list("number", "state"))
    yield from compare("the state of match", log, here)
