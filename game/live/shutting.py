"""A moderator closes a table, once the hand in play is over; the table is told."""

from __future__ import annotations

from accounts.models import User
from accounts.staff import log
from game.live import endings, moderating
from game.live.change import changing
from game.live.moment import now
from game.models import Phase

MAY = "game.act_on_table"


def close_after_hand(code: str, by: User, why: str) -> None:
    """At once where no hand is played. Raises what `moderating.check` does; nothing happens to a closed table."""
    with changing(code) as table:
        why = moderating.check(table, by, MAY, why)
        if not (table.closed_at or table.last_hand):
            log.note(by, "close_table", table, why, {"last_hand": False}, {"last_hand": True})
            table.last_hand = True
            if table.phase != Phase.PLAYING:
                endings.go_on(table, now())


def keep_open(code: str, by: User, why: str) -> None:
    """It goes on after the hand. Raises what `moderating.check` does; a closed table stays closed."""
    with changing(code) as table:
        why = moderating.check(table, by, MAY, why)
        if table.last_hand and not table.closed_at:
            log.note(by, "keep_table_open", table, why, {"last_hand": True}, {"last_hand": False})
            table.last_hand = False
