"""Tables of scripted people at a real server: how fast it is, and what that costs."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from contextlib import ExitStack
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game.drill.browser import Turned
from game.drill.load import Outcome, Plan, run
from game.drill.server import private

SHOWN = 10
"""So many errors are told in full."""


class Command(BaseCommand):
    help = (
        "Let four people at each of many tables play whole hands over real sockets, and print moves a second, times"
        " from a press until all four have seen it, errors, the server's CPU a move and its memory. Without --url a"
        " server of its own is tried, on a database that is thrown away. Fails where something went wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tables", type=int, default=50)
        parser.add_argument("--seconds", type=float, default=30, help="that are measured")
        parser.add_argument("--warm-up", type=float, default=5, metavar="SECONDS", help="of play before that")
        parser.add_argument("--pace", type=float, default=0, help="moves a second at each table; 0: as fast as it goes")
        parser.add_argument("--drop", type=float, default=0, metavar="SECONDS", help="each connection breaks so often")
        parser.add_argument("--url", help="of a running server, http://host:port")
        parser.add_argument("--pid", type=int, nargs="*", default=[], help="its processes, if they are on this machine")
        parser.add_argument("--growth", type=float, metavar="PERCENT", help="fail where memory grows by more")

    def handle(self, *args: Any, **options: Any) -> None:
        with ExitStack() as stack:
            try:
                if not options["url"]:
                    server = stack.enter_context(private())
                    options |= {"url": server.url, "pid": [server.pid]}
                plan = _plan(options)
                outcome = asyncio.run(run(plan))
            except (Turned, OSError, RuntimeError) as error:
                raise CommandError(f"{options['url']} can't be tried: {error}") from error
        for line in report(plan, outcome):
            self.stdout.write(line)
        if fault := fault_of(outcome, options["growth"]):
            raise CommandError(fault)


def _plan(options: dict[str, Any]) -> Plan:
    if options["tables"] < 1 or options["seconds"] <= 0 or min(options[k] for k in ("pace", "drop", "warm_up")) < 0:
        raise CommandError("expected at least one table, some seconds, and nothing below zero")
    names = ("url", "tables", "seconds", "warm_up", "pace", "drop")
    return Plan(**{name: options[name] for name in names}, pids=tuple(options["pid"]))


def report(plan: Plan, outcome: Outcome) -> list[str]:
    """The figures, a line each."""
    how = f"{plan.pace:g} moves a second each" if plan.pace else "closed loop"
    rate = outcome.moves / outcome.seconds if outcome.seconds else 0.0
    p50, p99, most = outcome.latency
    lines = [
        f"{plan.tables} tables of four, {how}, {outcome.seconds:.0f} s",
        f"moves                {outcome.moves}, {rate:.1f} a second",
        f"press → seen by all  p50 {p50:.1f} ms, p99 {p99:.1f} ms, max {most:.1f} ms",
        f"errors               {len(outcome.errors)}; refused {_counted(outcome)}; connections lost {outcome.breaks}",
        *(f"  {error}" for error in outcome.errors[:SHOWN]),
    ]
    if outcome.cpu is not None and outcome.cpu_a_move is not None:
        busy = 100 * outcome.cpu / outcome.seconds
        lines.append(f"server CPU           {outcome.cpu_a_move:.2f} ms a move, {busy:.0f} % of a core")
    if outcome.growth is not None:
        grown = 100 * outcome.growth
        lines.append(
            f"server memory        {outcome.memory[0]:.0f} MB, at last {outcome.memory[-1]:.0f} MB, {grown:+.1f} %"
        )
    return lines


def _counted(outcome: Outcome) -> str:
    said = ", ".join(f"{code} {times}" for code, times in sorted(outcome.refusals.items()))
    return f"{outcome.refusals.total()} ({said})" if said else "0"


def fault_of(outcome: Outcome, growth: float | None) -> str:
    """Why this is no success; empty where it is one."""
    if outcome.errors:
        return f"{len(outcome.errors)} errors"
    if not outcome.moves:
        return "nobody made a move"
    if growth is not None and outcome.growth is not None and 100 * outcome.growth > growth:
        return f"memory grew by {100 * outcome.growth:.1f} %, expected at most {growth:g} %"
    return ""
