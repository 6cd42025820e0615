"""Who is at a table, and what one viewer may do with the own seat, and as host with others."""

from __future__ import annotations

from dataclasses import dataclass

from accounts import friends
from accounts.models import User
from game.live import between, dealing, gold, seating
from game.models import HandRecord, Phase, Table, TableSeat


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody who has a seat."""

    position: int
    user_id: int | None
    """None for a bot."""
    name: str
    face: str
    is_host: bool
    is_own: bool
    connected: bool
    sits_out: bool
    leaves: bool
    """Whether this player leaves when the hand is over."""
    has_place: bool
    """Else a place is only to be had at the next deal."""
    wants_own: bool
    """Whether this player wants to change places with the viewer."""
    is_wanted: bool
    """Whether the viewer wants to change places with this player."""
    may_remove: bool
    """Whether the host may now."""
    tie: str
    """What the player is to the viewer, of `accounts.friends.Tie`; empty for bots and visitors."""

    @property
    def key(self) -> str:
        """What this sitter is called in the page, wherever the seat is."""
        return f"bot-{self.position}" if self.user_id is None else str(self.user_id)


@dataclass(frozen=True, slots=True)
class Company:
    """A table's people and bots, in order of play, as one viewer may deal with them."""

    code: str
    sitters: tuple[Sitter, ...]
    own: Sitter | None
    is_host: bool
    is_between: bool
    """Whether no hand is being played: seats may be changed."""
    plays: bool
    """Whether the viewer has a part in the hand that is being played."""
    at_stake: int
    """The most gold that the viewer can lose in this hand; 0 where it isn't for gold."""
    leaves_people: bool
    """Whether other people play this hand."""
    starts: bool
    """Whether the host may deal now, at a table that waits."""
    free: tuple[int, ...]
    """Places that may be taken between hands."""
    may_add_bot: bool
    loses_gold: bool
    """Whether with a bot more hands would not be for gold any more."""


def company(code: str, user: User | None) -> Company:
    """The company at the table as the user may deal with it; Table.DoesNotExist."""
    table = Table.objects.get(code=code)
    chairs = [] if table.closed_at else list(table.chairs.filter(left=False))
    mine = next((chair for chair in chairs if user and chair.user_id == user.pk), None)
    chairs = chairs if mine or table.spectators else []
    is_host, is_between = bool(mine and mine.user_id == table.host_id), table.phase != Phase.PLAYING
    ties = friends.ties(user, [chair.user_id for chair in chairs if chair.user_id]) if user else {}
    sitters = tuple(_sitter(table, chair, mine, is_host, ties) for chair in chairs)
    free = tuple(seating.free(table)) if is_between and mine else ()
    bots = sum(not chair.is_person for chair in chairs)
    plays = bool(mine and between.plays(table, mine))
    return Company(
        code=code,
        sitters=sitters,
        own=next((sitter for sitter in sitters if sitter.is_own), None),
        is_host=is_host,
        is_between=is_between,
        plays=plays,
        at_stake=gold.most_lost(HandRecord.objects.get(table=table, number=table.hand_number)) if plays else 0,
        leaves_people=plays and mine is not None and between.others_play(table, mine),
        starts=is_host and _may_start(table),
        free=free,
        may_add_bot=is_host and is_between and bool(free) and bots < table.bots_most,
        loses_gold=not bots and not gold.may_be_real(table, True),
    )


def _sitter(
    table: Table, chair: TableSeat, mine: TableSeat | None, is_host: bool, ties: dict[int, friends.Tie]
) -> Sitter:
    is_own = mine is not None and chair.pk == mine.pk
    return Sitter(
        position=chair.position,
        user_id=chair.user_id,
        name=chair.shown_name,
        face=chair.face or f"person-{chair.user_id}",
        is_host=chair.is_person and chair.user_id == table.host_id,
        is_own=is_own,
        connected=not chair.is_person or chair.seen_at is not None,
        sits_out=chair.sits_out,
        leaves=chair.leaves,
        has_place=chair.position < table.places,
        wants_own=mine is not None and chair.wants == mine.position,
        is_wanted=mine is not None and mine.wants == chair.position,
        may_remove=is_host and not is_own and _may_go(table, chair),
        tie=ties.get(chair.user_id, "") if chair.user_id else "",
    )


def _may_start(table: Table) -> bool:
    waits = table.phase == Phase.WAITING and table.due_at is None
    return waits and len(dealing.who_plays(table.seats())) >= dealing.FEWEST


def _may_go(table: Table, chair: TableSeat) -> bool:
    return table.phase != Phase.PLAYING or (chair.is_person and not between.plays(table, chair))
