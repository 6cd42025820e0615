"""Messages that players want looked at, kept with what was said before them."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from game.live import talk
from game.live.moment import now
from game.live.refused import Refused
from game.models import Message, Report

MOST = 20
"""Reports of one player within a day."""
DAY = timedelta(days=1)


def report(code: str, message_id: int, reporter: User) -> Report:
    """Report a message that was said at the table; a second time nothing more happens.

    Message.DoesNotExist, also of one that a moderator has hidden; Refused ``own_words``, ``many_reports``.
    """
    message = Message.objects.get(pk=message_id, table__code=code, hidden=False)
    if message.user_id == reporter.pk:
        raise Refused("own_words")
    if Report.objects.filter(reporter=reporter, made_at__gt=now() - DAY).count() >= MOST:
        raise Refused("many_reports")
    kept = {"reported_id": message.user_id, "text": message.text, "around": talk.before(message)}
    return Report.objects.get_or_create(message=message, reporter=reporter, defaults=kept)[0]


def forget(now: datetime, kept: timedelta) -> int:
    """Remove the reports made longer ago than they are kept; how many."""
    return Report.objects.filter(made_at__lt=now - kept).delete()[0]
