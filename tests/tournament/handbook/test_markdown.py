"""From Markdown to a page: anchors, notices, tables, pictures, links, and what the search reads."""

from tournament.handbook.markdown import Section, Targets, render

TARGETS = Targets(
    anchor=lambda anchor: f"x-{anchor}",
    link=lambda target: f"/to/{target}",
    picture=lambda target: {"src": f"/from/{target}", "loading": "lazy"},
)


def html(body: str) -> str:
    """What becomes of the Markdown below the title and the summary."""
    return render(f"# Titel\n\nWorum es geht.\n\n{body}\n", TARGETS).html


def test_title_and_summary() -> None:
    page = render("# Der *Abend*\n\nWas **zu tun** ist.\nUnd wann.\n\n## Eins {#eins}\n", TARGETS)
    assert (page.title, page.summary) == ("Der *Abend*", "Was zu tun ist. Und wann.")
    assert page.lead == '<p class="summary">Was <strong>zu tun</strong> ist.\nUnd wann.</p>\n'
    assert page.html == '<h2 id="x-eins">Eins</h2>\n'


def test_a_heading_has_its_anchor_and_loses_the_braces() -> None:
    assert html("## Auf geht’s {#los}") == '<h2 id="x-los">Auf geht’s</h2>\n'
    assert html("### Ohne") == "<h3>Ohne</h3>\n"


def test_links_and_pictures_are_aimed() -> None:
    assert html("[dort](02-abend.md#los)") == '<p><a href="/to/02-abend.md#los">dort</a></p>\n'
    assert html("![Die Liste](../pictures/sheet.png)") == (
        '<p class="picture"><img src="/from/../pictures/sheet.png" alt="Die Liste" loading="lazy" /></p>\n'
    )


def test_a_quotation_is_a_notice_and_with_a_bold_beginning_a_warning() -> None:
    assert html("> Gut zu wissen.") == '<div class="notice" role="note">\n<p>Gut zu wissen.</p>\n</div>\n'
    assert html("> **Achtung** heiß") == (
        '<div class="notice notice-warning" role="note">\n<p><strong>Achtung</strong> heiß</p>\n</div>\n'
    )


def test_a_table_has_a_box_with_the_name_of_its_section() -> None:
    table = html("## Wer & was {#wer}\n\n| Wer | Was |\n|:--|--:|\n| Anna | 1 |").split("</h2>\n")[1]
    assert table == (
        '<div class="table-box" role="region" tabindex="0" aria-label="Wer &amp; was"><table class="table">\n'
        '<thead>\n<tr>\n<th scope="col">Wer</th>\n<th scope="col">Was</th>\n</tr>\n</thead>\n'
        "<tbody>\n<tr>\n<td>Anna</td>\n<td>1</td>\n</tr>\n</tbody>\n</table></div>\n"
    )


def test_the_search_reads_sections() -> None:
    page = render(
        "# Titel\n\nWorum es geht.\n\n## Eins {#eins}\n\n1. Öffnen Sie **Durchgänge**.\n2. Dann `r13`.\n\n"
        "### Zwei\n\n| a | b |\n|---|---|\n| c | |\n",
        TARGETS,
    )
    assert page.sections == (
        Section(anchor="", heading="Titel", level=1, blocks=("Worum es geht.",)),
        Section(anchor="eins", heading="Eins", level=2, blocks=("Öffnen Sie Durchgänge.", "Dann r13.")),
        Section(anchor="", heading="Zwei", level=3, blocks=("a", "b", "c")),
    )
