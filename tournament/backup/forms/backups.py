"""What is typed to add a location for copies, and to restore one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

SHORTEST = 10
OTHER = ""


class LocationForm(forms.Form):
    """One of the media that are there or another folder, and a passphrase if the copies shall be locked."""

    medium = forms.ChoiceField(label=_("Where"), widget=forms.RadioSelect, required=False)
    folder = forms.CharField(
        label=_("Folder"),
        max_length=400,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "spellcheck": "false", "placeholder": "/media/anna/STICK"}
        ),
    )
    passphrase = forms.CharField(
        label=_("Passphrase"),
        min_length=SHORTEST,
        max_length=200,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_(
            "Ten characters or more, and nobody else can open these copies. If it is lost, nobody can open them at all."
        ),
        error_messages={"min_length": _("Please take ten characters or more.")},
    )
    again = forms.CharField(
        label=_("Passphrase again"),
        max_length=200,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, media: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(path, path) for path in media]
        self.fields["medium"].choices = [*choices, (OTHER, _("another folder"))]  # type: ignore[attr-defined]
        self.fields["medium"].initial = media[0] if media else OTHER
        if not media:
            del self.fields["medium"]
        for name in ("folder", "again"):  # needed with the choice above them, or with the passphrase
            self.fields[name].necessary_at_times = True  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        typed = data.get("folder", "").strip()
        data["path"] = Path(data.get("medium") or typed)
        if not data.get("medium") and not typed:
            self.add_error("folder", _("Please choose a stick or give a folder."))
        if data.get("passphrase", "") != data.get("again", "") and "passphrase" not in self.errors:
            self.add_error("again", _("The two passphrases differ."))
        return data


class RestoreForm(forms.Form):
    """Which copy is looked at, and its passphrase if it is locked."""

    key = forms.CharField(widget=forms.HiddenInput)
    name = forms.CharField(widget=forms.HiddenInput)
    passphrase = forms.CharField(
        label=_("Passphrase"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_("The one that was chosen for the copies, not the password of your login."),
    )
