"""Who waits for whom in the database: dealing, which holds its table and refers to its players, for none of them; and
whoever is erased for the tables, before anything at them."""

from __future__ import annotations

import time
from datetime import datetime
from threading import Thread
from typing import Any

import pytest
from django.db import connection

from accounts import erasing, preferences
from accounts.models import User
from accounts.signals import preferences_changed
from game.live import dealing, endings, invitations, reports, seating, tables
from game.live.change import changing
from game.live.reports import Word
from game.models import Invitation, Report, Spectator, Table
from tests.live.build import QUIET, current, dealt, do, do_all, people, seated

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("quiet"),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite knows one writer only"),
]


class Dealer:
    """Deals the table's first hand by a connection of its own; ``dealt`` says whether that could be done at once."""

    def __init__(self, table: Table) -> None:
        self.code = table.code
        self.dealt = False

    def __call__(self, **_: Any) -> None:
        thread = Thread(target=self._deal)
        thread.start()
        thread.join()

    def _deal(self) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '3s'")
            self.dealt = dealing.next_hand(self.code, after=0)
        finally:
            connection.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # ``dealt`` tells
def test_a_player_keeps_preferences() -> None:
    host, guest = people(2)
    dealer = Dealer(seated([host, guest]))
    preferences_changed.connect(dealer)
    try:
        preferences.keep_of(host, {"theme": "dark"})
    finally:
        preferences_changed.disconnect(dealer)
    assert dealer.dealt


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_player_sits_down_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = people(2)
    dealer = Dealer(seated([host, guest]))
    find = tables.open_table

    def after_dealing(user: User) -> Table | None:
        dealer()
        return find(user)

    monkeypatch.setattr(tables, "open_table", after_dealing)
    tables.sit_down(host)
    assert dealer.dealt


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_player_reports_another(monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = people(2)
    dealer, moment = Dealer(seated([host, guest])), reports.now

    def after_dealing() -> datetime:
        dealer()
        return moment()

    monkeypatch.setattr(reports, "now", after_dealing)
    reports.of_player(guest, host, Word(Report.Why.ABUSE))
    assert dealer.dealt


class Eraser:
    """Erases the player by a connection of its own, and is waited for only as long as it waits itself."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.thread = Thread(target=self._erase)

    def __call__(self, *_: Any) -> None:
        """Begin, and be stuck at what the caller holds."""
        self.thread.start()
        while self.thread.is_alive() and not _somebody_waits():
            time.sleep(0.01)

    def is_done(self) -> bool:
        self.thread.join()
        return not User.objects.filter(pk=self.user.pk, erased_at=None).exists()

    def _erase(self) -> None:
        try:
            erasing.erase(self.user)
        finally:
            connection.close()


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # `is_done` tells
def test_a_hand_ends_while_one_of_its_players_is_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = people(2)
    table = seated([host, guest, "sound", "sound"])
    dealt(table)
    do_all(table, QUIET["actions"][:-1])
    eraser, conclude = Eraser(guest), endings.conclude

    def meanwhile(*args: Any) -> Any:
        eraser()
        return conclude(*args)

    monkeypatch.setattr(endings, "conclude", meanwhile)
    do(table, QUIET["actions"][-1])
    assert eraser.is_done() and current(table).result
    assert [player.name for player in current(table).players.all()][:2] == ["An", ""]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_who_was_called_sits_down_while_who_called_is_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    host, caller, called = people(3)
    table = seated([host, caller])
    invitations.invite(table, caller, called)
    eraser, afford = Eraser(caller), seating.check_purse

    def meanwhile(*args: Any) -> None:
        eraser()
        afford(*args)

    monkeypatch.setattr(seating, "check_purse", meanwhile)
    tables.take_seat(table.code, called)
    assert eraser.is_done() and not Invitation.objects.exists()
    assert [chair.user for chair in table.chairs.all()] == [host, called]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_somebody_moves_from_what_a_player_watches_to_where_he_sits_while_he_is_erased() -> None:
    host, guest = people(2)
    watched, own = seated([host], code="watched"), seated([guest], code="own")
    Spectator.objects.create(table=watched, key=f"player-{guest.pk}", user=guest, seen_at=watched.created_at)
    eraser = Eraser(guest)
    with changing(watched.code) as table:
        table.spectating.all().delete()
        eraser()
        with changing(own.code):
            own.chairs.update(ready=True)
    assert eraser.is_done() and not Spectator.objects.exists()
