"""What holds for everything that moderators do at tables: a right, a reason, and no table of their own."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User
from game.models import HandPlayer, Table


def check(table: Table, by: User, permission: str, why: str) -> str:
    """The reason, as it is kept. PermissionDenied; ValidationError without a reason, or where the moderator sits."""
    if not (by.is_active and by.is_staff and by.has_perm(permission)):
        raise PermissionDenied
    if is_own(table, by.pk):
        raise ValidationError(_("You sit at this table: somebody else has to look after it."), code="own_table")
    if not why.strip():
        raise ValidationError(_("Give a reason."), code="no_reason")
    return why.strip()


def is_own(table: Table, user_id: int) -> bool:
    """Whether the user sits at the table, or was dealt into the hand that is shown there."""
    dealt = HandPlayer.objects.filter(hand__table=table, hand__number=F("hand__table__hand_number"), user=user_id)
    return table.chairs.filter(user=user_id, left=False).exists() or dealt.exists()
