"""What tests of the administration share: members of the staff, signed in, who have shown their second factor."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Group
from django.test import Client, RequestFactory

from accounts.models import User
from accounts.staff.roles import ROLES
from tests.accounts.conftest import uncounted
from tests.live.conftest import nothing_cached

__all__ = ["nothing_cached", "uncounted"]

BACKEND = "django.contrib.auth.backends.ModelBackend"


class StaffClient(Client):
    """A browser of a member of the staff."""

    user: User


def member(role: str = "admin", name: str = "") -> User:
    """Somebody of the staff with that role ("superuser" is one, "" is none) and a second factor."""
    user = User.objects.create(
        username=f"staff-{name or role}-{User.objects.count()}",
        display_name=name or f"Nhân viên {User.objects.count()}",
        is_staff=True,
        is_superuser=role == "superuser",
    )
    if role in ROLES:
        user.groups.add(Group.objects.get(name=role))
    TOTP.activate(user, generate_totp_secret())
    return user


def enter(client: Client, user: User) -> Client:
    """Signed in, with the second factor shown just now."""
    client.force_login(user, BACKEND)
    request = RequestFactory().get("/")
    request.session = client.session
    factor = Authenticator.objects.get(user=user)
    record_authentication(request, user, "mfa", id=factor.pk, type=factor.type)
    request.session.save()
    return client


def staff_client(role: str = "admin", name: str = "") -> StaffClient:
    client = StaffClient()
    client.user = member(role, name)
    enter(client, client.user)
    return client


@pytest.fixture
def staff(db: None) -> Callable[..., StaffClient]:
    """`staff("moderator")` is a client of a new moderator, who is `client.user`."""
    return staff_client
