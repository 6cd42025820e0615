"""The evening at a table: what every hand brought to whom, for those who sat there; and the same people once more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from accounts import blocks, sanctions
from accounts.models import User
from accounts.stakes import LOWEST
from game.live import invitations, seating, tables
from game.live.change import changing
from game.live.moment import now
from game.live.options import Wanted, turns
from game.live.refused import Refused
from game.models import HandPlayer, Table
from game.rules.variants import parse_variant

Key = tuple[str, object]
"""Whom a column is about: a person by id, a bot by name, whoever was erased by table and place."""
LONGEST = 20
"""Tables of one evening."""


class Cell(NamedTuple):
    """What a hand brought to one player."""

    units: int
    total: int
    """Of all hands up to this one."""
    gold: int | None
    """None where the hand wasn't for gold."""


class Line(NamedTuple):
    """One hand."""

    number: int
    """Of the evening."""
    public_id: str
    ended_at: datetime
    cells: tuple[Cell | None, ...]
    """In the order of the sheet's players; None for those who didn't play it."""


class Player(NamedTuple):
    """Somebody who played at the table, under the name of the last hand."""

    name: str
    face: str
    user_id: int | None
    is_bot: bool
    hands: int
    won: int
    units: int
    gold: int | None
    """None if no hand was for gold."""


class Sheet(NamedTuple):
    """Everything that was played at a table, and before by the same people at those that it followed."""

    table: Table
    """The last one."""
    players: tuple[Player, ...]
    """In the order in which they came."""
    lines: tuple[Line, ...]
    """From the first hand on."""

    @property
    def is_for_gold(self) -> bool:
        return any(player.gold is not None for player in self.players)


def sheet(code: str, user: User | None) -> Sheet:
    """The table's sheet, with the tables before it at which the user sat too; Refused ``not_yours`` for whoever never
    sat there. Raises Table.DoesNotExist."""
    table = Table.objects.get(code=code)
    if user is None or not has_sat(table, user):
        raise Refused("not_yours")
    return sheet_of(_evening(table, user))


def _evening(table: Table, user: User) -> list[Table]:
    """The tables at which the same people played on, up to this one, which comes last."""
    found = [table]
    while len(found) < LONGEST:
        before = Table.objects.filter(again=found[0]).order_by("-pk").first()
        if before is None or not has_sat(before, user):
            break
        found.insert(0, before)
    return found


def sheet_of(evening: Sequence[Table]) -> Sheet:
    """From one query, whatever the number of hands."""
    finished = HandPlayer.objects.filter(hand__table__in=evening, units__isnull=False, hand__result__isnull=False)
    parts = list(finished.select_related("hand").only(*_READ).order_by("hand__table", "hand__number", "seat"))
    keys = tuple(dict.fromkeys(map(_key, parts)))
    players = tuple(_player([part for part in parts if _key(part) == key]) for key in keys)
    return Sheet(evening[-1], players, tuple(_lines(parts, keys)))


_READ = (
    *("position", "user", "bot", "name", "face", "units", "gold", "place"),
    *("hand__table", "hand__number", "hand__public_id", "hand__ended_at"),
)


def has_sat(table: Table, user: User) -> bool:
    """Whether the user has, or had, a seat at the table."""
    played = HandPlayer.objects.filter(hand__table=table, user=user)
    return table.chairs.filter(user=user).exists() or played.exists()


def _key(part: HandPlayer) -> Key:
    if part.bot:
        return "bot", part.name
    return ("person", part.user_id) if part.user_id else ("gone", (part.hand.table_id, part.position))


def _player(parts: list[HandPlayer]) -> Player:
    last = parts[-1]
    gold = [part.gold for part in parts if part.gold is not None]
    return Player(
        name=last.shown_name,
        face=last.face or f"person-{last.user_id}",
        user_id=last.user_id,
        is_bot=bool(last.bot),
        hands=len(parts),
        won=sum(part.place == 1 for part in parts),
        units=sum(part.units or 0 for part in parts),
        gold=sum(gold) if gold else None,
    )


def _lines(parts: list[HandPlayer], keys: tuple[Key, ...]) -> Iterable[Line]:
    totals = dict.fromkeys(keys, 0)
    hands: dict[int, list[HandPlayer]] = {}
    for part in parts:
        hands.setdefault(part.hand_id, []).append(part)
    for number, played in enumerate(hands.values(), start=1):
        cells: dict[Key, Cell] = {}
        for part in played:
            key = _key(part)
            totals[key] += part.units or 0
            cells[key] = Cell(part.units or 0, totals[key], part.gold)
        hand = played[0].hand
        assert hand.ended_at is not None
        yield Line(number, hand.public_id, hand.ended_at, tuple(map(cells.get, keys)))


# -- the same people once more ------------------------------------------------------------------------


def rematch(code: str, user: User) -> Table:
    """Once the table is closed, a new one of the same options, to which those who sat here last are called; the one
    that another of them has opened meanwhile, with a seat there, if the user can have one.

    Refused ``not_yours``, ``not_over``, ``excluded`` for whoever the host has just removed, ``seated_elsewhere``, and
    what `tables.create` and `tables.take_seat` refuse. Raises Table.DoesNotExist.
    """
    with tables.one_seat(user), changing(code) as table:  # the user before any table, as always
        if not has_sat(table, user):
            raise Refused("not_yours")
        if not table.closed_at:
            raise Refused("not_over")
        seating.check_removed(table, user)
        again = table.again
        if again is None or again.closed_at:
            table.again = _open_again(table, user)
            return table.again
        return _join_again(table, again, user)


def _join_again(table: Table, again: Table, user: User) -> Table:
    try:
        tables.take_seat(again.code, user, again.pin if user.pk in _last(table) else "")
    except Refused as refused:
        if refused.code not in ("blocked", "table_full"):
            raise
        return _open_again(table, user)
    return again


def _open_again(table: Table, user: User) -> Table:
    others = people(table, user)
    new = tables.create(user, wanted(table, with_bots=not others))
    invitations.all_of(new, user, others)
    return new


def people(table: Table, user: User) -> list[User]:
    """Those who sat at the table last beside the user, without whom the host removed and whom the user doesn't meet."""
    removed = table.exclusions.filter(until__gt=now()).values_list("user", flat=True)
    found = _last(table) - set(removed) - blocks.apart_from(user) - {user.pk}
    return list(User.objects.filter(sanctions.playing(""), pk__in=found, erased_at=None).order_by("pk"))


def _last(table: Table) -> set[int]:
    """The ids of those who had a seat at the end, or played the last hand."""
    played = HandPlayer.objects.filter(hand__table=table, hand__number=table.hand_number, user__isnull=False)
    seated = table.chairs.filter(user__isnull=False)
    return {*played.values_list("user", flat=True), *seated.values_list("user", flat=True)}


def wanted(table: Table, with_bots: bool) -> Wanted:
    """What the table is like."""
    variant = parse_variant(table.variant)
    return Wanted(
        preset=variant.preset,
        changes={field: value for field, value in table.variant.items() if field != "preset"},
        stake=table.stake,
        multiplier=table.multiplier,
        seats=table.places,
        turn_seconds=table.turn_seconds if table.turn_seconds in turns() else None,
        with_bots=with_bots and table.bots_most > 0 and table.stake == LOWEST,
        bots_most=table.bots_most,
        entry=table.entry,
        spectators=table.spectators,
        open_hands=table.open_hands,
        chat=table.chat,
    )
