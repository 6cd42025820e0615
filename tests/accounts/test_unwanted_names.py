"""Names are held to what holds for chat: the words that aren't shown, and no web addresses."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.names import changing
from accounts.names.friendly import CREATURES, MOODS
from game.live.filtering.names import check
from game.models import FilteredWord
from tests.live.test_filtering import begin

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def words() -> None:
    begin()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("fuck", "unwanted"), ("Địt Mẹ", "unwanted"), ("F.u.c.k 99", "unwanted"), ("sh1t", "unwanted"),
        ("Đ Ị T", "unwanted"), ("evil.com", "link"), ("địt mẹ evil.com", "link"), ("evil . com", "link"),
        ("w88.win", "link"), ("t.me", "link"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_staff", [False, True])
def test_what_chat_would_not_show_is_no_name(thao: User, name: str, code: str, is_staff: bool) -> None:
    thao.is_staff = is_staff
    thao.save()
    with pytest.raises(ValidationError) as refused:
        changing.change(thao, name)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "name", ["Hay.Top", "Nguyễn Văn Đức", "Đ.Nam", "Bùi Bưởi", "Lớn Đẹp", "Đu Đủ", "Thảo 1990", "T.T.Mai", "A.B.C 3"]
)
def test_other_names_are(thao: User, name: str) -> None:
    changing.change(thao, name)
    assert User.objects.get().display_name == name


def test_admins_add_words_to_it(thao: User) -> None:
    FilteredWord.objects.create(language="vi", word="xấu xí")
    with pytest.raises(ValidationError):
        changing.checked("Xấu Xí 7", None)


def test_guests_are_given_no_such_names() -> None:
    for creature in CREATURES:
        check(" ".join(f"{creature} {mood} 10," for mood in MOODS))


def test_the_forms_say_so(client: Client, signed_in: Client) -> None:
    page = signed_in.post(reverse("change_name"), {"display_name": "evil.com"}).content.decode()
    assert "Tên không được là địa chỉ trang web." in page
    page = signed_in.post(reverse("change_name"), {"display_name": "fuck"}).content.decode()
    assert "Không được dùng từ đó trong tên." in page
    signed_in.logout()
    page = signed_in.post(reverse("account_signup"), {"display_name": "fuck"}).content.decode()
    assert "Không được dùng từ đó trong tên." in page
