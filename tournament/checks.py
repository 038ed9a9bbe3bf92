"""System checks: is everything there that the documents need?"""

from typing import Any

from django.core.checks import CheckMessage, Warning, register


@register()
def pango_is_there(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """WeasyPrint loads Pango when it is imported; say in one line how to install it."""
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
