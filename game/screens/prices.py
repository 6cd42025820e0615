"""The price card of a variant, made from its fields."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from game.rules.variants import Variant
from game.screens.fields import Rule, changed, rules_of
from game.screens.render import render

PRICES = (
    *("eat_price", "chot_price", "ca_k_price", "rank_price", "two_player_price", "mom_price"),
    *("u_price", "u_tron_price", "u_khan_price", "dong_hoa_price", "u_thong_price", "u_k_price"),
)
"""The fields that are prices, in the order of the card."""
INSTEAD_OF = {
    "chot_price": ("eat_price",),
    "ca_k_price": ("eat_price", "chot_price"),
    "two_player_price": ("rank_price",),
    "mom_price": ("rank_price",),
    "u_tron_price": ("u_price",),
    "u_khan_price": ("u_price",),
    "dong_hoa_price": ("u_price",),
}
"""The prices that are paid where others would be: nothing, there, is a price too."""


def prices_of(variant: Variant) -> list[Rule]:
    """The prices there are; those of what isn't played are left out."""
    told = rules_of(variant)
    return [told[field] for field in PRICES if _is_price(variant, field) and told[field].text]


def prices_html(variant: Variant) -> SafeString:
    """The price card, made once a process for each variant and language."""
    return _prices_html(variant, get_language())


@lru_cache(maxsize=64)
def _prices_html(variant: Variant, language: str | None) -> SafeString:
    return render(
        "prices", preset=variant.preset, prices=prices_of(variant), sending=variant.sending, changes=changed(variant)
    )


def _is_price(variant: Variant, field: str) -> bool:
    price = getattr(variant, field)
    others = () if price is None else INSTEAD_OF.get(field, ())
    return any(_is_asked(paid) for paid in (price, *(getattr(variant, other) for other in others)))


def _is_asked(price: int | tuple[int, ...] | None) -> bool:
    return any(price) if isinstance(price, tuple) else bool(price)
