"""What accounts tell others of."""

from django.dispatch import Signal

preferences_changed = Signal()
"""In the transaction that keeps them: ``user``, ``preferences``."""

renamed = Signal()
"""In the transaction that keeps it, as a guest who becomes an account may do too: ``user``, ``before``."""

erased = Signal()
"""In the transaction that erases, before anything is: ``user_id``. Whoever listens lets go of the player."""

sanctioned = Signal()
"""In the transaction that imposes it, the player locked: ``user_id``, ``kind``, of `Sanction.Kind`."""

lifted = Signal()
"""In the transaction that ends it, by whatever way, the player locked: ``user_id``, ``kind``."""
