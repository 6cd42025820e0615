"""Servers, clocks, a database and perhaps Redis, behind one address, as one site."""

from __future__ import annotations

import asyncio
import atexit
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as NoConnection

from tests.browser.server import ROOT, free_port
from tests.faults.front import Front
from tests.faults.keeping import Database, Postgres, Row, Sqlite
from tests.faults.processes import Program, until
from tests.faults.wall import Wall

START = 60.0
"""Seconds that a program may take to start, on a machine that has much else to do."""
SETTINGS = {
    "PHOM_TURN_SECONDS": "60",  # nobody's time runs out while something is down
    "PHOM_NEXT_HAND_SECONDS": "2",
    "PHOM_BOT_DELAY": "0.05",
    "PHOM_LIMITS": "0",
    "PHOM_SECRET_KEY": "the same for all servers, whatever code they run",
}


class Server(Program):
    """Daphne, as the site is served."""

    def __init__(self, code: Path, folder: Path, port: int, environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", "daphne", "--access-log", "/dev/null", "-b", "127.0.0.1", "-p", str(port)]
        command += ["--ping-interval", "3", "--ping-timeout", "4"]  # seconds: half-open sockets are found out soon
        log = folder / f"server-{port}.log"
        super().__init__([*command, "phom_site.asgi:application"], code, log, environment)
        self.port = port

    async def serve(self) -> None:
        """Start, and return once it takes connections."""
        self.start()
        await until(self._answers, START, f"an answer from port {self.port}")

    def _answers(self) -> bool:
        assert self.runs, self.said()
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1):
                return True
        except OSError:
            return False


class RedisServer(Program):
    """One on a socket, which keeps nothing."""

    is_there = shutil.which("redis-server") is not None

    def __init__(self, folder: Path) -> None:
        self.path = folder / "redis.sock"
        words = ["--port", "0", "--unixsocket", str(self.path), "--save", "", "--appendonly", "no"]
        super().__init__(["redis-server", *words], folder, folder / "redis.log", dict(os.environ))

    async def serve(self) -> None:
        self.start()
        await until(self._answers, START, "Redis")

    def _answers(self) -> bool:
        try:
            with Redis(unix_socket_path=str(self.path)) as client:
                return bool(client.ping())
        except NoConnection:
            return False


needs_services = pytest.mark.skipif(
    not (Postgres.is_there and RedisServer.is_there), reason="PostgreSQL or Redis isn't installed"
)


class Stage:
    """What a test plays on. Everything is started by `staged`, which ends it too."""

    def __init__(self, folder: Path, database: Database, redis: RedisServer | None, settings: dict[str, str]) -> None:
        self.folder = folder
        self.database = database
        self.redis = redis
        others = {
            name: value for name, value in os.environ.items() if not name.startswith(("PHOM_", "DATABASE_", "REDIS_"))
        }
        self.environment = others | {"DJANGO_SETTINGS_MODULE": "phom_site.settings"} | SETTINGS
        self.environment |= database.settings | ({"REDIS_URL": f"unix://{redis.path}"} if redis else {}) | settings
        self.servers: list[Server] = []
        self.clocks: list[Program] = []

    def server(self, code: Path = ROOT, port: int | None = None) -> Server:
        """One more server, of this code; not started yet."""
        server = Server(code, self.folder, port or free_port(), self.environment)
        self.servers.append(server)
        return server

    def clock(self) -> Program:
        """One more clock, a process of its own; not started yet."""
        log = self.folder / f"clock-{len(self.clocks)}.log"
        clock = Program([sys.executable, "manage.py", "runclock"], ROOT, log, self.environment)
        self.clocks.append(clock)
        return clock

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """One of the site's commands, run to its end."""
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)

    def rows(self, query: str) -> list[Row]:
        return self.database.rows(query)

    def said(self) -> str:
        """What servers and clocks logged."""
        return "".join(program.said() for program in (*self.servers, *self.clocks))

    def close(self) -> None:
        for program in (*self.servers, *self.clocks, *([self.redis] if self.redis else [])):
            program.kill()
        self.database.kill()


def _folder() -> tempfile.TemporaryDirectory[str]:
    """One with a short path, which every user may enter: both for PostgreSQL's sake."""
    folder = tempfile.TemporaryDirectory(prefix="phom-faults-")
    Path(folder.name).chmod(0o755)
    (Path(folder.name) / "postgres").mkdir()
    return folder


@cache
def _migrated(shared: bool) -> Path:
    """A database to begin with, made once a run."""
    folder = _folder()
    atexit.register(folder.cleanup)
    place = Path(folder.name)
    database: Database = Postgres(place / "postgres") if shared else Sqlite(place)
    database.start()
    try:
        migrated = Stage(place, database, None, {}).manage("migrate", "--verbosity", "0")
        assert migrated.returncode == 0, migrated.stderr
        database.copy_to(place / "migrated")
    finally:
        database.kill()
    return place / "migrated"


@contextmanager
def _kept(shared: bool, disk: Path | None, wall: Wall | None) -> Iterator[tuple[Path, Database]]:
    """A folder for logs and sockets, and the database, in it or on the disk."""
    begins_as = _migrated(shared)
    with _folder() as name:
        place = Path(name)
        if shared:
            yield place, Postgres(place / "postgres", begins_as, wall, disk)
        else:
            yield place, Sqlite(disk or place, begins_as)


@asynccontextmanager
async def staged(
    *,
    servers: int = 1,
    clocks: int = 0,
    shared: bool = False,
    disk: Path | None = None,
    wall: Wall | None = None,
    **settings: str,
) -> AsyncIterator[tuple[Stage, Front]]:
    """Everything runs, with the settings given: on SQLite with the clock within the one server, or ``shared``, on
    PostgreSQL and Redis, with so many servers and clocks. The stage, and what stands before it."""
    with _kept(shared, disk, wall) as (place, database):
        redis = RedisServer(place) if shared else None
        settings |= ({"PHOM_CLOCK": "off"} if clocks else {}) | (wall.settings if wall else {})
        stage = Stage(place, database, redis, settings)
        try:
            await asyncio.to_thread(database.start)
            if redis:
                await redis.serve()
            await asyncio.gather(*(stage.server().serve() for _ in range(servers)))
            for _ in range(clocks):
                stage.clock().start()
            async with Front([server.port for server in stage.servers], random.Random(1)) as front:
                yield stage, front
        except BaseException:
            print(stage.said()[-20_000:])  # what pytest shows of a test that failed
            raise
        finally:
            stage.close()
