"""Signing as the tests do it: a device at the table, and a drawing with the finger."""

from tests.sheets import fresh
from tournament.enums import SignatureKind
from tournament.models import Scoresheet, TableDevice
from tournament.person.strokes import Strokes
from tournament.services.acting import act
from tournament.services.devices import enrol_device
from tournament.sheet.commands import SignSeats

# A wave and the dot of an i.
DRAWN: Strokes = [
    [[120, 210], [180, 120], [230, 250], [300, 110], [360, 240], [440, 130], [520, 230], [640, 180]],
    [[470, 80], [473, 84]],
]


def enrolled(sheet: Scoresheet) -> TableDevice:
    """A device that writes this sheet, replacing any other."""
    device, _token = enrol_device(scoresheet=sheet, code=fresh(sheet).code, take_over=True, label="Android")
    return device


def sign_at_table(
    sheet: Scoresheet, device: TableDevice, *seats: int, strokes: Strokes | None = DRAWN,
    kind: SignatureKind = SignatureKind.TABLE,
) -> Scoresheet:  # fmt: skip
    """Each of these seats signs the sheet as it stands, on the device."""
    for seat in seats:
        content = fresh(sheet).content_hash
        act(sheet, SignSeats(seats=(seat,), how=kind, content=content, drawn=strokes), actor=device)
    return fresh(sheet)
