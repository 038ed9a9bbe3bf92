"""Why each copy was made and what it holds, for the pages: the keeper reads each copy once, they read this file only.

Copies in the own folder are read, and no others: one on a stick is known by its name, and a stranger's is read only
when somebody chooses it, apart from the server.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from tournament.backup.copies.locations import copies_folder
from tournament.backup.copies.packing import Manifest, read_manifest
from tournament.files import write_whole
from tournament.refusals import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What the list of copies says of one. `why` is the code that its manifest has, `newest_at` the time of the newest
    entry of the log. A copy that cannot be read has neither counts nor a reason."""

    why: str = ""
    counts: Mapping[str, int] | None = None
    newest_at: datetime | None = None


Summaries = Mapping[str, Summary]


def summaries() -> Summaries:
    """What the keeper has read so far, by the plain name of the copy."""
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
        listed = json.loads(_file().read_bytes())
        return {name: Summary(**one | {"newest_at": _moment(one["newest_at"])}) for name, one in listed.items()}
    return {}


def write_summaries(summaries: Summaries) -> None:
    """Write down what the pages show. Raises OSError."""
    listed = {
        name: asdict(one) | {"newest_at": one.newest_at and str(one.newest_at)} for name, one in summaries.items()
    }
    write_whole(_file(), json.dumps(listed, indent=1).encode(), 0o600)


def read_summaries(names: Iterable[str], earlier: Summaries) -> Summaries:
    """What is known of the copies with these plain names; those that are new are read. A copy that was made here is
    remembered as long as it lies somewhere."""
    summaries = {name: earlier.get(name) or _read_summary(copies_folder() / name) for name in names}
    return {name: summary for name, summary in summaries.items() if summary is not None}


def _read_summary(copy: Path) -> Summary | None:
    """None if it is not there."""
    try:
        with copy.open("rb") as file:
            return _summary(read_manifest(file))
    except OSError:
        return None
    except Refused:
        return Summary()


def _summary(manifest: Manifest) -> Summary:
    contents = manifest.contents
    return Summary(why=manifest.why, counts=contents.counts, newest_at=contents.newest_at)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _file() -> Path:
    return copies_folder() / "summaries.json"
