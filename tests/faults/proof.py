"""What has to hold in the end, whatever went wrong meanwhile."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from game.drill.record import Press
from game.drill.sighting import Stand
from game.rules.record import differences
from tests.faults.company import Company
from tests.faults.keeping import parsed
from tests.faults.stage import Stage

HANDS = (
    "SELECT id, version, variant, seats, leader, u_before, pack, actions, timed_out, times, result FROM game_handrecord"
)


class Kept(NamedTuple):
    """A hand as the database has it."""

    actions: list[str]
    timed_out: list[int]
    """The versions that the clock made for a person."""
    times: list[int]
    """Of each action; below zero: not by a person."""
    record: dict[str, Any]
    units: list[int | None]

    @property
    def version(self) -> int:
        return len(self.actions)


async def proves(stage: Stage, company: Company) -> dict[int, Kept]:
    """The five checks, the first of them under play. All hands, by their ids."""
    await company.goes_on()
    await company.rest()
    hands = await asyncio.to_thread(kept, stage)
    nothing_lost(hands, company)
    nothing_twice(hands, company.presses)
    books_are_right(hands)
    checked = await asyncio.to_thread(stage.manage, "checkledger")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert not [error for person in company.people for error in person.record.errors if error != "refused: failed"]
    return hands


def kept(stage: Stage) -> dict[int, Kept]:
    units = defaultdict(list)
    for hand, found in stage.rows("SELECT hand_id, units FROM game_handplayer ORDER BY hand_id, seat"):
        units[hand].append(found)
    hands = {}
    for pk, version, variant, seats, leader, u_before, pack, actions, timed_out, times, result in stage.rows(HANDS):
        record = {"format": "phom-hand/1", "variant": parsed(variant), "seats": seats, "leader": leader}
        record |= {"u_before": u_before, "pack": parsed(pack), "actions": parsed(actions)}
        record |= {"result": parsed(result)} if result else {}
        hands[pk] = Kept(record["actions"], parsed(timed_out), parsed(times), record, units[pk])
        assert hands[pk].version == version == len(hands[pk].times)
    return hands


def nothing_lost(hands: dict[int, Kept], company: Company) -> None:
    """What somebody was shown as done is done, and what anybody was shown has happened. Whoever got no answer and
    pressed something else at the same stand was shown that one of both was done."""
    for person in company.people:
        pressed: dict[Stand, set[str]] = defaultdict(set)
        for press in person.record.presses:
            pressed[press.stand].add(press.action)
            if press.is_acknowledged:
                hand, version = hands[press.stand.hand], press.stand.version
                is_kept = version < hand.version and hand.actions[version] in pressed[press.stand]
                assert is_kept or version + 1 in hand.timed_out, f"{press} is lost: {hand.actions}"
    for person in company.people:
        assert person.stand.version <= hands[person.stand.hand].version, f"{person.stand} was shown, and is gone"


def nothing_twice(hands: dict[int, Kept], presses: Iterable[Press]) -> None:
    """Whatever people did was pressed for the very version at which it was done."""
    pressed = {(press.stand.hand, press.stand.version, press.action) for press in presses}
    for pk, hand in hands.items():
        for version, (action, time) in enumerate(zip(hand.actions, hand.times, strict=True)):
            assert time <= 0 or (pk, version, action) in pressed, f"nobody pressed {action} at {version} of hand {pk}"


def books_are_right(hands: dict[int, Kept]) -> None:
    """Finished hands replay to the results they were paid by, once."""
    for pk, hand in hands.items():
        if "result" in hand.record:
            assert not differences(hand.record), f"hand {pk}"
            assert hand.units == hand.record["result"]["units"], f"hand {pk}"
