"""A club's own tariffs: create, change, hide, delete. A changed text is a new version; the log has every act."""

import re

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.tariffs import Tariff, bundled_tariffs, parse_foreign_tariff
from tournament import permissions
from tournament.enums import Shelf
from tournament.models import OwnTariff, ShelvedTariff, TariffVersion, Tournament, User
from tournament.person.names import printable
from tournament.proof.integrity.hashes import sha256
from tournament.proof.services.witnesses import tariff_payload
from tournament.refusals import Refused
from tournament.services.events import write_event
from tournament.services.locks import lock_installation, lock_tariff
from tournament.words import labels

LONGEST_TITLE = 80
LONGEST_SLUG = 30
# The longest bundled file has 6,500 characters.
LONGEST_TEXT = 100_000
# The time to read a key grows with the square of its parts, so one line could hold up the server for minutes.
LONGEST_LINE = 1_000
# So many tournaments are named that still have a tariff.
NAMED = 3
# Addresses of other pages next to those of the tariffs.
RESERVED = ("import",)


@transaction.atomic
def create_tariff(*, actor: User, text: str) -> TariffVersion:
    """Store a new tariff as its version 1. Its id is the one in the text; the same form sent twice makes one tariff.

    A deleted tariff gives its name back. Refused: not_allowed, tariff_wrong (the text is invalid), tariff_id_bad,
    tariff_bundled and tariff_taken (it needs another name), tariff_long (the text or its title), unprintable.
    """
    permissions.check(permissions.manage_rulesets, actor)
    tariff_id = _read(text).id
    if tariff_id in bundled_tariffs() or tariff_id in RESERVED:
        raise Refused(
            _("This name belongs to Spielliste itself. Please choose another one."),
            code="tariff_bundled",
            field="title",
        )
    try:
        with transaction.atomic():
            tariff = OwnTariff.objects.create(slug=tariff_id)
    except IntegrityError:
        tariff = lock_tariff(OwnTariff.objects.get(slug=tariff_id))
        if tariff.shelf == Shelf.DELETED:
            return _begin_again(tariff, actor, text)
        first = tariff.versions.select_related("tariff").get(number=1)
        if (first.text, first.created_by_id) == (text, actor.pk):
            return first
        raise Refused(
            _("There is a tariff of this name already. Please choose another name."), code="tariff_taken", field="title"
        ) from None
    return _write(tariff, actor, text, number=1)


@transaction.atomic
def save_tariff(*, tariff: OwnTariff, actor: User, text: str, base: int) -> TariffVersion:
    """Store a changed text as the next version; `base` is the number of the version that was changed.

    An unchanged text writes nothing. Tournaments keep the version that they have chosen.
    Refused: tariff_changed (another version was saved in the meantime), other_id (the text has another tariff's id),
    and the codes of create_tariff.
    """
    permissions.check(permissions.manage_rulesets, actor)
    tariff = lock_tariff(tariff)
    if _read(text).id != tariff.slug:
        raise Refused(_("This is the text of another tariff."), code="other_id")
    newest = tariff.versions.select_related("created_by", "tariff").latest("number")
    if newest.text == text:
        return newest
    if newest.number != base:
        raise Refused(
            _(
                "%(name)s has saved version %(number)s meanwhile. What you have typed still stands here; if you save "
                "once more, it becomes the next version."
            ),
            code="tariff_changed",
            name=newest.created_by.full_name,
            number=newest.number,
        )
    return _write(tariff, actor, text, number=newest.number + 1)


def _begin_again(tariff: OwnTariff, actor: User, text: str) -> TariffVersion:
    """Let a new tariff have the name of a deleted one; the log keeps counting, so it begins with a later version."""
    shelve_tariff(tariff=tariff, actor=actor, shelf=Shelf.OFFERED)
    newest = tariff.versions.select_related("tariff").latest("number")
    return newest if newest.text == text else _write(tariff, actor, text, number=newest.number + 1)


@transaction.atomic
def shelve_tariff(*, tariff: OwnTariff, actor: User, shelf: str) -> None:
    """Hide a tariff from new tournaments, offer it again, or delete it; its versions stay in the log.

    Refused: not_allowed, tariff_used (a tournament has one of its versions, so it can only be hidden).
    """
    permissions.check(permissions.manage_rulesets, actor)
    tariff = lock_tariff(tariff)
    if shelf == Shelf.DELETED:
        users = Tournament.objects.filter(tariff_id__startswith=f"{tariff.slug}@").order_by("-day")
        names = list(users.values_list("name", flat=True)[:NAMED])
        if names:
            raise Refused(
                _("This tariff belongs to: %(names)s. It can be hidden, but not deleted."),
                code="tariff_used",
                names=", ".join(names),
            )
    if tariff.shelf == shelf:
        return
    if shelf == Shelf.OFFERED:
        ShelvedTariff.objects.filter(tariff=tariff).delete()
    else:
        ShelvedTariff.objects.update_or_create(tariff=tariff, defaults={"shelf": shelf})
    lock_installation()
    payload = {"tariff": tariff.slug, "shelf": str(shelf)}
    write_event(kind="installation.tariff_shelved", actor=actor, payload=payload)


def _write(tariff: OwnTariff, actor: User, text: str, *, number: int) -> TariffVersion:
    version = TariffVersion.objects.create(
        tariff=tariff, number=number, text=text, sha256=sha256(text), created_by=actor, created_at=timezone.now()
    )
    lock_installation()
    write_event(kind="installation.tariff_saved", actor=actor, payload=tariff_payload(version))
    return version


def _read(text: str) -> Tariff:
    if len(text) > LONGEST_TEXT or any(len(line) > LONGEST_LINE for line in text.split("\n")):
        raise Refused(_("This is too long for a tariff."), code="tariff_long")
    try:
        tariff = parse_foreign_tariff(text)
    except ScoringError as error:
        raise Refused(labels.scoring_sentence(error), code="tariff_wrong") from None
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", tariff.id) or len(tariff.id) > LONGEST_SLUG:
        raise Refused(
            _("The id of a tariff has small letters, digits and hyphens only, at most %(most)s."),
            code="tariff_id_bad",
            most=LONGEST_SLUG,
        )
    if len(tariff.title) > LONGEST_TITLE:
        raise Refused(
            _("Please use at most %(most)s characters here."), code="tariff_long", field="title", most=LONGEST_TITLE
        )
    if tariff.title != printable(tariff.title):
        raise Refused(
            _("There are characters in it that cannot be printed. Please type it again."),
            code="unprintable",
            field="title",
        )
    return tariff
