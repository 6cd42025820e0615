"""Two people at once: what is between them is changed by one press at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from accounts.models import User


@contextmanager
def locked(one: User, other: User) -> Iterator[None]:
    """Until the transaction ends nobody else changes what is between the two; both rows in the order of their ids."""
    with transaction.atomic():
        list(User.objects.select_for_update(no_key=True).filter(pk__in=(one.pk, other.pk)).order_by("pk"))
        yield
