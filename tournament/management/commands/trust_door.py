"""manage.py trust_door: the guide to trusting this installation, over plain http. `serve --https` starts it."""

import asyncio
import signal
from argparse import ArgumentParser
from typing import Any

from tournament.management.terminal_command import TerminalCommand
from tournament.network.trust_door import only_trust
from tournament.server.children import end_with_parent
from tournament.server.web_server import door_server
from tournament.server.whole_requests import WholeRequests


class Command(TerminalCommand):
    help = "Serve the guide to trusting this installation until it is ended."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", required=True)
        parser.add_argument("--port", type=int, required=True)
        parser.add_argument("--https-port", type=int, required=True, help="where the guide leads to at last")
        parser.add_argument("--parent", type=int, default=0, help="end when this process is gone")

    def handle(self, *args: Any, host: str, port: int, https_port: int, parent: int, **options: Any) -> None:
        from tournament.wsgi import application  # reads the settings

        if parent:
            end_with_parent()
        asyncio.run(self.serve(host, port, WholeRequests(only_trust(application, https_port))))

    async def serve(self, host: str, port: int, application: WholeRequests) -> None:
        server = door_server(application, host, port)
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(ending, server.stop)
        await server.serve()
