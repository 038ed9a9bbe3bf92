"""Signing as the tests do it: a device at the table, a drawing with the finger, a link for a phone of one's own."""

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import fill, fresh
from tournament.devices.selectors.signing_links import signing_link
from tournament.devices.services.devices import enrol_device
from tournament.devices.services.signing_links import make_signing_link
from tournament.enums import SignatureKind
from tournament.models import Scoresheet, SigningLink, TableDevice, User
from tournament.person.strokes import Strokes
from tournament.services.acting import act
from tournament.sheet.acts.signatures import SignSeats

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


def unsigned_sheet() -> tuple[Scoresheet, User]:
    """A complete sheet without signatures: Anna, Bene, Centa and Dirk."""
    tournament, boss = make_tournament(), make_user("desk", "supervisor", full_name="K. Reiter")
    make_participants(tournament, 8)
    return fill(open_scoresheet(tournament), boss), boss


def link(sheet: Scoresheet, device: TableDevice, seat: int = 4) -> SigningLink:
    """The link with which this seat signs on a phone of its own."""
    content = fresh(sheet).content_hash
    token = make_signing_link(scoresheet=sheet, seat=seat, content=content, device=device)
    signing = signing_link(token)
    assert signing is not None
    return signing
