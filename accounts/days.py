"""Days of the site are those of Vietnam, wherever the server or the player is."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Asia/Ho_Chi_Minh")


def start_of_day(at: datetime) -> datetime:
    """The midnight that the day of this moment began with."""
    return at.astimezone(ZONE).replace(hour=0, minute=0, second=0, microsecond=0)


def next_day(at: datetime) -> datetime:
    """The midnight after this moment."""
    return start_of_day(start_of_day(at) + timedelta(days=1))
