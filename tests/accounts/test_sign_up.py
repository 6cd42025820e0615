"""Making an account: of nobody, of a guest who keeps everything; nothing tells whose address is known."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import ledger
from accounts.models import NameChange, User
from game.models import HandPlayer, TableSeat
from tests.accounts.conftest import ADDRESS, PASSWORD, account
from tests.house import WELCOME

pytestmark = pytest.mark.django_db
FORM = {"display_name": "Thảo Nguyên", "email": ADDRESS, "password1": PASSWORD}


def sign_up(client: Client, **changes: str) -> object:
    return client.post(reverse("account_signup"), FORM | changes)


def link(letter: mail.EmailMessage) -> str:
    found = re.search(r"http://testserver(/\S+)", str(letter.body))
    assert found
    return found[1]


def test_a_visitor_gets_an_account_and_is_in(client: Client) -> None:
    page = client.get(reverse("account_signup")).content.decode()
    assert 'autocomplete="new-password"' in page
    assert 'autocomplete="email"' in page
    response = sign_up(client)
    assert response["location"] == reverse("home")  # type: ignore[index]
    user = User.objects.get()
    assert (user.display_name, user.email, user.is_guest) == ("Thảo Nguyên", ADDRESS, False)
    assert user.check_password(PASSWORD)
    assert ADDRESS.split("@")[0] not in user.username
    assert ledger.holdings(user.pk) == WELCOME
    home = client.get("/").content.decode()
    assert "Thảo Nguyên" in home
    assert ADDRESS in home, "it says once where the letter went"
    assert ADDRESS not in client.get("/").content.decode()


def test_the_form_is_in_the_readers_language(client: Client) -> None:
    page = client.get(reverse("account_signup"), headers={"accept-language": "en"}).content.decode()
    assert "3 to 20 characters. Everybody sees it." in page
    assert "At least 8 characters, and not only digits." in page
    assert "E-mail address" in page
    wrong = client.post(reverse("account_signup"), {"email": "thao@"}, headers={"accept-language": "en"})
    assert "This is still empty." in wrong.content.decode()
    assert "whole e-mail address." in wrong.content.decode()


def test_a_guest_keeps_row_gold_seat_hand_and_settings(client: Client, guest: User) -> None:
    client.post("/settings/", {"theme": "dark"})
    seat, player = TableSeat.objects.get(user=guest), HandPlayer.objects.get(user=guest)
    before = ledger.holdings(guest.pk)
    page = client.get(reverse("account_signup")).content.decode()
    assert guest.display_name in page
    response = sign_up(client, display_name=guest.display_name, next=f"/t/{seat.table.code}/")
    assert response["location"] == f"/t/{seat.table.code}/"  # type: ignore[index]
    user = User.objects.get()
    assert user.pk == guest.pk
    assert not user.is_guest
    assert user.preferences == {"theme": "dark"}
    assert ledger.holdings(user.pk) == before
    seat.refresh_from_db()
    player.refresh_from_db()
    assert (seat.user, seat.left, player.user) == (user, False, user)
    table = client.get(f"/t/{seat.table.code}/")
    assert table.context["scene"].viewer == 0, "the seat is theirs as before"
    assert not NameChange.objects.exists(), "the name chosen now counts as no change"


def test_a_guests_seat_follows_the_name_chosen(client: Client, guest: User) -> None:
    sign_up(client)
    assert TableSeat.objects.get(user=guest).name == "Thảo Nguyên"


def test_two_tabs_of_a_guest_make_one_account(client: Client, guest: User) -> None:
    other = Client()
    other.cookies = client.cookies.copy()  # type: ignore[assignment]
    sign_up(client)
    response = sign_up(other, email="other@example.com", display_name="Tab Hai")
    assert response.status_code == 302  # type: ignore[attr-defined]
    assert User.objects.get(pk=guest.pk).email == ADDRESS


def test_whoever_has_an_account_has_no_use_for_the_page(signed_in: Client) -> None:
    assert signed_in.get(reverse("account_signup"))["location"] == reverse("account")
    assert signed_in.get(reverse("account_login"))["location"] == reverse("account")


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"display_name": "An"}, "display_name", "length"),
        ({"display_name": "Аdmin 7"}, "display_name", "reserved"),
        ({"display_name": "<script>alert(1)"}, "display_name", "sign"),
        ({"display_name": "Thảo\u202eNguyên"}, "display_name", "hidden"),
        ({"display_name": ""}, "display_name", "required"),
        ({"email": "thao@"}, "email", "invalid"),
        ({"email": ""}, "email", "required"),
        ({"password1": "ngắn"}, "password1", "password_too_short"),
        ({"password1": "password"}, "password1", "password_too_common"),
        ({"password1": "48151623420815"}, "password1", "password_entirely_numeric"),
        ({"password1": "thao@example.com"}, "password1", "password_too_similar"),
        ({"password1": ""}, "password1", "required"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(client: Client, changes: dict[str, str], field: str, code: str) -> None:
    response = client.post(reverse("account_signup"), FORM | changes)
    errors = response.context["form"].errors.as_data()
    assert code in [error.code for error in errors[field]]
    assert list(errors) == [field]
    assert f'id="id_{field}_error"' in response.content.decode()
    assert not User.objects.exists()


def test_a_name_that_looks_like_anothers_is_taken(client: Client) -> None:
    account("Thao Nguyên", "other@example.com")
    errors = sign_up(client).context["form"].errors.as_data()  # type: ignore[attr-defined]
    assert [error.code for error in errors["display_name"]] == ["taken"]


def test_a_name_taken_in_the_same_moment(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    account("Thảo Nguyên", "other@example.com")
    monkeypatch.setattr("accounts.names.changing._is_anothers", lambda name, user: False)
    response = sign_up(client)
    assert response["location"] == reverse("account_signup")  # type: ignore[index]
    assert User.objects.count() == EmailAddress.objects.count() == 1
    assert "vừa có người lấy" in client.get(reverse("account_signup")).content.decode()


def test_a_known_address_looks_like_any_other(client: Client) -> None:
    """The one who signs up sees the same; the one who has the address gets another letter, and nobody gets in."""
    new = sign_up(client)
    unknown = client.get("/").content.decode()
    mine = account("Chủ Thật", "known@example.com")
    other = Client()
    known = other.post(reverse("account_signup"), FORM | {"email": "known@example.com", "display_name": "Người Lạ"})
    assert (known.status_code, known["location"]) == (new.status_code, new["location"])  # type: ignore[attr-defined,index]
    seen = other.get("/").content.decode()
    assert "known@example.com" in seen
    assert (ADDRESS in unknown) == ("known@example.com" in seen)
    letters = {letter.to[0]: str(letter.body) for letter in mail.outbox}
    assert "/account/confirm-email/" in letters[ADDRESS]
    assert "/account/confirm-email/" not in letters["known@example.com"]
    assert "/account/password/reset/" in letters["known@example.com"]
    third = Client()
    third.post(reverse("account_login"), {"login": "known@example.com", "password": PASSWORD})
    assert third.get(reverse("account")).context["owner"].user.pk == mine.pk


def test_whoever_signed_up_with_anothers_address_comes_back_and_takes_another(client: Client, guest: User) -> None:
    """Nothing is lost, and neither page nor sign-in tells that somebody has the address."""
    owner = account("Chủ Thật", ADDRESS, password="con gà trống đỏ")
    sign_up(client)
    gold = ledger.holdings(guest.pk)
    assert [letter.subject for letter in mail.outbox] == ["Bạn đã có tài khoản"]
    assert "/account/email/" in str(mail.outbox[0].body), "if it was the owner: what can be done"
    for page in (client.get("/"), client.get(reverse("account_email"))):
        assert "Không thấy thư?" in page.content.decode()
    assert ADDRESS in client.get(reverse("account_logout")).content.decode(), "first it is told what may be lost"
    client.post(reverse("account_logout"))
    assert "/account/login/" in client.get(reverse("account"))["location"]
    back = client.post(reverse("account_login"), {"login": ADDRESS, "password": PASSWORD})
    assert back["location"] == reverse("home")
    assert client.get("/").context["owner"].user.pk == guest.pk
    assert ledger.holdings(guest.pk) == gold
    cache.clear()  # the letters of a few minutes
    client.post(reverse("account_email"), {"email": "moi@example.com", "action_add": ""})
    User.objects.update(seen_at=timezone.now() - timedelta(days=300))
    call_command("cleanup")
    assert EmailAddress.objects.get(user=guest).email == User.objects.get(pk=guest.pk).email == "moi@example.com"
    assert client.get(reverse("account_logout")).context["unconfirmed"].email == "moi@example.com"
    client.post(link(mail.outbox[-1]))
    assert EmailAddress.objects.get(user=guest).verified
    assert client.get(reverse("account_logout")).context["unconfirmed"] is None
    other = Client()
    other.post(reverse("account_login"), {"login": "moi@example.com", "password": PASSWORD})
    assert other.get("/").context["owner"].user.pk == guest.pk
    third = Client()
    third.post(reverse("account_login"), {"login": ADDRESS, "password": "con gà trống đỏ"})
    assert third.get("/").context["owner"].user.pk == owner.pk


@pytest.mark.parametrize("is_taken", [False, True])
def test_signing_in_again_takes_as_long_whether_or_not_somebody_has_the_address(
    client: Client, is_taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_taken:
        account("Chủ Thật", ADDRESS, password="con gà trống đỏ")
    sign_up(client)
    reckoned: list[str] = []
    monkeypatch.setattr(User, "set_password", lambda self, password: reckoned.append("nobody's"))
    check = User.check_password

    def counted(self: User, password: str) -> bool:
        reckoned.append("one's")
        return check(self, password)

    monkeypatch.setattr(User, "check_password", counted)
    for password in (PASSWORD, "falsch"):
        reckoned.clear()
        Client().post(reverse("account_login"), {"login": ADDRESS, "password": password})
        assert len(reckoned) == 2


def test_a_sign_up_right_after_a_letter_says_that_none_goes_out(client: Client) -> None:
    sign_up(client)
    other = Client()
    sign_up(other, display_name="Người Lạ")
    assert len(mail.outbox) == 1
    assert "Thư vừa được gửi" in other.get("/").content.decode()


def test_the_letter_confirms_the_address_once_it_is_said_yes(client: Client) -> None:
    sign_up(client)
    address = EmailAddress.objects.get()
    assert not address.verified
    path = link(mail.outbox[0])
    page = client.get(path)
    assert ADDRESS in page.content.decode()
    assert not EmailAddress.objects.get().verified, "mail programs follow links by themselves"
    assert client.post(path).status_code == 302
    assert EmailAddress.objects.get().verified
    assert "không dùng được nữa" in client.get("/account/confirm-email/nothing/").content.decode()


def test_an_address_that_was_confirmed_elsewhere_meanwhile(client: Client) -> None:
    sign_up(client)
    account("Nhanh Hơn", "quick@example.com")
    EmailAddress.objects.filter(email="quick@example.com").update(email=ADDRESS)
    page = client.get(link(mail.outbox[0])).content.decode()
    assert "tài khoản khác" in page
    assert client.post(link(mail.outbox[0])).status_code in (302, 404)
    assert not EmailAddress.objects.get(user__display_name="Thảo Nguyên").verified


def test_a_mail_server_that_is_away_undoes_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", away)
    assert sign_up(client).status_code == 302  # type: ignore[attr-defined]
    assert User.objects.get().display_name == "Thảo Nguyên"
    assert "không gửi được" in client.get("/").content.decode()


def test_too_many_sign_ups_are_put_off(client: Client) -> None:
    for _ in range(20):
        client.post(reverse("account_signup"), FORM | {"email": "thao@"})
    response = sign_up(client)
    assert response.status_code == 429  # type: ignore[attr-defined]
    assert "Khoan đã" in response.content.decode()  # type: ignore[attr-defined]
