"""verify_document, and the script in docs that needs neither our database nor Django, on really sealed documents."""

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.management import CommandError, call_command

from tests.worlds.sealed import Sealed, sealed_twice
from tournament.proof.seals.keys import make_seal_key, seal_folder, seal_key
from tournament.proof.seals.pdf import check_pdf

pytestmark = pytest.mark.django_db
begin = sealed_twice
ROOT = Path(__file__).parents[3]


@pytest.fixture
def files(world: Sealed, tmp_path: Path) -> dict[str, str]:
    """Documents by name: in force, superseded, with one byte changed; the text of a seal."""
    changed = bytearray(world.new)
    changed[len(changed) // 2] ^= 1
    contents = {
        "new.pdf": world.new,
        "old.pdf": world.old,
        "changed.pdf": bytes(changed),
        "seal.txt": world.new_seal.encode(),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    return {name: str(tmp_path / name) for name in contents}


def run(*arguments: str) -> tuple[int, str]:
    """Exit status and output."""
    out = io.StringIO()
    try:
        call_command("verify_document", *arguments, stdout=out)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue()
    return 0, out.getvalue()


def test_the_worst_of_several_files_counts(files: dict[str, str]) -> None:
    status, printout = run(*files.values(), "--json")
    lines = [json.loads(line) for line in printout.splitlines()]
    assert status == 1
    assert [(Path(line["file"]).name, line["exit"], line["answer"], line["kind"]) for line in lines] == [
        ("new.pdf", 0, "valid", "pdf"),
        ("old.pdf", 3, "superseded", "pdf"),
        ("changed.pdf", 1, "changed", "pdf"),
        ("seal.txt", 0, "valid", "paper"),
    ]
    new, old, changed, _seal = lines
    assert new["seal"]["of"] == "ours"
    assert (new["version"], new["in_force"], old["version"], old["in_force"]) == (2, 2, 1, 2)
    assert (new["follows"], new["faults"], new["differs"], changed["says"]) == (True, [], [], None)
    assert run(files["seal.txt"])[0] == 0


def test_in_words_for_people(files: dict[str, str]) -> None:
    status, printout = run(files["old.pdf"], files["seal.txt"])
    assert status == 3
    assert "old.pdf: Replaced by a later version\n" in printout
    assert "Version 2 of the sheet is in force in its place." in printout
    assert "Bene hat sich verzählt" in printout


def test_nothing_handed_in_moves_the_cursor_or_begins_a_line(files: dict[str, str], tmp_path: Path) -> None:
    name = "forged.pdf\x1b[2K\nnew.pdf: Valid"
    (tmp_path / name).write_bytes(b"no document")
    status, printout = run(str(tmp_path / name))
    assert (status, "\x1b" in printout, printout.splitlines()[0].endswith("new.pdf: Valid: Cannot be checked")) == (
        1,
        False,
        True,
    )


def test_wrong_usage(files: dict[str, str]) -> None:
    for wrong in (["/nowhere.pdf"], [files["new.pdf"], "--key", files["seal.txt"]], []):
        with pytest.raises(CommandError) as error:
            run(*wrong)
        assert error.value.returncode == 2 or not wrong


# From the file alone


def script(*arguments: str) -> tuple[int, str]:
    """The script as somebody runs it who has nothing but Python, OpenSSL and `scoring`."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl here: apt-get install openssl")
    command = [sys.executable, "-S", str(ROOT / "docs" / "verify_sheet.py"), *arguments]
    process = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    return process.returncode, process.stdout + process.stderr


def test_the_script_checks_a_document_from_the_file_alone(world: Sealed, files: dict[str, str], tmp_path: Path) -> None:
    pem = str(seal_folder() / "seal.pem")
    status, printout = script(files["new.pdf"], "--key", pem)
    assert (status, printout.splitlines()[-2:]) == (
        0,
        ["the points follow from the games by the rules in the file", "HOLDS"],
    )
    code = world.code.upper()
    assert f"version 2, check code {code[:4]}-{code[4:8]}-{code[8:]}" in printout
    # The file alone cannot tell that it is superseded.
    assert script(files["old.pdf"])[0] == 0
    status, printout = script(files["changed.pdf"], "--key", pem)
    assert (status, "WRONG" in printout, printout.splitlines()[-1]) == (1, True, "NOT VALID")
    make_seal_key(tmp_path / "other")
    status, printout = script(files["new.pdf"], "--key", str(tmp_path / "other" / "seal.pem"))
    assert (status, "WRONG: sealed with another key than the one given" in printout) == (1, True)
    (tmp_path / "more.pdf").write_bytes(world.new + b"\n% more\n")
    assert "does not cover the whole file" in script(str(tmp_path / "more.pdf"))[1]
    assert script("/nowhere.pdf")[0] == 2


def test_the_script_checks_a_paper_seal_with_the_public_key_alone(world: Sealed, tmp_path: Path) -> None:
    public = tmp_path / "public.pem"
    key = seal_key().key.public_key()
    public.write_bytes(key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    players = json.loads(check_pdf(world.new).data or b"")["players"]
    names = [player["name"] for player in players]
    arguments = [world.new_seal, "--key", str(public), "--names"]
    assert script(*arguments, *names)[0] == 0
    assert "WRONG: the seal is of other names" in script(*arguments, *names[::-1])[1]
    wrong = world.new_seal[:-5] + ("A" if world.new_seal[-5] != "A" else "B") + world.new_seal[-4:]
    assert "mistyped or forged" in script(wrong, "--key", str(public))[1]
