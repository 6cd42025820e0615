"""What a log line says besides its words: of which request it is, which player's, at which table.

Numbers and made-up names alone: never cards, people's names, network addresses, or the code that leads to a table. Kept
for the running task or thread, and taken along by what is started there.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

_GIVEN = re.compile(r"[0-9A-Za-z_-]{8,64}")


class Trail(NamedTuple):
    """Where the running code is; what isn't known is None."""

    request: str | None = None
    user: int | None = None
    """The player's number."""
    table: int | None = None
    """Its number in the administration."""


_trail: ContextVar[Trail] = ContextVar("trail", default=Trail())  # noqa: B039  can't be changed


def here() -> Trail:
    """The trail of the running task or thread."""
    return _trail.get()


@contextmanager
def follow(**known: Any) -> Iterator[None]:
    """Within the block these fields of the trail are known."""
    token = _trail.set(_trail.get()._replace(**known))
    try:
        yield
    finally:
        _trail.reset(token)


def request_id(given: str) -> str:
    """The id that a proxy gave a request, if it is fit to be one; else a new one."""
    return given if _GIVEN.fullmatch(given) else secrets.token_hex(8)
