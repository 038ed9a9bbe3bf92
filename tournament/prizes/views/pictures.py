"""Pictures of prizes and logos: the organiser's page, and each picture for everybody under the hash of its bytes."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.models import Picture, Tournament
from tournament.permissions import Request, public, requires
from tournament.prizes.forms.prizes import PictureForm
from tournament.prizes.pictures import check_picture_size
from tournament.prizes.services.pictures import MOST_PICTURES, add_picture, delete_picture
from tournament.refusals import Refused
from tournament.views.refusals import refusal_as_message

A_YEAR = 365 * 24 * 60 * 60


@requires(permissions.manage_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def prize_pictures(request: Request, slug: str) -> HttpResponse:
    """Show the pictures and take another one."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = PictureForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["picture"]
        try:
            check_picture_size(upload.size or 0)
            add_picture(tournament=tournament, actor=request.user, name=form.cleaned_data["name"], data=upload.read())
        except Refused as refused:
            form.add_error("name" if refused.code in ("too_long", "unprintable") else "picture", str(refused))
        else:
            messages.success(request, _("The picture is taken."))
            return redirect("prize_pictures", slug)
    pictures = tournament.pictures.defer("data").prefetch_related("prizes")
    context = {"tournament": tournament, "nav": "prizes", "form": form, "pictures": pictures, "most": MOST_PICTURES}
    return render(request, "prizes/pictures.html", context, status=422 if form.errors else 200)


@requires(permissions.manage_prizes)
@require_POST
def prize_picture_delete(request: Request, slug: str, pk: int) -> HttpResponse:
    """Delete a picture that no prize shows."""
    picture = get_object_or_404(Picture.objects.defer("data"), tournament__slug=slug, pk=pk)
    with refusal_as_message(request):
        delete_picture(picture=picture, actor=request.user)
        messages.success(request, _("The picture is deleted."))
    return redirect("prize_pictures", slug)


@requires(public)
@require_safe
@cache_control(public=True, max_age=A_YEAR, immutable=True)
def public_picture(request: Request, slug: str, sha256: str) -> HttpResponse:
    """Show a picture. Its address is the hash of its bytes, so it never changes, and nobody guesses it."""
    picture = get_object_or_404(Picture, tournament__slug=slug, sha256=sha256)
    response = HttpResponse(bytes(picture.data), content_type=picture.content_type)
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Disposition"] = "inline"
    return response
