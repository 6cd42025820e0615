"""A table page whose server is the test: it shows positions of recorded hands, and hears what the page sends."""

from __future__ import annotations

import json
from typing import Any

from django.utils import translation
from playwright.sync_api import Page, WebSocketRoute, expect

from game.rules.actions import Action
from game.rules.hand import apply
from game.screens import table_html
from tests.browser import hand
from tests.screens.scenes import Moment, scene

FIRST_REVISION = 1000


def after(moment: Moment, action: Action) -> Moment:
    """The next moment."""
    following, events = apply(moment.hand, action)
    return Moment(following, moment.log + tuple((following.version, event) for event in events))


class Stage:
    """The page, opened on a real table, from then on without its server."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: list[dict[str, Any]] = []
        self.revision = FIRST_REVISION
        self._socket: WebSocketRoute | None = None
        page.route_web_socket("**/ws/**", self._opened)
        page.goto("/")
        page.locator("form[action='/play/'] button").click()
        page.wait_for_url("**/t/*/", timeout=5_000)
        while self._socket is None:
            page.wait_for_timeout(20)

    def show(self, moment: Moment, viewer: int, settled: bool = True, **changes: object) -> None:
        """Show the moment as the seat sees it; when settled, the page takes presses after that."""
        assert self._socket
        self.revision += 1
        with translation.override("vi"):
            content = table_html(scene(moment, viewer, revision=self.revision, **changes))
        frame = {"kind": "table", "revision": self.revision, "target": "#table", "swap": "outerMorph"}
        self._socket.send(json.dumps(frame | {"content": str(content)}))
        expect(self.page.locator("#table")).to_have_attribute("data-revision", str(self.revision))
        if settled:
            hand.settle(self.page)

    def sent_of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.sent if message["type"] == kind]

    @property
    def acts(self) -> list[str]:
        """The actions sent so far."""
        return [message["action"] for message in self.sent_of("act")]

    def _opened(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._heard)

    def _heard(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.sent.append(message)
        if message["type"] == "ping" and self._socket:
            self._socket.send(json.dumps({"kind": "pong", "revision": self.revision}))
