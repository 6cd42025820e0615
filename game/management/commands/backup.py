"""`manage.py backup FILE`: the whole database in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.management.copies import CopyError, copies


class Command(BaseCommand):
    """Prints the file and its size."""

    help = (
        "Copy the whole database, as it is at one moment, to a FILE that isn't there yet; people may go on playing. "
        "The file tells everything about everybody: its owner alone can read it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            copies().save(file)
        except CopyError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes")
