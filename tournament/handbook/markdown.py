"""Makes HTML of a page's Markdown: sections with their anchors, notices, boxes around tables, our own pictures.

Why markdown-it-py: it gives tokens, so that anchors, links and pictures are set where they stand, and no HTML is read
again. Raw HTML is switched off. `## Heading {#anchor}` is read here: the plug-in for it brings much that nobody needs.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

ANCHOR = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
SUMMARY = "summary"
# Blocks whose text is read as a whole by the search.
LINE_ENDS = {"softbreak", "hardbreak"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What stands under one heading: `blocks` are the texts of its paragraphs, lines of lists and cells.

    The summary before the first heading is a section without anchor; its heading is the page's title.
    """

    anchor: str
    heading: str
    level: int
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A page as HTML, without its title. `lead` is its first paragraph, and `summary` that as text."""

    title: str
    summary: str
    lead: SafeString
    html: SafeString
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """Where headings, links and pictures of a page lead: functions of an anchor, a link's target, a picture's."""

    anchor: Callable[[str], str]
    link: Callable[[str], str]
    picture: Callable[[str], dict[str, str]]


def render(source: str, targets: Targets) -> Rendered:
    """Return the page that this Markdown describes. Its first line is `# Title`."""
    tokens = _parser().parse(source)
    title = tokens[1].content if tokens and tokens[0].type == "heading_open" else ""
    body = tokens[3:] if title else tokens
    for token in body:
        for inner in token.children or ():
            _aim(inner, targets)
    sections = tuple(_sections(body, title))
    _set_anchors(body, targets)
    _set_notices(body)
    _set_tables(body)
    _set_pictures(body)
    end = 3 if body and body[0].type == "paragraph_open" else 0
    summary = plain_text(body[1]) if end else ""
    if end:
        body[0].attrSet("class", SUMMARY)
    lead, html = (_parser().renderer.render(part, _parser().options, {}) for part in (body[:end], body[end:]))
    # Everything in them was escaped by the parser, which takes no HTML.
    return Rendered(title=title, summary=summary, lead=mark_safe(lead), html=mark_safe(html), sections=sections)  # noqa: S308


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("table_open", _open_table)
    parser.add_render_rule("table_close", lambda *_rest: "</table></div>\n")
    return parser


def plain_text(token: Token) -> str:
    """Return the text of an inline token as it is read, without marks and without what only a picture shows."""
    parts = []
    for inner in token.children or ():
        if inner.type in LINE_ENDS:
            parts.append(" ")
        elif inner.type in {"text", "code_inline"}:
            parts.append(inner.content)
    return ANCHOR.sub("", "".join(parts)).strip()


def _aim(inner: Token, targets: Targets) -> None:
    if inner.type == "link_open":
        inner.attrSet("href", targets.link(str(inner.attrs["href"])))
    elif inner.type == "image":
        for name, value in targets.picture(str(inner.attrs["src"])).items():
            inner.attrSet(name, value)


def _sections(tokens: Sequence[Token], title: str) -> Iterator[Section]:
    """Yield what stands before the first heading, then each section."""
    anchor, heading, level, blocks = "", title, 1, list[str]()
    of_heading = False
    for token in tokens:
        if token.type == "heading_open":
            yield Section(anchor=anchor, heading=heading, level=level, blocks=tuple(blocks))
            of_heading, level, blocks = True, int(token.tag[1:]), []
        elif token.type == "inline" and of_heading:
            match = ANCHOR.search(token.content)
            anchor, heading, of_heading = match[1] if match else "", plain_text(token), False
        elif token.type == "inline" and (text := plain_text(token)):
            blocks.append(text)
    yield Section(anchor=anchor, heading=heading, level=level, blocks=tuple(blocks))


def _set_anchors(tokens: Sequence[Token], targets: Targets) -> None:
    for opening, inline in pairwise(tokens):
        match = ANCHOR.search(inline.content) if opening.type == "heading_open" else None
        if match and inline.children:
            opening.attrSet("id", targets.anchor(match[1]))
            last = inline.children[-1]
            last.content = ANCHOR.sub("", last.content)


def _set_notices(tokens: Sequence[Token]) -> None:
    """A quotation is a notice; where its first word is bold, a warning."""
    for place, token in enumerate(tokens):
        if token.type not in {"blockquote_open", "blockquote_close"}:
            continue
        token.tag = "div"
        if token.nesting == 1:
            inline = next(one for one in tokens[place:] if one.type == "inline")
            # Bold text is preceded by an empty one.
            first = [one.type for one in inline.children or () if one.type != "text" or one.content][:1]
            token.attrSet("class", "notice notice-warning" if first == ["strong_open"] else "notice")
            token.attrSet("role", "note")


def _set_tables(tokens: Sequence[Token]) -> None:
    """Cells of the head say what they head; the box says which section it belongs to."""
    heading = ""
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = plain_text(tokens[place + 1])
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        elif token.type == "table_open":
            token.meta["label"] = heading
        # The policy allows no style in a page.
        token.attrs.pop("style", None)


def _open_table(parser: object, tokens: Sequence[Token], place: int, options: object, env: object) -> str:
    from markdown_it.common.utils import escapeHtml

    label = escapeHtml(str(tokens[place].meta["label"]))
    return f'<div class="table-box" role="region" tabindex="0" aria-label="{label}"><table class="table">\n'


def _set_pictures(tokens: Sequence[Token]) -> None:
    """A paragraph that is nothing but a picture is a figure of its own width."""
    for opening, inline in pairwise(tokens):
        if opening.type == "paragraph_open" and [one.type for one in inline.children or ()] == ["image"]:
            opening.attrSet("class", "picture")
