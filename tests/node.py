"""Runs modules of the pages in Node, without a page, so that tests can compare their results with Python."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
# As in the browser's answers, undefined becomes None here.
RUN = """
import { readFileSync } from "node:fs";
const act = %s;
const found = await act(...JSON.parse(readFileSync(0, "utf-8")));
process.stdout.write(JSON.stringify(found, (_name, value) => (value === undefined ? null : value)));
"""


def in_node(act: str, *arguments: Any) -> Any:
    """The answer of this JavaScript function; it may import the modules by the names of the import maps."""
    node = shutil.which("node")
    if node is None:
        reason = "no Node here: apt-get install nodejs"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    process = subprocess.run(
        [node, "--import", "./tests/js/modules.mjs", "--input-type=module", "--eval", RUN % act],
        input=json.dumps(arguments),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(process.stdout)
