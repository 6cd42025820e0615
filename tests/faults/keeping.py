"""The databases that servers are put on: an SQLite file, or a PostgreSQL of its own."""

from __future__ import annotations

import glob
import json
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import psycopg

from tests.faults.wall import Wall

Row = tuple[Any, ...]


class Database(Protocol):
    """Where a site keeps everything."""

    @property
    def settings(self) -> dict[str, str]:
        """Environment variables that lead to it."""

    def rows(self, query: str) -> list[Row]:
        """What a query without parameters finds; JSON as it is written, or parsed."""

    def start(self) -> None: ...

    def kill(self) -> None: ...

    def copy_to(self, place: Path) -> None:
        """Put all of it there, for others to begin with. It is stopped by that."""


def parsed(value: Any) -> Any:
    """A JSON column, whichever database it comes from."""
    return json.loads(value) if isinstance(value, str) else value


class Sqlite:
    """A file in the folder, of which nothing runs."""

    def __init__(self, folder: Path, begins_as: Path | None = None) -> None:
        self.path = folder / "phom.sqlite3"
        if begins_as:
            shutil.copy(begins_as, self.path)

    @property
    def settings(self) -> dict[str, str]:
        return {"PHOM_DB": str(self.path)}

    def rows(self, query: str) -> list[Row]:
        with closing(sqlite3.connect(self.path, timeout=20)) as file:
            return file.execute(query).fetchall()

    def start(self) -> None:
        """Nothing runs."""

    def kill(self) -> None:
        """Nothing runs."""

    def copy_to(self, place: Path) -> None:
        with closing(sqlite3.connect(self.path)) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copy(self.path, place)


def _programs() -> Path | None:
    """The folder of PostgreSQL's programs."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else [Path(path) for path in glob.glob("/usr/lib/postgresql/*/bin")]
    return folders[-1] if folders else None


class Postgres:
    """A cluster of its own on a socket in the folder, which its user must be able to reach; its data on the disk, if
    one is given."""

    is_there = _programs() is not None

    def __init__(
        self, folder: Path, begins_as: Path | None = None, wall: Wall | None = None, disk: Path | None = None
    ) -> None:
        self._folder = folder
        self._wall = wall.settings if wall else {}
        self._data = (disk or folder) / "data"
        self._as_owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as_owner:
            shutil.chown(folder, "postgres")
        if begins_as:
            subprocess.run(["cp", "-a", str(begins_as), str(self._data)], check=True)
        else:
            words = ["-U", "phom", "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
            self._run("initdb", "-D", str(self._data), *words)

    def _run(self, program: str, *words: str) -> None:
        assert (programs := _programs())
        command = [*self._as_owner, str(programs / program), *words]
        subprocess.run(
            command, cwd=self._folder, env={**os.environ, **self._wall}, stdout=subprocess.DEVNULL, check=True
        )

    @property
    def settings(self) -> dict[str, str]:
        return {"DATABASE_URL": f"postgresql://phom@/postgres?host={self._folder}"}

    def rows(self, query: str) -> list[Row]:
        with psycopg.connect(self.settings["DATABASE_URL"]) as connection:
            return connection.execute(query).fetchall()  # type: ignore[arg-type]  # written in these tests

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {self._folder} -c fsync=off -c max_connections=50"
        self._run(
            "pg_ctl", "-w", "-D", str(self._data), "-l", str(self._folder / "postgres.log"), "-o", options, "start"
        )

    def kill(self) -> None:
        """At once: whatever is under way is lost, and what was committed is there at the next start."""
        if (self._data / "postmaster.pid").exists():
            self._run("pg_ctl", "-w", "-D", str(self._data), "-m", "immediate", "stop")

    def copy_to(self, place: Path) -> None:
        self._run("pg_ctl", "-w", "-D", str(self._data), "-m", "fast", "stop")
        subprocess.run(["cp", "-a", str(self._data), str(place)], check=True)
