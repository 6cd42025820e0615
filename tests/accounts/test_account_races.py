"""Several at once: for one name, to become one account, to be erased twice."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts import erasing, ledger
from accounts.models import NameChange, User
from accounts.names import changing
from game.models import TableSeat
from tests.accounts.conftest import PASSWORD, account
from tests.accounts.gold import sound
from tests.accounts.test_ledger_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_name_goes_to_one() -> None:
    users = [account(name, f"{number}@example.com") for number, name in enumerate(("Mai", "Lan", "Cúc", "Trúc"))]
    given = at_once(*(lambda user=user: changing.change(user, "Hoa Hậu") for user in users))  # type: ignore[misc]
    refused = [error for error in given if error is not None]
    assert len(refused) == 3
    assert all(isinstance(error, ValidationError) and error.code == "taken" for error in refused)
    assert NameChange.objects.count() == User.objects.filter(display_name="Hoa Hậu").count() == 1


def test_a_guest_becomes_one_account(client: Client, guest: User) -> None:
    def sign_up(number: int) -> int:
        browser = Client()
        browser.cookies = client.cookies.copy()  # type: ignore[assignment]
        form = {"display_name": guest.display_name, "email": f"{number}@example.com", "password1": PASSWORD}
        return browser.post(reverse("account_signup"), form).status_code

    answers = at_once(lambda: sign_up(1), lambda: sign_up(2))
    assert sorted(answers)[-1] == 302
    assert set(answers) <= {200, 302}  # the second may come with a session that the first has ended: the form again
    user = User.objects.get()
    assert (user.pk, user.is_guest) == (guest.pk, False)
    assert user.emailaddress_set.get().email == user.email
    assert TableSeat.objects.get(user=user).left is False


def test_somebody_is_erased_once(thao: User) -> None:
    ledger.welcome(thao)
    assert at_once(*[lambda: erasing.erase(thao)] * 3) == [None] * 3
    assert not User.objects.exists()
    assert sound()


def test_a_guest_whose_other_tab_was_quicker_makes_no_second_account(
    client: Client, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at who asks and the form, the other tab's account is made."""

    usual = changing.checked

    def checked(name: str, user: User | None) -> str:
        User.objects.filter(pk=guest.pk).update(is_guest=False)
        return usual(name, user)

    monkeypatch.setattr("accounts.entrance.forms.changing.checked", checked)
    form = {"display_name": "Mai Hoa", "email": "mai@example.com", "password1": PASSWORD}
    assert client.post(reverse("account_signup"), form)["location"] == reverse("account")
    assert User.objects.get().display_name == guest.display_name
