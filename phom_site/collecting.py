"""How often Python looks for garbage that refers to itself.

What a server process keeps for good, code, templates and routes, is some hundred thousand objects, which each whole
search goes through again, while all sockets wait; and frames are made of many small objects that need no search. By
Python's own figures that took a fifth of a move.
"""

from __future__ import annotations

import gc

YOUNG = 50_000
"""So many objects more than were let go, before the young ones are searched; by itself Python has 700."""
OLDER = 10
"""So many such searches before the next older ones are searched too."""


def begin() -> None:
    """Leave alone what is there now, which stays; search the rest less often. For processes that serve."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, OLDER)
