"""The remarks below the lines of a sheet: refusals, corrections, sanctions, approvals, each with name and time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ruleset import Ruleset
from tournament.enums import ApprovalState, CorrectionKind, RedealReason
from tournament.models import Approval, Correction, Game, User
from tournament.person.names import excerpt
from tournament.selectors.sheet_lines import value_changed
from tournament.words import game_labels, labels
from tournament.words.citations import cited


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A sentence below a sheet, the lines that it explains, the supervisor who acted, and the reason that was typed.

    `brief` says only why, who and when; it is "" if nothing can be left out.
    """

    text: str
    lines: tuple[int, ...] = ()
    by: User | None = None
    reason: str = ""
    brief: str = ""

    def shortened(self, longest: int, *, brief: bool = False) -> str:
        """Return the sentence with at most so many letters of the reason; an ellipsis stands for the rest.

        `brief`: without the values, for paper, where the old value is struck through beside the new one.
        """
        told = self.brief if brief and self.brief else self.text
        return told.replace(self.reason, excerpt(self.reason, longest), 1) if self.reason else told


class RemarkedLine(Protocol):
    """The part of a line that a remark is made from."""

    @property
    def number(self) -> int: ...
    @property
    def word(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def approval(self) -> Approval | None: ...
    @property
    def game(self) -> Game | None: ...


def remarks(
    ruleset: Ruleset,
    lines: Sequence[RemarkedLine],
    corrections: Mapping[int, Sequence[Correction]],
    names: Sequence[str],
) -> Iterator[Remark]:
    """Yield the remarks of a sheet, line by line; approvals that were granted come last, in one sentence."""
    for line in lines:
        yield from _of_line(ruleset, line, corrections.get(line.number, ()), names)
    yield from _unplayed(lines, corrections)
    granted = [line for line in lines if line.approval and line.approval.state == ApprovalState.GRANTED]
    if granted:
        yield Remark(text=_("Approved: %(list)s") % {"list": " · ".join(_granted(line) for line in granted)})


def _of_line(
    ruleset: Ruleset, line: RemarkedLine, corrections: Sequence[Correction], names: Sequence[str]
) -> Iterator[Remark]:
    lines = (line.number,)
    if line.game and line.game.redeals:
        reasons = "; ".join(str(RedealReason(reason).label) for reason in line.game.redeals)
        told = _("Not played before game %(number)s: %(reasons)s") % {"number": line.number, "reasons": reasons}
        yield Remark(text=told, lines=lines)
    if line.game and line.game.record.get("late_tout"):
        late = _("Game %(number)s: the Tout was announced after the first card, it counts as an ordinary game (2.8.2)")
        yield Remark(text=cited(late, ruleset) % {"number": line.number}, lines=lines)
    if line.approval and line.approval.state == ApprovalState.REFUSED:
        told = _("Game %(number)s struck (5.2.17): %(text)s without approval · supervisor %(who)s") % {
            "number": line.number,
            "text": line.word,
            "who": who(line.approval.supervisor, line.approval.decided_at),
        }
        yield Remark(text=told, lines=lines, by=line.approval.supervisor)
    for row in corrections:
        if row.kind != CorrectionKind.UNPLAYED:
            told = correction_told(ruleset, line.number, row, names)
            yield Remark(text=told, lines=lines, by=row.supervisor, reason=row.reason, brief=_brief(line.number, row))
    if line.game and line.game.supervisor:
        # A sanction that came by a correction has the correction's time, not the line's.
        changes = [row.at for row in corrections if row.kind == CorrectionKind.CORRECTED]
        told = _("Game %(number)s, sanction: %(text)s · supervisor %(who)s") % {
            "number": line.number,
            # Where no contract was announced, the text begins with the word “sanction”.
            "text": line.text.removeprefix(f"{line.word}, "),
            "who": who(line.game.supervisor, changes[-1] if changes else line.game.written_at),
        }
        yield Remark(text=told, lines=lines, by=line.game.supervisor)


def correction_told(ruleset: Ruleset, number: int, row: Correction, names: Sequence[str]) -> str:
    """Return what a supervisor decided on a line, why, who and when."""
    sentence = {
        CorrectionKind.UNPLAYED: _("Game %(number)s not played (%(section)s). %(reason)s · supervisor %(who)s"),
        CorrectionKind.STRUCK: _("Game %(number)s struck (%(section)s): %(old)s. %(reason)s · supervisor %(who)s"),
        CorrectionKind.RESTORED: _("Game %(number)s counts again (%(section)s). %(reason)s · supervisor %(who)s"),
        CorrectionKind.RULED: _(
            "Game %(number)s (%(section)s): on paper %(old)s, right is %(new)s. %(reason)s · supervisor %(who)s"
        ),
        CorrectionKind.CORRECTED: _(
            "Game %(number)s corrected (%(section)s): %(old)s, now %(new)s. %(reason)s · supervisor %(who)s"
        ),
        CorrectionKind.UNDONE: _(
            "Game %(number)s, correction taken back (%(section)s): %(old)s, again %(new)s. %(reason)s · supervisor "
            "%(who)s"
        ),
    }[CorrectionKind(row.kind)]
    ruled = row.kind == CorrectionKind.RULED or "written" in row.old_record
    words: dict[str, Any] = {
        "number": number,
        "section": row.section,
        "old": labels.points_text(row.old_record["written"]) or "–"
        if ruled
        else game_labels.describe(ruleset, row.old_record, names),
        "new": game_labels.describe(ruleset, row.new_record, names),
        "reason": row.reason,
        "who": who(row.supervisor, row.at),
    }
    return sentence % words


def _brief(number: int, row: Correction) -> str:
    """Return a correction without its values, which stand in the line; "" where they do not."""
    if row.kind == CorrectionKind.RESTORED or (row.kind == CorrectionKind.UNDONE and not value_changed(row)):
        return ""
    sentence = {
        CorrectionKind.STRUCK: _("Game %(number)s struck (%(section)s). %(reason)s · supervisor %(who)s"),
        CorrectionKind.UNDONE: _(
            "Game %(number)s, correction taken back (%(section)s). %(reason)s · supervisor %(who)s"
        ),
    }.get(CorrectionKind(row.kind), _("Game %(number)s corrected (%(section)s). %(reason)s · supervisor %(who)s"))
    words = {"number": number, "section": row.section, "reason": row.reason, "who": who(row.supervisor, row.at)}
    return sentence % words


def _unplayed(lines: Sequence[RemarkedLine], corrections: Mapping[int, Sequence[Correction]]) -> Iterator[Remark]:
    """Yield a remark for each act that closed lines as not played, with all its lines."""
    acts: dict[tuple[str, str, str], tuple[Correction, list[int]]] = {}
    for line in lines:
        for row in corrections.get(line.number, ()):
            if row.kind == CorrectionKind.UNPLAYED:
                act = (row.section, row.reason, who(row.supervisor, row.at))
                acts.setdefault(act, (row, []))[1].append(line.number)
    for (section, reason, by), (row, numbers) in acts.items():
        words = {"numbers": ", ".join(labels.ranges(numbers)), "section": section, "reason": reason, "who": by}
        sentence = ngettext(
            "Game %(numbers)s not played (%(section)s). %(reason)s · supervisor %(who)s",
            "Games %(numbers)s not played (%(section)s). %(reason)s · supervisor %(who)s",
            len(numbers),
        )
        yield Remark(text=sentence % words, lines=tuple(numbers), by=row.supervisor, reason=reason)


def _granted(line: RemarkedLine) -> str:
    approval = line.approval
    assert approval is not None
    name = approval.supervisor.full_name if approval.supervisor else ""
    if approval.on_paper:
        return _("game %(number)s (%(section)s) %(name)s, as on paper") % {
            "number": line.number,
            "section": approval.section,
            "name": name,
        }
    return _("game %(number)s (%(section)s) %(who)s") % {
        "number": line.number,
        "section": approval.section,
        "who": who(approval.supervisor, approval.decided_at),
    }


def who(user: User | None, at: datetime | None) -> str:
    """Return name and time of an act, as they end a remark."""
    time = date_format(timezone.localtime(at), "TIME_FORMAT") if at else ""
    return f"{user.full_name if user else ''}, {time}"
