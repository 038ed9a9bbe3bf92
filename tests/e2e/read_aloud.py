"""What people read or hear of a page: every text, and the attributes that are shown or read out as text."""

from html.parser import HTMLParser
from typing import Any

# The language switch names each language in that language; a key of a file keeps its name.
IN_BROWSER = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const apart = "script, style, body [lang], [translate=no]";
    if (!walker.currentNode.parentElement.closest(apart)) found.push(walker.currentNode.data);
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    for (const name of ["aria-label", "placeholder", "title", "alt"]) found.push(element.getAttribute(name) ?? "");
  }
  for (const element of document.querySelectorAll("[data-new], [data-offline], [data-unknown]")) {
    found.push(...Object.values(element.dataset));
  }
  return found;
}"""
SPOKEN = ("aria-label", "placeholder", "title", "alt")
WITH_WORDS = {"data-new", "data-offline", "data-unknown"}
VOID = set("area base br col embed hr img input link meta source track wbr".split())


class Reader(HTMLParser):
    """Reads the same as IN_BROWSER, but from the HTML that the server sends: `lang` of the page and its texts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lang: str | None = None
        self.texts: list[str] = []
        # The open elements: their names, and whether their texts are left out.
        self._open: list[tuple[str, bool]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.lang = attributes.get("lang")
        self.texts += [attributes[name] for name in SPOKEN if name in attributes]
        if WITH_WORDS & set(attributes):
            self.texts += [value for name, value in attributes.items() if name.startswith("data-")]
        inside = "body" in self._names()
        apart = tag in ("script", "style") or (inside and "lang" in attributes) or attributes.get("translate") == "no"
        if tag not in VOID:
            self._open.append((tag, apart))

    def handle_endtag(self, tag: str) -> None:
        if tag in self._names():
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        names = self._names()
        audible = "body" in names or names[-1:] == ["title"]
        if audible and not any(apart for _name, apart in self._open):
            self.texts.append(data)

    def _names(self) -> list[str]:
        return [name for name, _apart in self._open]


def in_browser(page: Any) -> tuple[str | None, list[str]]:
    """Language and texts of a page in a browser, after its scripts have changed it."""
    return page.locator("html").get_attribute("lang"), page.evaluate(IN_BROWSER)


def as_sent(html: str) -> tuple[str | None, list[str]]:
    """Language and texts of a page as the server sends it."""
    reader = Reader(html)
    return reader.lang, reader.texts
