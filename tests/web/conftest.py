"""Pages are tested at the same tables as what is below them."""

from tests.live.conftest import nothing_cached, quiet, stack

__all__ = ["nothing_cached", "quiet", "stack"]
