from random import Random
from unicodedata import normalize

from accounts.models import NAME_MAX, NAME_MIN
from accounts.names import CREATURES, MOODS, friendly_name


def test_every_combination_fits_and_is_composed() -> None:
    for creature in CREATURES:
        for mood in MOODS:
            name = f"{creature} {mood} 10"
            assert NAME_MIN <= len(name) <= NAME_MAX, name
            assert normalize("NFC", name) == name


def test_no_word_stands_twice() -> None:
    assert len(set(CREATURES)) == len(CREATURES)
    assert len(set(MOODS)) == len(MOODS)


def test_names_differ() -> None:
    rng = Random(7)
    assert len({friendly_name(rng) for _ in range(1000)}) > 980
