"""Checks that a device is in the hall's network. From elsewhere nobody may write at a table, and a page says so."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.network.client_address import client_address
from tournament.permissions import see_hall

TABLE_PAGES = "table/"


class HallNetworkMiddleware:
    """Guards every page of the tables' devices (docs/table.md). Logins may come from anywhere."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: Any, view: Any, args: Any, kwargs: dict[str, Any]) -> HttpResponse | None:
        """Refuse a device from elsewhere; None lets the view answer."""
        of_a_table = request.resolver_match.route.startswith(TABLE_PAGES)
        if not of_a_table or in_hall(client_address(request)) or see_hall(request.user):
            return None
        return _outside(request, str(kwargs.get("slug", "")))


def in_hall(text: str) -> bool:
    """Whether this address is in HALL_NETWORKS. A text that is no address is not."""
    try:
        address: Any = ip_address(text.strip("[]").split("%", 1)[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in network for network in settings.HALL_NETWORKS)


def _outside(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = Tournament.objects.filter(slug=slug).first()
    if "text/html" in request.headers.get("Accept", ""):
        return render(request, "devices/outside.html", {"tournament": tournament}, status=403)
    # An open page sends its queued games here. Everything stays on the device.
    wifi = tournament.wifi_name if tournament else ""
    text = (
        _("This device is not in the network of the hall. Please join the Wi-Fi “%(wifi)s”.") % {"wifi": wifi}
        if wifi
        else _("This device is not in the network of the hall. Please join its Wi-Fi.")
    )
    return JsonResponse({"code": "outside_hall", "text": text, "again": True}, status=403)
