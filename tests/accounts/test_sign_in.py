"""Signing in and out, passwords and addresses changed, letters, limits; the guest that is left behind."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import ledger
from accounts.models import User
from game.models import HandPlayer, TableSeat
from tests.accounts.conftest import ADDRESS, PASSWORD, account

pytestmark = pytest.mark.django_db
NEW = "con gà trống đỏ"


def sign_in(client: Client, address: str = ADDRESS, password: str = PASSWORD, **others: str) -> Any:
    return client.post(reverse("account_login"), {"login": address, "password": password} | others)


def is_in(client: Client) -> bool:
    return SESSION_KEY in client.session and client.get(reverse("account")).status_code == 200


def link() -> str:
    """The one in the newest letter."""
    found = re.search(r"http://testserver(/account/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def test_in_and_out(client: Client, thao: User) -> None:
    page = client.get(reverse("account_login")).content.decode()
    assert 'autocomplete="username"' in page
    assert 'autocomplete="current-password"' in page
    assert sign_in(client, address="Thao@Example.COM")["location"] == reverse("home")
    assert client.session.get_expiry_age() == 365 * 24 * 60 * 60
    assert "Thảo" in client.get("/").content.decode()
    assert "Đăng xuất" in client.get(reverse("account_logout")).content.decode()
    assert client.post(reverse("account_logout"))["location"] == reverse("home")
    assert not is_in(client)
    assert "Bạn đã đăng xuất." in client.get("/").content.decode()


def test_back_to_where_one_came_from_and_to_no_other_site(client: Client, thao: User) -> None:
    page = client.get(reverse("account_login") + "?next=/rules/").content.decode()
    assert 'name="next" value="/rules/"' in page
    assert sign_in(client, next="/rules/")["location"] == "/rules/"
    for foreign in ("https://evil.example/", "//evil.example/", "http://127.0.0.1/", "javascript:alert(1)"):
        assert sign_in(Client(), next=foreign)["location"] == reverse("home")


def test_a_wrong_address_and_a_wrong_password_look_the_same(client: Client, thao: User) -> None:
    def said(address: str) -> str:
        page = sign_in(Client(), address, "falsch").content.decode()
        return re.sub(r'value="[^"]*"|nonce-\S+', "", page)

    assert said(ADDRESS) == said("nobody@example.com")
    assert "Email hoặc mật khẩu không đúng." in said(ADDRESS)


def test_passwords_are_not_tried_without_end(thao: User) -> None:
    for _ in range(5):
        sign_in(Client(), password="falsch")
    assert "Bạn thử nhiều lần quá" in sign_in(Client()).content.decode()


def test_the_user_name_of_the_administration_is_no_way_in(thao: User) -> None:
    assert sign_in(Client(), address=thao.username).status_code == 200


def test_a_closed_account(client: Client, thao: User) -> None:
    User.objects.update(is_active=False)
    assert sign_in(client)["location"] == reverse("account_inactive")
    assert "Tài khoản này đã khóa" in client.get(reverse("account_inactive")).content.decode()


def test_a_guest_is_told_and_then_left_behind(client: Client, guest: User, thao: User) -> None:
    page = client.get(reverse("account_login")).content.decode()
    assert f"<bdi>{guest.display_name}</bdi>" in page
    assert "bỏ hẳn khách này" in page
    sign_in(client)
    assert User.objects.exclude(pk=guest.pk).get() == thao
    assert is_in(client)
    left = TableSeat.objects.exclude(bot__gt="").first()
    assert left is None or left.left, "the seat is given up"
    assert not HandPlayer.objects.filter(name=guest.display_name).exists()
    assert ledger.balance(guest.pk) == 0


def test_a_wrong_password_leaves_no_guest_behind(client: Client, guest: User, thao: User) -> None:
    sign_in(client, password="falsch")
    assert client.get("/").context["owner"].user.pk == guest.pk
    assert TableSeat.objects.get(user=guest).left is False


def test_guests_have_no_password_and_nothing_to_sign_out_of(client: Client, guest: User) -> None:
    for name in ("account_logout", "account_email", "account_change_password", "account_set_password"):
        assert client.get(reverse(name))["location"] == reverse("account_signup")
    client.post(reverse("account_logout"))
    assert client.get("/").context["owner"].user.pk == guest.pk


@pytest.mark.parametrize(
    "name",
    [
        "account",
        "account_email",
        "account_change_password",
        "account_set_password",
        "account_logout",
        "socialaccount_connections",
        "change_name",
        "delete_account",
        "download_data",
    ],
)
def test_visitors_sign_in_first(client: Client, name: str) -> None:
    assert client.get(reverse(name))["location"].startswith(reverse("account_login"))


def test_another_password_ends_every_other_session(signed_in: Client, thao: User) -> None:
    other = Client()
    sign_in(other)
    path = reverse("account_change_password")
    assert 'autocomplete="username"' in signed_in.get(path).content.decode()
    wrong = signed_in.post(path, {"oldpassword": "falsch", "password1": NEW})
    assert "Mật khẩu không đúng." in wrong.content.decode()
    weak = signed_in.post(path, {"oldpassword": PASSWORD, "password1": "12345678"})
    assert 'id="id_password1_error"' in weak.content.decode()
    assert signed_in.post(path, {"oldpassword": PASSWORD, "password1": NEW}).status_code == 302
    assert is_in(signed_in)
    assert not is_in(other)
    assert mail.outbox[-1].subject == "Mật khẩu đã đổi"
    assert sign_in(Client(), password=NEW).status_code == 302


def test_a_forgotten_password(client: Client, thao: User) -> None:
    assert client.get(reverse("account_reset_password")).status_code == 200
    done = client.post(reverse("account_reset_password"), {"email": ADDRESS})
    assert done["location"] == reverse("account_reset_password_done")
    assert "Bạn xem hộp thư nhé" in client.get(done["location"]).content.decode()
    form = client.get(link())
    assert "set-password" in form["location"]
    assert "Mật khẩu mới" in client.get(form["location"]).content.decode()
    short = client.post(form["location"], {"password1": "ngắn"})
    assert 'id="id_password1_error"' in short.content.decode()
    changed = client.post(form["location"], {"password1": NEW})
    assert "Mọi máy đã bị đăng xuất" in client.get(changed["location"]).content.decode()
    assert sign_in(Client(), password=NEW).status_code == 302
    assert mail.outbox[-1].subject == "Mật khẩu đã đổi"
    again = re.search(r"http://testserver(/account/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert again
    assert "không dùng được nữa" in Client().get(again[1]).content.decode()


def test_a_guest_who_forgot_a_password_stays_until_the_sign_in(client: Client, guest: User, thao: User) -> None:
    client.post(reverse("account_reset_password"), {"email": ADDRESS})
    form = client.get(link())["location"]
    client.get(form)
    client.post(form, {"password1": NEW})
    assert client.get("/").context["owner"].user.pk == guest.pk
    assert User.objects.get(pk=thao.pk).check_password(NEW)


def test_asking_for_a_new_password_tells_nothing(thao: User) -> None:
    known = Client().post(reverse("account_reset_password"), {"email": ADDRESS})
    unknown = Client().post(reverse("account_reset_password"), {"email": "nobody@example.com"})
    assert (known.status_code, known["location"]) == (unknown.status_code, unknown["location"])
    assert [letter.to[0] for letter in mail.outbox] == [ADDRESS, "nobody@example.com"]
    assert "/account/signup/" in str(mail.outbox[1].body)


def test_asking_for_letters_without_end_is_put_off(client: Client, thao: User) -> None:
    answers = [client.post(reverse("account_reset_password"), {"email": ADDRESS}).status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]


def test_a_new_address_holds_once_it_is_confirmed(signed_in: Client, thao: User) -> None:
    path = reverse("account_email")
    assert ADDRESS in signed_in.get(path).content.decode()
    wrong = signed_in.post(path, {"email": "thao@", "action_add": ""})
    assert 'id="id_email_error"' in wrong.content.decode()
    same = signed_in.post(path, {"email": ADDRESS, "action_add": ""})
    assert "Đó đang là địa chỉ của bạn rồi." in same.content.decode()
    signed_in.post(path, {"email": "moi@example.com", "action_add": ""})
    assert User.objects.get().email == ADDRESS
    assert mail.outbox[-1].to == ["moi@example.com"]
    assert "moi@example.com" in signed_in.get(path).content.decode()
    signed_in.post(link())
    assert User.objects.get().email == "moi@example.com"
    assert EmailAddress.objects.get().email == "moi@example.com"
    assert mail.outbox[-1].to == [ADDRESS], "the old address is told"
    assert "moi@example.com" in str(mail.outbox[-1].body)


def test_a_new_address_that_is_not_wanted_after_all(signed_in: Client, thao: User) -> None:
    path = reverse("account_email")
    signed_in.post(path, {"email": "moi@example.com", "action_add": ""})
    signed_in.post(path, {"email": "moi@example.com", "action_remove": ""})
    assert EmailAddress.objects.get().email == ADDRESS
    assert mail.outbox[-1].subject == "Địa chỉ email vẫn như cũ"
    signed_in.post(path, {"email": ADDRESS, "action_remove": ""})
    assert "Tài khoản phải có một địa chỉ." in signed_in.get(path).content.decode()


def test_a_letter_once_more(client: Client) -> None:
    user = account(confirmed=False)
    client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    assert "chưa được xác nhận" in client.get(reverse("account")).content.decode()
    client.post(reverse("account_email"), {"email": ADDRESS, "action_send": ""})
    client.post(link())
    assert EmailAddress.objects.get().verified
    assert "chưa được xác nhận" not in client.get(reverse("account")).content.decode()


def test_a_letter_asked_for_too_soon_is_told(client: Client) -> None:
    user = account(confirmed=False)
    client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    path = reverse("account_email")
    client.post(path, {"email": ADDRESS, "action_send": ""})
    assert "Thư vừa được gửi" not in client.get(path).content.decode()
    client.post(path, {"email": ADDRESS, "action_send": ""})
    assert "Thư vừa được gửi" in client.get(path).content.decode()
    for address in ("moi@example.com", "khac@example.com", "moi@example.com"):
        client.post(path, {"email": address, "action_add": ""})
    assert "Thư vừa được gửi" in client.get(path).content.decode()
    assert [letter.to for letter in mail.outbox] == [[ADDRESS], ["moi@example.com"], ["khac@example.com"]]


def test_signing_out_warns_only_whoever_has_no_confirmed_way_back(signed_in: Client, thao: User) -> None:
    assert ADDRESS not in signed_in.get(reverse("account_logout")).content.decode()
    EmailAddress.objects.update(verified=False)
    assert ADDRESS in signed_in.get(reverse("account_logout")).content.decode()
    SocialAccount.objects.create(user=thao, provider="google", uid="7")
    assert ADDRESS not in signed_in.get(reverse("account_logout")).content.decode()


def test_letters_to_one_address_name_the_player_whose_password_they_change(client: Client) -> None:
    for name in ("Thảo", "Hùng"):
        account(name, confirmed=False)
    client.post(reverse("account_reset_password"), {"email": ADDRESS})
    bodies = [str(letter.body) for letter in mail.outbox]
    assert sorted("Thảo" in body for body in bodies) == sorted("Hùng" in body for body in bodies) == [False, True]


def test_a_new_address_that_somebody_has_tells_only_its_owner(signed_in: Client, thao: User) -> None:
    account("Hùng", "hung@example.com")
    signed_in.post(reverse("account_email"), {"email": "hung@example.com", "action_add": ""})
    assert "Chúng tôi đã gửi thư đến hung@example.com" in signed_in.get(reverse("account_email")).content.decode()
    assert mail.outbox[-1].subject == "Bạn đã có tài khoản"


def test_a_first_password_of_who_came_in_otherwise(client: Client) -> None:
    user = account(password=None)
    client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    assert client.get(reverse("account_change_password"))["location"] == reverse("account_set_password")
    assert "Đặt mật khẩu" in client.get(reverse("account_set_password")).content.decode()
    client.post(reverse("account_set_password"), {"password1": NEW})
    assert is_in(client)
    assert User.objects.get().check_password(NEW)
    assert mail.outbox[-1].subject == "Tài khoản đã có mật khẩu"


def test_letters_come_in_the_readers_language(thao: User) -> None:
    Client().post(reverse("account_reset_password"), {"email": ADDRESS}, headers={"accept-language": "en"})
    assert mail.outbox[-1].subject == "A new password"
    assert str(mail.outbox[-1].body).startswith("Hello,")


def test_the_first_of_two_tabs_that_sign_out(signed_in: Client) -> None:
    signed_in.post(reverse("account_logout"))
    assert signed_in.post(reverse("account_logout"))["location"].startswith(reverse("account_login"))
