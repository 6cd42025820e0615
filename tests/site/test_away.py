"""Maintenance: pages say when to come back, the admin pages stay, and sockets are told that it is not for good."""

import logging
import re
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import House
from phom_site.asgi import application
from phom_site.away import TRY_AGAIN_LATER, Door
from tests.house import has_set

ORIGIN = [(b"origin", b"http://localhost"), (b"host", b"localhost")]


@pytest.fixture
def away(settings: Settings) -> None:
    settings.PHOM_MAINTENANCE = True


@pytest.mark.parametrize("path", ["/", "/help/", "/t/anything/", "/nowhere/"])
@pytest.mark.parametrize(("language", "words"), [("vi", "Đang quét chiếu"), ("en", "We are sweeping the floor")])
def test_pages_say_that_they_are_coming_back(client: Client, away: None, path: str, language: str, words: str) -> None:
    response = client.get(path, headers={"accept-language": language})
    assert response.status_code == 503
    assert int(response.headers["retry-after"]) > 0
    assert response.headers["cache-control"] == "no-store"
    assert f'<html lang="{language}"' in response.content.decode()
    assert words in response.content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
def test_trying_again_asks_for_the_same_page(client: Client, away: None, method: str) -> None:
    """By following its address, whatever was sent there."""
    page = getattr(client, method)("/t/anything/leave/").content.decode()
    assert re.search(r'<a [^>]*id="again" href="">', page)


def test_nothing_can_be_sent_either(client: Client, away: None) -> None:
    assert client.post("/play/").status_code == 503


@pytest.mark.parametrize("name", ["worker", "manifest", "offline"])
def test_what_pages_ask_for_by_themselves_is_there(client: Client, away: None, name: str) -> None:
    assert client.get(reverse(name)).status_code == 200
    assert client.get("/static/css/base.css").status_code == 200


@pytest.mark.parametrize("path", ["/sw.jsx", "/manifest.webmanifest/", "/i18n/", "/administer/"])
def test_what_only_begins_alike_is_away(client: Client, away: None, path: str) -> None:
    assert client.get(path).status_code == 503


def test_it_is_no_error_to_be_away() -> None:
    log = logging.getLogger("django.request")
    for status, is_told in ((503, False), (500, True)):
        record = log.makeRecord(log.name, logging.ERROR, "", 0, "answered", (), None, extra={"status_code": status})
        assert bool(log.filter(record)) is is_told


@pytest.mark.django_db
@pytest.mark.parametrize("urls", ["phom_site.urls", "tests.site.moved"])
def test_the_admin_pages_stay_wherever_they_are(
    admin_client: Client, settings: Settings, away: None, urls: str
) -> None:
    settings.ROOT_URLCONF = urls
    for name in ("admin:index", "admin:accounts_user_changelist"):
        assert admin_client.get(reverse(name)).status_code == 200


@pytest.mark.django_db
def test_the_game_is_away_for_staff_too(admin_client: Client, away: None) -> None:
    assert admin_client.get(reverse("home")).status_code == 503


@pytest.mark.django_db
def test_the_language_can_be_chosen(client: Client, away: None) -> None:
    response = client.post(reverse("set_language"), {"language": "en"})
    assert response.cookies["django_language"].value == "en"


async def test_a_socket_is_opened_and_closed_with_a_code(away: None) -> None:
    socket = WebsocketCommunicator(application, "/ws/t/anything/", headers=ORIGIN)
    assert (await socket.connect())[0]
    assert await socket.receive_output() == {"type": "websocket.close", "code": TRY_AGAIN_LATER}


def test_the_clock_stands_still(settings: Settings) -> None:
    from django.core.management import CommandError, call_command

    settings.PHOM_MAINTENANCE = True
    with pytest.raises(CommandError, match="PHOM_MAINTENANCE"):
        call_command("runclock")


# -- the staff's own switch -----------------------------------------------------------------------------------


@pytest.fixture
def switched(monkeypatch: pytest.MonkeyPatch) -> None:
    has_set(monkeypatch, maintenance=True, maintenance_vi="Xong lúc <8h>", maintenance_en="Back at <8>")


@pytest.mark.parametrize(("language", "told"), [("vi", "Xong lúc &lt;8h&gt;"), ("en", "Back at &lt;8&gt;")])
def test_the_staff_takes_the_game_away_and_says_why(client: Client, switched: None, language: str, told: str) -> None:
    for path in ("/", "/t/anything/", "/announcements/"):
        response = client.get(path, headers={"accept-language": language})
        assert response.status_code == 503
        assert told in response.content.decode()
    assert client.post("/play/").status_code == 503


def test_where_the_environment_has_taken_it_away_nothing_else_is_asked(
    client: Client, away: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("phom_site.away.house", lambda: pytest.fail("the database may be away"))
    response = client.get("/")
    assert response.status_code == 503


@pytest.mark.django_db
def test_it_is_back_without_a_restart(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    has_set(monkeypatch, maintenance=True)
    assert client.get("/").status_code == 503
    has_set(monkeypatch, maintenance=False)
    assert client.get("/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["account_login", "mfa_index", "mfa_authenticate", "admin:login"])
def test_the_staff_still_finds_the_way_in(client: Client, switched: None, name: str) -> None:
    assert client.get(reverse(name)).status_code in (200, 302)


@pytest.mark.django_db
def test_whoever_took_it_away_brings_it_back(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    page, row = reverse("admin:accounts_house_change", args=[1]), House.objects.filter(pk=1)
    sent = {"welcome": 20_000, "relief": 5_000, "reliefs_a_day": 3, "bot_wins_a_day": 5_000, "why": "New cards."}
    for fields, status in (({"maintenance": "on"}, 503), ({}, 200)):
        with django_capture_on_commit_callbacks(execute=True):
            assert admin_client.post(page, sent | fields).status_code == 302
        assert row.get().maintenance == bool(fields)
        assert Client().get("/help/").status_code == status


async def _open() -> WebsocketCommunicator:
    socket = WebsocketCommunicator(application, "/ws/guide/", headers=ORIGIN)
    assert (await socket.connect())[0]
    return socket


@pytest.mark.django_db(transaction=True)
async def test_open_sockets_close_and_others_open_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phom_site.away.LOOK", 0.01)
    socket = await _open()
    assert (await socket.receive_output(timeout=5))["type"] == "websocket.send"
    with monkeypatch.context() as patched:
        has_set(patched, maintenance=True)
        while (told := await socket.receive_output(timeout=5))["type"] != "websocket.close":
            pass
        assert told["code"] == TRY_AGAIN_LATER
        other = await _open()
        assert await other.receive_output(timeout=5) == {"type": "websocket.close", "code": TRY_AGAIN_LATER}
    await socket.disconnect()
    later = await _open()
    assert (await later.receive_output(timeout=5))["type"] == "websocket.send"
    await later.disconnect()


async def test_a_shut_door_lets_nothing_out() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    door = Door(send)
    await door.send({"type": "websocket.accept"})
    for _ in range(2):
        await door.shut()
    await door.send({"type": "websocket.send", "text": "late"})
    assert sent == [{"type": "websocket.accept"}, {"type": "websocket.close", "code": TRY_AGAIN_LATER}]
