"""A moderator sees all hands of a table for half an hour, for a written reason; nobody else sees anything of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied, ValidationError

from accounts.models import LogEntry, User
from game import screens
from game.live import peeking
from game.live.moment import now
from game.live.refused import Refused
from game.live.scene import scene
from game.models import HandPlayer, Peek, Spectator, Table, TableSeat
from game.rules.cards import mask_of
from game.rules.hand import Hand
from tests.live.browsers import Browser, opened, revision_of
from tests.live.build import QUIET, dealt, do, do_all, people, person, position_of, seated
from tests.live.detective import hidden, leaks, told
from tests.live.moderators import moderator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]
STEPS = 9


@pytest.fixture
def table() -> Table:
    table = seated([*people()])
    dealt(table)
    do_all(table, QUIET["actions"][:STEPS])
    return table


def held(hand: Hand) -> int:
    """Mask of all cards in hands."""
    return sum(seat.cards for seat in hand.seats)


def hidden_shown(table: Table, viewer: User | None, seat: int | None = None) -> int:
    """How many hidden cards the viewer's screen tells of, beside those of the own seat."""
    html = str(screens.table_html(scene(table.code, viewer), is_whole=True))
    return len(leaks(html, position_of(table).hand, seat))


# -- what is seen -------------------------------------------------------------------------------------


def test_all_hands_and_no_card_of_the_stock(table: Table) -> None:
    by = moderator()
    assert hidden_shown(table, by) == 0
    peeking.begin(table, by, "Reported twice.")
    seen = scene(table.code, by)
    html, hand = str(screens.table_html(seen)), position_of(table).hand
    shown = mask_of(told(html))
    assert held(hand) & ~shown == 0
    assert shown & mask_of(hand.pack[hand.stock :]) == 0, "what comes isn't in any hand"
    assert seen.viewer is None and seen.peek_ms and seen.peek_ms <= 30 * 60_000
    assert 'id="peek"' in html and "data-say" not in html.split('id="peek"')[1].split("</section>")[0]


def test_nobody_else_sees_more_than_before(table: Table) -> None:
    others = [None, person("Em"), moderator("Other"), *User.objects.filter(chairs__table=table)]
    before = [str(screens.table_html(scene(table.code, user))) for user in others]
    peeking.begin(table, moderator("Mod"), "Reported twice.")
    after = [str(screens.table_html(scene(table.code, user))) for user in others]
    assert [_timeless(text) for text in after] == [_timeless(text) for text in before]


def _timeless(text: str) -> str:
    """Without the milliseconds left."""
    start = text.find('data-due="')
    return text if start < 0 else text[:start] + text[text.index('"', start + 10) :]


def test_other_tables_stay_closed_to_the_moderator(table: Table) -> None:
    by = moderator()
    other = seated([person("Giang"), person("Hoa")], code="othertable")
    dealt(other)
    peeking.begin(table, by, "x")
    assert hidden_shown(other, by) == 0 and hidden_shown(table, by) > 20


def test_a_table_without_spectators_opens_to_whoever_peeks() -> None:
    table = seated([*people()], spectators=False)
    dealt(table)
    by = moderator()
    with pytest.raises(Refused):
        scene(table.code, by)
    peeking.begin(table, by, "x")
    assert hidden_shown(table, by) > 20


def test_between_hands_there_is_nothing_to_see(table: Table) -> None:
    by = moderator()
    peeking.begin(table, by, "x")
    do_all(table, QUIET["actions"][STEPS:])
    html = str(screens.table_html(scene(table.code, by)))
    assert 'id="peek"' not in html


# -- who may ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("why", ["", "  \n "])
def test_without_a_reason_nobody_peeks(table: Table, why: str) -> None:
    with pytest.raises(ValidationError):
        peeking.begin(table, moderator(), why)
    assert not Peek.objects.exists() and not LogEntry.objects.exists()


def test_it_needs_the_right(table: Table) -> None:
    player = person("Em")
    for by in (player, moderator("Other", "act_on_table")):
        with pytest.raises(PermissionDenied):
            peeking.begin(table, by, "x")
    Peek.objects.create(table=table, user=player, why="forged", until=now() + timedelta(hours=1))
    assert hidden_shown(table, player) == 0, "a row alone opens nothing"


def test_whoever_sits_there_may_not(table: Table) -> None:
    by = moderator()
    chair = TableSeat.objects.filter(table=table).first()
    assert chair
    TableSeat.objects.filter(pk=chair.pk).update(user=by)
    with pytest.raises(ValidationError):
        peeking.begin(table, by, "x")


def test_whoever_sits_down_sees_no_more(table: Table) -> None:
    by = moderator()
    peeking.begin(table, by, "x")
    assert hidden_shown(table, by) > 20
    TableSeat.objects.filter(table=table, position=2).update(user=by)
    assert hidden_shown(table, by, 2) == 0


def test_whoever_was_dealt_in_and_has_left_may_not(table: Table) -> None:
    by = moderator()
    HandPlayer.objects.filter(hand__table=table, seat=1).update(user=by)
    with pytest.raises(ValidationError):
        peeking.begin(table, by, "x")


def test_it_ends_after_half_an_hour_or_before_or_with_the_right(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    by = moderator()
    peek = peeking.begin(table, by, "x")
    assert peek.until - peek.begun_at == timedelta(minutes=30)
    monkeypatch.setattr(peeking, "now", lambda: peek.until)
    assert hidden_shown(table, by) == 0
    monkeypatch.undo()
    by.user_permissions.clear()
    assert hidden_shown(table, by) == 0
    again = moderator("Again")
    peeking.begin(table, again, "x")
    assert [peeking.end(table, again, "seen") for _ in range(2)] == [1, 0]
    assert hidden_shown(table, again) == 0


def test_the_log_tells_it(table: Table) -> None:
    by = moderator()
    peeking.begin(table, by, " Reported twice. ")
    entry = LogEntry.objects.get()
    assert (entry.by, entry.action, entry.target_id, entry.why) == (by, "peek", str(table.pk), "Reported twice.")
    assert entry.after["until"]


# -- the socket ---------------------------------------------------------------------------------------


async def test_by_the_socket_too_and_nobody_is_told(table: Table) -> None:
    by = await sync_to_async(moderator)()
    users = await sync_to_async(lambda: [chair.user for chair in table.chairs.select_related("user")])()
    [player] = await opened(table, users[0])
    visitor = Browser(None)
    await visitor.open(table.code)
    await sync_to_async(peeking.begin)(table, by, "x")
    before = await revision_of(table)
    [peeker] = await opened(table, by)
    try:
        hand = (await sync_to_async(position_of)(table)).hand
        assert held(hand) & ~mask_of(told(peeker.content)) == 0
        assert await revision_of(table) == before, "nothing has changed for the others"
        assert not await sync_to_async(Spectator.objects.filter(user=by).exists)()
        await sync_to_async(do)(table, QUIET["actions"][STEPS])
        revision = await revision_of(table)
        for browser in (player, visitor, peeker):
            await browser.reach(revision)
        hand = (await sync_to_async(position_of)(table)).hand
        assert held(hand) & ~mask_of(told(peeker.content)) == 0, "it goes on"
        assert not leaks(player.content, hand, 0) and not leaks(str(visitor.frames), hand, None)
        assert by.display_name not in str(player.frames) + str(visitor.frames)
    finally:
        for browser in (player, visitor, peeker):
            await browser.close()


async def test_when_it_is_over_the_page_closes_the_hands(table: Table) -> None:
    """By itself: nothing happens at the table."""
    by = await sync_to_async(moderator)()
    peek = await sync_to_async(peeking.begin)(table, by, "x")
    [peeker] = await opened(table, by)
    try:
        hand = (await sync_to_async(position_of)(table)).hand
        assert mask_of(told(peeker.content)) & hidden(hand, None)
        soon = await sync_to_async(now)() + timedelta(seconds=0.5)
        await sync_to_async(Peek.objects.filter(pk=peek.pk).update)(until=soon)
        await peeker.send(type="table")  # so that it knows of the new end
        while mask_of(told(peeker.content)) & hidden(hand, None):
            await peeker.next_of("table")
        assert 'id="peek"' not in peeker.content
    finally:
        await peeker.close()


def test_the_page_has_its_looks(table: Table, client: Any) -> None:
    by = moderator()
    peeking.begin(table, by, "x")
    client.force_login(by)
    page = client.get(f"/t/{table.code}/").content.decode()
    assert 'id="peek"' in page and "css/peek" in page
    client.force_login(person("Em"))
    assert "peek" not in client.get(f"/t/{table.code}/").content.decode()
