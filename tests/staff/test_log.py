"""The log: whatever the staff does is in it, with who, what, why, before and after; it is read, and never changed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import appeals, erasing, ledger
from accounts.models import LogEntry, Sanction, User
from accounts.names import changing
from accounts.staff import log
from accounts.staff.admins import Explained
from accounts.staff.words import ACTIONS
from game.live import peeking, removing, reports
from game.models import HandRecord, Message, Report, Signal, Table
from tests.accounts.conftest import account
from tests.accounts.test_sanctions import imposed, reason
from tests.live.build import dealt, people, seated
from tests.live.conftest import quiet, stack
from tests.staff.conftest import StaffClient, member
from tests.staff.test_roles import actions, path

__all__ = ["quiet", "stack"]
pytestmark = pytest.mark.django_db
Staff = Callable[..., StaffClient]
WHY = "Vì đã nhắc hai lần."


# -- an entry -----------------------------------------------------------------------------------------


def test_an_entry_keeps_what_differs() -> None:
    thao, by = account(), member("moderator", "Kiểm Duyệt")
    before = log.state(thao)
    thao.display_name = "Mai Lan"
    entry = log.note(by, "change", thao, f" {WHY} ", before, log.state(thao))
    assert (entry.before, entry.after) == ({"display_name": "Thảo"}, {"display_name": "Mai Lan"})
    assert (entry.by, entry.by_name, entry.user, entry.why) == (by, f"#{by.pk}", thao, WHY)
    assert (entry.target_type, entry.target_id, entry.target_name) == ("accounts.user", str(thao.pk), "")
    assert str(entry) == "Mai Lan", "as today"
    whole = log.note(None, "add", thao, "", after={"a": 1})
    assert (whole.before, whole.after, whole.by_name) == ({}, {"a": 1}, "")


def test_no_secret_comes_into_the_log() -> None:
    thao = account(address="thao@example.com")
    assert log.state(thao)["email"] == "t…@example.com"
    assert not {"password", "skeleton"} & log.state(thao).keys()
    table = seated([*people()])
    hand = dealt(table)
    cards = {"pack", "actions", "server_seed", "player_seeds", "next_seed", "pin", "hand_order", "seed"}
    for obj in (table, hand, *table.chairs.all()):
        assert not cards & log.state(obj).keys()
        assert hand.server_seed not in str(log.state(obj))


def test_an_entry_is_written_once() -> None:
    entry = log.note(None, "lapse", account(), WHY)
    entry.why = "anders"
    for write in (entry.save, entry.delete, LogEntry.objects.all().delete):
        with pytest.raises(TypeError):
            write()
    with pytest.raises(TypeError):
        LogEntry.objects.update(why="anders")
    assert LogEntry.objects.get().why == WHY


def test_it_outlives_whom_it_is_about_and_who_wrote_it() -> None:
    thao, by = account(), member("moderator", "Kiểm Duyệt")
    log.note(by, "change", thao, WHY)
    numbers = (f"#{by.pk}", str(thao.pk))
    thao.delete()
    by.delete()
    entry = LogEntry.objects.get()
    assert (entry.by, entry.user, entry.by_name, entry.shown_name) == (None, None, *numbers)


NAME, TEXT = "Thảo Lừng Danh", "câu không ai được nói"


def told_of(client: StaffClient) -> str:
    """All that the log has, and shows."""
    entries = LogEntry.objects.all()
    pages = [client.get(path(LogEntry, "change", entry.pk)).content.decode() for entry in entries]
    list_ = client.get(path(LogEntry, "changelist")).content.decode()
    return list_ + "".join(pages) + str(list(entries.values()))


@pytest.mark.parametrize("stays", [True, False], ids=["in mid-hand", "at once"])
def test_whoever_is_erased_is_named_no_more(staff: Staff, quiet: None, stays: bool) -> None:
    client, users = staff("superuser"), people()
    thao = users[0]
    changing.impose(thao, NAME)
    thao.refresh_from_db()
    message = Message.objects.create(table=seated(users), user=thao, name=NAME, text=TEXT)
    before = log.state(thao)
    log.note(client.user, "change", thao, WHY, before | {"display_name": "Cũ Rích"}, before)
    log.note(client.user, "delete", thao, WHY, before)
    removing.remove(message, client.user, WHY)
    assert NAME in told_of(client), "as long as the player is there"
    assert TEXT not in str(list(LogEntry.objects.values()))
    if stays:
        ledger.welcome(thao)
        ledger.set_aside(7, {thao.pk: 5_000})
    pk = thao.pk
    erasing.erase(thao)
    assert User.objects.filter(pk=pk).exists() is stays
    told = told_of(client)
    for personal in (NAME, "Cũ Rích", TEXT, str(before["date_joined"])):
        assert personal not in told
    entries = LogEntry.objects.order_by("pk")
    assert {entry.why for entry in entries} == {WHY}
    assert {(entry.target_id, entry.by) for entry in entries.filter(target_type="accounts.user")} == {
        (str(pk), client.user)
    }
    assert entries.get(action="remove_message").target_id == str(message.pk)
    assert entries.get(action="delete").before["id"] == pk


def test_whoever_of_the_staff_is_erased_stays_as_a_number(staff: Staff) -> None:
    client, by = staff("superuser"), member("moderator", "Kiểm Duyệt")
    log.note(by, "change", account(), WHY)
    assert "Kiểm Duyệt" in told_of(client)
    number = f"#{by.pk}"
    erasing.erase(by)
    told = told_of(client)
    assert "Kiểm Duyệt" not in told and number in told


# -- it is complete: forms ----------------------------------------------------------------------------

EXPLAINED = sorted(
    (model for model, made in admin.site._registry.items() if isinstance(made, Explained)),
    key=lambda model: model._meta.label,
)
MADE: dict[str, dict[str, str]] = {
    "accounts.Announcement": {"text_vi": "Tối nay bảo trì.", "text_en": "Down tonight."},
    "accounts.Reason": {"name_vi": "Quấy", "name_en": "Pest", "text_vi": "Bạn quấy.", "text_en": "You pester."},
    "accounts.ReservedName": {"word": "sếp tổng", "place": "whole"},
    "accounts.Room": {"key": "thu", "name_vi": "Thử", "name_en": "Trial", "unit": "7", "least": "999", "fee_part": "0"},
    "game.FilteredWord": {"language": "vi", "word": "bánh khúc"},
    "game.Phrase": {"key": "thu", "text_vi": "Hay quá!", "text_en": "Well done!", "place": "7"},
}
"""What a new one is made of, where new ones are made."""
OTHERWISE: dict[str, dict[str, str]] = {
    "accounts.Announcement": {"text_en": "Down tomorrow."},
    "accounts.House": {"welcome": "30000"},
    "accounts.Reason": {"name_en": "Nuisance"},
    "accounts.ReservedName": {"word": "sếp phó"},
    "accounts.Room": {"name_en": "Other"},
    "accounts.User": {"display_name": "Mai Lan"},
    "game.FilteredWord": {"word": "bánh bèo"},
    "game.Phrase": {"text_en": "Bravo!"},
}
"""What is changed of one."""


def typed(page: Any) -> dict[str, Any]:
    """A page's form as a browser sends it, untouched; rows beside it too."""
    forms = [page.context["adminform"].form]
    for beside in page.context["inline_admin_formsets"]:
        forms += [beside.formset.management_form, *beside.formset.forms]
    sent: dict[str, Any] = {}
    for form in forms:
        for field in form:
            sent |= _inputs(field)
    return sent


def _inputs(field: Any) -> dict[str, Any]:
    value, widget = field.value(), field.field.widget
    if hasattr(widget, "decompress"):
        parts = widget.decompress(value) or []
        return {f"{field.html_name}_{number}": part for number, part in enumerate(parts) if part is not None}
    if value is None or value is False:
        return {}
    return {field.html_name: "on" if value is True else value}


def the(model: Any, thao: User) -> Any:
    """One that can be changed: there already, or made."""
    if model is User:
        return thao
    return model._default_manager.first() or model._default_manager.create(**MADE[model._meta.label])


@pytest.mark.parametrize("model", EXPLAINED, ids=lambda model: model._meta.label)
def test_whatever_is_changed_is_logged(staff: Staff, model: Any) -> None:
    client, thao = staff("superuser"), account()
    obj = the(model, thao)
    page = client.get(path(model, "change", obj.pk))
    changed = typed(page) | OTHERWISE[model._meta.label]
    assert client.post(path(model, "change", obj.pk), changed).status_code == 200, "a reason is asked for"
    assert not LogEntry.objects.exists()
    answer = client.post(path(model, "change", obj.pk), changed | {"why": WHY})
    assert answer.status_code == 302, answer.context["errors"]
    entry = LogEntry.objects.get()
    assert (entry.by, entry.action, entry.why) == (client.user, "change", WHY)
    assert (entry.target_type, entry.target_id) == (model._meta.label_lower, str(obj.pk))
    for name, value in OTHERWISE[model._meta.label].items():
        assert str(entry.after[name]) == value != str(entry.before[name])
        assert str(getattr(model._default_manager.get(pk=obj.pk), name)) == value


@pytest.mark.parametrize("model", EXPLAINED, ids=lambda model: model._meta.label)
def test_whatever_is_added_and_deleted_is_logged(staff: Staff, model: Any) -> None:
    client = staff("superuser")
    label, rows = model._meta.label, model._default_manager.count()
    page = client.get(path(model, "add"))
    assert (page.status_code == 200) is (label in MADE)
    if label in MADE:
        sent = typed(page) | MADE[label] | {"why": WHY}
        answer = client.post(path(model, "add"), sent)
        assert answer.status_code == 302, answer.context["errors"]
        added = LogEntry.objects.get()
        assert (added.by, added.action, added.why, added.before) == (client.user, "add", WHY, {})
        assert {name: str(added.after[name]) for name in MADE[label]} == MADE[label]
        assert model._default_manager.count() == rows + 1
        _delete(client, model, model._default_manager.get(pk=added.target_id))


def _delete(client: StaffClient, model: Any, obj: Any) -> None:
    page = client.get(path(model, "delete", obj.pk))
    if page.status_code == 403:
        return
    assert 'name="why"' in page.content.decode()
    assert client.post(path(model, "delete", obj.pk), {"post": "yes", "why": " "}).status_code == 200
    assert model._default_manager.filter(pk=obj.pk).exists(), "not without a reason"
    client.post(path(model, "delete", obj.pk), {"post": "yes", "why": WHY})
    assert not model._default_manager.filter(pk=obj.pk).exists()
    gone = LogEntry.objects.get(action="delete")
    assert (gone.by, gone.why, gone.target_id, gone.after) == (client.user, WHY, str(obj.pk), {})
    assert gone.before["id"] == obj.pk


# -- it is complete: actions --------------------------------------------------------------------------


def _sanction(by: User) -> Sanction:
    return imposed(account(), member("moderator"))


def _appeal(by: User) -> Any:
    made = _sanction(by)
    return appeals.make(made, made.user, "Tôi không làm gì.")


def _report(by: User) -> Report:
    users = people()
    return reports.of_player(users[0], users[1], reports.Word("abuse"))


def _message(by: User, hidden: bool = False) -> Message:
    table = seated([*people()])
    return Message.objects.create(table=table, user=table.host, name="Thảo", text="…", hidden=hidden)


def _table(by: User, **state: bool) -> Table:
    table = seated([*people()])
    dealt(table)
    Table.objects.filter(pk=table.pk).update(**state)
    return table


def _seen_into(by: User) -> Table:
    table = _table(by)
    peeking.begin(table, by, WHY)
    return table


def _signal(by: User) -> Signal:
    return Signal.objects.create(kind="gold", user=account(), score=5.0)


def _hand(by: User) -> HandRecord:
    return dealt(seated([*people()], open_hands=False))


def _new(label: str) -> Callable[[User], Any]:
    return lambda by: apps.get_model(label)._default_manager.create(**MADE[label])


ANSWER = {"answer": "Đã xem."}
DONE: dict[tuple[str, str], tuple[Callable[[User], Any], dict[str, str]]] = {
    ("accounts.Announcement", "delete_many"): (_new("accounts.Announcement"), {}),
    ("accounts.Appeal", "grant"): (_appeal, ANSWER),
    ("accounts.Appeal", "refuse"): (_appeal, ANSWER),
    ("accounts.Reason", "delete_many"): (_new("accounts.Reason"), {}),
    ("accounts.ReservedName", "delete_many"): (_new("accounts.ReservedName"), {}),
    ("accounts.Sanction", "lift"): (_sanction, {}),
    ("accounts.User", "delete_many"): (lambda by: account(), {}),
    ("accounts.User", "sanction"): (lambda by: account(), {"kind": "mute", "lasts": "1d"}),
    ("game.FilteredWord", "delete_many"): (_new("game.FilteredWord"), {}),
    ("game.HandRecord", "void"): (_hand, {}),
    ("game.Message", "remove"): (_message, {}),
    ("game.Message", "restore"): (lambda by: _message(by, hidden=True), {}),
    ("game.Report", "close"): (_report, ANSWER | {"outcome": "nothing"}),
    ("game.Table", "close"): (_table, {}),
    ("game.Table", "keep_open"): (lambda by: _table(by, last_hand=True), {}),
    ("game.Table", "freeze"): (_table, {}),
    ("game.Table", "thaw"): (lambda by: _table(by, chat_frozen=True), {}),
    ("game.Signal", "judge"): (_signal, {"verdict": "nothing"}),
    ("game.Table", "look_away"): (_seen_into, {}),
    ("game.Table", "peek"): (_table, {}),
}
"""Every action of the administration: something to do it to, and what else it asks for."""


def test_every_action_is_tried_here() -> None:
    found = {(model._meta.label, name) for model, made in admin.site._registry.items() for name, _act in actions(made)}
    assert found == {*DONE}
    assert {model._meta.label for model in EXPLAINED} == {*OTHERWISE}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("label", "name"), DONE)
def test_whatever_is_done_is_logged(staff: Staff, quiet: None, label: str, name: str) -> None:
    make, fields = DONE[label, name]
    client = staff("superuser")
    obj = make(client.user)
    model = type(obj)
    sent: dict[str, Any] = {"action": name, "_selected_action": [obj.pk]}
    before = LogEntry.objects.count()
    page = client.post(path(model, "changelist"), sent)
    assert page.templates[0].name == "admin/reasoned.html"
    assert LogEntry.objects.count() == before
    if name == "sanction":
        fields = fields | {"reason": str(reason().pk)}
    sure = sent | fields | {"confirmed": "yes", "only": str(obj.pk)}
    assert client.post(path(model, "changelist"), sure | {"why": " "}).status_code == 200
    assert LogEntry.objects.count() == before, "not without a reason"
    assert client.post(path(model, "changelist"), sure | {"why": WHY}).status_code == 302
    entry = LogEntry.objects.order_by("-pk")[0]
    assert LogEntry.objects.count() > before
    assert (entry.by, entry.why) == (client.user, WHY)
    assert entry.before or entry.after
    assert entry.action in ACTIONS, "in words too"


# -- it is read ---------------------------------------------------------------------------------------


@pytest.fixture
def entries() -> list[LogEntry]:
    """Two of a moderator's about two players, one of the house's."""
    thao, lan, by = account(), account("Mai Lan", address=""), member("moderator", "Kiểm Duyệt")
    return [
        log.note(by, "impose", thao, "eins", {}, {"kind": "mute"}),
        log.note(by, "change", lan, "zwei", {"display_name": "Lan"}, {"display_name": "Mai Lan"}),
        log.note(None, "lapse", thao, "drei", {"kind": "mute"}, {}),
    ]


def found(client: StaffClient, **asked: Any) -> list[str]:
    page = client.get(reverse("admin:accounts_logentry_changelist"), asked)
    assert page.status_code == 200
    return [entry.why for entry in page.context["cl"].result_list]


def test_by_who_what_object_and_player(staff: Staff, entries: list[LogEntry]) -> None:
    client = staff("support")
    by, thao = entries[0].by, entries[0].user
    assert by and thao
    assert found(client) == ["drei", "zwei", "eins"]
    assert found(client, who=by.pk) == ["zwei", "eins"]
    assert found(client, who="house") == ["drei"]
    assert found(client, action="lapse") == ["drei"]
    assert found(client, kind="accounts.user") == ["drei", "zwei", "eins"]
    assert found(client, kind="accounts.room") == []
    assert found(client, target_type="accounts.user", target_id=thao.pk) == ["drei", "eins"]
    assert found(client, user__id__exact=thao.pk) == ["drei", "eins"]
    assert found(client, q="thao") == ["drei", "eins"], "names that look alike"
    assert found(client, q="KIÊM DUYÊT") == ["zwei", "eins"]
    assert found(client, q=str(thao.pk)) == ["drei", "eins"]
    assert found(client, q="9" * 30) == []
    for nonsense in ({"who": "unsinn"}, {"who": "9" * 30}, {"action": "unsinn"}, {"kind": "unsinn"}):
        assert found(client, **nonsense) == ["drei", "zwei", "eins"]


def test_an_object_leads_to_its_log(staff: Staff, entries: list[LogEntry]) -> None:
    client, thao = staff("support"), entries[0].user
    assert thao
    page = client.get(path(User, "history", thao.pk), follow=True)
    assert [entry.why for entry in page.context["cl"].result_list] == ["drei", "eins"]
    log.note(None, "impose", entries[1], "vier", user=thao)
    page = client.get(path(User, "history", thao.pk), follow=True)
    assert [entry.why for entry in page.context["cl"].result_list] == ["vier", "drei", "eins"], "of a player everything"


def test_an_entry_says_it_in_words_and_leads_on(staff: Staff, entries: list[LogEntry]) -> None:
    client = staff("support")
    page = client.get(path(LogEntry, "change", entries[1].pk)).content.decode()
    assert '<th scope="row">Tên hiển thị</th><td>Lan</td><td>Mai Lan</td>' in page
    assert "Có sửa: Mai Lan" in page
    assert path(User, "change", entries[1].target_id) in page
    assert "của cùng người làm" in page
    assert client.get(path(LogEntry, "change", entries[2].pk)).status_code == 200


def test_what_is_no_more_is_named_as_it_was(staff: Staff) -> None:
    thao = account()
    gone = log.note(None, "delete", thao, WHY, log.state(thao))
    LogEntry.objects.create(action="x", target_type="alt.modell", target_id="7", why="y")
    page = staff("support").get(path(LogEntry, "changelist")).content.decode()
    assert "Người chơi: Thảo" in page and "alt.modell: 7" in page
    assert path(User, "change", gone.target_id) not in page.split('class="field-player')[0].split("result_list")[-1]


def test_a_list_of_many_takes_as_many_queries_as_one_of_few(staff: Staff, entries: list[LogEntry]) -> None:
    client = staff("support")

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            found(client)
        return len(queries)

    asked()
    few = asked()
    for number in range(30):
        log.note(member("moderator"), "change", account(f"Em {number}", address=""), WHY)
    assert asked() == few


# -- what one may not read there ----------------------------------------------------------------------


def test_nobody_reads_there_what_was_made_of_signals_and_reports_about_oneself(staff: Staff) -> None:
    client, thao, by = staff("moderator"), account(), member("admin")
    own = client.user
    signals = [Signal.objects.create(kind="gold", user=one, other=other, score=5.0)
               for one, other in ((own, None), (thao, own), (thao, None))]  # fmt: skip
    for signal, why in zip(signals, ("own", "with one", "another's"), strict=True):
        log.note(by, "judge", signal, why, {"verdict": ""}, {"verdict": "cheating"}, user=signal.user)
    for reported, user, why in (
        (own, own, "own report"),
        (own, None, "own too"),
        (thao, thao, "theirs"),
        (None, None, "a hand"),
    ):
        log.note(by, "decide_report", Report.objects.create(kind="hand", reported=reported), why, user=user)
    log.note(by, "impose", imposed(own, member("superuser"), "warn", None), "own sanction", user=own)
    log.note(by, "impose", imposed(thao, by, "warn", None), "a sanction", user=thao)
    table = seated([*people()])
    for user in (own, thao):
        said = Message.objects.create(table=table, user=user, name="Thảo", text="…")
        log.note(by, "remove_message", said, "own message" if user == own else "a message", user=user)
    seen = [why for why in found(client) if why != str(reason())]
    assert seen == ["a message", "a sanction", "a hand", "theirs", "another's"]
    assert found(client, user__id__exact=own.pk) == []
    hidden = LogEntry.objects.get(why="with one")
    assert client.get(path(LogEntry, "change", hidden.pk), follow=True).redirect_chain
    others = found(staff("support"))
    assert "own sanction" in others and "own report" in others
    assert not {"own", "with one", "another's"} & {*others}, "who may see no signals"
    assert {"own", "with one", "another's", "own too", "a hand"} <= {*found(staff("admin"))}


def noted(path: Path) -> Iterator[str]:
    """The actions that a file's calls of `log.note` and `self._note` name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in ("note", "_note"):
            for argument in node.args[:2]:
                yield from (one.value for one in ast.walk(argument) if isinstance(one, ast.Constant))


def test_whatever_is_noted_is_said_in_words() -> None:
    files = [file for folder in ("accounts", "game") for file in (settings.BASE_DIR / folder).rglob("*.py")]
    named = {action for file in files if "log.note(" in file.read_text() for action in noted(file)}
    assert len(named) > 10
    assert {action for action in named if isinstance(action, str) and action} - {*ACTIONS} == set()


def test_times_are_told_to_the_second(staff: Staff) -> None:
    at = datetime(2026, 11, 30, 5, 7, 9, tzinfo=UTC)
    entry = LogEntry.objects.create(action="add", target_type="accounts.user", target_id="1", why=WHY, at=at)
    for language, words in (("vi", "12:07:09 30/11/2026"), ("en", "30 Nov 2026, 12:07:09")):
        for address in ("", f"{entry.pk}/change/"):
            told = staff("admin").get(f"/admin/accounts/logentry/{address}", headers={"accept-language": language})
            assert words in told.content.decode()
