"""Seeds to pack: a shuffle that anyone can repeat and nobody could have aimed.

The server's seed, 32 random bytes, is promised by its `commitment` before the players' seeds are known, and
told after the hand. To repeat a shuffle in any language:

* The *message* is the ASCII text ``phom-pack/1``, the number of players' seeds as 4 bytes, then each seed as
  the length of its UTF-8 in 4 bytes and this UTF-8, then the number of the hand as 8 bytes. Numbers are
  big-endian.
* The *stream* is HMAC-SHA256 with the server's seed as key over message + counter, with a counter of 8 bytes
  that goes 0, 1, 2, …: 32 bytes a block.
* A number below n is the next byte of the stream modulo n; bytes of ``256 - 256 % n`` and above are skipped,
  so that each number is equally likely.
* The pack starts as cards 0..51 and is shuffled after Fisher and Yates: for i from 51 down to 1, the card at
  i changes places with the one at a number below i + 1.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import chain, count

from game.rules.cards import ALL

FORMAT = b"phom-pack/1"


def commitment(server_seed: bytes) -> str:
    """The SHA-256 of the server's seed in hexadecimal: it fixes the seed and doesn't tell it."""
    return hashlib.sha256(server_seed).hexdigest()


def shuffled_pack(server_seed: bytes, player_seeds: Sequence[str], hand_number: int) -> tuple[int, ...]:
    """The 52 cards in dealing order (R2.5) that follow from the seeds and the number of the hand, 0 or more."""
    stream = _stream(server_seed, _message(player_seeds, hand_number))
    pack = list(ALL)
    for last in range(51, 0, -1):
        other = _below(last + 1, stream)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


def _message(player_seeds: Sequence[str], hand_number: int) -> bytes:
    """Lengths go before what they measure, so that no two inputs make one message."""
    parts = [FORMAT, len(player_seeds).to_bytes(4, "big")]
    for seed in player_seeds:
        text = seed.encode()
        parts += [len(text).to_bytes(4, "big"), text]
    return b"".join([*parts, hand_number.to_bytes(8, "big")])


def _stream(key: bytes, message: bytes) -> Iterator[int]:
    """The bytes of endless blocks."""
    return chain.from_iterable(hmac.digest(key, message + block.to_bytes(8, "big"), "sha256") for block in count())


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 to ``bound - 1``, each equally likely."""
    fair = 256 - 256 % bound
    return next(byte for byte in stream if byte < fair) % bound
