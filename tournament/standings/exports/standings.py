"""The ranking on A4, to be read out and hung up: places, points, what decided between equal ones (5.4.1, 5.4.2).

Once it is final it is sealed like a sheet, with the ranking as attached data.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring.ruleset import PLACES
from tournament.enums import IS_SHUT, ShownName
from tournament.exports.documents import stamp_of, trouble_as_refusal
from tournament.exports.hall_mark import marked
from tournament.exports.pdf import render_pdf
from tournament.exports.prizes import won_prizes
from tournament.exports.sheet_words import rules_line
from tournament.exports.text_widths import REGULAR, text_width
from tournament.models import StandingsDocument, Tournament, User
from tournament.network.qr import captioned_qr
from tournament.participants.selectors.public_names import PublicNames, public_names, public_standings
from tournament.proof.integrity.hashes import sha256
from tournament.proof.seals.keys import SealKey, seal_key, short_fingerprint
from tournament.proof.seals.pdf import seal_pdf
from tournament.proof.seals.pdf_values import STANDINGS, Stamp
from tournament.proof.seals.standings_data import (
    SCHEMA,
    content_hash,
    prizes_hash,
    standings_head,
    standings_json,
    version_of,
)
from tournament.selectors.scoresheets import check_code
from tournament.standings.selectors.documents import current_standings, names_changed_since, ranking_lines
from tournament.standings.selectors.standings import Standings, overall_standings
from tournament.standings.selectors.words import (
    match_figures,
    remark_text,
    sentences_below,
    state_word,
    void_sentences,
)
from tournament.standings.services.documents import changed_meanwhile, check_official, store_standings
from tournament.words.labels import CRITERIA, ruleset_title, signed

# A wider word of a name or club, in em, is broken where it must be. Where it may be, a page takes three times as long.
WIDEST_WORD = 7.8


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsSeal:
    """What a sealed print of the ranking says of its seal; the stamp's words are added when it is sealed."""

    version: int
    content: str
    head: str
    fingerprint: str
    stamp: Stamp | None = None

    @property
    def address(self) -> str:
        """Where this version is verified; "" where no phone reaches the server."""
        return settings.PUBLIC_ADDRESS and f"{settings.PUBLIC_ADDRESS}/v/{self.head[:12]}/"

    @property
    def check_code(self) -> str:
        """The beginning of the hash as it is printed."""
        return check_code(self.head)


def standings_pdf(
    tournament: Tournament,
    standings: Standings,
    remarks: Sequence[str],
    *,
    state: Sequence[str],
    official: bool,
    prizes: Sequence[dict[str, Any]] = (),
    seal: StandingsSeal | None = None,
) -> bytes:
    """Render the ranking as a PDF, of `standings_page`; with a `seal` it is archival."""
    page = standings_page(tournament, standings, remarks, state=state, official=official, prizes=prizes, seal=seal)
    # A sealed one is made once and for all, whatever the hall may know at that moment.
    page = page if seal else marked(page, tournament)
    return render_pdf([page], title=_title(tournament), archival=seal is not None)


def standings_page(
    tournament: Tournament,
    standings: Standings,
    remarks: Sequence[str],
    *,
    state: Sequence[str],
    official: bool,
    prizes: Sequence[dict[str, Any]] = (),
    seal: StandingsSeal | None = None,
    at: datetime | None = None,
) -> str:
    """Render the ranking as HTML. `remarks` says for each line who it is, what does not count yet, and what decided.
    Below it stands who won which of the `prizes` (exports/prizes.py).

    `state` stands above and says what does not count, or is not accepted yet, in the whole ranking. Without `official`
    the word "provisional" lies under every page. With a `seal` it shows the stamp. It stands as of `at`, by
    default as of now.
    """
    criteria = tournament.ruleset.tie_break
    bare = {line.start_number for line in standings.lines if line.shown != ShownName.NAME}
    lines = [
        {
            "line": line,
            "points": match_figures(line),
            "total": signed(line.total) if line.counts else "",
            "place_sum": line.place_sum or "",
            "counts": [getattr(line, name) for name in criteria],
            "remark": words,
        }
        for line, words in zip(standings.lines, remarks, strict=True)
    ]
    context: dict[str, Any] = {
        "tournament": tournament,
        "matches": [part.match for part in standings.progress],
        "criteria": [CRITERIA[name] for name in criteria],
        "lines": lines,
        "long_words": any(
            text_width(word, REGULAR) > WIDEST_WORD
            for line in standings.lines
            for word in f"{line.name} {line.club}".split()
        ),
        "uneven": standings.uneven,
        "sums_places": tournament.ruleset.sums == PLACES,
        "state": state,
        "lots": [lots for lots in standings.lots if lots.in_force],
        "places": sentences_below(standings, tournament.ruleset),
        "official": official,
        "prizes": [
            {**won, "listed": won["name"] if won["start_number"] in bare else f"{won['name']} ({won['start_number']})"}
            for won in prizes
        ],
        "money": any(prize["cents"] for prize in prizes),
        "state_word": state_word(standings, recounted=official),
        "now": at or timezone.now(),
        "rules": rules_line(tournament.ruleset),
        "management": tournament.management or tournament.organiser,
        "seal": seal,
    }
    if seal:
        context |= {
            "key": short_fingerprint(seal.fingerprint),
            "address_code": seal.address
            and captioned_qr(seal.address, _("Code with the address where this ranking is verified")),
        }
    return render_to_string("exports/standings.html", context)


def to_hang_up(
    tournament: Tournament, standings: Standings, prizes: Sequence[dict[str, Any]]
) -> tuple[Standings, list[dict[str, Any]]]:
    """Return a ranking and its prizes as everyone may read them on the wall. At most two queries."""
    names = public_names(tournament).won(standings)
    return public_standings(standings, names), _prizes_by(names, prizes)


def _prizes_by(names: PublicNames, prizes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the prizes with these names, in the words and donors, too."""
    return [
        {**won, "name": names.worded(won["start_number"], won["name"])}
        | {"words": names.on_a_prize(won["words"]), "donor": names.donor(won["donor"])}
        for won in prizes
    ]


def issue_standings(*, tournament: Tournament, actor: User | None) -> StandingsDocument:
    """Render, seal and keep the final standings; the same ranking, prizes and names give the same document.

    Call it outside any transaction, because a render is slow. Refused: as check_official, the codes of seals.keys,
    pango_missing, not_stored, and as store_standings.
    """
    standings = overall_standings(tournament)
    issued = sealed_standings(tournament, standings)
    if issued is not None:
        return issued
    check_official(tournament, standings)
    key = seal_key()
    newest = tournament.standings_documents.order_by("-number").values_list("number", flat=True).first() or 0
    lines = ranking_lines(standings)
    # A document is in the language of the installation, whoever asks for it first.
    with translation.override(settings.LANGUAGE_CODE):
        ranking, won_by = result = to_hang_up(tournament, standings, won_prizes(tournament, standings))
    content, won = content_hash(lines), prizes_hash(won_by)
    head = _head(tournament, version=newest + 1, content=content, prizes=won)
    seal = StandingsSeal(version=newest + 1, content=content, head=head, fingerprint=key.fingerprint)
    with trouble_as_refusal():
        with translation.override(settings.LANGUAGE_CODE):
            # The hashes tell nothing of names.
            pdf = _sealed(tournament, ranking, ranking_lines(ranking), won_by, seal, key, timezone.now())
        with transaction.atomic():
            document = store_standings(
                tournament=tournament, pdf=pdf, content=content, head=head, number=seal.version, key=key, actor=actor
            )
            # The tournament is locked now: nobody chooses a prize any more, or says how people are named.
            if document.head_hash == head:
                locked = Tournament.objects.get(pk=tournament.pk)
                with translation.override(settings.LANGUAGE_CODE):
                    now = to_hang_up(locked, standings, won_prizes(tournament, standings))
                if now != result:
                    raise changed_meanwhile()
        return document


def sealed_standings(tournament: Tournament, standings: Standings) -> StandingsDocument | None:
    """Return the sealed standings in force, or None; None, too, if others have won prizes since, the day changed, or
    people are named otherwise in public.

    The prizes of an archived tournament stay as they are: an imported one has no rows of them.
    """
    issued = current_standings(tournament, standings)
    if issued is None or names_changed_since(tournament):
        return None
    if tournament.state in IS_SHUT:
        return issued
    with translation.override(settings.LANGUAGE_CODE):
        names = public_names(tournament).won(standings)
        won = prizes_hash(_prizes_by(names, won_prizes(tournament, standings)))
    head = _head(tournament, version=issued.number, content=issued.content_hash, prizes=won)
    return issued if issued.head_hash == head else None


def _head(tournament: Tournament, *, version: int, content: str, prizes: str) -> str:
    day = tournament.day.isoformat()
    return standings_head(slug=tournament.slug, day=day, version=version, content=content, prizes=prizes)


def _sealed(
    tournament: Tournament,
    standings: Standings,
    lines: Sequence[dict[str, Any]],
    prizes: Sequence[dict[str, Any]],
    seal: StandingsSeal,
    key: SealKey,
    at: datetime,
) -> bytes:
    remarks = [remark_text(line, final=True) for line in standings.lines]
    state = void_sentences(standings)
    attachment = _("The ranking as data: places, points, counters")
    stamp = stamp_of(key.fingerprint, at, attachment=attachment, file=STANDINGS)
    seal = replace(seal, stamp=stamp)
    pdf = standings_pdf(tournament, standings, remarks, state=state, official=True, prizes=prizes, seal=seal)
    return seal_pdf(
        pdf,
        data=standings_json(_data(tournament, standings, lines, prizes, seal, at)),
        key=key,
        at=at,
        title=_title(tournament),
        language=settings.LANGUAGE_CODE,
        stamp=stamp,
    )


def _data(
    tournament: Tournament,
    standings: Standings,
    lines: Sequence[dict[str, Any]],
    prizes: Sequence[dict[str, Any]],
    seal: StandingsSeal,
    at: datetime,
) -> dict[str, Any]:
    """Return the attached data, as docs/documents.md describes them."""
    ruleset = tournament.ruleset
    texts = ("name", "slug", "place", "organiser", "management")
    return {
        "schema": SCHEMA,
        "version": version_of(lines),
        "language": settings.LANGUAGE_CODE,
        "tournament": {name: getattr(tournament, name) for name in texts} | {"day": tournament.day.isoformat()},
        "rules": {
            "id": ruleset.id,
            "title": ruleset_title(ruleset),
            "edition": ruleset.edition,
            "sha256": sha256(tournament.frozen_ruleset or ruleset.text),
        },
        "matches": [part.match for part in standings.progress],
        "lines": lines,
        **({"prizes": prizes, "prizes_hash": prizes_hash(prizes)} if prizes else {}),
        "lots": [[member.name for member in lots.members] for lots in standings.lots if lots.in_force],
        "content_hash": seal.content,
        "head": seal.head,
        "document": {"version": seal.version, "issued_at": at.isoformat()},
    }


def _title(tournament: Tournament) -> str:
    return _("Standings") + f" · {tournament.name}"
