"""The order of the house: folders stay small, and the first line of each module says what it is."""

import ast
import re
import tomllib
from collections import Counter

import pytest

from tests.glossary import entries
from tests.house.own_files import ROOT, files

# A larger folder is a hall in which nobody finds anything: what is one thing in it becomes a room or a wing.
MOST_FILES = 45
# How a line may begin that cannot be broken: a command to copy.
UNBROKEN = ("uv pip compile", "# python paper_seal.py")
# What people read. The changelog is older than the rule for the width of its lines.
PAGES = ["README.md", "CONTRIBUTING.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]


def test_no_folder_is_too_large():
    sizes = Counter(str(path.parent.relative_to(ROOT)) for path in files(".py", ".html", ".js", ".css", ".toml", ".md"))
    assert {folder: size for folder, size in sizes.items() if size > MOST_FILES} == {}


@pytest.mark.parametrize("room", ["scoring", "tournament", "tests"])
def test_every_module_says_what_it_is(room):
    silent = []
    for path in files(".py"):
        if path.relative_to(ROOT).parts[0] == room:
            source = path.read_text(encoding="utf-8")
            # An empty __init__.py only makes a folder a package.
            if (source or path.name != "__init__.py") and not ast.get_docstring(ast.parse(source)):
                silent.append(str(path.relative_to(ROOT)))
    assert silent == []


def test_every_setting_stands_in_the_example():
    settings = re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "tournament" / "settings.py").read_text(encoding="utf-8"))
    examples = re.findall(r"^#(\w+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(examples) == sorted(set(settings))


def test_the_readme_stays_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 90


@pytest.mark.parametrize("page", PAGES)
def test_the_lines_of_a_page_are_short(page):
    """Except commands to copy."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 120 and not line.startswith(UNBROKEN)] == []


def test_the_map_names_every_room():
    """docs/architecture.md has each folder of the house and each wing, and only what there is."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    plan = text[text.index("## The map") : text.index("## The concepts")]
    rooms = {path.name for path in (ROOT / "tournament").iterdir() if path.is_dir() and path.name[0] not in "._"}
    folders = set(re.findall(r"(?<![\w/])(\w+)/", plan))
    assert rooms - folders - {"migrations", "templatetags", "formats"} == set()
    paths = re.findall(r"`([\w/]+(?:\.\w+|/))`", text)
    bases = [ROOT, ROOT / "tournament", *(ROOT / "tournament").iterdir()]
    assert [path for path in paths if "/" in path and not any((base / path).exists() for base in bases)] == []


@pytest.mark.parametrize("page", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_every_module_that_a_page_names_exists(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    paths = re.findall(r"\b((?:scoring|tournament|tests|templates)/[\w/]+\.(?:py|html|js|toml))\b", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_word_is_where_the_page_says():
    """docs/words.md leaves out `tournament/`."""
    wrong = []
    for entry in entries():
        for names, path in re.findall(r"((?:`\w+`(?:, )?)*)(?: in )?`([\w/]+(?:\.py|/))`", entry.places):
            module = ROOT / path if path.startswith(("scoring/", "templates/")) else ROOT / "tournament" / path
            source = module.read_text(encoding="utf-8") if module.is_file() else ""
            definitions = set(re.findall(r"^(?:class )?(\w+)[(:]", source, re.MULTILINE))
            wrong += [path] * (not module.exists())
            wrong += [f"{name} in {path}" for name in re.findall(r"\w+", names) if name not in definitions]
    assert len(entries()) > 100
    assert wrong == []


def test_every_dependency_is_explained():
    """Each package of pyproject.toml has a line in the tables of CONTRIBUTING.md."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    dependencies = {
        re.split(r"[\[<>=]", line)[0] for line in project["dependencies"] + project["optional-dependencies"]["test"]
    }
    tables = re.findall(r"^\| ([^|]+) \|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE)
    explained = {name.strip().lower() for cell in tables for name in cell.split(",")}
    assert dependencies - explained == set()


def test_the_sheet_is_pure():
    """tournament/sheet may use Django for words, not for rows and the clock; pyproject.toml forbids the rest."""
    imported = [
        f"{path.name}: {name}"
        for path in (ROOT / "tournament" / "sheet").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in names_imported(node)
    ]
    assert [line for line in imported if re.search(r": django\.(db|utils\.timezone)\b", line)] == []


def names_imported(node):
    """What an import statement names, dotted: `from django.utils import timezone` names django.utils.timezone."""
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_no_test_file_imports_from_another():
    """What several test files need has a room, such as tests/addresses.py, or is a fixture of conftest.py."""
    borrowed = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in files(".py")
        if path.relative_to(ROOT).parts[0] == "tests"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in names_imported(node)
        if re.match(r"tests\.(\w+\.)*test_", name)
    ]
    assert borrowed == []
