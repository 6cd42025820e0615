"""Everything kept of one player, as an archive that is made while it is sent."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import IO, Any, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone

from accounts.models import Entry, User

Part = tuple[str, Iterable[str]]
"""A file of the archive: its name and its text, piece by piece."""

sources: list[Callable[[User], Part]] = []
"""What other apps keep of a player; they append theirs when they are ready."""

BATCH = 500
"""Rows read at once."""


def archive(user: User) -> Iterator[bytes]:
    """The archive, piece by piece; nothing of it is held back."""
    sent = _Pipe()
    with ZipFile(cast(IO[bytes], sent), "w", ZIP_DEFLATED) as packed:
        for name, pieces in _parts(user):
            with packed.open(_dated(name), "w") as file:
                for piece in pieces:
                    file.write(piece.encode())
                    yield from sent.taken()
    yield from sent.taken()


def _dated(name: str) -> ZipInfo:
    """A file of the archive, of now."""
    now = timezone.localtime()
    file = ZipInfo(name, (now.year, now.month, now.day, now.hour, now.minute, now.second))
    file.compress_type = ZIP_DEFLATED
    return file


def response(request: HttpRequest, name: str, pieces: Iterator[bytes]) -> StreamingHttpResponse:
    """Sends the pieces as they come, as a file with that name."""
    body = _in_turn(pieces) if isinstance(request, ASGIRequest) else pieces
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(body, content_type="application/zip", headers=headers)


async def _in_turn(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The same, where the server wouldn't wait for one but ask for all."""
    while piece := await sync_to_async(_next)(pieces):
        yield piece


def _next(pieces: Iterator[bytes]) -> bytes:
    """Empty after the last, since no StopIteration gets through a coroutine."""
    return next(pieces, b"")


class _Pipe:
    """What is written into it can be taken from it; it has no beginning to go back to."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._waiting.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def taken(self) -> Iterator[bytes]:
        """What was written since the last time, if anything was."""
        written, self._waiting = b"".join(self._waiting), []
        if written:
            yield written


def _parts(user: User) -> Iterator[Part]:
    yield "profile.json", [_json(_profile(user), indent=2)]
    yield "gold.jsonl", _entries(user)
    for source in sources:
        yield source(user)


_TOLD = ("kind", "text_vi", "text_en", "begins_at", "ends_at", "lifted_at", "appeal__text", "appeal__answer")
"""Of a sanction: what the player was told and had to say."""


def _profile(user: User) -> dict[str, object]:
    """Who the player is to this site, and what was reached."""
    return {
        "id": user.pk,
        "name": user.display_name,
        "guest": user.is_guest,
        "joined": user.date_joined,
        "seen": user.seen_at,
        "last_sign_in": user.last_login,
        "preferences": user.preferences,
        "e-mails": _rows(EmailAddress.objects.filter(user=user), "email", "verified", "primary"),
        "vouched_for_by": _rows(SocialAccount.objects.filter(user=user), "provider", "uid", "date_joined"),
        "names_before": _rows(user.name_changes.all(), "before", "after", "changed_at"),
        "ratings": _rows(user.ratings.all(), "preset", "mu", "sigma", "hands", "rated_at"),
        "totals": [_without(dict(row), "id", "user_id") for row in user.totals.values()],
        "scores": _rows(user.scores.all(), "board", "value"),
        "sanctions": _rows(user.sanctions.order_by("pk"), *_TOLD),
        "friends": _rows(user.asked.all(), "made_at", "accepted_at", "withdrawn_at", name=F("asked__display_name")),
        "asked_by": _rows(user.asked_by.all(), "made_at", "accepted_at", "declined_at", name=F("asker__display_name")),
        "blocks": _rows(user.blocks.all(), "made_at", name=F("whom__display_name")),
        "mutes": _rows(user.mutes.all(), name=F("whom__display_name")),
        "traces": _rows(user.traces.all(), "address", "device", "first_at", "last_at"),
        "lapses": _rows(user.lapses.all(), "kind", "at"),
    }


def _rows(rows: QuerySet[Any], *fields: str, **named: F) -> list[dict[str, Any]]:
    return list(rows.values(*fields, **named))


def _without(row: dict[str, object], *names: str) -> dict[str, object]:
    return {name: value for name, value in row.items() if name not in names}


def _entries(user: User) -> Iterator[str]:
    """Every entry of the player's gold, a line each, in the order in which it moved."""
    entries = Entry.objects.filter(account__user=user).order_by("pk")
    named = entries.values("at", "kind", "amount", "balance", where=F("account__kind"), hand=F("posting__hand"))
    return (_json(row) + "\n" for row in named.iterator(chunk_size=BATCH))


def _json(value: object, indent: int | None = None) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=indent)
