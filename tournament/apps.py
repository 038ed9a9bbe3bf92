"""The one Django app of Spielliste."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Spielliste"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournament import checks  # noqa: F401  registering the system checks needs the apps loaded
