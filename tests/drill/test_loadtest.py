"""The load test: what it measures and says; at a real server, that its people play."""

from __future__ import annotations

import time
from collections import Counter

import pytest
from django.core.management import CommandError, call_command

from game.drill.company import SEATS, Company
from game.drill.load import Outcome, Plan
from game.drill.measure import Figures, spread
from game.drill.processes import use
from game.drill.record import Press
from game.drill.rhythm import Metronome, Rhythm
from game.drill.sighting import Stand
from game.management.commands.loadtest import fault_of, report


def test_a_spread_names_the_ranks() -> None:
    assert spread([at / 1000 for at in range(1, 101)]) == pytest.approx((51, 100, 100))
    assert spread([]) == (0, 0, 0)


def test_a_move_counts_once_all_have_seen_it() -> None:
    figures = Figures(is_on=True)
    company = Company("http://127.0.0.1:1", Rhythm(), figures)
    company.pressed(company.people[0], Press(Stand(7, 3), "draw", at=1.0))
    for person in company.people[1:]:
        company.saw(person, Stand(7, 4), 1.5)
    company.saw(company.people[0], Stand(7, 3), 1.6)
    assert figures.latencies == []
    company.saw(company.people[0], Stand(8, 0), 3.0)
    assert figures.latencies == [2.0]
    assert len(company.people) == SEATS


def test_a_metronome_leaves_a_beat_between_two_moves() -> None:
    metronome, began = Metronome(100.0), time.monotonic()
    first, second, third = (metronome.until_press() for _ in range(3))
    assert 0 <= first <= 100.0
    assert second - first == pytest.approx(100.0, abs=1) == third - second
    assert began < time.monotonic() + second


def test_what_is_reported() -> None:
    outcome = Outcome(moves=200, seconds=10.0, cpu=0.5, memory=[100.0, 103.0], refusals=Counter(stale=2), breaks=1)
    lines = "\n".join(report(Plan("http://127.0.0.1:1", 5, 10.0, pace=4.0), outcome))
    assert "5 tables of four, 4 moves a second each, 10 s" in lines
    assert "200, 20.0 a second" in lines
    assert "2.50 ms a move, 5 % of a core" in lines
    assert "refused 2 (stale 2); connections lost 1" in lines
    assert "100 MB, at last 103 MB, +3.0 %" in lines


@pytest.mark.parametrize(
    ("outcome", "growth", "fault"),
    [
        (Outcome(moves=1), None, ""),
        (Outcome(), None, "nobody made a move"),
        (Outcome(moves=1, errors=["refused: failed"]), None, "1 errors"),
        (Outcome(moves=1, memory=[100.0, 104.0]), 5.0, ""),
        (Outcome(moves=1, memory=[100.0, 106.0]), 5.0, "memory grew by 6.0 %, expected at most 5 %"),
    ],
)
def test_what_is_no_success(outcome: Outcome, growth: float | None, fault: str) -> None:
    assert fault_of(outcome, growth) == fault


def test_a_process_that_is_not_there() -> None:
    with pytest.raises(OSError):
        use([2**30])


@pytest.mark.parametrize("wrong", [{"tables": 0}, {"seconds": 0.0}, {"pace": -1.0}])
def test_nonsense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(CommandError, match="expected at least one table"):
        call_command("loadtest", url="http://127.0.0.1:1", **wrong)


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="can't be tried"):
        call_command("loadtest", url="http://127.0.0.1:1", tables=1, seconds=1.0)


@pytest.mark.full
def test_people_play_and_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("loadtest", tables=2, seconds=10.0, warm_up=2.0, pace=4.0, drop=8.0)
    assert "errors               0" in capsys.readouterr().out
