"""A copy of the whole database in one file: taken while people play, put back while nobody does.

Of an SQLite file by SQLite's own online backup; of PostgreSQL by its ``pg_dump`` and ``pg_restore``. Either way the
copy is of one moment, and is put back in one transaction: what fails on the way changes nothing.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Protocol
from urllib.parse import quote

from django.db import connection, connections
from psycopg import connect as connect_to_postgresql
from psycopg import conninfo

PATIENCE = 20.0
"""Seconds to wait for whoever writes."""
OURS = "game_table"
"""A table that every copy has."""
EMPTY = """DO $$ DECLARE name text; BEGIN
FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = 'public'
LOOP EXECUTE 'DROP TABLE IF EXISTS ' || name || ' CASCADE'; END LOOP; END $$;
"""
OTHERS = """SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
AND backend_type = 'client backend' AND pid <> pg_backend_pid())"""
PLAIN = ("--no-owner", "--no-privileges")
"""Whose the tables are is a matter of the server that they are put back to."""


class CopyError(Exception):
    """Why nothing was copied, in words."""


class Copies(Protocol):
    """One kind of database."""

    def save(self, file: Path) -> None:
        """Copy the database to a file that isn't there yet; CopyError."""

    def check(self, file: Path) -> None:
        """CopyError if the file is no copy of such a database."""

    def is_used(self) -> bool:
        """Whether another process has the database open."""

    def load(self, file: Path) -> None:
        """Let the database be as the file has it; CopyError, and then it is as it was."""


def copies() -> Copies:
    """Those of the site's database, to which this process holds no connection any more."""
    settings = connection.settings_dict
    connections.close_all()
    return Sqlite(Path(settings["NAME"])) if connection.vendor == "sqlite" else Postgresql(settings)


@contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A file for its owner alone, which becomes ``file`` once it is whole; CopyError where there is one."""
    draft = file.with_name(f"{file.name}.part")
    try:
        if file.exists():
            raise CopyError(f"{file}: is there already")
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL, 0o600))
        try:
            yield draft
            with draft.open("rb") as whole:
                os.fsync(whole.fileno())
            draft.rename(file)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise CopyError(f"{error.filename or file}: {error.strerror}") from error


class Sqlite:
    """A database in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def save(self, file: Path) -> None:
        with _draft(file) as draft, _said(f"{self._path} to {file}"):
            with closing(_open(self._path)) as source, closing(sqlite3.connect(draft)) as target:
                source.backup(target)
                target.execute("PRAGMA journal_mode=DELETE")  # one file
            self.check(draft)

    def check(self, file: Path) -> None:
        with _said(f"{file}: expected a copy of the site's SQLite database"), closing(_open(file)) as copy:
            [sound] = copy.execute("PRAGMA quick_check").fetchone()
            if sound != "ok" or not copy.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", [OURS]).fetchone():
                raise CopyError(f"{file}: expected a copy of the site's SQLite database, and a whole one")

    def is_used(self) -> bool:
        """Only without others can the last connection leave the mode in which readers don't wait."""
        if not self._path.exists():
            return False
        with closing(sqlite3.connect(self._path, timeout=1)) as alone:
            try:
                return bool(alone.execute("PRAGMA journal_mode=DELETE").fetchone() != ("delete",))
            except sqlite3.OperationalError:
                return True

    def load(self, file: Path) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        target = sqlite3.connect(self._path, timeout=PATIENCE)
        with _said(f"{file} to {self._path}"), closing(target), closing(_open(file)) as source:
            source.backup(target)


def _open(path: Path) -> sqlite3.Connection:
    """To read; sqlite3.Error where there is no such file."""
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True, timeout=PATIENCE)


@contextmanager
def _said(what: str) -> Iterator[None]:
    """What SQLite finds wrong within the block is a CopyError."""
    try:
        yield
    except sqlite3.Error as error:
        raise CopyError(f"{what}: {error}") from error


class Postgresql:
    """A database of a PostgreSQL server."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        named = {"dbname": "NAME", "user": "USER", "host": "HOST", "port": "PORT"}
        known = {word: settings[name] for word, name in named.items() if settings[name]} | settings["OPTIONS"]
        self._password = settings["PASSWORD"]
        self._where = conninfo.make_conninfo(**known)

    def save(self, file: Path) -> None:
        with _draft(file) as draft:
            self._run(["pg_dump", "--format=custom", *PLAIN, f"--file={draft}", self._target])

    def check(self, file: Path) -> None:
        with TemporaryFile() as listed:
            try:
                self._run(["pg_restore", "--list", str(file.absolute())], to=listed)
            except CopyError as error:
                raise CopyError(f"{file}: expected a copy of the site's PostgreSQL database; {error}") from error
            listed.seek(0)
            if f" {OURS} ".encode() not in listed.read():
                raise CopyError(f"{file}: expected a copy of the site's PostgreSQL database")

    def is_used(self) -> bool:
        with connect_to_postgresql(self._where, password=self._password or None) as asking:
            row = asking.execute(OTHERS).fetchone()
        return bool(row and row[0])

    def load(self, file: Path) -> None:
        with TemporaryFile() as script:
            script.write(f"BEGIN;\n{EMPTY}".encode())
            script.flush()
            self._run(["pg_restore", *PLAIN, "--file=-", str(file.absolute())], to=script)
            script.seek(0, os.SEEK_END)
            script.write(b"COMMIT;\n")
            script.seek(0)
            self._run(["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", self._target], of=script)

    @property
    def _target(self) -> str:
        """Without the password, which everybody on the machine could read there."""
        return f"--dbname={self._where}"

    def _run(self, command: list[str], of: IO[bytes] | None = None, to: IO[bytes] | None = None) -> None:
        """Run one of PostgreSQL's programs; CopyError with what it says where it fails."""
        environment = os.environ | ({"PGPASSWORD": self._password} if self._password else {})
        source, target = of or subprocess.DEVNULL, to or subprocess.DEVNULL
        try:
            ran = subprocess.run(
                command, env=environment, stdin=source, stdout=target, stderr=subprocess.PIPE, check=False
            )
        except FileNotFoundError as error:
            raise CopyError(f"{command[0]} is missing: Debian has it in postgresql-client") from error
        if ran.returncode:
            raise CopyError(ran.stderr.decode(errors="replace").strip() or f"{command[0]} failed")
