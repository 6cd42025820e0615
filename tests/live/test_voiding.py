"""A hand that is called off is as if it hadn't been: nobody pays, the gold is back, the next hand follows the one
before."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import call_command
from django.db import connection

from accounts import ledger
from accounts.models import LogEntry, Score, User
from accounts.models.gold import Entry, EntryKind, Posting
from game.live import evening, history, play, shutting, voiding
from game.live.dealing import next_hand
from game.live.moment import now
from game.live.refused import Refused
from game.live.scene import scene
from game.models import HandPlayer, HandRecord, Phase, Table, TableSeat
from game.rules.actions import parse_action
from tests.live.browsers import opened
from tests.live.build import QUIET, current, dealt, do, do_all, people, position_of, seated
from tests.live.moderators import moderator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]


def purses(users: list[User]) -> list[int]:
    return [ledger.balance(user.pk) for user in users]


def test_nobody_pays_and_what_was_set_aside_is_back() -> None:
    users = people()
    table = seated([*users])
    for user in users:
        ledger.welcome(user)
    before = purses(users)
    hand = dealt(table)
    do_all(table, QUIET["actions"][:10])
    assert purses(users) != before, "it was set aside"
    voiding.void(hand.pk, moderator(), "Cards were seen.")
    hand.refresh_from_db()
    assert purses(users) == before
    assert hand.ended_at and hand.ended_at == hand.voided_at
    assert hand.result is None
    assert not Entry.objects.filter(kind__in=(EntryKind.PAYMENT, EntryKind.FEE)).exists()
    assert list(hand.players.values_list("units", "gold", "place")) == [(0, 0, None)] * 4
    assert not Score.objects.exists(), "no leaderboard has it"
    assert [chair.score for chair in table.chairs.all()] == [0] * 4
    call_command("checkledger")


def test_the_log_tells_who_what_and_why() -> None:
    table = seated([*people()])
    hand = dealt(table)
    do(table, QUIET["actions"][0])
    by = moderator()
    voiding.void(hand.pk, by, "  Cards were seen. ")
    entry = LogEntry.objects.get()
    assert (entry.by, entry.action, entry.target_type, entry.target_id) == (
        by,
        "void_hand",
        "game.handrecord",
        str(hand.pk),
    )
    assert entry.why == "Cards were seen."
    assert entry.before["version"] == 1 and entry.after["voided_at"]


@pytest.mark.parametrize("why", ["", " \n"])
def test_without_a_reason_nothing_happens(why: str) -> None:
    hand = dealt(seated([*people()]))
    with pytest.raises(ValidationError):
        voiding.void(hand.pk, moderator(), why)
    hand.refresh_from_db()
    assert hand.ended_at is None and not LogEntry.objects.exists()


def test_only_with_the_right_and_not_at_the_own_table() -> None:
    users = people()
    table = seated([*users])
    hand = dealt(table)
    with pytest.raises(PermissionDenied):
        voiding.void(hand.pk, moderator("Peeker", "peek_table"), "x")
    sitter = moderator("Sitter")
    TableSeat.objects.filter(table=table, user=users[0]).update(user=sitter)
    with pytest.raises(ValidationError):
        voiding.void(hand.pk, sitter, "x")
    assert not HandRecord.objects.exclude(ended_at=None).exists()


def test_a_hand_that_is_over_stays_as_it_was() -> None:
    table = seated([*people()])
    hand = dealt(table)
    do_all(table, QUIET["actions"])
    before = HandRecord.objects.filter(pk=hand.pk).values().get()
    with pytest.raises(ValidationError):
        voiding.void(hand.pk, moderator(), "x")
    assert HandRecord.objects.filter(pk=hand.pk).values().get() == before
    voided = dealt(table)
    voiding.void(voided.pk, moderator("Other"), "x")
    with pytest.raises(ValidationError):
        voiding.void(voided.pk, moderator("Third"), "once more")
    assert Posting.objects.filter(hand=voided.pk).count() == 2


def test_whoever_is_about_to_act_finds_it_over() -> None:
    table = seated([*people()])
    hand = dealt(table)
    position = position_of(table)
    voiding.void(hand.pk, moderator(), "x")
    with pytest.raises(Refused) as refused:
        play.act(hand.pk, position.version, position.hand.turn, parse_action(QUIET["actions"][0]))
    assert refused.value.code == "stale"
    hand.refresh_from_db()
    assert hand.version == 0


def test_an_action_and_the_moderator_at_once() -> None:
    """Whichever comes first, the hand is called off, and its record is what was played until then."""
    table = seated([*people()])
    for _ in range(4):
        hand = dealt(table)
        by, start = moderator(f"Mod {hand.number}"), Barrier(2)
        threads = [
            Thread(target=_at_once, args=(start, do, table, QUIET["actions"][0])),
            Thread(target=_at_once, args=(start, voiding.void, hand.pk, by, "x")),
        ]  # fmt: skip
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        hand.refresh_from_db()
        assert hand.voided_at is not None
        assert hand.version == len(hand.actions) <= 1
        assert Posting.objects.filter(hand=hand.pk).count() == 2
    call_command("checkledger")


def _at_once(start: Barrier, act: Any, *what: Any) -> None:
    try:
        start.wait()
        act(*what)
    except Refused:
        pass
    finally:
        connection.close()


def test_the_next_hand_follows_the_one_before_it() -> None:
    """Its leader, and whoever made u before, are those of the last hand that was played to its end."""
    users = people()
    table = seated([*users])
    dealt(table)
    do_all(table, QUIET["actions"])
    winner = current(table).result["winner"]  # type: ignore[index]  # it has ended
    voided = dealt(table)
    assert voided.leader == winner
    voiding.void(voided.pk, moderator(), "x")
    again = dealt(table)
    assert (again.number, again.leader, again.u_before) == (3, winner, None)
    voiding.void(again.pk, moderator("Other"), "x")
    assert dealt(table).leader == winner


def test_the_table_goes_on_by_itself(next_hand_at_once: None) -> None:
    users = people()
    table = seated([*users])
    TableSeat.objects.filter(table=table).update(seen_at=now())
    TableSeat.objects.filter(table=table, user=users[1]).update(leaves=True)
    hand = dealt(table)
    TableSeat.objects.filter(table=table, user=users[2]).update(leaves=True)
    voiding.void(hand.pk, moderator(), "x")
    table.refresh_from_db()
    assert table.phase == Phase.RESULT and table.due_at is not None
    assert TableSeat.objects.get(table=table, user=users[2]).left, "who wanted to leave after the hand has left"
    assert next_hand(table.code, after=hand.number)
    assert current(table).players.filter(user=users[2]).count() == 0


def test_a_table_that_was_to_close_closes() -> None:
    table = seated([*people()])
    hand = dealt(table)
    by = moderator()
    shutting.close_after_hand(table.code, by, "x")
    voiding.void(hand.pk, by, "x")
    table.refresh_from_db()
    assert table.closed_at is not None and table.due_at is None


async def test_everybody_at_the_table_is_told_in_their_language() -> None:
    users, table = await sync_to_async(_sitting)()
    hand = await sync_to_async(current)(table)
    browsers = [*await opened(table, users[0], language="vi"), *await opened(table, users[1], None, language="en")]
    try:
        by = await sync_to_async(moderator)()
        await sync_to_async(voiding.void)(hand.pk, by, "Cards were seen.")
        for browser, words in zip(browsers, ("hủy ván", "called this hand off", "called this hand off"), strict=True):
            notice = await browser.next_of("notice")
            assert notice["code"] == "hand_voided" and words in notice["content"]
            assert words in browser.content, "it stands at the table too"
            assert f'data-hand="{hand.pk}"' not in browser.content
            assert "Cards were seen." not in str(browser.frames), "the reason is the log's"
    finally:
        for browser in browsers:
            await browser.close()


def _sitting() -> tuple[list[User], Table]:
    users = people()
    table = seated([*users])
    dealt(table)
    do_all(table, QUIET["actions"][:3])
    return users, table


def test_history_shows_it_as_called_off(client: Any) -> None:
    users, table = _sitting()
    hand = current(table)
    voiding.void(hand.pk, moderator(), "x")
    [part] = history.page_of(users[0].pk, history.Filters()).hands
    assert part.hand_id == hand.pk and (part.units, part.place) == (0, None)
    assert not history.fitting(users[0].pk, history.Filters(result="lost")).exists()
    client.force_login(users[0])
    page = client.get("/history/").content.decode()
    assert "hủy ván" in page and hand.public_id not in page
    assert client.get(f"/hands/{hand.public_id}/").status_code == 404
    assert client.get(f"/players/{users[0].pk}/").status_code == 200


def test_the_score_sheet_leaves_it_out() -> None:
    users, table = _sitting()
    voiding.void(current(table).pk, moderator(), "x")
    dealt(table)
    do_all(table, QUIET["actions"])
    sheet = evening.sheet(table.code, users[0])
    assert len(sheet.lines) == 1 and {player.hands for player in sheet.players} == {1}


def test_its_record_still_proves_the_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the pack is that of the seeds
    users = people()
    table = seated([*users])
    hand = dealt(table)
    if hand.ended_at is None:
        voiding.void(hand.pk, moderator(), "x")
    file = tmp_path / "hands.jsonl"
    file.write_text("".join(history.lines_of(users[0].pk, history.Filters())))
    record = json.loads(file.read_text())
    assert "deal" in record
    call_command("checkhands", str(file))


def test_with_bots_alone_nothing_is_asked_of_the_ledger() -> None:
    table = seated([people()[0], "sound", "sound", "sound"], stake="san_dinh")
    hand = dealt(table)
    assert not hand.unit
    voiding.void(hand.pk, moderator(), "x")
    assert set(HandPlayer.objects.filter(hand=hand).values_list("units", "gold")) == {(0, None)}
    assert "hand_voided" in scene(table.code, None).by_house
