"""The next hand at a table is dealt."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from game.live import deadlines, endings, hosting, positions, succession
from game.live.change import changing
from game.live.moment import now as the_present
from game.live.refused import Refused
from game.live.succession import Before
from game.models import HandPlayer, HandRecord, Phase, Table, TableSeat
from game.rules.cards import NAMES
from game.rules.hand import Hand, deal
from game.rules.record import RULES
from game.rules.shuffle import shuffled_pack
from game.rules.variants import parse_variant

SEED_BYTES = 32
FEWEST = 2
IDLE_HANDS = 2


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
    """Deal at a table locked by the caller: those who left go, the rest are dealt in, if enough remain."""
    before = _hand_before(table)
    staying = _staying(table)
    if len(staying) < FEWEST:
        table.phase = Phase.WAITING
        deadlines.disarm(table)
        return
    host = _host(table, staying)
    variant = parse_variant(table.variant)
    seed = secrets.token_bytes(SEED_BYTES)
    hand = deal(
        variant,
        len(staying),
        staying.index(succession.leader(before, staying, host, variant.leaver_rule)),
        shuffled_pack(seed, [], table.hand_number + 1),
        succession.u_before(before, staying),
    )
    _open(table, hand, staying, seed, now)


def _hand_before(table: Table) -> Before | None:
    record = table.hands.filter(number=table.hand_number).first()
    if record is None or record.result is None:
        return None
    return Before(tuple(record.players.all()), record.result["winner"], record.result["end"])


def _staying(table: Table) -> list[TableSeat]:
    """Those to be dealt in, in order of play, made ready for a new hand. Whoever left or stayed away goes."""
    staying = []
    for chair in table.chairs.all():
        if chair.left or chair.has_missed(IDLE_HANDS):
            chair.delete()
        else:
            chair.ready, chair.hand_order = False, ""
            staying.append(chair)
    TableSeat.objects.bulk_update(staying, ["ready", "hand_order"])
    return staying


def _host(table: Table, staying: Sequence[TableSeat]) -> TableSeat:
    """The host's seat; where the host is gone, the first person's, who is host from now on."""
    for chair in staying:
        if chair.is_person and chair.user_id == table.host_id:
            return chair
    heir = next((chair for chair in staying if chair.is_person), staying[0])
    hosting.hand_over(table, heir.user)
    return heir


def _open(table: Table, hand: Hand, staying: Sequence[TableSeat], seed: bytes, now: datetime) -> None:
    """Store the hand and set the table going; a hand that ended with the deal is concluded at once."""
    table.hand_number += 1
    table.phase = Phase.PLAYING
    record = _record(table, hand, seed, now)
    players = [_player(record, seat, chair) for seat, chair in enumerate(staying)]
    HandPlayer.objects.bulk_create(players)
    if hand.is_over:
        record.result = endings.conclude(table, hand, list(record.players.select_related("chair")), now)
        record.ended_at = now
        record.save(update_fields=["result", "ended_at"])
    else:
        deadlines.arm(table, deadlines.to_act(table, hand, players[hand.turn]), now)
    transaction.on_commit(partial(positions.cache.keep, positions.opened(record.pk, table.code, hand)))


def _record(table: Table, hand: Hand, seed: bytes, now: datetime) -> HandRecord:
    return HandRecord.objects.create(
        table=table,
        number=table.hand_number,
        rules=RULES,
        variant=table.variant,
        seats=len(hand.seats),
        leader=hand.leader,
        u_before=hand.u_before,
        pack=[NAMES[card] for card in hand.pack],
        server_seed=seed.hex(),
        started_at=now,
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
