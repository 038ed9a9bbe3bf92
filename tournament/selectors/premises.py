"""The facts beside the sheet on which a command is decided, read in one statement once the sheet is locked."""

from dataclasses import dataclass

from tournament.models import Scoresheet, TableDevice
from tournament.models.statements import select
from tournament.person.table_names import NamedPlayer

# On PostgreSQL a statement sees the writes of the previous lock holder only if it begins after the lock. The statement
# that waits for the lock may read everything but the locked row in its old state.
PREMISES = """
    SELECT
        (SELECT hash FROM tournament_event WHERE scoresheet_id = sheet.id ORDER BY sequence DESC LIMIT 1),
        (SELECT state FROM tournament_tabledevice WHERE id = %s),
        (SELECT MAX(sequence) FROM tournament_command WHERE device_id = %s),
        EXISTS (SELECT 1 FROM tournament_document WHERE scoresheet_id = sheet.id),
        known.scoresheet_id, known.number, known.kind,
        person.start_number, person.first_name, person.last_name, person.club, person.title
    FROM tournament_scoresheet sheet
    LEFT JOIN tournament_command known ON known.key = %s
    LEFT JOIN tournament_seat seat ON seat.scoresheet_id = sheet.id
    LEFT JOIN tournament_participant person ON person.id = seat.participant_id
    WHERE sheet.id = %s ORDER BY seat.number
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Premises:
    """`head` is the hash of the sheet's newest link, "" before the first. `device_state` and `last_sequence` belong to
    the device that sends the command. `known` is the applied command with the same id: its sheet, number and kind.
    """

    head: str
    device_state: str
    last_sequence: int
    has_document: bool
    known: tuple[int, int, str] | None
    players: tuple[NamedPlayer, ...]


def premises_of(scoresheet: Scoresheet, *, key: str = "", device: TableDevice | None = None) -> Premises:
    """Return the premises of a command with this id. The caller holds the sheet's lock. One query."""
    sender = None if device is None else device.pk
    rows = select(PREMISES, sender, sender, key, scoresheet.pk)
    head, state, sequence, document, *earlier = rows[0][:7]
    return Premises(
        head=head or "",
        device_state=state or "",
        last_sequence=sequence or 0,
        has_document=bool(document),
        known=(earlier[0], earlier[1], earlier[2]) if earlier[0] is not None else None,
        players=tuple(NamedPlayer(*row[7:]) for row in rows if row[7] is not None),
    )
