"""What somebody may ask of a table through a socket: read from a message, and done."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from accounts.models import User
from game.live import house, places, seeds, tables, talk
from game.live.play import act
from game.live.refused import Refused
from game.models import MessageKind
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


class Host(NamedTuple):
    """As host of the table, do this."""

    do: str
    what: int | None
    """A position or a player's id, where that takes one."""


class Seat(NamedTuple):
    """With my own seat, do this."""

    do: str
    position: int | None
    """Where that takes one."""


class Seed(NamedTuple):
    """Let this be what my browser adds to the next deal."""

    seed: str


class Say(NamedTuple):
    """Let everybody at the table hear this."""

    kind: str
    """Of MessageKind."""
    text: str
    """Or the key of a quick phrase or of an emote."""


class Whole(NamedTuple):
    """Show me the whole table."""


class Ping(NamedTuple):
    """Are you there?"""


Wish = Act | Order | Ready | Host | Seat | Seed | Say | Whole | Ping


def parse(text: str | None, data: bytes | None) -> Wish:
    """The wish of a message; Refused ``too_big``, ``bad_message`` or ``bad_seed``, whatever was sent."""
    if len(data or (text or "").encode(errors="replace")) > LONGEST:
        raise Refused("too_big")
    try:
        message = json.loads(text or "")
        return _READERS[message["type"]](message)
    except (ValueError, TypeError, KeyError, RecursionError, RuleError):
        raise Refused("bad_message") from None


def fulfil(wish: Act | Order | Ready | Host | Seat | Seed | Say, code: str, user: User | None) -> dict[str, str] | None:
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
        case Say(kind, text):
            talk.say(code, user, kind, text)
        case Host(do, what):
            _HOST_DOES[do][1](code, user, *(() if what is None else (what,)))
        case Seat(do, position):
            _SEAT_DOES[do][1](code, user, *(() if position is None else (position,)))
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


def _say(message: Mapping[str, Any]) -> Say:
    text = message["text"]
    if not isinstance(text, str):
        raise ValueError("expected a text")
    return Say(MessageKind(message["kind"]).value, text)


def _host(message: Mapping[str, Any]) -> Host:
    return Host(message["do"], _what(_HOST_DOES[message["do"]][0], message))


def _seat(message: Mapping[str, Any]) -> Seat:
    return Seat(message["do"], _what(_SEAT_DOES[message["do"]][0], message))


def _what(field: str | None, message: Mapping[str, Any]) -> int | None:
    """The number that what is to be done takes from this field of the message."""
    return _number(message[field]) if field else None


def _number(value: object) -> int:
    """A small natural number; forms send it as text."""
    digits = str(value) if type(value) in (int, str) else ""
    if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
        raise ValueError(f"expected a number, received {value!r}")
    return int(digits)


_Does = dict[str, tuple[str | None, Callable[..., None]]]
"""By what is to be done: the field with the number it takes, if it takes one, and who does it."""

_HOST_DOES: _Does = {
    "start": (None, house.start),
    "add_bot": (None, house.add_bot),
    "remove_bot": ("position", house.remove_bot),
    "remove": ("who", house.remove),
    "hand_over": ("who", house.hand_over),
}
_SEAT_DOES: _Does = {
    "swap": ("position", places.swap),
    "stay": (None, places.stay),
    "sit_out": (None, places.sit_out),
    "come_back": (None, places.come_back),
    "leave_after": (None, places.leave_after),
    "stay_on": (None, places.stay_on),
}

_READERS: dict[str, Callable[[Mapping[str, Any]], Wish]] = {
    "act": _act,
    "order": _order,
    "ready": lambda message: Ready(),
    "host": _host,
    "seat": _seat,
    "seed": lambda message: Seed(seeds.parse(message["seed"])),
    "table": lambda message: Whole(),
    "say": _say,
    "ping": lambda message: Ping(),
}
