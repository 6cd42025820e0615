"""`manage.py signals`: weigh the finished hands that weren't yet, and write the signals that they give."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from game.fairplay import watching
from game.live.moment import now
from game.models import Signal


class Command(BaseCommand):
    """Prints how many hands were weighed, and how many signals wait for somebody to judge them."""

    help = (
        "Weigh finished hands for signals of unfair play, the newest first: the clock does the same, a few at a time. "
        "Players may go on playing meanwhile. Signals are for people to judge; nothing follows by itself."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--most", type=int, default=0, help="so many hands at most; as many as there are otherwise")

    def handle(self, *args: Any, most: int, **options: Any) -> None:
        weighed = 0
        while more := watching.batch(now(), self._next(most, weighed)):
            weighed += more
        self.stdout.write(f"{weighed} hands weighed, {Signal.objects.filter(judged_at=None).count()} signals to judge")

    @staticmethod
    def _next(most: int, weighed: int) -> int:
        return min(watching.BATCH, most - weighed) if most else watching.BATCH
