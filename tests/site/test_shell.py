"""What makes the site a thing to install and to send links to: manifest, service worker, offline page, heads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from phom_site import offline, tags
from phom_site.release import name_of

LANGUAGES = ["vi", "en"]


def page_of(client: Client, path: str, language: str = "vi") -> str:
    response = client.get(path, headers={"accept-language": language})
    assert response.status_code == 200
    return str(response.content.decode())


def named(page: str, html: str) -> list[str]:
    """The static files, without their version, at the places that the pattern's `URL` stands for."""
    pattern = re.escape(html).replace("URL", r"/static/v-[0-9a-f]{10}/([^\"#]+)")
    return re.findall(pattern, page)


def meta(page: str, name: str) -> str:
    [content] = re.findall(rf'<meta (?:name|property)="{re.escape(name)}" content="([^"]*)"', page)
    return str(content)


# -- installed -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "shortcut"), [("vi", "Chơi ngay"), ("en", "Play now")])
def test_the_manifest_is_in_the_visitors_language(client: Client, language: str, shortcut: str) -> None:
    response = client.get(reverse("manifest"), headers={"accept-language": language})
    assert response.headers["content-type"] == "application/manifest+json"
    manifest = response.json()
    assert manifest["lang"] == language
    assert manifest["shortcuts"][0]["name"] == shortcut
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")


def test_the_icons_are_there_and_as_big_as_they_say(client: Client) -> None:
    icons: list[dict[str, Any]] = client.get(reverse("manifest")).json()["icons"]
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    for icon in icons:
        picture = client.get(icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            side = int.from_bytes(picture.content[16:20], "big")
            assert icon["sizes"] == f"{side}x{side}"


def test_the_bar_around_a_page_has_the_colour_of_its_floor(client: Client) -> None:
    tokens = Path(str(finders.find("css/tokens.css"))).read_text()
    [(day, night)] = re.findall(r"^  --floor: var\(--day, (#\w+)\) var\(--night, (#\w+)\);", tokens, re.MULTILINE)
    page = page_of(client, reverse("offline"))
    colours = re.findall(
        r'<meta name="theme-color" content="([^"]+)" media="([^"]+)" data-theme="(\w+)" data-colour="([^"]+)"', page
    )
    assert colours == [
        (day, "(prefers-color-scheme: light)", "light", day),
        (night, "(prefers-color-scheme: dark)", "dark", night),
    ]
    manifest = client.get(reverse("manifest")).json()
    assert manifest["theme_color"] == manifest["background_color"] == night


def test_the_shortcuts_lead_somewhere(client: Client, db: None) -> None:
    for shortcut in client.get(reverse("manifest")).json()["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200


def facts(client: Client) -> dict[str, Any]:
    script = client.get(reverse("worker")).content.decode()
    found = re.search(r"^const FACTS = (.*);$", script, re.MULTILINE)
    assert found
    parsed: dict[str, Any] = json.loads(found[1])
    return parsed


def test_the_service_worker_is_never_kept_and_rules_the_whole_site(client: Client, settings: Settings) -> None:
    response = client.get(reverse("worker"))
    assert reverse("worker") == "/sw.js"
    assert response.headers["content-type"] == "text/javascript"
    assert "no-store" in response.headers["cache-control"]
    assert facts(client)["release"] == settings.PHOM_RELEASE
    assert 'importScripts("/static/v-' in response.content.decode()


def test_all_it_keeps_is_there(client: Client) -> None:
    found = facts(client)
    assert [url for url in found["shell"] if client.get(url).status_code != 200] == []
    assert all(url.startswith(found["files"]) for url in found["shell"])
    assert {name for name in offline.shell() if "admin" in name} == set()
    kept = [client.get(url) for url in found["offline"].values()]
    assert [f'lang="{code}"' in page.content.decode() for code, page in zip(found["offline"], kept, strict=True)] == [
        True,
        True,
    ]


def loaded(page: str) -> set[str]:
    """The stylesheets and modules of a page."""
    links = ('<link rel="stylesheet" href="URL"', '<link rel="modulepreload" href="URL"')
    return {name for link in (*links, '<script type="module" src="URL"') for name in named(page, link)}


def test_what_only_the_page_of_building_blocks_loads_is_not_kept(client: Client, db: None) -> None:
    kept = set(offline.shell())
    left_out = loaded(page_of(client, reverse("style"))) - kept
    assert "js/style.js" in left_out
    pages = [reverse(name) for name in ("home", "help", "rules", "guide", "settings", "offline")]
    for path in (*pages, reverse("rules_of", args=["online"]), client.post(reverse("play"))["location"]):
        assert loaded(page_of(client, path)) <= kept, path
    assert {"js/worker.js", "css/tokens.css", "img/cards.svg"} <= kept


def test_while_debugging_nothing_is_kept(client: Client, settings: Settings) -> None:
    settings.DEBUG = True
    assert facts(client) | {"release": ""} == {
        "release": "",
        "files": None,
        "shell": [],
        "offline": {code: f"/offline/?language={code}" for code in LANGUAGES},
    }
    assert 'name="worker"' not in page_of(client, reverse("offline"))


@pytest.mark.parametrize(("language", "words"), [("vi", "Không có mạng"), ("en", "No connection")])
def test_the_offline_page_says_nothing_of_who_asked(client: Client, language: str, words: str) -> None:
    response = client.get(reverse("offline"), {"language": language})
    page = response.content.decode()
    assert words in page
    assert 'data-theme="auto"' in page
    assert "csrf" not in page
    assert not response.cookies


def test_the_offline_page_asks_the_database_nothing(
    client: Client, db: None, django_user_model: type[User], django_assert_num_queries: Any
) -> None:
    client.force_login(django_user_model.objects.create(username="an"))
    with django_assert_num_queries(0):
        page_of(client, reverse("offline"))


def test_another_language_than_ours_is_the_visitors(client: Client) -> None:
    assert '<html lang="en"' in page_of(client, f"{reverse('offline')}?language=fr", "en")


# -- what a page loads -------------------------------------------------------------------------------


def test_a_page_names_all_that_its_stylesheets_and_modules_build_on(client: Client, db: None) -> None:
    page = page_of(client, client.post(reverse("play"))["location"])
    sheets = named(page, '<link rel="stylesheet" href="URL"')
    modules = named(page, '<script type="module" src="URL"')
    preloaded = {*named(page, '<link rel="modulepreload" href="URL"'), *modules}
    assert {"css/table.css", "css/tokens.css"} <= set(sheets)
    for sheet in sheets:
        assert set(tags.needed(sheet)) <= set(sheets)
    for module in modules:
        assert set(tags.needed(module)) <= preloaded
    assert {"js/wire.js", "js/newer.js", "js/table.js"} <= preloaded
    links = named(page, '<link rel="modulepreload" href="URL"')
    for named_once in (sheets, links, modules):
        assert len(named_once) == len(set(named_once))
    assert "js/notify.js" in links, "which two of its modules need"


def test_every_import_is_seen() -> None:
    """Also those over several lines; found here by a coarser look at the files than the tag's."""
    for path in Path(str(finders.find("js"))).rglob("*.js"):
        name = path.relative_to(Path(str(finders.find("js"))).parent).as_posix()
        wanted = {Path(found).name for found in re.findall(r'from\s+"\.{1,2}/([^"]+)"', path.read_text())}
        assert wanted <= {Path(other).name for other in tags.needed(name)}


def test_what_is_built_on_comes_first() -> None:
    for name in ("css/table.css", "js/table.js"):
        needed = tags.needed(name)
        assert needed[-1] == name
        for place, other in enumerate(needed):
            assert set(tags.needed(other)) <= set(needed[: place + 1])


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(LookupError, match="static/css/nothing.css"):
        tags.needed("css/nothing.css")


def test_a_release_changes_with_any_file_of_it(tmp_path: Path) -> None:
    (tmp_path / "one.css").write_text("a {}")
    first = name_of([tmp_path])
    assert name_of([tmp_path]) == first
    (tmp_path / "one.css").write_text("b {}")
    second = name_of([tmp_path])
    (tmp_path / "one.css").rename(tmp_path / "two.css")
    assert len({first, second, name_of([tmp_path])}) == 3


def test_a_page_names_its_release(client: Client, settings: Settings, db: None) -> None:
    assert meta(page_of(client, "/"), "release") == settings.PHOM_RELEASE


# -- sent to others ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "locale"), [("vi", "vi_VN"), ("en", "en_GB")])
def test_a_link_to_the_site_shows_a_picture_and_says_what_it_is(
    client: Client, db: None, language: str, locale: str
) -> None:
    page = page_of(client, "/", language)
    assert meta(page, "og:title")
    assert meta(page, "og:description")
    assert meta(page, "og:locale") == locale
    assert meta(page, "og:url") == "http://testserver/"
    assert meta(page, "twitter:card") == "summary_large_image"
    picture = client.get(meta(page, "og:image").removeprefix("http://testserver"))
    assert picture.headers["content-type"] == "image/jpeg"
    assert len(picture.content) < 80_000
    assert '<meta name="robots"' not in page


def test_the_picture_is_as_big_as_it_says() -> None:
    data = Path(str(finders.find("img/og.jpg"))).read_bytes()
    start = next(m.start() for m in re.finditer(b"\xff[\xc0\xc2]\x00\x11\x08", data))
    height, width = (int.from_bytes(data[start + at : start + at + 2], "big") for at in (5, 7))
    assert (width, height) == (1200, 630)


def test_a_link_to_a_table_invites_and_stays_out_of_search(client: Client, db: None) -> None:
    url = client.post(reverse("play"))["location"]
    page = page_of(Client(), url)
    assert re.fullmatch("Bàn Phỏm của .+ mời bạn", meta(page, "og:title"))
    assert meta(page, "og:url") == f"http://testserver{url}"
    assert meta(page, "robots") == "noindex"


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/help/", "Cách chơi"),
        ("/rules/", "Luật chơi phỏm"),
        ("/rules/ca_k/", "Luật chơi phỏm"),
        ("/guide/", "Học chơi phỏm"),
    ],
)
def test_a_link_to_a_page_says_which(client: Client, db: None, path: str, title: str) -> None:
    page = page_of(client, path)
    assert meta(page, "og:title") == title
    assert meta(page, "og:url") == f"http://testserver{path}"


def test_a_secure_site_has_secure_addresses(client: Client, db: None, settings: Settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    page = client.get("/", headers={"x-forwarded-proto": "https"}).content.decode()
    assert meta(page, "og:image").startswith("https://testserver")


def test_nothing_needs_another_window() -> None:
    """In-app browsers have only one."""
    scripts, templates = (
        Path(str(finders.find("js"))).rglob("*.js"),
        (Path(__file__).parents[2] / "templates").rglob("*.html"),
    )
    for path in (*scripts, *templates):
        assert not re.search(r"window\.open|[\s.]target\s*=\s*[\"'`]", path.read_text()), path


def test_the_head_needs_no_request() -> None:
    assert '<link rel="manifest"' in render_to_string("head.html")
    assert render_to_string("social.html", {"title": "t", "about": "a"}).strip() == ""
