"""What a host may do at the own table: start, add and remove bots, remove somebody, hand over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from accounts import sanctions
from accounts.models import User
from game.live import between, dealing, freeing, hosting, seating
from game.live.change import changing
from game.live.moment import now
from game.live.refused import Refused
from game.models import Exclusion, Freed, Phase, Table, TableSeat

EXCLUDED = timedelta(minutes=10)
"""For so long whoever was removed gets no seat at this table."""


def start(code: str, host: User) -> None:
    """The host deals at a table that waits.

    Refused ``not_host``, ``closed``, ``stale`` where hands follow each other already, ``too_few``.
    """
    with _hosting(code, host) as table:
        if table.phase != Phase.WAITING:
            raise Refused("stale")
        if len(dealing.who_plays(table.seats())) < dealing.FEWEST:
            raise Refused("too_few")
        dealing.deal_next(table, now())


def add_bot(code: str, host: User) -> None:
    """A bot takes a free place. Refused ``not_host``, ``closed``, ``in_hand``, ``no_more_bots``, ``table_full``."""
    with _hosting(code, host) as table:
        between.check(table)
        if not seating.add_bots(table, 1):
            raise Refused("table_full" if seating.bots_wanted(table) else "no_more_bots")
        table.fills_at = None  # from now on the host says who sits here


def remove_bot(code: str, host: User, position: int) -> None:
    """The bot at this position goes. Refused ``not_host``, ``closed``, ``in_hand``, ``no_such_player``."""
    with _hosting(code, host) as table:
        between.check(table)
        if not table.chairs.filter(position=position).exclude(bot="").delete()[0]:
            raise Refused("no_such_player")
        table.fills_at = None


def remove(code: str, host: User, user_id: int) -> None:
    """The player loses the seat, and gets none here for a while; not in the middle of a hand that he plays.

    Refused ``not_host``, ``closed``, ``no_such_player``, ``in_hand``.
    """
    with _hosting(code, host) as table:
        chair = _other(table, host, user_id)
        if between.plays(table, chair):
            raise Refused("in_hand")
        Exclusion.objects.update_or_create(table=table, user_id=user_id, defaults={"until": now() + EXCLUDED})
        between.let_go(table, chair)
        freeing.tell(table, chair, Freed.REMOVED)


def hand_over(code: str, host: User, user_id: int) -> None:
    """The player is host from now on. Refused ``not_host``, ``closed``, ``no_such_player``."""
    with _hosting(code, host) as table:
        hosting.hand_over(table, _other(table, host, user_id).user)


@contextmanager
def _hosting(code: str, host: User) -> Iterator[Table]:
    """The table, locked, of which the user is host: Refused ``closed``, ``not_host`` for everybody else."""
    with changing(code) as table:
        if table.closed_at:
            raise Refused("closed")
        if table.host_id != host.pk or not table.chairs.filter(sanctions.playing(), user=host, left=False).exists():
            raise Refused("not_host")
        yield table


def _other(table: Table, host: User, user_id: int) -> TableSeat:
    """The seat of somebody else; Refused ``no_such_player`` where that one has none here, or has just left."""
    chair = table.chairs.filter(user=user_id, left=False).exclude(user=host).select_related("user").first()
    if chair is None:
        raise Refused("no_such_player")
    return chair
