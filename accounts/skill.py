"""The rating of skill: openskill's Plackett–Luce (Weng & Lin 2011) for hands of two to four players, each alone.

A hand's ranking is what the rules say of it (`game.rules.settlement.places`), without ù and with it alike: 1 for the
winner, móm share a place, after an ù all losers share the second and whoever pays for everyone is last. A place shared
is a draw between those who share it; how many units a hand brought makes no difference.

Only hands count that people alone played by a preset with nothing changed, for whoever had no guest among the
others. What is shown is one number, `shown`: the mean, on a scale where newcomers begin at 1500. It is provisional
until the deviation has come down to `CERTAIN`. Whoever was away is less certain than before: each day adds to the
variance when the next hand is rated, never beyond that of a newcomer, so that the number stands still meanwhile and
moves faster afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import sqrt

from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3
BETA = 25.0 / 4
"""How much luck there is in a hand: half as much again as openskill takes for other games."""
TAU = 25.0 / 600
"""What a hand adds to the deviation of who plays it, as skill changes."""
A_DAY_AWAY = 25.0 / 60
"""What a day adds to the deviation."""
CERTAIN = 4.5
"""From some 45 hands of two players or 70 of four; a certain player is so again after some 90 days away."""
AWAY_AFTER = timedelta(days=30)
"""Whoever has had no hand rated for that long is shown to be away."""

_MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


@dataclass(frozen=True, slots=True)
class Skill:
    """What is believed of a player, on openskill's own scale."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The number that people see; 40 for each unit of the scale, 1500 for the mean of newcomers."""
        return max(0, round(1500 + 40 * (self.mu - MU)))

    @property
    def is_provisional(self) -> bool:
        return self.sigma > CERTAIN

    def after(self, away: timedelta) -> Skill:
        """The same player after so long without a rated hand; less than a day is nothing."""
        days = max(0, away.days)
        return Skill(self.mu, max(self.sigma, min(SIGMA, sqrt(self.sigma**2 + days * A_DAY_AWAY**2))))


def rated(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills after a hand that ended in these places."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    return [Skill(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=[float(place) for place in places])]


def is_away(rated_at: datetime, now: datetime) -> bool:
    """Whether the last rated hand is so long ago that it is worth saying."""
    return now - rated_at > AWAY_AFTER
