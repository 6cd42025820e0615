"""People with whom others want nothing to do, and people whose words they don't want to read."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import Block, Mute, User


def block(by: User, whom: User) -> None:
    """From now on the two aren't seated together and don't hear each other. Nothing for oneself or a second time."""
    if by.pk != whom.pk:
        Block.objects.get_or_create(by=by, whom=whom)


def unblock(by: User, whom: User) -> None:
    Block.objects.filter(by=by, whom=whom).delete()


def between(user_id: int, other_ids: Iterable[int]) -> bool:
    """Whether the user blocks one of the others, or one of them the user."""
    others = list(other_ids)
    return Block.objects.filter(Q(by=user_id, whom__in=others) | Q(whom=user_id, by__in=others)).exists()


def mute(by: User, whom: User) -> None:
    """From now on ``by`` doesn't read what the other writes. Nothing for oneself or a second time."""
    if by.pk != whom.pk:
        Mute.objects.get_or_create(by=by, whom=whom)


def unmute(by: User, whom: User) -> None:
    Mute.objects.filter(by=by, whom=whom).delete()


def muted_by(user: User) -> set[int]:
    """The ids of those whose words the user doesn't want to read."""
    return set(Mute.objects.filter(by=user).values_list("whom", flat=True))


def unheard_by(user: User) -> set[int]:
    """The ids of those whose words don't come to the user: muted ones, and those who block each other with the user."""
    apart = Block.objects.filter(Q(by=user) | Q(whom=user)).values_list("by", "whom")
    return (muted_by(user) | {one for pair in apart for one in pair}) - {user.pk}
