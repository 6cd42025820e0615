"""What a table shows of gold: as little as it may in each frame, nothing of others' purses."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from game.live.scene import Gold
from game.rules.record import parse_hand
from game.rules.settlement import settle
from game.screens import table_html
from game.screens.stakes import settled_html
from tests.live.build import recorded
from tests.screens.scenes import Moment, find, gold, scene, text, waiting


@pytest.fixture(autouse=True)
def in_english() -> Any:
    with translation.override("en"):
        yield


def over(end: str = "points") -> Moment:
    return find(lambda hand: hand.ending is not None and hand.ending.end == end and bool(settle(hand).payments))


def shown(moment: Moment, viewer: int | None = 0, **changes: Any) -> str:
    """The table; some of the changes are to what it plays for."""
    of_gold = {name: changes.pop(name) for name in list(changes) if name in Gold._fields}
    return str(table_html(scene(moment, viewer, gold=gold(moment.hand, viewer, **of_gold), **changes)))


PLAYING = find(lambda hand: hand.lying > 4)


def test_in_play_the_own_gold_and_the_jackpot_are_there() -> None:
    html = shown(PLAYING)
    assert "My gold 19,430" in text(html)
    assert "Jackpot 1,250" in text(html)
    assert 'data-unit="100"' in html


def test_without_a_jackpot_there_is_none_and_spectators_have_no_purse() -> None:
    assert 'id="jackpot"' not in shown(PLAYING, jackpot=None)
    assert 'id="purse"' not in shown(PLAYING, viewer=None)


def test_a_hand_without_gold_says_so_and_no_coins_are_counted_in_it() -> None:
    html = shown(PLAYING, is_real=False, jackpot=None, with_bots=True)
    assert "not at stake" in text(html)
    assert "data-unit" not in html
    html = shown(over(), is_real=False, jackpot=None, with_bots=True, brought=(None,) * 4)
    assert "This hand wasn't for gold." in text(html)
    assert 'class="in-gold"' not in html


def test_the_result_is_told_in_units_and_gold() -> None:
    moment = over()
    result = settle(moment.hand)
    html = shown(moment)
    for units in result.units:
        assert f"{units * 100 - 5:+,}".replace("-", "−") in text(html)
    for payment in result.payments:
        assert f'<span class="in-gold">{payment.units * 100:,}</span>' in html
    assert "you have 19,430" in text(html)
    assert "Fee: 5 gold from each player In the jackpot: 1,250" in text(html)


def test_an_u_khan_tells_what_it_won_of_the_jackpot() -> None:
    hand = parse_hand(recorded(162))
    result = settle(hand)
    assert result.end == "u_khan"
    brought = tuple(units * 100 - 5 + (620 if seat == result.winner else 0) for seat, units in enumerate(result.units))
    told = text(str(settled_html(gold(hand, 0, brought=brought), result, ("An", "Binh", "Chi", "Dung"))))
    assert "Binh wins half of the jackpot: 620 gold" in told
    assert "wins half" not in text(shown(over()))


def test_what_bots_pay_less_than_they_lost_is_told_as_the_days_end() -> None:
    moment = over()
    winner = settle(moment.hand).winner
    units = settle(moment.hand).units
    brought = tuple(95 if seat == winner else won * 100 for seat, won in enumerate(units))
    capped = shown(moment, viewer=winner, brought=brought, with_bots=True, jackpot=None)
    assert ("5,000 from bots, the most of a day" in text(capped)) == (units[winner] > 1)
    paid = tuple(won * 100 - 5 for won in units)
    assert "the most of a day" not in text(shown(moment, viewer=winner, brought=paid, with_bots=True, jackpot=None))


def test_nobody_sees_what_others_own() -> None:
    assert "19,430" not in text(shown(PLAYING, viewer=None))


# -- seats --------------------------------------------------------------------------------------------


def test_whoever_sits_at_a_table_that_waits_can_invite_and_its_host_deal() -> None:
    table = waiting()._replace(free=3, due_ms=None)
    html = str(table_html(table._replace(chairs=table.chairs[:2], is_host=True)))
    assert "2 seats are free · One bot gives way" in text(html)
    assert "deal as soon as two are here" in text(html)
    assert 'id="share"' in html and "Send the link" in text(html)
    assert "Deal" in text(html)
    guest = str(table_html(table._replace(chairs=table.chairs[:3])))
    assert "One seat is free · 2 bots give way" in text(guest)
    assert "Ready" in text(guest)


def test_where_bots_have_all_other_seats_none_is_called_free() -> None:
    told = text(table_html(waiting()._replace(free=3, due_ms=None, is_host=True)))
    assert "All seats are taken: deal when you like 3 bots give way" in told
    assert "free" not in told


def test_alone_at_a_table_there_is_nothing_to_deal_yet() -> None:
    alone = waiting()._replace(free=3, due_ms=None, is_host=True)
    html = str(table_html(alone._replace(chairs=alone.chairs[:1])))
    assert 'id="act-ready"' not in html
    assert "3 seats are free" in text(html)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"free": 1}, "Take a seat"),
        ({"free": 1, "is_short": True}, "your seat is free again. What now? Take a seat"),
        ({"free": 0, "waits": True}, "You have a seat: you play from the next hand on."),
    ],
)
def test_whoever_has_no_part_in_the_hand_is_told_what_there_is(changes: dict[str, Any], told: str) -> None:
    assert told in text(shown(PLAYING, viewer=None, **changes))
    assert 'id="join"' not in shown(PLAYING, **changes)


def test_where_no_seat_is_free_none_is_offered() -> None:
    assert 'id="join"' not in shown(PLAYING, viewer=None, free=0)
