"""Turning WeasyPrint's PDF into a PDF/A-3 that carries its own data and has a place for the seal. Knows no key.

The format promises later readers: embedded fonts, one colour profile, a title, a language, the structure of the page,
the data as an attachment, and one description of all this (XMP) that agrees with the document's Info.
"""

import hashlib
import io
import re
from datetime import datetime
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from tournament.proof.seals.pdf_values import Stamp
from tournament.proof.seals.tags import add_form, make_whole

# The id of the element that shows the stamp, and its size in points (paper.css, .seal-place: 62 by 8 mm).
PLACE = "seal"
WIDTH, HEIGHT = 62 / 25.4 * 72, 8 / 25.4 * 72
CREATOR = "Spielliste"
# Characters that XML cannot hold.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffe\uffff]")


def prepared(pdf: bytes, *, data: bytes, at: datetime, title: str, language: str, stamp: Stamp, field: str) -> bytes:
    """Attach `data`, and put an empty signature field where the page has the id "seal".

    Raises ValueError where the page has no such place, or was not rendered with `archival`.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        root = document.Root
        if "/StructTreeRoot" not in root or "/OutputIntents" not in root:
            raise ValueError("rendered without tags or colour profile: ask render_pdf for an archival one")
        root.Lang = String(language)
        root.MarkInfo = Dictionary(Marked=True)
        root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        make_whole(document)
        _attach(document, data, at, stamp)
        _add_field(document, field, stamp)
        _describe(document, title, language, at)
        output = io.BytesIO()
        document.save(
            output,
            min_version="1.7",
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            fix_metadata_version=False,
        )
        return output.getvalue()


def _attach(document: pikepdf.Pdf, data: bytes, at: datetime, stamp: Stamp) -> None:
    # The format asks for an MD5 checksum. It protects nothing; the seal does.
    checksum = hashlib.md5(data, usedforsecurity=False).digest()
    stream = document.make_stream(
        data,
        Type=Name.EmbeddedFile,
        Subtype=Name("/application/json"),
        Params=Dictionary(Size=len(data), CheckSum=String(checksum), ModDate=_pdf_date(at), CreationDate=_pdf_date(at)),
    )
    specification = document.make_indirect(
        Dictionary(
            Type=Name.Filespec,
            F=String(stamp.file),
            UF=String(stamp.file),
            Desc=String(stamp.attachment),
            AFRelationship=Name.Data,
            EF=Dictionary(F=stream, UF=stream),
        )
    )
    names = document.Root.get("/Names", Dictionary())
    names.EmbeddedFiles = Dictionary(Names=Array([String(stamp.file), specification]))
    document.Root.Names = names
    document.Root.AF = Array([specification])


def _add_field(document: pikepdf.Pdf, name: str, stamp: Stamp) -> None:
    """Lay an empty signature field over the stamp. Its own picture is empty: the page below it shows the words."""
    page, left, top = _place(document)
    picture = document.make_stream(b"", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, WIDTH, HEIGHT]))
    widget = document.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Sig,
            T=String(name),
            TU=String(stamp.description),
            # Printed (4), and locked (128) so that nobody moves it by accident.
            F=4 | 128,
            P=page,
            Rect=Array([left, top - HEIGHT, left + WIDTH, top]),
            AP=Dictionary(N=picture),
        )
    )
    page.Annots = Array([*page.get("/Annots", Array()), widget])
    # 3 means: there are signatures, and only appending keeps them valid.
    document.Root.AcroForm = Dictionary(Fields=Array([widget]), SigFlags=3)
    add_form(document, widget, page, stamp.description)


def _place(document: pikepdf.Pdf) -> tuple[pikepdf.Object, float, float]:
    """Find the page and the upper left corner of the element that shows the stamp."""
    names = document.Root.get("/Names", Dictionary())
    places = pikepdf.NameTree(names.Dests) if "/Dests" in names else {}
    if PLACE not in places:
        raise ValueError(f'the page has no element with the id "{PLACE}"')
    page, _kind, left, top, *_zoom = places[PLACE]
    return page, float(left), float(top)


def _describe(document: pikepdf.Pdf, title: str, language: str, at: datetime) -> None:
    """Write title, dates and programs alike into Info and XMP, and the standards if every character has a glyph."""
    title = CONTROL.sub("", title)
    producer = str(document.docinfo.get("/Producer", ""))
    document.trailer.Info = document.make_indirect(
        Dictionary(
            Title=String(title),
            Creator=String(CREATOR),
            Producer=String(producer),
            CreationDate=_pdf_date(at),
            ModDate=_pdf_date(at),
        )
    )
    words = {"title": title, "language": language, "creator": CREATOR, "producer": producer}
    escaped = {name: escape(text) for name, text in words.items()}
    marks = _MARKS if _is_shown(document) else ""
    xmp = _XMP.format(at=at.isoformat(timespec="seconds"), marks=marks, **escaped)
    document.Root.Metadata = document.make_stream(xmp.encode(), Type=Name.Metadata, Subtype=Name.XML)


def _is_shown(document: pikepdf.Pdf) -> bool:
    """Whether every character has a glyph, as PDF/A asks. WeasyPrint draws a box for a character that no font has."""
    fonts = [font for page in document.pages for font in page.Resources.get("/Font", Dictionary()).values()]
    return all(font.Encoding == Name("/Identity-H") for font in fonts)


def _pdf_date(at: datetime) -> String:
    zone = f"{at:%z}"
    return String(f"D:{at:%Y%m%d%H%M%S}{zone[:3]}'{zone[3:5]}'")


_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
  xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:xmp="http://ns.adobe.com/xap/1.0/"
  xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
  xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
  xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
  xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
  xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
<xmp:CreateDate>{at}</xmp:CreateDate>
<xmp:ModifyDate>{at}</xmp:ModifyDate>
<pdf:Producer>{producer}</pdf:Producer>
{marks}</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""
# PDF/A does not know the property that marks PDF/UA, so its schema must be described with it.
_MARKS = """\
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>A</pdfaid:conformance>
<pdfuaid:part>1</pdfuaid:part>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 that the document follows</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
"""
