"""What is measured of play: moves, how long until all saw them, what went wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

MS = 1000


@dataclass(slots=True)
class Figures:
    """Of all tables, while ``is_on``."""

    is_on: bool = False
    latencies: list[float] = field(default_factory=list)
    """Seconds from each press until everybody at its table had seen that it was done."""

    def seen_by_all(self, seconds: float) -> None:
        if self.is_on:
            self.latencies.append(seconds)


class Spread(NamedTuple):
    """Of latencies, in milliseconds."""

    p50: float
    p99: float
    most: float


def spread(seconds: list[float]) -> Spread:
    """Nearest ranks; zeros of nothing."""
    ordered = sorted(seconds) or [0.0]
    return Spread(*(MS * ordered[min(len(ordered) - 1, int(part * len(ordered)))] for part in (0.5, 0.99, 1.0)))
