"""Who sits where: a place for whoever comes, bots give way between hands. No transaction of its own."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta
from itertools import count
from math import ceil

from accounts import blocks, ledger
from accounts.models import User
from game.bots.names import NAMES
from game.live import gold, hosting, invitations
from game.live.knocking import knock
from game.live.moment import now
from game.live.refused import Refused
from game.models import MOST_PLACES, Entry, Phase, Table, TableSeat
from game.rules.variants import parse_variant

BOT = "sound"
"""The bot that sits at tables."""


def admit(table: Table, user: User, pin: str = "") -> None:
    """A chair for the user at a table locked by the caller.

    Refused ``closed``, ``excluded`` (with the minutes that are left), ``blocked``, ``table_full``, ``not_enough_gold``,
    at a table with code what `knocking.knock` refuses. Whoever left since the deal gets the same chair back, and isn't
    asked for the code again, nor is who was called by somebody here. In mid-hand a new one is kept beside the table
    where every place is taken, until the next deal. Nobody waits for whoever comes while a deal is coming anyway, but
    for where it waits for players.
    """
    _welcome(table, user)
    ready = table.phase != Phase.WAITING or (table.due_at is not None and table.fills_at is None)
    if table.chairs.filter(user=user).update(left=False, leaves=False, ready=ready):
        hosting.succeed(table)
        return
    if table.entry == Entry.CODE and not invitations.holds(table, user):
        knock(table, user, pin)
    _afford(table, user)
    invitations.answered(table, user)
    TableSeat.objects.create(
        table=table,
        position=_free(table),
        user=user,
        name=user.display_name,
        ready=ready,
    )
    hosting.succeed(table)
    if table.phase != Phase.PLAYING:
        give_way(table)


def _welcome(table: Table, user: User) -> None:
    """Refused where the table is closed, to this user or to everybody, or has no place."""
    if table.closed_at:
        raise Refused("closed")
    check_removed(table, user)
    people = table.people()
    check_apart(people, user)
    if len(people) >= table.places:
        raise Refused("table_full")


def check_removed(table: Table, user: User) -> None:
    """Refused ``excluded``, with the minutes that are left, for whoever the host has removed."""
    exclusion = table.exclusions.filter(user=user, until__gt=now()).first()
    if exclusion:
        raise Refused("excluded", minutes=ceil((exclusion.until - now()) / timedelta(minutes=1)))


def check_apart(people: Iterable[TableSeat], user: User) -> None:
    """Refused ``blocked`` for whoever blocks one of these people, or is blocked by one."""
    if blocks.between(user.pk, [chair.user_id for chair in people if chair.user_id]):
        raise Refused("blocked")


def give_way(table: Table) -> None:
    """Whoever waits for a place gets a free one, or a bot's."""
    for chair in table.chairs.filter(position__gte=table.places):
        free = _free(table)
        if free >= table.places:
            bot = table.chairs.exclude(bot="").last()
            if bot is None:
                return
            free = bot.position
            bot.delete()
        chair.position = free
        chair.save(update_fields=["position"])


def free(table: Table) -> list[int]:
    """The places that somebody could take between hands: nobody's, and those of players who have left."""
    taken = set(table.chairs.filter(left=False).values_list("position", flat=True))
    return [position for position in range(table.places) if position not in taken]


def bots_wanted(table: Table) -> int:
    """So many bots more may sit here."""
    return max(0, table.bots_most - table.chairs.exclude(bot="").count())


def add_bots(table: Table, most: int = MOST_PLACES) -> int:
    """Bots with names that nobody has here take free places between hands, at most so many and no more than may sit
    here; how many."""
    positions = free(table)[: min(most, bots_wanted(table))]
    table.chairs.filter(position__in=positions).delete()  # of those who have left
    here = set(table.chairs.values_list("name", flat=True))
    names = secrets.SystemRandom().sample([named for named in NAMES if named[0] not in here], len(positions))
    for position, (name, face) in zip(positions, names, strict=True):
        TableSeat.objects.create(table=table, position=position, bot=BOT, name=name, face=face)
    return len(positions)


def _free(table: Table) -> int:
    """The first position that nobody has: beside the table where all places are taken."""
    taken = set(table.chairs.values_list("position", flat=True))
    return next(position for position in count() if position not in taken)


def _afford(table: Table, user: User) -> None:
    """Refused ``not_enough_gold`` where the user can't sit down; nothing where gold isn't played for, nor will be when
    bots give way."""
    if table.fills_at or gold.may_be_real(table, table.chairs.exclude(bot="").exists()):
        terms = gold.terms_of(table.stake, table.multiplier, parse_variant(table.variant), table.places)
        check_purse(user, terms)


def check_purse(user: User, terms: gold.Terms) -> None:
    """Refused ``not_enough_gold`` where the user can't sit down on these terms."""
    own = ledger.balance(user.pk)
    if own < terms.to_sit:
        raise Refused("not_enough_gold", needed=terms.to_sit, own=own)
