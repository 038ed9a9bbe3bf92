"""The settings of Spielliste. They come from the environment and .env; a wrong value stops the start."""

from ipaddress import ip_network
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from tournament.network.private_networks import PRIVATE_NETWORKS
from tournament.server.folder import own_folder, secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

# The folder for everything that an installation writes: database, secret key, collected static files.
VAR_DIR = own_folder(BASE_DIR / env.str("SPIELLISTE_VAR", default="var"))
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(VAR_DIR)
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "django_tables2",
    "tournament",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.middleware.head.head_middleware",
    "tournament.middleware.robots.robots_middleware",
    "tournament.middleware.compression.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournament.middleware.page_language.page_language_middleware",
    # Keeps everybody out while a copy takes the place of the database.
    "tournament.backup.views.while_restoring.WhileRestoringMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Deny by default: a view needs a login unless its permission is `public`.
    "tournament.middleware.logged_out.KeepFormMiddleware",
    "tournament.middleware.came_from.CameFromMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    # Refuses the pages of the tables' devices to a phone outside the hall's network, and says why.
    "tournament.middleware.hall_network.HallNetworkMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.middleware.post_only.post_only_middleware",
    # Answers in place of a document that was not made.
    "tournament.middleware.not_made.not_made_middleware",
]

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["tournament.templatetags.names"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.middleware.came_from.came_from",
            ],
        },
    },
]

# The path of the file instead of a URL, because a folder may be called "Tournament #1".
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url("DATABASE_URL")
    if env.str("DATABASE_URL", default="")
    else {"ENGINE": "django.db.backends.sqlite3", "NAME": str(VAR_DIR / "spielliste.sqlite3")},
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Every atomic block takes the write lock at once (IMMEDIATE); a committed game survives a power cut (FULL); REPLACE
    # fires the append-only triggers, too (recursive_triggers).
    DATABASES["default"]["ENGINE"] = "tournament.sqlite"  # lets transactions queue for their turn
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;",
    }
    # A thread keeps its connection: opening one costs as much as ten queries, because SQLite reads the schema anew.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}

AUTH_USER_MODEL = "tournament.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "tournament.person.secrets.GuessedPasswordValidator"},
]

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("German")), ("en", _("English"))]
FORMAT_MODULE_PATH = "tournament.formats"
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
TIME_ZONE = "Europe/Berlin"
USE_I18N = True
USE_TZ = True

FILE_UPLOAD_PERMISSIONS = 0o600  # also of collected static files: everything in the folder is its owner's
STATIC_URL = "static/"
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Each document is made in a process of its own, so parts that a whole hall shares are kept in files.
    "documents": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "cache",
        "OPTIONS": {"MAX_ENTRIES": 50},
    },
}

STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tournament.stylesheets.JoiningStorage"},
}
# Development and tests serve static files from the source tree, without collecting them.
WHITENOISE_USE_FINDERS = env.bool("STATIC_FROM_SOURCE", default=DEBUG)
if WHITENOISE_USE_FINDERS:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

WHITENOISE_ALLOW_ALL_ORIGINS = False  # nobody else's pages use our files

# A list of 1,000 participants is far below 1 MB; a file above 5 MB is no list of participants.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
# Larger lists wait here while they are read. They hold names, so the next start deletes what a killed process left.
FILE_UPLOAD_TEMP_DIR = own_folder(VAR_DIR / "uploads")
# The form of a ruleset with every contract and every sanction sends some 1,500 fields.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3000

CSRF_FAILURE_VIEW = "tournament.views.errors.forged"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 2  # a tournament weekend
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
HTTPS = env.bool("HTTPS", default=False)
# A page on plain http cannot overwrite a Secure cookie. The Secure cookie has its own name, so that the same address
# also works on plain http another day. The CSRF cookie stays plain: it is no login, and https checks a form's origin.
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Secure-sessionid" if HTTPS else "sessionid"
DEVICE_COOKIE_NAME = "__Secure-spielliste_table" if HTTPS else "spielliste_table"  # the token of a table's device
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # a cookie for messages would be Secure, too
# The networks from which the tables' devices may come; "*" is everywhere.
HALL_NETWORKS = [
    ip_network(network, strict=False)
    for name in env.list("HALL_NETWORKS", default=[])
    for network in (("0.0.0.0/0", "::/0") if name == "*" else (name,))
] or PRIVATE_NETWORKS
# A PKCS#12 file of the club with the key that seals documents, instead of the key that is made at set-up.
SEAL_PKCS12 = env.str("SEAL_PKCS12", default="")
SEAL_PASSPHRASE = env.str("SEAL_PASSPHRASE", default="")
# Folders that get every copy of the installation, beside those that are added on the page.
BACKUP_FOLDERS = [Path(folder) for folder in env.list("BACKUP_FOLDERS", default=[])]
# The address at which phones reach the public pages, for QR codes on paper. `serve` sets it; "" means nowhere.
PUBLIC_ADDRESS = env.str("PUBLIC_ADDRESS", default="").rstrip("/")
# The header in which a proxy gives the client's address. Without a proxy no header is trusted.
CLIENT_ADDRESS_HEADER = env.str("CLIENT_ADDRESS_HEADER", default="")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],  # the nonce is for import maps; a page without one gets no nonce
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Django mails faults to its admins, and we have none: write them into the terminal of ./run.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {
        "terminal": {"class": "tournament.server.terminal.Terminal"},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "loggers": {
        "django": {"handlers": ["terminal"], "level": "INFO" if DEBUG else "ERROR"},
        "tournament": {"handlers": ["terminal"], "level": "WARNING"},
        # Anybody can send a foreign Host; the answer says 400.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
    },
}

DJANGO_TABLES2_TEMPLATE = "django_tables2/spielliste.html"
