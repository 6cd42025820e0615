"""Static files: addresses that name their version, kept for good; compressed as the browser likes best."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.test import Client
from django.utils.http import http_date
from pytest_django.fixtures import Settings

from phom_site import statics

NAME = "css/tokens.css"


def on_disk(name: str = NAME) -> bytes:
    return Path(str(finders.find(name))).read_bytes()


def test_an_address_that_names_our_version_is_kept_for_good(client: Client, settings: Settings) -> None:
    url = static(NAME)
    assert url == f"/static/v-{settings.STATIC_VERSION}/{NAME}"
    response = client.get(url)
    assert response.content == on_disk()
    assert response.headers["cache-control"] == f"public, max-age={settings.YEAR}, immutable"
    assert response.headers["x-content-type-options"] == "nosniff"


def test_a_file_is_as_guarded_as_a_page_and_says_nothing_more(settings: Settings) -> None:
    settings.SECURE_HSTS_SECONDS = 60
    headers = Client().get(static(NAME), secure=True).headers
    assert headers["strict-transport-security"] == "max-age=60"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert "cross-origin-opener-policy" not in headers, "which is said of pages; a table has dozens of files"


@pytest.mark.parametrize("url", [f"/static/{NAME}", f"/static/v-0000000000/{NAME}"])
def test_another_one_is_asked_for_each_time(client: Client, url: str) -> None:
    response = client.get(url)
    assert response.content == on_disk()
    assert response.headers["cache-control"] == "no-cache"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "url", ["/static/nothing.css", "/static/v-0000000000/nothing.css", "/static/v-00/css/base.css"]
)
def test_no_file_no_answer(client: Client, url: str) -> None:
    assert client.get(url).status_code == 404


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("", None), ("identity", None), ("abra", None)]
    + [("br;q=1.0, gzip;q=0.8", "br"), ("BR;q=0, gzip ; q=0.5", "gzip"), ("br;q=0.0,gzip;q=0", None)],
)
def test_it_is_compressed_as_the_browser_takes_it(client: Client, accepted: str, encoding: str | None) -> None:
    response = client.get(static(NAME), headers={"accept-encoding": accepted})
    assert response.headers.get("content-encoding") == encoding
    assert int(response.headers["content-length"]) == len(response.content)
    read = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[encoding]
    assert read(response.content) == on_disk()
    assert response.headers["vary"] == "Accept-Encoding"


def test_encodings_are_read_at_once_however_long_the_header() -> None:
    """Else one of a few kilobytes takes seconds."""
    for tail in ("a" * 10**5, " " * 10**5, "a;q=0" * 10**4):
        assert "br" in statics.taken_encodings(f"br, {tail}!")


def test_what_is_small_already_stays_as_it_is(client: Client) -> None:
    response = client.get(static("img/icon-192.png"), headers={"accept-encoding": "gzip, br"})
    assert "content-encoding" not in response.headers
    assert response.content == on_disk("img/icon-192.png")


def test_part_of_a_file_is_part_of_the_file(client: Client) -> None:
    response = client.get(static(NAME), headers={"accept-encoding": "br", "range": "bytes=0-9"})
    assert response.status_code == 206
    assert response.content == on_disk()[:10]


def test_each_encoding_has_a_tag_of_its_own(client: Client) -> None:
    accepted = ("br", "gzip", "identity")
    tags = [client.get(static(NAME), headers={"accept-encoding": taken}).headers["etag"] for taken in accepted]
    assert len(set(tags)) == len(tags)
    for known in tags:
        answers = [
            client.get(static(NAME), headers={"accept-encoding": taken, "if-none-match": f'"x", W/{known}'})
            for taken in accepted
        ]
        assert [answer.status_code == 304 for answer in answers] == [tag == known for tag in tags]
    part = client.get(static(NAME), headers={"accept-encoding": "br", "range": "bytes=0-9"})
    assert part.headers["etag"] == tags[-1]


def test_a_part_that_should_fit_an_older_one_is_the_whole(client: Client) -> None:
    known = client.get(static(NAME), headers={"accept-encoding": "br"}).headers
    for older in (known["etag"], http_date()):
        asked = {"accept-encoding": "br", "range": "bytes=10-", "if-range": older}
        response = client.get(static(NAME), headers=asked)
        assert response.status_code == 200
        assert brotli.decompress(response.content) == on_disk()


def test_no_refusal_is_kept(client: Client) -> None:
    refusals = [client.post(static(NAME)), client.get(static(NAME), headers={"range": "bytes=9999999-"})]
    assert [refusal.status_code for refusal in refusals] == [405, 416]
    for refusal in refusals:
        assert (refusal.headers["cache-control"], refusal.content) == ("no-store", b"")
        assert "content-type" not in refusal.headers


@pytest.mark.parametrize("accepted", ["br", "gzip", ""])
def test_a_head_is_the_head_of_what_a_get_brings(client: Client, accepted: str) -> None:
    found, head = (ask(static(NAME), headers={"accept-encoding": accepted}) for ask in (client.get, client.head))
    assert dict(head.headers) == dict(found.headers)
    assert head.content == b""


@pytest.mark.parametrize("accepted", ["br", ""])
def test_what_the_browser_has_is_not_sent_again(client: Client, accepted: str) -> None:
    first = client.get(static(NAME), headers={"accept-encoding": accepted}).headers
    for condition in ({"if-none-match": first["etag"]}, {"if-modified-since": http_date()}):
        again = client.get(static(NAME), headers={"accept-encoding": accepted} | condition)
        assert (again.status_code, again.content) == (304, b"")
        assert "content-type" not in again.headers and "content-encoding" not in again.headers
        for name in ("etag", "cache-control", "vary"):
            assert again.headers[name] == first[name]


def test_a_changed_file_is_compressed_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.css"
    for text in ("a" * 1000, "b" * 1000):
        path.write_text(text)
        os.utime(path, ns=(0, len(text) + ord(text[0])))
        body = statics.compressed(path, path.stat().st_mtime_ns, "gzip")
        assert body and gzip.decompress(body).decode() == text


def test_while_debugging_addresses_have_no_version(settings: Settings) -> None:
    settings.DEBUG = True
    assert static(NAME) == f"/static/{NAME}"


@pytest.mark.django_db
def test_pages_are_compressed_too(client: Client) -> None:
    response = client.get("/help/", headers={"accept-encoding": "gzip"})
    assert response.headers["content-encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(response.content)
