"""What the server does with messages no browser of ours sends."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hand

_CLOSED_AFTER = """bytes => new Promise(done => {
    const socket = new WebSocket(location.href.replace('http', 'ws').replace('/t/', '/ws/t/'));
    socket.onopen = () => socket.send('x'.repeat(bytes));
    socket.onclose = event => done(event.code);
    setTimeout(() => done('open'), 1500);
})"""
_EXTENSIONS = """() => new Promise((done) => {
    const socket = new WebSocket(location.href.replace('http', 'ws').replace('/t/', '/ws/t/'));
    socket.onopen = () => { done(socket.extensions); socket.close(); };
    socket.onclose = () => done('');
})"""


@pytest.mark.full
def test_an_enormous_message_is_hung_up_on_and_a_big_one_refused(page: Page) -> None:
    hand.sit_down(page)
    assert page.evaluate(_CLOSED_AFTER, 5_000) == "open"
    assert page.evaluate(_CLOSED_AFTER, 5_000_000) != "open"
    expect(page.locator("#offline")).to_be_hidden()
    hand.play_on(page)


def test_a_table_comes_compressed(page: Page) -> None:
    hand.sit_down(page)
    assert "permessage-deflate" in page.evaluate(_EXTENSIONS)
