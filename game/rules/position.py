"""The nouns of a hand in play: seats, meals, the position itself. All immutable."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from game.rules.actions import Action
from game.rules.cards import mask_of
from game.rules.variants import Variant

ROUNDS = 4


class Phase(StrEnum):
    """Where a turn stands: before its take, after it, or after the hand's end."""

    TAKE = "take"
    PLAY = "play"
    OVER = "over"


class Meal(NamedTuple):
    """One eaten card and what is owed for it (R8.1, R8.6)."""

    eater: int
    source: int
    card: int
    round: int
    """1..4, the round in which the card was discarded; 4 makes it a chot (R6.7)."""
    units: int
    why: str
    """``eat``, ``chot`` or ``ca_k``."""
    laid: tuple[int, ...]
    """The seats that had laid down before this meal (R6.7)."""


class Seat(NamedTuple):
    """What lies in front of one player, and in the player's hand."""

    cards: int
    """Mask of the cards in hand."""
    eaten: tuple[int, ...] = ()
    """Every card eaten in this hand, in order, laid since or not."""
    row: tuple[int, ...] = ()
    """Own place in the discard layout, by round (R4.1)."""
    phoms: tuple[int, ...] = ()
    """Masks of the phoms on the table as they lie, with the cards sent to them, in the order laid."""
    laid: tuple[int, ...] = ()
    """The same phoms as they were laid."""
    sent: int = 0
    """How many cards this player has sent."""
    mucked: bool = False

    @property
    def held(self) -> int:
        """Mask of the eaten cards still in hand."""
        return mask_of(self.eaten) & self.cards if self.eaten else 0


class Ending(NamedTuple):
    """How a hand ended: R11's word, who made u (None after four rounds), and whether by sending (R6.4)."""

    end: str
    seat: int | None = None
    by_sending: bool = False


class Hand(NamedTuple):
    """A position: everything that follows from the pack and the actions so far, and these themselves."""

    variant: Variant
    pack: tuple[int, ...]
    """In dealing order (R2.5)."""
    leader: int
    u_before: int | None
    """The seat of the player who made u in the hand before (R8.5)."""
    seats: tuple[Seat, ...]
    turn: int
    """The seat to act; after the end, the seat that acted last."""
    phase: Phase
    first: int
    """The seat that opened the round in progress (R4.1)."""
    stock: int
    """Index in the pack of the stock's front card."""
    lying: int = 0
    """How many discards lie on the table, R3.5's k."""
    taken: int | None = None
    """The card taken in this turn."""
    meals: tuple[Meal, ...] = ()
    laid_order: tuple[int, ...] = ()
    """The seats that have laid down, earliest first (R7.3)."""
    ending: Ending | None = None
    actions: tuple[Action, ...] = ()

    @property
    def version(self) -> int:
        """The number of actions so far."""
        return len(self.actions)

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    @property
    def round(self) -> int:
        """1..4: the round of the next discard (R3.5); 4 once all lie."""
        return min(self.lying // len(self.seats) + 1, ROUNDS)

    @property
    def is_final(self) -> bool:
        """Whether the turn, after its take, is one in which to lay down (R5.1)."""
        return self.phase is Phase.PLAY and self.lying >= (ROUNDS - 1) * len(self.seats)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats from `first` on: the final order once the hand is over (R4.5)."""
        seats = len(self.seats)
        return tuple((self.first + step) % seats for step in range(seats))

    @property
    def source(self) -> int:
        """The seat before the one to act."""
        return (self.turn - 1) % len(self.seats)

    @property
    def offered(self) -> int | None:
        """The discard that the seat to act may think of eating."""
        return self.seats[self.source].row[-1] if self.phase is Phase.TAKE else None
