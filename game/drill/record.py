"""What a person has pressed, and what came of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from game.drill.sighting import Stand


@dataclass(slots=True)
class Press:
    """One action that was sent. Times are monotonic seconds."""

    stand: Stand
    """What its sender saw."""
    action: str
    at: float
    seen_at: float | None = None
    """When its sender saw that the hand had gone on: it was done, or, where it was refused, something else was."""
    refused: str = ""
    """The code of the refusal."""

    @property
    def is_acknowledged(self) -> bool:
        return self.seen_at is not None and not self.refused


@dataclass(slots=True)
class Record:
    """All that a person did, and what went wrong."""

    presses: list[Press] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    """Notices, by their codes."""
    errors: list[str] = field(default_factory=list)
    """What should never happen: frames that can't be read, requests that the server calls bad."""
    frames: int = 0
    """Tables that were shown."""
    sockets: int = 0
    """How often a connection was opened."""
    breaks: int = 0
    """How often one was lost or couldn't be had."""
    closes: Counter[int] = field(default_factory=Counter)
    """How often the server closed it, by the code."""

    def press(self, press: Press) -> None:
        self.presses.append(press)

    def saw(self, stand: Stand, at: float) -> None:
        """The table is at this stand."""
        last = self.presses[-1] if self.presses else None
        if last and last.seen_at is None and stand > last.stand:
            last.seen_at = at

    def was_refused(self, code: str) -> None:
        self.refusals[code] += 1
        last = self.presses[-1] if self.presses else None
        if last and last.seen_at is None and not last.refused:
            last.refused = code
