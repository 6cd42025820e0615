"""Days of the site are those of Vietnam, wherever the server or the player is."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Asia/Ho_Chi_Minh")


def day_of(at: datetime) -> date:
    """The day of this moment."""
    return at.astimezone(ZONE).date()


def midnight(day: date) -> datetime:
    """When the day begins."""
    return datetime.combine(day, time(), ZONE)


def start_of_day(at: datetime) -> datetime:
    """The midnight that the day of this moment began with."""
    return midnight(day_of(at))


def next_day(at: datetime) -> datetime:
    """The midnight after this moment."""
    return start_of_day(start_of_day(at) + timedelta(days=1))
