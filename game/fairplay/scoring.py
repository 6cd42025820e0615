"""How far something lies from chance, in standard deviations, where people differ by nature as well as by luck."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple


class Count(NamedTuple):
    """How often something happened, and how often it was to be expected."""

    hits: float = 0.0
    expected: float = 0.0
    variance: float = 0.0

    def __sub__(self, other: Count) -> Count:
        return Count(*(one - less for one, less in zip(self, other, strict=True)))


class Guess(NamedTuple):
    """What may be thought of somebody's nature."""

    mean: float
    variance: float


def habit(elsewhere: Count, spread: float) -> Guess:
    """How many times the expectation somebody's count is with others. Of one of whom nothing is known: 1, give or take
    ``spread``, as people differ."""
    if elsewhere.expected <= 0:
        return Guess(1.0, spread**2)
    told, certainty = elsewhere.hits / elsewhere.expected, elsewhere.expected**2 / max(elsewhere.variance, 1e-9)
    return between(told, certainty, Guess(1.0, spread**2))


def between(told: float, certainty: float, before: Guess) -> Guess:
    """What to think after something was ``told`` with a variance of 1 / ``certainty``."""
    weight = 1 / before.variance
    return Guess((before.mean * weight + told * certainty) / (weight + certainty), 1 / (weight + certainty))


def above(count: Count, *habits: Guess) -> float:
    """Standard deviations by which a count is above what was to be expected of people of these habits. Who does a thing
    seldom isn't expected to do it more seldom here."""
    times, doubt = 1.0, 0.0
    for guess in habits:
        times *= max(1.0, guess.mean)
        doubt += guess.variance
    expected = count.expected * times
    spread = sqrt(count.variance * times + doubt * expected**2)
    return (count.hits - expected) / spread if spread else 0.0


def drift(total: float, squares: float, trials: float, *natures: Guess) -> float:
    """Standard deviations of a sum from what is to be expected of so many trials, each of the sum of these natures."""
    mean = sum(guess.mean for guess in natures)
    doubt = sum(guess.variance for guess in natures)
    spread = sqrt(squares + doubt * trials**2)
    return (total - mean * trials) / spread if spread else 0.0
