"""What a seat can do, as small immutable values, and their text in a record (R11)."""

from __future__ import annotations

import re
from typing import NamedTuple

from game.rules.cards import ALL, NAMES, format_cards, parse_card, parse_cards
from game.rules.errors import RuleError


class Draw(NamedTuple):
    """Take the stock's front card (R3.1)."""

    kind: str = "draw"


class Eat(NamedTuple):
    """Take the card that the previous seat has just discarded (R3.1, R3.2)."""

    kind: str = "eat"


class Discard(NamedTuple):
    """End the turn by throwing ``card`` (R3.4)."""

    card: int
    kind: str = "discard"


class Lay(NamedTuple):
    """Lay one arrangement: a mask for each phom, in the order they get on the table (R5.2)."""

    phoms: tuple[int, ...]
    kind: str = "lay"


class Send(NamedTuple):
    """Put loose ``card`` on the phom ``number`` of seat ``to`` (R5.3)."""

    card: int
    to: int
    number: int
    kind: str = "send"


class Muck(NamedTuple):
    """Give up laying for the rest of the hand; only the clock makes it (R10.2)."""

    kind: str = "muck"


Action = Draw | Eat | Discard | Lay | Send | Muck

DRAW, EAT, MUCK = Draw(), Eat(), Muck()
DISCARDS: tuple[Discard, ...] = tuple(Discard(card) for card in ALL)

_PLAIN: dict[str, Action] = {"draw": DRAW, "eat": EAT, "muck": MUCK}
_TARGET = re.compile(r"([0-3])\.([0-9]{1,2})", re.ASCII)


def format_action(action: Action) -> str:
    """The text of an action as records keep it: ``"send 6H 0.1"``."""
    match action:
        case Discard(card):
            return f"discard {NAMES[card]}"
        case Lay(phoms):
            return " ".join(["lay", *map(format_cards, phoms)])
        case Send(card, to, index):
            return f"send {NAMES[card]} {to}.{index}"
        case _:
            return action.kind


def parse_action(text: str) -> Action:
    """The action that ``text`` names; RuleError ``unknown_action``, ``unknown_card``, ``repeated_card``.

    Only the form is read here: whether the action is legal is for `game.rules.hand.check`.
    """
    if not isinstance(text, str):
        raise RuleError("unknown_action", action=text)
    match text.split(" "):
        case [word] if word in _PLAIN:
            return _PLAIN[word]
        case ["discard", card]:
            return DISCARDS[parse_card(card)]
        case ["lay", *phoms] if phoms and all(phoms):
            return Lay(tuple(map(parse_cards, phoms)))
        case ["send", card, target] if place := _TARGET.fullmatch(target):
            return Send(parse_card(card), int(place[1]), int(place[2]))
        case _:
            raise RuleError("unknown_action", action=text)
