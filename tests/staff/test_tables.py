"""What moderators do at tables from the administration: each asks why, and does it there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import LogEntry
from game.models import Message, Peek, Table, TableSeat
from tests.live.build import QUIET, dealt, do_all, people, position_of, seated
from tests.live.conftest import quiet, stack
from tests.live.detective import leaks
from tests.staff.conftest import StaffClient

__all__ = ["quiet", "stack"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]
Staff = Callable[..., StaffClient]


@pytest.fixture
def table() -> Table:
    """A table in mid-hand, at which somebody has said something."""
    table = seated([*people()])
    dealt(table)
    do_all(table, QUIET["actions"][:5])
    table.refresh_from_db()
    return table


def said(table: Table, text: str = "Chào") -> Message:
    chair = TableSeat.objects.filter(table=table)[0]
    return Message.objects.create(table=table, user=chair.user, name=chair.name, text=text)


def run(client: StaffClient, path: str, action: str, *pks: int, why: str | None = "Reported twice.") -> Any:
    """As the page between asks for it; with no reason at all only up to that page."""
    sent: dict[str, Any] = {"action": action, "_selected_action": list(pks)}
    if why is not None:
        sent |= {"confirmed": "1", "only": ",".join(map(str, pks)), "why": why}
    return client.post(path, sent)


ACTIONS = {
    "peek": lambda table: Peek.objects.filter(table=table).exists(),
    "close": lambda table: table.last_hand,
    "freeze": lambda table: table.chat_frozen,
}
TABLES, MESSAGES = "/admin/game/table/", "/admin/game/message/"


@pytest.mark.parametrize("action", ACTIONS)
def test_each_asks_why_and_is_done_with_a_reason(action: str, table: Table, staff: Staff) -> None:
    client, is_done = staff("moderator"), ACTIONS[action]
    asked = run(client, TABLES, action, table.pk, why=None)
    assert asked.status_code == 200 and table.code in asked.content.decode()
    again = run(client, TABLES, action, table.pk, why="  ")
    table.refresh_from_db()
    assert again.status_code == 200 and not is_done(table), "not without a reason"
    run(client, TABLES, action, table.pk)
    table.refresh_from_db()
    assert is_done(table)
    entry = LogEntry.objects.get(target_type="game.table", target_id=str(table.pk))
    assert (entry.by, entry.why) == (client.user, "Reported twice.")


def test_what_was_done_can_be_undone(table: Table, staff: Staff) -> None:
    client = staff("moderator")
    for action in ("close", "freeze", "keep_open", "thaw"):
        run(client, TABLES, action, table.pk)
    table.refresh_from_db()
    assert not (table.last_hand or table.chat_frozen) and table.closed_at is None
    assert LogEntry.objects.filter(target_type="game.table").count() == 4


@pytest.mark.parametrize("role", ["support", "economist", ""])
@pytest.mark.parametrize("action", ACTIONS)
def test_others_may_not(action: str, role: str, table: Table, staff: Staff) -> None:
    run(staff(role), TABLES, action, table.pk)
    table.refresh_from_db()
    assert not ACTIONS[action](table)
    assert not LogEntry.objects.filter(target_type="game.table").exists()


def test_the_page_offers_what_can_be_done_there(table: Table, staff: Staff) -> None:
    address = f"{TABLES}{table.pk}/change/"
    client = staff("moderator")
    assert {name for name, _ in client.get(address).context["acts"]} == {"peek", "close", "freeze"}
    Table.objects.filter(pk=table.pk).update(chat_frozen=True, last_hand=True)
    run(client, TABLES, "peek", table.pk)
    assert {name for name, _ in client.get(address).context["acts"]} == {"look_away", "keep_open", "thaw"}
    run(client, TABLES, "look_away", table.pk)
    assert {name for name, _ in client.get(address).context["acts"]} == {"peek", "keep_open", "thaw"}
    Table.objects.filter(pk=table.pk).update(closed_at="2026-01-01T00:00:00Z")
    assert client.get(address).context["acts"] == []
    assert staff("support").get(address).context["acts"] == []


def test_a_look_at_all_hands_leads_to_them(table: Table, staff: Staff) -> None:
    client, address, way = staff("moderator"), f"{TABLES}{table.pk}/change/", f'class="way" href="/t/{table.code}/"'
    assert way not in client.get(address).content.decode()
    told = client.get(run(client, TABLES, "peek", table.pk)["Location"]).content.decode()
    assert way in told.split('class="messagelist"')[1].split("</ul>")[0]
    assert way in client.get(address).content.decode()
    assert 'id="peek"' in client.get(f"/t/{table.code}/").content.decode()
    assert way not in staff("moderator", "Other").get(address).content.decode()
    run(client, TABLES, "look_away", table.pk)
    client.get(TABLES)  # what was told is read
    assert way not in client.get(address).content.decode()


def test_rules_and_room_stand_in_words(table: Table, staff: Staff) -> None:
    client, address = staff("support"), f"{TABLES}{table.pk}/change/"
    assert "Hiên nhà" in client.get(TABLES).content.decode()
    shown = client.get(address).content.decode()
    assert "Phỏm online" in shown and "Hiên nhà" in shown
    assert "preset" not in shown and "hien_nha" not in shown
    Table.objects.filter(pk=table.pk).update(variant={"preset": "online", "mom_price": 7})
    changed = client.get(address, headers={"accept-language": "en"}).content.decode()
    assert "Phỏm online, changed: Móm: 7" in changed
    Table.objects.filter(pk=table.pk).update(variant={"preset": "of old"}, stake="gone")
    old = client.get(address).content.decode()
    assert "of old" in old and "gone" in old, "what today's rules don't know, as it is kept"


def test_a_moderator_at_the_table_is_told_that_it_is_somebody_elses(table: Table, staff: Staff) -> None:
    client = staff("moderator")
    TableSeat.objects.filter(table=table, position=0).update(user=client.user)
    for action in ACTIONS:
        answer = client.get(run(client, TABLES, action, table.pk)["Location"])
        assert (
            "Bạn đang ngồi ở bàn này" in answer.content.decode() or "You sit at this table" in answer.content.decode()
        )
        table.refresh_from_db()
        assert not ACTIONS[action](table)


def test_no_page_tells_a_card_of_a_running_hand(table: Table, staff: Staff) -> None:
    """Not even to whoever may peek and does: hands are seen at the table alone."""
    client, hand = staff("superuser"), position_of(table).hand
    TableSeat.objects.filter(table=table).update(hand_order="AS2S3S")
    run(client, TABLES, "peek", table.pk)
    chair = TableSeat.objects.filter(table=table)[0]
    record = table.hands.get()
    for address in (
        "game/table/", f"game/table/{table.pk}/change/", "game/tableseat/", f"game/tableseat/{chair.pk}/change/",
        "game/handrecord/", f"game/handrecord/{record.pk}/change/", "accounts/logentry/", "game/peek/",
    ):  # fmt: skip
        html = client.get(f"/admin/{address}").content.decode()
        content = html[html.index('id="content"') :]
        text = re.sub(r"<svg.*?</svg>|<[^>]*>", " ", content, flags=re.DOTALL)  # "js" in an address is no jack
        assert not leaks(text, hand, None), address
        for secret in (record.server_seed, table.next_seed, "AS2S3S", *record.actions):
            assert secret not in content, (address, secret)


def test_what_is_said_is_removed_and_shown_again(table: Table, staff: Staff) -> None:
    client, messages = staff("moderator"), [said(table, text) for text in ("một", "hai", "ba")]
    pks = [message.pk for message in messages]
    run(client, MESSAGES, "remove", *pks[:2])
    assert list(Message.objects.filter(hidden=True).order_by("pk").values_list("pk", flat=True)) == pks[:2]
    table.refresh_from_db()
    assert table.removed == pks[:2]
    run(client, MESSAGES, "restore", pks[0])
    assert list(Message.objects.filter(hidden=True).values_list("pk", flat=True)) == [pks[1]]
    assert LogEntry.objects.filter(target_type="game.message", user=messages[0].user).count() == 3


def test_messages_by_text_author_table_and_day(table: Table, staff: Staff) -> None:
    client, old = staff("support"), said(table, "Trời mưa")
    message = said(table, "Trời ơi, bài xấu quá")
    said(table, "Chào")
    Message.objects.filter(pk=old.pk).update(sent_at="2020-01-01T00:00:00Z")
    author = message.user
    assert author

    def texts(asked: str) -> list[str]:
        answer = client.get(f"{MESSAGES}?{asked}")
        return [one.text for one in answer.context["cl"].result_list]

    assert texts("q=tr%E1%BB%9Di") == [message.text] or texts("q=Tr%E1%BB%9Di") == [message.text]
    assert len(texts(f"q=Tr%E1%BB%9Di&player={author.pk}")) == 2
    assert len(texts(f"q=Tr%E1%BB%9Di&table__id__exact={table.pk}")) == 2
    assert texts("last=2020-12-31") == [old.text]
    assert texts("q=nothing+like+it") == []


def test_the_page_of_a_message_shows_what_was_said_around_it(table: Table, staff: Staff) -> None:
    messages = [said(table, f"câu {number}") for number in range(30)]
    html = staff("support").get(f"{MESSAGES}{messages[15].pk}/change/").content.decode()
    shown = [number for number in range(30) if f": câu {number}</div>" in html]
    assert shown == list(range(7, 24))
