"""`python -m game.fairplay`: a hand a line in, what it tells a line out; null for one that can't be weighed, and to
stderr why."""

from __future__ import annotations

import json
import os
import sys
import traceback

from game.fairplay.weighing import weigh

LEAST_URGENT = 19
"""Play goes first: this takes what time of the processor is left."""


def _told(line: str) -> str:
    try:
        return json.dumps(weigh(json.loads(line)))
    except Exception:  # whatever is wrong with one hand, the others are weighed
        traceback.print_exc()
        return "null"


if __name__ == "__main__":
    os.nice(LEAST_URGENT)
    for line in sys.stdin:
        print(_told(line))
