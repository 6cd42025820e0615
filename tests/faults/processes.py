"""Programs that are started, killed and paused. None of them outlives its test."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

LOOK = 0.05


async def until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Return once it is so; AssertionError with ``what`` was waited for if it isn't in time. Asked in a thread."""
    end = time.monotonic() + seconds
    while not await asyncio.to_thread(condition):
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        await asyncio.sleep(LOOK)


class Program:
    """One command, of which at most one process runs. What it says is in the log."""

    def __init__(self, command: Sequence[str], folder: Path, log: Path, environment: Mapping[str, str]) -> None:
        self.command = command
        self.folder = folder
        self.log = log
        self.environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process, "expected it to run"
        return self._process.pid

    def kill(self) -> None:
        """At once, by SIGKILL; nothing where it doesn't run."""
        if self._process:
            self._process.kill()
            self._process.wait()

    async def end(self, seconds: float = 20) -> int:
        """Ask by SIGTERM that it ends; what it exits with."""
        process = self._process
        assert process, "expected it to run"
        process.send_signal(signal.SIGTERM)
        await until(lambda: process.poll() is not None, seconds, f"the end of {self.command}")
        return process.returncode

    def pause(self) -> None:
        assert self._process, "expected it to run"
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process, "expected it to run"
        self._process.send_signal(signal.SIGCONT)

    def said(self) -> str:
        """Its log."""
        return self.log.read_text() if self.log.exists() else ""
