"""Small files that claim to be lists: how long each takes to be refused, and how much memory."""

import io
import resource
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.installation import run_inside
from tests.migrated import lay_installation

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
SHEET = f'<worksheet {MAIN}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row></sheetData>'
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def hostile(sheets: int = 1, **parts: str) -> bytes:
    """A workbook by hand with these parts; `__` in a part's name stands for a slash."""
    changes = {"xl/" + name.replace("__", "/") + ".xml": content for name, content in parts.items()}
    lines = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="rId{n}"/>' for n in range(1, sheets + 1))
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{RELATIONSHIPS}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, sheets + 1)
    )
    types = "".join(
        f'<Override PartName="/xl/{one}.xml" ContentType="{KINDS}.{one}+xml"/>'
        for one in parts.keys() & {"styles", "sharedStrings"}
    )
    types += f'<Override PartName="/xl/workbook.xml" ContentType="{KINDS}.sheet.main+xml"/>'
    types += "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{KINDS}.worksheet+xml"/>'
        for n in range(1, sheets + 1)
    )
    whole = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">{types}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{RELATIONSHIPS}"><sheets>{lines}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>',
    } | {f"xl/worksheets/sheet{n}.xml": f"{SHEET}</worksheet>" for n in range(1, sheets + 1)}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in (whole | changes).items():
            target.writestr(name, content)
    return stream.getvalue()


def nested() -> bytes:
    return hostile(styles=f"<styleSheet {MAIN}>{'<a>' * 300_000}{'</a>' * 300_000}</styleSheet>")


def styles() -> bytes:
    return hostile(styles=f"<styleSheet {MAIN}><cellXfs>{'<xf/>' * 400_000}</cellXfs></styleSheet>")


def names() -> bytes:
    many = "".join(f'<definedName name="N{n}">1</definedName>' for n in range(250_000))
    sheets = '<sheets><sheet name="S1" sheetId="1" r:id="rId1"/></sheets>'
    return hostile(
        workbook=f'<workbook {MAIN} xmlns:r="{RELATIONSHIPS}">{sheets}<definedNames>{many}</definedNames></workbook>'
    )


def same_sheet() -> bytes:
    """Many lines name one worksheet of many empty rows."""
    lines = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="rId1"/>' for n in range(300))
    rows = '<row r="99999"/>' + "<row/>" * 10
    return hostile(
        workbook=f'<workbook {MAIN} xmlns:r="{RELATIONSHIPS}"><sheets>{lines}</sheets></workbook>',
        worksheets__sheet1=f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>",
    )


def merged() -> bytes:
    many = '<mergeCell ref="A1:XFD1048576"/>' * 500_000
    return hostile(worksheets__sheet1=f"{SHEET}<mergeCells>{many}</mergeCells></worksheet>")


def attributes() -> bytes:
    many = "".join(f' a{n}="1"' for n in range(1_000_000))
    return hostile(worksheets__sheet1=f"<worksheet {MAIN}{many}><sheetData/></worksheet>")


def csv_quoted() -> bytes:
    return b'"a";' * 1_250_000


FILES: tuple[Callable[[], bytes], ...] = (nested, styles, names, same_sheet, merged, attributes, csv_quoted)
# What the three took that were found first.
BEFORE = {"nested": "15 s, 644 MB before", "styles": "11.6 s before", "names": "8.7 s before"}
SECONDS, MEGABYTES = 6.0, 400
HERE = """
from tests.attack.spreadsheets import refused
print(json.dumps(list(refused())))
"""


def run(folder: Path) -> Iterator[Figure]:
    for name, size, code, seconds, memory in run_inside(lay_installation(folder), HERE):
        holds = bool(code) and seconds < SECONDS and memory < MEGABYTES
        value = f"{code or 'read'}, {seconds:.1f} s, {memory} MB at most"
        goal = f"refused in {SECONDS:.0f} s with {MEGABYTES} MB"
        yield Figure(
            what=f"{name.replace('_', ' ')}, {size // 1000} KB",
            value=value,
            goal=", ".join(filter(None, [goal, BEFORE.get(name)])),
            holds=holds,
        )


def refused() -> Iterator[tuple[str, int, str, float, int]]:
    """Read each of the files; yield its name and bytes, the code of the refusal, the seconds, and how many MB the
    processes have taken at most."""
    from tournament.imports.files import read_list_file
    from tournament.refusals import Refused

    for make in FILES:
        content, code, began = make(), "", time.perf_counter()
        try:
            read_list_file(content)
        except Refused as refusal:
            code = refusal.code
        seconds = time.perf_counter() - began
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        yield make.__name__, len(content), code, seconds, memory
