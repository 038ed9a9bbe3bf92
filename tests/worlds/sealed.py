"""A sheet with a superseded document: the starting point of tests that verify documents."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from tests.worlds.played import accept, accepted_tournament, correct, first_sheet
from tests.worlds.remembered import remembered
from tournament.exports.documents import issue_document
from tournament.models import Document, Tournament, User
from tournament.proof.exports.sealing import sealing_of
from tournament.proof.seals.handed_in import HandedIn, look_at
from tournament.proof.seals.keys import seal_folder, seal_key
from tournament.selectors.scoresheets import sheet_view


@dataclass(frozen=True, kw_only=True)
class Sealed:
    """Table 1 of match 1, accepted twice: the superseded document, the one in force, and its paper seal."""

    tournament: Tournament
    actor: User
    old: bytes
    new: bytes
    old_seal: str
    new_seal: str

    @property
    def code(self) -> str:
        """The check code of the document in force."""
        return Document.objects.get(number=2).head_hash[:12]


def in_file(content: bytes) -> IO[bytes]:
    """What somebody hands in."""
    file = tempfile.SpooledTemporaryFile(2**20)  # noqa: SIM115  whoever asks closes it
    file.write(content)
    return file


def look_here(file: IO[bytes]) -> HandedIn:
    """Look at a file in this process, which is faster."""
    file.seek(0)
    return look_at(file.read())


def sealed_twice() -> Sealed:
    """Accept the sheet, correct game 1 for a reason that names a player, and accept it again."""
    tournament, actor = accepted_tournament()
    _sealed_twice(tournament.pk)
    sheet = first_sheet(tournament)
    old, new = Document.objects.order_by("number")
    seals = [
        sealing_of(sheet_view(sheet), acceptance=one.head_hash, version=one.number, key=seal_key())
        for one in (old, new)
    ]
    return Sealed(
        tournament=tournament,
        actor=actor,
        old=bytes(old.pdf),
        new=bytes(new.pdf),
        old_seal=seals[0].paper_seal,
        new_seal=seals[1].paper_seal,
    )


@remembered
def _sealed_twice(tournament: int) -> None:
    played = Tournament.objects.get(pk=tournament)
    actor = User.objects.get(supervisor=True)
    issue_document(scoresheet=first_sheet(played), actor=actor)
    correct(first_sheet(played), 1, "r12++", actor, reason="Bene hat sich verzählt")
    accept(first_sheet(played), actor)
    issue_document(scoresheet=first_sheet(played), actor=actor)


@contextmanager
def without_key() -> Iterator[None]:
    """Inside this context the file of the installation's key is in another place."""
    key = seal_folder() / "seal.key"
    aside = key.rename(key.with_name("aside.key"))
    try:
        yield
    finally:
        aside.rename(key)
