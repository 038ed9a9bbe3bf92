"""Logging in, and editing the logins of the organiser's people."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.enums import Role, Secret
from tournament.forms.texts import LineField
from tournament.models import User
from tournament.network.client_address import client_address
from tournament.network.known_browsers import known_as
from tournament.network.user_agents import device_label
from tournament.permissions import Request
from tournament.person.login_names import login_name
from tournament.refusals import Refused
from tournament.services.guessing import Visitor, forgive, subject_of, trying
from tournament.services.people import LONGEST_NAME

ROLES = [
    (Role.ORGANISER, _("Organiser: tournaments, draw, logins")),
    (Role.SUPERVISOR, _("Supervisor: approvals, sanctions, corrections, acceptance")),
    (Role.DESK, _("Desk: participants and typing sheets")),
    (Role.TRIBUNAL, _("Tribunal: last decision on appeals")),
]


DIGITS = {"inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9]{6}"}


class LoginForm(AuthenticationForm):
    """Login name in any case and password, and one sentence whichever of them was wrong."""

    error_messages = {
        "invalid_login": _("Login name and password do not go together. Please type both once more."),
        "inactive": _("This login is switched off. Please ask the organiser."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Login name")
        self.fields["password"].label = _("Password")
        self.refusal: Refused | None = None

    def clean(self) -> dict[str, Any]:
        """Compare name and password, unless it is too soon after wrong ones."""
        typed, password = self.cleaned_data.get("username", "").strip(), self.cleaned_data.get("password")
        if not (typed and password):
            return self.cleaned_data
        # Phones begin with a capital letter.
        name = login_name(typed)
        if not name:
            raise self.get_invalid_login_error()
        person = User.objects.filter(username__iexact=name).first()
        assert self.request is not None
        subject, visitor = subject_of(name, person), visitor_of(self.request, person)
        try:
            with trying(Secret.PASSWORD, subject, visitor):
                self.user_cache = authenticate(
                    self.request, username=person.username if person else name, password=password
                )
        except Refused as refusal:
            self.refusal = refusal
            raise forms.ValidationError(str(refusal)) from refusal
        if self.user_cache is None:
            raise self.get_invalid_login_error()
        self.confirm_login_allowed(self.user_cache)
        forgive(Secret.PASSWORD, subject, visitor)
        return self.cleaned_data


def visitor_of(request: HttpRequest, person: User | None) -> Visitor:
    """Return the visitor who tries to log in as this person, by address, kind of device and cookie."""
    return Visitor(
        address=client_address(request),
        label=device_label(request.headers.get("User-Agent", "")),
        browser=known_as(request, person) if person else "",
    )


class OwnPasswordForm(PasswordChangeForm):
    """The old password, and the new one twice. A service sets it."""

    error_messages = {
        "password_incorrect": _("This is not your present password."),
        "password_mismatch": _("The two new passwords are not the same."),
    }

    def __init__(self, request: Request, *args: Any) -> None:
        super().__init__(request.user, *args)
        self.visitor = visitor_of(request, self.user)
        self.fields["old_password"].label = _("Present password")
        self.fields["new_password1"].label = _("New password")
        self.fields["new_password2"].label = _("New password once more")
        self.fields["new_password2"].help_text = ""  # The label says it already.

    def clean_old_password(self) -> str:
        """Compare the old password, unless it is too soon after wrong ones: somebody who finds a page open may guess
        it."""
        try:
            with trying(Secret.PASSWORD, self.user.username, self.visitor):
                typed: str = super().clean_old_password()
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
        forgive(Secret.PASSWORD, self.user.username, self.visitor)
        return typed


class SupervisorCodeForm(forms.Form):
    """A supervisor's own six digits, twice. A service decides whether they are good enough."""

    code = forms.CharField(label=_("Six digits"), max_length=6, widget=forms.PasswordInput(attrs=DIGITS))
    again = forms.CharField(label=_("The same once more"), max_length=6, widget=forms.PasswordInput(attrs=DIGITS))

    def clean_again(self) -> str:
        typed: str = self.cleaned_data["again"]
        if typed != self.cleaned_data.get("code"):
            raise forms.ValidationError(_("The two codes are not the same."))
        return typed


class PersonForm(forms.Form):
    """A login that the organiser edits."""

    full_name = LineField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("As it is printed on the sheets: who approved, sanctioned, accepted."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    roles = forms.MultipleChoiceField(label=_("Roles"), choices=ROLES, widget=forms.CheckboxSelectMultiple)


class NewPersonForm(PersonForm):
    """A new login. If its login name is left empty, one is made from the person's name."""

    # No limit here: a browser cuts longer text and says nothing. The service refuses it with a sentence.
    username = forms.CharField(
        label=_("Login name"),
        required=False,
        help_text=_("Left empty, it is made from the name."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    field_order = ["full_name", "username", "roles"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # While the name is typed, the page shows the login name that would be made.
        self.fields["full_name"].widget.attrs.update(
            {
                "hx-get": reverse("person_username"),
                "hx-trigger": "input changed delay:300ms",
                "hx-target": "#username-proposal",
                "hx-swap": "outerHTML",
            }
        )
