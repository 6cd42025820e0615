"""The fields of a variant as a form asks for them: what each is, in a line, and what it is in each preset."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from game.rules.variants import LENGTHS, MAY_BE_NONE, PRESET_NAMES, PRESETS, WORDS, Variant
from game.screens.fields import name, value

GROUPS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (_("Eating"), ("eat_price", "chot_price", "ca_k_price")),
    (_("Who wins"), ("rank_price", "two_player_price", "mom_price", "tie_rule")),
    (
        _("Ù"),
        ("u_price", "u_tron_price", "u_khan", "u_khan_price", "dong_hoa", "dong_hoa_price", "u_thong_price"),
    ),
    (_("Đền"), ("den_three", "chot_den")),
    (_("Kings, sending, time"), ("u_k_price", "sending", "leaver_rule", "timeout_lays", "jackpot")),
)
"""In which order the fields are asked for."""

WHAT: dict[str, Promise] = {
    "eat_price": _("What the feeder of a card owes whoever eats it: for the eater’s 1st, 2nd and 3rd of the hand."),
    "chot_price": _("What a card thrown in the fourth round costs when it is eaten."),
    "ca_k_price": _("What an eaten king costs instead, by the round it was thrown in."),
    "rank_price": _("What the 2nd, 3rd and 4th pay the winner."),
    "two_player_price": _("What the loser pays at a table of two."),
    "mom_price": _("What a player without a phỏm pays instead."),
    "tie_rule": _("Who is ahead with equal points."),
    "u_price": _("What each of the others pays for an ù."),
    "u_tron_price": _("What each pays for an ù with no card loose."),
    "u_khan": _("Whether cards dealt without a phỏm and without a cạ win at once."),
    "u_khan_price": _("What each pays for an ù khan, where there is one."),
    "dong_hoa": _("Whether an ù in one suit has a price of its own."),
    "dong_hoa_price": _("What each pays for it, where it has one."),
    "u_thong_price": _("What each pays on top for a second ù in a row."),
    "den_three": _("Whether whoever fed three cards pays for everyone."),
    "chot_den": _("When whoever ate a chốt pays for everyone, if another player is ù."),
    "u_k_price": _("What each pays for a set with three, or four, kings of one’s own."),
    "sending": _("Whether loose cards may be put on phỏm that lie on the table."),
    "leaver_rule": _("Who leads the next hand when players have changed."),
    "timeout_lays": _("What the clock does for whoever runs out of time in the last round."),
    "jackpot": _("Whether half of the fees goes to a jackpot, for an ù khan."),
}
"""What each field is, in a line."""


class Box(NamedTuple):
    """A price to be written."""

    name: str
    label: str
    """Which one of several; empty where there is but one."""
    value: str
    usual: str
    """Its value in each preset, as JSON."""
    is_wrong: bool


class Option(NamedTuple):
    """A value to be chosen."""

    value: str
    label: str
    is_chosen: bool


class Asked(NamedTuple):
    """A field of a variant, asked for."""

    field: str
    name: str
    what: str
    usual: str
    """Its value in each preset in words, as JSON."""
    boxes: Sequence[Box]
    options: Sequence[Option]
    """Where it is chosen instead of written."""
    may_be_none: bool
    is_none: bool
    """Whether it was sent as having no price."""
    faults: Sequence[str]

    @property
    def is_touched(self) -> bool:
        """Whether something was sent for it."""
        return bool(self.faults) or self.is_none or any(part.value for part in self.boxes) or self._is_chosen

    @property
    def _is_chosen(self) -> bool:
        return any(option.is_chosen for option in self.options)


class Group(NamedTuple):
    name: str
    asked: Sequence[Asked]


def groups(written: Mapping[str, str], faults: Mapping[str, Sequence[str]]) -> list[Group]:
    """All fields, with what was sent for them and what is wrong with it."""
    return [Group(str(title), [_asked(field, written, faults) for field in fields]) for title, fields in GROUPS]


def _asked(field: str, written: Mapping[str, str], faults: Mapping[str, Sequence[str]]) -> Asked:
    is_price = not _choices(field)
    names = [f"{field}_{at}" for at in range(LENGTHS[field])] if field in LENGTHS else [field]
    parts = (*names, f"{field}_none")
    told = dict.fromkeys(fault for part in parts for fault in faults.get(part, ()))
    return Asked(
        field=field,
        name=name(field),
        what=str(WHAT[field]),
        usual=_in_presets(lambda variant: value(variant, field)),
        boxes=[_box(field, at, part, written, faults) for at, part in enumerate(names)] if is_price else (),
        options=[Option(word, label, written.get(field) == word) for word, label in _choices(field)],
        may_be_none=field in MAY_BE_NONE,
        is_none=bool(written.get(f"{field}_none")),
        faults=tuple(told),
    )


def _box(field: str, at: int, part: str, written: Mapping[str, str], faults: Mapping[str, Sequence[str]]) -> Box:
    def usual(variant: Variant) -> str:
        held = getattr(variant, field)
        return "–" if held is None else str(held[at] if field in LENGTHS else held)

    return Box(part, _which(field, at), written.get(part, ""), _in_presets(usual), bool(faults.get(part)))


def _which(field: str, at: int) -> str:
    """Which one of several prices: by the order of cards, ranks, rounds, by how many kings."""
    if field not in LENGTHS:
        return ""
    number = at + {"eat_price": 1, "rank_price": 2, "ca_k_price": 1, "u_k_price": 3}[field]
    if field == "eat_price":
        return gettext("card %(number)s") % {"number": number}
    if field == "ca_k_price":
        return gettext("round %(number)s") % {"number": number}
    if field == "u_k_price":
        return pgettext("three or four", "%(number)s kings") % {"number": number}
    return {2: gettext("2nd"), 3: gettext("3rd"), 4: gettext("4th")}[number]


def _choices(field: str) -> list[tuple[str, str]]:
    """What may be chosen, in words; nothing where a price is to be written."""
    usual = getattr(PRESETS[PRESET_NAMES[0]], field)
    if field in WORDS:
        return [(word, _worded(field, word)) for word in WORDS[field]]
    if isinstance(usual, bool):
        return [("yes", _worded(field, True)), ("no", _worded(field, False))]
    return []


def _worded(field: str, held: Any) -> str:
    return value(Variant(**{field: held}), field)


def _in_presets(of: Any) -> str:
    return json.dumps({preset: of(variant) for preset, variant in PRESETS.items()}, ensure_ascii=False)
