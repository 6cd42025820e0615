"""A wall clock that programs are shown instead of the machine's own, by libfaketime, and that can be made to jump. What
they measure by the monotonic clock goes on."""

from __future__ import annotations

import glob
from pathlib import Path

_LIBRARIES = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")


class Wall:
    """The clock that the file sets; programs look at it once a second."""

    is_there = bool(_LIBRARIES)

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o755)  # PostgreSQL's user reads it too
        self._path = folder / "wall"
        self._path.write_text("+0")

    @property
    def settings(self) -> dict[str, str]:
        """Environment variables that put it before a program."""
        return {
            "LD_PRELOAD": _LIBRARIES[0],
            "FAKETIME_TIMESTAMP_FILE": str(self._path),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def jump(self, seconds: int) -> None:
        """From now on it shows so many seconds more than the machine's, or fewer."""
        self._path.write_text(f"{seconds:+d}")
