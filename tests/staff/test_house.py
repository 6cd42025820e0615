"""What the staff sets in the administration: in force at once, with a reason, in the log; nonsense is refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.forms import Form
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import house
from accounts.models import Announcement, House, LogEntry, ReservedName, Room
from accounts.staff.roles import ADMIN, ECONOMIST, MODERATOR, ROLES, SUPPORT
from game.live import phrases
from game.models import FilteredWord, Phrase
from tests.house import ROOMS, WELCOME
from tests.staff.conftest import StaffClient

pytestmark = pytest.mark.django_db

Staff = Callable[..., StaffClient]
Commits = Any
"""pytest-django's fixture that lets what waits for the commit run."""


def path(model: type[Any], page: str = "add", *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def form_of(response: HttpResponse) -> Form:
    return response.context["adminform"].form  # type: ignore[attr-defined,no-any-return]  # by the test client


def written(form: Form) -> dict[str, Any]:
    """What the form shows, as a browser sends it."""
    sent: dict[str, Any] = {}
    for bound in form:
        value = bound.value()
        if hasattr(bound.field.widget, "decompress"):
            parts = bound.field.widget.decompress(value)
            sent |= {f"{bound.name}_{at}": "" if part is None else str(part) for at, part in enumerate(parts)}
        elif value not in (None, False):
            sent[bound.name] = value
    return sent


def change(client: Client, obj: Any, why: str = "So the economist wants it.", **fields: Any) -> HttpResponse:
    """Change fields of the object; None takes a tick away."""
    where = path(type(obj), "change", obj.pk)
    sent = written(form_of(client.get(where))) | fields | {"why": why}
    return client.post(where, {name: value for name, value in sent.items() if value is not None})


def faults(response: HttpResponse) -> dict[str, list[str]]:
    assert response.status_code == 200
    return {name: list(texts) for name, texts in form_of(response).errors.items()}


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.staff.conftest.StaffClient.__init__", _english)


def _english(client: Client, **defaults: Any) -> None:
    Client.__init__(client, headers={"accept-language": "en"}, **defaults)


# -- who may ------------------------------------------------------------------------------------------------

SETS = {
    House: {ECONOMIST, ADMIN},
    Room: {ECONOMIST, ADMIN},
    ReservedName: {MODERATOR, ADMIN},
    Announcement: {MODERATOR, ADMIN},
    FilteredWord: {MODERATOR, ADMIN},
    Phrase: {MODERATOR, ADMIN},
}
"""Who may change what."""


def rows() -> list[Any]:
    return [
        House.objects.get(),
        Room.objects.get(key="san_dinh"),
        ReservedName.objects.create(word="vnpay", place="anywhere"),
        Announcement.objects.create(text_vi="Chào", text_en="Hello"),
        FilteredWord.objects.create(word="xấu", language="vi"),
        Phrase.objects.get(key="luck"),
    ]


@pytest.mark.parametrize("role", [*ROLES, ""])
def test_each_role_sets_what_is_its_own(staff: Staff, role: str) -> None:
    client = staff(role)
    for obj in rows():
        response = client.get(path(type(obj), "change", obj.pk))
        assert response.status_code in (200, 403)
        may = response.status_code == 200 and b'name="why"' in response.content
        assert may == (role in SETS[type(obj)]), (role, obj)
        sent = client.post(path(type(obj), "change", obj.pk), {"why": "x"})
        assert sent.status_code == (200 if may else 403)
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("model", [House, Room, Phrase])
def test_what_is_in_records_is_never_deleted(staff: Staff, model: type[Any]) -> None:
    client = staff("superuser")
    obj = model.objects.first()
    assert client.post(path(model, "delete", obj.pk), {"post": "yes", "why": "x"}).status_code == 403
    sent = {"action": "delete_many", "_selected_action": [obj.pk], "why": "x", "confirmed": "1", "only": str(obj.pk)}
    client.post(path(model, "changelist"), sent)
    assert model.objects.filter(pk=obj.pk).exists()


def test_support_only_looks(staff: Staff) -> None:
    assert staff(SUPPORT).get(path(Announcement, "changelist")).status_code == 200


# -- the house ----------------------------------------------------------------------------------------------


def test_the_list_of_houses_is_the_house(staff: Staff) -> None:
    client = staff("economist")
    assert client.get(path(House, "changelist")).headers["location"] == path(House, "change", 1)
    assert client.get(path(House, "add")).status_code == 403


def test_gold_is_set_with_a_reason_at_once_and_logged(
    staff: Staff, django_capture_on_commit_callbacks: Commits
) -> None:
    client, one = staff("economist"), House.objects.get()
    assert faults(change(client, one, why=" ", welcome=30_000)) == {"why": ["This field is required."]}
    assert house.house().welcome == WELCOME
    with django_capture_on_commit_callbacks(execute=True):
        assert change(client, one, welcome=30_000).status_code == 302
    assert house.house().welcome == 30_000
    entry = LogEntry.objects.get()
    assert (entry.by, entry.action, entry.target_type, entry.why) == (
        client.user,
        "change",
        "accounts.house",
        "So the economist wants it.",
    )
    assert (entry.before, entry.after) == ({"welcome": 20_000}, {"welcome": 30_000})


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"welcome": 4_999, "relief": 4_000}, "welcome"),
        ({"relief": 20_001}, "welcome"),
        ({"relief": -1}, "relief"),
        ({"welcome": 10_000_001}, "welcome"),
        ({"reliefs_a_day": 101}, "reliefs_a_day"),
        ({"bot_wins_a_day": 2**63 - 1}, "bot_wins_a_day"),
        ({"maintenance_vi": "Xong ngay"}, "maintenance_en"),
    ],
)
def test_gold_that_makes_no_sense_is_refused(staff: Staff, fields: dict[str, Any], wrong: str) -> None:
    assert list(faults(change(staff("economist"), House.objects.get(), **fields))) == [wrong]
    assert House.objects.get().welcome == WELCOME


# -- rooms --------------------------------------------------------------------------------------------------


def test_a_room_is_changed_and_closed(staff: Staff, django_capture_on_commit_callbacks: Commits) -> None:
    room = Room.objects.get(key="san_dinh")
    with django_capture_on_commit_callbacks(execute=True):
        sent = change(staff("economist"), room, unit=600, fee_part=10, name_en="The yard", is_open=None)
    assert sent.status_code == 302
    kept = house.rooms()["san_dinh"]
    assert (kept.unit, kept.fee_part, kept.name_en, kept.is_open) == (600, 10, "The yard", False)
    assert LogEntry.objects.get().after == {"unit": 600, "fee_part": 10, "name_en": "The yard", "is_open": False}


@pytest.mark.parametrize(
    ("key", "fields", "wrong"),
    [
        ("san_dinh", {"unit": 0}, {"unit": ["Ensure this value is greater than or equal to 1."]}),
        ("san_dinh", {"unit": 10_000_001}, {"unit": ["10000000 at most."]}),
        (
            "san_dinh",
            {"least": 21_024},
            {"least": ["A hand by the usual rules can cost 21025: it takes as much to sit down."]},
        ),
        (
            "hien_nha",
            {"least": 20_001},
            {"least": ["Newcomers couldn't sit down in the first room: they get 20000, it takes 20001."]},
        ),
        ("hien_nha", {"is_open": None}, {"is_open": ["Newcomers play in this room, and whoever plays with bots."]}),
    ],
)
def test_rooms_that_make_no_sense_are_refused(
    staff: Staff, key: str, fields: dict[str, Any], wrong: dict[str, list[str]]
) -> None:
    assert faults(change(staff("economist"), Room.objects.get(key=key), **fields)) == wrong
    assert [room.unit for room in Room.objects.all()] == [room.unit for room in ROOMS.values()]


def test_a_new_room_is_offered_and_its_key_stays(staff: Staff, django_capture_on_commit_callbacks: Commits) -> None:
    client = staff("economist")
    room = {"key": "cho_que", "name_vi": "Chợ quê", "name_en": "The market", "unit": 200, "least": 10_000}
    with django_capture_on_commit_callbacks(execute=True):
        sent = client.post(path(Room), {**room, "fee_part": 20, "is_open": "on", "why": "More to choose from."})
    assert sent.status_code == 302
    assert list(house.open_rooms())[:3] == ["hien_nha", "cho_que", "san_dinh"]
    change(client, Room.objects.get(key="cho_que"), key="other", least=20_000)
    assert Room.objects.get(key="cho_que").least == 20_000
    assert Client(headers={"accept-language": "en"}).get("/tables/new/").content.count(b"The market") == 1


# -- words --------------------------------------------------------------------------------------------------


def test_a_phrase_is_added_and_withdrawn(staff: Staff, django_capture_on_commit_callbacks: Commits) -> None:
    client = staff("moderator")
    phrase = {"key": "tea", "text_vi": "Mời trà!", "text_en": "Tea?", "place": 5, "is_offered": "on"}
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(path(Phrase), {**phrase, "why": "People asked for it."}).status_code == 302
    assert list(phrases.offered())[:2] == ["tea", "hello"]
    with django_capture_on_commit_callbacks(execute=True):
        change(client, Phrase.objects.get(key="tea"), is_offered=None)
    assert "tea" not in phrases.offered() and phrases.known()["tea"].text_en == "Tea?"
    assert [entry.action for entry in LogEntry.objects.order_by("pk")] == ["add", "change"]


def test_words_are_added_taken_away_and_logged(staff: Staff) -> None:
    client = staff("moderator")
    assert client.post(path(FilteredWord), {"word": "xấu xí", "language": "vi", "why": "Rude."}).status_code == 302
    word = FilteredWord.objects.get(word="xấu xí")
    again = client.post(path(FilteredWord), {"word": "xấu xí", "language": "vi", "why": "Rude."})
    assert list(faults(again)) == ["word"]
    assert faults(client.post(path(FilteredWord), {"word": "!?", "language": "vi", "why": "Rude."})) == {
        "word": ["At least two letters or digits: fewer are in nearly everything."]
    }
    assert client.post(path(FilteredWord, "delete", word.pk), {"post": "yes", "why": ""}).status_code == 200
    assert FilteredWord.objects.filter(pk=word.pk).exists(), "not without a reason"
    client.post(path(FilteredWord, "delete", word.pk), {"post": "yes", "why": "It isn't."})
    assert not FilteredWord.objects.filter(pk=word.pk).exists()
    added, deleted = LogEntry.objects.order_by("pk")
    assert (added.action, added.after["word"], added.why) == ("add", "xấu xí", "Rude.")
    assert (deleted.action, deleted.before["word"], deleted.why) == ("delete", "xấu xí", "It isn't.")


def test_a_reserved_name_is_added(staff: Staff, django_capture_on_commit_callbacks: Commits) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        staff("moderator").post(path(ReservedName), {"word": "vnpay", "place": "anywhere", "why": "A bank."})
    assert house.reserved() == (("vnpay", "anywhere"),)
    assert LogEntry.objects.get().target_name == "vnpay"


# -- announcements ------------------------------------------------------------------------------------------


def test_an_announcement_is_made_and_ended(staff: Staff, django_capture_on_commit_callbacks: Commits) -> None:
    client = staff("moderator")
    text = {"text_vi": "Tối nay bảo trì", "text_en": "Maintenance tonight", "tone": "warn"}
    begins = {"begins_at_0": "2026-01-01", "begins_at_1": "08:00"}
    with django_capture_on_commit_callbacks(execute=True):
        sent = client.post(path(Announcement), {**text, **begins, "ends_at_0": "", "ends_at_1": "", "why": "So."})
    assert sent.status_code == 302
    (one,) = house.announcements(timezone.now())
    assert b"shown" in client.get(path(Announcement, "changelist")).content
    wrong = change(client, one, ends_at_0="2025-12-31", ends_at_1="08:00")
    assert faults(wrong) == {"ends_at": ["It has to end after it begins."]}
    early = change(client, one, begins_at_0="0001-01-01", begins_at_1="00:00")
    assert list(faults(early)) == ["begins_at"]
    over = client.post(
        path(Announcement), {**text, **begins, "ends_at_0": "2026-01-02", "ends_at_1": "08:00", "why": "So."}
    )
    assert faults(over) == {"ends_at": ["It would be over already."]}
    with django_capture_on_commit_callbacks(execute=True):
        change(client, one, ends_at_0="2026-01-02", ends_at_1="08:00")
    assert house.announcements(timezone.now()) == ()
    assert b"over" in client.get(path(Announcement, "changelist")).content
    Announcement.objects.update(begins_at=timezone.now() + timedelta(hours=1), ends_at=None)
    assert b"to come" in client.get(path(Announcement, "changelist")).content


# -- lists --------------------------------------------------------------------------------------------------


def more_of(model: type[Any], numbers: range) -> None:
    for number in numbers:
        fields: dict[type[Any], dict[str, Any]] = {
            Room: {"key": f"room{number}", "name_vi": "a", "name_en": "a", "unit": 1, "least": 99},
            ReservedName: {"word": f"word{number}"},
            Announcement: {"text_vi": "a", "text_en": "a"},
            FilteredWord: {"word": f"word{number}", "language": "vi"},
            Phrase: {"key": f"key{number}", "text_vi": "a", "text_en": "a"},
        }
        model.objects.create(**fields[model])


@pytest.mark.parametrize("model", [Room, ReservedName, Announcement, FilteredWord, Phrase])
def test_lists_ask_as_much_for_many_as_for_few(staff: Staff, model: type[Any]) -> None:
    client, counts = staff("admin"), []
    client.get(path(model, "changelist"))  # who comes for the first time leaves a trace
    for numbers in (range(3), range(3, 23)):
        more_of(model, numbers)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path(model, "changelist")).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 14


def refused(client: Client, model: type[Any], **fields: Any) -> list[str]:
    """What is wrong with it."""
    answer = client.post(path(model), fields | {"why": "x"}, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return [fault for faults in form_of(answer).errors.values() for fault in faults]


@pytest.mark.parametrize("word", ["CHIM SẺ", "chim  sẻ", "chim se\N{COMBINING HOOK ABOVE}", "ｃhim sẻ"])
def test_a_word_is_there_once_however_it_is_written(staff: Staff, word: str) -> None:
    client = staff(MODERATOR)
    kept = FilteredWord.objects.create(language="vi", word="chim sẻ")
    assert refused(client, FilteredWord, language="en", word=word) == ["This is the same as “chim sẻ” (Vietnamese)."]
    assert change(client, kept, word="Chim sẻ").status_code == 302, "itself is no other"
    assert client.post(path(FilteredWord), {"language": "vi", "word": "chim se", "why": "x"}).status_code == 302


@pytest.mark.parametrize(
    "word, told",
    [
        ("", "This field is required."),
        ("a", "At least two letters or digits: fewer are in nearly everything."),
        ("a!", "At least two letters or digits: fewer are in nearly everything."),
    ],
)
def test_a_word_has_two_letters(staff: Staff, word: str, told: str) -> None:
    assert refused(staff(MODERATOR), FilteredWord, language="vi", word=word) == [told]


def test_a_phrase_has_no_word_that_is_not_shown(staff: Staff) -> None:
    phrase = {"key": "tea", "text_vi": "Mời trà!", "text_en": "Holy shit!", "place": 5, "is_offered": "on"}
    client = staff(MODERATOR)
    assert refused(client, Phrase, **phrase) == ["There is a word in it that isn't shown: Holy ****!"]
    assert refused(client, Phrase, **phrase | {"text_vi": "đồ chó", "text_en": "Tea?"})
    assert not Phrase.objects.filter(key="tea").exists()
