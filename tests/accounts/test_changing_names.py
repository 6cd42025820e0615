"""Another name: once a month, nobody else's, kept for moderators, followed by the seat at the table."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.models import NameChange, User
from accounts.names import changing
from game.models import TableSeat
from tests.accounts.conftest import account
from tests.live.build import with_bots

pytestmark = pytest.mark.django_db


def code_of(user: User, name: str) -> str:
    with pytest.raises(ValidationError) as refused:
        changing.change(user, name)
    return str(refused.value.code)


def age(days: float) -> None:
    """As if every change had been so many days ago."""
    for change in NameChange.objects.all():
        change.changed_at -= timedelta(days=days)
        change.save()


def test_a_change_is_kept_and_told_and_the_seat_follows(thao: User) -> None:
    table = with_bots(thao)
    changing.change(thao, "  Thảo   Nguyên ")
    assert User.objects.get().display_name == thao.display_name == "Thảo Nguyên"
    kept = NameChange.objects.get()
    assert (kept.before, kept.after) == ("Thảo", "Thảo Nguyên")
    assert str(kept) == "Thảo → Thảo Nguyên"
    assert TableSeat.objects.get(table=table, user=thao).name == "Thảo Nguyên"


def test_the_next_change_is_a_month_away(thao: User) -> None:
    assert changing.next_change(thao) is None
    changing.change(thao, "Thảo Nguyên")
    assert changing.next_change(thao) is not None
    assert code_of(thao, "Thảo Lan") == "soon"
    age(31)
    assert changing.next_change(thao) is None
    changing.change(thao, "Thảo Lan")
    assert NameChange.objects.count() == 2


def test_the_same_name_is_no_change_and_another_spelling_of_it_is_ones_own(thao: User) -> None:
    changing.change(thao, "Thảo")
    assert not NameChange.objects.exists()
    changing.change(thao, "THAO")
    assert User.objects.get().display_name == "THAO"


def test_other_capitals_start_no_month_and_the_seat_follows(thao: User) -> None:
    table = with_bots(thao)
    changing.change(thao, "THẢO")
    assert User.objects.get().display_name == TableSeat.objects.get(table=table, user=thao).name == "THẢO"
    assert changing.next_change(thao) is None
    changing.change(thao, "Thảo Nguyên")
    assert code_of(thao, "THẢO NGUYÊN") == "soon"


@pytest.mark.parametrize(
    ("name", "code"), [("Hùng", "taken"), ("hung", "taken"), ("Нung", "taken"), ("admin", "reserved"), ("a", "length")]
)
def test_what_cannot_be_had(thao: User, name: str, code: str) -> None:
    account("Hùng", "hung@example.com")
    assert code_of(thao, name) == code
    assert User.objects.get(pk=thao.pk).display_name == "Thảo"


def test_a_name_given_up_is_nobody_elses_for_as_long(thao: User) -> None:
    other = account("Hùng", "hung@example.com")
    changing.change(thao, "Thảo Nguyên")
    assert code_of(other, "Thao") == "taken"
    age(31)
    changing.change(other, "Thao")
    assert User.objects.get(pk=other.pk).display_name == "Thao"


def test_somebody_quicker(thao: User, monkeypatch: pytest.MonkeyPatch) -> None:
    account("Hùng", "hung@example.com")
    monkeypatch.setattr("accounts.names.changing._is_anothers", lambda name, user: False)
    assert code_of(thao, "Hùng") == "taken"
    assert not NameChange.objects.exists()


def test_who_works_for_the_house_may_be_called_so(thao: User) -> None:
    thao.is_staff = True
    thao.save()
    changing.change(thao, "Admin Thảo")
    assert User.objects.get().display_name == "Admin Thảo"


def test_the_page_changes_it_and_then_says_when_again(signed_in: Client, thao: User) -> None:
    path = reverse("change_name")
    assert 'value="Thảo"' in signed_in.get(path).content.decode()
    response = signed_in.post(path, {"display_name": "Thảo Nguyên"})
    assert response["location"] == reverse("account")
    assert "Bây giờ bạn tên là Thảo Nguyên." in signed_in.get(reverse("account")).content.decode()
    page = signed_in.get(path).content.decode()
    assert "Lần đổi tới có thể từ" in page
    assert "id_display_name" not in page
    again = signed_in.post(path, {"display_name": "Thảo Lan"})
    assert again.status_code == 422
    assert User.objects.get().display_name == "Thảo Nguyên"


@pytest.mark.parametrize(
    "name", ["<script>alert(1)", "\u202eoảhT", "", "Quản trị", "x" * 500, "Z\u0351\u036b\u0343algo"]
)
def test_hostile_names_are_refused_and_shown_harmlessly(signed_in: Client, name: str) -> None:
    response = signed_in.post(reverse("change_name"), {"display_name": name})
    assert response.status_code == 422
    page = response.content.decode()
    assert "<script>alert" not in page
    assert 'id="id_display_name_error"' in page
    assert 'aria-invalid="true"' in page


def test_guests_are_shown_how_to_get_a_name_and_visitors_sign_in(client: Client, guest: User) -> None:
    assert client.get(reverse("change_name"))["location"] == reverse("account_signup")
    assert (
        Client().get(reverse("change_name"))["location"] == f"{reverse('account_login')}?next={reverse('change_name')}"
    )


def test_the_administration_holds_names_to_the_same(thao: User) -> None:
    account("Hùng", "hung@example.com")
    for name in ("Hung", "Admin", "<b>x"):
        thao.display_name = name
        with pytest.raises(ValidationError):
            thao.full_clean()
    thao.display_name, thao.is_staff = " Admin  Thảo ", True
    thao.full_clean()
    assert thao.display_name == "Admin Thảo"
