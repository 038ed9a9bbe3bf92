"""One page, rendered and sealed once."""

import pytest

from tests.tournament.proof.seals.sealed_pdf import PAGE, seal_page
from tournament.exports.pdf import render_pdf
from tournament.proof.seals.keys import SealKey


@pytest.fixture(scope="session")
def plain() -> bytes:
    return render_pdf([PAGE], title="x", archival=True)


@pytest.fixture(scope="session")
def sealed(plain: bytes, seal: SealKey) -> bytes:
    return seal_page(plain, seal)
