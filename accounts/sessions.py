"""Django's sessions in the database, of pages and sockets alike; settings name this module."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.sessions.backends import db
from django.db import transaction

from accounts.afterwards import afterwards
from accounts.signals import session_ended

KEY = re.compile("[0-9a-z]{8,40}")
"""What Django makes keys of, and how long its table's column is."""


class SessionStore(db.SessionStore):
    """The name is part of what sessions are signed with."""

    def _validate_session_key(self, key: Any) -> bool:
        """Whether it may be a key of ours. A cookie may hold what no database takes: PostgreSQL fails at a NUL."""
        return isinstance(key, str) and KEY.fullmatch(key) is not None

    def delete(self, session_key: str | None = None) -> None:
        """Whoever signs out, or gets another key: what was opened with this one is told."""
        key = session_key or self.session_key
        super().delete(session_key)
        if key:
            transaction.on_commit(lambda: afterwards(lambda: session_ended.send(sender=SessionStore, key=key)))
