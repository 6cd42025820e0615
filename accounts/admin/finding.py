"""Players found by what is indexed, so that it is quick however many there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.models import NameChange, Trace, User
from accounts.names.skeleton import skeleton
from accounts.numerals import an_id

MOST = 200
"""Players that one search finds by each way at most."""
FEW = 1000
"""Rows that are picked out by their ids."""


def users(request: HttpRequest, words: str) -> set[int]:
    """The ids of players by id, by a name now or once that begins alike, by the whole e-mail address, by the hash of an
    address or browser: the last two for whoever may see them. A number that is somebody's id is meant as such."""
    text = words.replace("\0", "").strip()
    if own := set(_by_id(text)):
        return own
    return {pk for found in _ways(request, text) for pk in found[:MOST]} if text else set()


def picked(rows: QuerySet[Any], wanted: Q) -> QuerySet[Any]:
    """The rows of a list that are wanted, which indexes find. Few of them are found before the list is: a database that
    sorts by id else looks through rows newest first, to the end where they are fewer than it shows."""
    few = list(rows.model._default_manager.filter(wanted).order_by().values_list("pk", flat=True)[: FEW + 1])
    return rows.filter(pk__in=few) if len(few) <= FEW else rows.filter(wanted)


def _by_id(text: str) -> QuerySet[Any, int]:
    return User.objects.filter(pk=an_id(text)).values_list("pk", flat=True)


def _ways(request: HttpRequest, text: str) -> Iterator[QuerySet[Any, int]]:
    if alike := skeleton(text):
        yield User.objects.filter(skeleton__startswith=alike).values_list("pk", flat=True)
        yield NameChange.objects.filter(skeleton__startswith=alike).values_list("user", flat=True)
    if "@" in text and request.user.has_perm("accounts.see_email"):
        yield EmailAddress.objects.filter(email=text.lower()).values_list("user", flat=True)
    if request.user.has_perm("accounts.see_traces"):
        for way in ("address", "device"):
            yield Trace.objects.filter(**{way: text.lower()}).values_list("user", flat=True)
