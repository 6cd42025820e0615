"""Pages of the site itself: errors told kindly, headers, static files, the language."""

from typing import NoReturn

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def text(client: Client, path: str, status: int, **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == status
    return str(response.content.decode())


def test_no_page_at_the_address(client: Client) -> None:
    assert "Không có gì ở đây" in text(client, "/nowhere/", 404)
    assert "Nothing here" in text(client, "/nowhere/", 404, accept_language="en")


@pytest.mark.urls("tests.site.broken")
def test_an_error_is_told_without_its_reason(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.raise_request_exception = False
    page = text(client, "/broken/", 500)
    assert "Có gì đó hỏng ở phía chúng tôi" in page
    assert "reason" not in page
    assert "the reason that nobody outside may read" in caplog.text


@pytest.mark.urls("tests.site.broken")
def test_where_the_database_is_away_it_is_asked_again_soon(client: Client) -> None:
    client.raise_request_exception = False
    response = client.get("/lost/")
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "Có gì đó hỏng ở phía chúng tôi" in response.content.decode()


@pytest.mark.urls("tests.site.broken")
@pytest.mark.parametrize(("language", "words"), [("vi", "Có gì đó hỏng"), ("en", "Something broke on our side")])
def test_an_error_is_told_even_where_nothing_else_works(
    client: Client, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    """Neither who asks nor what they prefer can be found out."""

    def fails(*args: object) -> NoReturn:
        raise RuntimeError("no database")

    client.raise_request_exception = False
    monkeypatch.setattr("accounts.preferences.of", fails)
    monkeypatch.setattr("django.contrib.auth.get_user", fails)
    page = text(client, "/broken/", 500, accept_language=language)
    assert words in page
    assert f'<html lang="{language}"' in page


@pytest.mark.urls("tests.site.broken")
def test_an_error_is_told_in_plain_words_where_its_page_fails(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(name: str) -> NoReturn:
        raise RuntimeError("no template")

    client.raise_request_exception = False
    monkeypatch.setattr("django.template.loader.get_template", fails)
    page = text(client, "/broken/", 500)
    assert "Có gì đó hỏng" in page
    assert "Something broke" in page


@pytest.mark.urls("tests.site.broken")
def test_a_forbidden_page_is_told_without_its_reason(client: Client) -> None:
    page = text(client, "/forbidden/", 403)
    assert "Không dành cho bạn" in page
    assert "reason" not in page


def test_a_form_from_an_old_page() -> None:
    response = Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "en"})
    assert response.status_code == 403
    assert "Trang này đã cũ" in response.content.decode()


def test_another_host_is_refused(client: Client) -> None:
    assert "Không đọc được" in text(client, "/", 400, host="evil.example")


def test_headers_of_a_page(client: Client) -> None:
    headers = client.get("/nowhere/").headers
    directives = (directive.split(" ", 1) for directive in headers["content-security-policy"].split("; "))
    policy = dict(directives)
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["img-src"] == "'self' data:"
    assert policy["object-src"] == policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    kept = headers["permissions-policy"].split(", ")
    assert {"camera=()", "geolocation=()", "microphone=()", "payment=()", "screen-wake-lock=(self)"} <= set(kept)


def test_a_static_file_and_its_revalidation(client: Client) -> None:
    first = client.get("/static/img/favicon.svg")
    assert first.status_code == 200
    assert first.headers["content-type"] == "image/svg+xml"
    assert first.content.startswith(b"<svg")
    again = client.get("/static/img/favicon.svg", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_language_switch_is_on_every_page_and_remembered(client: Client) -> None:
    assert 'value="en"' in text(client, "/nowhere/", 404)
    response = client.post("/i18n/setlang/", {"language": "en", "next": "/nowhere/"})
    assert response.headers["location"] == "/nowhere/"
    cookie = response.cookies["django_language"]
    assert cookie.value == "en"
    assert cookie["max-age"] >= 365 * 24 * 60 * 60
    assert '<html lang="en" ' in text(client, "/nowhere/", 404, accept_language="vi")


def test_the_switch_leads_to_no_other_site(client: Client) -> None:
    response = client.post("/i18n/setlang/", {"language": "en", "next": "https://evil.example/"})
    assert response.headers["location"] == "/"


def test_the_admin_shows_players(admin_client: Client) -> None:
    assert admin_client.get("/admin/accounts/user/").status_code == 200
    assert admin_client.get("/admin/accounts/user/add/").status_code == 403, "players come by themselves"
    assert admin_client.get("/admin/").status_code == 200
