"""Friends: one asks, the other accepts. Whoever is declined isn't told, and can't ask again for a while."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import blocks, keeping, pairs
from accounts.models import Friendship, User

MOST_FRIENDS = 200
MOST_ASKED = 30
"""Requests of one player that weren't accepted yet."""
MOST_ASKING = 100
"""Requests that wait for one player's answer."""


class Unable(Exception):
    """The two can't become friends now: ``code`` is ``nobody``, ``apart``, ``many_friends``, ``their_many_friends``,
    ``many_asked``, ``many_asking``, ``no_request``, ``accepted``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Tie(StrEnum):
    """What somebody is to a player."""

    NONE = "none"
    SELF = "self"
    ASKED = "asked"
    """By the player, who waits for the answer."""
    ASKS = "asks"
    """And waits for the player's answer."""
    FRIEND = "friend"
    BLOCKED = "blocked"
    """By the player."""


# -- changing it --------------------------------------------------------------------------------------


def ask(by: User, whom: User) -> None:
    """``by`` wants to be friends with the other; they are at once, if the other has asked too. Nothing a second time.

    Raises Unable.
    """
    with pairs.locked(by, whom):
        _check(by, whom)
        mine, theirs = _asked(by, whom), _asked(whom, by)
        if theirs and (theirs.accepted_at or not theirs.withdrawn_at):
            _accept(theirs, by, whom)
        elif mine is None:
            _check_requests(by, whom)
            Friendship.objects.create(asker=by, asked=whom)
        elif mine.withdrawn_at:
            Friendship.objects.filter(pk=mine.pk).update(withdrawn_at=None)


def accept(user: User, asker: User) -> None:
    """The user is friends with who asked. Nothing a second time; raises Unable."""
    with pairs.locked(user, asker):
        _check(user, asker)
        request = _asked(asker, user)
        if request is None or request.withdrawn_at:
            raise Unable("no_request")
        _accept(request, user, asker)


def decline(user: User, asker: User) -> None:
    """The user doesn't want to be asked by this one for now."""
    open_ones = Friendship.objects.filter(asker=asker, asked=user, accepted_at=None, declined_at=None)
    open_ones.update(declined_at=timezone.now())


def withdraw(user: User, asked: User) -> None:
    """The user doesn't ask this one any more; what was declined stays known, so that it isn't asked again. Raises
    Unable where the request was accepted meanwhile."""
    own = Friendship.objects.filter(asker=user, asked=asked, accepted_at=None)
    if asked.pk in ids_of(user):
        raise Unable("accepted")
    own.filter(declined_at=None).delete()
    own.update(withdrawn_at=timezone.now())


def end(user: User, other: User) -> None:
    """They are no friends any more."""
    _with(user).filter(Q(asker=other) | Q(asked=other), accepted_at__isnull=False).delete()


def forget(user: User) -> None:
    """Nothing is kept of whose friend the user was, or wanted to be."""
    _with(user).delete()


def forget_requests(now: datetime) -> int:
    """Remove the requests that weren't accepted for long; how many."""
    return Friendship.objects.filter(accepted_at=None, made_at__lt=now - keeping.REQUESTS).delete()[0]


# -- reading it ---------------------------------------------------------------------------------------


def of(user: User) -> list[User]:
    """The user's friends, by name."""
    return list(User.objects.filter(pk__in=ids_of(user), is_active=True, erased_at=None).order_by("display_name"))


def ids_of(user: User) -> set[int]:
    """The ids of the user's friends."""
    return ids_of_all([user.pk])[user.pk]


def ids_of_all(user_ids: Iterable[int]) -> dict[int, set[int]]:
    """The ids of each one's friends. One query."""
    found: dict[int, set[int]] = {user_id: set() for user_id in user_ids}
    rows = Friendship.objects.filter(Q(asker__in=found) | Q(asked__in=found), accepted_at__isnull=False)
    for asker, asked in rows.values_list("asker", "asked"):
        for one, other in ((asker, asked), (asked, asker)):
            if one in found:
                found[one].add(other)
    return found


def waiting(user: User, since: datetime | None = None) -> QuerySet[User]:
    """Those who wait for the user's answer, the last one first; of those only who asked ``since``."""
    requests = _open_requests(since).filter(asked=user)
    found = User.objects.filter(asked__in=requests, is_active=True, erased_at=None)
    return found.order_by("-asked__pk")


def requests_to(user_ids: Iterable[int], since: datetime) -> list[tuple[int, int]]:
    """Who was asked since then and hasn't answered, with the request's id. One query."""
    return list(_open_requests(since).filter(asked__in=user_ids).values_list("asked", "pk"))


def answers_to(user_ids: Iterable[int], since: datetime) -> list[tuple[int, int]]:
    """Whose request was accepted since then, with the request's id. One query."""
    return list(Friendship.objects.filter(asker__in=user_ids, accepted_at__gt=since).values_list("asker", "pk"))


def asked_by(user: User) -> QuerySet[User]:
    """Those whose answer the user waits for, the last one first; whoever declined is still among them."""
    is_open = {"asked_by__accepted_at": None, "asked_by__withdrawn_at": None}
    found = User.objects.filter(asked_by__asker=user, is_active=True, erased_at=None, **is_open)
    return found.order_by("-asked_by__pk")


def ties(user: User, other_ids: Iterable[int]) -> dict[int, Tie]:
    """What each of the others is to the user. Two queries."""
    found = dict.fromkeys(other_ids, Tie.NONE)
    for row in _with(user).filter(Q(asker__in=found) | Q(asked__in=found)):
        other = row.asked_id if row.asker_id == user.pk else row.asker_id
        if other in found:
            found[other] = max(_tie(row, user), found[other], key=list(Tie).index)
    for other in user.blocks.filter(whom__in=found).values_list("whom", flat=True):
        found[other] = Tie.BLOCKED
    return found | ({user.pk: Tie.SELF} if user.pk in found else {})


def _tie(row: Friendship, user: User) -> Tie:
    if row.accepted_at:
        return Tie.FRIEND
    if row.withdrawn_at:
        return Tie.NONE
    if row.asker_id == user.pk:
        return Tie.ASKED
    return Tie.NONE if row.declined_at else Tie.ASKS


def _open_requests(since: datetime | None) -> QuerySet[Friendship]:
    found = Friendship.objects.filter(accepted_at=None, declined_at=None, withdrawn_at=None)
    return found.filter(made_at__gt=since) if since else found


def _with(user: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(asker=user) | Q(asked=user))


def _asked(asker: User, asked: User) -> Friendship | None:
    return Friendship.objects.filter(asker=asker, asked=asked).first()


def _check(user: User, other: User) -> None:
    """Raises Unable where there can be nothing between the two."""
    if user.pk == other.pk or not User.objects.filter(pk=other.pk, is_active=True, erased_at=None).exists():
        raise Unable("nobody")
    if blocks.between(user.pk, [other.pk]):
        raise Unable("apart")


def _check_requests(by: User, whom: User) -> None:
    """Raises Unable where there are too many requests, or friends, already."""
    if len(ids_of(by)) >= MOST_FRIENDS:
        raise Unable("many_friends")
    if by.asked.filter(accepted_at=None).count() >= MOST_ASKED:
        raise Unable("many_asked")
    if waiting(whom).count() >= MOST_ASKING:
        raise Unable("many_asking")


def _accept(request: Friendship, user: User, asker: User) -> None:
    if request.accepted_at:
        return
    if len(ids_of(user)) >= MOST_FRIENDS:
        raise Unable("many_friends")
    if len(ids_of(asker)) >= MOST_FRIENDS:
        raise Unable("their_many_friends")
    _with(user).filter(asker=user, asked=asker).delete()  # what the user had asked, and withdrawn
    accepted = {"accepted_at": timezone.now(), "declined_at": None}
    Friendship.objects.filter(pk=request.pk).update(**accepted)
