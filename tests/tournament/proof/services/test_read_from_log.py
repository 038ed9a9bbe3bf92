"""A new process knows a sheet from its log alone; values that the log has as hashes are read from the rows."""

from datetime import timedelta

from tests.worlds.sheets import correct, faults, fill, fresh
from tests.worlds.signing import DRAWN, enrolled, sign_at_table
from tournament.models import Scoresheet, Signature, SignatureRefusal, User
from tournament.selectors import sheets
from tournament.services.signatures import refuse_signature


def test_drawings_and_reasons_outlive_the_process_that_took_them(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    fill(sheet, desk)
    device = enrolled(sheet)
    sign_at_table(sheet, device, 1)
    content = fresh(sheet).content_hash
    refuse_signature(scoresheet=sheet, seat=2, reason="stimmt nicht", content=content, actor=device)
    salt = SignatureRefusal.objects.get().salt
    sheets._remembered.clear()
    correct(sheet, 7, "r24++", supervisor)
    signature, refusal = Signature.objects.get(), SignatureRefusal.objects.get()
    assert (signature.lapsed_at is not None, signature.strokes) == (True, DRAWN)
    assert (refusal.lapsed_at is not None, refusal.reason, refusal.salt) == (True, "stimmt nicht", salt)
    assert faults(sheet) == []


def test_a_process_that_reads_the_log_knows_the_same_sheet_as_the_one_that_wrote_it(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    """Times, too: SQLite gives them without a time zone."""
    fill(sheet, desk)
    own = sheets.sheet_state(fresh(sheet))
    sheets._remembered.clear()
    fold = sheets.sheet_state(fresh(sheet))
    assert fold is not own
    assert fold.games == own.games
    assert {game.at.utcoffset() for game in fold.games.values() if game.at} == {timedelta(0)}
