"""What somebody with the database changes is noticed, except what docs/audit.md names with its reason."""

import pytest

from tests.attack.tampered import named, noticed_by

pytestmark = [pytest.mark.django_db, pytest.mark.proof]


def test_exactly_what_the_document_names_goes_unnoticed():
    found = noticed_by()
    assert sorted(name for name, how in found.items() if not how) == sorted(named())
    assert len(found) > 300
    # No row says anything else: only a head that was kept outside the database does.
    assert sorted(name for name, how in found.items() if how == "heads") == [
        "a link in another login's name, all hashes anew",
        "the last game of an open sheet cut off with its links",
    ]
