"""Real servers: who signs out at one of them is signed out of the pages that another one serves."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import Request

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from game.sockets import SIGNED_OUT
from tests.browser.server import running
from tests.live.test_processes import wait_for
from tests.live.test_redis import listeners, redis
from tests.live.wire import Visitor

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not shutil.which("redis-server"), reason="Redis isn't installed"),
]
PASSWORD = "con mèo mướp già"
SIGN_UP = {"email": "moi@example.com", "password1": PASSWORD, "display_name": "Mới Tinh"}


class Member(Visitor):
    """A browser that signs up, and out."""

    def post(self, path: str, **fields: str) -> str:
        """Fill in the form at this path; the path that it leads to."""
        page = self._opener.open(f"{self.address}{path}").read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        form = urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        answer = self._opener.open(Request(f"{self.address}{path}", form, {"Referer": self.address}))
        return urlsplit(answer.url).path

    def page_at(self, address: str, path: str) -> connect:
        """The socket of a page that a server has given this browser, which may be another than it asks for pages."""
        headers = {"Cookie": self.cookies()}
        return connect(f"ws{address.removeprefix('http')}{path}", origin=Origin(address), additional_headers=headers)


def closing_code(page: ClientConnection) -> int:
    try:
        while True:
            page.recv(timeout=30)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[str, str]]:
    path = tmp_path / "redis.sock"
    settings = {"REDIS_URL": f"unix://{path}", "PHOM_CLOCK": "off"}
    with redis(path), running(tmp_path, **settings) as one, running(tmp_path, **settings) as two:
        yield one, two


def test_signing_out_at_one_server_closes_the_pages_of_all(servers: tuple[str, str], tmp_path: Path) -> None:
    one, two = servers
    member = Member(one)
    member.post("/account/signup/", **SIGN_UP)
    code = member.play()
    paths = ("/ws/here/", f"/ws/t/{code}/", "/ws/lobby/")
    with ExitStack() as stack:
        pages = [stack.enter_context(member.page_at(at, path)) for at in (one, two) for path in paths]
        wait_for(lambda: listeners(tmp_path / "redis.sock") == 2)
        assert member.post("/account/logout/") == "/"
        assert [closing_code(page) for page in pages] == [SIGNED_OUT] * 6


def test_another_password_signs_out_the_pages_of_other_devices(servers: tuple[str, str], tmp_path: Path) -> None:
    one, two = servers
    here, there = Member(one), Member(two)
    here.post("/account/signup/", **SIGN_UP)
    there.post("/account/login/", login=SIGN_UP["email"], password=PASSWORD)
    with there.page_at(two, "/ws/here/") as page:
        wait_for(lambda: listeners(tmp_path / "redis.sock") >= 1)
        here.post("/account/password/change/", oldpassword=PASSWORD, password1="con gà trống đỏ")
        assert closing_code(page) == SIGNED_OUT
