"""How soon the event loop and the database's thread take turns: only one of them runs Python at a time.

By Python's own habit whoever waits gets its turn after 5 ms. A move changes hands some six times, at each of its
queries: with 200 tables at a move a second the shorter turn halved the time until all had seen a move.
"""

from __future__ import annotations

import sys

TURN = 0.0005
"""Seconds."""


def begin() -> None:
    """Take shorter turns. For processes that serve."""
    sys.setswitchinterval(TURN)
