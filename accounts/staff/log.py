"""The log of what the staff does, and of what the house does by itself. Nothing else writes it, nothing changes it."""

from __future__ import annotations

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from accounts.models import LogEntry, User

SECRET = {
    "password",
    "skeleton",
    "pack",
    "actions",
    "hand_order",
    "server_seed",
    "player_seeds",
    "next_seed",
    "seed",
    "pin",
    "data",
}
"""Fields that no log keeps: secrets, and what would tell cards of a running hand."""
PERSONAL = {
    *("display_name", "username", "first_name", "last_name", "email", "name", "text", "words"),
    *("preferences", "date_joined", "last_login", "seen_at", "online_at"),
}
"""Fields that the log keeps of a player no longer than the player stays."""


def note(
    by: User | None,
    action: str,
    target: Model,
    why: str,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    user: User | None = None,
) -> LogEntry:
    """Write down that `by` (None: the house) did `action` to `target`, in the caller's transaction.

    `user` is whom it concerns; the target itself where that is a player. Of `before` and `after` only what differs is
    kept where both are given. People, and what they wrote, are kept by their numbers alone: see `LogEntry.shown_name`.
    """
    if user is None and isinstance(target, User):
        user = target
    kept_before, kept_after = differing(before or {}, after or {})
    return LogEntry.objects.create(
        by=by,
        by_name=f"#{by.pk}" if by else "",
        action=action[:40],
        target_type=target._meta.label_lower,
        target_id=str(target.pk)[:40],
        target_name=_name_of(target)[:200],
        user=user if user is not None and user.pk else None,
        why=why.strip(),
        before=kept_before,
        after=kept_after,
    )


def _name_of(target: Model) -> str:
    """In no language: see `LogEntry.shown_name`."""
    if getattr(target, "is_personal", False):
        return ""
    name: str | None = getattr(target, "log_name", None)
    return str(target) if name is None else name


def forget(user: User) -> None:
    """Whoever is erased is a number in what the staff did. In the caller's transaction."""
    for entry in LogEntry.objects.filter(user=user):
        before, after = ({name: kept[name] for name in kept.keys() - PERSONAL} for kept in (entry.before, entry.after))
        LogEntry.objects.blank(entry.pk, before, after)


def differing(before: dict[str, Any], after: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both without what is the same in both; whole where one is empty."""
    if not before or not after:
        return before, after
    same = {name for name in before.keys() & after.keys() if before[name] == after[name]}
    return (
        {name: value for name, value in before.items() if name not in same},
        {name: value for name, value in after.items() if name not in same},
    )


def state(obj: Model) -> dict[str, Any]:
    """The fields of a row as values of JSON, foreign keys as ids; without secrets, addresses only hinted at."""
    values = {field.attname: field.value_from_object(obj) for field in obj._meta.concrete_fields}
    kept = {name: value for name, value in values.items() if name.removesuffix("_id") not in SECRET}
    if kept.get("email"):
        kept["email"] = hinted(str(kept["email"]))
    plain: dict[str, Any] = json.loads(json.dumps(kept, cls=DjangoJSONEncoder, default=str))
    return plain


def hinted(address: str) -> str:
    """An e-mail address that isn't told."""
    name, _at, domain = address.partition("@")
    return f"{name[:1]}…@{domain}"
