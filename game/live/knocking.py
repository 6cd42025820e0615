"""The code of a table that asks for one: given right, or wrong, and how often it may be tried.

A guest is made by a press, so that beside each player's tries those at the table are counted too, of guests and of
players apart: with 10,000 codes and so many tries an hour, whoever only guesses needs days, and guests who only guess
keep out no player. Whoever is called to the table isn't asked. Counts are in the cache, where all server processes see
them; they start again after a while. While the cache is away nothing is counted, and the right code is still needed.
"""

from __future__ import annotations

from django.core.cache import cache
from django.utils.crypto import constant_time_compare

from accounts.limits import count
from accounts.models import User
from game.live.refused import Refused
from game.models import Table

TRIES = 5
"""Wrong codes of one player."""
TRIES_SECONDS = 10 * 60
TABLE_TRIES = 60
"""Wrong codes of all guests together, and of all players."""
TABLE_SECONDS = 60 * 60


def knock(table: Table, user: User, pin: str) -> None:
    """Refused ``code_needed`` without one, ``wrong_code``, ``too_many_codes``: then the right one isn't heard either.

    A try is counted before it is looked at, so that many at once are no more than one after the other.
    """
    pin = pin.strip()
    if not pin:
        raise Refused("code_needed")
    own, everybody = f"knock:{table.pk}:{user.pk}", f"knock:{table.pk}:{'guests' if user.is_guest else 'players'}"
    counts = ((own, TRIES, TRIES_SECONDS), (everybody, TABLE_TRIES, TABLE_SECONDS))
    for key, most, seconds in counts:  # who has tried too often doesn't use up what the others have
        if count(key, seconds) > most:
            raise Refused("too_many_codes", minutes=seconds // 60)
    if not constant_time_compare(pin, table.pin):
        raise Refused("wrong_code")
    for key, _most, _seconds in counts:
        _forgive(key)


def _forgive(key: str) -> None:
    """The right code was no wrong try."""
    try:
        cache.decr(key)
    except ValueError:  # it ran out just now
        return
