"""Copies forged by somebody with an unlocked stick, every hash right again: what dry run, page and restore say of them.

An organiser's laptop has written the copy. The forger has no key of the laptop and takes the signature off; or leaves
it, or signs with a key of his own.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.installation import ROOT, environment, run_inside
from tests.migrated import lay_installation

BEFORE = "0 of 5 before"
# The audit knows no passwords: there only the missing signature warns.
UNKNOWN_TO_AUDIT = "a password replaced"
FORGE = """
from pathlib import Path
from tests.damage.forging import FORGED, forge
from tests.worlds.played import play
from tournament.backup.services.backups import make_copy
from tournament.services.people import create_person
_tournament, organiser = play(2, ["r12+", "r13-"])
create_person(actor=organiser, username="anna", full_name="Anna", roles=["desk"])
copy = make_copy("attack")
made = {{}}
for name, change in FORGED.items():
    for signature in ("none", "kept", "another"):
        made[f"{{name}}, {{signature}}"] = str(forge(copy, Path({folder!r}, f"{{len(made)}}.zip"), change, signature))
print(json.dumps(made))
"""
LOOK = """
from io import StringIO
from pathlib import Path
from django.core.management import CommandError, call_command
from tournament.services import checked_restores
told = {{}}
for name, file in {forged!r}.items():
    said = StringIO()
    try:
        call_command("restore", Path(file), dry_run=True, stdout=said)
    except CommandError as error:
        said.write(str(error))
    checked_restores.check_and_report(Path(file), "", mark="attack")
    report = checked_restores.report()
    told[name] = [said.getvalue(), report.state, report.cautions, " ".join(report.sentences)]
print(json.dumps(told))
"""
UNSIGNED, ANOTHER, CHANGED = "keine Unterschrift", "Eine andere Installation", "Unterschrift der Kopie passt nicht"
FAULTS = "Die Prüfung fand"


def run(folder: Path) -> Iterator[Figure]:
    var = lay_installation(folder / "var")
    forged = run_inside(var, FORGE.format(folder=str(folder)))
    began = time.monotonic()
    looks = run_inside(var, LOOK.format(forged=forged))
    each = (time.monotonic() - began) / (2 * len(looks))
    dry, page, refused = [], [], []
    for name, (printout, state, faults, sentences) in looks.items():
        audited = name.startswith(UNKNOWN_TO_AUDIT)
        if name.endswith("kept"):
            refused.append(CHANGED in printout and state == "refused")
            continue
        warned = UNSIGNED if name.endswith("none") else ANOTHER
        dry.append(warned in printout and (audited or FAULTS in printout))
        page.append(warned in sentences and (audited or (faults and FAULTS in sentences)))
    yield _figure("forged copies that the dry run tells", dry)
    yield _figure("forged copies that the page tells, with a box to tick", page)
    yield _figure("forged copies with the old signature, refused", refused)
    unsigned = [name for name in forged if name.endswith("none") and not name.startswith(UNKNOWN_TO_AUDIT)]
    restored = [name for name in unsigned if _restore(var, forged[name]) == 0]
    yield Figure(
        what="forged rows or triggers put into place without --despite-faults",
        value=f"{len(restored)} of {len(unsigned)}",
        goal="none; all before",
        holds=not restored,
    )
    yield Figure(what="one check of a small copy, with its audit", value=f"{each:.1f} s", goal="any", holds=True)


def _figure(what: str, noticed: list[bool]) -> Figure:
    return Figure(what=what, value=f"{sum(noticed)} of {len(noticed)}", goal=f"all; {BEFORE}", holds=all(noticed))


def _restore(var: Path, file: str) -> int:
    command = [sys.executable, "manage.py", "restore", file]
    return subprocess.run(command, cwd=ROOT, env=environment(var), capture_output=True, check=False).returncode
