"""The style sheets of public pages: one file a page in an installation, the parts as they are in the source tree.

A phone in a full hall asks once instead of seven times, and one file is smaller than its parts.
"""

import re
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

REBOOT = "vendor/bootstrap-5.3.8/bootstrap-reboot.min.css"
COMMON = (REBOOT, *(f"css/{name}.css" for name in ("tokens", "base", "forms")))
PRINT = "css/print.css"
# The parts for each kind of public page, in their order; what is written last wins.
PARTS = {
    "public": (*COMMON, "css/tables.css", "css/public.css", PRINT),
    "player": (*COMMON, "css/tables.css", "css/sheet.css", "css/public.css", PRINT),
    "door": (*COMMON, "css/door.css", PRINT, "css/table-unsent.css"),
    "hall": (*COMMON, PRINT, "css/screen_pages.css"),
    "screen": (*COMMON, "css/tables.css", PRINT, "css/screen_pages.css"),
    "ceremony": (*COMMON, PRINT, "css/screen_pages.css", "css/ceremony.css"),
    "hall_screen": (
        *COMMON,
        "css/tables.css",
        PRINT,
        "css/screen_pages.css",
        "css/ceremony.css",
        "css/screen_prizes.css",
        "css/hall_screen.css",
    ),
    "handbook": (*COMMON, "css/tables.css", PRINT, "css/handbook.css"),
    # The player's own page, which nobody prints.
    "card": (*COMMON, "css/sheet.css", "css/public.css", "css/table-signing.css"),
    "signing": (*COMMON, "css/sheet.css", "css/table-signing.css"),  # nobody prints it
}
COMMENT = re.compile(r"/\*(?!!).*?\*/", re.DOTALL)  # what begins with /*! is a licence
OF_BOOTSTRAP = re.compile(r"(--bs-[\w-]+):[^;}]*;?")


class JoiningStorage(CompressedManifestStaticFilesStorage):
    """Whitenoise's; it joins the parts when static files are collected."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Any:
        """Write the joined files, then let them be hashed and compressed like all others."""
        if not dry_run:
            for kind, parts in PARTS.items():
                self.delete(joined_sheets(kind))
                self.save(joined_sheets(kind), ContentFile(short("".join(map(self._text, parts)))))
            paths = paths | {joined_sheets(kind): (self, joined_sheets(kind)) for kind in PARTS}
        return super().post_process(paths, dry_run, **options)

    def _text(self, name: str) -> str:
        with self.open(name) as file:
            return file.read().decode()


def short(text: str) -> str:
    """The same rules without comments and line breaks, and without values of Bootstrap that none of them reads."""
    text = re.sub(r"\s*([{};])\s*", r"\1", re.sub(r"\s+", " ", COMMENT.sub("", text)))
    used = set(re.findall(r"var\((--bs-[\w-]+)", text))
    return OF_BOOTSTRAP.sub(lambda match: match[0] if match[1] in used else "", text)


def joined_sheets(kind: str) -> str:
    """The name of the one file for this kind of page."""
    return f"css/{kind}.joined.css"


def stylesheets_of(kind: str) -> tuple[str, ...]:
    """The names of the static files that a public page of this kind asks for."""
    return PARTS[kind] if settings.WHITENOISE_USE_FINDERS else (joined_sheets(kind),)
