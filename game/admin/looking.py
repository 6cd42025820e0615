"""What the staff may look at, which only `game.live` changes."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


class LookOnly:
    """No adding, no changing, no deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Moderated(LookOnly):
    """To be looked at; whoever may change messages may also do what is offered."""

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("game.change_message")
