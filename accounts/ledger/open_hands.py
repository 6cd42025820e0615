"""Which hands are still played. Accounts can't know: the game appends what answers it to `sources` when it starts."""

from __future__ import annotations

from collections.abc import Callable, Collection

sources: list[Callable[[Collection[int]], Collection[int]]] = []
"""Each tells which of the hands asked about aren't over."""


def open_among(hands: Collection[int]) -> set[int]:
    """Those of the hands that aren't over."""
    return {hand for source in sources for hand in source(hands)}
