"""Beside the clock, now and then: some finished hands are weighed for signals of unfair play, and a day's figures kept.

The clock doesn't wait for it. Weighing itself is done by another process, which gives way to everything.
"""

from __future__ import annotations

import asyncio
import logging
import random

from channels.db import database_sync_to_async

from accounts.house import house
from game.fairplay import watching
from game.live import figures
from game.live.moment import now as the_present

logger = logging.getLogger(__name__)

PAUSE = 60.0
"""About how many seconds between two looks; several processes don't look at once."""
BREATH = 2.0
"""The same while more hands wait than one look takes."""


def look() -> bool:
    """One look; whether more hands wait. Nothing while the site is away."""
    if house().maintenance:
        return False
    now = the_present()
    figures.note_lag(now)
    figures.keep(now)
    return watching.batch(now) == watching.BATCH


async def run() -> None:
    """Look for ever. An exception is logged and survived."""
    is_behind = False
    while True:
        await asyncio.sleep((BREATH if is_behind else PAUSE) * random.uniform(0.7, 1.3))
        try:
            is_behind = await database_sync_to_async(look, thread_sensitive=False)()
        except Exception:
            logger.exception("nothing could be noticed")
            is_behind = False
