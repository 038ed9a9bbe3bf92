"""Play random tournaments and compare them with the independent checker: `python -m tests.generate N [--seed S]`.

The seeds are S, S + 1 ...; whatever goes wrong is printed with its seed, and `python -m tests.generate 1 --seed THAT`
plays that tournament again. Exit 0: no difference; 1: a difference, or a service that refused or failed.
"""

import os
import sys


def main(arguments: list[str]) -> int:
    """Prepare an empty installation of its own, then play."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m tests.generate", description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from tests.generate.runs import run

    return run(options.count, options.seed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
