"""What somebody may ask of a table through a socket: read from a message, and done."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from accounts.models import User
from game.live import seeds, tables
from game.live.play import act
from game.live.refused import Refused
from game.rules.actions import Action, parse_action
from game.rules.cards import parse_cards
from game.rules.errors import RuleError

LONGEST = 4096
"""Bytes of a message."""
DIGITS = 15


class Act(NamedTuple):
    """Do ``action`` in a hand, seen at ``version``."""

    hand: int
    version: int
    action: Action


class Order(NamedTuple):
    """Keep the own cards in this order, ``"KS3H…"``."""

    hand: int
    cards: str


class Ready(NamedTuple):
    """Let the next hand come."""


class Seed(NamedTuple):
    """Let this be what my browser adds to the next deal."""

    seed: str


class Whole(NamedTuple):
    """Show me the whole table."""


class Ping(NamedTuple):
    """Are you there?"""


Wish = Act | Order | Ready | Seed | Whole | Ping


def parse(text: str | None, data: bytes | None) -> Wish:
    """The wish of a message; Refused ``too_big``, ``bad_message`` or ``bad_seed``, whatever was sent."""
    if len(data or (text or "").encode(errors="replace")) > LONGEST:
        raise Refused("too_big")
    try:
        message = json.loads(text or "")
        return _READERS[message["type"]](message)
    except (ValueError, TypeError, KeyError, RecursionError, RuleError):
        raise Refused("bad_message") from None


def fulfil(wish: Act | Order | Ready | Seed, code: str, user: User | None) -> dict[str, str] | None:
    """Do what the user wants at the table; Refused with the reason where that can't be.

    What is returned is for the asker alone: to which promise a seed was added.
    """
    if user is None:
        raise Refused("not_seated")
    match wish:
        case Act(hand, version, action):
            act(hand, version, tables.seat_in(code, hand, user), action)
        case Order(hand, cards):
            tables.order(code, hand, user, cards)
        case Ready():
            tables.ready(code, user)
        case Seed(seed):
            return {"kind": "seed", "seed": seed, "promise": seeds.add(code, user, seed)}
    return None


def _act(message: Mapping[str, Any]) -> Act:
    return Act(_number(message["hand"]), _number(message["version"]), parse_action(message["action"]))


def _order(message: Mapping[str, Any]) -> Order:
    cards = message["cards"]
    if not isinstance(cards, str):
        raise ValueError("expected a text of cards")
    parse_cards(cards)
    return Order(_number(message["hand"]), cards)


def _number(value: object) -> int:
    """A small natural number; forms send it as text."""
    digits = str(value) if type(value) in (int, str) else ""
    if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
        raise ValueError(f"expected a number, received {value!r}")
    return int(digits)


_READERS: dict[str, Callable[[Mapping[str, Any]], Wish]] = {
    "act": _act,
    "order": _order,
    "ready": lambda message: Ready(),
    "seed": lambda message: Seed(seeds.parse(message["seed"])),
    "table": lambda message: Whole(),
    "ping": lambda message: Ping(),
}
