"""Prints every figure with its unit and, where there is one, its target."""

from __future__ import annotations

import os
from itertools import chain

import django

from tests.bench import bots, melds, playouts


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.bench import frames, moves  # what they measure is there only after the set-up above

    for figure in chain(melds.figures(), playouts.figures(), bots.figures(), frames.figures(), moves.figures()):
        print(figure, flush=True)


if __name__ == "__main__":
    main()
