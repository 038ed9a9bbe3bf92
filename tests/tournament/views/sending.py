"""The data that a browser would send from the form on a page: every successful control, in order."""

from html.parser import HTMLParser
from typing import Any

from django.http import QueryDict


class Form(HTMLParser):
    """Collects the successful controls of one form, by the id of its element."""

    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.form_id = form_id
        self.inside = False
        self.fields: list[tuple[str, str]] = []
        self.select: list[tuple[str, str]] | None = None
        self.select_name = ""
        self.chosen: list[str] = []
        self.text_name = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = of.get("id") == self.form_id
        if not self.inside:
            return
        if tag == "input" and of.get("name"):
            if of.get("type") != "checkbox":
                self.fields.append((of["name"], of.get("value", "")))
            elif "checked" in of:
                self.fields.append((of["name"], of.get("value", "on")))
        elif tag == "textarea":
            self.text_name = of["name"]
            self.fields.append((self.text_name, ""))
        elif tag == "select":
            self.select_name, self.chosen, self.select = of["name"], [], []
        elif tag == "option" and self.select is not None:
            self.select.append((self.select_name, of["value"]))
            if "selected" in of:
                self.chosen.append(of["value"])

    def handle_data(self, data: str) -> None:
        if self.text_name:
            name, text = self.fields.pop()
            self.fields.append((name, text + data))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        if tag == "textarea":
            self.text_name = ""
        if tag == "select" and self.select is not None:
            first = [value for _name, value in self.select[:1]]
            self.fields += [(self.select_name, value) for value in self.chosen or first]
            self.select = None


def form_data(answer: Any, form_id: str, **changed: str | list[str] | None) -> QueryDict:
    """The data of a page's form with some fields filled in differently; None leaves a field out."""
    form = Form(form_id)
    form.feed(answer.content.decode())
    data = QueryDict(mutable=True)
    for name, value in form.fields:
        data.appendlist(name, value)
    data.pop("csrfmiddlewaretoken")
    for name, value in changed.items():
        if value is None:
            data.pop(name, None)
        else:
            data.setlist(name, value if isinstance(value, list) else [value])
    return data
