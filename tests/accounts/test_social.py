"""Google and Facebook: there by settings alone, and then vouching for visitors, guests and accounts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers import registry
from allauth.socialaccount.providers.google.provider import GoogleProvider
from allauth.socialaccount.providers.google.views import GoogleOAuth2Adapter
from allauth.socialaccount.providers.oauth2.client import OAuth2Client
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts import ledger
from accounts.models import User
from game.models import TableSeat
from tests.accounts.conftest import ADDRESS, PASSWORD, account
from tests.house import WELCOME

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def google(settings: Settings) -> Iterator[None]:
    """A site that has Google set up."""
    app = {"client_id": "ours", "secret": "hush", "key": ""}
    settings.SOCIALACCOUNT_PROVIDERS = {"google": {"APP": app, "EMAIL_AUTHENTICATION": True}}
    settings.ROOT_URLCONF = "tests.accounts.vouched"
    registry.register(GoogleProvider)
    yield
    registry.provider_map.pop("google")


@pytest.fixture
def vouch(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Go to Google with this browser and come back as that person: the last answer."""

    def gone_and_back(
        client: Client, uid: str = "g1", email: str = "lan@gmail.com", process: str = "login", verified: bool = True
    ) -> Any:
        told = {
            "sub": uid,
            "email": email,
            "email_verified": verified,
            "name": "Trần Thị Lan",
            "picture": "https://x/y",
        }
        monkeypatch.setattr(OAuth2Client, "get_access_token", lambda *_, **__: {"access_token": "a token"})
        monkeypatch.setattr(
            GoogleOAuth2Adapter,
            "complete_login",
            lambda self, request, *_, **__: self.get_provider().sociallogin_from_response(request, told),
        )
        away = client.post(f"{reverse('google_login')}?process={process}")
        asked = parse_qs(urlsplit(away["location"]).query)
        assert asked["redirect_uri"] == [f"http://testserver{reverse('google_callback')}"]
        return client.get(reverse("google_callback"), {"code": "a code", "state": asked["state"][0]})

    return gone_and_back


def test_buttons_are_where_somebody_is_set_up(client: Client, settings: Settings) -> None:
    for name in ("account_login", "account_signup"):
        page = client.get(reverse(name)).content.decode()
        assert "Tiếp tục với Google" in page
        assert "Facebook" not in page
        assert f'method="post" action="{reverse("google_login")}?process=login"' in page
    settings.SOCIALACCOUNT_PROVIDERS = {}
    assert "Tiếp tục với" not in client.get(reverse("account_login")).content.decode()


def test_following_the_address_asks_first(client: Client) -> None:
    page = client.get(reverse("google_login"))
    assert page.status_code == 200
    assert "Google sẽ hỏi bạn" in page.content.decode()


def test_a_visitor_gets_an_account_with_a_made_up_name(client: Client, vouch: Callable[..., Any]) -> None:
    assert vouch(client)["location"] == reverse("home")
    user = User.objects.get()
    assert not user.is_guest
    assert not user.has_usable_password()
    assert (user.email, user.first_name, user.last_name) == ("lan@gmail.com", "", "")
    assert "Lan" not in user.display_name.split()
    assert EmailAddress.objects.get().verified
    assert SocialAccount.objects.get().extra_data == {}
    assert ledger.holdings(user.pk) == WELCOME
    again = Client()
    vouch(again)
    assert again.get("/").context["owner"].user == user
    assert SocialAccount.objects.get().extra_data == {}


def test_a_guest_keeps_everything(client: Client, guest: User, vouch: Callable[..., Any]) -> None:
    before = ledger.holdings(guest.pk)
    vouch(client)
    user = User.objects.get()
    assert (user.pk, user.is_guest, user.display_name) == (guest.pk, False, guest.display_name)
    assert ledger.holdings(user.pk) == before
    assert TableSeat.objects.get(user=user).left is False
    assert client.get("/").context["owner"].user == user


def test_a_guest_has_nothing_to_add_it_to(client: Client, guest: User, vouch: Callable[..., Any]) -> None:
    vouch(client, process="connect")
    assert User.objects.get(pk=guest.pk).is_guest is False


def test_a_guest_of_somebody_known_is_left_behind(client: Client, guest: User, vouch: Callable[..., Any]) -> None:
    vouch(Client())
    known = SocialAccount.objects.get().user
    vouch(client)
    assert client.get("/").context["owner"].user == known
    assert not User.objects.filter(pk=guest.pk, erased_at=None).exists()


def test_a_confirmed_address_is_the_same_person(client: Client, thao: User, vouch: Callable[..., Any]) -> None:
    vouch(client, email=ADDRESS)
    assert client.get("/").context["owner"].user == thao
    assert SocialAccount.objects.get().user == thao
    assert mail.outbox[-1].subject == "Thêm một cách đăng nhập"
    assert User.objects.get().check_password(PASSWORD)


def test_whoever_took_the_address_before_without_having_it_is_out(client: Client, vouch: Callable[..., Any]) -> None:
    stranger = account("Kẻ Lạ", ADDRESS, confirmed=False)
    theirs = Client()
    theirs.force_login(stranger, "allauth.account.auth_backends.AuthenticationBackend")
    vouch(client, email=ADDRESS)
    assert not User.objects.get().has_usable_password()
    assert theirs.get(reverse("account")).status_code == 302


def test_an_account_gets_another_way_in_and_loses_it(signed_in: Client, thao: User, vouch: Callable[..., Any]) -> None:
    page = reverse("socialaccount_connections")
    assert "Bạn chỉ đăng nhập bằng email và mật khẩu." in signed_in.get(page).content.decode()
    assert vouch(signed_in, process="connect")["location"] == page
    shown = signed_in.get(page).content.decode()
    assert "Từ nay bạn đăng nhập bằng cách này cũng được." in shown
    assert "Bạn đăng nhập được bằng" in shown
    vouch(signed_in, process="connect")
    assert "Bạn vốn đã đăng nhập được bằng cách này." in signed_in.get(page).content.decode()
    assert reverse("socialaccount_connections") in signed_in.get(reverse("account")).content.decode()
    signed_in.post(page, {"account": SocialAccount.objects.get().pk})
    assert not SocialAccount.objects.exists()
    assert mail.outbox[-1].subject == "Bớt một cách đăng nhập"
    assert "Bạn không còn đăng nhập bằng cách này được nữa." in signed_in.get(page).content.decode()


def test_the_only_way_in_stays(client: Client, vouch: Callable[..., Any]) -> None:
    vouch(client)
    response = client.post(reverse("socialaccount_connections"), {"account": SocialAccount.objects.get().pk})
    assert "Hãy đặt mật khẩu trước" in response.content.decode()
    assert SocialAccount.objects.exists()


def test_what_belongs_to_another(signed_in: Client, thao: User, vouch: Callable[..., Any]) -> None:
    vouch(Client())
    vouch(signed_in, process="connect")
    page = signed_in.get(reverse("socialaccount_connections")).content.decode()
    assert "Cái này đã thuộc về một tài khoản khác ở đây." in page


def test_who_goes_back_or_is_refused(client: Client) -> None:
    assert "Bạn đã quay lại giữa chừng." in client.get(reverse("socialaccount_login_cancelled")).content.decode()
    failed = client.get(reverse("google_callback"), {"code": "a code", "state": "not ours"})
    assert "Trang kia không cho chúng tôi biết bạn là ai." in failed.content.decode()
    assert client.get(reverse("socialaccount_login_error")).status_code == 401


TOLD = """
import json
from django.conf import settings
print(json.dumps({
    "cache": [settings.CACHES["default"]["BACKEND"].rsplit(".")[-1]],
    "providers": sorted(settings.SOCIALACCOUNT_PROVIDERS),
    "apps": [app.rsplit(".")[-1] for app in settings.INSTALLED_APPS if "providers" in app],
    "forms": [str(where) for where in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]["form-action"]],
}))
"""


OURS = ("PHOM_", "DJANGO_", "DATABASE_URL", "REDIS_URL")


def configured(**environment: str) -> dict[str, list[str]]:
    """What the settings make of these variables."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    known = clean | {"DJANGO_SETTINGS_MODULE": "phom_site.settings"} | environment
    ran = subprocess.run([sys.executable, "-c", TOLD], env=known, capture_output=True, text=True, check=True)
    told: dict[str, list[str]] = json.loads(ran.stdout)
    return told


def test_settings_say_who_vouches_and_where_forms_may_lead() -> None:
    assert configured() == {"cache": ["LocMemCache"], "providers": [], "apps": [], "forms": ["'self'"]}
    both = configured(PHOM_GOOGLE_ID="a", PHOM_GOOGLE_SECRET="b", PHOM_FACEBOOK_ID="c", PHOM_FACEBOOK_SECRET="d")
    assert both["providers"] == ["facebook", "google"] == sorted(both["apps"])
    assert both["forms"] == ["'self'", "https://accounts.google.com", "https://www.facebook.com"]


def test_attempts_are_counted_where_all_processes_see_them() -> None:
    assert configured(REDIS_URL="redis://127.0.0.1:6379")["cache"] == ["RedisCache"]


def test_half_of_a_setting_stops_the_start() -> None:
    with pytest.raises(subprocess.CalledProcessError) as stopped:
        configured(PHOM_GOOGLE_ID="a")
    assert "PHOM_GOOGLE_ID and PHOM_GOOGLE_SECRET: expected both or neither" in stopped.value.stderr
