"""Corrections: the only way in which the staff moves gold."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounts import ledger, statement
from accounts.ledger import Correction, correct
from accounts.models import LogEntry, User
from accounts.models.gold import Account, AccountKind, Entry, EntryKind, Posting
from accounts.staff import log
from game.live.moment import now
from game.models import HandRecord
from tests.live.build import QUIET, dealt, do_all, people, person, seated
from tests.live.conftest import quiet, stack
from tests.staff.conftest import StaffClient, member

__all__ = ["quiet", "stack"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]
Staff = Callable[..., StaffClient]


@pytest.fixture
def hand() -> HandRecord:
    """A finished hand of four people."""
    table = seated([*people()])
    hand = dealt(table)
    do_all(table, QUIET["actions"])
    return hand


def players(hand: HandRecord) -> list[User]:
    return [part.user for part in hand.players.select_related("user") if part.user]


def fix(hand: HandRecord | None, *gold: tuple[User, int], house: int = 0, key: str = "") -> Correction:
    amounts = {user.pk: amount for user, amount in gold}
    return Correction(key or uuid4().hex, amounts, house, hand.pk if hand else None)


def test_it_moves_gold_by_entries_of_its_own(hand: HandRecord) -> None:
    an, binh, *_ = players(hand)
    before = {user: ledger.balance(user.pk) for user in (an, binh)}
    paid = list(Entry.objects.order_by("pk").values())
    posting = correct(fix(hand, (an, 700), (binh, -700)), member("economist"), "The wrong one paid.")
    assert posting and posting.reference.startswith("correction:") and posting.hand == hand.pk
    assert {user: ledger.balance(user.pk) for user in (an, binh)} == {an: before[an] + 700, binh: before[binh] - 700}
    assert list(Entry.objects.order_by("pk").values())[: len(paid)] == paid, "what was paid stands as it was"
    assert {entry.kind for entry in posting.entries.all()} == {EntryKind.CORRECTION}
    assert posting.entries.count() == 2, "the house has no part in it"
    call_command("checkledger")


def test_the_house_gives_and_takes() -> None:
    an = person("An")
    ledger.welcome(an)
    correct(fix(None, (an, 500), house=-500), member("economist"), "A hand was lost by our fault.")
    correct(fix(None, (an, -200), house=200), member("admin"), "Too much.")
    assert ledger.balance(an.pk) == 20_300
    call_command("checkledger")


def test_whom_it_concerns_sees_it_in_the_statement(hand: HandRecord, client: Client) -> None:
    an, binh, *_ = players(hand)
    correct(fix(hand, (an, 700), (binh, -700)), member("economist"), "The wrong one paid.")
    [row, *_] = statement.page_of(an.pk, "given").rows
    assert (row.entry.kind, row.entry.amount, row.hand) == (EntryKind.CORRECTION, 700, hand.pk)
    client.force_login(an)
    page = client.get("/gold/?only=given").content.decode()
    assert "+700" in page and "The wrong one paid." not in page


def test_the_log_tells_it_of_each(hand: HandRecord) -> None:
    an, binh, *_ = players(hand)
    by, has = member("economist"), ledger.balance(an.pk)
    posting = correct(fix(hand, (an, 700), (binh, -700)), by, " The wrong one paid. ")
    assert posting
    entries = LogEntry.objects.filter(action="correct_gold").order_by("pk")
    assert {entry.user for entry in entries} == {an, binh}
    first = entries.get(user=an)
    assert (first.by, first.why, first.target_id) == (by, "The wrong one paid.", str(posting.pk))
    assert (first.before, first.after) == ({"purse": has}, {"purse": has + 700})


def test_once_is_enough(hand: HandRecord) -> None:
    an, binh, *_ = players(hand)
    by, fixed = member("economist"), fix(hand, (an, 700), (binh, -700), key="one")
    assert correct(fixed, by, "x") is not None
    before = ledger.balance(an.pk)
    assert correct(fixed, by, "x") is None
    assert ledger.balance(an.pk) == before and LogEntry.objects.filter(action="correct_gold").count() == 2


def test_two_at_once_are_one(hand: HandRecord) -> None:
    an, binh, *_ = players(hand)
    by, fixed, start = member("economist"), fix(hand, (an, 700), (binh, -700)), Barrier(2)
    before, done = ledger.balance(an.pk), []

    def run() -> None:
        start.wait()
        done.append(correct(fixed, by, "x"))
        connection.close()

    threads = [Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(posting is None for posting in done) == [False, True]
    assert ledger.balance(an.pk) == before + 700


@pytest.mark.parametrize(
    "gold, house, why, code",
    [
        ((700, -600), 0, "x", "not_zero"),
        ((700, -600), 100, "x", "not_zero"),
        ((700, -700), 0, "  ", "no_reason"),
        ((0, 0), 0, "x", "nothing"),
        ((900_000, -900_000), 0, "x", "short"),
        ((2_000_000_000, -2_000_000_000), 0, "x", "nothing"),
    ],
)
def test_what_is_wrong_moves_nothing(hand: HandRecord, gold: tuple[int, int], house: int, why: str, code: str) -> None:
    before = list(Account.objects.order_by("pk").values())
    with pytest.raises(ValidationError) as refused:
        correct(fix(hand, *zip(players(hand), gold, strict=False), house=house), member("economist"), why)
    assert refused.value.code == code
    assert list(Account.objects.order_by("pk").values()) == before
    assert not Posting.objects.filter(reference__startswith="correction").exists()


def test_only_of_those_who_played_a_hand_that_is_over(hand: HandRecord) -> None:
    an, binh, *_ = players(hand)
    by, stranger = member("economist"), person("Em")
    ledger.welcome(stranger)
    with pytest.raises(ValidationError) as refused:
        correct(fix(hand, (an, -10), (stranger, 10)), by, "x")
    assert refused.value.code == "no_part"
    running = dealt(hand.table)
    with pytest.raises(ValidationError) as refused:
        correct(fix(running, (an, -10), (binh, 10)), by, "x")
    assert refused.value.code == "in_play"


def test_not_of_oneself_nor_of_staff_above(hand: HandRecord) -> None:
    an, binh, *_ = players(hand)
    by = member("economist")
    for name in ("superuser", "admin", "economist"):
        above = member(name)
        ledger.welcome(above)
        with pytest.raises(ValidationError) as refused:
            correct(fix(None, (above, 10), house=-10), by, "x")
        assert refused.value.code == "not_yours"
    ledger.welcome(by)
    with pytest.raises(ValidationError):
        correct(fix(None, (by, 10), house=-10), by, "x")
    for role in ("support", "moderator", ""):
        with pytest.raises(PermissionDenied):
            correct(fix(hand, (an, 10), (binh, -10)), member(role), "x")


# -- the page -----------------------------------------------------------------------------------------


ADDRESS = "/admin/accounts/posting/correct/"


def test_the_page_shows_what_will_be_done_then_does_it_once(hand: HandRecord, staff: Staff) -> None:
    client = staff("economist")
    an, binh, *_ = players(hand)
    has = ledger.balance(an.pk)
    asked = client.get(f"{ADDRESS}?hand={hand.pk}")
    assert asked.status_code == 200
    form: dict[str, Any] = asked.context["form"].initial
    sent = {"key": form["key"], "why": "The wrong one paid.", "house": 0} | {
        f"gold_{user.pk}": 0 for user in players(hand)
    }
    sent |= {f"gold_{an.pk}": 700, f"gold_{binh.pk}": -700}
    preview = client.post(f"{ADDRESS}?hand={hand.pk}", sent)
    assert preview.status_code == 200 and not Entry.objects.filter(kind=EntryKind.CORRECTION).exists()
    assert [(str(user), after) for user, _, _, after in preview.context["lines"]][0] == (str(an), has + 700)
    stamp = preview.context["stamp"]
    other = client.post(
        f"{ADDRESS}?hand={hand.pk}", sent | {f"gold_{an.pk}": 600, f"gold_{binh.pk}": -600, "confirmed": stamp}
    )
    assert other.status_code == 200, "other amounts than those shown are shown first"
    for _ in range(2):
        answer = client.post(f"{ADDRESS}?hand={hand.pk}", sent | {"confirmed": stamp})
        assert answer.status_code == 302
    assert ledger.balance(an.pk) == has + 700
    assert client.get(answer["Location"]).status_code == 200


def test_the_page_tells_what_is_wrong_and_keeps_what_was_typed(hand: HandRecord, staff: Staff) -> None:
    client = staff("economist")
    an, *_ = players(hand)
    key = client.get(f"{ADDRESS}?hand={hand.pk}").context["form"].initial["key"]
    sent = {"key": key, "why": "x", "house": 0} | {f"gold_{user.pk}": 0 for user in players(hand)}
    answer = client.post(f"{ADDRESS}?hand={hand.pk}", sent | {f"gold_{an.pk}": 5, "confirmed": "1"})
    page = answer.content.decode()
    assert answer.status_code == 200 and 'value="5"' in page and "errornote" in page
    assert not Entry.objects.filter(kind=EntryKind.CORRECTION).exists()


def test_one_purse_alone_is_put_right_with_the_house(staff: Staff) -> None:
    client, an = staff("economist"), person("An")
    ledger.welcome(an)
    key = client.get(f"{ADDRESS}?user={an.pk}").context["form"].initial["key"]
    sent = {"key": key, "why": "x", "house": -500, f"gold_{an.pk}": 500}
    sent["confirmed"] = client.post(f"{ADDRESS}?user={an.pk}", sent).context["stamp"]
    assert client.post(f"{ADDRESS}?user={an.pk}", sent).status_code == 302
    assert ledger.balance(an.pk) == 20_500


@pytest.mark.parametrize("asked", ["", "?hand=0", "?hand=x", "?user=99999999999999999999", "?user=12345"])
def test_an_address_that_names_nobody_is_none(asked: str, staff: Staff) -> None:
    assert staff("economist").get(f"{ADDRESS}{asked}").status_code == 404


@pytest.mark.parametrize("role", ["support", "moderator"])
def test_who_may_not_doesnt_get_the_page(hand: HandRecord, staff: Staff, role: str) -> None:
    assert staff(role).get(f"{ADDRESS}?hand={hand.pk}").status_code == 403


def test_nothing_of_the_ledger_is_changed_by_the_administration(hand: HandRecord, staff: Staff) -> None:
    client = staff("superuser")
    rows = {"account": Account.objects.filter(kind=AccountKind.PURSE)[0], "posting": Posting.objects.all()[0],
            "entry": Entry.objects.all()[0]}  # fmt: skip
    before = [list(type(row).objects.order_by("pk").values()) for row in rows.values()]
    for name, row in rows.items():
        path = f"/admin/accounts/{name}/"
        assert client.get(f"{path}{row.pk}/change/").status_code == 200
        assert client.post(f"{path}{row.pk}/change/", {"amount": 1, "balance": 1}).status_code == 403
        assert client.post(f"{path}{row.pk}/delete/", {"post": "yes", "why": "x"}).status_code == 403
        assert client.get(f"{path}add/").status_code == 403
        client.post(path, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert [list(type(row).objects.order_by("pk").values()) for row in rows.values()] == before


def test_what_the_log_tells_of_purses_is_for_whoever_sees_the_ledger(staff: Staff) -> None:
    posting = Posting.objects.create(reference="correction:1", at=now())
    entry = log.note(None, "correct_gold", posting, "Vì thử.", {"purse": 7123}, {"purse": 8123}, person("Thảo"))
    other = log.note(None, "change", person("Mai Lan"), "Vì thử.")
    for role, sees in (("moderator", False), ("support", False), ("economist", True), ("admin", True)):
        client = staff(role)
        shown = client.get("/admin/accounts/logentry/").context["cl"].result_list
        assert {one.pk for one in shown} == {other.pk} | ({entry.pk} if sees else set()), role
        page = client.get(f"/admin/accounts/logentry/{entry.pk}/change/", follow=True).content.decode()
        assert ("7123" in page) is sees


def test_the_preview_says_already_that_a_purse_would_be_below_zero(hand: HandRecord, staff: Staff) -> None:
    an, binh, *others = players(hand)
    amounts = {an: 900_000, binh: -900_000} | dict.fromkeys(others, 0)
    sent = {"key": uuid4().hex, "house": 0, "why": "x"} | {f"gold_{user.pk}": gold for user, gold in amounts.items()}
    answer = staff("economist").post(f"{ADDRESS}?hand={hand.pk}", sent, headers={"accept-language": "en"})
    page = answer.content.decode()
    assert f"{binh} has only" in page and "This will be done" not in page and 'name="confirmed"' not in page
