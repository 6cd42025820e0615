"""Prints every figure with its unit and, where there is one, its target."""

from __future__ import annotations

from itertools import chain

from tests.bench import bots, melds, playouts


def main() -> None:
    for figure in chain(melds.figures(), playouts.figures(), bots.figures()):
        print(figure, flush=True)


if __name__ == "__main__":
    main()
