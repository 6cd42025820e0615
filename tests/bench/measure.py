"""Timing: the median of several runs over many different inputs, so that nothing repeats and chance evens out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

RUNS = 9


class Figure(NamedTuple):
    """One line of the report; ``target`` says what it is wanted to be, such as ``"<= 1.0"``."""

    name: str
    value: float
    unit: str
    target: str = ""

    def __str__(self) -> str:
        target = f"target {self.target}" if self.target else ""
        return f"{self.name:<62} {self.value:>9,.2f} {self.unit:<8} {target}".rstrip()


def microseconds(work: Callable[..., object], inputs: Sequence[tuple[Any, ...]]) -> float:
    """Median time of one call, over the runs; each run calls with all the inputs, each once."""
    return median(_seconds(work, inputs) for _ in range(RUNS)) / len(inputs) * 1e6


def _seconds(work: Callable[..., object], inputs: Sequence[tuple[Any, ...]]) -> float:
    start = perf_counter()
    for arguments in inputs:
        work(*arguments)
    return perf_counter() - start


def per_second(work: Callable[..., object], batches: Sequence[Sequence[tuple[Any, ...]]]) -> float:
    """Median number of calls a second; each run has a batch of inputs of its own."""
    return median(len(batch) / _seconds(work, batch) for batch in batches)
