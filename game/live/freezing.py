"""A moderator freezes the chat of a table, or lets people talk again; the table is told."""

from __future__ import annotations

from accounts.models import User
from accounts.staff import log
from game.live import moderating
from game.live.change import changing

MAY = "game.act_on_table"


def freeze(code: str, by: User, why: str) -> None:
    """Nobody writes there any more. Raises what `moderating.check` does; a second time nothing happens."""
    _set(code, by, why, is_frozen=True)


def thaw(code: str, by: User, why: str) -> None:
    """As before. Raises what `moderating.check` does; a second time nothing happens."""
    _set(code, by, why, is_frozen=False)


def _set(code: str, by: User, why: str, is_frozen: bool) -> None:
    with changing(code) as table:
        why = moderating.check(table, by, MAY, why)
        if table.chat_frozen is not is_frozen:
            before, after = {"chat_frozen": not is_frozen}, {"chat_frozen": is_frozen}
            log.note(by, "freeze_chat" if is_frozen else "thaw_chat", table, why, before, after)
            table.chat_frozen = is_frozen
