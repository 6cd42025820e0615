"""The clock as a process of its own, beside servers that run with PHOM_CLOCK=off."""

from __future__ import annotations

import asyncio
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
        with suppress(KeyboardInterrupt):
            asyncio.run(clock.run())
