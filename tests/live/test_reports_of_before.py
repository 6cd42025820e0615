"""Reports from before answers were given are no news after them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps
from django.utils import timezone

from accounts.models import User
from game.live import reports
from game.models import Report
from tests.live.build import people
from tests.live.test_migrations import migrate

BEFORE = [("game", "0022_tallies_by_player")]
THEN = timezone.now() - timedelta(days=30)


@pytest.fixture
def old(transactional_db: None) -> Iterator[StateApps]:
    """The models of the game as they were; they are as they are again after the test."""
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    yield executor.loader.project_state(BEFORE).apps
    migrate()


def report(old: StateApps, reporter: User, **fields: object) -> int:
    """A message reported then; ``hidden``, or None where it is gone."""
    hidden, message = fields.pop("hidden"), None
    table, _ = old.get_model("game", "Table").objects.get_or_create(code="oldtable", defaults={"variant": {}})
    if hidden is not None:
        message = old.get_model("game", "Message").objects.create(table=table, text="xấu", hidden=hidden)
    made = old.get_model("game", "Report").objects.create(message=message, reporter_id=reporter.pk, **fields)
    return int(made.pk)


def test_what_was_dealt_with_then_was_told_then(old: StateApps) -> None:
    an = people(1)[0]
    removed, left, gone = (report(old, an, handled_at=THEN, hidden=hidden) for hidden in (True, False, None))
    newer = report(old, an, handled_at=THEN, hidden=True, outcome="nothing")
    waiting = report(old, an, hidden=True)
    migrate()
    kept = {one.pk: (one.outcome, one.told_at) for one in Report.objects.all()}
    assert kept == {
        removed: ("acted", THEN),
        left: ("known", THEN),
        gone: ("known", THEN),
        newer: ("nothing", None),
        waiting: ("", None),
    }
    assert [one.pk for one in reports.unread(an)] == [newer]
