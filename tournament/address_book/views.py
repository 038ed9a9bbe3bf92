"""The address book: everybody in it, one of them, taking somebody out, and pairs that may be one person."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_tables2 import RequestConfig

from tournament import permissions
from tournament.address_book import selectors
from tournament.address_book.forms import KnownPersonForm, MergeForm, shown_part
from tournament.address_book.services import people as services
from tournament.models import KnownPerson
from tournament.permissions import Request, requires
from tournament.tables.address_book import BookTable
from tournament.views.refusals import refusal_as_error

ROWS = 50


@requires(permissions.manage_address_book)
@require_safe
def address_book(request: Request) -> HttpResponse:
    """List everybody, or who fits what was typed."""
    query = request.GET.get("q", "")
    people = selectors.people_that_fit(query) if query.strip() else selectors.sorted_people()
    table = RequestConfig(request, paginate={"per_page": ROWS}).configure(BookTable(people, request=request))
    context = {"table": table, "query": query, "count": KnownPerson.objects.count()}
    return render(request, "address_book/address_book.html", context)


@requires(permissions.manage_address_book)
@require_http_methods(["GET", "HEAD", "POST"])
def known_person(request: Request, pk: int) -> HttpResponse:
    """Show a person, and change what the book knows of them."""
    person = get_object_or_404(KnownPerson, pk=pk)
    parts = {part: shown_part(person, part) for part in services.PARTS}
    form = KnownPersonForm(request.POST or None, initial=parts)
    if form.is_bound and form.is_valid():
        with refusal_as_error(form):
            services.edit_person(person=person, actor=request.user, **form.values)
            messages.success(request, _("Saved."))
            return redirect("address_book")
    context = {"person": person, "form": form, "until": selectors.person_kept_until(person.last_played)}
    return render(request, "address_book/person.html", context)


@requires(permissions.manage_address_book)
@require_http_methods(["GET", "HEAD", "POST"])
def known_person_remove(request: Request, pk: int) -> HttpResponse:
    """Ask, and take a person out of the book."""
    person = get_object_or_404(KnownPerson, pk=pk)
    if request.method == "POST":
        services.remove_person(person=person, actor=request.user)
        messages.success(request, _("The person is not in the address book any more."))
        return redirect("address_book")
    return render(request, "address_book/remove.html", {"person": person})


@requires(permissions.manage_address_book)
@require_safe
def people_doublets(request: Request) -> HttpResponse:
    return render(request, "address_book/doublets.html", {"pairs": selectors.doublets()})


@requires(permissions.manage_address_book)
@require_http_methods(["GET", "HEAD", "POST"])
def people_merge(request: Request, pk: int, other: int) -> HttpResponse:
    """Show two entries side by side, ask which values stay, and make them one."""
    person, goes = get_object_or_404(KnownPerson, pk=pk), get_object_or_404(KnownPerson, pk=other)
    form = MergeForm(request.POST if request.method == "POST" else None, person=person, other=goes)
    if form.is_bound and form.is_valid():
        with refusal_as_error(form):
            services.merge_people(person=person, other=goes, taken=form.taken, actor=request.user)
            messages.success(request, _("The two entries are one now."))
            return redirect("doublets")
    return render(request, "address_book/merge.html", {"people": (person, goes), "form": form})
