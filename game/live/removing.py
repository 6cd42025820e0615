"""A moderator removes a message: nobody gets it any more, and it goes from the pages where it stands.

The table keeps which were removed last, and every showing of it names them, so that no page misses it.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.staff import log
from accounts.staff.roles import may_act_on
from game.live.change import changing
from game.models import Message

MAY = "game.act_on_table"
KEPT = 100
"""So many removed messages a table names: more than a page has of those that were said before it came."""


def remove(message: Message, by: User, why: str) -> None:
    """Nobody reads it any more. PermissionDenied; ValidationError; a second time nothing happens."""
    _set(message, by, why, is_hidden=True)


def restore(message: Message, by: User, why: str) -> None:
    """Whoever comes from now on reads it again. PermissionDenied; ValidationError; a second time nothing happens."""
    _set(message, by, why, is_hidden=False)


def _set(message: Message, by: User, why: str, is_hidden: bool) -> None:
    _check(message, by, why)
    with changing(message.table.code) as table:
        if Message.objects.filter(pk=message.pk, hidden=not is_hidden).update(hidden=is_hidden):
            others = [pk for pk in table.removed if pk != message.pk]
            table.removed = [*others, message.pk][-KEPT:] if is_hidden else others
            action = "remove_message" if is_hidden else "restore_message"
            log.note(by, action, message, why, {"hidden": not is_hidden}, {"hidden": is_hidden}, user=message.user)


def _check(message: Message, by: User, why: str) -> None:
    if not (by.is_active and by.is_staff and by.has_perm(MAY)):
        raise PermissionDenied
    if message.user and not may_act_on(by, message.user):
        raise ValidationError(_("That was said by somebody on whom you may not act."), code="not_yours")
    if not why.strip():
        raise ValidationError(_("Give a reason."), code="no_reason")
