"""Settings of the tests: the product's own, on a throwaway folder, with quick passwords. Nothing of .env is used."""

import atexit
import os
import shutil
import tempfile

_var = tempfile.mkdtemp(prefix="spielliste-test-")
os.mkdir(f"{_var}/static")  # where a server looks, though nothing is collected
atexit.register(shutil.rmtree, _var, ignore_errors=True)
# Set, not defaulted: the tests never touch the database or the key of an installation.
os.environ.update(
    SPIELLISTE_VAR=_var,
    SECRET_KEY="of-the-tests",
    ALLOWED_HOSTS="localhost,127.0.0.1,testserver",
    CSRF_TRUSTED_ORIGINS="",
    DEBUG="off",
    HTTPS="off",
    HALL_NETWORKS="",
    CLIENT_ADDRESS_HEADER="",
    PUBLIC_ADDRESS="",
    SEAL_PKCS12="",
    SEAL_PASSPHRASE="",
    STATIC_FROM_SOURCE="on",
)
# `python -m tests.postgresql` sets TEST_DATABASE_URL.
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "")

from tournament.settings import *  # noqa: E402, F403  the environment comes first
from tournament.settings import DATABASES  # noqa: E402

# The tests speak the language of the msgids; those of the German pages ask for the fixture `german`.
LANGUAGE_CODE = "en"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"] == "tournament.sqlite":
    # As in the product, but no test waits for the disk.
    _options = DATABASES["default"]["OPTIONS"]
    _options["init_command"] = _options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
