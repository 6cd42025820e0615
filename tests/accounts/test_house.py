"""What the staff sets: read at most once a second, at once where it was changed in this process."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from accounts import house, ledger
from accounts.models import Announcement, House, ReservedName, Room, User
from accounts.names.reserved import is_reserved
from accounts.stakes import LOWEST
from tests.house import ROOMS, WELCOME, has_set
from tests.live.build import person

pytestmark = pytest.mark.django_db

Commits = Any
"""pytest-django's fixture that lets what waits for the commit run."""


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Monotonic seconds, as the test says."""
    at = [1000.0]
    monkeypatch.setattr(house.time, "monotonic", lambda: at[0])
    house._house.forget()
    return at


# -- reading ------------------------------------------------------------------------------------------------


def test_it_is_read_once_a_second(ticking: list[float], django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        assert [house.house().welcome for _ in range(3)] == [WELCOME] * 3
    House.objects.update(welcome=30_000)  # as another process does, of which this one hears nothing
    assert house.house().welcome == WELCOME
    ticking[0] += house.EVERY
    with django_assert_num_queries(1):
        assert [house.house().welcome for _ in range(3)] == [30_000] * 3


def test_what_this_process_changes_holds_at_once(
    ticking: list[float], django_capture_on_commit_callbacks: Commits
) -> None:
    assert house.house().welcome == WELCOME
    with django_capture_on_commit_callbacks(execute=True):
        one = House.objects.get()
        one.welcome = 30_000
        one.save()
    assert house.house().welcome == 30_000
    with django_capture_on_commit_callbacks(execute=True):
        one.delete()
    assert house.house().welcome == WELCOME, "as it was built, where nothing is set"


def test_what_was_changed_while_it_was_read_is_read_again(
    ticking: list[float], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def read() -> int:
        found.append(len(found))
        if len(found) == 1:
            glance.forget()
        return found[-1]

    found: list[int] = []
    glance = house.Glance(read, House)
    assert [glance.get() for _ in range(3)] == [0, 1, 1]


async def test_an_event_loop_gets_what_was_seen_last(ticking: list[float]) -> None:
    def read() -> int:
        found.append(len(found))
        return found[-1]

    found: list[int] = []
    glance = house.Glance(read, House)
    assert glance.get() == 0
    ticking[0] += 60
    assert glance.get() == 0


# -- rooms --------------------------------------------------------------------------------------------------


def test_rooms_come_by_unit_and_are_called_as_the_reader_speaks() -> None:
    house._rooms.forget()
    assert list(house.rooms()) == list(ROOMS) == ["hien_nha", "san_dinh", "pho_phuong", "cung_dinh"]
    assert [(room.unit, room.least, room.fee_part) for room in house.rooms().values()] == [
        (100, 5_000, 20),
        (500, 50_000, 20),
        (2_000, 200_000, 20),
        (10_000, 1_000_000, 20),
    ]
    with translation.override("en"):
        assert (house.rooms()[LOWEST].name, house.rooms()[LOWEST].about[:8]) == ("The porch", "To begin")
    with translation.override("vi"):
        assert (house.rooms()[LOWEST].name, house.rooms()[LOWEST].about[:8]) == ("Hiên nhà", "Làm quen")


def test_a_closed_room_is_known_and_not_offered() -> None:
    Room.objects.filter(key="pho_phuong").update(is_open=False)
    house._rooms.forget()
    assert list(house.open_rooms()) == ["hien_nha", "san_dinh", "cung_dinh"]
    assert "pho_phuong" in house.rooms()


def refusal(one: Room | House | Announcement | ReservedName) -> dict[str, list[str]]:
    with translation.override("en"):
        with pytest.raises(ValidationError) as refused:
            one.full_clean()
        return refused.value.message_dict


def test_rooms_that_make_no_sense_are_refused_in_words() -> None:
    room = Room.objects.get(key=LOWEST)
    room.unit, room.is_open = 0, False
    assert refusal(room) == {
        "unit": ["Ensure this value is greater than or equal to 1."],
        "is_open": ["Newcomers play in this room, and whoever plays with bots."],
    }


def test_newcomers_are_not_broke() -> None:
    one = House.objects.get()
    one.welcome = one.relief
    one.full_clean()
    one.welcome -= 1
    assert refusal(one) == {"welcome": ["Welcome gold can't be less than relief: newcomers would be broke."]}


def test_what_is_told_is_told_in_both_languages() -> None:
    one = House.objects.get()
    one.maintenance_vi = "Xong ngay"
    assert refusal(one) == {"maintenance_en": ["Tell it in both languages, or in none."]}
    one.maintenance_vi, one.maintenance_en = "", "Soon"
    assert refusal(one) == {"maintenance_vi": ["Tell it in both languages, or in none."]}
    one.maintenance_vi = "Xong ngay"
    one.full_clean()


# -- gold ---------------------------------------------------------------------------------------------------


def test_welcome_and_relief_are_what_they_are_set_to(monkeypatch: pytest.MonkeyPatch) -> None:
    has_set(monkeypatch, welcome=700, relief=800, reliefs_a_day=2)
    an = person("An")
    assert ledger.balance(an.pk) == 700
    outlook = ledger.relief_due(an, "mine")
    assert (outlook.is_due, outlook.gold, outlook.most) == (True, 800, 2)
    assert ledger.relief(an, "mine") == 800
    assert ledger.balance(an.pk) == 1500


def test_who_was_welcomed_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    an = person("An")
    ledger.welcome(an)
    has_set(monkeypatch, welcome=700)
    assert ledger.balance(an.pk) == WELCOME


# -- names --------------------------------------------------------------------------------------------------


def reserve(word: str, place: str) -> None:
    one = ReservedName(word=word, place=place)
    one.full_clean()
    one.save()
    house._reserved.forget()


@pytest.mark.parametrize(
    ("word", "place", "theirs", "anybodys"),
    [
        ("vnpay", "anywhere", ["VNPay", "xvnpay9", "v.n.p.a.y", "VŃPÁY"], ["vnp", "pay vn"]),
        ("ceo", "word", ["CEO", "Anh CEO", "ceo của hội"], ["ceoo", "Ceoline"]),
        ("bà chủ", "whole", ["Bà Chủ", "ba chu", "bà chủ 1"], ["bà chủ nhà", "Bà Chư", "An bà chủ"]),
    ],
)
def test_words_that_the_staff_reserves_are_nobodys(
    word: str, place: str, theirs: list[str], anybodys: list[str]
) -> None:
    assert not any(is_reserved(name) for name in (*theirs, *anybodys))
    reserve(word, place)
    assert [name for name in (*theirs, *anybodys) if is_reserved(name)] == theirs
    with pytest.raises(ValidationError):
        User(username="an", display_name=theirs[0]).full_clean(exclude=("password",))


def test_what_is_in_every_name_or_in_none_is_refused() -> None:
    assert refusal(ReservedName(word="..", place="anywhere")) == {"word": ["This has no letters or digits."]}
    assert refusal(ReservedName(word="ban trị sự", place="word")) == {
        "place": ["These are several words; choose another place."]
    }


# -- announcements ------------------------------------------------------------------------------------------


def announce(begins: int = -1, ends: int | None = None, **fields: Any) -> Announcement:
    """Begun and ended so many minutes from now."""
    now = timezone.now()
    made = Announcement.objects.create(
        begins_at=now + timedelta(minutes=begins),
        ends_at=None if ends is None else now + timedelta(minutes=ends),
        **{"text_vi": "Tối nay bảo trì", "text_en": "Maintenance tonight"} | fields,
    )
    house._announcements.forget()
    return made


def test_what_is_announced_begins_and_ends_by_itself() -> None:
    lasting, later, _over, until = announce(), announce(5), announce(-9, -5), announce(-2, 3)
    now = timezone.now()
    assert house.announcements(now) == (lasting, until)
    assert house.announcements(now + timedelta(minutes=4)) == (lasting,)
    assert house.announcements(now + timedelta(minutes=6)) == (later, lasting)


def test_it_ends_after_it_begins() -> None:
    now = timezone.now()
    one = Announcement(text_vi="a", text_en="a", begins_at=now, ends_at=now)
    assert refusal(one) == {"ends_at": ["It has to end after it begins."]}
