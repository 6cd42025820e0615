"""A server of one's own to try things at: one process with everything embedded, on a database that is thrown away."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent.parent
START = 120.0
"""Seconds that it may take until it answers, on a busy machine too."""
LIMITS = "1000"
"""Times as much as usual that one address may do: all people come from this machine."""


class Server(NamedTuple):
    """Where it answers, and which process it is."""

    url: str
    pid: int


@contextmanager
def private() -> Iterator[Server]:
    """Runs until the block ends; RuntimeError with what it said where it doesn't start."""
    with tempfile.TemporaryDirectory(prefix="phom-drill-") as folder:
        environment = {name: value for name, value in os.environ.items() if not _is_a_setting(name)}
        environment |= {"PHOM_DB": f"{folder}/phom.sqlite3", "PHOM_LIMITS": LIMITS, "PHOM_NEXT_HAND_SECONDS": "5"}
        port, log = _free_port(), Path(folder) / "server.log"
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
        daphne = [sys.executable, "-m", "daphne", "--no-server-name", "--access-log", os.devnull, "-p", str(port)]
        with log.open("wb") as said:
            command = [*daphne, "phom_site.asgi:application"]
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=said, stderr=said)
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(url, process, log)
            yield Server(url, process.pid)
        finally:
            process.kill()
            process.wait()


def _is_a_setting(name: str) -> bool:
    return name.startswith("PHOM_") or name in ("DATABASE_URL", "REDIS_URL")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START
    while time.monotonic() < end and process.poll() is None:
        try:
            urlopen(f"{url}/offline/", timeout=5).close()
            return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise RuntimeError(f"no answer from {url}:\n{log.read_text()}")
