"""Hostile people meet the same tables as everybody, and nothing is kept of them for the next test."""

from tests.accounts.conftest import uncounted
from tests.live.conftest import nothing_cached, quiet, stack

__all__ = ["nothing_cached", "quiet", "stack", "uncounted"]
