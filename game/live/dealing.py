"""The next hand at a table is dealt, from the server's seed that was promised and those of the players' browsers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F

from accounts.ledger import Short
from accounts.prepared import Select, update
from accounts.storing import insert
from game.live import deadlines, endings, filling, freeing, gold, hosting, positions, seating, succession
from game.live.change import changing
from game.live.gold import Terms
from game.live.moment import now as the_present
from game.live.refused import Refused
from game.live.succession import Before
from game.models import HandPlayer, HandRecord, Phase, Table, TableSeat, new_seed
from game.rules.cards import NAMES
from game.rules.hand import Hand, deal
from game.rules.record import RULES, format_result
from game.rules.settlement import settle
from game.rules.shuffle import shuffled_pack
from game.rules.variants import PRESETS, parse_variant

FEWEST = 2


def next_hand(code: str, after: int) -> bool:
    """Deal the hand that follows number ``after``; False if somebody else did, or the table isn't between hands."""
    try:
        with changing(code) as table:
            if table.hand_number != after or table.phase == Phase.PLAYING or table.closed_at:
                raise Refused("stale")
            deal_next(table, the_present())
    except Refused:
        return False
    return True


def deal_next(table: Table, now: datetime) -> None:
    """Deal at a table locked by the caller: those who left go, the rest are dealt in, if enough remain.

    Whoever can't cover what the hand may cost isn't dealt in and loses the seat (R8.9), which ``table.short`` tells,
    and bots that had given way come back; but where only bots would remain, the hand is dealt without gold.
    """
    before, chairs, terms_are_off = _hand_before(table), _staying(table, now), False
    table.short = []
    while len(staying := who_plays(chairs)) >= FEWEST:
        try:
            _deal(table, before, chairs, None if terms_are_off else gold.terms(table, staying), now)
            return
        except Short as short:
            terms_are_off = gold.can_play_on(staying, short.users)
            if not terms_are_off:
                chairs = _without(table, short.users)
    _wait(table, now)


def who_plays(chairs: Iterable[TableSeat]) -> list[TableSeat]:
    """Who would be dealt in now, of those who sit at a table in order of play: nobody where all people sit out."""
    here = [chair for chair in chairs if not chair.left]
    dealt_in = [chair for chair in here if not chair.sits_out]
    return dealt_in if any(chair.is_person for chair in dealt_in) or not any(chair.is_person for chair in here) else []


@transaction.atomic
def _deal(table: Table, before: Before | None, chairs: Sequence[TableSeat], terms: Terms | None, now: datetime) -> None:
    """Deal to these, but for who sits out; Short, and nothing has happened, where somebody can't cover the terms."""
    staying = who_plays(chairs)
    _clear(table, seed="")
    if len(staying) < len(chairs):
        table.chairs.filter(sits_out=True).update(idle_hands=F("idle_hands") + 1)
    host = _host(table, staying)
    variant = parse_variant(table.variant)
    hand = deal(
        variant,
        len(staying),
        staying.index(succession.leader(before, staying, host, variant.leaver_rule)),
        shuffled_pack(bytes.fromhex(table.next_seed), [chair.seed for chair in staying], table.hand_number + 1),
        succession.u_before(before, staying),
    )
    record = _record(table, hand, staying, terms, now)
    insert([record])
    players = [_player(record, seat, chair) for seat, chair in enumerate(staying)]
    insert(players)
    if terms:
        gold.set_aside(record, players, terms)
    _open(table, hand, record, players, now)


def _without(table: Table, short: Sequence[int]) -> list[TableSeat]:
    """Who sits here without these, whose seats become free."""
    table.short = [*table.short, *short]
    table.chairs.filter(user__in=short).delete()
    return _gathered(table, table.seats())


def _wait(table: Table, now: datetime) -> None:
    """Too few to deal to: wait for others; a table without people is closed."""
    _clear(table)
    table.phase = Phase.WAITING
    deadlines.disarm(table)
    if not table.people():
        table.closed_at = now


def _hand_before(table: Table) -> Before | None:
    """The last that was played to its end: one that was called off changes nothing."""
    for pk, result in _LAST.rows(table.pk) if table.hand_number else ():
        if result is not None:
            return Before(tuple(_PLAYERS.models(pk)), result["winner"], result["end"])
    return None


_LAST = Select(
    lambda table: (
        HandRecord.objects.filter(table=table, voided_at=None).order_by("-number").values_list("pk", "result")[:1]
    )
)
_PLAYERS = Select(lambda hand: HandPlayer.objects.filter(hand=hand))


def _staying(table: Table, now: datetime) -> list[TableSeat]:
    """Who sits here at the deal, in order of play; nobody where all people have gone. Whoever left, stayed away or sat
    out too long goes, and then there is room for who came in the hand before."""
    before = table.seats_of_users()
    chairs = freeing.free(table, before, now)
    if any(chair.position >= table.places for chair in chairs):
        seating.give_way(table)
        chairs = table.seats()
    chairs = _gathered(table, chairs)
    return chairs if _people(chairs) or not _people(before) else []


def _gathered(table: Table, chairs: list[TableSeat]) -> list[TableSeat]:
    """These, with bots as the table has them, under a host who is there."""
    if table.fills_at:
        filling.fill(table)
        chairs = table.seats()
    hosting.succeed(table, _people(chairs))
    return chairs


def _people(chairs: Iterable[TableSeat]) -> list[TableSeat]:
    return [chair for chair in chairs if chair.is_person and not chair.left]


def _clear(table: Table, **more: object) -> None:
    """What seats were told is for one hand only."""
    update(TableSeat, {"ready": False, "hand_order": "", "wants": None} | more, {"table": table.pk})


def _host(table: Table, staying: Sequence[TableSeat]) -> TableSeat:
    """The host's seat; where the host sits out, the first person's."""
    people = [chair for chair in staying if chair.is_person] or [*staying]
    return next((chair for chair in people if chair.is_person and chair.user_id == table.host_id), people[0])


def _open(table: Table, hand: Hand, record: HandRecord, players: list[HandPlayer], now: datetime) -> None:
    """Set the table going, with a new promise for the hand after; a hand that ended with the deal is concluded."""
    table.next_seed = new_seed()
    table.hand_number = record.number
    table.phase = Phase.PLAYING
    if hand.is_over:
        endings.conclude(table, hand, record, players, now)
    else:
        deadlines.arm(table, deadlines.to_act(table, hand, players[hand.turn]), now)
    transaction.on_commit(partial(positions.cache.keep, positions.opened(record.pk, table.code, hand, now)))


def _record(table: Table, hand: Hand, staying: Sequence[TableSeat], terms: Terms | None, now: datetime) -> HandRecord:
    return HandRecord(
        table=table,
        number=table.hand_number + 1,
        rules=RULES,
        variant=table.variant,
        seats=len(hand.seats),
        leader=hand.leader,
        u_before=hand.u_before,
        pack=[NAMES[card] for card in hand.pack],
        server_seed=table.next_seed,
        player_seeds=[chair.seed for chair in staying],
        stake=table.stake,
        unit=terms.unit if terms else 0,
        fee=terms.fee if terms else 0,
        preset=hand.variant.preset,
        is_preset=hand.variant == PRESETS[hand.variant.preset],
        people_only=not any(chair.bot for chair in staying),
        started_at=now,
        ended_at=now if hand.is_over else None,
        result=format_result(settle(hand)) if hand.is_over else None,
    )


def _player(record: HandRecord, seat: int, chair: TableSeat) -> HandPlayer:
    return HandPlayer(
        hand=record,
        seat=seat,
        position=chair.position,
        chair=chair,
        user_id=chair.user_id,
        bot=chair.bot,
        name=chair.name,
        face=chair.face,
    )
