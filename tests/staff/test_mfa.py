"""The second factor: nobody is in the administration without one; setting it up, showing it, losing it."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
)
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import LogEntry, User
from accounts.staff import factor, site
from tests.accounts.conftest import PASSWORD, account
from tests.staff.conftest import BACKEND, StaffClient, enter, member

pytestmark = pytest.mark.django_db(transaction=True)
INDEX = reverse("admin:index")


def code_of(secret: str, shift: int = 0) -> str:
    """What the app shows now; another one with a shift of half minutes."""
    return format_hotp_value(hotp_value(secret, int(time()) // 30 + shift))


def secret_of(user: User) -> str:
    return str(Authenticator.objects.get(user=user, type="totp").data["secret"])


def sign_in(client: Client, login: str, next: str = INDEX) -> Any:
    return client.post(reverse("account_login"), {"login": login, "password": PASSWORD, "next": next}, follow=True)


@pytest.fixture
def boss() -> User:
    """As `createsuperuser` makes one, who gave no address."""
    call_command("createsuperuser", "--noinput", username="boss", email="")
    user = User.objects.get(username="boss")
    user.set_password(PASSWORD)
    user.save()
    return user


def test_from_the_server_into_the_administration(client: Client, boss: User) -> None:
    page = client.get(INDEX, follow=True)
    assert page.redirect_chain[-1][0] == f"{reverse('account_login')}?next=%2Fadmin%2F"
    assert 'type="text" name="login"' in page.content.decode()
    page = sign_in(client, "boss")
    assert page.redirect_chain[-1][0] == f"{reverse('mfa_activate_totp')}?next=%2Fadmin%2F"
    said = page.content.decode()
    assert "data:image/svg+xml" in said and "otpauth://totp/" in said
    secret = page.context["form"].secret
    wrong = client.post(reverse("mfa_activate_totp"), {"code": "000000x"}).content.decode()
    assert "Mã không đúng" in wrong and secret in wrong
    page = client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)}, follow=True)
    assert page.redirect_chain[-1][0] == reverse("mfa_view_recovery_codes")
    assert len(re.findall(r"<li>\d+</li>", page.content.decode())) == 10
    assert client.get(INDEX).status_code == 200
    entry = LogEntry.objects.get()
    assert (entry.action, entry.why) == ("add_second_factor", "")
    shown = f"/admin/accounts/logentry/{entry.pk}/change/"
    assert "Tự làm, trong phần cài đặt" in client.get(shown, headers={"accept-language": "vi"}).content.decode()
    assert "By oneself, in the settings" in client.get(shown, headers={"accept-language": "en"}).content.decode()


def test_the_next_time_a_code_is_asked_for(client: Client, boss: User) -> None:
    TOTP.activate(boss, generate_totp_secret())
    page = sign_in(client, "boss")
    assert page.redirect_chain[-1][0] == reverse("mfa_authenticate")
    assert client.get(INDEX).status_code == 302
    assert "Mã không đúng" in client.post(reverse("mfa_authenticate"), {"code": "123"}).content.decode()
    code = code_of(secret_of(boss))
    assert client.post(reverse("mfa_authenticate"), {"code": code})["location"] == INDEX
    assert client.get(INDEX).status_code == 200
    again = Client()
    sign_in(again, "boss")
    assert again.post(reverse("mfa_authenticate"), {"code": code}).status_code == 200, "a code is good once"


def test_a_guest_of_that_browser_is_left_behind_once_it_is_certain(client: Client, boss: User) -> None:
    client.post("/play/")
    guest = User.objects.get(is_guest=True)
    TOTP.activate(boss, generate_totp_secret())
    page = sign_in(client, "boss")
    assert page.redirect_chain[-1][0] == reverse("mfa_authenticate")
    assert page.status_code == 200
    assert User.objects.filter(pk=guest.pk, erased_at=None).exists()
    assert client.post(reverse("mfa_authenticate"), {"code": code_of(secret_of(boss))})["location"] == INDEX
    assert client.get(INDEX).status_code == 200
    assert not User.objects.filter(pk=guest.pk, erased_at=None).exists()


def test_a_code_that_was_written_down_stands_in_once(client: Client, boss: User) -> None:
    TOTP.activate(boss, generate_totp_secret())
    codes = RecoveryCodes.activate(boss).generate_codes()
    for is_good in (True, False):
        client = Client()
        sign_in(client, "boss")
        client.post(reverse("mfa_authenticate"), {"code": codes[0]})
        assert (client.get(INDEX).status_code == 200) is is_good


def test_a_password_alone_is_not_enough(client: Client) -> None:
    client.force_login(member("admin"), BACKEND)
    page = client.get(INDEX, follow=True)
    assert page.redirect_chain[-1][0] == f"{reverse('mfa_reauthenticate')}?next=%2Fadmin%2F"
    user = page.context["user"]
    sent = {"code": code_of(secret_of(user)), "next": INDEX}
    assert client.post(reverse("mfa_reauthenticate"), sent)["location"] == INDEX
    assert client.get(INDEX).status_code == 200


def test_it_is_asked_for_again_after_a_shift(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(client, member("admin"))
    assert client.get(INDEX).status_code == 200
    later = time() + site.SHIFT.total_seconds() + 1
    monkeypatch.setattr(factor, "time", lambda: later)
    assert client.get(INDEX, follow=True).redirect_chain[-1][0].startswith(reverse("mfa_reauthenticate"))


def test_whoever_loses_it_is_out_at_once(staff: Callable[..., StaffClient]) -> None:
    moderator, admin = staff("moderator"), staff("admin")
    factor.remove(moderator.user, admin.user, "Mất điện thoại.")
    page = moderator.get(INDEX, follow=True)
    assert page.redirect_chain[-1][0].startswith(reverse("mfa_activate_totp"))
    entry = LogEntry.objects.get()
    assert (entry.action, entry.by, entry.user) == ("remove_second_factor", admin.user, moderator.user)


def test_nobody_loses_it_without_an_entry_in_the_log(
    staff: Callable[..., StaffClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    moderator, admin = staff("moderator"), staff("admin")

    def note(*_args: Any) -> None:
        raise RuntimeError("the server is killed")

    monkeypatch.setattr(factor.log, "note", note)
    with pytest.raises(RuntimeError):
        factor.remove(moderator.user, admin.user, "Mất điện thoại.")
    assert factor.has_one(moderator.user)


def test_players_are_turned_away_and_have_no_way_in_by_user_name(client: Client) -> None:
    thao = account()
    client.force_login(thao, BACKEND)
    assert client.get(INDEX, follow=True).status_code == 403
    page = sign_in(Client(), thao.username)
    assert "Email hoặc mật khẩu không đúng." in page.content.decode()


def test_staff_with_an_address_comes_by_it(client: Client) -> None:
    thao = account()
    User.objects.update(is_staff=True)
    TOTP.activate(thao, generate_totp_secret())
    assert sign_in(client, thao.email).redirect_chain[-1][0] == reverse("mfa_authenticate")
    assert client.get(reverse("account_login")).status_code == 200


def test_a_player_may_have_one_too_and_remove_it(client: Client) -> None:
    thao = account()
    sign_in(client, thao.email, "/")
    assert "Đặt mã" in client.get(reverse("mfa_index")).content.decode()
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    assert mail.outbox[-1].subject == "Tài khoản của bạn có lớp bảo vệ thứ hai"
    assert client.get(reverse("mfa_index")).status_code == 200
    codes = client.get(reverse("mfa_download_recovery_codes")).content.decode().split()
    assert len(codes) == 10
    assert client.get(reverse("mfa_generate_recovery_codes")).status_code == 200
    client.post(reverse("mfa_generate_recovery_codes"))
    assert not {*codes} & {*client.get(reverse("mfa_download_recovery_codes")).content.decode().split()}
    assert client.get(reverse("mfa_deactivate_totp")).status_code == 200
    client.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists()
    assert [letter.subject for letter in mail.outbox[-2:]] == ["Mã dự phòng mới", "Lớp bảo vệ thứ hai đã bị gỡ"]
    assert not LogEntry.objects.exists()


def test_guests_become_players_with_an_account_first(client: Client) -> None:
    client.post("/play/")
    for name in ("mfa_index", "mfa_activate_totp", "mfa_view_recovery_codes", "account_reauthenticate"):
        assert client.get(reverse(name))["location"] == reverse("account_signup")
    for name in ("mfa_index", "mfa_activate_totp", "mfa_view_recovery_codes", "mfa_reauthenticate"):
        assert Client().get(reverse(name))["location"].startswith(reverse("account_login"))


def test_the_account_leads_the_staff_to_it(staff: Callable[..., StaffClient]) -> None:
    assert reverse("mfa_index") in staff("support").get(reverse("account")).content.decode()
    player = Client()
    player.force_login(account(), BACKEND)
    assert reverse("mfa_index") not in player.get(reverse("account")).content.decode()


def test_it_goes_with_whoever_is_erased() -> None:
    from accounts import erasing, ledger

    thao = account()
    ledger.welcome(thao)
    TOTP.activate(thao, generate_totp_secret())
    ledger.set_aside(1, {thao.pk: 1000})
    erasing.erase(thao)
    assert User.objects.filter(pk=thao.pk).exists(), "an empty row, while a hand holds gold"
    assert not Authenticator.objects.exists()


def test_after_a_while_the_password_is_asked_for_before_it_is_changed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from accounts.entrance import account as entrance

    thao = account()
    sign_in(client, thao.email, "/")
    later = time() + 301
    monkeypatch.setattr(entrance, "time", lambda: later)
    page = client.get(reverse("mfa_activate_totp"), follow=True)
    assert page.redirect_chain[-1][0].startswith(reverse("account_reauthenticate"))
    assert page.status_code == 200
    wrong = client.post(reverse("account_reauthenticate"), {"password": "falsch"}).content.decode()
    assert "Mật khẩu không đúng." in wrong
