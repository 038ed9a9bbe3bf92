"""Completing the structure of WeasyPrint's tagged PDF for PDF/UA. Screen readers read this structure.

WeasyPrint 70 tags decorative pictures as figures without words, tags the margins of a page without putting them into
the structure, and gives headers names that no index lists.
"""

import re
from collections.abc import Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name, String

MARKED = re.compile(rb"/(\w+)\s*<<\s*/MCID (\d+)\s*>>\s*BDC")
FOOTER = b"/Artifact <</Type /Pagination /Subtype /Footer>> BDC"
DECORATION = b"/Artifact BMC"


def make_whole(document: pikepdf.Pdf) -> None:
    """Mark decoration and margins as artifacts, and list in the index every header that a cell names."""
    structure = document.Root.StructTreeRoot
    elements = list(_elements(_body(structure)))
    audible = {element.objgen for element in elements if not _says_nothing(element)}
    for element in elements:
        if _says_nothing(element):
            rest = [kid for kid in element.P.K if not (isinstance(kid, Dictionary) and kid.objgen == element.objgen)]
            element.P.K = Array(rest)
    for page in document.pages:
        _silence(document, page.obj, audible)
    names = sorted((bytes(element.ID), element) for element in elements if "/ID" in element)
    if names:
        structure.IDTree = Dictionary(Names=Array([part for name, one in names for part in (String(name), one)]))


def _silence(document: pikepdf.Pdf, page: pikepdf.Object, audible: set[tuple[int, int]]) -> None:
    """Turn everything outside the `audible` elements into artifacts, which screen readers skip."""
    numbers = document.Root.StructTreeRoot.ParentTree.Nums
    parents = next(numbers[at + 1] for at in range(0, len(numbers), 2) if numbers[at] == page.StructParents)
    silent = {
        marked: DECORATION if _says_nothing(parents[marked]) else FOOTER
        for marked in range(len(parents))
        if parents[marked].objgen not in audible
    }
    if not silent:
        return
    for marked in silent:
        parents[marked] = None

    def mark_start(match: re.Match[bytes]) -> bytes:
        return silent.get(int(match[2]), match[0])

    page.Contents = document.make_stream(MARKED.sub(mark_start, page.Contents.read_bytes()))


def add_form(document: pikepdf.Pdf, widget: pikepdf.Object, page: pikepdf.Object, words: str) -> None:
    """Put the field `widget` of `page` at the end of the text that is read out, with `words` that describe it."""
    structure = document.Root.StructTreeRoot
    body, numbers = _body(structure), structure.ParentTree.Nums
    form = document.make_indirect(
        Dictionary(
            Type=Name.StructElem,
            S=Name.Form,
            P=body,
            Pg=page,
            Alt=String(words),
            K=Dictionary(Type=Name.OBJR, Obj=widget, Pg=page),
        )
    )
    body.K.append(form)
    key = max(int(numbers[at]) for at in range(0, len(numbers), 2)) + 1
    numbers.extend([key, form])  # type: ignore[list-item]
    structure.ParentTreeNextKey = key + 1
    widget.StructParent = key
    page.Tabs = Name.S


def _body(structure: pikepdf.Object) -> pikepdf.Object:
    return structure.K[0] if isinstance(structure.K, Array) else structure.K


def _elements(element: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """Yield the element and every element below it."""
    yield element
    kids = element.get("/K", Array())
    for kid in kids if isinstance(kids, Array) else [kids]:
        if isinstance(kid, Dictionary) and "/S" in kid:
            yield from _elements(kid)


def _says_nothing(element: pikepdf.Object) -> bool:
    return Name.Figure == element.S and "/Alt" not in element
