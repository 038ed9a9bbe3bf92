"""The lines of a list that are the same person: lines of one name, and people registered already. The order of lines
does not matter.

Two entries fit each other if nothing known tells them apart (person/names.may_be_one). An entry without a date of birth
fits both father and son: it is nobody's double, and is entered with a remark.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.person.names import Born, club_key, may_be_one, name_key

# A name with more different clubs and dates than this is no real name; then only equal entries are one person.
MOST_ALIKE = 40

Facts = tuple[str, Born]
"""The data that tells namesakes apart: the key of the club, and the birth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A person on the list: a participant with a start number, or a line of the file with its place in it.

    `guessed`: the order of first and last name is a guess. Title, phone, remark and `paid` tell nobody apart.
    """

    last_name: str
    first_name: str
    club: str
    born: Born
    start_number: int | None = None
    line: str | None = None
    guessed: bool = False
    title: str = ""
    phone: str = ""
    remark: str = ""
    paid: bool = False

    @property
    def where(self) -> str:
        if self.start_number is None:
            return _("line %(line)s") % {"line": self.line}
        return _("start number %(number)s") % {"number": self.start_number}

    @property
    def facts(self) -> Facts:
        return club_key(self.club), self.born


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinVerdict:
    """The verdict on a line: the entry that it repeats, or the other lines with more about this person.

    `perhaps` are entries that may be this person, too; `namesake` is another person of the name.
    """

    same_as: Known | None = None
    others: tuple[int, ...] = ()
    perhaps: tuple[Known, ...] = ()
    namesake: Known | None = None


def find_twins(lines: Sequence[Known], registered: Iterable[Known]) -> list[TwinVerdict]:
    """Return a verdict for each line: it repeats an entry only if it fits exactly one person."""
    registered = list(registered)
    certain = {_key(one) for one in [*registered, *lines] if not one.guessed}
    groups: dict[str, tuple[list[Known], list[int]]] = {}
    for one in registered:
        groups.setdefault(_key(one), ([], []))[0].append(one)
    for at, line in enumerate(lines):
        groups.setdefault(_group_key(line, certain), ([], []))[1].append(at)
    verdicts: dict[int, TwinVerdict] = {}
    for people, numbers in groups.values():
        verdicts |= _judge(people, {at: lines[at] for at in numbers})
    return [verdicts[at] for at in range(len(lines))]


def _judge(registered: Sequence[Known], lines: Mapping[int, Known]) -> dict[int, TwinVerdict]:
    """Return the verdicts on all lines of one name."""
    here: dict[Facts, list[Known]] = {}
    for one in registered:
        here.setdefault(one.facts, []).append(one)
    all_facts = {*here, *(line.facts for line in lines.values())}
    fitting = _fitting(all_facts)
    sure = {facts for facts in all_facts if all(fitting[facts] <= fitting[other] for other in fitting[facts])}
    verdicts: dict[int, TwinVerdict] = {}
    firsts: dict[frozenset[Facts], int] = {}
    for at, line in lines.items():
        facts = line.facts
        person = frozenset(fitting[facts] & sure) if facts in sure else frozenset({facts})
        on_list = [one for other in person for one in here.get(other, [])]
        same = here.get(facts, [])[:1] or (on_list if len(on_list) == 1 else [])
        if same:
            verdicts[at] = TwinVerdict(same_as=same[0])
            continue
        if on_list:
            person = frozenset({facts})
        first = firsts.setdefault(person, at)
        if first != at:
            verdicts[at] = TwinVerdict(same_as=lines[first])
            continue
        others = [other for other in lines if other != at and lines[other].facts in person]
        apart = {other: one for other, one in lines.items() if other != at and other not in others}
        perhaps = tuple(one for one in [*registered, *apart.values()] if one.facts in fitting[facts])
        before = [*registered, *(one for other, one in apart.items() if other < at)]
        namesake = before[0] if before and not perhaps else None
        verdicts[at] = TwinVerdict(others=tuple(others), perhaps=perhaps, namesake=namesake)
    return verdicts


def _fitting(all_facts: set[Facts]) -> dict[Facts, set[Facts]]:
    """Return, for each set of facts, all facts that may belong to the same person, itself included."""
    if len(all_facts) > MOST_ALIKE:
        return {facts: {facts} for facts in all_facts}
    return {(club, born): {other for other in all_facts if may_be_one(club, born, *other)} for club, born in all_facts}


def _key(one: Known) -> str:
    return name_key(one.last_name, one.first_name)


def _group_key(line: Known, certain: set[str]) -> str:
    """Return the key of the name; if the order was guessed, the key of the order in which the name is known."""
    key, turned = _key(line), name_key(line.first_name, line.last_name)
    if not line.guessed or key in certain:
        return key
    return turned if turned in certain else min(key, turned)
