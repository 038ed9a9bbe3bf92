"""Sealed documents as their tests store them, without a page of their own."""

from tournament.models import Document, Event, Scoresheet, User
from tournament.proof.seals.keys import SealKey
from tournament.services.documents import store_document


def acceptance(sheet: Scoresheet) -> str:
    return Event.objects.filter(scoresheet=sheet, kind="sheet.accepted").latest("sequence").hash


def store(sheet: Scoresheet, key: SealKey, actor: User, pdf: bytes = b"%PDF", number: int = 1) -> Document | None:
    accepted = acceptance(sheet)
    return store_document(scoresheet=sheet, pdf=pdf, acceptance=accepted, number=number, key=key, actor=actor)
