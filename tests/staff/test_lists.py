"""The administration's lists stay quick however long they are, find by what is indexed, lead on, change nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import appeals
from accounts.admin import finding
from accounts.models import (
    Announcement,
    Appeal,
    House,
    Reason,
    ReservedName,
    Room,
    Sanction,
    Trace,
    User,
)
from accounts.models.gold import Account, Entry, Posting
from accounts.staff import log
from game.live.moment import now
from game.models import FilteredWord, HandRecord, Phrase, Report, Signal, Table
from tests.accounts.conftest import account
from tests.accounts.test_sanctions import imposed
from tests.staff.conftest import StaffClient, member
from tests.staff.rows import fill

pytestmark = pytest.mark.django_db
Staff = Callable[..., StaffClient]

REGISTERED = [model for model in admin.site._registry if model is not House]
"""The house has no list: its address leads to the one row."""
MANY = 6
LISTS = {
    "accounts/account": 2,
    "accounts/posting": 2,
    "accounts/entry": 2,
    "accounts/friendship": 2,
    "accounts/block": 2,
    "accounts/mute": 2,
    "accounts/lapse": 2,
    "game/table": 2,
    "game/tableseat": 2,
    "game/handrecord": 3,  # the players of all hands are one more
    "game/message": 2,
    "game/invitation": 2,
    "game/spectator": 2,
    "game/exclusion": 2,
    "game/peek": 2,
}
"""How often each list asks for its own rows: once to count them up to a bound, once to have them."""


def own_queries(client: StaffClient, address: str) -> tuple[int, list[str]]:
    """How many rows are shown, and what was asked for them: without who it is, and what that one may."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = client.get(address)
    assert answer.status_code == 200
    sqls = [query["sql"] for query in asked.captured_queries]
    others = ("django_session", "auth_permission", "auth_group", "mfa_authenticator", "accounts_house", "SAVEPOINT")
    viewer = f'FROM "accounts_user" WHERE "accounts_user"."id" = {client.user.pk} LIMIT 21'
    own = [sql for sql in sqls if not any(name in sql for name in others) and viewer not in sql]
    return len(answer.context["cl"].result_list), own


@pytest.mark.parametrize("name", LISTS)
def test_as_many_queries_for_many_rows_as_for_few(name: str, staff: Staff) -> None:
    client = staff("superuser")
    address = f"/admin/{name}/"
    client.get(address)
    fill(2)
    few, asked = own_queries(client, address)
    fill(MANY, "Giang")
    many, asked_of_many = own_queries(client, address)
    assert many > few > 0
    assert (len(asked), len(asked_of_many)) == (LISTS[name], LISTS[name]), asked_of_many


@pytest.mark.parametrize("name", LISTS)
def test_nothing_is_counted_to_the_end_nor_sorted_by_what_has_no_index(name: str, staff: Staff) -> None:
    fill(2)
    _, asked = own_queries(staff("superuser"), f"/admin/{name}/")
    counting = [sql for sql in asked if "COUNT(" in sql]
    assert len(counting) == 1 and "LIMIT" in counting[0]
    table = name.replace("/", "_")
    ordered = [sql for sql in asked if "ORDER BY" in sql and f'FROM "{table}"' in sql]
    assert ordered and all(re.search(rf'ORDER BY "{table}"."id" DESC( LIMIT \d+)?$', sql) for sql in ordered)


def somebody(number: int) -> User:
    return account(f"Người {number}", address="")


def _sanction(number: int) -> Sanction:
    return imposed(somebody(number), member("moderator"))


def _appeal(number: int) -> Appeal:
    made = _sanction(number)
    return appeals.make(made, made.user, "Tôi không làm gì.")


def _report(number: int) -> Report:
    user, by = somebody(number), member("moderator")
    return Report.objects.create(
        reported=user, reporter=somebody(number + 100), claimed_by=by, claimed_at=now(), decided_by=by
    )


def _signal(number: int) -> Signal:
    return Signal.objects.create(kind="gold", user=somebody(number), other=somebody(number + 100), score=5.0)


def _worded(model: type[models.Model], *names: str, **others: Any) -> Callable[[int], models.Model]:
    """One with such texts, none like the other."""
    return lambda number: model._default_manager.create(**{name: f"{name} {number}"[-12:] for name in names}, **others)


OTHERS: dict[str, Callable[[int], models.Model]] = {
    "accounts/user": somebody,
    "accounts/sanction": _sanction,
    "accounts/appeal": _appeal,
    "accounts/logentry": lambda number: log.note(member("moderator"), "change", somebody(number), "so"),
    "accounts/trace": lambda number: Trace.objects.create(user=somebody(number), address=f"{number:016x}"),
    "accounts/reason": _worded(Reason, "name_vi", "name_en", "text_vi", "text_en"),
    "accounts/room": _worded(Room, "key", "name_vi", "name_en", unit=7, least=999, fee_part=0),
    "accounts/reservedname": _worded(ReservedName, "word"),
    "accounts/announcement": _worded(Announcement, "text_vi", "text_en"),
    "game/report": _report,
    "game/signal": _signal,
    "game/phrase": _worded(Phrase, "key", "text_vi", "text_en"),
    "game/filteredword": _worded(FilteredWord, "word", language="vi"),
}
"""Of every other list, however short: one more row."""


@pytest.mark.parametrize("name", OTHERS)
def test_other_lists_ask_no_more_for_many_rows_either(name: str, staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    client, address = staff("superuser"), f"/admin/{name}/"
    for made in map(admin.site.get_model_admin, REGISTERED):
        monkeypatch.setattr(made, "list_per_page", 1000)  # so that what is there already fills no page
    client.get(address)
    asked = []
    for start, end in ((0, 2), (2, 2 + MANY)):
        for number in range(start, end):
            OTHERS[name](number)
        asked.append(own_queries(client, address))
    (few, of_few), (many, of_many) = asked
    assert many > few > 0
    assert len(of_many) == len(of_few), of_many


def test_every_list_of_the_administration_is_counted_here() -> None:
    """Whoever registers another adds it above."""
    assert {f"{model._meta.app_label}/{model._meta.model_name}" for model in REGISTERED} == {*LISTS, *OTHERS}


# -- what is found ------------------------------------------------------------------------------------


def found(client: StaffClient, address: str) -> list[models.Model]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return list(answer.context["cl"].result_list)


def test_by_player_wherever_a_row_has_to_do_with_one(staff: Staff) -> None:
    client, players = staff("admin"), fill(3)
    first, second = players[0], players[1]
    for name in LISTS:
        if name == "accounts/posting":
            continue
        if name == "accounts/entry":
            assert found(client, f"/admin/{name}/?player={first.pk}")
            continue
        rows = found(client, f"/admin/{name}/?player={first.pk if 'lapse' in name else second.pk}")
        assert rows, name
        assert len(rows) < type(rows[0])._default_manager.count(), name
    assert not found(client, "/admin/game/handrecord/?player=12345678")
    assert len(found(client, f"/admin/game/handrecord/?player={first.display_name}")) == 1


@pytest.mark.parametrize(
    "asked, count",
    [
        ("", 3), ("result=u", 0), ("result=running", 0), ("result=voided", 0), ("result=mom", 0), ("result=won", 3),
        ("gold=500", 3), ("gold=501", 0), ("gold=5.0.0", 3), ("first=2000-01-01", 3), ("last=2000-01-01", 0),
        ("first=2999-01-01", 0), ("first=gestern", 0), ("gold=viel", 0), ("gold=9999999999999999999999", 0),
        ("last=9999-12-31", 0), ("q=nothing", 0), ("q=99999999999999999999", 0), ("q=em1", 1),
        ("result=den", 0), ("player=Em+0&result=won", 1), ("player=Em+0&result=lost", 0),
        ("first=0001-01-01", 0), ("last=0001-01-01", 0), (f"q={'9' * 5000}", 0), (f"gold={'9' * 5000}", 0),
        (f"player={'9' * 5000}", 0), ("q=%C2%B2", 0), ("q=%D9%A3", 0), ("gold=%C2%B2", 0),
        ("player=Em+1&gold=500", 2), ("player=Em+1&result=lost&gold=400&first=2000-01-01", 1),
    ],
)  # fmt: skip
def test_hands_by_player_day_result_and_amount(asked: str, count: int, staff: Staff) -> None:
    fill(3)
    assert len(found(staff("moderator"), f"/admin/game/handrecord/?{asked}")) == count


def test_hands_by_what_they_are_called(staff: Staff) -> None:
    fill(2)
    client, hand = staff("moderator"), HandRecord.objects.all()[0]
    for text in (hand.pk, hand.public_id, f"https://x.y/hands/{hand.public_id}/", hand.table.code):
        assert found(client, f"/admin/game/handrecord/?q={text}") == [hand]


def test_gold_by_account_kind_and_posting(staff: Staff) -> None:
    players = fill(2)
    client = staff("economist")
    account = Account.objects.get(user=players[0], kind="purse")
    entries = found(client, f"/admin/accounts/entry/?account__id__exact={account.pk}&kind__exact=reserve")
    assert {(entry.account_id, entry.kind) for entry in entries if isinstance(entry, Entry)} == {
        (account.pk, "reserve")
    }
    posting = Posting.objects.filter(hand__isnull=False)[0]
    assert found(client, f"/admin/accounts/posting/?q={posting.reference}") == [posting]
    assert len(found(client, f"/admin/accounts/posting/?q={posting.hand}")) == 2
    assert len(found(client, f"/admin/accounts/posting/?hand={posting.hand}")) == 2
    for nothing in ("99999999999999999999", "9" * 5000, "%C2%B2"):
        assert not found(client, f"/admin/accounts/posting/?q={nothing}")
    for nobody in ("user=", "hand="):
        assert client.get(f"/admin/accounts/posting/correct/?{nobody}{'9' * 5000}").status_code == 404


def test_tables_by_code_and_state(staff: Staff) -> None:
    fill(2)
    client, table = staff("support"), Table.objects.all()[0]
    Table.objects.filter(pk=table.pk).update(closed_at="2026-01-01T00:00:00Z")
    assert found(client, f"/admin/game/table/?q={table.code}") == [table]
    assert found(client, "/admin/game/table/?state=closed") == [table]
    assert table not in found(client, "/admin/game/table/?state=open")


INDEXED = (
    *(f"{name}/?player=3" for name in LISTS if name != "accounts/posting"),
    *("game/handrecord/?player=3&result=won", "game/handrecord/?gold=500", "game/handrecord/?result=voided"),
    *("game/handrecord/?result=u", "game/handrecord/?first=2026-11-01&last=2999-01-01", "game/handrecord/?q=em1"),
    *("game/table/?q=em1", "game/tableseat/?q=em1", "game/message/?q=x&player=3", "game/message/?q=x"),
    *(f"{name}/?player=Em" for name in LISTS if name not in ("accounts/posting", "game/handrecord")),
    *("game/handrecord/?result=mom", "game/handrecord/?result=den", "accounts/trace/?q=Em"),
    "accounts/logentry/?target_type=accounts.user&target_id=3",
    *("accounts/sanction/?q=Em", "accounts/appeal/?q=Em", "accounts/user/?q=Em", "accounts/trace/?q=1.2.3.4"),
    *("accounts/posting/?q=3", "accounts/posting/?q=hand:3:deal", "accounts/entry/?player=3&kind__exact=payment"),
)


ON_SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL reads a few rows without their index")
SHORT = ("hands_", "users_of_the_staff")
"""Indexes of few rows of many: these may be read from end to end."""


def read_through(asked: list[str]) -> list[str]:
    """The queries that read a table from end to end; but for how names begin: PostgreSQL alone has indexes for it."""
    found = []
    with connection.cursor() as cursor:
        for sql in (one for one in asked if '"skeleton" LIKE' not in one):
            cursor.execute("EXPLAIN QUERY PLAN " + sql.replace("%", "%%"))
            read = [step for *_, step in cursor.fetchall() if step.startswith("SCAN ") and step != "SCAN subquery"]
            if [step for step in read if not any(f"USING INDEX {name}" in step for name in SHORT)]:
                found.append(sql)
    return found


@pytest.mark.parametrize("address", INDEXED)
@ON_SQLITE
def test_a_search_reads_no_table_from_end_to_end(address: str, staff: Staff) -> None:
    fill(2)
    _, asked = own_queries(staff("superuser"), f"/admin/{address}")
    assert asked
    assert read_through(asked) == []


@pytest.mark.parametrize(("few", "way"), [(1000, r'"id" IN \(\d'), (1, r'"user_id" IN \(\d')])
@pytest.mark.parametrize(("address", "count"), [("account/?player=Em", 6), ("lapse/?player=Em", 2), ("trace/?q=Em", 2)])
def test_few_rows_of_players_found_by_name_are_picked_out_by_their_ids(
    address: str, count: int, few: int, way: str, staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL walks through all rows, newest first, where it is asked for those of many players."""
    monkeypatch.setattr(finding, "FEW", few)
    for user in fill(2)[:2]:
        Trace.objects.create(user=user, address="a" * 16, device="b" * 16)
    fill(2, "Giang")
    shown, asked = own_queries(staff("superuser"), f"/admin/accounts/{address}")
    [listing] = [sql for sql in asked if re.search(r'ORDER BY "accounts_(account|lapse|trace)"."id" DESC', sql)]
    assert shown == count
    assert re.search(way, listing.split("WHERE")[1]), listing


@ON_SQLITE
def test_neither_does_the_page_of_the_staff(staff: Staff) -> None:
    client = staff("superuser")
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/admin/team/").status_code == 200
    about = [one["sql"] for one in asked.captured_queries if "is_staff" in one["sql"] or "mfa_auth" in one["sql"]]
    assert len(about) > 2
    assert read_through(about) == []


# -- what isn't told ----------------------------------------------------------------------------------

SECRETS = (
    "accounts/user/?password__startswith=p",
    "accounts/user/?email__startswith=a",
    "accounts/sanction/?user__password__startswith=p",
    "accounts/trace/?user__email__startswith=a",
    "accounts/logentry/?by__password__startswith=p",
    "game/report/?reported__password__startswith=p",
    "game/signal/?note__startswith=a",
    "game/table/?next_seed__startswith=a",
    "game/table/?pin=1234",
    "game/table/?chairs__hand_order__startswith=AS",
    "game/table/?chairs__seed__startswith=a",
    "game/table/?hands__server_seed__startswith=a",
    "game/tableseat/?hand_order__startswith=AS",
    "game/tableseat/?seed=x",
    "game/tableseat/?table__next_seed__startswith=a",
    "game/handrecord/?server_seed__startswith=a",
    "game/handrecord/?pack__0=AS",
    "game/handrecord/?actions__contains=x",
    "game/handrecord/?table__next_seed__startswith=a",
    "game/handrecord/?players__chair__hand_order__startswith=AS",
    "game/message/?table__next_seed__startswith=a",
    "game/message/?user__password__startswith=a",
    "accounts/entry/?account__user__password__startswith=p",
    "accounts/friendship/?asker__email__startswith=a",
)


@pytest.mark.parametrize("address", SECRETS)
def test_what_a_page_hides_no_filter_finds(address: str, staff: Staff) -> None:
    fill(1)
    assert staff("superuser").get(f"/admin/{address}").status_code == 400


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)
def test_no_list_is_filtered_but_by_what_is_named(model: type[models.Model], staff: Staff) -> None:
    """Whatever is registered, now or later: neither by its own fields nor by those of players it leads to."""
    client, made = staff("superuser"), admin.site._registry[model]
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    for field in model._meta.concrete_fields:
        ways = [f"{field.name}__startswith", f"{field.name}__gt", f"{field.name}__regex"]
        if field.related_model is User:
            ways += [f"{field.name}__password__startswith", f"{field.name}__email__contains"]
        for way in ways:
            assert client.get(address, {way: "1"}).status_code == 400, way
    for way in made.lookups:
        assert client.get(address, {way: "1"}).status_code == 200, way


# -- nothing is changed -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LISTS)
def test_read_only_and_undeletable_also_in_bulk(name: str, staff: Staff) -> None:
    fill(2)
    client = staff("superuser")
    [model] = [one for one in admin.site._registry if f"{one._meta.app_label}/{one._meta.model_name}" == name]
    before = list(model._default_manager.order_by("pk").values())
    row = model._default_manager.all()[0]
    path = f"/admin/{name}/"
    assert client.get(f"{path}{row.pk}/change/").status_code == 200
    values = {field.name: "1" for field in model._meta.fields}
    assert client.post(f"{path}{row.pk}/change/", values).status_code == 403
    assert client.get(f"{path}add/").status_code == 403
    assert client.post(f"{path}{row.pk}/delete/", {"post": "yes", "why": "x"}).status_code == 403
    for action in ("delete_selected", "delete_many"):
        chosen = {"_selected_action": [str(one["id"]) for one in before], "action": action}
        client.post(path, chosen | {"post": "yes", "confirmed": "1", "why": "x"})
    assert list(model._default_manager.order_by("pk").values()) == before


# -- ways on ------------------------------------------------------------------------------------------


def pages_led_to(client: StaffClient, address: str) -> set[str]:
    html = client.get(address).content.decode()
    content = html[html.index('id="content"') :]
    return {link.replace("&amp;", "&") for link in re.findall(r'href="(/admin/(?:game|accounts)/[^"]+)"', content)}


def test_every_object_leads_to_its_neighbours_and_all_ways_are_open(staff: Staff) -> None:
    client, players = staff("superuser"), fill(2)
    hand, user = HandRecord.objects.all()[0], User.objects.get(pk=players[1].pk)
    table = hand.table
    starts = {
        f"/admin/accounts/user/{user.pk}/change/": ("handrecord", "table", "message", "entry", "report", "sanction"),
        f"/admin/game/handrecord/{hand.pk}/change/": ("user", "table", "message", "posting", "report"),
        f"/admin/game/table/{table.pk}/change/": ("user", "handrecord", "message", "report", "tableseat"),
        f"/admin/game/message/{table.messages.all()[0].pk}/change/": ("user", "table", "report"),
        f"/admin/accounts/posting/{Posting.objects.get(reference=f'hand:{hand.pk}:deal').pk}/change/": (
            "handrecord", "entry"),
        f"/admin/accounts/account/{Account.objects.filter(user=user)[0].pk}/change/": ("user", "entry"),
    }  # fmt: skip
    for start, wanted in starts.items():
        ways = pages_led_to(client, start)
        for name in wanted:
            assert any(f"/{name}/" in way for way in ways), (start, name)
        for way in ways:
            assert client.get(way).status_code in (200, 302), (start, way)
