"""Who sits where: a place for whoever comes, bots give way between hands. No transaction of its own."""

from __future__ import annotations

from itertools import count

from accounts import ledger
from accounts.models import User
from game.live import gold
from game.live.refused import Refused
from game.models import Phase, Table, TableSeat
from game.rules.variants import parse_variant


def admit(table: Table, user: User) -> None:
    """A chair for the user at a table locked by the caller; Refused ``closed``, ``table_full``, ``not_enough_gold``.

    Whoever left since the deal gets the same one back. In mid-hand a new one is kept beside the table where every place
    is taken, until the next deal. Nobody waits for whoever comes while a deal is coming anyway.
    """
    if table.closed_at:
        raise Refused("closed")
    if len(table.people()) >= table.places:
        raise Refused("table_full")
    if table.chairs.filter(user=user).update(left=False):
        return
    _afford(table, user)
    TableSeat.objects.create(
        table=table,
        position=_free(table),
        user=user,
        name=user.display_name,
        ready=table.phase != Phase.WAITING or table.due_at is not None,
    )
    if table.phase != Phase.PLAYING:
        give_way(table)


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


def _free(table: Table) -> int:
    """The first position that nobody has: beside the table where all places are taken."""
    taken = set(table.chairs.values_list("position", flat=True))
    return next(position for position in count() if position not in taken)


def _afford(table: Table, user: User) -> None:
    """Refused ``not_enough_gold`` where the user can't sit down; nothing where gold isn't played for."""
    if gold.may_be_real(table, table.chairs.exclude(bot="").exists()):
        terms = gold.terms_of(table.stake, table.multiplier, parse_variant(table.variant), table.places)
        check_purse(user, terms)


def check_purse(user: User, terms: gold.Terms) -> None:
    """Refused ``not_enough_gold`` where the user can't sit down on these terms."""
    own = ledger.balance(user.pk)
    if own < terms.to_sit:
        raise Refused("not_enough_gold", needed=terms.to_sit, own=own)
