"""A verdict in words: what was found, what it proves, what to do. Only logins see reasons: they may name people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.enums import SheetState
from tournament.proof.seals.handed_in import ARCHIVE, CODE, PAPER, PDF, WORKBOOK
from tournament.proof.seals.keys import grouped
from tournament.proof.selectors.verdict_problems import problem_text
from tournament.proof.selectors.verification import TRUSTED, KeyOrigin, Verdict, VerdictKind
from tournament.standings.selectors.documents import StandingsVersion

GOOD, WARNING, PROBLEM = "good", "warning", "problem"

# Each headline has a sign and a word, so that nobody needs the colour.
HEADLINES = {
    VerdictKind.VALID: (GOOD, "✓", gettext_lazy("Valid")),
    VerdictKind.SUPERSEDED: (WARNING, "!", gettext_lazy("Replaced by a later version")),
    VerdictKind.WITHDRAWN: (WARNING, "!", gettext_lazy("Not in force any more")),
    VerdictKind.NOT_HERE: (WARNING, "?", gettext_lazy("The seal holds, the sheet is not known here")),
    VerdictKind.HELD_BACK: (GOOD, "✓", gettext_lazy("Sealed here")),
    VerdictKind.REHEARSAL: (WARNING, "!", gettext_lazy("Rehearsal: it counts nowhere")),
    VerdictKind.FOREIGN: (WARNING, "?", gettext_lazy("Not sealed by this installation")),
    VerdictKind.CHANGED: (PROBLEM, "✗", gettext_lazy("Not valid: changed")),
    VerdictKind.UNSEALED: (PROBLEM, "✗", gettext_lazy("No seal")),
    VerdictKind.WRONG: (PROBLEM, "✗", gettext_lazy("Not valid")),
    VerdictKind.UNREADABLE: (PROBLEM, "✗", gettext_lazy("Cannot be checked")),
}
NOT_YET = (WARNING, "!", gettext_lazy("Not sealed yet"))
# Whether something that is not accepted has this code is not said: nobody may learn that it exists.
UNKNOWN_CODE = (WARNING, "?", gettext_lazy("No accepted sheet here has this code"))
BY_PROBLEM = {"seal_to_come": NOT_YET, "code_unknown": UNKNOWN_CODE}

FAULTS = {
    "rules_unreadable": gettext_lazy("the rules in it cannot be read"),
    "rules_differ": gettext_lazy("the rules in it are not the ones it names"),
    "content_hash": gettext_lazy("it does not say what the players signed"),
    "chain_head": gettext_lazy("its check code does not follow from the acceptance"),
    "players": gettext_lazy("the players do not fit the seats"),
    "points": gettext_lazy("the points do not follow from the game"),
    "game_bad": gettext_lazy("this is no game by the rules"),
    "incomplete": gettext_lazy("the line is missing"),
    "approvals": gettext_lazy("the approval does not fit the game"),
}
DIFFERENCES = {
    "totals": gettext_lazy("the totals"),
    "content": gettext_lazy("the games"),
    "place": gettext_lazy("match, table or version"),
    "state": gettext_lazy("the acceptance"),
    "names": gettext_lazy("the names"),
    "log": gettext_lazy("the event log"),
    "tournament": gettext_lazy("the name or day of the tournament"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing that was checked, and how it stands: `kind` is good, warning, problem, or "" if nothing is judged."""

    term: str
    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictWords:
    """The verdict for a page or a terminal: a sign and a word, what it means, and the single facts."""

    kind: str
    sign: str
    headline: str
    sentences: tuple[str, ...]
    facts: tuple[Fact, ...]


def words_of(verdict: Verdict, *, login: bool = False) -> VerdictWords:
    """Return the verdict in the reader's language. Reasons of corrections may name people: only with `login`."""
    kind, sign, headline = BY_PROBLEM.get(verdict.problem, HEADLINES[verdict.answer])
    return VerdictWords(
        kind=kind,
        sign=sign,
        headline=str(headline),
        sentences=tuple(_sentences(verdict)),
        facts=tuple(_facts(verdict, login=login)),
    )


def _sentences(verdict: Verdict) -> Iterator[str]:
    if verdict.problem:
        yield problem_text(verdict.problem)
    if verdict.answer == VerdictKind.VALID:
        yield _valid(verdict)
    elif verdict.answer in (VerdictKind.SUPERSEDED, VerdictKind.WITHDRAWN):
        yield _out_of_force(verdict)
    elif verdict.answer == VerdictKind.NOT_HERE and verdict.newer_ranking:
        yield _(
            "The seal is genuine and nothing was changed since, but other final standings of this tournament are in "
            "force here: these were sealed before a copy was restored. Please compare them, and ask the management."
        )
    elif verdict.answer == VerdictKind.NOT_HERE:
        yield _(
            "The seal is genuine and nothing was changed since. Whether a later version replaces it cannot be said "
            "here: this installation does not have the sheet, or not any more."
        )
    elif verdict.answer == VerdictKind.HELD_BACK:
        yield _held_back(verdict)
    elif verdict.answer == VerdictKind.REHEARSAL:
        yield _("It comes from a rehearsal, in which helpers practised. Nothing that it says was played.")
    elif verdict.answer == VerdictKind.FOREIGN:
        yield from _foreign(verdict)
    elif verdict.faults:
        yield _("The seal is genuine, but what stands in the file does not fit together. Please tell the management.")
    elif verdict.differs:
        yield _(
            "The seal is genuine, but the database of this installation holds something else. Please tell the "
            "management: one of the two was changed by hand."
        )
    if verdict.kind == PAPER and verdict.unchanged:
        yield _(
            "Compare the paper with what stands below: names and totals must be the same, else the paper was changed."
        )


def _valid(verdict: Verdict) -> str:
    if verdict.kind == WORKBOOK and verdict.origin == KeyOrigin.OURS:
        return _(
            "This workbook was sealed by this installation and nothing was changed since. It shows the tournament as "
            "it stood then; what was corrected later is not in it."
        )
    if verdict.kind == WORKBOOK:
        return _(
            "Nothing in this workbook was changed since it was sealed, but another installation sealed it: what it "
            "says is worth as much as the owner of that key. It proves nothing of a tournament that was played here."
        )
    if verdict.kind == ARCHIVE:
        return _(
            "This is the archive of a tournament: its list of files is sealed, and no file in it was changed, added or "
            "taken out."
        )
    if verdict.kind == CODE and verdict.ranking:
        return _(
            "The final standings with this check code are in force. The code alone proves nothing of your paper: "
            "compare it with the public standings."
        )
    if verdict.kind == CODE:
        return _(
            "The sheet with this check code is in force. The code alone proves nothing of your paper: compare names "
            "and totals with what stands below."
        )
    if verdict.origin == KeyOrigin.OURS and verdict.fingerprint == "":
        return _(
            "This is, byte for byte, the document that was issued for this sheet. It is from the time before documents "
            "were sealed."
        )
    if verdict.kind == PAPER:
        return _("The seal is genuine, and the sheet it stands on is in force.")
    return _("This document is sealed, nothing in it was changed, and it is the one in force.")


def _out_of_force(verdict: Verdict) -> str:
    if verdict.ranking:
        text = _ranking_out_of_force(verdict)
    elif verdict.answer == VerdictKind.WITHDRAWN:
        void = verdict.sheet is not None and verdict.sheet.state == SheetState.VOID
        if void:
            text = _("The sheet was declared void afterwards.")
        else:
            text = _("The sheet was opened again afterwards and is not accepted yet.")
    elif verdict.newer:
        numbers = {"version": verdict.newer.document.number}
        text = _("Version %(version)s of the sheet is in force in its place.") % numbers
    else:
        text = _("The sheet was accepted anew; its next version is not sealed yet.")
    genuine = _("The document was genuine and nothing in it was changed.")
    return text if verdict.kind == CODE else f"{genuine} {text}"


def _ranking_out_of_force(verdict: Verdict) -> str:
    if verdict.newer_ranking:
        numbers = {"version": verdict.newer_ranking.document.number}
        return _("The standings changed afterwards: version %(version)s is in force in its place.") % numbers
    return _("The standings changed afterwards and are not sealed anew yet.")


def _held_back(verdict: Verdict) -> str:
    if verdict.kind == CODE:
        return _(
            "This check code is registered here. The results of this tournament are held back: what it stands for is "
            "said after the prize-giving."
        )
    return _(
        "The seal is genuine and nothing was changed since. The results of this tournament are held back: whether the "
        "document is in force is said after the prize-giving."
    )


def _foreign(verdict: Verdict) -> Iterator[str]:
    if verdict.kind == PAPER:
        yield _(
            "The seal was made with a key that is not known here; it begins with %(key)s. Either the sheet is from "
            "another installation, or one of the first signs was mistyped."
        ) % {"key": grouped(verdict.fingerprint)}
    else:
        yield _(
            "The file was not changed since it was sealed, but with a key that is not known here. Anybody can seal "
            "with a key of his own: it is worth as much as the poster in that hall, or a person you trust, confirms "
            "the fingerprint."
        )


def _facts(verdict: Verdict, *, login: bool) -> Iterator[Fact]:
    if verdict.fingerprint:
        yield _seal(verdict)
    if verdict.signed_at and verdict.origin in TRUSTED and verdict.unchanged:
        yield Fact(term=_("Sealed on"), text=_moment(verdict.signed_at))
    if verdict.unchanged is not None:
        yield Fact(
            term=_("Unchanged since"),
            text=_("yes") if verdict.unchanged else _("no"),
            kind=GOOD if verdict.unchanged else PROBLEM,
        )
    if verdict.kind == CODE and verdict.sheet:
        place = {"match": verdict.sheet.match.number, "table": verdict.sheet.table_number}
        yield Fact(term=_("Sheet"), text=_("match %(match)s, table %(table)s") % place)
    if verdict.ranking:
        yield from _ranking(verdict.ranking)
    if verdict.version:
        yield from _standing(verdict, login=login)
    if verdict.follows is not None:
        yield _following(verdict)
    if verdict.differs:
        texts = ", ".join(str(DIFFERENCES[code]) for code in verdict.differs)
        yield Fact(term=_("Database"), text=_("otherwise: %(told)s") % {"told": texts}, kind=WARNING)
    elif verdict.answer == VerdictKind.VALID and verdict.kind in (PDF, PAPER) and verdict.fingerprint:
        yield Fact(term=_("Database"), text=_("holds the same"), kind=GOOD)
    if verdict.names_agree is not None:
        yield Fact(
            term=_("Names as given"),
            text=_("those that were sealed") if verdict.names_agree else _("not those that were sealed"),
            kind=GOOD if verdict.names_agree else PROBLEM,
        )


def _seal(verdict: Verdict) -> Fact:
    whose = {
        KeyOrigin.OURS: _("of this installation"),
        KeyOrigin.IMPORTED: _("of another installation, whose tournament was brought here"),
        KeyOrigin.GIVEN: _("of the key that you gave"),
    }.get(verdict.origin, _("of an unknown key"))
    # A broken seal proves nothing about its key.
    kind = "" if verdict.unchanged is False else GOOD if verdict.origin in TRUSTED else WARNING
    if verdict.unchanged is False:
        whose = _("broken; it names the key")
    return Fact(term=_("Seal"), text=f"{whose}: {grouped(verdict.fingerprint)}", kind=kind)


def _standing(verdict: Verdict, *, login: bool) -> Iterator[Fact]:
    version = verdict.version
    assert version is not None
    numbers = {"version": version.document.number}
    if version.current:
        yield Fact(term=_("Version"), text=_("%(version)s, in force") % numbers, kind=GOOD)
        return
    if verdict.answer == VerdictKind.VALID:
        yield Fact(term=_("Version"), text=_("%(version)s, in force, without a seal") % numbers, kind=WARNING)
        return
    yield Fact(term=_("Version"), text=_("%(version)s, not in force") % numbers, kind=WARNING)
    if version.superseded_at:
        yield Fact(term=_("Opened again by the supervisor"), text=_moment(version.superseded_at))
    if login and version.superseded_by:
        yield Fact(term=_("By whom"), text=version.superseded_by.full_name)
    if login and version.reasons:
        yield Fact(term=_("Why"), text=" · ".join(version.reasons))


def _ranking(version: StandingsVersion) -> Iterator[Fact]:
    yield Fact(term=_("Document"), text=_("Final standings"))
    numbers = {"version": version.document.number}
    if version.current:
        yield Fact(term=_("Version"), text=_("%(version)s, in force") % numbers, kind=GOOD)
        return
    yield Fact(term=_("Version"), text=_("%(version)s, not in force") % numbers, kind=WARNING)
    if version.superseded_at:
        yield Fact(term=_("Sealed anew"), text=_moment(version.superseded_at))


def _following(verdict: Verdict) -> Fact:
    if verdict.follows:
        rules = {"rules": verdict.content.rules if verdict.content else ""}
        return Fact(
            term=_("Points"), text=_("follow from the games by the rules in the file: %(rules)s") % rules, kind=GOOD
        )
    return Fact(term=_("Points"), text="; ".join(_faults(verdict.faults)), kind=PROBLEM)


def _faults(faults: Sequence[tuple[str, int | None]]) -> list[str]:
    texts = []
    for code, game in faults[:5]:
        text = str(FAULTS.get(code) or _("the totals do not follow from the games"))
        texts.append(_("game %(game)s: %(text)s") % {"game": game, "text": text} if game else text)
    more = len(faults) - len(texts)
    return [*texts, ngettext("%(count)s more", "%(count)s more", more) % {"count": more}] if more else texts


def _moment(at: Any) -> str:
    return date_format(localtime(at), "DATETIME_FORMAT")
