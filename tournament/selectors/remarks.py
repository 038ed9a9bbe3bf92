"""The remarks below the lines of a sheet: refusals, corrections, sanctions, approvals, each with name and time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ruleset import Ruleset
from tournament.enums import ApprovalState, CorrectionKind, RedealReason
from tournament.person.names import excerpt
from tournament.sheet.lines import LineView, value_changed
from tournament.sheet.names import Names
from tournament.sheet.state import Correction
from tournament.words import game_labels, labels
from tournament.words.citations import cited


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A sentence below a sheet, the lines that it explains, the supervisor who acted, and the typed reason.

    `brief` gives only the reason, the name and the time; it is "" if nothing can be left out.
    """

    text: str
    lines: tuple[int, ...] = ()
    by: str = ""
    reason: str = ""
    brief: str = ""

    def shortened(self, longest: int, *, brief: bool = False) -> str:
        """Return the sentence with at most this many letters of the reason; an ellipsis stands for the rest.

        `brief`: without the values, for paper, where the old value is struck through beside the new one.
        """
        text = self.brief if brief and self.brief else self.text
        return text.replace(self.reason, excerpt(self.reason, longest), 1) if self.reason else text


def remarks(ruleset: Ruleset, lines: Sequence[LineView], names: Names) -> Iterator[Remark]:
    """Yield the remarks of a sheet, line by line; approvals that were granted come last, in one sentence."""
    for line in lines:
        if line.game is not None:
            yield from _of_line(ruleset, line, names)
    yield from _unplayed(ruleset, lines, names)
    granted = [line for line in lines if line.approval and line.approval.state == ApprovalState.GRANTED]
    if granted:
        yield Remark(text=_("Approved: %(list)s") % {"list": " · ".join(_granted(ruleset, line) for line in granted)})


def _of_line(ruleset: Ruleset, line: LineView, names: Names) -> Iterator[Remark]:
    game, lines = line.game, (line.number,)
    assert game is not None  # the caller has checked
    if game.redeals:
        reasons = "; ".join(str(RedealReason(reason).label) for reason in game.redeals)
        text = _("Not played before game %(number)s: %(reasons)s") % {"number": line.number, "reasons": reasons}
        yield Remark(text=text, lines=lines)
    if game.record.play.late_tout:
        late = _("Game %(number)s: the Tout was announced after the first card, it counts as an ordinary game (2.8.2)")
        yield Remark(text=cited(late, ruleset) % {"number": line.number}, lines=lines)
    if line.approval and line.approval.state == ApprovalState.REFUSED:
        struck = _("Game %(number)s struck (5.2.17): %(text)s without approval · supervisor %(who)s")
        text = cited(struck, ruleset) % {
            "number": line.number,
            "text": line.word,
            "who": who(line.decided_by, line.approval.decided_at),
        }
        yield Remark(text=text, lines=lines, by=line.decided_by)
    for correction in game.corrections:
        if correction.kind != CorrectionKind.UNPLAYED:
            yield Remark(
                text=correction_text(ruleset, line.number, correction, names),
                lines=lines,
                by=names.login(correction.supervisor),
                reason=names.text(correction.reason),
                brief=_brief(ruleset, line.number, correction, names),
            )
    if game.supervisor is not None:
        # A sanction that came by a correction has the correction's time, not the line's.
        changes = [one.at for one in game.corrections if one.kind == CorrectionKind.CORRECTED]
        by = names.login(game.supervisor)
        text = _("Game %(number)s, sanction: %(text)s · supervisor %(who)s") % {
            "number": line.number,
            # Where no contract was announced, the text begins with the word “sanction”.
            "text": line.text.removeprefix(f"{line.word}, "),
            "who": who(by, changes[-1] if changes else game.at),
        }
        yield Remark(text=text, lines=lines, by=by)


def correction_text(ruleset: Ruleset, number: int, correction: Correction, names: Names) -> str:
    """Return the supervisor's decision on a line, with reason, name and time."""
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
    }[CorrectionKind(correction.kind)]
    ruled = correction.kind == CorrectionKind.RULED or "written" in correction.old
    words: dict[str, Any] = _words(number, correction, names) | {
        "old": labels.points_text(correction.old["written"]) or "–"
        if ruled
        else game_labels.describe(ruleset, correction.old, names.seats),
        "new": game_labels.describe(ruleset, correction.new, names.seats),
    }
    return cited(sentence, ruleset) % words


def _words(number: int, correction: Correction, names: Names) -> dict[str, Any]:
    """Return the line, the section, the reason, the name and the time."""
    return {
        "number": number,
        "section": correction.section,
        "reason": names.text(correction.reason),
        "who": who(names.login(correction.supervisor), correction.at),
    }


def _brief(ruleset: Ruleset, number: int, correction: Correction, names: Names) -> str:
    """Return a correction without its values, which stand in the line; "" if they do not stand there."""
    kind = CorrectionKind(correction.kind)
    if kind == CorrectionKind.RESTORED or (kind == CorrectionKind.UNDONE and not value_changed(correction)):
        return ""
    sentence = {
        CorrectionKind.STRUCK: _("Game %(number)s struck (%(section)s). %(reason)s · supervisor %(who)s"),
        CorrectionKind.UNDONE: _(
            "Game %(number)s, correction taken back (%(section)s). %(reason)s · supervisor %(who)s"
        ),
    }.get(kind, _("Game %(number)s corrected (%(section)s). %(reason)s · supervisor %(who)s"))
    return cited(sentence, ruleset) % _words(number, correction, names)


def _unplayed(ruleset: Ruleset, lines: Sequence[LineView], names: Names) -> Iterator[Remark]:
    """Yield a remark for each act that closed lines as not played, with all its lines."""
    acts: dict[tuple[str, str, str], tuple[str, list[int]]] = {}
    for line in lines:
        for correction in line.corrections:
            if correction.kind == CorrectionKind.UNPLAYED:
                words, by = _words(line.number, correction, names), names.login(correction.supervisor)
                acts.setdefault((words["section"], words["reason"], words["who"]), (by, []))[1].append(line.number)
    for (section, reason, acted), (by, numbers) in acts.items():
        words = {"numbers": ", ".join(labels.ranges(numbers)), "section": section, "reason": reason, "who": acted}
        sentence = ngettext(
            "Game %(numbers)s not played (%(section)s). %(reason)s · supervisor %(who)s",
            "Games %(numbers)s not played (%(section)s). %(reason)s · supervisor %(who)s",
            len(numbers),
        )
        yield Remark(text=cited(sentence, ruleset) % words, lines=tuple(numbers), by=by, reason=reason)


def _granted(ruleset: Ruleset, line: LineView) -> str:
    approval = line.approval
    assert approval is not None
    if approval.on_paper:
        return cited(_("game %(number)s (%(section)s) %(name)s, as on paper"), ruleset) % {
            "number": line.number,
            "section": approval.section,
            "name": line.decided_by,
        }
    return cited(_("game %(number)s (%(section)s) %(who)s"), ruleset) % {
        "number": line.number,
        "section": approval.section,
        "who": who(line.decided_by, approval.decided_at),
    }


def who(name: str, at: datetime | None) -> str:
    """Return name and time of an act, as they end a remark."""
    time = date_format(timezone.localtime(at), "TIME_FORMAT") if at else ""
    return f"{name}, {time}"
