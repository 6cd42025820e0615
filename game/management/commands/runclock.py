"""The clock as a process of its own, beside servers that run with PHOM_CLOCK=off."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from prometheus_client import start_http_server

from game.live import clock


class Command(BaseCommand):
    help = "Play for bots and for whoever ran out of time, and deal the next hands, until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        told = "tell Prometheus what this clock measures, at http://127.0.0.1:PORT/metrics"
        parser.add_argument("--metrics", type=int, metavar="PORT", help=told)

    def handle(self, *args: Any, metrics: int | None = None, **options: Any) -> None:
        if settings.PHOM_MAINTENANCE:
            raise CommandError("PHOM_MAINTENANCE is on: no hand goes on")
        with _measured(metrics), suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(_run())


@contextmanager
def _measured(port: int | None) -> Iterator[None]:
    """Within the block, Prometheus is answered at this port of this machine, if one is given."""
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, addr="127.0.0.1")
    except (OSError, OverflowError) as error:
        raise CommandError(f"--metrics {port}: {error}") from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def _run() -> None:
    """Until Ctrl-C or SIGTERM; a step that has begun ends first."""
    running = asyncio.ensure_future(clock.run())
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    await running
