"""manage.py password: give a login a new password, where no organiser is left who could do it on the pages."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import connection
from django.utils.translation import gettext as _

from tournament.management.terminal_command import TerminalCommand
from tournament.models import User
from tournament.person.login_names import login_name
from tournament.refusals import Refused
from tournament.services.people import reset_password


class Command(TerminalCommand):
    """Exit 0: the new password is set and printed; 1: there is no such login, nothing was changed."""

    help = "Set a new password for a login and print it; without LOGIN, ask for which of the organisers."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login", nargs="?", metavar="LOGIN", help="the login name")

    def handle(self, *args: Any, login: str | None, **options: Any) -> None:
        # An installation that was never started has no database tables yet.
        if User._meta.db_table not in connection.introspection.table_names() or not User.objects.exists():
            raise CommandError(_("There is no login here yet. ./run makes the first one and shows its password."))
        person = self.person(login or self.asked_login())
        try:
            password = reset_password(actor=None, person=person)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        shown = {"username": person.username, "password": password}
        self.stdout.write(_("The new password, shown only this once:  %(username)s  %(password)s") % shown)
        self.stdout.write(_("Wherever %(username)s was logged in, that has ended: please log in again.") % shown)

    def asked_login(self) -> str:
        """The login name that is typed, after the organisers' logins are listed."""
        self.stdout.write(_("The organisers’ logins:"))
        for organiser in User.objects.filter(organiser=True, is_active=True).order_by("username"):
            self.stdout.write(f"  {organiser.username}  ({organiser.full_name})")
        try:
            return input(_("Login name: "))
        except EOFError:
            missing = _("Please add the login name: %(command)s") % {"command": "./run password LOGIN"}
            raise CommandError(missing) from None

    def person(self, login: str) -> User:
        """The active login of this name."""
        person = User.objects.filter(username=login_name(login)).first()
        if person is None:
            raise CommandError(_("There is no login “%(username)s”. Nothing was changed.") % {"username": login})
        if not person.is_active:
            raise CommandError(
                _("The login “%(username)s” is switched off. Nothing was changed.") % {"username": person.username}
            )
        return person
