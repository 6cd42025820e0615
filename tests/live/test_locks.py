"""Who waits for whom in the database: dealing, which holds its table and refers to its players, for none of them."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest
from django.db import connection

from accounts import preferences
from accounts.models import User
from accounts.signals import preferences_changed
from game.live import dealing, tables
from game.models import Table
from tests.live.build import people, seated

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
