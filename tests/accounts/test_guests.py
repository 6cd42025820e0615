from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import timezone

from accounts import guests
from accounts.models import User
from tests.live.browsers import opened
from tests.live.build import with_bots

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_of_a_visitor(rf: RequestFactory) -> HttpRequest:
    request = rf.post("/play/")
    request.user = AnonymousUser()
    request.session = SessionStore()
    return request


def test_a_visitor_becomes_a_guest_with_a_friendly_name(request_of_a_visitor: HttpRequest) -> None:
    guest = guests.enter(request_of_a_visitor)
    assert guest.is_guest
    assert guest.pk
    assert not guest.has_usable_password()
    assert str(guest) == guest.display_name
    guest.full_clean()


def test_who_is_in_stays_who_they_are(request_of_a_visitor: HttpRequest) -> None:
    guest = guests.enter(request_of_a_visitor)
    assert request_of_a_visitor.user == guest
    assert guests.enter(request_of_a_visitor) == guest
    assert User.objects.count() == 1


def test_the_session_lasts_a_year(request_of_a_visitor: HttpRequest) -> None:
    guests.enter(request_of_a_visitor)
    assert request_of_a_visitor.session.get_expiry_age() == 365 * 24 * 60 * 60


@pytest.mark.django_db(transaction=True)
async def test_a_guest_whose_page_stays_open_is_here() -> None:
    guest = await sync_to_async(guest_long_ago)()
    table = await sync_to_async(with_bots)(guest)
    for browser in await opened(table, guest):
        await browser.close()
    await guest.arefresh_from_db()
    assert guest.seen_at > timezone.now() - timedelta(hours=1)


def guest_long_ago() -> User:
    old = timezone.now() - timedelta(days=20)
    return guests.named(User(username="old", is_guest=True, seen_at=old))
