"""Everything one viewer's screen is made of. What the viewer may not know isn't in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from game.live.moment import now as the_present
from game.live.snapshots import Snapshot, read, snapshots
from game.models import HandPlayer, Table, TableSeat
from game.rules.cards import NAMES
from game.rules.events import Event
from game.rules.shuffle import commitment
from game.rules.sight import Sight, see, see_event
from game.rules.variants import Variant, parse_variant

CARDS = {name: card for card, name in enumerate(NAMES)}


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits where."""

    position: int
    """Seat in the hand that is shown, else the place in order of play; from 0."""
    name: str
    face: str
    is_bot: bool
    connected: bool
    ready: bool
    score: int
    """Units at this table."""
    left: bool
    """Whether this player has left for good and only the clock plays the seat."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as one viewer may see it."""

    code: str
    variant: Variant
    revision: int
    phase: str
    """``waiting``, ``playing`` or ``result``."""
    number: int
    """Of the hand at this table, 0 before any."""
    hand_id: int | None
    version: int
    chairs: tuple[Chair, ...]
    """In order of play; while a hand is shown, by its seats."""
    viewer: int | None
    """The viewer's own position; None for a spectator."""
    sight: Sight | None
    log: tuple[tuple[int, Event], ...]
    """The whole hand's events as the viewer may know them, each with the version that its action made."""
    timed_out: tuple[int, ...]
    """The versions that the clock made for a person."""
    due_ms: int | None
    """Milliseconds until the deadline of the turn or of the next deal; None if none runs."""
    turn_seconds: int
    order: tuple[int, ...]
    """The viewer's cards in the order the viewer gave them, each exactly once."""
    commitment: str
    """SHA-256 of the server's seed of the hand; empty without a hand."""
    replay: str = ""
    """What the hand is called in links, once it is over."""


def scene(code: str, user: User | AnonymousUser | None, at_least: int | None = None) -> Scene:
    """The table as ``user`` may see it now; Table.DoesNotExist.

    With ``at_least``, a reading of that revision or later that this process made for another viewer will do.
    """
    snapshot = read(code) if at_least is None else snapshots.get(code, at_least)
    return see_table(snapshot, user.pk if user else None, the_present())


def see_table(snapshot: Snapshot, user_id: int | None, now: datetime) -> Scene:
    """What the user may see of the snapshot."""
    table, record, position = snapshot.table, snapshot.record, snapshot.position
    chairs = _in_seats(snapshot)
    viewer = _viewer(chairs, user_id)
    sight = see(position.hand, viewer) if position else None
    return Scene(
        code=table.code,
        variant=position.hand.variant if position else parse_variant(table.variant),
        revision=table.revision,
        phase=table.phase,
        number=table.hand_number,
        hand_id=record.pk if record else None,
        version=position.version if position else 0,
        chairs=_shown(snapshot, chairs),
        viewer=viewer,
        sight=sight,
        log=tuple((version, see_event(event, viewer)) for version, event in position.log) if position else (),
        timed_out=position.timed_out if position else (),
        due_ms=_due_ms(table, now),
        turn_seconds=table.turn_seconds,
        order=_order(sight, viewer, chairs),
        commitment=commitment(bytes.fromhex(record.server_seed)) if record else "",
        replay=record.public_id if record and position and position.hand.is_over else "",
    )


def _in_seats(snapshot: Snapshot) -> tuple[TableSeat | None, ...]:
    """The sitting that belongs to each seat; None where it has gone since the deal."""
    if snapshot.record is None:
        return snapshot.chairs
    sitting = {chair.pk: chair for chair in snapshot.chairs}
    return tuple(sitting.get(player.chair_id or 0) for player in snapshot.players)


def _viewer(chairs: tuple[TableSeat | None, ...], user_id: int | None) -> int | None:
    """The user's own seat; whoever has left for good watches like anybody else."""
    if user_id is None:
        return None
    for seat, chair in enumerate(chairs):
        if chair and chair.user_id == user_id and not chair.left:
            return seat
    return None


def _shown(snapshot: Snapshot, chairs: tuple[TableSeat | None, ...]) -> tuple[Chair, ...]:
    sitters: tuple[HandPlayer | TableSeat, ...] = snapshot.players or snapshot.chairs
    return tuple(_chair(seat, sitter, chair) for seat, (sitter, chair) in enumerate(zip(sitters, chairs, strict=True)))


def _chair(seat: int, sitter: HandPlayer | TableSeat, chair: TableSeat | None) -> Chair:
    is_bot = bool(sitter.bot)
    return Chair(
        position=seat,
        name=sitter.shown_name,
        face=sitter.face if is_bot else f"person-{sitter.user_id}",
        is_bot=is_bot,
        connected=is_bot or bool(chair and chair.seen_at),
        ready=is_bot or bool(chair and chair.ready),
        score=chair.score if chair else 0,
        left=chair is None or chair.left,
    )


def _due_ms(table: Table, now: datetime) -> int | None:
    if table.due_at is None:
        return None
    return max(0, round((table.due_at - now).total_seconds() * 1000))


def _order(sight: Sight | None, viewer: int | None, chairs: tuple[TableSeat | None, ...]) -> tuple[int, ...]:
    """The own cards: those the viewer has ordered as ordered, the rest after them."""
    if sight is None or viewer is None:
        return ()
    held = sight.seats[viewer].cards or ()
    chair = chairs[viewer]
    text = chair.hand_order if chair else ""
    wanted = dict.fromkeys(CARDS.get(text[start : start + 2], -1) for start in range(0, len(text), 2))
    return (*(card for card in wanted if card in held), *(card for card in held if card not in wanted))
