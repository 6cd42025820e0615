"""Between two hands: who is waited for, and what becomes of a table when somebody goes. The caller holds the table."""

from __future__ import annotations

from collections.abc import Sequence

from accounts import conduct, sanctions
from accounts.models import Lapse, User
from game.live import deadlines, dealing, endings, hosting, positions
from game.live.moment import now
from game.live.refused import Refused
from game.models import HandPlayer, HandRecord, Phase, Table, TableSeat


def sitter(table: Table, user: User) -> TableSeat:
    """The user's seat; Refused ``closed``, ``not_seated``."""
    if table.closed_at:
        raise Refused("closed")
    chair = table.chairs.filter(sanctions.playing(), user=user, left=False).first()
    if chair is None:
        raise Refused("not_seated")
    return chair


def check(table: Table) -> None:
    """Refused ``in_hand`` while a hand is played: seats are changed between hands."""
    if table.phase == Phase.PLAYING:
        raise Refused("in_hand")


def plays(table: Table, chair: TableSeat) -> bool:
    """Whether the seat has a part in a hand that is being played."""
    hand = HandPlayer.objects.filter(hand__table=table, hand__number=table.hand_number, chair=chair)
    return table.phase == Phase.PLAYING and hand.exists()


def deal_if_all_ready(table: Table) -> None:
    """Whoever is away or sits out holds nobody up: the countdown that starts here if none runs waits long enough."""
    people = [chair for chair in table.people() if not chair.sits_out]
    if table.phase == Phase.WAITING and table.fills_at is None:
        _count_down_to_the_first(table, people)
    elif all(chair.ready or chair.seen_at is None for chair in people) and any(chair.ready for chair in people):
        dealing.deal_next(table, now())
    elif table.due_at is None and people:
        deadlines.arm(table, deadlines.next_hand(), now())


def _count_down_to_the_first(table: Table, people: Sequence[TableSeat]) -> None:
    """The first hand is the host's to deal, who waits for friends perhaps. A countdown deals it where the others want
    it and the host isn't there, or nobody else can come."""
    others = [chair for chair in people if chair.user_id != table.host_id]
    host_waits = any(chair.user_id == table.host_id and chair.seen_at for chair in people)
    if host_waits and len(people) < table.places:
        return
    all_want = all(chair.ready or chair.seen_at is None for chair in others) and any(chair.ready for chair in others)
    if all_want and table.due_at is None:
        deadlines.arm(table, deadlines.next_hand(), now())


def go_on_without(table: Table) -> None:
    """Somebody went or sits out: close without people, deal if that was the last one to be waited for."""
    people = table.people()
    if endings.is_forsaken(people):
        endings.go_on(table, now())
    elif any(chair.ready for chair in people):
        deal_if_all_ready(table)


def let_go(table: Table, chair: TableSeat) -> None:
    """The player leaves for good: in mid-hand the clock plays on for the seat at once (R10.3), at a table that waits
    for players the seat is free; where the host goes somebody else is host."""
    if plays(table, chair):
        if chair.user_id and others_play(table, chair):  # bots don't mind
            conduct.note(chair.user_id, Lapse.Kind.LEFT, now(), since=_hand(table).started_at)
        _play_on_for(table, chair)
    if table.phase == Phase.WAITING:
        chair.delete()
    else:
        TableSeat.objects.filter(pk=chair.pk).update(left=True, seen_at=None, ready=False, sits_out=False)
    table.chairs.filter(wants=chair.position).update(wants=None)
    table.freed.pop(str(chair.user_id), None)
    hosting.succeed(table)
    if table.phase != Phase.PLAYING:
        go_on_without(table)


def others_play(table: Table, chair: TableSeat) -> bool:
    """Whether people beside this one play the hand that is shown."""
    hand = HandPlayer.objects.filter(hand__table=table, hand__number=table.hand_number)
    return hand.filter(bot="", chair__left=False).exclude(chair=chair).exists()


def _play_on_for(table: Table, chair: TableSeat) -> None:
    """If it is the leaver's turn, it is due now."""
    record = _hand(table)
    turn = positions.of(record).hand.turn
    if HandPlayer.objects.filter(hand=record, seat=turn, chair=chair).exists():
        deadlines.arm(table, deadlines.NONE, now())


def _hand(table: Table) -> HandRecord:
    return HandRecord.objects.select_related("table").get(table=table, number=table.hand_number)
