"""`python -m game.fairplay`: a hand a line in, what it tells a line out; null for one that can't be read."""

from __future__ import annotations

import json
import os
import sys

from game.fairplay.weighing import weigh
from game.rules.errors import RuleError

LEAST_URGENT = 19
"""Play goes first: this takes what time of the processor is left."""


def _told(line: str) -> str:
    try:
        return json.dumps(weigh(json.loads(line)))
    except RuleError:
        return "null"


if __name__ == "__main__":
    os.nice(LEAST_URGENT)
    for line in sys.stdin:
        print(_told(line))
