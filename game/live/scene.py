"""Everything one viewer's screen is made of. What the viewer may not know isn't in it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from game.live import filling, gold, peeking, spectators
from game.live.gold import Terms
from game.live.moment import at_hand
from game.live.moment import now as the_present
from game.live.snapshots import Snapshot, snapshots
from game.live.spectators import Watching
from game.models import HandPlayer, Phase, Table, TableSeat
from game.rules.cards import NAMES
from game.rules.events import Event
from game.rules.hand import Hand
from game.rules.shuffle import commitment
from game.rules.sight import Sight, see, see_all, see_event, see_shut
from game.rules.variants import Variant, parse_variant

CARDS = {name: card for card, name in enumerate(NAMES)}


class Chair(NamedTuple):
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
    sits_out: bool = False
    """Whether this player isn't dealt in until coming back."""


class Gold(NamedTuple):
    """What a table plays for, in gold."""

    stake: str
    multiplier: int
    places: int
    terms: Terms
    """With everyone dealt in whom it has a place for."""
    is_real: bool
    """Whether the hand that is shown, else the next one, is for gold."""
    with_bots: bool
    jackpot: int | None
    """Of the room; None where nothing goes there."""
    own: int | None
    """What the viewer owns; None for whoever has no seat."""
    brought: tuple[int | None, ...] = ()
    """Once the hand is over: what it brought each seat, fee and jackpot included."""


class Scene(NamedTuple):
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
    gold: Gold | None = None
    """None at tables where nothing is played for."""
    is_host: bool = False
    host: str = ""
    """The host's name, where there is one."""
    sits_out: bool = False
    """Whether the viewer keeps a seat without being dealt in."""
    wanted_by: str = ""
    """Who wants to change places with the viewer."""
    freed: str = ""
    """Why the viewer lost the seat here, of Freed; empty for whoever has one, or left."""
    is_closed: bool = False
    has_sat: bool = False
    """Whether the viewer had a seat at this table when it closed."""
    waits: bool = False
    """Whether the viewer has a seat from the next hand on."""
    is_short: bool = False
    """Whether the viewer lost the seat at this deal for want of gold."""
    free: int = 0
    """How many places somebody may take, bots' included."""
    replay: str = ""
    """What the hand is called in links, once it is over."""
    given: str = ""
    """What the viewer's browser added to the deal of the hand."""
    promise: str = ""
    """SHA-256 of the server's seed of the next hand."""
    seed: str | None = None
    """What the viewer's browser adds to the next deal, empty as long as it hasn't; None for whoever has no seat."""
    alias: str = ""
    """What browsers know the table by in their notes of promises."""
    is_shut: bool = False
    """Whether the hand is over, but its cards don't lie open to the viewer."""
    opens_ms: int | None = None
    """Milliseconds until they do; None if they never will."""
    watching: Watching = Watching()
    chat: bool = False
    """Whether people may talk here."""
    entry: str = "link"
    """Who may sit down here, as `game.models.Entry` says it."""
    pin: str = ""
    """The code that others need to sit down; told to those who sit here."""
    fills: bool = False
    """Whether the first hand waits for people, and for bots if they don't come."""
    by_house: tuple[str, ...] = ()
    """What moderators did here: ``hand_voided``, ``last_hand``, ``closed_by_house``, ``chat_frozen``."""
    unsaid: tuple[int, ...] = ()
    """The ids of messages that were removed lately."""
    peek_ms: int | None = None
    """Milliseconds that a moderator still sees all hands; None for everybody else."""


def scene(code: str, user: User | AnonymousUser | None, at_least: int | None = None) -> Scene:
    """The table as ``user`` may see it now; Table.DoesNotExist, Refused ``no_spectators``.

    With ``at_least``, a reading of that revision or later that this process made for another viewer will do.
    """
    snapshot = snapshots.read(code) if at_least is None else snapshots.get(code, at_least)
    user_id = user.pk if user else None
    peeks_until = peeking.until(snapshot.table, user if isinstance(user, User) else None)
    if peeks_until is None:
        spectators.check(snapshot.table, snapshot.chairs, user_id)
    return see_table(snapshot, user_id, the_present() if at_least is None else at_hand(), peeks_until)


def is_at_hand(code: str, user: User | None, at_least: int | None) -> bool:
    """Whether `scene` asks the database nothing: not where this process knows the table so far, and its viewer is no
    moderator."""
    return at_least is not None and not (user and user.is_staff) and snapshots.known(code, at_least) is not None


def see_table(snapshot: Snapshot, user_id: int | None, now: datetime, peeks_until: datetime | None = None) -> Scene:
    """What the user may see of the snapshot: all hands, where that is a moderator who peeks."""
    table, record, position = snapshot.table, snapshot.record, snapshot.position
    chairs = _in_seats(snapshot)
    viewer = _viewer(chairs, user_id)
    peeks = peeks_until is not None and viewer is None
    opens_in = timedelta() if peeks else _opens_in(snapshot, user_id, now)
    is_over = bool(position and position.hand.is_over)
    is_shut = is_over and opens_in != timedelta()
    sight = _sight(position.hand, viewer, is_shut, peeks) if position else None
    seen = _by_anybody(snapshot)._replace(
        viewer=viewer,
        sight=sight,
        log=tuple([(version, see_event(event, viewer)) for version, event in position.log]) if position else (),
        due_ms=_due_ms(table, now),
        order=_order(sight, viewer, chairs),
        replay=record.public_id if record and is_over and not is_shut else "",
        is_shut=is_shut,
        opens_ms=_ms(opens_in) if is_shut else None,
        peek_ms=_ms(peeks_until - now) if peeks_until and peeks else None,
    )
    return seen if user_id is None else _by(user_id, seen, snapshot, now)


def _by(user_id: int, seen: Scene, snapshot: Snapshot, now: datetime) -> Scene:
    """With what is so for this player."""
    table, record, chairs = snapshot.table, snapshot.record, snapshot.chairs
    own = _own_chair(chairs, user_id)
    seeds = record.player_seeds if record and seen.viewer is not None else ()
    return seen._replace(
        gold=seen.gold and seen.gold._replace(own=snapshot.purses.get(user_id)),
        is_host=table.host_id == user_id,
        sits_out=bool(own and own.sits_out),
        wanted_by=_wanted_by(chairs, own),
        freed="" if own else table.freed.get(str(user_id), ""),
        has_sat=seen.is_closed and any(chair.user_id == user_id for chair in chairs),
        waits=seen.viewer is None and own is not None,
        is_short=user_id in table.short,
        free=_free(snapshot, user_id, now),
        given=seeds[seen.viewer or 0] if seeds else "",
        seed=None if seen.is_closed or own is None else own.seed,
        pin=table.pin if own else "",
    )


@lru_cache(maxsize=256)
def _by_anybody(snapshot: Snapshot) -> Scene:
    """What is so for all viewers: nothing of the hand but who is in it, and how far it is."""
    table, record, position = snapshot.table, snapshot.record, snapshot.position
    return Scene(
        code=table.code,
        variant=position.hand.variant if position else parse_variant(table.variant),
        revision=table.revision,
        phase=table.phase,
        number=table.hand_number,
        hand_id=record.pk if record else None,
        version=position.version if position else 0,
        chairs=_shown(snapshot, _in_seats(snapshot)),
        viewer=None,
        sight=None,
        log=(),
        timed_out=position.timed_out if position else (),
        due_ms=None,
        turn_seconds=table.turn_seconds,
        order=(),
        commitment=commitment(bytes.fromhex(record.server_seed)) if record else "",
        gold=_gold(snapshot),
        host=next((chair.shown_name for chair in snapshot.chairs if _hosts(chair, table)), ""),
        is_closed=table.closed_at is not None,
        free=_free(snapshot, None, None),
        promise=commitment(bytes.fromhex(table.next_seed)),
        alias=table.alias,
        watching=snapshot.watching,
        chat=table.chat,
        entry=table.entry,
        fills=filling.waits(table),
        by_house=tuple(_by_house(table, snapshot.was_voided)),
        unsaid=tuple(table.removed),
    )


def _by_house(table: Table, was_voided: bool) -> Iterator[str]:
    if was_voided and table.phase != Phase.WAITING:
        yield "hand_voided"
    if table.last_hand:
        yield "closed_by_house" if table.closed_at else "last_hand"
    if table.chat_frozen and table.chat:
        yield "chat_frozen"


def _free(snapshot: Snapshot, user_id: int | None, now: datetime | None) -> int:
    """Places that the user could take: none at a closed table, and for a while for whoever the host has removed."""
    until = snapshot.removed.get(user_id) if user_id else None
    is_removed = until is not None and now is not None and now < until
    if snapshot.table.closed_at or is_removed:
        return 0
    return max(0, snapshot.table.places - sum(_sits(chair) for chair in snapshot.chairs))


def _sight(hand: Hand, viewer: int | None, is_shut: bool, peeks: bool) -> Sight:
    if peeks:
        return see_all(hand)
    return see_shut(hand) if is_shut else see(hand, viewer)


def _opens_in(snapshot: Snapshot, user_id: int | None, now: datetime) -> timedelta | None:
    """How long the finished hand stays shut to the viewer: not at all to whoever was dealt in; None: for good."""
    if user_id is not None and any(player.user_id == user_id for player in snapshot.players):
        return timedelta()
    return spectators.opens_in(snapshot.record, snapshot.table, now) if snapshot.record else None


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
        sits_out=bool(chair and chair.sits_out),
    )


def _own_chair(chairs: tuple[TableSeat, ...], user_id: int | None) -> TableSeat | None:
    """The user's, as long as the user hasn't left."""
    return next((chair for chair in chairs if user_id and chair.user_id == user_id and not chair.left), None)


def _hosts(chair: TableSeat, table: Table) -> bool:
    return chair.user_id is not None and chair.user_id == table.host_id and not chair.left


def _wanted_by(chairs: tuple[TableSeat, ...], own: TableSeat | None) -> str:
    """The name of the first who wants to change places with this one."""
    return next((chair.shown_name for chair in chairs if own and chair.wants == own.position), "")


def _sits(chair: TableSeat) -> bool:
    """Whether this is the place of a person who stays."""
    return not chair.bot and not chair.left


def _gold(snapshot: Snapshot) -> Gold:
    """As whoever has no seat sees it."""
    table, record = snapshot.table, snapshot.record
    variant = snapshot.position.hand.variant if snapshot.position else parse_variant(table.variant)
    sitters: tuple[HandPlayer | TableSeat, ...] = snapshot.players or snapshot.chairs
    with_bots = any(sitter.bot for sitter in sitters)
    is_over = bool(snapshot.position and snapshot.position.hand.is_over)
    return Gold(
        stake=table.stake,
        multiplier=table.multiplier,
        places=table.places,
        terms=gold.terms_of_hand(record, variant, table.places)
        if record and record.unit
        else gold.terms_of(table.stake, table.multiplier, variant, table.places),
        is_real=record.unit > 0 if record else gold.may_be_real(table, with_bots),
        with_bots=with_bots,
        jackpot=snapshot.jackpot if variant.jackpot and not with_bots else None,
        own=None,
        brought=tuple(player.gold for player in snapshot.players) if is_over else (),
    )


def _due_ms(table: Table, now: datetime) -> int | None:
    if table.due_at is None:
        return None
    return _ms(max(timedelta(), table.due_at - now))


def _ms(time: timedelta | None) -> int | None:
    return None if time is None else round(time.total_seconds() * 1000)


def _order(sight: Sight | None, viewer: int | None, chairs: tuple[TableSeat | None, ...]) -> tuple[int, ...]:
    """The own cards: those the viewer has ordered as ordered, the rest after them."""
    if sight is None or viewer is None:
        return ()
    held = sight.seats[viewer].cards or ()
    chair = chairs[viewer]
    text = chair.hand_order if chair else ""
    wanted = dict.fromkeys(CARDS.get(text[start : start + 2], -1) for start in range(0, len(text), 2))
    return (*(card for card in wanted if card in held), *(card for card in held if card not in wanted))
