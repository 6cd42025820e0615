"""The one exception of live tables."""

from __future__ import annotations

from game.rules.errors import RuleError


class Refused(Exception):
    """What was asked changed nothing; ``code`` tells why, `game.screens.words` says it to people.

    Codes are those of RuleError and: ``stale`` (the table or hand is not as the sender saw it any more),
    ``hand_gone`` (no such hand any more), ``not_seated``, ``muck_is_the_clocks``; who wants a seat also gets
    ``seated_elsewhere``, ``closed``, ``excluded``, ``blocked``, ``table_full``, ``not_enough_gold``, ``code_needed``,
    ``wrong_code``, ``too_many_codes``, ``wait_a_while``; who wants a table also ``bots_in_lowest_room``,
    ``bad_options``, ``room_closed``; whoever is kept out by a moderator ``shut_out``; hosts and whoever changes seats
    also ``not_host``, ``in_hand``, ``too_few``, ``no_more_bots``, ``no_such_player``; who calls somebody ``removed``;
    whoever looks back at a table ``not_yours``, ``not_over``; whoever watches ``no_spectators``, ``hands_shut``,
    ``opens_soon``; whoever talks ``talkers_sit``, ``muted``, ``no_chat``, ``chat_frozen``, ``phrase_withdrawn``,
    ``nothing_said``, ``no_links``, ``too_long``, ``too_often``; whoever reports ``own_words``, ``own_self``,
    ``many_reports``, ``reported_already``; the staff ``report_decided``, ``report_claimed``, ``report_own``.
    """

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data

    @classmethod
    def by_rule(cls, error: RuleError) -> Refused:
        return cls(error.code, **error.data)
