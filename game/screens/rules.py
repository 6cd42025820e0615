"""The pages of the rules: put together from the fields of the variants, so that they can't drift."""

from __future__ import annotations

from game.rules.variants import FIELDS, PRESET_NAMES, PRESETS, Variant
from game.screens.examples import figures
from game.screens.fields import Rule, name, rules_of
from game.screens.prices import prices_html

SECTIONS: dict[str, tuple[str, ...]] = {
    "deal": ("leaver_rule",),
    "eating": ("eat_price", "chot_price", "ca_k_price"),
    "last_round": ("sending",),
    "ranking": ("rank_price", "two_player_price", "mom_price", "tie_rule"),
    "u": ("u_price", "u_tron_price", "u_khan", "u_khan_price", "dong_hoa", "dong_hoa_price", "u_thong_price"),
    "den": ("den_three", "chot_den"),
    "kings": ("u_k_price",),
    "time": ("timeout_lays",),
    "gold": ("jackpot",),
}
"""Where on a page each field is told."""


def sections_of(variant: Variant) -> dict[str, list[Rule]]:
    """The sentences of each section of a page. What isn't played anywhere but elsewhere goes unsaid."""
    told = rules_of(variant)
    return {
        section: [told[field] for field in fields if told[field].text and _is_worth_telling(variant, told[field])]
        for section, fields in SECTIONS.items()
    }


def _is_worth_telling(variant: Variant, rule: Rule) -> bool:
    return rule.differs or getattr(variant, rule.field) not in (None, False, 0, "none")


def variant_page(variant: Variant) -> dict[str, object]:
    """What the page of a variant shows."""
    return {
        "variant": variant,
        "ways": ways(),
        "differences": differences(variant),
        "sections": sections_of(variant),
        "figures": figures(variant),
        "prices_html": prices_html(variant),
    }


def overview_page() -> dict[str, object]:
    """What the page before those of the variants shows."""
    told = {preset: rules_of(PRESETS[preset]) for preset in PRESET_NAMES}
    rows = [{"name": name(field), "cells": [told[preset][field] for preset in PRESET_NAMES]} for field in FIELDS]
    return {"ways": ways(), "comparison": rows}


def ways() -> list[dict[str, object]]:
    """The presets, each with what is otherwise than in `BASE`."""
    return [{"preset": preset, "differences": differences(PRESETS[preset])} for preset in PRESET_NAMES]


def differences(variant: Variant) -> list[Rule]:
    """What is otherwise than in `BASE`."""
    return [rule for rule in rules_of(variant).values() if rule.differs and rule.text]
