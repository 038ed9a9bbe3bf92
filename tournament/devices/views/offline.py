"""Makes the page of a table an app that reloads without network: its service worker and its manifest."""

import hashlib
import json
import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpResponse, JsonResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.permissions import Request, public, requires

SOURCE = settings.BASE_DIR / "tournament" / "static"
WORKER = SOURCE / "js" / "service_worker.js"
# All files that the page of a table shows or runs; tests/e2e/test_https.py compares them with what a browser loads.
STYLES = "tokens base forms tables sheet desk public door pages print table*".split()
FILES = [
    *(f"css/{name}.css" for name in STYLES),
    "js/drawing.js",
    "js/table/*.js",
    "js/writing.js",
    "img/*.*",
    "fonts/*.woff2",
    "vendor/bootstrap-*/*.css",
    "vendor/idb-*/*.js",
    "vendor/signature_pad-*/*.js",
    "vendor/source-sans-3*/*.woff2",
    "vendor/source-serif-4-*/*.woff2",
    "vendor/uqr-*/*.mjs",
]
ELSEWHERE = ["django_htmx/htmx-2.min.js"]
PAGE = re.compile(r"/table/[-\w]+/\d+/\d+/")


@requires(public)
@require_safe
@cache_control(no_cache=True)
def service_worker(request: Request) -> HttpResponse:
    """Return the service worker, preceded by the release: the files that table pages need, by their present names."""
    files, worker = table_files(), WORKER.read_text(encoding="utf-8")
    hashed = not settings.WHITENOISE_USE_FINDERS
    addresses = [worker, *map(static, files)]
    if not hashed:  # Without hashed names, as in the source tree, a name does not tell that a file changed.
        addresses += [str(Path(finders.find(name) or name).stat().st_mtime_ns) for name in files]
    release = {
        "name": hashlib.sha256("\n".join(addresses).encode()).hexdigest()[:12],
        "files": [static(name) for name in files],
        "static": settings.STATIC_URL,
        "hashed": hashed,
    }
    return HttpResponse(f"const RELEASE = {json.dumps(release)};\n{worker}", content_type="text/javascript")


@requires(public)
@require_safe
@cache_control(no_cache=True)
def table_manifest(request: Request) -> JsonResponse:
    """Return the manifest of a table's page; `?page=` is the page with which the installed app begins."""
    page = request.GET.get("page", "")
    manifest = {
        "id": "/table/",
        "name": "Spielliste",
        "short_name": "Spielliste",
        "scope": "/table/",
        "start_url": page if PAGE.fullmatch(page) else "/table/",
        "display": "standalone",
        "lang": request.LANGUAGE_CODE,
        "background_color": "#fbf8f0",
        "theme_color": "#1d2a23",
        "icons": [
            {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for size in (192, 512)
            for purpose in ("any", "maskable")
        ],
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


def table_files() -> list[str]:
    """Return the names of the static files that table pages need."""
    names = {path.relative_to(SOURCE).as_posix() for pattern in FILES for path in SOURCE.glob(pattern)}
    return sorted(names) + ELSEWHERE
