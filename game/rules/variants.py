"""House rules as fields of one frozen value, and the four presets (R9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_type_hints

from game.rules.errors import RuleError

MAX_PRICE = 100
MULTIPLIERS = (1, 2, 3, 5)

ChotDen = Literal["none", "any", "tai"]
TieRule = Literal["laid_first", "last_discard"]
LeaverRule = Literal["first_hand", "next_seat"]

WORDS: dict[str, tuple[str, ...]] = {
    "chot_den": ("none", "any", "tai"),
    "tie_rule": ("laid_first", "last_discard"),
    "leaver_rule": ("first_hand", "next_seat"),
}
"""The values of fields that are one of a few words."""
LENGTHS = {"eat_price": 3, "rank_price": 3, "ca_k_price": 4, "u_k_price": 2}
"""How many prices those fields have that have several."""
MAY_BE_NONE = ("ca_k_price", "u_k_price")


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules a hand is played by. Prices are in units (R8); the defaults are `online`'s."""

    preset: str = "online"
    eat_price: tuple[int, ...] = (1, 2, 4)
    """For the first, second and third card that one eater eats in a hand (R8.1)."""
    chot_price: int = 4
    """For an eaten card of round 4, instead of `eat_price` (R8.1)."""
    rank_price: tuple[int, ...] = (1, 2, 3)
    """What second, third and fourth pay the winner (R8.2)."""
    two_player_price: int = 1
    """What the loser of two pays (R8.2)."""
    mom_price: int = 4
    """What a mom pays instead of a ranking price (R8.2)."""
    u_price: int = 5
    u_tron_price: int = 10
    u_khan: bool = True
    """Whether a dealt hand without phom and ca ends the hand (R6.2)."""
    u_khan_price: int = 10
    jackpot: bool = True
    """Whether half of the fees goes to the jackpot of the stake level (R8.4)."""
    dong_hoa: bool = False
    """Whether an u in one suit has a kind and price of its own (R6.5)."""
    dong_hoa_price: int = 0
    u_thong_price: int = 0
    """On top of an u by the player who also made u in the hand before (R8.5)."""
    ca_k_price: tuple[int, ...] | None = None
    """For an eaten king, by the round it was discarded in; None: like any card (R8.6)."""
    u_k_price: tuple[int, ...] | None = None
    """From each other player for a set with three, four own kings; None: nothing (R8.7)."""
    sending: bool = True
    """Whether loose cards may be sent to phoms on the table (R5.3)."""
    den_three: bool = True
    """Whether the seat that fed three cards pays for everyone (R6.6)."""
    chot_den: ChotDen = "none"
    """When the eater of a chot pays for another's u: never, always, or only for a tai (R6.7)."""
    tie_rule: TieRule = "laid_first"
    """Who ranks higher on equal points (R7.3)."""
    leaver_rule: LeaverRule = "first_hand"
    """Who leads after players changed (R2.4)."""
    timeout_lays: bool = True
    """Whether the clock lays for a seat that ran out of time, else it mucks (R10.2)."""

    def __post_init__(self) -> None:
        for name, kind in _KINDS.items():
            if not _fits(name, kind, getattr(self, name)):
                raise RuleError("variant_value", field=name, value=getattr(self, name))
        if self.preset not in PRESET_NAMES:
            raise RuleError("unknown_preset", preset=self.preset)

    @property
    def is_preset(self) -> bool:
        """Whether nothing of the preset is changed."""
        return self == PRESETS[self.preset]


PRESET_NAMES = ("online", "ky_gui", "co_dien", "ca_k")
_KINDS = get_type_hints(Variant)
FIELDS: tuple[str, ...] = tuple(field.name for field in fields(Variant) if field.name != "preset")


def _fits(name: str, kind: Any, value: object) -> bool:
    if name in WORDS:
        return value in WORDS[name]
    if name in LENGTHS:
        if value is None:
            return name in MAY_BE_NONE
        return isinstance(value, tuple) and len(value) == LENGTHS[name] and all(map(_is_price, value))
    return type(value) is kind and (kind is not int or _is_price(value))


def _is_price(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_PRICE


PRESETS: dict[str, Variant] = {
    "online": Variant(),
    "ky_gui": Variant(
        preset="ky_gui",
        eat_price=(1, 2, 3),
        chot_price=3,
        u_tron_price=5,
        u_khan=False,
        u_khan_price=0,
        jackpot=False,
        chot_den="tai",
        leaver_rule="next_seat",
    ),
    "co_dien": Variant(
        preset="co_dien",
        eat_price=(0, 0, 0),
        chot_price=0,
        u_price=6,
        u_tron_price=12,
        u_khan=False,
        u_khan_price=0,
        jackpot=False,
        sending=False,
        chot_den="any",
        tie_rule="last_discard",
        leaver_rule="next_seat",
    ),
    "ca_k": Variant(
        preset="ca_k",
        two_player_price=2,
        u_khan=False,
        u_khan_price=0,
        jackpot=False,
        dong_hoa=True,
        dong_hoa_price=10,
        u_thong_price=2,
        ca_k_price=(2, 4, 6, 10),
        u_k_price=(5, 10),
        tie_rule="last_discard",
        leaver_rule="next_seat",
    ),
}


def format_variant(variant: Variant) -> dict[str, Any]:
    """The preset's name and only the fields that differ from it, as JSON values (R11)."""
    base = asdict(PRESETS[variant.preset])
    changed = {name: value for name, value in asdict(variant).items() if value != base[name]}
    return {"preset": variant.preset} | {
        name: list(value) if isinstance(value, tuple) else value for name, value in changed.items()
    }


def parse_variant(data: Mapping[str, Any]) -> Variant:
    """The variant of a record.

    RuleError ``variant_shape``, ``unknown_preset``, ``unknown_field``, ``variant_value``.
    """
    if not isinstance(data, Mapping):
        raise RuleError("variant_shape", value=data)
    preset = data.get("preset")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RuleError("unknown_preset", preset=preset)
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    unknown = sorted(values.keys() - set(FIELDS) - {"preset"})
    if unknown:
        raise RuleError("unknown_field", field=unknown[0])
    return replace(PRESETS[preset], **values)
