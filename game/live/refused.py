"""The one exception of live tables."""

from __future__ import annotations

from game.rules.errors import RuleError


class Refused(Exception):
    """What was asked changed nothing; ``code`` tells why, `game.screens.words` says it to people.

    Codes are those of RuleError and: ``stale`` (the table or hand is not as the sender saw it any more),
    ``hand_gone`` (no such hand any more), ``not_seated``, ``muck_is_the_clocks``; who wants a seat also gets
    ``seated_elsewhere``, ``closed``, ``table_full``, ``not_enough_gold``, ``bots_in_lowest_room``.
    """

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data

    @classmethod
    def by_rule(cls, error: RuleError) -> Refused:
        return cls(error.code, **error.data)
