"""Erasing: nothing of the person stays, the others' hands and the books do; and what the clean-up removes."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import cleaning, conduct, erasing, guests, keeping, ledger
from accounts.models import Lapse, NameChange, User
from accounts.names import changing
from game.models import HandPlayer, TableSeat
from tests.accounts.conftest import PASSWORD, account
from tests.accounts.gold import sound
from tests.live.build import with_bots

pytestmark = pytest.mark.django_db


def test_an_account_goes_with_all_that_is_its_own(signed_in: Client, thao: User) -> None:
    ledger.welcome(thao)
    changing.change(thao, "Thảo Nguyên")
    SocialAccount.objects.create(user=thao, provider="google", uid="1")
    page = signed_in.get(reverse("delete_account")).content.decode()
    assert "20.000 vàng của bạn trả về quỹ" in page
    assert "người chơi đã rời" in page
    other = Client()
    other.force_login(thao, "allauth.account.auth_backends.AuthenticationBackend")
    signed_in.cookies["phom_preferences"] = '{"theme":"dark"}'
    response = signed_in.post(reverse("delete_account"), {"password": PASSWORD})
    assert response["location"] == reverse("home")
    assert signed_in.cookies["phom_preferences"].value == "", "the settings of the browser go too"
    home = signed_in.get("/").content.decode()
    assert "Đã xóa hết." in home
    assert "js/forget" in home, "which removes its notes of deals"
    assert "js/forget" not in signed_in.get("/").content.decode()
    for kept in (User, EmailAddress, SocialAccount, NameChange):
        assert not kept.objects.exists()
    assert SESSION_KEY not in signed_in.session
    assert other.get(reverse("account")).status_code == 302
    assert sound()


@pytest.mark.parametrize("password", ["falsch", "", "x" * 5000])
def test_nothing_goes_by_a_wrong_password(signed_in: Client, thao: User, password: str) -> None:
    response = signed_in.post(reverse("delete_account"), {"password": password})
    assert response.status_code == 422
    assert 'id="id_password_error"' in response.content.decode()
    assert User.objects.get() == thao


def test_passwords_are_not_tried_here_either(signed_in: Client, thao: User) -> None:
    answers = {signed_in.post(reverse("delete_account"), {"password": "falsch"}).status_code for _ in range(11)}
    assert answers == {422, 429}


def test_following_the_address_erases_nothing(signed_in: Client, thao: User) -> None:
    signed_in.get(reverse("delete_account"))
    assert User.objects.exists()


def test_who_has_no_password_types_the_name(client: Client, guest: User) -> None:
    page = client.get(reverse("delete_account")).content.decode()
    assert guest.display_name in page
    assert "id_password" not in page
    assert client.post(reverse("delete_account"), {"name": "somebody"}).status_code == 422
    assert client.post(reverse("delete_account"), {"name": f" {guest.display_name.upper()} "}).status_code == 302
    assert not User.objects.filter(erased_at=None).exists()


def test_in_mid_hand_an_empty_row_stays_until_the_hand_is_over(thao: User) -> None:
    ledger.welcome(thao)
    changing.change(thao, "Thảo Nguyên")
    ledger.set_aside(7, {thao.pk: 5_000})
    thao.preferences = {"theme": "dark"}
    thao.is_staff = True
    thao.save()
    erasing.erase(thao)
    erasing.erase(thao)
    row = User.objects.get()
    assert (row.display_name, row.skeleton, row.email, row.preferences) == ("", None, "", {})
    assert not row.is_active
    assert not row.is_staff
    assert not row.check_password(PASSWORD)
    assert "Thảo" not in row.username
    assert not EmailAddress.objects.exists()
    assert not NameChange.objects.exists()
    assert (ledger.balance(row.pk), ledger.holdings(row.pk)) == (0, 5_000)
    assert erasing.remove_erased(timezone.now()) == 0
    ledger.release(7)
    assert erasing.remove_erased(timezone.now()) == 1
    assert not User.objects.exists()
    assert sound()


def test_a_player_erased_at_the_table(thao: User) -> None:
    ledger.welcome(thao)
    table = with_bots(thao)
    erasing.erase(thao)
    assert not TableSeat.objects.filter(table=table, name="Thảo").exists()
    assert not HandPlayer.objects.filter(name="Thảo").exists()
    assert not User.objects.filter(display_name="Thảo").exists()
    assert sound()


def test_nobody_gets_in_as_an_empty_row(signed_in: Client, thao: User) -> None:
    ledger.welcome(thao)
    ledger.set_aside(7, {thao.pk: 5_000})
    erasing.erase(thao)
    assert signed_in.get(reverse("account")).status_code == 302
    assert "Thảo" not in signed_in.get("/").content.decode()


def ago(user: User, **age: float) -> User:
    user.seen_at = timezone.now() - timedelta(**age)
    user.save()
    return user


def guest_of(name: str) -> User:
    guest = guests.named(User(username=name, is_guest=True))
    ledger.welcome(guest)
    return guest


def test_guests_who_did_not_come_back_are_removed(thao: User) -> None:
    ago(guest_of("old"), days=31)
    new = ago(guest_of("new"), days=29)
    ago(thao, days=400)
    assert erasing.remove_idle_guests(timezone.now()) == 1
    assert set(User.objects.all()) == {new, thao}
    assert sound()


def test_a_visit_keeps_a_guest(client: Client, guest: User) -> None:
    ago(guest, days=29)
    client.get("/")
    guest.refresh_from_db()
    assert guest.seen_at > timezone.now() - timedelta(minutes=5)
    seen = guest.seen_at
    client.get("/")
    guest.refresh_from_db()
    assert guest.seen_at == seen, "to the hour is enough"


def test_accounts_with_somebody_elses_address_perhaps_are_removed(thao: User) -> None:
    old = {"days": keeping.UNCONFIRMED.days + 1.0}
    ago(thao, **old)
    ago(account("Cũ", "cu@example.com", confirmed=False), **old)
    recent = ago(account("Mới", "moi@example.com", confirmed=False), days=30)
    vouched = ago(account("Nhờ Google", "", password=None), **old)
    SocialAccount.objects.create(user=vouched, provider="google", uid="1")
    staff = ago(account("Nhà", "nha@example.com", confirmed=False), **old)
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    assert erasing.remove_unconfirmed(timezone.now()) == 1
    assert set(User.objects.all()) == {thao, recent, vouched, staff}


def test_everything_the_privacy_page_says_is_done(thao: User) -> None:
    ago(guest_of("old"), days=31)
    ago(thao, days=4)
    EmailAddress.objects.create(user=thao, email="moi@example.com")
    Session.objects.create(session_key="old", session_data="", expire_date=timezone.now() - timedelta(days=1))
    Session.objects.create(session_key="new", session_data="", expire_date=timezone.now() + timedelta(days=1))
    old = timezone.now() - keeping.NAME_CHANGES - timedelta(days=1)
    NameChange.objects.create(user=thao, before="Cũ", after="Thảo", skeleton="cu", changed_at=old)
    conduct.note(thao.pk, Lapse.Kind.LEFT, timezone.now() - keeping.LAPSES)
    gone = account("Đi", "di@example.com")
    ledger.welcome(gone)
    ledger.set_aside(8, {gone.pk: 1_000})
    erasing.erase(gone)
    ledger.release(8)
    told = StringIO()
    call_command("cleanup", stdout=told)
    lines = dict(line.rsplit(": ", 1) for line in told.getvalue().splitlines())
    assert lines == {rule.what: lines[rule.what] for rule in cleaning.rules}
    ours = (
        "idle guests",
        "unconfirmed addresses",
        "expired sessions",
        "old changes of names",
        "old lapses",
        "erased players",
    )
    assert [lines[what] for what in ours] == ["1"] * len(ours)
    assert User.objects.get() == thao
    assert EmailAddress.objects.get().email == thao.email
    assert Session.objects.get().session_key == "new"
    assert not NameChange.objects.exists()
    told = StringIO()
    call_command("cleanup", stdout=told)
    assert all(line.endswith(": 0") for line in told.getvalue().splitlines())


def test_sessions_last_as_long_as_is_said(client: Client, guest: User) -> None:
    assert client.session.get_expiry_age() == keeping.SESSION.total_seconds()
