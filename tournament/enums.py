"""States, roles and kinds. STEPS holds the allowed steps of each state; no other code decides about them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.refusals import Refused


class Role(models.TextChoices):
    """The rights of a login. A person may hold several roles (5.1.1, 5.1.3)."""

    ORGANISER = "organiser", _("Organiser")
    SUPERVISOR = "supervisor", _("Supervisor")
    DESK = "desk", _("Desk")
    TRIBUNAL = "tribunal", _("Tribunal")


class Secret(models.TextChoices):
    """The secrets that somebody may try to guess."""

    PASSWORD = "password", _("password")
    SUPERVISOR_CODE = "code", _("six digits")
    TABLE_CODE = "table", _("table code")


class TournamentState(models.TextChoices):
    DRAFT = "draft", _("Draft")
    REGISTRATION = "registration", _("Registration")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    ARCHIVED = "archived", _("Archived")
    PURGED = "purged", _("Personal data deleted")


class Release(models.TextChoices):
    """How much of the results the hall may know. Desk and supervisors always see everything."""

    OPEN = "open", _("Open")
    FROZEN = "frozen", _("Frozen")
    REVEALING = "revealing", _("Being announced")
    PUBLISHED = "published", _("Published")


class ShownName(models.TextChoices):
    """How the hall or the web names a participant."""

    NAME = "name", _("by name")
    NUMBER = "number", _("by start number only")
    HIDDEN = "hidden", _("not at all")


class Shelf(models.TextChoices):
    """Where rules of one's own stand: offered to new tournaments, hidden from them, or deleted (the log keeps them)."""

    OFFERED = "offered", _("Offered")
    HIDDEN = "hidden", _("Hidden")
    DELETED = "deleted", _("Deleted")


class MatchState(models.TextChoices):
    PLANNED = "planned", _("Planned")
    DRAWN = "drawn", _("Drawn")
    PLAYING = "playing", _("Being played")
    CLOSED = "closed", _("Closed")


class SheetState(models.TextChoices):
    OPEN = "open", _("Open")
    COMPLETE = "complete", _("Complete")
    SIGNED = "signed", _("Signed")
    ACCEPTED = "accepted", _("Accepted")
    VOID = "void", _("Void")
    DISCARDED = "discarded", _("Discarded")  # its draw was discarded before play


class ApprovalState(models.TextChoices):
    REQUESTED = "requested", _("Requested")
    GRANTED = "granted", _("Granted")
    REFUSED = "refused", _("Refused")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Source(models.TextChoices):
    """How a line came into the sheet: typed from paper, or written while the game was played."""

    PAPER = "paper", _("From paper")
    LIVE = "live", _("Live at the table")
    TOTALS = "totals", _("Totals only")


class DeviceState(models.TextChoices):
    ACTIVE = "active", _("Active")
    REPLACED = "replaced", _("Replaced")
    LOCKED = "locked", _("Locked")


class RedealReason(models.TextChoices):
    """Why a deal before a game was not played. `passed` means that nobody wanted to play; the others are misdeals."""

    PASSED = "passed", _("thrown in, nobody plays")
    EXPOSED = "exposed", _("a card was exposed")
    NUMBER = "number", _("wrong number of cards")
    TURN = "turn", _("dealt out of turn")
    OTHER = "other", _("wrongly dealt")


class LotSource(models.TextChoices):
    """The source of a draw's seed, besides the secret that is committed when the list is closed. "By hand" needs no
    seed."""

    SYSTEM = "system", _("This computer’s randomness")
    NUMBERS = "numbers", _("Three participants name a number each")
    LOTTERY = "lottery", _("The digits of a lottery")
    HAND = "hand", _("Lots drawn by hand")


class ClosedListState(models.TextChoices):
    CLOSED = "closed", _("Closed")
    REOPENED = "reopened", _("Opened again")
    DRAWN = "drawn", _("Drawn")


class DoorState(models.TextChoices):
    """How far the lots at the door are: they are drawn, they are published as a draw, or they count no more."""

    OPEN = "open", _("Open")
    CLOSED = "closed", _("Closed")
    CANCELLED = "cancelled", _("Called off")


class TableChangeKind(models.TextChoices):
    """The kinds of changes at a table after the draw (5.3.1, 5.2.10, 3.4.3, 5.2.2, 5.2.11, 5.3.4, 5.3.6)."""

    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    PACK = "pack", _("Cards")
    SEATS = "seats", _("Seats")
    REPLACED = "replaced", _("Seat given to somebody else")
    SUBSTITUTE = "substitute", _("Substitute")
    TOTALS = "totals", _("Totals")
    VOIDED = "voided", _("Declared void")
    RESTORED = "restored", _("Declared valid again")


# The states of sheets on which a match is played: all but those of discarded draws.
IN_FORCE = frozenset(set(SheetState) - {SheetState.DISCARDED})

# Sheets that need no more work.
SETTLED = frozenset({SheetState.ACCEPTED, SheetState.VOID})

# Changes that put another participant on a seat (5.2.2, 5.2.11).
SEATS_CHANGED = (TableChangeKind.SEATS, TableChangeKind.REPLACED, TableChangeKind.SUBSTITUTE)

# Changes that only the management makes; the sheet says so.
BY_MANAGEMENT = (*SEATS_CHANGED, TableChangeKind.VOIDED, TableChangeKind.RESTORED)


class DisputeState(models.TextChoices):
    """How far a dispute is (5.1.3). The ranking is not final while one is raised or appealed."""

    RAISED = "raised", _("Raised")
    DECIDED = "decided", _("Decided")
    APPEALED = "appealed", _("Appealed")
    FINAL = "final", _("Finally decided")
    WITHDRAWN = "withdrawn", _("Withdrawn")


OPEN_DISPUTES = frozenset({DisputeState.RAISED, DisputeState.APPEALED})


class DisputeOutcome(models.TextChoices):
    """The decision on a dispute."""

    UPHELD = "upheld", _("Upheld")
    REJECTED = "rejected", _("Rejected")


class Leavers(models.TextChoices):
    """The rule for the place of somebody who leaves the tournament early."""

    KEEP = "keep", _("keeps the place")
    LOSE = "lose", _("loses the place")


class FollowUp(models.TextChoices):
    """How an upheld dispute was followed up: its game was corrected, or a supervisor said why nothing changes. If the
    correction is undone later, the dispute waits again."""

    CORRECTED = "corrected", _("Corrected")
    DECLINED = "declined", _("Nothing to correct")
    UNDONE = "undone", _("The correction is undone")


class ConductKind(models.TextChoices):
    """The kinds of a supervisor's notes about a participant."""

    WARNING = "warning", _("Warning")
    EXCLUSION = "exclusion", _("Exclusion")
    REPORT = "report", _("Report of given points")  # 5.2.18: confidential to the management


class SignatureKind(models.TextChoices):
    DESK = "desk", _("Confirmed at the desk")
    PAPER = "paper", _("Signed on paper")
    TABLE = "table", _("Signed on the device of the table")
    PHONE = "phone", _("Signed on their own phone")

    @property
    def without_drawing(self) -> str:
        """The label of a signature without a drawing: the player confirmed the sheet by pressing a button."""
        confirmed = {"table": _("Confirmed on the device of the table"), "phone": _("Confirmed on their own phone")}
        return str(confirmed.get(self.value, self.label))


class CorrectionKind(models.TextChoices):
    """How a written value was changed (5.3.4, 5.2.17)."""

    CORRECTED = "corrected", _("Corrected")
    STRUCK = "struck", _("Struck")
    RESTORED = "restored", _("Restored")
    RULED = "ruled", _("Ruled")  # the line on paper was no game
    UNPLAYED = "unplayed", _("Not played")  # the paper has fewer games than lines
    UNDONE = "undone", _("Correction taken back")


class PaperLineKind(models.TextChoices):
    """Why the desk could not enter a line on paper as a game; also the default reason of a ruling on the line."""

    NO_GAME = "no_game", _("No game on paper")  # no game gives these values for the seats
    STRUCK = "struck", _("Struck on paper")
    UNREADABLE = "unreadable", _("Unreadable on paper")
    NOT_WRITTEN = "not_written", _("Empty on paper")


class FloorState(StrEnum):
    """What a table does or waits for, the most urgent first: somebody has to come, play goes on, the sheet is done."""

    ASKS = "asks"
    CALLS = "calls"
    REFUSES = "refuses"
    DISPUTE = "dispute"
    APPROVAL = "approval"
    LINE = "line"
    SILENT = "silent"
    WAITING = "waiting"
    PLAYING = "playing"
    COMPLETE = "complete"
    SIGNED = "signed"
    ACCEPTED = "accepted"
    VOID = "void"


class SlipAct(StrEnum):
    """The ways to put a slip of a list right."""

    WRITE = "write"
    RETYPE = "retype"
    CORRECT = "correct"
    DECIDE = "decide"
    INSERT = "insert"
    TAKE_OUT = "take_out"


class PrintKind(models.TextChoices):
    """The sheets of a match that are printed."""

    NAMES = "names", _("With names, to write on")
    CAPITALS = "capitals", _("With names in block letters")
    FILLED = "filled", _("As they stand now")
    SEALED = "sealed", _("Sealed, as a zip with an index")


# These prints show no game.
TO_WRITE_ON = frozenset({PrintKind.NAMES, PrintKind.CAPITALS})


class PrintChoice(models.TextChoices):
    """The part of the named tables that is printed."""

    ALL = "all", _("All of them")
    MISSING = "missing", _("Only what is missing")
    CHANGED = "changed", _("Only what changed since it was last printed")


class PrintState(models.TextChoices):
    """How far a print job is. When the printer dies, the job is printed from the beginning."""

    WAITING = "waiting", _("Waiting")
    WORKING = "working", _("Being made")
    DONE = "done", _("Done")
    CANCELLED = "cancelled", _("Cancelled")
    FAILED = "failed", _("Failed")


# The list stays open during play: latecomers and players who fill up a table join in the next draw.
LIST_IS_OPEN = frozenset({TournamentState.DRAFT, TournamentState.REGISTRATION, TournamentState.RUNNING})

# Nothing in these tournaments changes any more: they are closed into an archive.
IS_SHUT = frozenset({TournamentState.ARCHIVED, TournamentState.PURGED})
# The standings of these tournaments are official: no place changes any more.
IS_OFFICIAL = frozenset({TournamentState.FINISHED, TournamentState.ARCHIVED, TournamentState.PURGED})

# The hall sees a ranking that stands still, or only the places announced so far.
HELD_BACK = frozenset({Release.FROZEN, Release.REVEALING})

STEPS: Mapping[type[models.TextChoices], Mapping[str, frozenset[str]]] = {
    TournamentState: {
        "draft": frozenset({"registration"}),
        "registration": frozenset({"draft", "running"}),
        "running": frozenset({"finished"}),
        # Purged only after the end of retention, which the database itself enforces (proof/integrity/append_only.py).
        "finished": frozenset({"running", "archived", "purged"}),
        "archived": frozenset({"purged"}),
        "purged": frozenset(),
    },
    Release: {
        "open": frozenset({"frozen", "revealing"}),
        # Published at once if nobody announces the results step by step.
        "frozen": frozenset({"open", "revealing", "published"}),
        # Back to "frozen" if the prize-giving is broken off.
        "revealing": frozenset({"frozen", "published"}),
        # The results of a reopened tournament are open again.
        "published": frozenset({"open"}),
    },
    MatchState: {
        "planned": frozenset({"drawn"}),
        # Back to "planned" only by the management, with a reason and before the first game (5.2.2).
        "drawn": frozenset({"playing", "planned"}),
        "playing": frozenset({"closed", "drawn"}),
        "closed": frozenset({"playing"}),
    },
    ClosedListState: {
        "closed": frozenset({"reopened", "drawn"}),
        "reopened": frozenset(),
        "drawn": frozenset(),
    },
    DoorState: {
        "open": frozenset({"closed", "cancelled"}),
        "closed": frozenset(),
        "cancelled": frozenset(),
    },
    SheetState: {
        "open": frozenset({"complete", "void", "discarded"}),
        "complete": frozenset({"open", "signed", "void"}),
        "signed": frozenset({"open", "complete", "accepted", "void"}),
        "accepted": frozenset({"open", "complete", "void"}),
        # 5.3.6: the management may take its own declaration back; the supervisor accepts the sheet anew.
        "void": frozenset({"open", "complete", "signed"}),
        "discarded": frozenset(),
    },
    DisputeState: {
        # "final" at once only if the rules have no tribunal and the director decides.
        "raised": frozenset({"decided", "final", "withdrawn"}),
        "decided": frozenset({"appealed"}),
        # Back to "decided" if the appeal is taken back.
        "appealed": frozenset({"final", "decided"}),
        "final": frozenset(),
        "withdrawn": frozenset(),
    },
    DeviceState: {
        "active": frozenset({"replaced", "locked"}),
        "replaced": frozenset(),
        "locked": frozenset(),
    },
    PrintState: {
        "waiting": frozenset({"working", "cancelled", "failed"}),
        "working": frozenset({"done", "cancelled", "failed"}),
        "done": frozenset(),
        "cancelled": frozenset(),
        "failed": frozenset(),
    },
    ApprovalState: {
        "requested": frozenset({"granted", "refused", "withdrawn"}),
        "granted": frozenset({"refused", "withdrawn"}),
        "refused": frozenset({"granted", "withdrawn"}),
        "withdrawn": frozenset(),
    },
}


def may_step(kind: type[models.TextChoices], here: str, there: str) -> bool:
    """Whether STEPS allows the step from `here` to `there`."""
    return there in STEPS[kind][here]


def step(kind: type[Any], here: str, there: str) -> str:
    """Return `there` as the new state, or refuse the step with a sentence that names both states."""
    if not may_step(kind, here, there):
        raise Refused(
            _("This is not possible: the state is “%(here)s” and cannot become “%(there)s”."),
            code="step_not_allowed",
            here=kind(here).label,
            there=kind(there).label,
        )
    return there
