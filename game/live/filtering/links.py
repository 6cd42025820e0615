"""What leads away from the site: cut out, however it is written.

A link is known by a scheme (``http:``, or anything before ``:/`` and a letter), by ``www.``, by the ``@`` of an address
for mail, by four numbers of an IP address, or by the ending of a name with dots in it:

- SURE endings are no words that follow a full stop in chat: any name before them makes a link, ``evil.com``.
- WORDS are endings that are also words, and people forget the space after a full stop: ``ok.me cung choi``. They make
  a link only if the name before them is none of a word or an amount: it has a hyphen or, beside letters, a digit,
  ``bong88.win``; ``2k.co`` is an amount.
- A dot that is set apart or spelt out, ``evil . com``, ``evil[.]com``, ``evil dot com``, counts before PLAIN endings;
  "cham com" doesn't, which is also rice with a dip.
- A few names are KNOWN whatever follows, ``t.me``, or without a dot, ``fb com``.
- After any ending a path makes a link, ``bit.ly/a``, and so does ``?key=`` or a port of four digits or more.

Nothing else is one: ``rồi.ok.đi``, ``2.5``, ``v.v.``. Neither is 1.000.000.000, nor 1.250.000.000; a number of four
groups is an amount if it can be, unless a port or a path follows.

Each pattern begins where a run of its signs does, so that no run is read more often than once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from game.live.filtering.reading import LEFT_OUT, letter, read, typed

SURE = frozenset((
    "com", "net", "org", "info", "biz", "vn", "xyz", "site", "website", "online", "store", "shop", "club", "asia",
    "dev", "app", "cc", "tk", "gq", "pw", "ws", "ru", "cn", "icu", "vip", "io", "live", "link", "click", "casino",
    "space", "tech", "cloud", "mobi", "cyou", "buzz", "sbs", "cfd",
))  # fmt: skip
WORDS = frozenset((
    "ai", "am", "bet", "bid", "bingo", "cam", "cash", "cf", "co", "de", "do", "eu", "fan", "fm", "fun", "ga", "game",
    "games", "gg", "group", "id", "im", "in", "is", "it", "la", "life", "lol", "ly", "me", "ml", "mom", "money", "nu",
    "one", "page", "poker", "pro", "red", "run", "so", "su", "team", "to", "today", "top", "tv", "uk", "us", "vin",
    "win", "work", "world", "wtf", "zone",
))  # fmt: skip
PLAIN = ("com", "net", "org", "info", "biz", "xyz")
"""Those of SURE that hardly begin a sentence, as vn or vip do."""
_KNOWN = r"(?:(?:fb|facebook)[\s.]+com|(?:t|fb|wa|zalo)(?:\.|\s+(?=me/\w))me|bit(?:\.|\s+(?=ly/\w))ly)"
_APART = r"(?:\s+\.\s*|\s*[\[({<]\s?(?:\.|dot|chấm)\s?[\])}>]\s*|\s+(?:dot|chấm)\s+)"
_LINK = re.compile(
    rf"""(?x)
    (?<![a-z0-9+.-])[a-z0-9+.-]+:/+[\w\[]\S*
    | (?<![^\W\d_])(?:https?|hxxps?|ftps?|wss?|mailto|tel|javascript|data|vbscript):\S+
    | (?<![^\W_])www[0-9]{{0,2}}\.\S+
    | (?<![\w.+-])[\w.+-]+@[\w.-]+\.[a-z]{{2}}\S*
    | (?<![\w-])[a-z0-9-]{{3,}}{_APART}(?:{"|".join(PLAIN)})(?![^\W_])(?:[:/?\#]\S*)?
    | (?<![\w-]){_KNOWN}(?![^\W_])(?:[:/?\#]\S*)?
    """
)
_DOTTED = re.compile(r"(?<![\w-])[\w-]+(?:\.[\w-]+)+")
_ENDING = re.compile(r"[a-z]{2,24}(?![^\W_])")
"""At the beginning of what stands after a dot: in evil.com-hay too."""
_WAY_ON = re.compile(r"(?::[0-9]{1,5})?/|\?\w{1,20}=|:[0-9]{4,5}(?![0-9])")
_REST = re.compile(r"[:/?#]\S*")
"""A port, a path or a query."""
_AMOUNT = re.compile(r"[0-9]+[a-z]{0,2}")
_BYTE = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IP = re.compile(rf"(?<![0-9])(?<![0-9]\.){_BYTE}(?P<rest>(?:\.{_BYTE}){{3}})(?![^\W_])(?!\.[0-9])")
_THOUSANDS = re.compile(r"(?:\.[0-9]{3}){3}")


def unlinked(text: str) -> str:
    """The text with LEFT_OUT for each link."""
    seen, places = read(text, letter)
    kept, at = [], 0
    for first, last in _links(seen):
        cut = typed(places, first, last)
        kept += [text[at : cut.start], LEFT_OUT]
        at = cut.stop
    return "".join(kept) + text[at:]


def _links(text: str) -> list[tuple[int, int]]:
    """Where links begin and end, in order; those that overlap are one."""
    links: list[tuple[int, int]] = []
    for first, last in sorted([*(found.span() for found in _LINK.finditer(text)), *_hosts(text)]):
        if links and first <= links[-1][1]:
            first, last = links[-1][0], max(last, links.pop()[1])
        links.append((first, last))
    return links


def _hosts(text: str) -> Iterator[tuple[int, int]]:
    """Where hosts begin, and where what follows them ends."""
    reached = 0
    for found in _DOTTED.finditer(text):
        last = _reach(text, found) if found.start() >= reached else 0
        if last:
            rest = _REST.match(text, last)
            reached = rest.end() if rest else last
            yield found.start(), reached


def _reach(text: str, host: re.Match[str]) -> int:
    """How far a name with dots in it is one of a host; 0: it is none."""
    numbers = (found.end() for found in _IP.finditer(text, *host.span()) if _is_address(text, found))
    reached, name, at = max(numbers, default=0), "", host.start()
    for label in host[0].split("."):
        ending = _ENDING.match(label)
        if name and ending and _leads_away(name, ending[0], _WAY_ON.match(text, at + ending.end())):
            reached = max(reached, at + ending.end())
        name, at = label, at + len(label) + 1
    return reached


def _leads_away(name: str, ending: str, way_on: re.Match[str] | None) -> bool:
    return bool(way_on) or ending in SURE or (ending in WORDS and _is_made_up(name.strip("-_")))


def _is_made_up(name: str) -> bool:
    """Whether it is none of a word or an amount."""
    if not name.isascii() or _AMOUNT.fullmatch(name):
        return False
    return any(sign.isalpha() for sign in name) and any(sign.isdigit() or sign == "-" for sign in name)


def _is_address(text: str, found: re.Match[str]) -> bool:
    """Whether the four numbers are no amount."""
    return not _THOUSANDS.fullmatch(found["rest"]) or bool(_WAY_ON.match(text, found.end()))
