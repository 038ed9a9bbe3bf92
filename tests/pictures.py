"""Takes the pictures of the handbook anew: `python -m tests.pictures [NAME ...]` writes docs/pictures/NAME.png."""

import os
import subprocess
import sys

TEST = "tests/e2e/test_pictures.py"

if __name__ == "__main__":
    environ = os.environ | {"PICTURES_TO_WRITE": " ".join(sys.argv[1:])}
    sys.exit(subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", TEST], env=environ).returncode)
