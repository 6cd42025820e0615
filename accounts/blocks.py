"""People with whom others want nothing to do, and people whose words they don't want to read."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from accounts import pairs
from accounts.models import Block, Friendship, Mute, User


def block(by: User, whom: User) -> None:
    """From now on the two aren't seated together, don't hear each other and are no friends. Nothing for oneself or a
    second time."""
    if by.pk == whom.pk:
        return
    with pairs.locked(by, whom):
        Friendship.objects.filter(Q(asker=by, asked=whom) | Q(asker=whom, asked=by)).delete()
        Block.objects.get_or_create(by=by, whom=whom)


def unblock(by: User, whom: User) -> None:
    """The user has nothing against the other any more; friends they are no more."""
    Block.objects.filter(by=by, whom=whom).delete()


def blocked_by(user: User) -> list[User]:
    """Those with whom the user wants nothing to do, the last one first."""
    return list(User.objects.filter(blocked_by__by=user, erased_at=None).order_by("-blocked_by__pk"))


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
    return muted_by(user) | apart_from(user)


def unheard(speaker_ids: Iterable[int]) -> set[tuple[int, int]]:
    """Each of these users with each of those to whom that one's words don't come. Two queries."""
    speakers = set(speaker_ids)
    return {*Mute.objects.filter(whom__in=speakers).values_list("whom", "by"), *apart(speakers)}


def apart_from(user: User) -> set[int]:
    """The ids of those whom the user blocks, and of those who block the user."""
    found = Block.objects.filter(Q(by=user) | Q(whom=user)).values_list("by", "whom")
    return {one for pair in found for one in pair} - {user.pk}


def apart(user_ids: Iterable[int]) -> set[tuple[int, int]]:
    """Each of these users with each of those whom the user blocks, or who block the user."""
    users = set(user_ids)
    found = Block.objects.filter(Q(by__in=users) | Q(whom__in=users)).values_list("by", "whom")
    return {pair for by, whom in found for pair in ((by, whom), (whom, by)) if pair[0] in users}


def forget(user: User) -> None:
    """Nothing is kept of whom the user blocked or muted, or of who did it to the user."""
    for kept in (Block, Mute):
        kept.objects.filter(Q(by=user) | Q(whom=user)).delete()
