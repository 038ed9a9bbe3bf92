"""The page for a login that lacks the role. It names the roles that may."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.enums import Role
from tournament.models import User


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403. The view's own permission is asked for each role in turn, so there is no second table of rights."""
    predicate = getattr(request.resolver_match.func, "permission", None) if request.resolver_match else None
    who = [role.label for role in Role if predicate and predicate(User(**{role.value: True}))]
    return render(request, "403.html", {"who": who}, status=403)
