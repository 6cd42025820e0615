"""What accounts tell others of."""

from django.db import transaction
from django.dispatch import Signal

from accounts.afterwards import afterwards

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

session_ended = Signal()
"""After a session is gone from the database, for good, and the request that ended it is answered: ``key``."""

access_changed = Signal()
"""After the commit of what may end some or all of a player's sessions, and the answer: ``user_id``."""


def change_access(user_id: int) -> None:
    """Tell of it once the transaction that the caller is in has committed, and the request is answered."""
    transaction.on_commit(lambda: afterwards(lambda: access_changed.send(sender=None, user_id=user_id)))
