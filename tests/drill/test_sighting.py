"""What scripted people read from a table's HTML is what its viewer may do."""

from __future__ import annotations

import pytest

from game.drill import sighting
from game.drill.sighting import Stand
from game.rules.actions import Discard, format_action
from game.rules.hand import legal_actions
from game.screens import table_html
from tests.screens.scenes import hands, scene


@pytest.mark.parametrize("number", [3, 35, 84])
def test_what_may_be_done_is_found(number: int) -> None:
    for moment in hands()[number]:
        for viewer in range(len(moment.hand.seats)):
            seen = sighting.read(table_html(scene(moment, viewer)))
            may = [] if moment.hand.is_over or viewer != moment.hand.turn else legal_actions(moment.hand)
            thrown = {format_action(action) for action in may if isinstance(action, Discard)}
            assert seen.stand.version == moment.hand.version
            assert seen.is_mine == bool(may)
            assert set(sighting.throws(seen)) == thrown
            assert {*sighting.actions(seen), *thrown} == {format_action(action) for action in may}


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a table"):
        sighting.read("<p>Hello</p>")


def test_stands_follow_each_other() -> None:
    assert Stand() < Stand(1, 0) < Stand(1, 9) < Stand(2, 0)
