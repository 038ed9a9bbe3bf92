"""The rows of a table: the same texts and attributes as django-tables2's own, in a fraction of the time."""

import re
from types import SimpleNamespace
from typing import NamedTuple

import django_tables2 as tables
import pytest
from django.template import Context, Template
from django.utils.html import format_html

from tournament.templatetags.table_rows import table_rows

ITS_OWN = Template(
    '{% load l10n %}{% for row in table.paginated_rows %}<tr role="row" {{ row.attrs.as_html }}>'
    '{% for column, cell in row.items %}<td role="cell" data-column="{{ column.name }}" {{ column.attrs.td.as_html }}>'
    "{% if column.localize == None %}{{ cell }}{% elif column.localize %}{{ cell|localize }}{% else %}"
    "{{ cell|unlocalize }}{% endif %}</td>{% endfor %}</tr>{% endfor %}"
)


class OwnTable(tables.Table):
    """Every kind of column that the house uses."""

    number = tables.Column()
    name = tables.Column(attrs={"td": {"translate": "no"}}, linkify=lambda record: f"/t/{record.number}/")
    club = tables.Column(default="–")
    share = tables.Column()
    remark = tables.Column(empty_values=())
    button = tables.TemplateColumn(template_code="<b>{{ record.name }}</b>")

    class Meta:
        row_attrs = {"id": lambda record: f"n{record.number}", "class": lambda record: "is-last" * record.last}

    def render_remark(self, record):
        return format_html("<i>{}</i>", record.name)

    def render_share(self, value, column, table):
        return f"{value} <{type(column).__name__}>"


def line(**values):
    return SimpleNamespace(**{"number": 1, "name": "Süß & Co <b>", "club": "", "share": 0.5, "last": False} | values)


def cells(html):
    """Each row's attributes and cells, without django-tables2's marks for odd and even rows."""
    rows = []
    for attributes, row in re.findall(r"<tr role=\"row\"([^>]*)>(.*?)</tr>", html, re.DOTALL):
        attributes = re.sub(r"(?: ?\b(?:odd|even)\b)|(?: class=\"\")", "", attributes)
        rows.append((sorted(re.findall(r'\w+="[^"]+"', attributes)), re.findall(r"<td([^>]*?) ?>(.*?)</td>", row)))
    return rows


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_rows_are_those_of_django_tables2(rf, language, settings):
    lines = [line(), line(number=1234, name="Löffler", club="Glonn", last=True), line(number=None, name=None)]
    page = Context({"table": OwnTable(lines), "request": rf.get("/")})
    own = cells(ITS_OWN.render(page))
    assert len(own) == 3
    assert cells(table_rows(OwnTable(lines))) == own


class Line(NamedTuple):
    number: int
    name: str
    club: str = ""
    share: float = 0.5
    last: bool = False


def test_a_row_that_was_rendered_before_is_taken_as_it_is():
    anna, bene = Line(1, "Anna"), Line(2, "Bene")
    table = OwnTable([anna, bene])
    table.kept_rows = {anna: "<tr>kept</tr>"}
    html = table_rows(table)
    assert html.startswith("<tr>kept</tr><tr")
    assert table_rows(OwnTable([bene])) == table.kept_rows[bene] == html.removeprefix("<tr>kept</tr>")
