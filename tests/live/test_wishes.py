"""Messages of sockets are read strictly; nothing that can be sent does harm."""

from __future__ import annotations

import json

import pytest

from game.live.pace import Bucket
from game.live.refused import Refused
from game.live.wishes import LONGEST, Act, Host, Order, Ping, Ready, Seat, Seed, Whole, Wish, parse
from game.rules.actions import Discard
from game.rules.cards import parse_card


@pytest.mark.parametrize(
    ("message", "wish"),
    [
        ({"type": "act", "hand": "12", "version": "7", "action": "discard KS"}, Act(12, 7, Discard(parse_card("KS")))),
        ({"type": "act", "hand": 12, "version": 0, "action": "discard KS", "headers": {"HX-Request": "true"}},
         Act(12, 0, Discard(parse_card("KS")))),
        ({"type": "order", "hand": "12", "cards": "KS3H"}, Order(12, "KS3H")),
        ({"type": "order", "hand": "12", "cards": ""}, Order(12, "")),
        ({"type": "ready"}, Ready()),
        ({"type": "seed", "seed": " ~" * 32}, Seed(" ~" * 32)),
        ({"type": "host", "do": "start", "who": 7}, Host("start", None)),
        ({"type": "host", "do": "remove", "who": "7"}, Host("remove", 7)),
        ({"type": "seat", "do": "swap", "position": 3}, Seat("swap", 3)),
        ({"type": "seat", "do": "sit_out"}, Seat("sit_out", None)),
        ({"type": "table"}, Whole()),
        ({"type": "ping"}, Ping()),
    ],
)  # fmt: skip
def test_what_is_understood(message: dict[str, object], wish: Wish) -> None:
    assert parse(json.dumps(message), None) == wish


GARBAGE = [
    "",
    "null",
    "7",
    '"ping"',
    "[]",
    "{}",
    "{",
    "ping",
    '{"type": null}',
    '{"type": ["ping"]}',
    '{"type": "PING"}',
    '{"type": "__class__"}',
    '{"type": "table_changed"}',
    '{"type": "act"}',
    '{"type": "act", "hand": "1", "version": "1"}',
    '{"type": "act", "hand": "1", "version": "1", "action": 7}',
    '{"type": "act", "hand": "1", "version": "1", "action": null}',
    '{"type": "act", "hand": "1", "version": "1", "action": "discard XX"}',
    '{"type": "act", "hand": "1", "version": "1", "action": "discard KS\\u0000"}',
    '{"type": "act", "hand": "1", "version": "1", "action": "lay KSKS"}',
    '{"type": "act", "hand": "1", "version": "1", "action": ["draw"]}',
    '{"type": "act", "hand": "-1", "version": "1", "action": "draw"}',
    '{"type": "act", "hand": "1.0", "version": "1", "action": "draw"}',
    '{"type": "act", "hand": 1.5, "version": "1", "action": "draw"}',
    '{"type": "act", "hand": true, "version": "1", "action": "draw"}',
    '{"type": "act", "hand": NaN, "version": "1", "action": "draw"}',
    '{"type": "act", "hand": "٣", "version": "1", "action": "draw"}',
    '{"type": "act", "hand": "1", "version": "9999999999999999999999", "action": "draw"}',
    '{"type": "act", "hand": {"$gt": 0}, "version": "1", "action": "draw"}',
    '{"type": "order", "hand": "1"}',
    '{"type": "order", "hand": "1", "cards": "KSK"}',
    '{"type": "order", "hand": "1", "cards": "KSKS"}',
    '{"type": "order", "hand": "1", "cards": ["KS"]}',
    '{"type": "order", "hand": "1", "cards": {"KS": 1}}',
    '{"type": "seed"}',
    '{"type": "seed", "seed": null}',
    '{"type": "seed", "seed": 7}',
    '{"type": "seed", "seed": ["a"]}',
    "[" * 4000,
    '{"a":' * 800,
    "1" * 4000,
]


@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_what_is_not(text: str) -> None:
    with pytest.raises(Refused, match="bad_message"):
        parse(text, None)


@pytest.mark.parametrize("text", ["", "x" * 65, "á", "a\n", "\t", "\0", "\x7f", "\ud800"])
def test_what_is_no_seed(text: str) -> None:
    with pytest.raises(Refused, match="bad_seed"):
        parse(json.dumps({"type": "seed", "seed": text}), None)


def test_bytes_are_not_understood() -> None:
    with pytest.raises(Refused, match="bad_message"):
        parse(None, b'{"type": "ping"}')


@pytest.mark.parametrize(("text", "data"), [("x" * (LONGEST + 1), None), (None, b"x" * (LONGEST + 1))])
def test_long_ones_are_not_read(text: str | None, data: bytes | None) -> None:
    with pytest.raises(Refused, match="too_big"):
        parse(text, data)


def test_a_burst_then_a_pace() -> None:
    bucket = Bucket(size=3, rate=2, time=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5), bucket.take(0.5)] == [True, False]
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False], "waiting saves no more than a burst"
