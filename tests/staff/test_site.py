"""The administration: who gets in, by which way; its front page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.staff.roles import ROLES
from tests.staff.conftest import StaffClient

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", [*ROLES, "superuser", ""])
def test_the_staff_gets_in(staff: Callable[..., StaffClient], role: str) -> None:
    assert staff(role).get(reverse("admin:index")).status_code == 200
