"""From the event loop to the thread that speaks to the database, and back."""

from __future__ import annotations

import threading
import time
from typing import Any

from asgiref.sync import SyncToAsync
from django.db import Error, close_old_connections, connection

LOOK = 1.0
"""Seconds between two looks at whether the thread's connection still works, where nothing has failed."""


class InThread(SyncToAsync):  # type: ignore[type-arg]
    """As `channels.db.database_sync_to_async`, which looks after the connections before and after each call, so that
    PostgreSQL is asked in each whether it is there: here that is asked once a second and where a query has failed."""

    def thread_handler(self, loop: Any, *args: Any, **kwargs: Any) -> Any:
        _looks.look()
        try:
            return super().thread_handler(loop, *args, **kwargs)  # type: ignore[no-untyped-call]
        except Error:
            close_old_connections()
            raise


class _Looks(threading.local):
    """When this thread's connection was looked at last."""

    looked_at = 0.0

    def look(self) -> None:
        now = time.monotonic()
        if now - self.looked_at > LOOK or connection.errors_occurred:
            self.looked_at = now
            close_old_connections()


_looks = _Looks()
in_thread = InThread
"""``await in_thread(function)(*arguments)``."""
