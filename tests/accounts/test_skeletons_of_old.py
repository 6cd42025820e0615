"""Players from before names had skeletons: each gets one, and of two that look alike the later player a number."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import NAME_MAX, User
from accounts.names.skeleton import skeleton

pytestmark = pytest.mark.django_db
migration = import_module("accounts.migrations.0006_skeletons")


def test_names_that_look_alike_are_told_apart_afterwards() -> None:
    names = ("An An", "Ạn An", "ANAN", "", "", "W" * 20, "w" * 20)
    users = [User(username=str(n), display_name=name, is_guest=n % 3 == 2) for n, name in enumerate(names)]
    User.objects.bulk_create(users)
    migration.fold(apps, None)
    after = list(User.objects.order_by("pk").values_list("display_name", flat=True))
    assert after == ["An An", "Ạn An 2", "ANAN 3", "", "", f"{'W' * 18} 2", "w" * 20], "accounts before guests"
    assert all(len(name) <= NAME_MAX for name in after)
    kept = User.objects.order_by("pk").values_list("skeleton", flat=True)
    assert list(kept) == [skeleton(name) or None for name in after]
