"""The fields of a variant in words: what each is called, its value in short, and a sentence that says it whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from game.rules.variants import FIELDS, PRESETS, Variant
from game.screens.words import units

BASE = "online"
"""The preset that the others are compared with."""


class Rule(NamedTuple):
    """One field of a variant, told."""

    field: str
    name: str
    value: str
    """In a word or a few numbers."""
    text: str
    """As a sentence; empty where another field has said that there is no such thing."""
    differs: bool
    """Whether it is otherwise in `BASE`."""


class Telling(NamedTuple):
    """How a field is told."""

    name: Promise
    """What it is about."""
    sentence: Callable[[Variant], str]
    """What it says of a variant; empty where another field has said that there is no such thing."""


def rules_of(variant: Variant) -> Mapping[str, Rule]:
    """Every field told, in the active language; once a process for each variant and language."""
    return _rules_of(variant, get_language())


def changed(variant: Variant) -> list[Rule]:
    """The fields that are otherwise than in the variant's own preset, told."""
    preset = PRESETS[variant.preset]
    told = rules_of(variant)
    return [told[field] for field in FIELDS if getattr(variant, field) != getattr(preset, field)]


def name(field: str) -> str:
    """What a field is about."""
    return str(TOLD[field].name)


@lru_cache(maxsize=64)
def _rules_of(variant: Variant, language: str | None) -> Mapping[str, Rule]:
    base = PRESETS[BASE]
    told = {
        field: Rule(
            field,
            name(field),
            value(variant, field),
            TOLD[field].sentence(variant),
            getattr(variant, field) != getattr(base, field),
        )
        for field in FIELDS
    }
    return MappingProxyType(told)


# -- values ----------------------------------------------------------------------------------------------


WORDS: dict[tuple[str, object], Promise] = {
    ("chot_den", "none"): _("no"),
    ("chot_den", "any"): _("always"),
    ("chot_den", "tai"): _("for a tái"),
    ("tie_rule", "laid_first"): _("who laid first"),
    ("tie_rule", "last_discard"): _("who threw last card first"),
    ("leaver_rule", "first_hand"): _("the host leads"),
    ("leaver_rule", "next_seat"): _("the next seat leads"),
    ("timeout_lays", True): _("the clock lays"),
    ("timeout_lays", False): _("nothing is laid"),
}
"""Values that have a word of their own."""


def value(variant: Variant, field: str) -> str:
    """A field's value in short."""
    held = getattr(variant, field)
    if held is None:
        return "–"
    if (field, held) in WORDS:
        return str(WORDS[field, held])
    if isinstance(held, bool):
        return gettext("yes") if held else gettext("no")
    if isinstance(held, tuple):
        return " · ".join(map(str, held))
    return str(held)


# -- sentences --------------------------------------------------------------------------------------------


def _eat_price(variant: Variant) -> str:
    if not any(variant.eat_price):
        return gettext("Whoever fed an eaten card pays nothing for it.")
    first, second, third = variant.eat_price
    return gettext(
        "Whoever fed you an eaten card owes you %(first)s for your first one of the hand, %(second)s for your second, "
        "%(third)s for your third."
    ) % {"first": units(first), "second": units(second), "third": units(third)}


def _chot_price(variant: Variant) -> str:
    if not variant.chot_price:
        if any(variant.eat_price):
            return gettext("A chốt, a card thrown in the fourth round, costs nothing.")
        return gettext("A chốt, a card thrown in the fourth round, may be eaten for nothing too.")
    return gettext("A chốt, a card thrown in the fourth round, costs %(units)s instead.") % {
        "units": units(variant.chot_price)
    }


def _ca_k_price(variant: Variant) -> str:
    if variant.ca_k_price is None:
        return gettext("A king costs what any other card does.")
    if not any(variant.ca_k_price):
        return gettext("Cá K: an eaten king costs nothing. It still counts among the cards eaten.")
    return gettext(
        "Cá K: an eaten king costs %(prices)s instead, by the round it was thrown in. It still counts among the "
        "cards eaten."
    ) % {"prices": _in_turn(variant.ca_k_price)}


def _rank_price(variant: Variant) -> str:
    second, third, fourth = variant.rank_price
    return gettext("The second pays the winner %(second)s, the third %(third)s, the fourth %(fourth)s.") % {
        "second": units(second),
        "third": units(third),
        "fourth": units(fourth),
    }


def _two_player_price(variant: Variant) -> str:
    return gettext("Of two players the loser pays %(units)s.") % {"units": units(variant.two_player_price)}


def _mom_price(variant: Variant) -> str:
    return gettext("A móm pays %(units)s instead, however many there are.") % {"units": units(variant.mom_price)}


def _u_price(variant: Variant) -> str:
    return gettext("For an ù each of the others pays %(units)s.") % {"units": units(variant.u_price)}


def _u_tron_price(variant: Variant) -> str:
    if variant.u_tron_price == variant.u_price:
        return gettext("For ù tròn, with no card loose, it is the same.")
    price = {"units": units(variant.u_tron_price)}
    if not variant.sending:
        return gettext("For ù tròn, with no card loose, it is %(units)s.") % price
    return gettext("For ù tròn, with no card loose and none sent, it is %(units)s.") % price


def _u_khan(variant: Variant) -> str:
    if not variant.u_khan:
        return gettext("There is no ù khan: cards without a phỏm and without a cạ are played like any others.")
    return gettext(
        "Ù khan: cards dealt without a phỏm and without a single cạ win at once, before any other ù. Of several, the "
        "nearest to the leader in order of play has it."
    )


def _u_khan_price(variant: Variant) -> str:
    return _each_pays(variant.u_khan_price) if variant.u_khan else ""


def _dong_hoa(variant: Variant) -> str:
    if not variant.dong_hoa:
        return gettext("An ù in one suit is like any other.")
    return gettext(
        "Đồng hoa trắng: an ù with all its phỏm in one suit has a price of its own, in place of ù or ù tròn. The one "
        "loose card may be of any suit."
    )


def _dong_hoa_price(variant: Variant) -> str:
    return _each_pays(variant.dong_hoa_price) if variant.dong_hoa else ""


def _each_pays(price: int) -> str:
    return gettext("Each of the others pays %(units)s for it.") % {"units": units(price)}


def _u_thong_price(variant: Variant) -> str:
    if not variant.u_thong_price:
        return gettext("A second ù in a row is paid like the first.")
    return gettext("Ù thông: whoever was ù in the hand before too gets %(units)s more from each.") % {
        "units": units(variant.u_thong_price)
    }


def _u_k_price(variant: Variant) -> str:
    if variant.u_k_price is None:
        return gettext("A set of kings earns nothing by itself.")
    three, four = variant.u_k_price
    return gettext(
        "Ù K: at the end, a set with three kings of your own, dealt or drawn and not eaten, earns %(three)s from each "
        "of the others, with four kings %(four)s. It doesn’t end the hand."
    ) % {"three": units(three), "four": units(four)}


def _sending(variant: Variant) -> str:
    if not variant.sending:
        return gettext("Cards aren’t sent: what fits no phỏm of your own stays with you and counts.")
    return gettext(
        "Sending (gửi): once you have a phỏm on the table, you may put loose cards on any phỏm there, your own ones "
        "too, that stays a phỏm with them. They no longer count against you. Without a phỏm you may not send."
    )


def _den_three(variant: Variant) -> str:
    if not variant.den_three:
        return gettext("Whoever fed three cards pays no more than the others.")
    return gettext(
        "Three eaten cards are always an ù. The player before, who fed all three, pays for everyone: the others’ "
        "shares of the ù too."
    )


def _chot_den(variant: Variant) -> str:
    sentences = {
        "none": gettext("Whoever eats a chốt never pays for everyone because of it."),
        "any": gettext(
            "If somebody has eaten a chốt and another player is ù later in the hand, whoever ate it pays for everyone; "
            "of several the last one."
        ),
        "tai": gettext(
            "If somebody has eaten a chốt and a player who had laid down before that is ù later, by a tái, whoever ate "
            "it pays for everyone; of several the last one."
        ),
    }
    return sentences[variant.chot_den]


def _tie_rule(variant: Variant) -> str:
    sentences = {
        "laid_first": gettext("With equal points, whoever laid down first is ahead."),
        "last_discard": gettext("With equal points, whoever threw the last card earlier is ahead."),
    }
    return sentences[variant.tie_rule]


def _leaver_rule(variant: Variant) -> str:
    sentences = {
        "first_hand": gettext(
            "If somebody left and somebody new sat down, it counts as a first hand again: the host leads."
        ),
        "next_seat": gettext("If the winner has left, the next player in order of play leads."),
    }
    return sentences[variant.leaver_rule]


def _timeout_lays(variant: Variant) -> str:
    if variant.timeout_lays:
        return gettext("In the last round the clock also lays the phỏm, so that nothing loose is left that needn’t be.")
    return gettext(
        "In the last round the clock lays nothing: whoever runs out of time then only draws and throws, and is móm "
        "without a phỏm laid before."
    )


def _jackpot(variant: Variant) -> str:
    if not variant.jackpot:
        return gettext("There is no jackpot.")
    return gettext("At tables played for gold, half of the fees goes to a jackpot, and an ù khan wins half of that.")


def _in_turn(prices: tuple[int, ...]) -> str:
    """``2, 4, 6, 10 units``; several, whatever the last of them is."""
    return gettext("%(counts)s units") % {"counts": ", ".join(map(str, prices))}


TOLD: dict[str, Telling] = {
    "eat_price": Telling(_("Eaten card: 1st · 2nd · 3rd"), _eat_price),
    "chot_price": Telling(_("Chốt eaten"), _chot_price),
    "rank_price": Telling(_("2nd · 3rd · 4th"), _rank_price),
    "two_player_price": Telling(_("The loser of two"), _two_player_price),
    "mom_price": Telling(_("Móm"), _mom_price),
    "u_price": Telling(_("Ù, from each"), _u_price),
    "u_tron_price": Telling(_("Ù tròn, from each"), _u_tron_price),
    "u_khan": Telling(_("Ù khan"), _u_khan),
    "u_khan_price": Telling(_("Ù khan, from each"), _u_khan_price),
    "jackpot": Telling(_("Jackpot"), _jackpot),
    "dong_hoa": Telling(_("Đồng hoa trắng"), _dong_hoa),
    "dong_hoa_price": Telling(_("Đồng hoa trắng, from each"), _dong_hoa_price),
    "u_thong_price": Telling(_("Ù thông, on top"), _u_thong_price),
    "ca_k_price": Telling(_("Cá K, by round"), _ca_k_price),
    "u_k_price": Telling(_("Ù K: three · four kings"), _u_k_price),
    "sending": Telling(_("Sending (gửi)"), _sending),
    "den_three": Telling(_("Đền for three eaten"), _den_three),
    "chot_den": Telling(_("Đền for a chốt"), _chot_den),
    "tie_rule": Telling(_("Equal points"), _tie_rule),
    "leaver_rule": Telling(_("After somebody left"), _leaver_rule),
    "timeout_lays": Telling(_("Time runs out in the last round"), _timeout_lays),
}
"""Every field of a variant."""
