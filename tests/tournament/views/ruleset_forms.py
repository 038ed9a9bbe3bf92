"""The form of a ruleset as tests fill it in: begin a copy, press its buttons, send it, read the faults."""

import html
import re
from typing import Any

from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import words
from tests.tournament.views.sending import form_data
from tournament.models import RulesetVersion

ORIGIN = "schafkopfschule-2023"


def url(name: str, *args: str) -> str:
    return reverse(f"ruleset_{name}", args=args)


def post(client: Client, path: str, data: QueryDict) -> Any:
    return client.post(path, data.urlencode(), content_type="application/x-www-form-urlencoded")


def begin(client: Client, name: str = ORIGIN, **changed: Any) -> QueryDict:
    """The form of a copy as the browser would send it, with some fields changed."""
    return form_data(client.get(url("copy", name)), "ruleset", **changed)


def press(client: Client, data: QueryDict, change: str, choice: str = "") -> Any:
    """Press a button of the form itself; return the page that comes back."""
    data = data.copy()
    data["change"] = change
    if choice:
        data[f"choice {change.partition(' ')[2]}"] = choice
    return post(client, url("copy", ORIGIN), data)


def saved(client: Client, data: QueryDict, name: str = ORIGIN) -> RulesetVersion:
    """Send the form of a copy; return the saved ruleset."""
    answer = post(client, url("copy", name), data)
    assert answer.status_code == 302, words(answer)
    return RulesetVersion.objects.get(ruleset__slug=answer["Location"].strip("/").split("/")[-1])


def faults(answer: Any) -> dict[str, str]:
    """The faults in the preview, by the field where they are shown."""
    items = re.findall(r'<li data-place="(.*?)">(.*?)</li>', answer.content.decode(), re.DOTALL)
    return {place: html.unescape(re.search(r"<span>(.*?)</span>", line)[1]) for place, line in items}


def beside(answer: Any, key: str) -> list[str]:
    """The text beside a field."""
    slot = re.search(rf'<ul class="field-error" id="e-{re.escape(key)}">(.*?)</ul>', answer.content.decode(), re.DOTALL)
    assert slot, key
    return [html.unescape(text) for text in re.findall(r"<li>(.*?)</li>", slot[1])]
