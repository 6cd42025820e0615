"""From where players come, as hashes: enough to tell that two come from the same place, and nothing else.

The key follows from SECRET_KEY, so whoever has the database alone can't try all addresses. Of an IPv6 address counts
the network, since its second half changes by itself.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Lock
from typing import NamedTuple

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import keeping
from accounts.models import Trace, User

LENGTH = 16
"""Hexadecimal digits of a hash."""
GRAIN = timedelta(hours=1)
"""How exactly it is known when somebody last came one way."""
PAUSE = timedelta(minutes=1)
"""Another way of the same player is noted no sooner after the last one, so that nobody fills the table by inventing."""
KEPT = 50_000
"""Players whose last way a process remembers."""


class Way(NamedTuple):
    """How somebody comes."""

    address: str
    device: str


class _Noted:
    """Which way each player came last, and when that was written: so that not every page writes. Safe for threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._last: OrderedDict[int, tuple[Way, datetime]] = OrderedDict()

    def is_due(self, user_id: int, way: Way, now: datetime) -> bool:
        """Whether this is to be written, which is remembered."""
        with self._lock:
            last = self._last.get(user_id)
            if last and now - last[1] < (GRAIN if last[0] == way else PAUSE):
                return False
            self._last[user_id] = way, now
            self._last.move_to_end(user_id)
            while len(self._last) > KEPT:
                self._last.popitem(last=False)
        return True

    def clear(self) -> None:
        with self._lock:
            self._last.clear()


noted = _Noted()


def note(user: User, request: HttpRequest) -> None:
    """The user came this way now, guests too."""
    now, way = timezone.now(), way_of(request)
    if way and user.erased_at is None and noted.is_due(user.pk, way, now):
        trace = Trace(user=user, address=way.address, device=way.device, first_at=now, last_at=now)
        with suppress(IntegrityError), transaction.atomic():  # who was erased meanwhile leaves none
            Trace.objects.bulk_create(
                [trace], update_conflicts=True, unique_fields=["user", "address", "device"], update_fields=["last_at"]
            )


def way_of(request: HttpRequest) -> Way | None:
    """The hashes of where a request comes from; None where no address can be told."""
    place = place_of(request)
    browser = "\n".join(request.headers.get(name, "") for name in ("User-Agent", "Accept-Language"))
    return Way(place, _hash("device", browser)) if place else None


def place_of(request: HttpRequest) -> str | None:
    """The hash of the address alone; None where none can be told."""
    try:
        return hash_of(get_adapter().get_client_ip(request))
    except (PermissionDenied, ValueError):
        return None


def hash_of(address: str) -> str:
    """The hash by which players are found who came from this address; ValueError if it isn't one."""
    return _hash("address", _place(address.strip()))


def _place(address: str) -> str:
    """The address, or the network that it is one of many in."""
    found: IPv4Address | IPv6Address = ip_address(address)
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(ip_network((found, 64), strict=False))
        found = found.ipv4_mapped
    return str(found)


def _hash(kind: str, value: str) -> str:
    return salted_hmac(f"accounts.traces.{kind}", value, algorithm="sha256").hexdigest()[:LENGTH]


def forget(now: datetime) -> int:
    """Remove the ways that nobody came any more for as long as the privacy page says; how many."""
    return Trace.objects.filter(last_at__lt=now - keeping.TRACES).delete()[0]


def players_by(field: str, hashes: QuerySet[Trace]) -> dict[str, int]:
    """How many players came by each hash among these traces, by ``address`` or ``device``."""
    values = hashes.order_by().values_list(field, flat=True)
    rows = Trace.objects.filter(**{f"{field}__in": set(values)}).order_by().values_list(field)
    return dict(rows.annotate(players=Count("user", distinct=True)))
