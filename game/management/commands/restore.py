"""`manage.py restore FILE`: the database as `manage.py backup` has kept it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.models import User
from game.management.copies import Copies, CopyError, copies
from game.models import HandRecord


class Command(BaseCommand):
    """Prints what the database holds now."""

    help = (
        "Let the database be as `manage.py backup` has copied it to FILE. Refused while servers or clocks have it "
        "open, and where it holds players. What fails on the way changes nothing."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--replace", action="store_true", help="lose the players and hands that there are")
        parser.add_argument("--in-use", action="store_true", help="even while others have the database open")

    def handle(self, *args: Any, file: Path, replace: bool, in_use: bool, **options: Any) -> None:
        players = 0 if replace else _players()
        if players:
            raise CommandError(f"the database holds {players} players: --replace loses them")
        try:
            _restore(copies(), file, in_use)
        except CopyError as error:
            raise CommandError(str(error)) from error
        self._tell()

    def _tell(self) -> None:
        self.stdout.write(f"{_players()} players, {HandRecord.objects.count()} hands")
        ahead = MigrationExecutor(connection)
        if ahead.migration_plan(ahead.loader.graph.leaf_nodes()):
            self.stdout.write("the copy was made by an older release: run `manage.py migrate` before anybody plays")


def _restore(kept: Copies, file: Path, in_use: bool) -> None:
    kept.check(file)
    if not in_use and kept.is_used():
        raise CopyError("the database is in use: stop servers and clocks first, or say --in-use")
    kept.load(file)


def _players() -> int:
    """How many there are, guests too; none where there are no tables yet."""
    has_tables = User._meta.db_table in connection.introspection.table_names()
    return User.objects.count() if has_tables else 0
