"""The one exception of the rules: a code and its data, never a sentence."""

from __future__ import annotations


class RuleError(Exception):
    """What was asked breaks a rule, or can't be read.

    ``code`` is a short snake_case name of the cause; ``data`` holds plain values (seat numbers, card
    names like ``"KS"``, counts) from which `game.screens` makes a sentence in the reader's language.
    """

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data

    def __str__(self) -> str:
        if not self.data:
            return self.code
        return f"{self.code} ({', '.join(f'{key}={value}' for key, value in self.data.items())})"
