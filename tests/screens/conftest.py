"""Pages here show tables too: no test sees another's hands."""

from tests.live.conftest import nothing_cached

__all__ = ["nothing_cached"]
