"""Circles drawn around the figures of soloists (5.3.3), as the drawing of a worksheet: openpyxl draws only charts."""

from collections.abc import Sequence

DRAWINGS = "http://schemas.openxmlformats.org/drawingml/2006"
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.drawing+xml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

# EMU, the unit of drawings: a point. A circle keeps off the lines above and below.
POINT, OFF = 12700, 1.5
INK = "1D2A23"


def drawing_xml(cells: Sequence[tuple[int, int]], *, height: float) -> str:
    """Return the drawing with a circle as wide as the cell around each of these cells (row, column from 1).

    All rows are `height` points high. The width of a column depends on the program's fonts, so nothing else is centred.
    """
    circles = "".join(_circle(number, row, column, height) for number, (row, column) in enumerate(cells, 1))
    return f'{HEAD}<xdr:wsDr xmlns:xdr="{DRAWINGS}/spreadsheetDrawing" xmlns:a="{DRAWINGS}/main">{circles}</xdr:wsDr>'


def drawing_relationships(number: int) -> str:
    """Return the relationships of a worksheet, whose only one leads to drawing `number`."""
    kind, target = f"{RELATIONSHIPS}/drawing", f"../drawings/drawing{number}.xml"
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    return (
        f'{HEAD}<Relationships xmlns="{package}"><Relationship Id="rId1" Type="{kind}" Target="{target}"/>'
        "</Relationships>"
    )


def drawing_element() -> str:
    """Return the element of a worksheet that shows its drawing; it is the worksheet's last."""
    return f'<drawing xmlns:r="{RELATIONSHIPS}" r:id="rId1"/>'


def _circle(number: int, row: int, column: int, height: float) -> str:
    corners = "".join(
        f"<xdr:{corner}><xdr:col>{at}</xdr:col><xdr:colOff>0</xdr:colOff>"
        f"<xdr:row>{row - 1}</xdr:row><xdr:rowOff>{round(off * POINT)}</xdr:rowOff></xdr:{corner}>"
        for corner, at, off in (("from", column - 1, OFF), ("to", column, height - OFF))
    )
    return (
        f'<xdr:twoCellAnchor>{corners}<xdr:sp macro="" textlink="">'
        f'<xdr:nvSpPr><xdr:cNvPr id="{number + 1}" name="○ {number}"/><xdr:cNvSpPr/></xdr:nvSpPr>'
        f'<xdr:spPr><a:prstGeom prst="ellipse"><a:avLst/></a:prstGeom><a:noFill/>'
        f'<a:ln w="{POINT}"><a:solidFill><a:srgbClr val="{INK}"/></a:solidFill></a:ln></xdr:spPr>'
        "</xdr:sp><xdr:clientData/></xdr:twoCellAnchor>"
    )
