"""The page that a player opens on their own phone to sign: whose it is, and whether signing is still possible."""

from dataclasses import dataclass

from django.utils import timezone

from tournament.devices.selectors.devices import token_hash
from tournament.enums import DeviceState, SheetState
from tournament.models import SigningLink
from tournament.selectors.scoresheets import SeatView, SheetView, sheet_view


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkView:
    """The sheet as the player sees it. `state`: ready, signed, accepted, lapsed, changed, expired or closed."""

    view: SheetView
    seat: SeatView
    content: str
    state: str

    @property
    def can_sign(self) -> bool:
        """Whether there is something to sign."""
        return self.state == "ready"


def signing_link(token: str) -> SigningLink | None:
    """Return the link of this token, used or not. One query."""
    rows = SigningLink.objects.select_related("seat__scoresheet__match__tournament", "seat__participant", "device")
    return rows.filter(token_hash=token_hash(token)).first()


def link_view(link: SigningLink) -> LinkView:
    """Return the page of a link, with the queries of a sheet_view."""
    view = sheet_view(link.seat.scoresheet)
    seat = view.seats[link.seat.number - 1]
    return LinkView(view=view, seat=seat, content=link.content_hash, state=_state(link, view, seat))


def _state(link: SigningLink, view: SheetView, seat: SeatView) -> str:
    if seat.signature is not None:
        return "accepted" if view.scoresheet.state == SheetState.ACCEPTED else "signed"
    if link.used_at is not None:
        return "lapsed"
    if link.content_hash != view.scoresheet.content_hash:
        return "changed"
    if link.expires_at <= timezone.now():
        return "expired"
    return "ready" if link.device.state == DeviceState.ACTIVE else "closed"
