"""`manage.py checkstanding [--rebuild]`: whether the leaderboards count what the scores say."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import recount


class Command(BaseCommand):
    help = "Compare what the leaderboards keep with the scores they are made of; --rebuild puts it right."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="count everything anew where it is wrong")

    def handle(self, *args: Any, rebuild: bool, **options: Any) -> None:
        found = list(recount.wrong())
        for line in found:
            self.stdout.write(line)
        if found and rebuild:
            recount.rebuild()
            self.stdout.write(f"{len(found)} put right")
        elif found:
            raise CommandError(f"{len(found)} wrong; --rebuild puts them right")
        else:
            self.stdout.write("the leaderboards count what the scores say")
