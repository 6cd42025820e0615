"""The clock as a process of its own, beside servers that run with PHOM_CLOCK=off."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from game.live import clock


class Command(BaseCommand):
    help = "Play for bots and for whoever ran out of time, and deal the next hands, until stopped."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PHOM_MAINTENANCE:
            raise CommandError("PHOM_MAINTENANCE is on: no hand goes on")
        with suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(_run())


async def _run() -> None:
    """Until Ctrl-C or SIGTERM; a step that has begun ends first."""
    running = asyncio.ensure_future(clock.run())
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    await running
