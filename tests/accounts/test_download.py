"""Everything kept of a player, in one archive, for that player alone."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any, cast
from zipfile import ZipFile

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient, Client
from django.urls import reverse
from django.utils import timezone

from accounts import download, ledger
from accounts.models import User
from accounts.names import changing
from tests.accounts.conftest import ADDRESS, account
from tests.house import WELCOME

pytestmark = pytest.mark.django_db


def files(archive: bytes) -> dict[str, str]:
    with ZipFile(BytesIO(archive)) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name).decode() for name in packed.namelist()}


def test_all_of_it_and_nothing_of_others(signed_in: Client, thao: User) -> None:
    ledger.welcome(thao)
    ledger.welcome(account("Hùng", "hung@example.com"))
    changing.change(thao, "Thảo 🐓 Nguyên")
    response = signed_in.get(reverse("download_data"))
    assert response.streaming
    assert response["content-type"] == "application/zip"
    assert response["content-disposition"] == f'attachment; filename="chieu-phom-{thao.pk}.zip"'
    assert "no-store" in response["cache-control"]
    found = files(b"".join(response))
    profile = json.loads(found["profile.json"])
    assert profile["name"] == "Thảo 🐓 Nguyên"
    assert [row["email"] for row in profile["e-mails"]] == [ADDRESS]
    assert [row["before"] for row in profile["names_before"]] == ["Thảo"]
    assert "password" not in found["profile.json"]
    entries = [json.loads(line) for line in found["gold.jsonl"].splitlines()]
    assert [(entry["kind"], entry["amount"]) for entry in entries] == [("welcome", WELCOME)]
    assert "hands.jsonl" in found
    assert all("hung@example.com" not in text for text in found.values())


def test_its_files_are_of_now(thao: User) -> None:
    with ZipFile(BytesIO(b"".join(download.archive(thao)))) as packed:
        assert {file.date_time[0] for file in packed.infolist()} == {timezone.localtime().year}


def test_guests_have_data_too_and_visitors_none(client: Client, guest: User) -> None:
    found = files(b"".join(client.get(reverse("download_data"))))
    assert json.loads(found["profile.json"])["guest"] is True
    assert Client().get(reverse("download_data")).status_code == 302
    assert client.post(reverse("download_data")).status_code == 405


def test_what_other_apps_keep_comes_along(thao: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "sources", [lambda user: (f"{user.pk}.txt", iter(["một\n", "hai\n"]))])
    assert files(b"".join(download.archive(thao)))[f"{thao.pk}.txt"] == "một\nhai\n"


def test_it_is_sent_while_it_is_made(thao: User, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def lines() -> Any:
        for number in range(2000):
            made.append(number)
            yield json.dumps([number * index for index in range(200)])

    monkeypatch.setattr(download, "sources", [lambda user: ("long.txt", lines())])
    pieces = download.archive(thao)
    assert sum(len(next(pieces)) for _ in range(5)) > 0
    assert len(made) < 2000
    assert len(files(b"".join(download.archive(thao)))["long.txt"]) > 1_000_000


@pytest.mark.django_db(transaction=True)
async def test_the_server_gets_it_piece_by_piece() -> None:
    user = await sync_to_async(account)()
    client = AsyncClient()
    await client.aforce_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    response = await client.get(reverse("download_data"))
    assert response.is_async
    pieces = [piece async for piece in cast(AsyncIterator[bytes], response.streaming_content)]
    assert json.loads(files(b"".join(pieces))["profile.json"])["name"] == "Thảo"
