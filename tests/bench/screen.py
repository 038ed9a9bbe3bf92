"""The memory of a screen in the hall through a whole evening: `./run bench screen [POLLS]`.

A real browser polls /schirm/ as often as in eight hours, 14,400 times, but without waiting; with each poll the server's
clock goes on by two seconds, so that as many scenes change. Every minute of the evening a game is written, every half
hour there is a message. Prints the memory of the page and of the browser's processes at the beginning, on the way and
at the end.
"""

import argparse
import os
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

POLLS = 14_400
PEOPLE = 120
POLL = timedelta(seconds=2)
GAME_EVERY, MESSAGE_EVERY, MESSAGE_LASTS = 30, 900, 30
# The script's timers run so many times faster; at the beginning it has warmed up.
FASTER, WARM = 100, 100
TIMERS = f"""() => {{
  for (const name of ["setTimeout", "setInterval"]) {{
    const original = window[name];
    window[name] = (call, wait, ...rest) => original(call, wait >= 1000 ? wait / {FASTER} : wait, ...rest);
  }}
}}"""


class Evening:
    """The server's clock: it goes on with every poll."""

    def __init__(self, begin: datetime) -> None:
        self.begin, self.polls = begin, 0

    def now(self) -> datetime:
        """The moment of this poll."""
        self.polls += 1
        return self.begin + self.polls * POLL


def main(arguments: list[str]) -> None:
    """Run the evening and print its figures."""
    parser = argparse.ArgumentParser(prog="./run bench screen", description=__doc__)
    parser.add_argument("polls", nargs="?", type=int, default=POLLS)
    polls = parser.parse_args(arguments).polls
    import django

    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}
    django.setup()
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.test.testcases import LiveServerThread
    from django.test.utils import setup_databases, setup_test_environment
    from django.utils import timezone
    from playwright.sync_api import sync_playwright

    from tests.chromium import chromium_arguments, chromium_program
    from tournament.screens.views import hall

    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)
    evening = Evening(timezone.now())
    hall.timezone = evening  # type: ignore[assignment, attr-defined]  # only there: nothing else is late
    server = LiveServerThread("localhost", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=chromium_arguments())
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.add_init_script(f"({TIMERS})()")
        page.goto(f"http://localhost:{server.port}/schirm/")
        name(page.locator(".screen-code-signs").inner_text())
        devtools = page.context.new_cdp_session(page)
        devtools.send("Performance.enable")
        began = time.monotonic()
        print("  polls   evening    JS heap   DOM nodes   listeners   browser RSS   scenes")
        scenes: set[str] = set()
        evening.polls = 0
        marks = iter([WARM, *(polls * eighth // 8 for eighth in range(1, 9))])
        mark, last = next(marks), 0
        while True:
            page.wait_for_timeout(50)
            scenes.add(page.evaluate("() => document.getElementById('hall').dataset.kind"))
            for poll in range(last + 1, evening.polls + 1):
                happen(poll)
            last = evening.polls
            if last >= mark:
                print(figures(devtools, evening.polls), f"  {' '.join(sorted(scenes))}", flush=True)
                mark = next(marks, 0)
                if not mark:
                    break
        print(f"{evening.polls} polls in {time.monotonic() - began:.0f} s")
        browser.close()


def name(code: str) -> None:
    """Draw and rank a hall, and name the screen; it shows everything in turn."""
    from django.utils import timezone

    from tests.worlds.factories import make_participants, make_scoresheet, make_tournament, make_user
    from tournament.models import Screen
    from tournament.screens.scenes import Scene

    tournament, actor = make_tournament(), make_user("organiser")
    players, match = make_participants(tournament, PEOPLE), tournament.matches.get(number=1)
    tournament.frozen_ruleset, tournament.state = tournament.ruleset.text, "running"
    tournament.save()
    match.state = "playing"
    match.save()
    for at in range(0, PEOPLE, 4):
        make_scoresheet(match, players[at : at + 4], [3, 1, -1, -3], table=at // 4 + 1)
    Screen.objects.create(
        code=code.replace(" ", ""), name="Beamer", tournament=tournament, scenes=list(Scene.values),
        named_by=actor, named_at=timezone.now(),
    )  # fmt: skip


def happen(poll: int) -> None:
    """What happens in the hall at this poll: a game that changes the ranking, a message, its end."""
    from tournament.models import Match, Screen, Seat
    from tournament.services import versions

    if poll % GAME_EVERY == 0:
        seat = Seat.objects.order_by("pk")[poll // GAME_EVERY % PEOPLE]
        Seat.objects.filter(pk=seat.pk).update(points=seat.points + 5, plus=seat.plus + 5)
        versions.bump(Match.objects.get(pk=seat.match_id))
    if poll % MESSAGE_EVERY in (0, MESSAGE_LASTS):
        Screen.objects.update(message="Bratwurst ist da" if poll % MESSAGE_EVERY == 0 else "")


def figures(devtools: Any, polls: int) -> str:
    """The memory of the page after a collection of garbage, and of all processes of the browser."""
    devtools.send("HeapProfiler.collectGarbage")
    values = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
    shown = timedelta(seconds=int(polls * POLL.total_seconds()))
    return (
        f"{polls:7}   {shown!s:>7}   {values['JSHeapUsedSize'] / 2**20:5.2f} MiB   {values['Nodes']:9.0f}   "
        f"{values['JSEventListeners']:9.0f}   {browser_memory() / 2**10:7.0f} MiB"
    )


def browser_memory() -> int:
    """The memory of the browser's processes in KiB."""
    total = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpid() in ancestors(process) and b"chrom" in (process / "cmdline").read_bytes().split(b"\0")[0]:
                total += int((process / "status").read_text().split("VmRSS:")[1].split()[0])
        except (OSError, IndexError):
            continue  # it has ended
    return total


def ancestors(process: Path) -> set[int]:
    """The processes that this one descends from."""
    found, at = set[int](), int(process.name)
    while at > 1:
        at = int((Path("/proc") / str(at) / "stat").read_text().rpartition(")")[2].split()[1])
        found.add(at)
    return found
