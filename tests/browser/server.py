"""The real server, in a process of its own on a database of its own, as `make play` runs it."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT_BY = ("DATABASE_URL", "REDIS_URL", "PHOM_SECRET_KEY")
DATABASE = "phom.sqlite3"
OURS = ("PHOM_", "DATABASE_URL", "REDIS_URL")
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """The path of a Chromium of this machine; None: use Playwright's own, if it is there."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for path in map(shutil.which, names) if path), None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def variables(folder: Path, **settings: str) -> dict[str, str]:
    """The environment of a process of the site that keeps its data in the folder."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    ours = {"DJANGO_SETTINGS_MODULE": "phom_site.settings"}  # not the tests' own, which have no clock
    return clean | ours | {"PHOM_DB": str(folder / DATABASE), "PHOM_LIMITS": "0"} | settings


def of_site(data: Path) -> dict[str, str]:
    """The same, for the site that the tests are pointed at, if they are: where that keeps its data."""
    return variables(data, **{name: os.environ[name] for name in KEPT_BY if elsewhere()})


def elsewhere() -> str:
    """The address of a running site to try instead of one's own server; empty where none is named."""
    return os.environ.get("PHOM_TEST_SITE", "")


@cache
def _migrated() -> Path:
    """A database to begin with, made once a run."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    place = Path(folder.name)
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=variables(place), check=True)
    return place / DATABASE


@contextmanager
def running(folder: Path, port: int | None = None, **settings: str) -> Iterator[str]:
    """Serve on the port or a free one, its data in the folder, PHOM_ settings as given; the address, until the block
    ends."""
    environment = variables(folder, **{"PHOM_BOT_DELAY": "0"} | settings)
    if not (folder / DATABASE).exists():
        shutil.copy(_migrated(), folder / DATABASE)
    address = f"127.0.0.1:{port or free_port()}"
    with (folder / "server.log").open("ab") as log:
        command = [sys.executable, "manage.py", "runserver", "--noreload", address]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            _wait_for(process, f"http://{address}", folder / "server.log")
            yield f"http://{address}"
        finally:
            process.kill()
            process.wait()


def _wait_for(process: subprocess.Popen[bytes], address: str, log: Path, seconds: float = 60) -> None:
    """Return once a page comes; RuntimeError with the log if it doesn't in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            urlopen(f"{address}/offline/", timeout=5).close()
            return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise RuntimeError(f"no answer from {address}:\n{log.read_text()}")
