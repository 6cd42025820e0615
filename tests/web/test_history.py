"""Pages of past hands: the own ones, filtered, page after page, as a file; a player's last ones."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from channels.db import database_sync_to_async
from django.core.management import call_command
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from accounts import erasing
from accounts.models import User
from game.live import autoplay, history
from game.models import HandRecord, TableSeat
from tests.live.build import QUIET, current, dealt, people, person, position_of, recorded, seated
from tests.live.past import at_table, finished

pytestmark = pytest.mark.django_db

DEN = recorded(39)
"""Classic; seat 1 pays for an ù of another."""
HOSTILE = ("<script>alert()<", "محمد بن عبد الله", "Người 🐓 Gà")


def page(client: Client, address: str, **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return str(response.content.decode())


def links(html: str) -> list[str]:
    """The hands that a page leads to, in order."""
    return re.findall(r'href="/hands/(\w+)/"', html)


@pytest.fixture
def user(client: Client) -> User:
    found = person("An")
    client.force_login(found)
    return found


def played(user: User, *records: dict[str, object], code: str = "pasttable") -> list[HandRecord]:
    table = at_table([user, person(f"Binh{code}"), "sound", "sound"], code)
    return [finished(table, record, unit=100) for record in records]


# -- the own hands ----------------------------------------------------------------------------------------


def test_nobody_has_hands_yet(client: Client) -> None:
    """Whoever isn't known is invited to play, as is whoever has played nothing."""
    for _ in range(2):
        html = page(client, reverse("history"))
        assert 'class="empty"' in html and f'action="{reverse("play")}"' in html
        assert reverse("history_download") not in html and "<details" not in html
        client.force_login(User.objects.first() or person("An"))


def test_newest_first_with_what_each_was(client: Client, user: User) -> None:
    first, second = played(user, QUIET, DEN)
    html = page(client, reverse("history"), accept_language="en")
    assert links(html) == [second.public_id, first.public_id]
    row = html.split("<li>")[-1]
    assert "Phỏm online" in row and "Binhpasttable" in row and "Bot 2" in row
    units = QUIET["result"]["units"][0]
    assert f">{units:+}<".replace("-", "−") in row and f"{units * 100:+}".replace("-", "−") in row


def test_names_are_shown_as_they_are(client: Client, user: User) -> None:
    table = at_table([user, *(person(name) for name in HOSTILE)])
    finished(table, QUIET)
    html = page(client, reverse("history"))
    assert "<script>alert" not in html
    assert all(f"<bdi>{escape(name)}</bdi>" in html for name in HOSTILE)


def test_filters(client: Client, user: User) -> None:
    _points, den = played(user, QUIET, DEN)
    html = page(client, reverse("history") + "?preset=co_dien&against=bot+2", accept_language="en")
    assert links(html) == [den.public_id]
    assert "<bdi>Classic</bdi> ·&nbsp;<bdi>bot 2</bdi>" in html
    assert 'value="co_dien" selected' in html and 'value="bot 2"' in html
    assert f"{reverse('history_download')}?preset=co_dien&amp;against=bot+2" in html
    nothing = page(client, reverse("history") + "?result=den&first=2026-01-01&last=2026-01-02")
    assert links(nothing) == [] and 'value="2026-01-01"' in nothing and 'class="empty"' in nothing


def test_more_by_a_link_and_by_htmx(client: Client, user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = played(user, *[QUIET] * (history.PAGE + 2))
    newest = [hand.public_id for hand in reversed(hands)]
    html = page(client, reverse("history") + "?preset=online")
    assert links(html) == newest[: history.PAGE]
    (more,) = re.findall(r'hx-get="(/history/[^"]+)"', html)
    assert f'href="{more}"' in html
    more = more.replace("&amp;", "&")
    rest = page(client, more, hx_request="true")
    assert "<html" not in rest and rest.startswith("<li>")
    assert links(rest) == newest[history.PAGE :] and "hx-get" not in rest
    alone = page(client, more)
    assert "<html" in alone and links(alone) == newest[history.PAGE :]


@pytest.mark.parametrize("before", ["", "-1", "x", "9" * 40, "٣"])
def test_a_page_after_nonsense_is_the_first(client: Client, user: User, before: str) -> None:
    (hand,) = played(user, QUIET)
    assert links(page(client, f"{reverse('history')}?before={before}")) == [hand.public_id]


def test_queries_do_not_grow_with_the_hands(client: Client, user: User) -> None:
    played(user, QUIET)
    page(client, reverse("history"))
    with CaptureQueriesContext(connection) as few:
        page(client, reverse("history"))
    played(user, *[QUIET] * 10, code="another")
    with CaptureQueriesContext(connection) as many:
        page(client, reverse("history"))
    assert len(many) == len(few)


@pytest.mark.parametrize("name", ["history", "history_download"])
def test_others_hands_are_nobodys_business(client: Client, name: str) -> None:
    played(person("Chi"), QUIET)
    client.force_login(person("Em"))
    response = client.get(reverse(name))
    assert not links(b"".join(response).decode())
    assert "no-store" in response["cache-control"]


# -- as a file --------------------------------------------------------------------------------------------


def test_all_hands_as_a_file(client: Client, user: User) -> None:
    played(user, QUIET, DEN)
    response = client.get(reverse("history_download"))
    assert response["content-type"] == "application/x-ndjson"
    assert response["content-disposition"] == 'attachment; filename="hands.jsonl"'
    lines = [json.loads(line) for line in b"".join(response).splitlines()]
    assert [line["actions"] for line in lines] == [QUIET["actions"], DEN["actions"]]
    some = client.get(reverse("history_download") + "?preset=co_dien")
    assert len(b"".join(some).splitlines()) == 1


def test_whoever_is_not_known_has_no_file(client: Client) -> None:
    assert client.get(reverse("history_download"))["location"] == reverse("history")


@pytest.mark.django_db(transaction=True)
async def test_the_file_comes_piece_by_piece(async_client: AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "BATCH", 2)
    user = await database_sync_to_async(person)("An")
    await database_sync_to_async(played)(user, *[QUIET] * 5)
    await async_client.aforce_login(user)
    response = await async_client.get(reverse("history_download"))
    assert [len(part.splitlines()) async for part in response] == [2, 2, 1]


def test_checkhands_accepts_what_was_downloaded(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Hands dealt and played as they are, each to its end."""
    users = people()
    table = seated([*users])
    for _ in range(3):
        dealt(table)
        while not (position := position_of(table)).hand.is_over:
            autoplay.play(position)
        TableSeat.objects.update(idle_hands=0)  # they are there, but slow
    client.force_login(users[0])
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b"".join(client.get(reverse("history_download"))))
    call_command("checkhands", str(file))
    assert "3 hands, 0 differ" in capsys.readouterr().out
    one = client.get(reverse("hand_record", args=[current(table).public_id]))
    file.write_bytes(one.content)
    call_command("checkhands", str(file))
    assert "1 hands, 0 differ" in capsys.readouterr().out


# -- a player's last hands ----------------------------------------------------------------------------------


def test_the_last_hands_of_a_player_for_everyone(client: Client) -> None:
    user = person("An")
    hands = played(user, *[QUIET] * 12)
    html = page(client, reverse("hands_of", args=[user.pk]), hx_request="true")
    assert links(html) == [hand.public_id for hand in reversed(hands)][:10]
    assert "<html" not in html
    assert "<html" in page(client, reverse("hands_of", args=[user.pk]))


def test_a_player_without_hands_and_no_player(client: Client) -> None:
    user = person("An")
    assert not links(page(client, reverse("hands_of", args=[user.pk])))
    assert client.get(reverse("hands_of", args=[user.pk + 1])).status_code == 404


def test_an_erased_player_has_no_hands(client: Client) -> None:
    user = person("An")
    played(user, QUIET)
    erasing.erase(user)
    assert client.get(reverse("hands_of", args=[user.pk])).status_code == 404


def test_a_banned_player_has_no_page_of_hands(client: Client) -> None:
    user = person("An")
    played(user, QUIET)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert client.get(reverse("hands_of", args=[user.pk])).status_code == 404
