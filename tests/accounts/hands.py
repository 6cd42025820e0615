"""Finished hands and their players, for tests of standing."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count

from accounts import standing
from accounts.finished import Finished, Part
from accounts.models import User

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
    """Enough hands that the players' ratings are no longer provisional: the one who comes first wins a little more."""
    for hand in range(120):
        order = sorted(users, key=lambda user: (users.index(user) + hand) % len(users)) if hand % 5 else users
        standing.note(ranking(*order, preset=preset))
