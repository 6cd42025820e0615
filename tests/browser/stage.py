"""A table page whose server is the test: it shows positions of recorded hands, and hears what the page sends."""

from __future__ import annotations

import json
import time
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
        self._wait_for_socket()

    def load_again(self) -> None:
        """Load the page anew, from the real table; what it kept stays."""
        self._socket = None
        self.page.reload()
        self._wait_for_socket()

    def _wait_for_socket(self) -> None:
        end = time.monotonic() + 10
        while self._socket is None:
            assert time.monotonic() < end, "the page opens no socket"
            self.page.wait_for_timeout(20)

    def show(self, moment: Moment, viewer: int, settled: bool = True, language: str = "vi", **changes: object) -> None:
        """Show the moment as the seat sees it; when settled, the page takes presses after that."""
        self.revision += 1
        with translation.override(language):
            content = table_html(scene(moment, viewer, revision=self.revision, **changes))
        frame = {"kind": "table", "revision": self.revision, "target": "#table", "swap": "outerMorph"}
        self.tell(frame | {"content": str(content)})
        expect(self.page.locator("#table")).to_have_attribute("data-revision", str(self.revision))
        if settled:
            hand.settle(self.page)

    def lose(self) -> None:
        """Break the connection; the page's next one stays without an answer."""
        self.close(1012)
        expect(self.page.locator("#offline")).to_be_visible()

    def close(self, code: int) -> None:
        """Close the connection, for the reason that the code tells."""
        assert self._socket
        self._socket.close(code=code)

    def sent_of(self, kind: str) -> list[dict[str, Any]]:
        """The messages of the kind that the page has sent; what its last press sends is among them."""
        self._hear_all()
        return self._heard_of(kind)

    def _hear_all(self) -> None:
        """Until the page has answered, after all it had to say before: seeing itself behind, it asks for the table."""
        asked = len(self._heard_of("table"))
        self.tell({"kind": "pong", "revision": self.revision + 1})
        end = time.monotonic() + 5
        while len(self._heard_of("table")) == asked:
            assert time.monotonic() < end, "the page doesn't answer"
            self.page.wait_for_timeout(5)

    def _heard_of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.sent if message["type"] == kind]

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message to the page, as its server would."""
        assert self._socket
        self._socket.send(json.dumps(message))

    def acts(self) -> list[str]:
        """The actions that the page has sent."""
        return [message["action"] for message in self.sent_of("act")]

    def _opened(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._heard)

    def _heard(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.sent.append(message)
        if message["type"] == "ping":
            self.tell({"kind": "pong", "revision": self.revision})
