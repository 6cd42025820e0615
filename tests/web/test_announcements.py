"""What the house announces: on every page and at tables, in the reader's language, until it is put away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import house
from accounts.announcement_views import MOST
from accounts.models import Announcement
from game.here_consumer import HereConsumer
from game.live import news
from game.live.moment import now
from game.live.news import News
from tests.live.build import person, with_bots
from tests.web.test_seats import signed_in

pytestmark = pytest.mark.django_db

BOX = re.compile(r'<form class="notice-box announcement is-(\w+)" id="announcement-(\d+)".*?</form>', re.DOTALL)


@pytest.fixture(autouse=True)
def looks_again() -> Iterator[None]:
    house._announcements.forget()
    yield


def announce(text: str = "Tối nay bảo trì", english: str = "Maintenance tonight", **fields: Any) -> Announcement:
    return Announcement.objects.create(text_vi=text, text_en=english, **fields)


def told(client: Client, path: str = "/help/", language: str = "vi") -> list[tuple[str, int, str]]:
    """Tone, id and text of what a page announces."""
    house._announcements.forget()
    html = client.get(path, headers={"accept-language": language}).content.decode()
    return [
        (box[1], int(box[2]), str(re.findall(r"<div>(.*?)</div>", box[0], re.DOTALL)[0])) for box in BOX.finditer(html)
    ]


@pytest.mark.parametrize("path", ["/", "/help/", "/lobby/", "/rules/", "/account/login/", "/nowhere/", "/style/"])
def test_every_page_tells_it_in_the_readers_language(path: str) -> None:
    one = announce(tone="warn")
    assert told(Client(), path) == [("warn", one.pk, "Tối nay bảo trì")]
    assert told(Client(), path, "en") == [("warn", one.pk, "Maintenance tonight")]


def test_tables_tell_it_too() -> None:
    an = person("An")
    table = with_bots(an)
    one = announce()
    assert told(signed_in(an), f"/t/{table.code}/") == [("info", one.pk, "Tối nay bảo trì")]


def test_the_newest_comes_first_and_nothing_outlasts_its_end() -> None:
    at = timezone.now()
    first = announce("một", begins_at=at - timedelta(hours=2))
    second = announce("hai", begins_at=at - timedelta(hours=1), ends_at=at + timedelta(hours=1))
    announce("ba", begins_at=at + timedelta(hours=1))
    announce("bốn", begins_at=at - timedelta(hours=3), ends_at=at - timedelta(hours=1))
    assert [pk for _, pk, _ in told(Client())] == [second.pk, first.pk]


def test_hostile_texts_are_only_texts() -> None:
    announce("<script>alert(1)</script>{{ settings.SECRET_KEY }}%(a)s", "x")
    assert [text for *_, text in told(Client())] == [
        "&lt;script&gt;alert(1)&lt;/script&gt;{{ settings.SECRET_KEY }}%(a)s"
    ]


def test_pages_without_any_hold_an_empty_place() -> None:
    assert '<div id="announcements"></div>' in Client().get("/help/").content.decode().replace("\n", "")


# -- putting it away ------------------------------------------------------------------------------------------


def test_each_is_put_away_for_itself_in_this_browser() -> None:
    first, second = announce("một"), announce("hai")
    client = Client()
    answer = client.post(f"/announcements/{first.pk}/away/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (200, b"")
    assert [pk for _, pk, _ in told(client)] == [second.pk]
    assert len(told(Client())) == 2, "another browser still tells both"
    client.post(f"/announcements/{second.pk}/away/")
    assert told(client) == []


@pytest.mark.parametrize(
    ("wanted", "to"), [("/lobby/?preset=online", "/lobby/?preset=online"), ("https://evil.example/", "/"), ("", "/")]
)
def test_without_a_script_one_comes_back(wanted: str, to: str) -> None:
    answer = Client().post(f"/announcements/{announce().pk}/away/", {"next": wanted})
    assert (answer.status_code, answer.headers["location"]) == (302, to)


def test_only_the_latest_are_remembered() -> None:
    client = Client()
    for pk in (*range(1, MOST + 3), 5):
        client.post(f"/announcements/{pk}/away/")
    kept = client.cookies["put_away"].value.split(".")
    assert kept == [*(str(pk) for pk in range(3, MOST + 3) if pk != 5), "5"]


@pytest.mark.parametrize("cookie", ["", "..", "x.1e9.-3", "²", "9" * 4000, "9" * 5000])
def test_a_cookie_that_is_none_of_ours_does_no_harm(cookie: str) -> None:
    one, client = announce(), Client()
    client.cookies["put_away"] = cookie
    assert [pk for _, pk, _ in told(client)] == [one.pk]


def test_it_is_put_away_by_a_press_alone() -> None:
    one = announce()
    assert Client().get(f"/announcements/{one.pk}/away/").status_code == 405
    assert Client(enforce_csrf_checks=True).post(f"/announcements/{one.pk}/away/").status_code == 403


# -- open pages -----------------------------------------------------------------------------------------------


def test_what_begins_or_ends_is_news_to_everybody() -> None:
    an, one = person("An"), announce()
    assert news.read([an.pk], [], now()) == {an.pk: News(announced=frozenset({one.pk}))}
    one.delete()
    house._announcements.forget()
    assert news.read([an.pk], [], now()) == {an.pk: News()}


async def test_an_open_page_fetches_it() -> None:
    page, frames = HereConsumer(), []

    async def tell(frame: dict[str, Any]) -> None:
        frames.append(frame)

    page.tell = tell  # type: ignore[method-assign]
    for ids in ({1}, {1}, {1, 2}, set()):
        page.inform(News(announced=frozenset(ids)))
        assert page._informing
        await page._informing
    assert [frame["target"] for frame in frames] == ["#announcements"] * 3
    assert 'hx-get="/announcements/"' in frames[0]["content"]


def test_what_it_fetches_is_no_page() -> None:
    announce()
    assert len(told(Client(), "/announcements/")) == 1
    assert b"<html" not in Client().get("/announcements/").content
