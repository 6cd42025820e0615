"""The shuffle: repeatable, different for every input, fair."""

from __future__ import annotations

import hashlib
import hmac
from itertools import islice

import pytest

from game.rules import shuffle
from game.rules.cards import NAMES

SEED = bytes(range(32))


def test_commitment_is_the_sha256_of_the_seed() -> None:
    assert shuffle.commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert shuffle.commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_known_pack() -> None:
    pack = shuffle.shuffled_pack(SEED, ("an", "bình"), 7)
    assert " ".join(NAMES[card] for card in pack) == (
        "QS 7S 4C 8D TD 8C 3D TC JS JD KS 9C AC JC 4S KC 3H 6H 5D 9S 7H 9H 6D TS 7C 9D "
        "2C JH 6C QD 5H QC 5S 7D 4D 8S 2S 2D KD TH 5C AD AH AS 8H 4H 6S 3S 3C KH QH 2H"
    )


def test_the_documented_message() -> None:
    message = b"phom-pack/1\0\0\0\2\0\0\0\2an\0\0\0\5b\xc3\xacnh\0\0\0\0\0\0\0\7"
    assert shuffle._message(("an", "bình"), 7) == message
    blocks = [hmac.new(SEED, message + bytes([0] * 7 + [block]), hashlib.sha256).digest() for block in range(3)]
    assert bytes(islice(shuffle._stream(SEED, message), 96)) == b"".join(blocks)


def test_bytes_that_would_favour_low_numbers_are_skipped() -> None:
    assert shuffle._below(52, iter([208, 255, 207])) == 207 % 52
    assert shuffle._below(2, iter([255])) == 1
    assert shuffle._below(3, iter([255, 4])) == 1


def test_r1_1_every_pack_holds_each_card_once() -> None:
    for number in range(200):
        assert sorted(shuffle.shuffled_pack(SEED, ("a",), number)) == list(range(52))


def test_each_input_matters() -> None:
    inputs = [
        (SEED, ("ab", "c"), 0),
        (SEED, ("a", "bc"), 0),
        (SEED, ("abc",), 0),
        (SEED, ("abc", ""), 0),
        (SEED, ("c", "ab"), 0),
        (SEED, (), 0),
        (SEED, ("ab", "c"), 1),
        (SEED[::-1], ("ab", "c"), 0),
    ]
    assert len({shuffle.shuffled_pack(*each) for each in inputs}) == len(inputs)
    assert shuffle.shuffled_pack(*inputs[0]) == shuffle.shuffled_pack(SEED, ["ab", "c"], 0)


@pytest.mark.parametrize("number", [-1, 1 << 64])
def test_hand_numbers_have_a_range(number: int) -> None:
    with pytest.raises(OverflowError):
        shuffle.shuffled_pack(SEED, (), number)
