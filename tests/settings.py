"""Settings of the tests: the product's own, with a throwaway folder and fast passwords. They use nothing from .env."""

import atexit
import os
import shutil
import tempfile

_var = tempfile.mkdtemp(prefix="spielliste-test-")
os.mkdir(f"{_var}/static")  # the server looks here, though nothing is collected
atexit.register(shutil.rmtree, _var, ignore_errors=True)
# What the processes of a run share (tests/worlds/remembered.py): the first one makes it, the others inherit it.
if "TEST_RUN" not in os.environ:
    os.environ["TEST_RUN"] = tempfile.mkdtemp(prefix="spielliste-run-")
    atexit.register(shutil.rmtree, os.environ["TEST_RUN"], ignore_errors=True)
# Set here instead of being a default, so that tests never touch the database or the key of an installation.
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
    BACKUP_FOLDERS="",
    SEAL_PKCS12="",
    SEAL_PASSPHRASE="",
    STATIC_FROM_SOURCE="on",
)
# `python -m tests.postgresql` sets TEST_DATABASE_URL.
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "")

from tournament.settings import *  # noqa: E402, F403  the environment comes first
from tournament.settings import DATABASES  # noqa: E402

# The tests use the language of the msgids; tests of the German pages ask for the fixture `german`.
LANGUAGE_CODE = "en"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"] == "tournament.sqlite":
    # As in the product, but without waiting for the disk.
    _options = DATABASES["default"]["OPTIONS"]
    _options["init_command"] = _options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
