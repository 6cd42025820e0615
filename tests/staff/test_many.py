"""What is done to many objects at once: how many it was, in which transactions, with how many queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from accounts import erasing
from accounts.models import Sanction, User
from accounts.staff.roles import ADMIN, MODERATOR
from game.models import FilteredWord, Report
from tests.accounts.conftest import account
from tests.accounts.test_sanctions import imposed
from tests.staff.conftest import StaffClient
from tests.staff.test_roles import path

pytestmark = pytest.mark.django_db
Staff = Callable[..., StaffClient]


def sure(action: str, ids: list[int]) -> dict[str, Any]:
    """What the page between sends, confirmed."""
    only = ",".join(map(str, ids))
    return {"action": action, "_selected_action": ids, "confirmed": "yes", "only": only, "why": "so"}


def test_what_may_not_be_deleted_does_not_count_as_done(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    words = FilteredWord.objects.bulk_create([FilteredWord(language="vi", word=f"từ {n}") for n in range(3)])
    made = admin.site._registry[FilteredWord]
    usual = made.has_delete_permission

    def may(request: Any, obj: Any = None) -> bool:
        return obj != words[1] and usual(request, obj)

    monkeypatch.setattr(made, "has_delete_permission", may)
    ids = [word.pk for word in words]
    page = staff(ADMIN).post(path(FilteredWord, "changelist"), sure("delete_many", ids), follow=True)
    assert [str(one) for one in page.context["messages"]] == ["Đã làm xong 2 mục.", "1 mục được để nguyên."]
    assert FilteredWord.objects.filter(pk__in=ids).get() == words[1]


@pytest.mark.django_db(transaction=True)
def test_each_player_is_erased_in_a_transaction_of_its_own(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever still held one player's tables, and then locked another player, would stand in everyone's way."""
    ids = [account(f"Em {number}", address="").pk for number in range(3)]
    ended: list[int] = []
    usual = erasing.erase

    def erase(user: User) -> None:
        assert ended == ids[: ids.index(user.pk)], "those before are done with"
        transaction.on_commit(lambda: ended.append(user.pk))
        usual(user)

    monkeypatch.setattr(erasing, "erase", erase)
    client = staff(ADMIN)
    client.post(path(User, "changelist"), sure("delete_many", ids))
    assert ended == ids and not User.objects.filter(pk__in=ids).exists()


def _sanction(user: User, by: User) -> int:
    return imposed(user, by, "mute").pk


def _report(user: User, by: User) -> int:
    return Report.objects.create(kind="player", why="abuse", reported=user, reporter=user).pk


@pytest.mark.parametrize(("model", "action", "make"), [(Sanction, "lift", _sanction), (Report, "close", _report)])
def test_the_page_between_takes_as_many_queries_for_many_as_for_few(
    staff: Staff, model: type[Model], action: str, make: Callable[[User, User], int]
) -> None:
    client, by = staff(MODERATOR), staff(MODERATOR).user
    counts, chosen = [], []
    for more in (2, 9):
        chosen += [make(account(f"Em {more} {number}", address=""), by) for number in range(more)]
        sent = {"action": action, "_selected_action": chosen}
        client.post(path(model, "changelist"), sent)
        with CaptureQueriesContext(connection) as asked:
            assert client.post(path(model, "changelist"), sent).context["count"] == len(chosen)
        counts.append(len(asked))
    assert counts[0] == counts[1]
