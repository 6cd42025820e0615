"""Whatever is sent to a page, by whomever: no page fails, tells of a hidden card, or lets anybody act for another.

The addresses are those of the URL configuration, the fields those that the code and its pages name: what is added is
tried by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from django.apps import apps
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from game.live import positions
from game.live.hearing import hearing
from game.live.snapshots import snapshots
from game.models import HandRecord, Report, Table, TableSeat
from game.rules.variants import PRESET_NAMES
from tests.accounts.conftest import account
from tests.hostile.alarms import no_alarm
from tests.hostile.sent import TEXTS, fuzzing, texts
from tests.live.build import dealt, people, person, position_of, seated
from tests.live.detective import leaks
from tests.live.test_sanctions import punish
from tests.staff.conftest import enter, member
from tests.staff.rows import fill

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]
CONVERTER = re.compile(r"(?<!\?P)<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
GROUP = re.compile(r"\(\?P<(?P<name>\w+)>(?:\[[^\]]*\][+*]?|[^()])*\)")
NAMED = re.compile(
    r"""request\.(?:POST|GET)(?:\.get(?:list)?\(|\[)\s*["'](\w+)["']|["'](\w+)["'] in request\.(?:POST|GET)"""
)
INPUT = re.compile(r"""<(?:input|select|textarea|button)[^>]*?\bname="([^"]+)"(?:[^>]*?\bvalue="([^"]*)")?""")
ALWAYS = (
    "next",
    "q",
    "p",
    "o",
    "all",
    "action",
    "index",
    "_selected_action",
    "confirmed",
    "only",
    "why",
    "post",
    "_popup",
)


# -- addresses ------------------------------------------------------------------------------------------------


class Address(NamedTuple):
    """One of the URL configuration: its route with all prefixes."""

    route: str

    @property
    def slots(self) -> list[tuple[str, str]]:
        """The kind and the name of what varies in it."""
        by_converter = [(found["kind"] or "str", found["name"]) for found in CONVERTER.finditer(self.route)]
        return by_converter + [("str", found["name"]) for found in GROUP.finditer(self.route)]

    def filled(self, values: list[str]) -> str:
        """The path with these in the slots."""
        path = CONVERTER.sub(lambda _: quote(values.pop(0), safe="/"), self.route)
        path = GROUP.sub(lambda _: quote(values.pop(0), safe="/"), path)
        return "/" + path.replace("^", "").replace("$", "").replace("\\Z", "").lstrip("/")


def _all(patterns: list[Any], before: str = "") -> Iterator[Address]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _all(pattern.url_patterns, before + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield Address(before + str(pattern.pattern))


ADDRESSES = sorted({*_all(get_resolver().url_patterns)})
PARTS = 4
OF_PEOPLE = [one for one in ADDRESSES if not one.route.startswith("admin/")]
OF_STAFF = [one for one in ADDRESSES if one.route.startswith("admin/")]


@cache
def names() -> list[str]:
    """Of all fields that the code reads."""
    files = [path for app in ("accounts", "game", "phom_site") for path in (settings.BASE_DIR / app).rglob("*.py")]
    found = {
        name for path in files for both in NAMED.findall(path.read_text(encoding="utf-8")) for name in both if name
    }
    return sorted(found | {*ALWAYS})


# -- who sends what -------------------------------------------------------------------------------------------


class World:
    """A table in mid-hand, others', finished hands, and rows of everything that the administration lists."""

    def __init__(self) -> None:
        sitters = people()
        self.table = seated([*sitters], code="ownhand")
        fill(2)
        dealt(self.table)
        shut = account("Bị Cấm", "out@example.com")
        punish(shut)
        staff = member("superuser")
        Report.objects.create(reporter=sitters[1], reported=sitters[2], kind="player")
        self.players = [*sitters, shut, staff]
        self.clients = {"seated": _of(sitters[0]), "stranger": _of(person("Lạ")), "shut out": _of(shut)}
        self.clients |= {"account": _of(account()), "visitor": Client(), "staff": enter(Client(), staff)}
        public = HandRecord.objects.exclude(result=None).values_list("public_id", flat=True)
        codes = Table.objects.values_list("code", flat=True)
        self.slugs = [self.table.code, self.table.code, *codes, *map(str, public), *PRESET_NAMES, "nobody", "-"]
        self.numbers = [str(user.pk) for user in self.players] + ["0", "1", "2", "2147483648", "9" * 19, "9" * 40]
        self.cookies = {role: client.cookies.output() for role, client in self.clients.items()}

    def value(self, address: Address, kind: str, choose: int) -> str:
        """What is put into an address: mostly something that there is."""
        if kind == "int":
            return self.numbers[choose % len(self.numbers)]
        if kind == "slug":
            return self.slugs[choose % len(self.slugs)]
        known = [*_keys(address.route), *self.numbers, *self.slugs, "\0", "ê💣", "x" * 300, "_5F", "a-b", "%2e"]
        return known[choose % len(known)]

    def places(self) -> list[Any]:
        return [
            *TableSeat.objects.filter(table=self.table).order_by("pk").values("user", "left", "hand_order", "leaves")
        ]


def _of(user: User) -> Client:
    client = Client()
    client.force_login(user, "accounts.entrance.backend.Backend")
    return client


def _keys(route: str) -> list[str]:
    """Of the first rows that a page of the administration is about."""
    found = re.match(r"admin/(\w+)/(\w+)/", route)
    try:
        model = apps.get_model(found[1], found[2]) if found else None
    except LookupError:
        model = None
    return [str(row.pk) for row in model._default_manager.order_by("pk")[:3]] * 3 if model else []


class Request(NamedTuple):
    """What is sent to one address, and by whom, before it is known what there is."""

    role: str
    chosen: list[int]
    fields: dict[int, list[str]]
    is_post: bool
    is_part: bool
    body: bytes | None
    kind: str
    kept: str
    header: str
    file: bool


numbers = st.integers(0, 10_000)

ROLES = ("seated", "seated", "stranger", "account", "visitor", "shut out")
requests = st.builds(
    Request,
    role=st.sampled_from(ROLES),
    chosen=st.lists(numbers, min_size=4, max_size=4),
    fields=st.dictionaries(
        numbers, st.lists(texts | st.sampled_from(["$ids", "$shown"]), min_size=1, max_size=2), max_size=6
    ),
    is_post=st.booleans(),
    is_part=st.booleans(),
    body=st.none() | st.none() | st.none() | st.binary(max_size=60) | st.just(b"a=" + b"%00" * 50),
    kind=st.sampled_from(
        ["application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x", "x"]
    ),
    kept=st.sampled_from(["", "guide", "browser", "settings", "django_language", "sessionid", "csrftoken", "messages"]),
    header=st.sampled_from([text for text in TEXTS if text.isprintable() and text.isascii()]),
    file=st.booleans(),
)


def send(world: World, address: Address, asked: Request) -> tuple[str, str]:
    """The path, and the page that is there: the answer to what is sent may show cards that were sent. Nothing of it
    stays, lest the next be sent to an empty house."""
    client = world.clients[asked.role]
    client.cookies = SimpleCookie(world.cookies[asked.role].replace("Set-Cookie: ", ""))
    if asked.kept:
        client.cookies[asked.kept] = asked.header
    path = address.filled(
        [world.value(address, kind, asked.chosen[at % 4]) for at, (kind, _) in enumerate(address.slots)]
    )
    headers = {"accept-language": asked.header, "referer": asked.header, "x-forwarded-for": asked.header}
    headers |= {"hx-request": "true", "page-language": asked.header} if asked.is_part else {}
    with transaction.atomic():
        shown = client.get(path, headers=headers)
        page = _text(shown)
        fields = _fields(world, asked, page)
        if not asked.is_post:
            answer = client.get(path, fields, headers=headers)
        elif asked.body is not None:
            answer = client.post(path, asked.body, content_type=asked.kind, headers=headers)
        else:
            answer = client.post(path, fields, headers=headers)
        _text(answer)
        assert max(shown.status_code, answer.status_code) < 500, path
        transaction.set_rollback(True)
    forget()
    return path, page


def _fields(world: World, asked: Request, page: str) -> dict[str, Any]:
    """Names that the page shows or the code reads, with what was chosen for them."""
    there = [(unescape(name), unescape(value)) for name, value in INPUT.findall(page)]
    known = [name for name, _ in there] * 2 + names()
    right = dict(there) if asked.is_post and asked.is_part else {}
    meant = {"$ids": world.numbers, "$shown": [value for _, value in there] or [""]}
    for at, values in asked.fields.items():
        right[known[at % len(known)]] = [  # type: ignore[assignment]
            meant[value][at % len(meant[value])] if value in meant else value.encode("utf-8", "replace").decode()
            for value in values
        ]
    if asked.file and asked.is_post and known:
        right[known[0]] = SimpleUploadedFile("\u202ea\0.exe", b"\xff\0")  # type: ignore[assignment]
    return right


def _text(answer: Any) -> str:
    """All of it, streamed too."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return bytes(content).decode("utf-8", "replace")


def forget() -> None:
    """What this process keeps of a database that is as before."""
    positions.cache.clear()
    snapshots.clear()
    hearing.clear()


def fail_nowhere(addresses: list[Address], sent: list[Request]) -> None:
    """One request to each address; afterwards everything is as it was."""
    with transaction.atomic():
        forget()
        world = World()
        hand, places = position_of(world.table), world.places()
        for number, address in enumerate(addresses):
            asked = sent[number % len(sent)]
            with no_alarm():
                path, page = send(world, address, asked)
            if world.table.code in path:
                seat = 0 if asked.role == "seated" else None
                seen = leaks(page, hand.hand, seat)
                assert not seen, f"{asked.role} saw {seen} at {path}"
        assert (position_of(world.table), world.places()) == (hand, places)
        transaction.set_rollback(True)


@pytest.mark.parametrize("part", range(PARTS))
@fuzzing(quick=2, full=30)
@given(sent=st.lists(requests, min_size=20, max_size=20))
def test_pages_of_people(part: int, sent: list[Request]) -> None:
    fail_nowhere(OF_PEOPLE[part::PARTS], sent)


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("role", ["staff", "seated"])
@fuzzing(quick=2, full=4)
@given(sent=st.lists(requests, min_size=20, max_size=20))
def test_pages_of_the_staff(part: int, role: str, sent: list[Request]) -> None:
    fail_nowhere(OF_STAFF[part::PARTS], [one._replace(role=role) for one in sent])
