"""Bots: each chooses an action from what its seat may see; one file a bot."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.bots import sound
from game.rules.actions import Action
from game.rules.sight import Sight

Bot = Callable[[Sight, Random], Action]

BOTS: dict[str, Bot] = {"sound": sound.choose}
"""By the key that tables keep."""
