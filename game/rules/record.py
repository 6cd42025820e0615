"""The record of a hand, `phom-hand/1` (R11): written, read back by replaying it, and compared.

A finished hand's may hold a ``deal``, what its pack was made of: ``server_seed`` and its ``commitment``, both in
hexadecimal, ``player_seeds`` by seat, ``hand_number``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.rules.actions import format_action, parse_action
from game.rules.cards import ALL, NAMES, parse_card
from game.rules.errors import RuleError
from game.rules.hand import Hand, apply, deal
from game.rules.settlement import Result, settle
from game.rules.shuffle import commitment, shuffled_pack
from game.rules.variants import format_variant, parse_variant

FORMAT = "phom-hand/1"
RULES = 1
SEATS = (2, 3, 4)
SEED = re.compile(r"[0-9a-f]{64}")


class Difference(NamedTuple):
    """Where a record's result is not what its actions lead to, or its pack not what its seeds make."""

    field: str
    expected: object
    """What the rules give."""
    got: object
    """What the record says."""


def format_hand(hand: Hand) -> dict[str, Any]:
    """The record of a hand as JSON values; with a ``result`` once it is over."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "rules": RULES,
        "variant": format_variant(hand.variant),
        "seats": len(hand.seats),
        "leader": hand.leader,
        "u_before": hand.u_before,
        "pack": [NAMES[card] for card in hand.pack],
        "actions": [format_action(action) for action in hand.actions],
    }
    if hand.is_over:
        data["result"] = format_result(settle(hand))
    return data


def format_result(result: Result) -> dict[str, Any]:
    """A result as JSON values."""
    return {
        "end": result.end,
        "winner": result.winner,
        "den": result.den,
        "order": list(result.order),
        "mom": list(result.mom),
        "points": None if result.points is None else list(result.points),
        "payments": [
            {"from": payment.payer, "to": payment.payee, "units": payment.units, "why": payment.why}
            for payment in result.payments
        ],
        "units": list(result.units),
    }


def parse_hand(data: Mapping[str, Any]) -> Hand:
    """The position a record leads to; its ``result`` is not read.

    RuleError ``record_shape`` names the field that can't be read, with what was expected; the codes of
    `parse_variant` and `parse_card`; ``record_action`` has the index of an unreadable or illegal action
    and the ``cause``.
    """
    dealt = parse_deal(data)
    _read(data, "actions", isinstance(data.get("actions"), list), "a list")
    return replay(dealt, data["actions"])


def parse_deal(data: Mapping[str, Any]) -> Hand:
    """The position before a record's first action; RuleError as `parse_hand`. Its ``actions`` are not read."""
    _read(data, "format", data.get("format") == FORMAT, FORMAT)
    _read(data, "rules", _is_int(data.get("rules", RULES)) and data.get("rules", RULES) == RULES, RULES)
    seats = data.get("seats")
    _read(data, "seats", _is_int(seats) and seats in SEATS, "2, 3 or 4")
    _read(data, "leader", _is_seat(data.get("leader"), seats), "a seat")
    u_before = data.get("u_before")
    _read(data, "u_before", u_before is None or _is_seat(u_before, seats), "a seat or null")
    variant = parse_variant(data.get("variant", {}))
    return deal(variant, data["seats"], data["leader"], _parse_pack(data), u_before)


def replay(hand: Hand, actions: Sequence[str]) -> Hand:
    """The position after more actions, given as text; RuleError ``record_action`` as in `parse_hand`."""
    for index, text in enumerate(actions):
        try:
            hand, _ = apply(hand, parse_action(text))
        except RuleError as error:
            raise RuleError("record_action", index=index, action=text, cause=str(error)) from error
    return hand


def differences(data: Mapping[str, Any]) -> list[Difference]:
    """Where the ``result`` in a record differs from what its actions lead to, and its pack from what its ``deal`` makes
    where it has one; RuleError as `parse_hand`.

    A hand still in play must have no result, a finished one must have one.
    """
    hand = parse_hand(data)
    return _of_deal(data) + _of_result(data, hand)


def _of_deal(data: Mapping[str, Any]) -> list[Difference]:
    """The seed that isn't the promised one, and the first card that the seeds put elsewhere."""
    if "deal" not in data:
        return []
    server_seed, player_seeds, number = _parse_seeds(data["deal"], data["seats"])
    promised = Difference("deal.commitment", commitment(server_seed), data["deal"].get("commitment"))
    pack = [NAMES[card] for card in shuffled_pack(server_seed, player_seeds, number)]
    cards = [Difference(f"pack[{at}]", card, data["pack"][at]) for at, card in enumerate(pack)]
    return [promised] * (promised.expected != promised.got) + [card for card in cards if card.expected != card.got][:1]


def _of_result(data: Mapping[str, Any], hand: Hand) -> list[Difference]:
    truth = format_result(settle(hand)) if hand.is_over else None
    told = data.get("result")
    if truth is None or not isinstance(told, Mapping):
        return [] if truth is None and told is None else [Difference("result", truth, told)]
    return [
        Difference(f"result.{field}", value, told.get(field))
        for field, value in truth.items()
        if not _same(field, value, told.get(field))
    ]


def _same(field: str, truth: object, told: object) -> bool:
    """Equality of JSON values; the order of payments means nothing (R11)."""
    if field == "payments" and isinstance(truth, list) and isinstance(told, list):
        return sorted(map(repr, map(_sorted_items, truth))) == sorted(map(repr, map(_sorted_items, told)))
    return repr(truth) == repr(told)


def _sorted_items(payment: object) -> object:
    return sorted(payment.items()) if isinstance(payment, dict) else payment


def _read(data: Mapping[str, Any], field: str, fine: bool, expected: object) -> None:
    if not fine:
        raise RuleError("record_shape", field=field, expected=expected, got=data.get(field))


def _parse_seeds(deal: Any, seats: int) -> tuple[bytes, list[str], int]:
    """The server's seed, the players', and the number of the hand."""
    _read({"deal": deal}, "deal", isinstance(deal, Mapping), "an object")
    told = {f"deal.{field}": value for field, value in deal.items()}
    server, players, number = (deal.get(field) for field in ("server_seed", "player_seeds", "hand_number"))
    _read(told, "deal.server_seed", isinstance(server, str) and bool(SEED.fullmatch(server)), "64 hexadecimal digits")
    _read(told, "deal.player_seeds", _are_seeds(players, seats), "an ASCII text for each seat, or none at all")
    _read(told, "deal.hand_number", _is_int(number) and 0 < number < 1 << 64, "a number from 1")
    return bytes.fromhex(server), players, number


def _are_seeds(values: Any, seats: int) -> bool:
    """Whether these are a text for each seat; hands from before players added to the deal have none."""
    if not isinstance(values, list) or len(values) not in (0, seats):
        return False
    return all(isinstance(value, str) and value.isascii() for value in values)


def _is_int(value: object) -> bool:
    return type(value) is int


def _is_seat(value: Any, seats: Any) -> bool:
    return _is_int(value) and 0 <= value < seats


def _parse_pack(data: Mapping[str, Any]) -> list[int]:
    names = data.get("pack")
    _read(data, "pack", isinstance(names, list) and len(names) == len(ALL), "52 cards")
    pack = [parse_card(name) for name in data["pack"]]
    _read(data, "pack", len(set(pack)) == len(ALL), "each card once")
    return pack
