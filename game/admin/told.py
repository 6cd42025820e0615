"""Rules, rooms and seats as players read them, where the database holds keys."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.house import rooms
from accounts.staff.links import link
from game.models import HandPlayer, TableSeat
from game.rules.errors import RuleError
from game.rules.variants import parse_variant
from game.screens.fields import changed


def rules(variant: dict[str, Any]) -> str:
    """The preset's name, and what is otherwise; as it is kept, where today's rules don't know it."""
    try:
        parsed = parse_variant(variant)
    except RuleError:
        return str(variant)
    name = render_to_string("game/rules_name.html", {"preset": parsed.preset}).strip()
    others = "; ".join(f"{rule.name}: {rule.value}" for rule in changed(parsed))
    return gettext("%(name)s, changed: %(others)s") % {"name": name, "others": others} if others else name


def room(stake: str) -> str:
    """The room's name; its key where there is none such any more."""
    found = rooms().get(stake)
    return str(found.name) if found else stake


def sitting(part: HandPlayer | TableSeat) -> SafeString:
    """Who has the seat, once: a player by a link, or a bot."""
    if part.user:
        return link(part.user, part.shown_name)
    return format_html("{} ({})", part.shown_name, gettext("bot")) if part.bot else format_html("{}", part.shown_name)
