"""`manage.py cleanup`: remove what has been kept long enough. Meant to be run once a day."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.cleaning import rules


class Command(BaseCommand):
    """Prints how much of each kind went."""

    help = "Remove guests who didn't come back, and all else that has been kept as long as the privacy page says."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        for rule in rules:
            self.stdout.write(f"{rule.what}: {rule.clean(now)}")
