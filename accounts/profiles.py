"""What others may know of a player, put together for a page: standing, totals, variants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime

from accounts import leaderboards
from accounts.listing import board_of, skill_of
from accounts.models import Rating, Score, Standing, Totals, User
from accounts.skill import is_away


@dataclass(frozen=True, slots=True)
class Sums:
    """Totals of several kinds, added up."""

    hands: int = 0
    wins: int = 0
    u: int = 0
    u_tron: int = 0
    u_khan: int = 0
    dong_hoa: int = 0
    mom: int = 0
    den: int = 0
    den_units: int = 0

    @property
    def wins_of_100(self) -> float:
        return 100 * self.wins / self.hands if self.hands else 0.0

    @property
    def all_u(self) -> int:
        return self.u + self.u_tron + self.u_khan + self.dong_hoa


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating as it is shown."""

    shown: int
    hands: int
    is_provisional: bool
    away_since: datetime | None
    """When the last hand was rated, if that is so long ago that it is worth saying."""
    place: int | None
    """On its leaderboard; None without one."""


@dataclass(frozen=True, slots=True)
class OfVariant:
    """A player's hands of one variant."""

    preset: str
    sums: Sums
    rated: Rated | None
    is_favourite: bool


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player's page tells everybody."""

    user: User
    rated: Rated | None
    """Over all variants."""
    everything: Sums
    with_people: Sums
    best_streak: int
    best_streak_with_people: int
    variants: tuple[OfVariant, ...]
    """The one played most comes first."""


def profile_of(user: User, now: datetime) -> Profile:
    """The player as others see them at this moment."""
    totals = list(Totals.objects.filter(user=user))
    ratings = ratings_of(user, now)
    standing = Standing.objects.filter(user=user).first() or Standing(user=user)
    return Profile(
        user,
        ratings.get(""),
        sums(totals),
        sums(one for one in totals if not one.with_bots),
        standing.best_streak,
        standing.best_streak_with_people,
        _variants(totals, ratings),
    )


def sums(totals: Iterable[Totals]) -> Sums:
    """All of them together."""
    kept = list(totals)
    return Sums(*(sum(getattr(one, field.name) for one in kept) for field in fields(Sums)))


def _variants(totals: list[Totals], ratings: dict[str, Rated]) -> tuple[OfVariant, ...]:
    by_preset = {one.preset: sums(other for other in totals if other.preset == one.preset) for one in totals}
    order = sorted(by_preset, key=lambda preset: (-by_preset[preset].hands, preset))
    return tuple(OfVariant(preset, by_preset[preset], ratings.get(preset), preset == order[0]) for preset in order)


def ratings_of(user: User, now: datetime) -> dict[str, Rated]:
    """By variant; over all variants as the empty one."""
    places = {score.board: score for score in Score.objects.filter(user=user, board__startswith="rating", listed=True)}
    return {
        rating.preset: _rated(rating, places.get(board_of(rating).key), now)
        for rating in Rating.objects.filter(user=user)
    }


def _rated(rating: Rating, score: Score | None, now: datetime) -> Rated:
    skill = skill_of(rating)
    place = leaderboards.place(board_of(rating), score.value) if score else None
    away = rating.rated_at if is_away(rating.rated_at, now) else None
    return Rated(skill.shown, rating.hands, skill.is_provisional, away, place)
