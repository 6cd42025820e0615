"""A copy of the database in a file, and the database as the file has it: on files of SQLite, and by the commands."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from game.management import copies
from game.management.commands import restore
from game.management.copies import CopyError, Postgresql, Sqlite
from game.models import HandRecord
from tests.live.build import dealt, people, person, seated


def fill(path: Path, *rows: int) -> sqlite3.Connection:
    """A database like a server's, which is still open."""
    held = sqlite3.connect(path, isolation_level=None)
    held.execute("PRAGMA journal_mode=WAL")
    held.execute("CREATE TABLE IF NOT EXISTS game_table (id)")
    held.executemany("INSERT INTO game_table VALUES (?)", [(row,) for row in rows])
    return held


def rows(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as found:
        return [row[0] for row in found.execute("SELECT id FROM game_table")]


def test_a_copy_is_made_of_what_is_open_elsewhere(tmp_path: Path) -> None:
    path, file = tmp_path / "live", tmp_path / "copy"
    with closing(fill(path, 1, 2)) as held:
        held.execute("BEGIN IMMEDIATE")
        held.execute("INSERT INTO game_table VALUES (3)")
        Sqlite(path).save(file)
    assert rows(file) == [1, 2]
    assert file.stat().st_mode & 0o077 == 0
    assert {entry.name for entry in tmp_path.iterdir()} == {"live", "copy"}


def test_a_database_is_as_its_copy_again(tmp_path: Path) -> None:
    path, file, other = tmp_path / "live", tmp_path / "copy", tmp_path / "new" / "folder"
    fill(path, 1).close()
    Sqlite(path).save(file)
    with closing(fill(path, 2)):
        assert Sqlite(path).is_used()
    assert not Sqlite(path).is_used() and not Sqlite(other).is_used()
    for target in (path, other):
        Sqlite(target).load(file)
        assert rows(target) == [1]


def test_even_while_others_have_it_open(tmp_path: Path) -> None:
    path, file = tmp_path / "live", tmp_path / "copy"
    with closing(fill(path, 1)) as held:
        Sqlite(path).save(file)
        held.execute("DELETE FROM game_table")
        Sqlite(path).load(file)
        assert held.execute("SELECT id FROM game_table").fetchall() == [(1,)]


def test_no_file_is_written_over(tmp_path: Path) -> None:
    path, file = tmp_path / "live", tmp_path / "copy"
    fill(path, 1).close()
    file.write_text("precious")
    with pytest.raises(CopyError, match="is there already"):
        Sqlite(path).save(file)
    assert file.read_text() == "precious"


def test_a_copy_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(CopyError, match="unable to open"):
        Sqlite(tmp_path / "nowhere").save(tmp_path / "copy")
    with pytest.raises(CopyError, match="No such file or directory"):
        Sqlite(tmp_path / "nowhere").save(tmp_path / "no" / "copy")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(4096)])
def test_what_is_no_copy_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "copy"
    file.write_bytes(content)
    with pytest.raises(CopyError, match="expected a copy of the site's SQLite database"):
        Sqlite(tmp_path / "live").check(file)
    with pytest.raises(CopyError, match="expected a copy of the site's PostgreSQL database|is missing"):
        Postgresql({"NAME": "phom", "USER": "", "PASSWORD": "", "HOST": "", "PORT": "", "OPTIONS": {}}).check(file)


def test_a_copy_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    path, file = tmp_path / "live", tmp_path / "copy"
    fill(path, *range(5000)).close()
    Sqlite(path).save(file)
    file.write_bytes(file.read_bytes()[:-8192])
    with pytest.raises(CopyError):
        Sqlite(path).check(file)


def test_a_program_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    kept = Postgresql({"NAME": "phom", "USER": "an", "PASSWORD": "hush", "HOST": "", "PORT": "", "OPTIONS": {}})
    with pytest.raises(CopyError, match="^pg_dump is missing: Debian has it in postgresql-client$"):
        kept.save(tmp_path / "copy")
    assert not list(tmp_path.iterdir())


# -- the commands ------------------------------------------------------------------------------------------


class Kept:
    """What a command does with a database, noted."""

    is_open_elsewhere = False

    def __init__(self) -> None:
        self.did: list[str] = []

    def save(self, file: Path) -> None:
        self.did.append("save")
        file.write_bytes(bytes(12345))

    def check(self, file: Path) -> None:
        if not file.exists():
            raise CopyError(f"{file}: not there")

    def is_used(self) -> bool:
        return self.is_open_elsewhere

    def load(self, file: Path) -> None:
        self.did.append("load")


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Kept:
    found = Kept()
    for module in ("backup", "restore"):
        monkeypatch.setattr(f"game.management.commands.{module}.copies", lambda: found)
    (tmp_path / "copy").touch()
    return found


def run(*words: object) -> str:
    out = io.StringIO()
    call_command(*map(str, words), stdout=out)
    return out.getvalue()


def test_backup_tells_the_size(kept: Kept, tmp_path: Path) -> None:
    assert run("backup", tmp_path / "new") == f"{tmp_path / 'new'}: 12,345 bytes\n"
    assert kept.did == ["save"]


@pytest.mark.django_db
def test_restore_tells_what_there_is(kept: Kept, tmp_path: Path) -> None:
    assert run("restore", tmp_path / "copy") == "0 players, 0 hands\n"
    assert kept.did == ["load"]


@pytest.mark.django_db
def test_players_are_lost_only_where_that_is_said(kept: Kept, tmp_path: Path) -> None:
    person("An")
    with pytest.raises(CommandError, match="^the database holds 1 players: --replace loses them$"):
        run("restore", tmp_path / "copy")
    assert not kept.did
    run("restore", tmp_path / "copy", "--replace")
    assert kept.did == ["load"]


@pytest.mark.django_db
def test_a_database_in_use_is_left_alone_unless_that_is_said(kept: Kept, tmp_path: Path) -> None:
    kept.is_open_elsewhere = True
    with pytest.raises(CommandError, match="^the database is in use: stop servers and clocks first"):
        run("restore", tmp_path / "copy", "--replace")
    assert not kept.did
    run("restore", tmp_path / "copy", "--in-use")
    assert kept.did == ["load"]


@pytest.mark.django_db
def test_a_file_is_read_before_anything_is_lost(kept: Kept, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="not there"):
        run("restore", tmp_path / "nothing")
    assert not kept.did


@pytest.mark.django_db
def test_a_copy_of_an_older_release_wants_to_be_migrated(
    kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restore.MigrationExecutor, "migration_plan", lambda *args: ["one to come"])
    assert "run `manage.py migrate`" in run("restore", tmp_path / "copy")


@pytest.mark.django_db
def test_the_database_decides_how_it_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies.connections, "close_all", lambda: None)  # the test's own transaction is in it
    kind = {"sqlite": Sqlite, "postgresql": Postgresql}[connection.vendor]
    assert isinstance(copies.copies(), kind)


@pytest.mark.django_db
def test_all_hands_that_are_kept_are_checked() -> None:
    for code in ("one", "other"):
        dealt(seated([*people()] if code == "one" else ["sound"] * 4, code=code))
    assert run("checkhands", "--kept").startswith("2 hands, 0 differ")
    wrong = HandRecord.objects.latest("pk")
    wrong.pack = wrong.pack[::-1]
    wrong.save()
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("checkhands", "--kept", stdout=out)
    assert out.getvalue().startswith(f"hand {wrong.pk}: ")


def test_something_has_to_be_checked() -> None:
    with pytest.raises(CommandError, match="expected a FILE or --kept"):
        run("checkhands")
