"""Cookies, pages and forms of one person: what a browser does before there is a socket."""

from __future__ import annotations

import asyncio
import re
from http.cookiejar import CookieJar
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

TIMEOUT = 60.0
"""Seconds that a page may take."""
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


class Turned(Exception):
    """A page that answered with an error: ``status`` and ``text``."""

    def __init__(self, address: str, status: int, text: str) -> None:
        super().__init__(f"{address}: {status}")
        self.status = status
        self.text = text


class Page(NamedTuple):
    """Where a request ended, and what is written there."""

    address: str
    text: str


class Browser:
    """One browser without a screen, at the site whose address is ``site``, ``http://host:port``."""

    def __init__(self, site: str, language: str = "vi") -> None:
        self.site = site.rstrip("/")
        self.language = language
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))

    @property
    def cookies(self) -> str:
        """As a header says them."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    async def get(self, path: str) -> Page:
        """A page, redirects followed; Turned, OSError."""
        return await asyncio.to_thread(self._fetch, path, None)

    async def post(self, path: str, on: Page, **fields: str) -> Page:
        """Send the form of the page ``on`` that leads to ``path``; where that leads. Turned, OSError."""
        token = _TOKEN.search(on.text)
        if token is None:
            raise ValueError(f"expected a form on {on.address}, found none")
        form = urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        return await asyncio.to_thread(self._fetch, path, form)

    def _fetch(self, path: str, form: bytes | None) -> Page:
        address = f"{self.site}{path}"
        headers = {"Referer": f"{self.site}/", "Origin": self.site, "Accept-Language": self.language}
        try:
            with self._opener.open(Request(address, form, headers), timeout=TIMEOUT) as answer:
                return Page(answer.url, answer.read().decode())
        except HTTPError as error:
            with error:
                raise Turned(address, error.code, error.read().decode(errors="replace")) from error
