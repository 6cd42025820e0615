"""Quick play: a seat at a public table of the kind that is wanted, at once or after a short wait that bots end."""

from __future__ import annotations

from math import ceil

from django.db import connection
from django.db.models import Case, F, Q, When

from accounts import conduct
from accounts.models import User
from game.live import filling, lobby, options, seating, tables
from game.live.change import changing
from game.live.moment import now
from game.live.options import Wanted
from game.live.refused import Refused
from game.models import Entry, Phase, Table
from game.rules.variants import format_variant

TRIES = 20
"""Tables that are tried before a new one is made."""


def play(user: User, preset: str, stake: str) -> Table:
    """The table where the user has a seat now: one by the preset unchanged, in the room, the unit counting once.

    Refused ``seated_elsewhere``, ``wait_a_while`` (with the seconds), ``not_enough_gold``, ``bad_options``,
    ``room_closed`` and RuleError's codes where there is no such kind.
    """
    wanted = Wanted(preset=preset, stake=stake, entry=Entry.PUBLIC)
    options.check(wanted)
    with tables.one_seat(user) as own:
        if own and _is_of_kind(own, wanted):
            return _come_back(own)
        if own:
            raise Refused("seated_elsewhere", table=own.code)
        _check_conduct(user)
        seating.check_purse(user, tables.terms_of(wanted))
        _wait_for_others(wanted)
        return _join(user, wanted) or _open(user, wanted)


def _come_back(own: Table) -> Table:
    """The own table, which waits for people again where it waited for its player."""
    with changing(own.code) as table:
        filling.gather(table, now())
    return table


def _is_of_kind(table: Table, wanted: Wanted) -> bool:
    kind = (table.variant, table.stake, table.multiplier, table.entry)
    return kind == (format_variant(options.variant_of(wanted)), wanted.stake, wanted.multiplier, wanted.entry)


def _check_conduct(user: User) -> None:
    """Refused ``wait_a_while`` for those who kept others waiting lately."""
    wait = conduct.wait(user.pk, now())
    if wait:
        raise Refused("wait_a_while", seconds=ceil(wait.total_seconds()))


def _wait_for_others(wanted: Wanted) -> None:
    """Until the transaction ends nobody else looks for this kind, so that two at once don't open a table each. SQLite
    lets one write at a time anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"quick:{wanted.preset}:{wanted.stake}"])


def _join(user: User, wanted: Wanted) -> Table | None:
    """A seat at a table that is there; those that wait for players first, then those with most people."""
    of_kind = lobby.gathering(now()).filter(
        variant=format_variant(options.variant_of(wanted)), stake=wanted.stake, multiplier=wanted.multiplier
    )
    is_waiting = Case(When(phase=Phase.WAITING, then=0), default=1)
    found = lobby.with_people(of_kind).filter(Q(people_here__lt=F("places")))
    codes = found.order_by(is_waiting, F("people_here").desc(), "pk").values_list("code", flat=True)[:TRIES]
    return next(filter(None, (_take(user, code) for code in codes)), None)


def _take(user: User, code: str) -> Table | None:
    """The table with a seat for the user, if there is one to be had."""
    try:
        with changing(code) as table:
            seating.admit(table, user)
            filling.gather(table, now())
    except Refused:
        return None
    return table


def _open(user: User, wanted: Wanted) -> Table:
    """A new table, which bots fill soon."""
    table = tables.create(user, wanted)
    filling.wait(table, now())
    table.save(update_fields=["fills_at", "due_at", "due_in", "lease_until"])
    return table
