"""What may be a session's key: what isn't one is never looked up, and is a new visitor's."""

from __future__ import annotations

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth import SESSION_KEY
from django.test import Client

from accounts.models import User
from accounts.sessions import SessionStore
from phom_site.asgi import application

COOKIES = [
    r'sessionid="abcdefghij\000klm"',
    r'browser="abcdefghijklmnopqrstuv\000w"; guide="1\0002"; django_language="v\000i"; phom_preferences="theme:\000"',
    r'csrftoken="abcdefghijklmnopqrstuvwxyz01234\000"; messages="a\000b:c"',
]


@pytest.mark.parametrize(
    "key", ["abcdefghij\0klm", "abcdefg", "a" * 41, "ABCDEFGHIJ", "abcdefghi\n", "٠١٢٣٤٥٦٧٨٩", "", None]
)
def test_what_is_no_key_of_ours_is_none(key: str | None) -> None:
    assert SessionStore(key).session_key is None


@pytest.mark.django_db
def test_a_key_of_ours_is_found_again() -> None:
    kept = SessionStore()
    kept["word"] = "kept"
    kept.save()
    assert SessionStore(kept.session_key)["word"] == "kept"


@pytest.mark.django_db
@pytest.mark.parametrize("cookie", COOKIES)
def test_pages_take_any_cookie(cookie: str) -> None:
    client = Client(headers={"cookie": cookie})
    for path in ("/", "/lobby/", "/guide/", "/gold/", "/account/login/"):
        assert client.get(path).status_code in (200, 302)
    assert client.post("/gold/relief/").status_code == 302
    assert client.post("/play/").status_code == 302


@pytest.mark.django_db
def test_relief_takes_any_cookie(client: Client) -> None:
    client.force_login(User.objects.create(username="An", display_name="An", is_guest=True))
    mine = f"sessionid={client.cookies['sessionid'].value}; {COOKIES[1]}"
    response = client.post("/gold/relief/", headers={"cookie": mine})
    assert "\0" not in response.cookies["browser"].value and SESSION_KEY in client.session


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/guide/"])
@pytest.mark.parametrize("cookie", COOKIES)
async def test_sockets_take_any_cookie(cookie: str, path: str) -> None:
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost"), (b"cookie", cookie.encode())]
    socket = WebsocketCommunicator(application, path, headers)
    assert (await socket.connect(timeout=5))[0]
    await socket.disconnect()
