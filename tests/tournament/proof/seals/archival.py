"""The rules of PDF/A-3a and PDF/UA-1 that a program can check in a file; no validator of either is available here.

Each rule is named by its violation. Rules that need judgement, like the reading order, are left to human readers.
"""

import hashlib
import io
import re
from collections.abc import Iterator
from datetime import datetime
from xml.etree import ElementTree

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
DC = "{http://purl.org/dc/elements/1.1/}"
XMP = "{http://ns.adobe.com/xap/1.0/}"
PDF = "{http://ns.adobe.com/pdf/1.3/}"
PDFA = "{http://www.aiim.org/pdfa/ns/id/}"
PDFUA = "{http://www.aiim.org/pdfua/ns/id/}"
STRUCTURE = set(
    "Document Part Art Sect Div BlockQuote Caption NonStruct P H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead "
    "TBody TFoot Span Link Figure Form".split()
)
KIDS = {
    "Table": {"TR", "THead", "TBody", "TFoot", "Caption"},
    **{key: {"TR"} for key in ("THead", "TBody", "TFoot")},
    "TR": {"TH", "TD"},
    "L": {"LI", "Caption"},
    "LI": {"Lbl", "LBody"},
}
PAINTS = set("f F f* S s B B* b b* Tj TJ ' \" Do sh".split())


def broken_rules(pdf: bytes) -> list[str]:
    """All rules that the file breaks, in no order."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return [
            *_file_rules(pdf, document),
            *_object_rules(document),
            *_attachment_rules(document),
            *_metadata_rules(document),
            *_structure_rules(document),
            *(problem for page in document.pages for problem in _page_rules(document, page)),
        ]


def _file_rules(pdf: bytes, document: pikepdf.Pdf) -> Iterator[str]:
    root = document.Root
    if not re.match(rb"%PDF-1\.7\n%[\x80-\xff]{4}", pdf) or "/Version" in root:
        yield "header"
    if not pdf.rstrip(b"\r\n").endswith(b"%%EOF"):
        yield "bytes after the end"
    if [len(bytes(one)) >= 16 for one in document.trailer.get("/ID", [])] != [True, True]:
        yield "no id of two parts"
    if document.is_encrypted:
        yield "encrypted"
    for key in ("/OpenAction", "/AA", "/Requirements", "/NeedsRendering"):
        if key in root:
            yield f"{key} in the catalogue"
    if "/JavaScript" in root.get("/Names", {}) or {"/XFA", "/NeedAppearances"} & set(root.get("/AcroForm", {})):
        yield "scripts or a form that is not drawn"
    intents = root.get("/OutputIntents", [])
    if [intent.S for intent in intents] != [Name.GTS_PDFA1]:
        yield "not one output intent"
    for intent in intents:
        profile = intent.DestOutputProfile
        if profile.N != 3 or profile.read_bytes()[36:40] != b"acsp":
            yield "no colour profile"


def _object_rules(document: pikepdf.Pdf) -> Iterator[str]:
    for one in document.objects:
        if not isinstance(one, Dictionary | Stream):
            continue
        kind = one.get("/Type")
        if kind == Name.Font and one.Subtype == Name.Type0:
            (descendant,) = one.DescendantFonts
            if not {"/FontFile2", "/FontFile3"} & set(descendant.FontDescriptor):
                yield f"{one.BaseFont} is not embedded"
            if "/ToUnicode" not in one or descendant.get("/CIDToGIDMap", Name.Identity) != Name.Identity:
                yield f"{one.BaseFont} cannot be read"
        elif kind == Name.Font and not str(one.Subtype).startswith("/CIDFont"):
            yield f"a font of another kind: {one.Subtype}"
        elif kind == Name.Action and one.S not in (Name.URI, Name.GoTo):
            yield f"action {one.S}"
        elif kind == Name.ExtGState and one.get("/BM", Name.Normal) not in (Name.Normal, Name.Compatible):
            yield "a blend mode"
        if isinstance(one, Stream):
            if "/LZWDecode" in str(one.get("/Filter", "")) or "/F" in one or "/OPI" in one:
                yield "a stream packed or stored as is not allowed"
            if one.get("/Interpolate", False) or one.get("/Subtype2") == Name.PS:
                yield "an image or form that is not allowed"


def _attachment_rules(document: pikepdf.Pdf) -> Iterator[str]:
    files = pikepdf.NameTree(document.Root.Names.EmbeddedFiles)
    specifications = [one for one in document.objects if isinstance(one, Dictionary) and "/EF" in one]
    numbers = [one.objgen for one in specifications]
    if [one.objgen for one in document.Root.AF] != numbers or [files[name].objgen for name in files] != numbers:
        yield "attachments are not listed once each"
    for one in specifications:
        stream = one.EF.F
        if one.F != one.UF or one.AFRelationship not in (Name.Data, Name.Source) or "/Desc" not in one:
            yield "an attachment that does not say what it is"
        if stream.Subtype != Name("/application/json") or int(stream.Params.Size) != len(stream.read_bytes()):
            yield "an attachment of a wrong type or size"
        if (
            bytes(stream.Params.CheckSum) != hashlib.md5(stream.read_bytes()).digest()
            or "/ModDate" not in stream.Params
        ):
            yield "an attachment with a wrong checksum or no date"


def _metadata_rules(document: pikepdf.Pdf) -> Iterator[str]:
    stream, info = document.Root.Metadata, document.docinfo
    packet = stream.read_raw_bytes()
    if "/Filter" in stream or packet.count(b"<rdf:RDF") != 1 or not packet.startswith(b"<?xpacket begin="):
        yield "not one plain description"
    (described,) = ElementTree.fromstring(packet).iter(f"{RDF}Description")

    def text(path: str) -> str | None:
        element = described.find(path)
        return None if element is None else element.text

    def moment(value: object) -> datetime:
        digits = re.sub(r"\D", "", str(value)[:16])
        zone = str(value)[16:].replace("'", "")
        return datetime.strptime(digits + zone, "%Y%m%d%H%M%S%z")

    agreeing = {
        text(f"{DC}title/{RDF}Alt/{RDF}li"): str(info.Title),
        text(f"{XMP}CreatorTool"): str(info.Creator),
        text(f"{PDF}Producer"): str(info.Producer),
        text(f"{DC}language/{RDF}Bag/{RDF}li"): str(document.Root.Lang),
    }
    if any(described_value != info_value for described_value, info_value in agreeing.items()):
        yield "the description contradicts the Info"
    dates = [(f"{XMP}CreateDate", info.CreationDate), (f"{XMP}ModifyDate", info.ModDate)]
    if any(datetime.fromisoformat(text(path) or "") != moment(info_value) for path, info_value in dates):
        yield "the dates contradict each other"
    marks = (text(f"{PDFA}part"), text(f"{PDFA}conformance"), text(f"{PDFUA}part"))
    if marks != ("3", "A", "1") or "pdfaExtension:schemas" not in packet.decode():
        yield "not marked as what it is"


def _structure_rules(document: pikepdf.Pdf) -> Iterator[str]:
    root = document.Root
    if not (root.MarkInfo.Marked and root.ViewerPreferences.DisplayDocTitle and re.match("[a-z]{2}", str(root.Lang))):
        yield "not tagged, no title shown or no language"
    elements = list(_below(root.StructTreeRoot))
    ids = {bytes(one.ID) for one in elements if "/ID" in one}
    if ids and sorted(ids) != [bytes(name) for name in list(root.StructTreeRoot.IDTree.Names)[::2]]:
        yield "the index of headers is not whole"
    level = 0
    for one in elements:
        tag = str(one.S)[1:]
        kids = {str(kid.S)[1:] for kid in _kids(one)}
        if tag not in STRUCTURE or not kids <= KIDS.get(tag, STRUCTURE):
            yield f"{tag} with {kids}"
        if tag in ("Figure", "Form") and not str(one.get("/Alt", "")).strip():
            yield f"{tag} without words"
        if re.match(r"H\d", tag):
            if int(tag[1]) > level + 1:
                yield f"{tag} after H{level}"
            level = int(tag[1])
        if tag == "TR":
            cells = [_headers(kid) for kid in _kids(one) if kid.S == Name.TD]
            of_row = {bytes(kid.ID) for kid in _kids(one) if kid.S == Name.TH}
            if any(not of_row <= headers or not headers <= ids or not headers for headers in cells):
                yield "a cell does not name the headers of its row and column"


def _page_rules(document: pikepdf.Pdf, page: pikepdf.Page) -> Iterator[str]:
    numbers = document.Root.StructTreeRoot.ParentTree.Nums
    parents = {int(numbers[at]): numbers[at + 1] for at in range(0, len(numbers), 2)}
    audible = {one.objgen: one for one in _below(document.Root.StructTreeRoot)}
    marked: list[object] = []
    depth = 0
    for operands, operator in pikepdf.parse_content_stream(page):
        code = str(operator)
        depth += {"q": 1, "Q": -1}.get(code, 0)
        if depth > 28:
            yield "states nested too deep"
        if code in ("Tj", "TJ") and any(b"\0\0" in pair for pair in _characters(operands[0])):
            yield "a character that no font has"
        if code in ("BMC", "BDC"):
            marked.append(operands[0] if operands[0] == Name.Artifact else int(operands[1].MCID))
        elif code == "EMC":
            number = marked.pop()
            if number == Name.Artifact:
                continue
            parent = parents[int(page.obj.StructParents)][number]
            if marked or parent.objgen not in audible or number not in _numbers(parent):
                yield f"marked content {number} is in no structure"
        elif code in PAINTS and not marked:
            yield f"{code} is not marked"
        elif code in ("k", "K"):
            yield "a colour of the print shop"
    for one in page.obj.get("/Annots", []):
        form = parents.get(int(one.get("/StructParent", -1)))
        if form is None or form.objgen not in audible or form.K.Obj.objgen != one.objgen:
            yield "a field or link that is in no structure"
        # Printed (4), and neither invisible (1), hidden (2) nor without a view (32).
        if page.obj.get("/Tabs") != Name.S or int(one.F) & (4 | 1 | 2 | 32) != 4 or list(one.AP) != ["/N"]:
            yield "a field that is not printed or reached in order"
        if one.Subtype == Name.Widget and not str(one.get("/TU", "")):
            yield "a field without words"


def _kids(element: pikepdf.Object) -> list[pikepdf.Object]:
    kids = element.get("/K", Array())
    return [kid for kid in (kids if isinstance(kids, Array) else [kids]) if isinstance(kid, Dictionary) and "/S" in kid]


def _characters(operand: object) -> Iterator[bytes]:
    """The text as characters of two bytes each: all fonts are numbered so."""
    for text in operand if isinstance(operand, Array) else [operand]:
        if isinstance(text, pikepdf.String):
            numbers = bytes(text)
            yield from (numbers[at : at + 2] for at in range(0, len(numbers), 2))


def _headers(cell: pikepdf.Object) -> set[bytes]:
    return {bytes(name) for name in cell.get("/A", {}).get("/Headers", [])}


def _numbers(element: pikepdf.Object) -> list[int]:
    kids = element.get("/K", Array())
    return [int(kid) for kid in (kids if isinstance(kids, Array) else [kids]) if not isinstance(kid, pikepdf.Object)]


def _below(element: pikepdf.Object) -> Iterator[pikepdf.Object]:
    for kid in _kids(element):
        yield kid
        yield from _below(kid)
