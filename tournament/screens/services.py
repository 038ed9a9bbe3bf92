"""Screens in the hall: named at the desk, told what to show, sent a message, forgotten.

A screen belongs to no tournament for good: the same beamer shows another evening's tournament the next time. So the
chain of the installation tells of it.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import Screen, Tournament, User
from tournament.person.names import clean_line
from tournament.refusals import RefusalKind, Refused
from tournament.screens.codes import spaced, typed_code
from tournament.screens.scenes import Scene, known_scenes
from tournament.server.disk import disk_trouble
from tournament.services.events import write_event
from tournament.services.locks import lock_installation

NAME_LENGTH, TEXT_LENGTH = 40, 160
MOST_SCREENS = 200
# A message that ends later than this was meant for yesterday.
LONGEST_WAIT = timedelta(hours=18)
SEEN_EVERY = timedelta(minutes=1)


@transaction.atomic
def name_screen(*, tournament: Tournament, code: str, name: str, actor: User) -> Screen:
    """Give the browser that shows this code a name, and let it show everything there is of this tournament.

    One that has a name already gets the new one, and shows this tournament from now on; without a name it keeps its
    own. Whether any browser shows the code is not known before it asks again (`seen_at`): a name whose screen was never
    seen had a wrong code, and goes over to this one.
    Refused: not_allowed, no_code, no_name, name_taken, too_many_screens, and all of clean_line.
    """
    permissions.check(permissions.manage_screens, actor)
    lock_installation()
    typed = typed_code(code)
    if not typed:
        raise Refused(
            _("“%(typed)s” is no code of a screen. Please type the six signs that the screen shows."),
            code="no_code",
            field="code",
            typed=code[:20],
        )
    row = Screen.objects.filter(code=typed).first() or _never_seen(name)
    if row is None and Screen.objects.count() >= MOST_SCREENS:
        raise Refused(
            _("%(most)s screens have names already: that is the most. Please forget those that nobody uses any more."),
            code="too_many_screens",
            most=MOST_SCREENS,
        )
    screen = row or Screen(scenes=list(Scene.values))
    screen.code = typed
    screen.name = _free_name(name or screen.name, screen)
    screen.tournament, screen.message, screen.message_until = tournament, "", None
    screen.named_by, screen.named_at = actor, timezone.now()
    screen.version += 1
    screen.save()
    _log("screen.named", actor, screen, **shown_of(screen))
    return screen


@transaction.atomic
def change_screen(*, screen: Screen, name: str, scenes: Iterable[str], seconds: int, actor: User) -> Screen:
    """Let a screen show these scenes, in turn if there are several.

    Refused: not_allowed, screen_forgotten, no_name, name_taken, no_scene, seconds, and all of clean_line.
    """
    permissions.check(permissions.manage_screens, actor)
    screen = _locked(screen)
    choice = known_scenes(list(scenes))
    if not choice:
        raise Refused(_("Please choose at least one thing to show."), code="no_scene", field="scenes")
    if not 5 <= seconds <= 600:
        raise Refused(_("Please choose between 5 and 600 seconds."), code="seconds", field="seconds")
    before = (screen.name, shown_of(screen))
    screen.name, screen.scenes, screen.seconds = _free_name(name, screen), [one.value for one in choice], seconds
    if (screen.name, shown_of(screen)) != before:
        screen.version += 1
        screen.save(update_fields=["name", "scenes", "seconds", "version"])
        _log("screen.changed", actor, screen, **shown_of(screen))
    return screen


@transaction.atomic
def send_to_screens(
    *, tournament: Tournament, text: str, until: datetime | None, actor: User, screen: Screen | None = None
) -> int:
    """Show a message on one screen, or on all of the tournament, before everything else; return on how many.

    With `until` the screens count down to that moment, and go on afterwards. An empty text takes messages back.
    Refused: not_allowed, screen_forgotten, no_screen, is_past, and all of clean_line.
    """
    permissions.check(permissions.manage_screens, actor)
    lock_installation()
    text = clean_line(text, max_length=TEXT_LENGTH)
    if until is not None and text and not timedelta() < until - timezone.now() <= LONGEST_WAIT:
        raise Refused(
            _("%(time)s is past. Please give a time that is still to come."),
            code="is_past",
            field="until",
            time=date_format(timezone.localtime(until), "TIME_FORMAT"),
        )
    rows = tournament.screens.all() if screen is None else Screen.objects.filter(pk=_locked(screen).pk)
    reached = sorted(rows.values_list("pk", flat=True))
    if not reached:
        raise Refused(_("No screen shows this tournament yet."), code="no_screen")
    rows.update(message=text, message_until=until if text else None, version=F("version") + 1)
    kind = "screen.message" if text else "screen.message_taken_back"
    # The text is not told: it may name somebody, and everybody in the hall has read it.
    write_event(kind=kind, actor=actor, payload={"screens": reached, "number": len(reached)})
    return len(reached)


@transaction.atomic
def forget_screen(*, screen: Screen, actor: User) -> None:
    """Take a screen off the list: its browser shows its code again. Refused: not_allowed, screen_forgotten."""
    permissions.check(permissions.manage_screens, actor)
    screen = _locked(screen)
    _log("screen.forgotten", actor, screen)
    screen.delete()


def release_screens(*, tournament: Tournament, actor: User) -> None:
    """Let the screens of a tournament that goes show none. The caller holds the lock of the installation."""
    for screen in tournament.screens.all():
        screen.tournament, screen.message, screen.message_until = None, "", None
        screen.version += 1
        screen.save(update_fields=["tournament", "message", "message_until", "version"])
        _log("screen.changed", actor, screen, **shown_of(screen))


def note_presence(screen: Screen) -> None:
    """Note that a screen is there, at most once a minute: no event, no new version. Not noted on a full disk."""
    now = timezone.now()
    if screen.seen_at and timedelta() <= now - screen.seen_at < SEEN_EVERY:  # the clock may have been set back
        return
    try:
        Screen.objects.filter(pk=screen.pk).update(seen_at=now)
    except DatabaseError as error:
        if not disk_trouble(error):
            raise
    else:
        screen.seen_at = now


def shown_of(screen: Screen) -> dict[str, object]:
    """What the log says of a screen, and its row must have."""
    return {"tournament": screen.tournament_id, "scenes": list(screen.scenes), "seconds": screen.seconds}


def _locked(screen: Screen) -> Screen:
    lock_installation()
    row = Screen.objects.filter(pk=screen.pk).first()
    if row is None:
        raise Refused(
            _("“%(name)s” was taken off the list in the meantime."),
            code="screen_forgotten",
            kind=RefusalKind.GONE,
            name=screen.name,
        )
    return row


def _never_seen(name: str) -> Screen | None:
    """Return the screen with this name if no browser ever showed its code."""
    folded = clean_line(name, max_length=NAME_LENGTH).casefold()
    unseen = Screen.objects.filter(seen_at=None)
    return next((one for one in unseen if one.name.casefold() == folded), None) if folded else None


def _free_name(name: str, screen: Screen) -> str:
    """The cleaned name, which no other screen has."""
    name = clean_line(name, max_length=NAME_LENGTH)
    if not name:
        raise Refused(_("Please give the screen a name, for example where it hangs."), code="no_name", field="name")
    others: Sequence[Screen] = [
        one for one in Screen.objects.exclude(pk=screen.pk) if one.name.casefold() == name.casefold()
    ]
    if others:
        raise Refused(
            _("There is a screen “%(name)s” already (%(shown)s). Please choose another name."),
            code="name_taken",
            field="name",
            name=others[0].name,
            shown=spaced(others[0].code),
        )
    return name


def _log(kind: str, actor: User, screen: Screen, **more: object) -> None:
    write_event(kind=kind, actor=actor, payload={"screen": screen.pk, "code": screen.code, **more})
