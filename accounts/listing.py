"""Who is listed on leaderboards: players with an account that works, whom nobody hid or shut out. Scores are kept of
everybody.

Call `hide` to take somebody off the leaderboards; everything else follows from how users are saved and removed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver

from accounts import leaderboards
from accounts.boards import Board
from accounts.models import Rating, Score, Standing, User
from accounts.prepared import Among
from accounts.skill import Skill

_COLUMNS = {"is_active", "is_guest"}


def lock(users: Iterable[int]) -> dict[int, Standing]:
    """The standings of these players, locked in the order of ids; made where there were none.

    Made before anything is locked, so that no two wait for each other.
    """
    wanted = set(users)
    if missing := wanted - {user for (user,) in _KNOWN.rows(wanted)}:
        there = User.objects.filter(pk__in=missing).order_by("pk").values_list("pk", flat=True)
        Standing.objects.bulk_create([Standing(user_id=user) for user in there], ignore_conflicts=True)
    return {standing.user_id: standing for standing in _LOCKED.models(wanted)}


_KNOWN = Among(lambda users: Standing.objects.filter(user__in=users).values_list("user_id"))
_LOCKED = Among(
    lambda users: (
        Standing.objects.select_for_update(of=("self",), no_key=True)
        .select_related("user")
        .filter(user__in=users)
        .order_by("user_id")
    )
)


def is_listed(standing: Standing) -> bool:
    """Whether the player may have places on leaderboards."""
    user = standing.user
    return user.is_active and user.shut_out_until is None and not user.is_guest and not standing.hidden


def hide(user_id: int, hidden: bool = True) -> None:
    """Keep a player off the leaderboards, whatever the scores; or no more."""
    with transaction.atomic():
        lock([user_id])
        Standing.objects.filter(user=user_id).update(hidden=hidden)
        relist(user_id)


def relist(user_id: int) -> None:
    """List the player's scores, or list them no more, by who the player is by now."""
    with transaction.atomic():
        if (standing := lock([user_id]).get(user_id)) is None:
            return
        kept, provisional = list(Score.objects.filter(user=user_id)), _provisional(user_id)
        for score in kept:
            score.listed = is_listed(standing) and score.board not in provisional
        leaderboards.write(kept)


def _provisional(user_id: int) -> set[str]:
    """The boards on which the player has no place yet."""
    ratings = Rating.objects.filter(user=user_id)
    return {board_of(rating).key for rating in ratings if skill_of(rating).is_provisional}


def board_of(rating: Rating) -> Board:
    """Where the rating is compared."""
    return Board("rating", preset=rating.preset)


def skill_of(rating: Rating) -> Skill:
    """What is kept of a player's skill."""
    return Skill(rating.mu, rating.sigma)


@receiver(post_save, sender=User)
def _saved(instance: User, created: bool, update_fields: frozenset[str] | None, **_: Any) -> None:
    """After the transaction, which may hold what a hand that holds the standing waits for."""
    if not created and (update_fields is None or update_fields & _COLUMNS):
        transaction.on_commit(partial(_relist_if_scored, instance.pk))


def _relist_if_scored(user_id: int) -> None:
    if Score.objects.filter(user=user_id).exists():
        relist(user_id)


@receiver(pre_delete, sender=User)
def _removed(instance: User, **_: Any) -> None:
    """In the transaction that removes the user, before scores go without being discounted."""
    leaderboards.forget(instance.pk)
