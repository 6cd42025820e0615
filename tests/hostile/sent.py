"""What hostile people send: everything that nobody expects, and what is nearly right."""

from __future__ import annotations

import json
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st

QUICK = hypothesis.settings().max_examples <= 100


def fuzzing(quick: int, full: int) -> hypothesis.settings:
    """So many examples in a quick run, and in a full one. Nothing is made smaller: each example is a whole play."""
    return hypothesis.settings(
        max_examples=quick if QUICK else full,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
        deadline=None,
    )


TEXTS = (
    "", " ", "\0", "a\0b", "-1", "0", "1", "1.5", "1e9", "NaN", "²", "٣", "०", "null", "true", "[]", "{}", "<script>",
    "' OR 1=1 --", "%00", "%s", "{0}", "{{7*7}}", "../../etc/passwd", "\u202e", "\ud800", "\uffff", "💣" * 40,
    "ê" * 300, "e\u0302\u0301" * 99, "\r\nSet-Cookie: a=b", "9" * 16, "9" * 400, "x" * 5000,
)  # fmt: skip
NUMBERS = (-1, 0, 1, 2, 3, 4, 51, 52, 2**31, 2**63, 2**64, 10**15, 10**30, -(2**63), 1.5, float("inf"), float("nan"))
texts = st.sampled_from(TEXTS) | st.text(max_size=40)
junk = st.recursive(
    st.none() | st.booleans() | st.sampled_from(NUMBERS) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)

# -- messages of sockets --------------------------------------------------------------------------------------

TYPES = ("act", "order", "ready", "host", "seat", "seed", "table", "say", "ping", "next", "back", "again", "none")
DEEDS = (
    "start", "add_bot", "remove_bot", "remove", "hand_over", "swap", "stay", "sit_out", "come_back",
    "leave_after", "stay_on",
)  # fmt: skip
KNOWN: dict[str, tuple[object, ...]] = {
    "hand": ("$hand", "$hand", "$hand", "$elsewhere", 0),
    "version": ("$version", "$version", "$version", "$old", 0, 1, 999),
    "action": (
        "$legal",
        "$legal",
        "$legal",
        "draw",
        "eat",
        "muck",
        "lay AS2S3S",
        "send KS",
        "discard $card",
        "discard XX",
    ),
    "cards": ("$cards", "$card", "AS", "ASAS", "XX", ""),
    "do": DEEDS,
    "position": (0, 1, 2, 3, 4, "0"),
    "who": ("$me", "$them", "$host", 0),
    "seed": ("abc", "x" * 64, "x" * 65),
    "kind": ("text", "phrase", "emote"),
    "text": ("chào", "hello", "laugh", "http://x.vn", "<b>"),
}
"""The fields of messages, and what may nearly be right in each; $… is put in by whoever knows."""


@st.composite
def aimed(draw: Any) -> dict[str, Any]:
    """A message that is right but for some of its fields."""
    kind = draw(st.sampled_from(TYPES))
    message: dict[str, Any] = {name: draw(st.sampled_from(values)) for name, values in KNOWN.items()}
    if draw(st.integers(0, 3)) == 0:
        message[draw(st.sampled_from([*KNOWN]))] = draw(junk)
    if draw(st.integers(0, 5)) == 0:
        del message[draw(st.sampled_from([*KNOWN]))]
    return message | {"type": kind}


wild = st.dictionaries(st.sampled_from(["type", *KNOWN]) | texts, junk | st.sampled_from(TYPES), max_size=6)
raw = (
    texts
    | st.binary(max_size=40)
    | st.sampled_from(["[" * 5000, '{"type":' * 500, "x" * 5000, b"\xff\xfe", b"\0" * 5000])
)
messages = aimed() | aimed() | aimed() | wild | junk | raw
plays = st.lists(messages, min_size=12, max_size=25)


def filled(value: Any, known: dict[str, Any]) -> Any:
    """With what stands for each $…."""
    if isinstance(value, str):
        if value in known:
            return known[value]
        for name, meant in known.items():
            value = value.replace(name, str(meant))
        return value
    if isinstance(value, dict):
        return {name: filled(one, known) for name, one in value.items()}
    return [filled(one, known) for one in value] if isinstance(value, list) else value


def wired(message: Any) -> dict[str, Any]:
    """As a server hands it over: bytes as such, texts as they are, all else as JSON."""
    if isinstance(message, bytes):
        return {"type": "websocket.receive", "bytes": message}
    text = message if isinstance(message, str) else json.dumps(message)
    return {"type": "websocket.receive", "text": text}
