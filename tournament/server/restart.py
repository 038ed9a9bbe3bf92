"""How a page asks the running server to start afresh: by a file, which the main process looks for."""

from pathlib import Path

from django.conf import settings


def ask_restart() -> None:
    """Let the server that works on this folder start afresh within a few seconds."""
    _file().touch(mode=0o600)


def restart_asked() -> bool:
    """Whether somebody asked."""
    return _file().exists()


def forget_restart() -> None:
    """Take the request back; the server does so when it starts."""
    _file().unlink(missing_ok=True)


def _file() -> Path:
    return Path(settings.VAR_DIR) / "restart"
