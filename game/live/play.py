"""THE gate. Whatever changes a hand, a person, a bot or the clock, passes `act`."""

from __future__ import annotations

import logging
from copy import copy
from datetime import datetime
from enum import Enum
from functools import partial

from django.db import transaction

from accounts.prepared import Select, update
from game.live import deadlines, endings, meters, positions
from game.live.change import carry_on, changing
from game.live.moment import now as the_present
from game.live.positions import Position
from game.live.refused import Refused
from game.live.snapshots import snapshots
from game.models import HandPlayer, HandRecord, Table, TableSeat
from game.rules.actions import Action, Muck, format_action
from game.rules.errors import RuleError
from game.rules.hand import apply
from game.rules.record import format_result
from game.rules.settlement import settle

logger = logging.getLogger(__name__)


class Actor(Enum):
    """On whose behalf an action comes."""

    PERSON = "person"
    BOT = "bot"
    CLOCK = "clock"


def act(hand_id: int, version: int, seat: int, action: Action, by: Actor = Actor.PERSON) -> int:
    """Do ``action`` for ``seat`` in the hand that its sender saw at ``version``; the new version.

    Refused, and nothing changed: ``stale`` or ``hand_gone`` where the hand has moved on, ``muck_is_the_clocks``
    (R10.2), else the code of the rule it breaks. Of two actions at one version exactly one passes.
    """
    if isinstance(action, Muck) and by is not Actor.CLOCK:
        raise Refused("muck_is_the_clocks")
    with meters.a_move(by.value):
        before = positions.at(hand_id, version)
        try:
            after = before.after(*apply(before.hand, action, seat))
        except RuleError as error:
            raise Refused.by_rule(error) from error
        if not _carry_on(before, after, by):
            with changing(before.code, None if after.hand.is_over else deadlines.FIELDS) as table:
                _store(table, before, after, by)
    if logger.isEnabledFor(logging.DEBUG):
        done = {"hand": hand_id, "version": after.version, "seat": seat, "action": action.kind, "by": by.value}
        logger.debug("acted", extra=done)
    return after.version


def _carry_on(before: Position, after: Position, by: Actor) -> bool:
    """The same as `_store` does, by two writes that read nothing: where the hand goes on, and the table is as this
    process knows it. Else False, and nothing has happened."""
    known = snapshots.known(before.code, 0)
    if known is None or after.hand.is_over or not known.shows(before):
        return False
    table, players, now = copy(known.table), known.players, the_present()
    with transaction.atomic():
        deadlines.after_action(table, before.hand, after.hand, players, now)
        if not carry_on(table, deadlines.FIELDS):
            return False
        after = _extended(before, after, players[before.hand.turn], by, now)
        transaction.on_commit(partial(snapshots.move_on, table, after))
    return True


def _store(table: Table, before: Position, after: Position, by: Actor) -> None:
    """Extend the record by compare-and-set, and give the table its next deadline."""
    now = the_present()
    players = _PLAYERS.models(before.hand_id)
    after = _extended(before, after, players[before.hand.turn], by, now)
    if after.hand.is_over:
        (record,) = _HAND.models(before.hand_id)
        endings.conclude(table, after.hand, record, players, now)
    else:
        deadlines.after_action(table, before.hand, after.hand, players, now)
        transaction.on_commit(partial(snapshots.move_on, table, after))


_PLAYERS = Select(lambda hand: HandPlayer.objects.filter(hand=hand).select_related("chair"))
_HAND = Select(lambda hand: HandRecord.objects.filter(pk=hand).defer("pack", "actions", "times", "player_seeds"))
"""Without what was played."""


def _extended(before: Position, after: Position, player: HandPlayer, by: Actor, now: datetime) -> Position:
    """The next position as it was written, with when and by whom it was made."""
    if by is Actor.CLOCK and not player.bot and not deadlines.is_gone(player):
        after = after.by_clock()
    after = after.timed(now, by is Actor.PERSON)
    _extend(before, after, now)
    _note_act(player, by)
    transaction.on_commit(partial(positions.cache.keep, after))
    return after


def _extend(before: Position, after: Position, now: datetime) -> None:
    """The one write that decides: it hits the hand at the version that the action was made for, or nothing."""
    written: dict[str, object] = {
        "version": after.version,
        "actions": [format_action(action) for action in after.hand.actions],
        "timed_out": after.timed_out,
        "times": after.times,
    }
    if after.hand.is_over:
        written |= {"result": format_result(settle(after.hand)), "ended_at": now}
    if update(HandRecord, written, {"id": before.hand_id, "version": before.version, "ended_at": None}) != 1:
        raise Refused("stale")


def _note_act(player: HandPlayer, by: Actor) -> None:
    """Remember whether a person plays, or only the clock for that person; which another process may know of one who
    has played already."""
    chair, acted = player.chair, by is Actor.PERSON
    if chair and chair.is_person and not chair.acted and chair.acted is not acted:
        TableSeat.objects.filter(pk=chair.pk).exclude(acted=True).update(acted=acted)
        transaction.on_commit(partial(setattr, chair, "acted", acted))
