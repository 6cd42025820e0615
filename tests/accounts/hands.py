"""Finished hands and their players, for tests of standing."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count

from accounts import standing
from accounts.finished import Finished, Part
from accounts.models import Rating, User
from accounts.skill import CERTAIN

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
"""A Monday evening in Vietnam."""
_hands = count(1)


def player(name: str, **fields: object) -> User:
    """A player with an account, of that name."""
    return User.objects.create(username=f"user-{name}", display_name=name, **fields)


def part(
    user: User | None,
    place: int = 1,
    *,
    units: int = 0,
    gold: int | None = None,
    u: str = "",
    mom: bool = False,
    den: int = 0,
) -> Part:
    """What a hand was for the player; None is a bot."""
    return Part(user.pk if user else None, place, units, gold, u, mom, den)


def finished(
    *parts: Part,
    at: datetime = NOW,
    preset: str = "online",
    is_preset: bool = True,
    people_only: bool = True,
) -> Finished:
    """A hand that is over."""
    return Finished(next(_hands), at, preset, is_preset, "hien_nha", parts, people_only)


def ranking(*users: User, at: datetime = NOW, preset: str = "online", gold: int = 100) -> Finished:
    """A hand of people alone, the winner first; each loser pays the winner."""
    losers = [part(user, place, units=-1, gold=-gold) for place, user in enumerate(users[1:], 2)]
    return finished(part(users[0], 1, units=len(losers), gold=gold * len(losers)), *losers, at=at, preset=preset)


def certain(*users: User, preset: str = "online") -> None:
    """A hand that makes the players' ratings certain, the winner first: one more was missing."""
    for user in users:
        for one in ("", preset):
            nearly = {"mu": 25.0, "sigma": CERTAIN + 0.01, "hands": 60, "rated_at": NOW}
            Rating.objects.update_or_create(user=user, preset=one, defaults=nearly)
    standing.note(ranking(*users, preset=preset))
