"""What tests of accounts share: nobody's attempts are counted across tests; one's own account, signed in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from game.models import Table
from tests.live.build import dealt
from tests.live.conftest import nothing_cached

__all__ = ["nothing_cached"]

PASSWORD = "con cá chép vàng"
ADDRESS = "thao@example.com"


@pytest.fixture(autouse=True)
def uncounted() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def account(
    name: str = "Thảo", address: str = ADDRESS, confirmed: bool = True, password: str | None = PASSWORD
) -> User:
    """An account as it is after the sign-up; without an address where none is given."""
    user = User(username=f"player-{name}", display_name=name, email=address)
    user.set_password(password) if password else user.set_unusable_password()
    user.save()
    if address:
        EmailAddress.objects.create(user=user, email=address, primary=True, verified=confirmed)
    return user


@pytest.fixture
def thao() -> User:
    return account()


@pytest.fixture
def signed_in(client: Client, thao: User) -> Client:
    client.force_login(thao, "allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.fixture
def guest(client: Client) -> User:
    """A guest of the client's at a table with bots, in the middle of a hand."""
    client.post("/play/")
    dealt(Table.objects.get())
    return User.objects.get(is_guest=True)
