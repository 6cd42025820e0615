"""Finished hands are weighed, a few at a time, by a process of its own; what they tell is added up and looked at.

Safe in several server processes: whoever marks a hand first adds it up. Transactions are one hand long.
"""

from __future__ import annotations

import json
import logging
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from accounts.keeping import TALLIES
from game.fairplay import books, chance, summing
from game.fairplay.chance import Cases, Chances
from game.fairplay.leaving import SHORT, lost_and_left
from game.fairplay.telling import tell
from game.models import HandPlayer, HandRecord

logger = logging.getLogger(__name__)

SETTLED = timedelta(minutes=15)
"""After the deal; by then it is known who stayed for the next hand."""
BATCH = 25
NEWEST = 200
"""Of these a batch is drawn by lot, so that two processes seldom weigh the same hands."""
PATIENCE = 120.0
"""Seconds for a batch; it takes about one."""

Left = dict[tuple[int, int], bool]
"""By who left after a hand and a mate in it: whether a short stay was lost to that mate."""


def batch(now: datetime, size: int = BATCH) -> int:
    """Weigh some of the newest hands that weren't yet, and tell of what is found; how many hands that was."""
    hands = _to_weigh(now, size)
    told, chances, cases = _weighed(hands), Chances(), Cases()
    met = [_keep(hand, facts, chances, cases) for hand, facts in zip(hands, told, strict=True)]
    chance.learn(cases)
    if any(met):
        tell(met, now)
    return len(hands)


def _to_weigh(now: datetime, size: int) -> list[HandRecord]:
    """Hands old enough to be settled and young enough to count."""
    waiting = HandRecord.objects.filter(
        weighed=False, ended_at__isnull=False, started_at__lt=now - SETTLED, started_at__gte=now - TALLIES
    )
    newest = list(waiting.order_by("-started_at").values_list("pk", flat=True)[:NEWEST])
    chosen = random.sample(newest, min(size, len(newest)))
    return list(HandRecord.objects.filter(pk__in=chosen, weighed=False).order_by("pk").prefetch_related("players"))


def _weighed(hands: Sequence[HandRecord]) -> list[dict[str, Any] | None]:
    """What each hand tells; None where people don't play against each other or it can't be replayed."""
    asked = [hand for hand in hands if _counts(hand)]
    if not asked:
        return [None] * len(hands)
    lines = "".join(json.dumps(_record(hand)) + "\n" for hand in asked)
    ran = subprocess.run(
        [sys.executable, "-m", "game.fairplay"],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
        cwd=settings.BASE_DIR,
    )
    if ran.stderr:
        logger.error("hands that can't be weighed:\n%s", ran.stderr)
    told = dict(zip((hand.pk for hand in asked), map(json.loads, ran.stdout.splitlines()), strict=True))
    return [told.get(hand.pk) for hand in hands]


def _counts(hand: HandRecord) -> bool:
    return hand.result is not None and hand.voided_at is None and any(_users(hand))


def _users(hand: HandRecord) -> list[int | None]:
    return [player.user_id for player in hand.players.all()]


def _record(hand: HandRecord) -> dict[str, Any]:
    """The record with what else weighing wants to know."""
    people = [not player.bot for player in hand.players.all()]
    return hand.as_record() | {"people": people, "times": hand.times, "timed_out": hand.timed_out}


def _keep(hand: HandRecord, facts: dict[str, Any] | None, chances: Chances, cases: Cases) -> list[int]:
    """Add up what the hand tells, unless another process has; the players of whom something was added. What it tells of
    all players goes to ``cases``."""
    facts, left, found = _added_up(hand, facts, chances)
    try:
        with transaction.atomic():
            if not HandRecord.objects.filter(pk=hand.pk, weighed=False).update(weighed=True):
                return []
            books.add(found, hand.pk, books.week_of(hand.started_at))
    except IntegrityError:  # a player was erased since the hand was read: it is read again
        logger.info("hand %d is weighed later", hand.pk)
        return []
    if facts is None:
        return []
    chance.gather(cases, facts, left)
    return [user for user in _users(hand) if user is not None]


def _added_up(
    hand: HandRecord, facts: dict[str, Any] | None, chances: Chances
) -> tuple[dict[str, Any] | None, Left, dict[summing.Key, summing.Sums]]:
    """What the hand tells, who left after it, and the sums; None and nothing where its record is broken."""
    if facts is None:
        return None, {}, {}
    try:
        left = _left(hand)
        return facts, left, _sums(facts, _users(hand), left, chances, hand.unit)
    except (LookupError, TypeError, ValueError):
        logger.exception("hand %d can't be added up", hand.pk)
        return None, {}, {}


def _sums(
    facts: Mapping[str, Any], users: Sequence[int | None], left: Left, chances: Chances, unit: int
) -> dict[summing.Key, summing.Sums]:
    found = summing.of_hand(facts, users, chances, unit)
    for key, sums in summing.of_leaving(left, chances).items():
        summing.add(found, key, **sums)
    return found


def _left(hand: HandRecord) -> Left:
    """Those who didn't play the table's next hand, and to whom their stay was lost."""
    users = {user for user in _users(hand) if user is not None}
    following = HandPlayer.objects.filter(hand__table=hand.table_id, hand__number=hand.number + 1)
    stayed = set(following.values_list("user", flat=True))
    found: Left = {}
    for user in users - stayed:
        told = lost_and_left(_paid_by(user, hand), sorted(users - {user}))
        found |= {(user, mate): hit for mate, hit in told.items()}
    return found


def _paid_by(user: int, hand: HandRecord) -> list[dict[int, int]]:
    """What the player paid each other in the last hands at this table, less what came back; in units."""
    own = HandPlayer.objects.filter(user=user, hand__table=hand.table_id, hand__number__lte=hand.number)
    last = own.order_by("-hand__number").values_list("hand", flat=True)[: SHORT + 1]
    hands = HandRecord.objects.filter(pk__in=list(last), result__isnull=False).prefetch_related("players")
    return [_net(user, one) for one in sorted(hands, key=lambda one: one.number)]


def _net(user: int, hand: HandRecord) -> dict[int, int]:
    users, net = _users(hand), dict[int, int]()
    for payment in (hand.result or {})["payments"]:
        payer, payee = users[payment["from"]], users[payment["to"]]
        if payer == user and payee is not None:
            net[payee] = net.get(payee, 0) + payment["units"]
        elif payee == user and payer is not None:
            net[payer] = net.get(payer, 0) - payment["units"]
    return net
