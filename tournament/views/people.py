"""Logging in and out, changing one's own password, and the organiser's page of logins."""

import json
from datetime import datetime
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login as log_person_in
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from tournament import permissions
from tournament.forms.people import (
    LoginForm,
    NewPersonForm,
    OwnPasswordForm,
    PersonForm,
    SupervisorCodeForm,
    visitor_of,
)
from tournament.middleware.came_from import COOKIE as CAME_FROM
from tournament.middleware.logged_out import KEPT, send_again
from tournament.models import User
from tournament.network.known_browsers import remember_login
from tournament.network.qr import captioned_qr
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors import people as selectors
from tournament.selectors.tournaments import public_tournaments
from tournament.services import people as services
from tournament.services.login_links import VALID_FOR, make_login_link, use_login_link
from tournament.views.addresses import printed_address
from tournament.views.refusals import refusal_as_error, refusal_as_message

# Holds a generated password until the one page that shows it, and that page deletes it. The session is kept in the
# database, so the password is encrypted there; only the browser has the key, in a cookie of this name.
SLIP = "password_slip"
SLIP_SECONDS = 600


class _LogIn(LoginView):
    """Django's view; a try that comes too soon has its own status."""

    authentication_form = LoginForm
    template_name = "people/login.html"
    redirect_authenticated_user = True
    # A function, so that the links for players are read when the page is rendered, not when this module is loaded.
    extra_context = {"tournaments": public_tournaments}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_valid(form)
        answer = send_again(self.request, self.get_success_url()) or answer
        remember_login(self.request, answer, form.get_user())
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {KEPT: self.request.POST.get(KEPT, "")}

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_invalid(form)
        refusal = form.refusal if isinstance(form, LoginForm) else None
        if refusal is not None:
            answer.status_code = 429
            answer.headers["Retry-After"] = str(refusal.context["seconds"])
        return answer


log_in = _LogIn.as_view()


@requires(permissions.public)
def logout(request: Request) -> HttpResponseBase:
    """Log out. The next user of this device does not see which tournament was open."""
    answer = LogoutView.as_view()(request)
    answer.delete_cookie(CAME_FROM)
    return answer


@requires(permissions.public)
def login(request: Request) -> HttpResponseBase:
    # A live page whose login ran out is redirected here: reload it instead of showing this form in one of its parts.
    return HttpResponseClientRefresh() if request.htmx else log_in(request)


@requires(permissions.public)
@sensitive_post_parameters("token")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login_link(request: Request) -> HttpResponse:
    """Log in with the code of a slip, once. The code is behind the # of the address, so that no log ever holds it."""
    if request.method != "POST":
        return render(request, "people/login_link.html")
    try:
        person = use_login_link(token=request.POST.get("token", ""), visitor=visitor_of(request, None))
    except Refused as refusal:
        if request.user.is_authenticated:
            messages.info(request, _("You are logged in already, as %(name)s.") % {"name": request.user.full_name})
            return redirect("home")
        status = 429 if refusal.code == "wait" else 400
        return render(request, "people/login_link.html", {"refused": str(refusal)}, status=status)
    log_person_in(request, person)
    answer = redirect("home")
    remember_login(request, answer, person)
    messages.success(request, _("You are logged in. The code on your slip is used up."))
    return answer


@requires(permissions.see_hall)
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def password_change(request: Request) -> HttpResponse:
    form = OwnPasswordForm(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form):
            person = services.change_own_password(actor=request.user, password=form.cleaned_data["new_password1"])
            # A new password logs its owner out everywhere else, but not here.
            update_session_auth_hash(request, person)
            messages.success(request, _("Your password is changed."))
            answer = redirect("home")
            remember_login(request, answer, person)
            return answer
    return render(request, "people/password_change.html", {"form": form})


@requires(permissions.decide_approvals)
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def supervisor_code(request: Request) -> HttpResponse:
    """Set the supervisor's own six digits for deciding on the device of a table."""
    form = SupervisorCodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form):
            services.set_supervisor_code(user=request.user, code=form.cleaned_data["code"], actor=request.user)
            messages.success(request, _("Your code for the tables is set."))
            return redirect("home")
    return render(request, "people/supervisor_code.html", {"form": form, "is_set": bool(request.user.supervisor_code)})


@requires(permissions.manage_people)
@require_safe
def people(request: Request) -> HttpResponse:
    context = {"people": selectors.people(), "guessers": selectors.guessers()}
    return render(request, "people/people.html", context)


@requires(permissions.manage_people)
@require_http_methods(["GET", "POST"])
@sensitive_variables("password")
def person_new(request: Request) -> HttpResponse:
    form = NewPersonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            person, password = services.create_person(actor=request.user, **form.cleaned_data)
        except Refused as error:
            # The form was sent twice: the login was made a moment ago, and its password still waits to be shown.
            if request.session.get(SLIP, {}).get("of") == form.cleaned_data["full_name"]:
                return redirect("password_slip")
            form.add_error(error.context.get("field"), str(error))
        else:
            return _to_slip(request, person, password)
    return render(request, "people/person_new.html", {"form": form})


@requires(permissions.manage_people)
@require_safe
def person_username(request: Request) -> HttpResponse:
    """Return the login name that would be made from the name typed so far."""
    username = selectors.proposed_username(request.GET.get("full_name", ""))
    return render(request, "people/_username.html", {"username": username})


@requires(permissions.manage_people)
@require_http_methods(["GET", "POST"])
def person(request: Request, pk: int) -> HttpResponse:
    person = get_object_or_404(User, pk=pk)
    form = PersonForm(
        request.POST or None, initial={"full_name": person.full_name, "roles": [role.value for role in person.roles]}
    )
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form):
            changed = services.change_person(actor=request.user, person=person, **form.cleaned_data)
            messages.success(request, _("%(name)s: saved.") % {"name": changed.full_name})
            # A person who gave up his own organiser's role may not see the list any more.
            return redirect("people" if changed.organiser or changed != request.user else "home")
    return render(request, "people/person.html", {"form": form, "person": person})


@requires(permissions.manage_people)
@require_POST
def person_deactivate(request: Request, pk: int) -> HttpResponse:
    person = get_object_or_404(User, pk=pk)
    with refusal_as_message(request):
        services.deactivate_person(actor=request.user, person=person)
        messages.success(request, _("%(name)s cannot log in any more.") % {"name": person.full_name})
        return redirect("people")
    return redirect("person", pk)


@requires(permissions.manage_people)
@require_POST
def person_activate(request: Request, pk: int) -> HttpResponse:
    person = services.activate_person(actor=request.user, person=get_object_or_404(User, pk=pk))
    messages.success(request, _("%(name)s can log in again.") % {"name": person.full_name})
    return redirect("people")


@requires(permissions.manage_people)
@require_POST
@sensitive_variables("password")
def person_reset_password(request: Request, pk: int) -> HttpResponse:
    person = get_object_or_404(User, pk=pk)
    try:
        password = services.reset_password(actor=request.user, person=person)
    except Refused as error:
        messages.error(request, str(error))
        return redirect("person", pk)
    answer = _to_slip(request, person, password)
    if person == request.user:
        person.refresh_from_db()
        update_session_auth_hash(request, person)
        remember_login(request, answer, person)
    return answer


@requires(permissions.manage_people)
@never_cache
@require_safe
def password_slip(request: Request) -> HttpResponse:
    """Show the password that was just generated, once, to be printed or written down."""
    slip = _from_slip(request)
    address = printed_address(request, "home") or request.build_absolute_uri("/")
    context: dict[str, Any] = {"slip": slip, "address": address}
    if slip and slip["link"]:
        context["code"] = captioned_qr(slip["link"], _("Code that logs in once"))
        context["until"] = datetime.fromisoformat(slip["until"])
    answer = render(request, "people/password_slip.html", context)
    answer.delete_cookie(SLIP, path=reverse("password_slip"))
    return answer


def _to_slip(request: Request, person: User, password: str) -> HttpResponse:
    key = Fernet.generate_key()
    payload = {"full_name": person.full_name, "username": person.username, "password": password, "link": ""}
    # If no phone reaches the address, there is nothing to scan. Behind the # no log and no other page sees the code.
    if address := printed_address(request, "login_link"):
        # Taken first: the slip must not name a minute in which the code has ended.
        payload["until"] = (timezone.now() + VALID_FOR).isoformat()
        payload["link"] = f"{address}#{make_login_link(actor=request.user, person=person)}"
    request.session[SLIP] = {
        "of": person.full_name,
        "sealed": Fernet(key).encrypt(json.dumps(payload).encode()).decode(),
    }
    answer = redirect("password_slip")
    answer.set_cookie(
        SLIP,
        key.decode(),
        max_age=SLIP_SECONDS,
        path=reverse("password_slip"),
        httponly=True,
        samesite="Strict",
        secure=settings.HTTPS,
    )
    return answer


def _from_slip(request: Request) -> dict[str, str] | None:
    """Return the password that waits to be shown, this once; None without one, or in another browser."""
    payload = request.session.pop(SLIP, None)
    try:
        opened = Fernet(request.COOKIES.get(SLIP, "")).decrypt(payload["sealed"]) if payload else b"null"
    except (InvalidToken, ValueError):
        return None
    return json.loads(opened)
