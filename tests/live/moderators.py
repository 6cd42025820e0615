"""Staff to test with, who may do what moderators do."""

from __future__ import annotations

from django.contrib.auth.models import Permission

from accounts.models import User

RIGHTS = ("peek_table", "act_on_table", "void_hand")


def moderator(name: str = "Mod", *rights: str) -> User:
    """A member of the staff with these rights alone; with all of a moderator's at tables if none is named."""
    user = User.objects.create(username=name, display_name=name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights or RIGHTS))
    return User.objects.get(pk=user.pk)
