"""What players' browsers add to the next deal, and the first hand of a table, which waits for it.

The server's own seed for the next hand exists since the hand before was dealt, and its SHA-256, the promise, is on the
table while players' seeds come in. Nobody is told another's seed before the hand is over: by itself it tells nothing of
the pack, but a player who had come to know the server's seed as well could fit the last seed to the others'.
"""

from __future__ import annotations

from functools import partial

from django.db import transaction

from accounts import sanctions
from accounts.models import User
from game.live import dealing
from game.live.change import note_unseen
from game.live.refused import Refused
from game.live.snapshots import snapshots
from game.models import LONGEST_SEED, Phase, Table
from game.rules.shuffle import commitment


def parse(text: object) -> str:
    """A seed that somebody sent: 1 to 64 printable signs of ASCII; ValueError for no text, Refused ``bad_seed``."""
    if not isinstance(text, str):
        raise ValueError("expected a text")
    if not (0 < len(text) <= LONGEST_SEED and text.isascii() and text.isprintable()):
        raise Refused("bad_seed")
    return text


def promise(table: Table) -> str:
    """The SHA-256 of the server's seed of the next hand."""
    return commitment(bytes.fromhex(table.next_seed))


@transaction.atomic
def add(code: str, user: User, seed: str) -> str:
    """Let the user's browser add ``seed`` to the next deal, instead of what it added before; to which promise it was.

    During a hand, also when it comes just after the deal, it is for the hand that follows. This is no change that
    others see, but for the first hand of a table, which is dealt once the seeds of all people at it are in.
    Refused ``not_seated``, ``stale`` at a closed table.
    """
    table = Table.objects.select_for_update().get(code=code)
    if table.closed_at:
        raise Refused("stale")
    if not table.chairs.filter(sanctions.playing(), user=user, left=False).update(seed=seed):
        raise Refused("not_seated")
    note_unseen(Table.objects.filter(pk=table.pk))
    transaction.on_commit(partial(snapshots.forget, code))
    given_to = promise(table)
    if _waits_for_seeds(table) and all(chair.seed for chair in table.people()):
        dealing.next_hand(code, after=0)
    return given_to


def _waits_for_seeds(table: Table) -> bool:
    """Whether everyone at the table wants its first hand, and it will be dealt soon in any case."""
    return (
        table.phase == Phase.WAITING
        and table.hand_number == 0
        and table.due_at is not None
        and all(chair.ready for chair in table.people())
    )
