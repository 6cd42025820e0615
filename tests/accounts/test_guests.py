import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import RequestFactory

from accounts import guests
from accounts.models import User

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
