"""A player's row that was read a while ago undoes nothing that happened since, and brings nobody back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import erasing, ledger, sanctions
from accounts.entrance.account import Adapter
from accounts.models import LogEntry, NameChange, Sanction, User
from accounts.models.users import OF_SANCTIONS, Gone
from accounts.names import changing
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_admin import form_of, moderator, page_of
from tests.accounts.test_sanctions import imposed
from tests.accounts.test_sanctions import moderator as somebody
from tests.staff.conftest import StaffClient

__all__ = ["moderator"]
pytestmark = pytest.mark.django_db
NEW = "một mật khẩu thật mới"


def shut_out(user: User) -> None:
    """What another process does meanwhile."""
    imposed(User.objects.get(pk=user.pk), somebody(), "ban", None)


@pytest.mark.parametrize("loaded", [(), ("display_name", "skeleton", "email")])
def test_a_whole_row_leaves_sanctions_alone(thao: User, loaded: tuple[str, ...]) -> None:
    stale = User.objects.only(*loaded).get(pk=thao.pk) if loaded else thao
    shut_out(thao)
    stale.display_name = "Mai Lan"
    stale.save()
    fresh = User.objects.get(pk=thao.pk)
    assert (fresh.display_name, fresh.skeleton) == ("Mai Lan", stale.skeleton)
    assert sanctions.is_shut_out(fresh) and fresh.unread_sanctions == 1
    assert fresh.check_password(PASSWORD)


def test_a_whole_row_brings_nobody_back(thao: User) -> None:
    stale = User.objects.get(pk=thao.pk)
    erasing.erase(thao)
    with pytest.raises(Gone):
        stale.save()
    assert not User.objects.exists()


def test_nor_does_it_fill_an_empty_row(thao: User) -> None:
    stale = User.objects.get(pk=thao.pk)
    ledger.welcome(thao)
    ledger.set_aside(7, {thao.pk: 5_000})
    erasing.erase(thao)
    with pytest.raises(Gone):
        stale.save()
    assert User.objects.get().display_name == ""


def test_a_new_row_is_written_whole() -> None:
    user = User(username="neu", display_name="Neu", muted_until=timezone.now() + timedelta(hours=1))
    user.save()
    assert sanctions.is_muted(User.objects.get(pk=user.pk))


# -- passwords ----------------------------------------------------------------------------------------


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: object) -> None:
    """Between the look at who asks and the new password."""
    usual = Adapter.set_password

    def set_password(self: Adapter, user: User, password: str) -> None:
        happens(user)  # type: ignore[operator]
        usual(self, user, password)

    monkeypatch.setattr(Adapter, "set_password", set_password)


FORM = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}


def test_a_new_password_lifts_no_ban_and_writes_nothing_else(
    signed_in: Client, thao: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def happens(user: User) -> None:
        shut_out(user)
        User.objects.filter(pk=user.pk).update(is_staff=True)
        changing.change(User.objects.get(pk=user.pk), "Mai Lan")

    meanwhile(monkeypatch, happens)
    assert signed_in.post(reverse("account_change_password"), FORM).status_code == 302
    fresh = User.objects.get(pk=thao.pk)
    assert fresh.check_password(NEW) and sanctions.is_shut_out(fresh)
    assert (fresh.is_staff, fresh.display_name) == (True, "Mai Lan")


@pytest.mark.django_db(transaction=True)
def test_a_new_password_of_somebody_erased_meanwhile(
    signed_in: Client, thao: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, erasing.erase)
    answer = signed_in.post(reverse("account_change_password"), FORM, follow=True)
    assert answer.redirect_chain[0][0] == reverse("account_login")
    assert "Tài khoản này đã khóa." in answer.content.decode()
    assert not User.objects.exists()


# -- the page of a player -----------------------------------------------------------------------------


def late(monkeypatch: pytest.MonkeyPatch, happens: object) -> None:
    """Between the look at a form and the saving of it."""
    usual = changing.impose

    def impose(user: User, name: str) -> None:
        happens(user)  # type: ignore[operator]
        usual(user, name)

    monkeypatch.setattr(changing, "impose", impose)


def test_a_name_given_by_the_staff_lifts_no_ban(
    moderator: StaffClient, thao: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    late(monkeypatch, shut_out)
    assert moderator.post(page_of(thao), form_of(display_name="Mai Lan")).status_code == 302
    fresh = User.objects.get(pk=thao.pk)
    assert fresh.display_name == "Mai Lan" and sanctions.is_shut_out(fresh)
    assert NameChange.objects.get().before == "Thảo"


def test_a_name_given_to_somebody_erased_meanwhile(
    moderator: StaffClient, thao: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    late(monkeypatch, erasing.erase)
    answer = moderator.post(page_of(thao), form_of(display_name="Mai Lan"), follow=True)
    assert "Người chơi này không còn nữa." in answer.content.decode()
    assert not LogEntry.objects.filter(action="change").exists()


# -- sanctions of somebody gone -----------------------------------------------------------------------


def test_an_empty_row_has_no_sanction_left(thao: User) -> None:
    imposed(thao, somebody(), "ban", None)
    imposed(thao, User.objects.get(display_name="Kiểm"), "mute", None)
    ledger.welcome(thao)
    ledger.set_aside(7, {thao.pk: 5_000})
    erasing.erase(thao)
    row = User.objects.get(pk=thao.pk)
    assert [getattr(row, name) for name in OF_SANCTIONS] == [None, None, 0]
    assert not Sanction.objects.exists()


def test_whoever_is_erased_in_the_middle_keeps_no_others_from_lapsing(
    thao: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    by, hung = somebody(), User.objects.create(username="hung", display_name="Hùng")
    imposed(thao, by, lasts=timedelta(minutes=1))
    imposed(hung, by, lasts=timedelta(hours=1))
    usual = sanctions._lapse

    def lapse(sanction: Sanction, now: object) -> int:
        if sanction.user_id == thao.pk:
            erasing.erase(thao)
        return usual(sanction, now)  # type: ignore[arg-type]

    monkeypatch.setattr(sanctions, "_lapse", lapse)
    assert sanctions.lapse(timezone.now() + timedelta(hours=2)) == 1
    assert not Sanction.objects.filter(lapsed=False).exists()
