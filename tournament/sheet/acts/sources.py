"""Whether the next lines are typed from paper or written live at the table."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from tournament.enums import Source
from tournament.refusals import Refused
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.places import check_open
from tournament.sheet.state import Sheet


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class SetSource:
    """Say whether the next lines are typed from paper or written live at the table."""

    source: Source

    def decide(self, draft: Draft) -> None:
        sheet = draft.sheet
        check_open(sheet)
        if self.source == Source.LIVE and sheet.terms.double_entry and not draft.by.supervisor:
            raise Refused(
                _("With double entry only a supervisor says that a sheet is written live at the table."),
                code="double_entry",
            )
        if sheet.source != self.source:
            draft.say(SourceSet(source=self.source))


@event("sheet.source")
@dataclass(frozen=True, slots=True, kw_only=True)
class SourceSet:
    source: Source

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return replace(sheet, source=self.source)
