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
    assert response.headers["cache-control"] == f"public, max-age={statics.YEAR}, immutable"
    assert response.headers["x-content-type-options"] == "nosniff"


def test_a_file_is_as_guarded_as_a_page(settings: Settings) -> None:
    settings.SECURE_HSTS_SECONDS = 60
    headers = Client().get(static(NAME), secure=True).headers
    assert headers["strict-transport-security"] == "max-age=60"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"


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
    [("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("", None), ("identity", None), ("abra", None)],
)
def test_it_is_compressed_as_the_browser_takes_it(client: Client, accepted: str, encoding: str | None) -> None:
    response = client.get(static(NAME), headers={"accept-encoding": accepted})
    assert response.headers.get("content-encoding") == encoding
    assert int(response.headers["content-length"]) == len(response.content)
    read = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[encoding]
    assert read(response.content) == on_disk()
    assert (response.headers.get("vary") == "Accept-Encoding") is (encoding is not None)


def test_what_is_small_already_stays_as_it_is(client: Client) -> None:
    response = client.get(static("img/icon-192.png"), headers={"accept-encoding": "gzip, br"})
    assert "content-encoding" not in response.headers
    assert response.content == on_disk("img/icon-192.png")


def test_part_of_a_file_is_part_of_the_file(client: Client) -> None:
    response = client.get(static(NAME), headers={"accept-encoding": "br", "range": "bytes=0-9"})
    assert response.status_code == 206
    assert response.content == on_disk()[:10]


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
