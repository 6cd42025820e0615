"""When Python looks for garbage that refers to itself.

What a server process keeps for good, code, templates and routes, is some hundred thousand objects, which each whole
search goes through again, while all sockets wait; and frames are made of many small objects that need no search. By
Python's own habits that took a fifth of a move, and whole searches came whenever they liked.
"""

from __future__ import annotations

import asyncio
import gc

YOUNG = 10_000
"""So many objects more than were let go, before the young ones are searched; by itself Python has 700."""
OLDER = 20
"""So many such searches before those that outlived them are searched too."""
NEVER = 1_000_000
"""So many of those before all is searched: that is done by time."""
WHOLE = 60.0
"""Seconds between two searches of all that came since the start: connections that were closed, above all."""


def begin() -> None:
    """Leave alone what is there now, which stays; search the rest less often. For processes that serve."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, NEVER)
    _later()


def _later() -> None:
    asyncio.get_running_loop().call_later(WHOLE, _search)


def _search() -> None:
    gc.collect()
    _later()
