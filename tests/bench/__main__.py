"""Prints every figure with its unit and, where there is one, its target."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain

import django
from django.test.utils import setup_databases, teardown_databases

from tests.bench import bots, melds, playouts


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.bench import frames, moves  # what they measure is there only after the set-up above

    with _database():
        for figure in chain(melds.figures(), playouts.figures(), bots.figures(), frames.figures(), moves.figures()):
            print(figure, flush=True)


@contextmanager
def _database() -> Iterator[None]:
    made = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        teardown_databases(made, verbosity=0)


if __name__ == "__main__":
    main()
