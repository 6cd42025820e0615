"""What processes of this machine use, as Linux tells it in /proc."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
MEGABYTE = 1 << 20


class Use(NamedTuple):
    """Of all processes together."""

    cpu: float = 0.0
    """Seconds, in the kernel too, since they were started."""
    memory: float = 0.0
    """Megabytes that lie in memory now."""


def use(pids: Iterable[int]) -> Use:
    """What these use; OSError where one of them isn't there, or this isn't Linux."""
    each = [_use(Path(f"/proc/{pid}")) for pid in pids]
    return Use(sum(one.cpu for one in each), sum(one.memory for one in each))


def _use(process: Path) -> Use:
    after_name = (process / "stat").read_text().rpartition(")")[2].split()
    pages = int((process / "statm").read_text().split()[1])
    return Use((int(after_name[11]) + int(after_name[12])) / _TICKS, pages * _PAGE / MEGABYTE)
