"""System checks: they report what is missing for printing documents."""

from typing import Any

from django.core.checks import CheckMessage, Warning, register


@register()
def pango_is_there(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Warn where Pango is missing, which WeasyPrint loads on import, and say in one line how to install it."""
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
