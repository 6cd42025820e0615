"""A finished hand once more, as HTML: every hand open at every step, told move by move."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from game.live.positions import Position
from game.live.replays import Replay
from game.models import HandPlayer, HandRecord
from game.rules.cards import NAMES, cards_of
from game.rules.hand import Hand
from game.rules.settlement import Result, owed, places, settle
from game.screens import replay as screen
from game.screens.replay import Stage
from game.screens.words import signed
from tests.screens.scenes import FACES, Moment, hands, ids, text

NAMES_THEN = ("Bê Con Cười 44", "<i>Lâm</i>", "محمد", "Máy Ếch")


@pytest.fixture(params=["vi", "en"], autouse=True)
def language(request: pytest.FixtureRequest) -> object:
    with translation.override(request.param):
        yield request.param


def replayed(moments: tuple[Moment, ...]) -> Replay:
    """The recorded hand as played by people with all kinds of names and, on seat 3, a bot."""
    hand, result = moments[-1].hand, settle(moments[-1].hand)
    record = HandRecord(pk=7, public_id="abcdefghjk", leader=hand.leader, preset=hand.variant.preset, result={})
    players = tuple(_player(seat, hand, result) for seat in range(len(hand.seats)))
    return Replay(record, players, tuple(Position(7, "abcd2345", moment.hand, moment.log) for moment in moments))


def _player(seat: int, hand: Hand, result: Result) -> HandPlayer:
    bot = {"bot": "sound", "face": FACES[3]} if seat == 3 else {"user_id": seat + 10}
    place = places(hand, result)[seat]
    return HandPlayer(seat=seat, name=NAMES_THEN[seat], units=result.units[seat], place=place, **bot)


def some(seats: int = 4, end: str = "points", moves: int = 20) -> Replay:
    """The first recorded hand like that."""
    return next(
        replayed(moments)
        for moments in hands()
        if len(moments[-1].hand.seats) == seats and settle(moments[-1].hand).end == end and len(moments) > moves
    )


def board(stage: Stage, step: int) -> str:
    return str(screen.board_html(stage, step, screen.steps(stage)))


EVERY = [replayed(moments) for moments in hands()[:40]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_but_the_stock_lies_open_once(seats: int) -> None:
    replay = some(seats)
    for position, html in zip(replay.positions[:-1], screen.boards(screen.stage(replay, None)), strict=False):
        stock = {NAMES[card] for card in position.hand.pack[position.hand.stock :]}
        shown = [name.removeprefix("card-") for name in ids(str(html), "card-")]
        assert len(shown) == len(set(shown))
        assert set(shown) == set(NAMES) - stock


@pytest.mark.parametrize("viewer", [None, 10])
def test_boards_are_sections_without_loose_text_or_double_ids(viewer: int | None) -> None:
    for replay in EVERY:
        for step, html in enumerate(map(str, screen.boards(screen.stage(replay, viewer)))):
            assert html.startswith("<section") and html.endswith("</section>")
            assert f'data-step="{step}"' in html
            assert not re.search(r">\s+<", html)
            assert len(ids(html)) == len(set(ids(html)))
            assert "style=" not in html and "<script" not in html and "<i>Lâm" not in html


def test_open_hands_show_their_phom_and_what_was_eaten() -> None:
    replay = some()
    at = next(p for p in replay.positions if any(seat.held for seat in p.hand.seats))
    seat = next(number for number, seat in enumerate(at.hand.seats) if seat.held)
    held = re.search(rf'id="held-{seat}".*?</div>', board(screen.stage(replay, None), at.version))
    assert held
    eaten = re.findall(r'class="card [^"]*is-eaten[^"]*" id="card-(..)"', held[0])
    assert eaten == [NAMES[card] for card in cards_of(at.hand.seats[seat].held)]
    assert held[0].count("in-phom") >= 3


def test_units_run_along() -> None:
    replay = some()
    for position, html in zip(replay.positions, screen.boards(screen.stage(replay, None)), strict=True):
        told = {int(seat): score for seat, score in re.findall(r'id="plate-(\d)".*?class="score"[^>]*>(.*?)<', html)}
        assert [told[seat] for seat in range(4)] == [signed(units) for units in owed(position.hand)]


def test_the_result_comes_with_the_last_step_only() -> None:
    replay = some()
    *before, last = map(str, screen.boards(screen.stage(replay, None)))
    assert not [html for html in before if 'id="result"' in html]
    assert 'id="result"' in last and "data-pays" in last and "held-0" not in last


def test_a_link_to_itself_is_not_in_its_result() -> None:
    replay = some()
    assert "/hands/" not in board(screen.stage(replay, None), replay.last)


def test_players_sit_at_the_bottom_others_see_the_winner_there() -> None:
    replay = some()
    for viewer, seat in ((10, 0), (11, 1), (12, 2), (99, replay.result.winner), (None, replay.result.winner)):
        html = board(screen.stage(replay, viewer), 0)
        assert f'class="seat seat-bottom{" is-turn" if replay.record.leader == seat else ""}" id="seat-{seat}"' in html


def test_every_move_is_told_with_its_card(language: str) -> None:
    replay = some()
    told = screen.steps(screen.stage(replay, None))
    assert [step.number for step in told] == list(range(replay.last + 1))
    draws = {"vi": "bốc", "en": "draws"}[language]
    throws = {"vi": "đánh", "en": "throws"}[language]
    words = [text(str(step.told.text)) for step in told]
    for position, line in zip(replay.positions[1:], words[1:], strict=True):
        if position.hand.actions[-1].kind in ("draw", "discard"):
            assert re.search(rf" ({draws}|{throws}) (10|[2-9AJQK])[♠♣♦♥]", line), line


def test_the_viewer_is_you(language: str) -> None:
    replay = some()
    you = {"vi": "Bạn", "en": "You"}[language]
    lines = [text(str(step.told.text)) for step in screen.steps(screen.stage(replay, 10))]
    assert any(line.startswith(you) for line in lines)
    assert not any(line.startswith(NAMES_THEN[0]) for line in lines)


@pytest.mark.parametrize("viewer", [None, 10])
def test_a_hand_over_with_the_deal_is_one_step(viewer: int | None) -> None:
    replay = next(replay for replay in map(replayed, hands()) if len(replay.positions) == 1)
    stage = screen.stage(replay, viewer)
    (step,) = screen.steps(stage)
    assert step.number == 0
    assert 'id="result"' in board(stage, 0)


def test_what_a_link_shows_names_the_winner_and_what_everyone_got() -> None:
    replay = some()
    assert NAMES_THEN[replay.result.winner] in screen.title(replay)
    summary = screen.summary(replay)
    assert all(name in summary for name in NAMES_THEN)
    assert summary.index(NAMES_THEN[replay.result.winner]) < 3
    assert signed(replay.result.units[0]) in summary


def test_the_clock_says_so() -> None:
    replay = some()
    late = replay.positions[-1]
    replay = replay._replace(positions=(*replay.positions[:-1], Position(7, "x", late.hand, late.log, (3,))))
    with translation.override("en"):
        assert "Out of time" in str(screen.steps(screen.stage(replay, None))[3].told.text)
