"""Writes tests/vectors/table.json."""

import json
import os


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tests.vectors.table import FILE, vectors

    document = vectors()
    FILE.write_text(json.dumps(document, separators=(",", ":")) + "\n")
    print(f"{len(document['cases'])} cases in {FILE.name}")


if __name__ == "__main__":
    main()
