"""A person at a real server: cookies, forms, and a socket of a few lines."""

from __future__ import annotations

import base64
import json
import os
import re
import socket
import struct
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

TEXT = 1


class Visitor:
    """One browser without a screen."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))

    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    def play(self, address: str = "/play/") -> str:
        """Press the first page's button that leads to this address; the code of the table."""
        home = self._opener.open(self.address).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', home)
        assert token
        form = urlencode({"csrfmiddlewaretoken": token[1]}).encode()
        page = self._opener.open(Request(f"{self.address}{address}", form, {"Referer": self.address}))
        return str(urlsplit(page.url).path.split("/")[2])

    def lobby(self) -> Wire:
        return Wire(self.address, "/ws/lobby/", self.cookies())

    def watch(self, code: str) -> Wire:
        return Wire(self.address, f"/ws/t/{code}/", self.cookies())


class Wire:
    """A WebSocket, just enough of RFC 6455."""

    def __init__(self, address: str, path: str, cookies: str) -> None:
        host = urlsplit(address).netloc
        self._socket = socket.create_connection(host.split(":"), timeout=10)
        key = base64.b64encode(os.urandom(16)).decode()
        request = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
                   f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Origin: {address}",
                   f"Cookie: {cookies}", "", ""]  # fmt: skip
        self._socket.sendall("\r\n".join(request).encode())
        self._stream = self._socket.makefile("rb")
        assert b" 101 " in self._stream.readline()
        while self._stream.readline().strip():
            pass

    def next(self) -> dict[str, Any]:
        """The next message."""
        while True:
            first, length = self._stream.read(2)
            if length == 126:
                (length,) = struct.unpack(">H", self._stream.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self._stream.read(8))
            data = self._stream.read(length)
            if first & 15 == TEXT:
                message: dict[str, Any] = json.loads(data)
                return message

    def send(self, **message: object) -> None:
        data = json.dumps(message).encode()
        mask = os.urandom(4)
        assert len(data) < 126
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self._socket.sendall(bytes([0x80 | TEXT, 0x80 | len(data)]) + mask + masked)

    def close(self) -> None:
        self._stream.close()
        self._socket.close()
