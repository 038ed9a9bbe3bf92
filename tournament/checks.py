"""System checks: whether the libraries that the documents need are installed."""

from typing import Any

from django.core.checks import CheckMessage, Warning, register


@register()
def pango_is_there(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Warn, with the command that installs Pango, if WeasyPrint cannot be imported for lack of it."""
    try:
        import weasyprint  # noqa: F401  the import itself is the check
    except OSError as error:
        return [
            Warning(
                f"PDF sheets cannot be printed: {error}",
                hint="sudo apt-get install -y libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
                id="spielliste.W001",
            )
        ]
    return []
