"""Reading an answer as a person does: its words, and the cells of the standings."""

import html
import re
from typing import Any


def page_of(answer: Any) -> str:
    """A page's HTML without the markup that protects names from translation (test_names.py checks that)."""
    page = re.sub(r'<span translate="no">([^<]*)</span>', r"\1", answer.content.decode())
    return page.replace(' translate="no"', "")


def words(answer: Any) -> str:
    """The visible words of a page, in one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page_of(answer))).split())


def messages_of(answer: Any) -> list[str]:
    """The messages at the top of a page."""
    return [str(message) for message in answer.context["messages"]]


def rows(answer: Any) -> list[list[str]]:
    """The body cells of the standings, row by row."""
    body = answer.content.decode().split("<tbody", 1)[1].split("</tbody>")[0]
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in body.split("<tr")[1:]]
    return [[html.unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in row] for row in cells]


def headings(answer: Any) -> list[str]:
    return [
        html.unescape(re.sub(r"<[^>]+>", "", cell)).strip()
        for cell in re.findall(r"<th [^>]*scope=\"col\"[^>]*>(.*?)</th>", answer.content.decode(), re.DOTALL)
    ]


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of the first form of a page, as a browser sends them."""
    form = page.partition("<main")[2].partition("</form>")[0]
    matches = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in matches if name != "csrfmiddlewaretoken"}


def password_on(page: str) -> str:
    """The password on a slip."""
    return re.findall(r'class="decided">([^<]+)<', page)[0]
