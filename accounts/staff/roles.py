"""What each role may do. The table here is what holds: each `migrate` brings the groups in line with it.

Whoever has several roles may do what any of them may. A superuser, made on the server alone, stands above all roles.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, Permission

from accounts.models import User

SUPPORT, MODERATOR, ECONOMIST, ADMIN = "support", "moderator", "economist", "admin"


def _may(app: str, models: str, *verbs: str) -> frozenset[str]:
    return frozenset(f"{app}.{verb}_{model}" for model in models.split() for verb in verbs)


_LOOK = (
    _may("accounts", "user namechange reason sanction appeal logentry block friendship mute lapse announcement", "view")
    | _may("game", "table tableseat handrecord handplayer message report invitation spectator exclusion", "view")
    | {"accounts.see_email"}
)
_KEEP_FAIR = (
    _may("accounts", "trace reservedname", "view")
    | _may("accounts", "user", "change")
    | _may("accounts", "reason reservedname announcement", "add", "change")
    | _may("accounts", "reservedname announcement", "delete")
    | _may("game", "signal peek filteredword phrase", "view")
    | _may("game", "filteredword phrase", "add", "change", "delete")
    | {"accounts.sanction_player", "accounts.decide_appeal", "accounts.see_traces"}
    | {"game.decide_report", "game.peek_table", "game.act_on_table", "game.void_hand", "game.judge_signal"}
)
_KEEP_BOOKS = (
    _may("accounts", "account posting entry house room rating totals score standing", "view")
    | _may("accounts", "house room", "change")
    | _may("accounts", "room", "add")
    | {"accounts.correct_gold", "accounts.set_house", "game.void_hand"}
)

ROLES: dict[str, frozenset[str]] = {
    SUPPORT: _LOOK,
    MODERATOR: _LOOK | _KEEP_FAIR,
    ECONOMIST: _LOOK | _KEEP_BOOKS,
    ADMIN: _LOOK | _KEEP_FAIR | _KEEP_BOOKS | _may("accounts", "user", "delete"),
}
"""The permissions of each role, as `app.codename`."""

RANKS = {SUPPORT: 1, MODERATOR: 2, ECONOMIST: 2, ADMIN: 3}
_SUPERUSER = 4


def rank(user: User) -> int:
    """How high somebody stands among the staff: 0 for players, 1 for staff without a role, 4 for superusers."""
    if not user.is_active or not user.is_staff:
        return 0
    if user.is_superuser:
        return _SUPERUSER
    return max((RANKS.get(name, 1) for name in roles_of(user)), default=1)


def roles_of(user: User) -> list[str]:
    """Names of the groups."""
    return list(user.groups.order_by("pk").values_list("name", flat=True))


def may_act_on(actor: User, target: User) -> bool:
    """Nobody acts on oneself, nor on staff of a higher or the same rank. No query where the target is a player."""
    if actor.pk == target.pk or not (actor.is_active and actor.is_staff):
        return False
    height = rank(target)
    return height == 0 or rank(actor) > height


def settle(**_sent: Any) -> None:
    """After each migration: the groups are there, and have the permissions of the table, no others."""
    for role, names in ROLES.items():
        group, _made = Group.objects.get_or_create(name=role)
        group.permissions.set(found(names))


def found(names: frozenset[str]) -> list[Permission]:
    """Those of the permissions that are declared."""
    codenames = {name.partition(".")[2] for name in names}
    known = Permission.objects.filter(codename__in=codenames).select_related("content_type")
    return [one for one in known if f"{one.content_type.app_label}.{one.codename}" in names]
