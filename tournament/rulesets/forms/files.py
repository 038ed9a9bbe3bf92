"""Takes in a ruleset as a TOML file or pasted text. The text stays on the page until it is valid."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.ruleset import bundled_rulesets, examine_ruleset
from tournament.rulesets.forms.text import document_of, text_of_document
from tournament.rulesets.services import LONGEST_TEXT
from tournament.rulesets.words.sentences import RulesetFault, faults_of, setting_name

# The time to read a key grows with the square of its parts, so one line could hold up the server for minutes.
LONGEST_LINE = 1_000


class RulesetFileForm(forms.Form):
    """A file or its text, and perhaps another short name. After a valid file `text` and `origin` hold what to keep."""

    toml_file = forms.FileField(
        label=_("TOML file"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".toml,application/toml,text/plain"}),
    )
    toml = forms.CharField(
        label=_("Or its text"),
        required=False,
        max_length=LONGEST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "none", "class": "toml"}),
    )
    id = forms.CharField(
        label=_("Another short name"),
        required=False,
        max_length=60,
        help_text=_("Left empty, the one in the file is used."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    next_version = forms.BooleanField(
        label=_("If there are rules of this short name already, this is their next version."), required=False
    )

    text = ""
    ruleset_id = ""
    origin = ""
    """The bundled ruleset that the file was exported from, if it still has its id."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.faults: list[RulesetFault] = []

    def clean(self) -> None:
        """Read the file, and note every fault beside its key."""
        self.text = self._toml_text().removeprefix("\ufeff").replace("\r\n", "\n")
        if any(len(line) > LONGEST_LINE for line in self.text.split("\n")):
            self.add_error(None, _("This is too long for a ruleset."))
            return
        if not self.text.strip():
            if not self.errors:
                self.add_error("toml_file", _("Please choose a file, or paste its text."))
            return
        try:
            self._rename()
            rules, problems = examine_ruleset(self.text)
            self.ruleset_id, self.faults = rules.id, faults_of(problems, rules.fields)
        except ScoringError as error:
            self.faults = faults_of([error.problem()], {})
        if self.faults:
            self.add_error(None, _("This is no complete ruleset yet. Nothing was saved; you can mend the text here."))

    def refuse(self, key: str, text: str) -> None:
        """Add a service's refusal: beside the short name, or with the name of the value that it is about."""
        if key == "id":
            self.add_error("id", text)
        else:
            self.add_error(None, f"{setting_name(key)}: {text}" if key else text)

    def keep_given(self) -> None:
        """Show the file's text in the field to be corrected, because a browser never shows a file as chosen again."""
        self.data = {**self.data.dict(), "toml": self.text}  # type: ignore[attr-defined]

    def _toml_text(self) -> str:
        file = self.cleaned_data.get("toml_file")
        if not file:
            return str(self.cleaned_data.get("toml") or "")
        if file.size > LONGEST_TEXT:
            self.add_error("toml_file", _("This is too long for a ruleset."))
            return ""
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.add_error("toml_file", _("This is no text file in UTF-8."))
            return ""

    def _rename(self) -> None:
        document = document_of(self.text)
        present, new_id = document.get("id"), self.cleaned_data.get("id")
        self.origin = present if isinstance(present, str) and present in bundled_rulesets() else ""
        if new_id and new_id != present and not examine_ruleset(self.text)[1]:
            self.text = text_of_document(document | {"id": new_id}, self.text)
