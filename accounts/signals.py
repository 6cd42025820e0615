"""What accounts tell others of."""

from django.dispatch import Signal

preferences_changed = Signal()
"""In the transaction that keeps them: ``user``, ``preferences``."""
