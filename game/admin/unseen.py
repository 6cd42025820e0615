"""What of the log somebody of the staff doesn't read: what came of signals and reports about oneself, why messages of
one's own were removed, and what came of signals without the right to see them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import User
from accounts.staff import log_admin
from game.models import Report, Signal


def _about(label: str, user: User, ids: Iterable[int]) -> Q:
    return Q(target_type=label) & (Q(user=user) | Q(target_id__in=[str(pk) for pk in ids]))


def of_the_log(user: User) -> Q:
    """The entries."""
    reports = Report.objects.filter(reported=user).values_list("pk", flat=True)
    own = _about("game.report", user, reports) | _about("game.message", user, ())
    if not user.has_perm("game.view_signal"):
        return own | Q(target_type="game.signal")
    signals = Signal.objects.filter(Q(user=user) | Q(other=user)).values_list("pk", flat=True)
    return own | _about("game.signal", user, signals)


log_admin.unseen.append(of_the_log)
