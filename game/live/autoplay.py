"""What is played for bots and for people whose time ran out: through the gate, like everything."""

from __future__ import annotations

import logging
import random
import secrets

from game.bots import BOTS
from game.live import meters, positions
from game.live.play import Actor, act
from game.live.positions import Position
from game.models import HandPlayer
from game.rules.autopilot import timeout_action
from game.rules.hand import check
from game.rules.sight import see

logger = logging.getLogger(__name__)


def play(position: Position) -> None:
    """One action of a bot, or the rest of a person's turn. Refused where somebody else was faster."""
    seat = position.hand.turn
    bot = HandPlayer.objects.values_list("bot", flat=True).get(hand=position.hand_id, seat=seat)
    if not (bot and _play_bot(bot, position)):
        _play_out(position)


def _play_bot(bot: str, position: Position) -> bool:
    """The bot's own action, chosen by what its seat sees; False, and logged, if it chooses none that is legal."""
    seat = position.hand.turn
    try:
        with meters.BOT_SECONDS.labels(bot).time():
            action = BOTS[bot](see(position.hand, seat), random.Random(secrets.randbits(64)))
        check(position.hand, action, seat)
    except Exception:
        facts = {"bot": bot, "hand": position.hand_id, "version": position.version}
        logger.exception("a bot failed", extra=facts)
        return False
    act(position.hand_id, position.version, seat, action, Actor.BOT)
    return True


def _play_out(position: Position) -> None:
    """R10.1, R10.2, until the turn is over."""
    seat = position.hand.turn
    while position.hand.turn == seat and not position.hand.is_over:
        version = act(position.hand_id, position.version, seat, timeout_action(position.hand), Actor.CLOCK)
        position = positions.at(position.hand_id, version)
