"""The settings: a page, or the sheet alone; kept with the user, or in the browser."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from accounts.preferences import COOKIE
from game.models import Table

pytestmark = pytest.mark.django_db

HTMX = {"hx-request": "true"}


def page(client: Client, path: str = "/settings/", **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200
    return str(response.content.decode())


def chosen(html: str, name: str) -> list[str]:
    fields = re.findall(rf'<input type="(?:radio|checkbox)"[^>]*name="{name}"[^>]*>', html)
    return [re.findall(r'value="([^"]*)"', field)[0] for field in fields if " checked" in field]


def attribute(html: str, name: str) -> str:
    return re.findall(rf'<html [^>]*data-{name}="([^"]*)"', html)[0]


@pytest.mark.parametrize("language", ["vi", "en"])
def test_a_page_for_whoever_follows_the_link(client: Client, language: str) -> None:
    html = page(client, accept_language=language)
    assert "<h1>" in html and "<fieldset" in html
    assert chosen(html, "theme") == ["auto"] and chosen(html, "sound") == ["on"] and chosen(html, "hint") == []
    assert attribute(html, "theme") == "auto"


def test_the_sheet_alone_for_a_table_that_goes_on(client: Client) -> None:
    html = page(client, **HTMX)
    assert "<html" not in html and "<h1" not in html
    assert 'class="settings"' in html and "csrfmiddlewaretoken" in html


@pytest.mark.parametrize("path", ["/", "/help/", "/nowhere/"])
def test_every_page_leads_there_and_is_as_the_visitor_wants_it(client: Client, path: str) -> None:
    client.cookies[COOKIE] = "theme:light.hand:left"
    html = client.get(path).content.decode()
    assert f'href="/settings/?next={path.replace("/", "%2F")}"' in html
    assert (attribute(html, "theme"), attribute(html, "hand"), attribute(html, "pack")) == ("light", "left", "two")


@pytest.mark.urls("tests.site.broken")
def test_a_page_of_a_failure_follows_the_system(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.raise_request_exception = False
    client.cookies[COOKIE] = "theme:light"
    response = client.get("/broken/")
    assert response.status_code == 500
    assert attribute(response.content.decode(), "theme") == "auto"


def test_one_choice_of_a_visitor_is_kept_in_the_browser(client: Client) -> None:
    response = client.post("/settings/", {"theme": "dark"}, headers=HTMX)
    assert (response.status_code, response.content) == (204, b"")
    assert chosen(page(client), "theme") == ["dark"]
    assert client.cookies[COOKIE].value == "theme:dark"
    assert not User.objects.exists()
    client.post("/settings/", {"hint": "on"}, headers=HTMX)
    assert attribute(page(client), "theme") == "dark" and attribute(page(client), "hint") == "on"


def test_a_whole_form_is_kept_and_leads_back(client: Client) -> None:
    form = {"theme": "light", "hint": ["off", "on"], "sound": "off", "volume": "35", "next": "/help/"}
    response = client.post("/settings/", form)
    assert (response.status_code, response["location"]) == (302, "/help/")
    html = page(client)
    assert chosen(html, "theme") == ["light"] and chosen(html, "hint") == ["on"] and chosen(html, "sound") == []
    assert attribute(html, "volume") == "35"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "foo", "?a", "///evil", ""]
)
def test_it_leads_to_no_other_site(client: Client, elsewhere: str) -> None:
    assert client.post("/settings/", {"theme": "dark", "next": elsewhere})["location"] == "/"
    assert client.cookies[COOKIE].value == "theme:dark"
    assert "evil" not in re.findall(r'<a class="button[^>]*>', page(client, f"/settings/?next={elsewhere}"))[0]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("vi", "Không chọn được: Cỡ bài, Âm lượng. Chưa lưu gì cả."),
        ("en", "This can't be chosen: Card size, Volume. Nothing has been saved."),
    ],
)
def test_what_cannot_be_had_is_told_to_a_script_in_a_sentence(client: Client, language: str, words: str) -> None:
    form = {"theme": "dark", "cards": "enormous", "volume": "<b>"}
    response = client.post("/settings/", form, headers=HTMX | {"accept-language": language})
    assert (response.status_code, response.headers["content-type"]) == (422, "text/plain; charset=utf-8")
    assert response.content.decode().strip() == words
    assert COOKIE not in client.cookies


def test_what_cannot_be_had_is_told_and_nothing_else_is_lost(client: Client) -> None:
    client.cookies[COOKIE] = "pack:four"
    form = {"theme": "dark", "cards": "enormous"}
    response = client.post("/settings/", form, headers={"accept-language": "vi"})
    html = response.content.decode()
    assert response.status_code == 422
    assert "Không chọn được: Cỡ bài" in html
    assert (
        chosen(html, "theme") == ["dark"] and chosen(html, "pack") == ["four"] and chosen(html, "cards") == ["normal"]
    )
    assert client.cookies[COOKIE].value == "pack:four"


def test_a_guests_are_kept_with_the_guest(client: Client) -> None:
    client.post("/settings/", {"bots": "fast", "theme": "dark"})
    client.post("/play/")
    guest = User.objects.get()
    assert guest.preferences == {"theme": "dark", "bots": "fast"}
    assert Table.objects.get().bot_speed == "fast"
    client.post("/settings/", {"bots": "slow"}, headers=HTMX)
    guest.refresh_from_db()
    assert guest.preferences == {"theme": "dark", "bots": "slow"}
    assert client.cookies[COOKIE].value == "theme:dark.bots:fast", "the browser's are not a guest's"
    assert Table.objects.get().bot_speed == "slow"


def token(html: str) -> str:
    return re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', html)[0]


def test_a_form_from_elsewhere_changes_nothing() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/settings/", {"theme": "dark"}).status_code == 403
    assert COOKIE not in client.cookies


def test_a_sheet_from_before_a_guest_sat_down_is_refused_until_its_token_is_renewed() -> None:
    client = Client(enforce_csrf_checks=True)
    before = token(page(client, **HTMX))
    client.post("/play/", {"csrfmiddlewaretoken": before})
    assert client.post("/settings/", {"theme": "dark"}, headers=HTMX | {"x-csrftoken": before}).status_code == 403
    renewed = HTMX | {"x-csrftoken": token(page(client, **HTMX))}
    assert client.post("/settings/", {"theme": "dark"}, headers=renewed).status_code == 204
    assert User.objects.get().preferences == {"theme": "dark"}


def test_nothing_keeps_the_page(client: Client) -> None:
    assert "no-store" in client.get("/settings/")["cache-control"]
    assert client.put("/settings/").status_code == 405
