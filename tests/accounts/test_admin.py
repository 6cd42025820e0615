"""Players in the administration: found by whatever is known of them, renamed and removed with a reason; led on from to
all that is theirs; no rights are given there."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import ledger
from accounts.models import LogEntry, NameChange, Trace, User
from accounts.names import changing
from game.models import TableSeat
from tests.accounts.conftest import ADDRESS, account
from tests.accounts.gold import sound
from tests.live.build import with_bots
from tests.staff.conftest import StaffClient, staff_client

pytestmark = pytest.mark.django_db
LIST = "admin:accounts_user_changelist"
WHY = {"why": "vì một lý do"}


def form_of(**changes: str) -> dict[str, str]:
    empty = ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")
    return {f"name_changes-{name}": "0" for name in empty} | WHY | changes


def page_of(user: User) -> str:
    return reverse("admin:accounts_user_change", args=[user.pk])


def found(client: Client, words: str) -> list[User]:
    return list(client.get(reverse(LIST), {"q": words}).context["cl"].queryset)


@pytest.fixture
def moderator() -> StaffClient:
    return staff_client("moderator")


# -- found --------------------------------------------------------------------------------------------


def test_a_player_is_found_by_whatever_is_known(moderator: StaffClient, thao: User) -> None:
    account("Hùng", "hung@example.com")
    changing.change(thao, "Mai Lan")
    Trace.objects.create(user=thao, address="0123456789abcdef", device="fedcba9876543210")
    ways = ("Mai Lan", "mài lan", "Маi Lan", "mai", "Thảo", str(thao.pk), ADDRESS.upper())
    for words in (*ways, "0123456789ABCDEF", "fedcba9876543210"):
        assert found(moderator, words) == [thao], words
    for words in ("hao@example.com", "012345", "9" * 19, "9" * 5000, "Lan Mai", "%", "'"):
        assert found(moderator, words) == [], words
    assert "Thảo → Mai Lan" in moderator.get(page_of(thao)).content.decode()


def test_only_who_may_see_whence_players_come_finds_them_by_it(thao: User) -> None:
    Trace.objects.create(user=thao, address="0123456789abcdef")
    support, economist = staff_client("support"), staff_client("economist")
    for client in (support, economist):
        assert found(client, "0123456789abcdef") == []
        assert found(client, ADDRESS) == [thao], "the address is part of looking after people"
    nobody = staff_client("")
    assert nobody.get(reverse(LIST)).status_code == 403


def test_the_list_takes_few_queries_however_many_there_are(moderator: StaffClient) -> None:
    counts = []
    moderator.get(reverse(LIST))  # what is looked up once in a process isn't counted
    for more in (1, 30):
        for n in range(more):
            account(f"Người {more} {n}", "")
        with CaptureQueriesContext(connection) as captured:
            assert moderator.get(reverse(LIST), {"q": "người"}).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_player_leads_on_to_all_around(moderator: StaffClient, thao: User) -> None:
    page = moderator.get(page_of(thao)).content.decode()
    for lists in ("accounts_sanction", "accounts_appeal", "accounts_logentry"):
        assert f"{reverse(f'admin:{lists}_changelist')}?" in page
    assert moderator.get(reverse("admin:accounts_sanction_changelist"), {"user__id__exact": thao.pk}).status_code == 200


# -- renamed, removed ---------------------------------------------------------------------------------


def test_a_moderator_renames_and_it_is_kept_followed_and_logged(moderator: StaffClient, thao: User) -> None:
    table = with_bots(thao)
    assert moderator.post(page_of(thao), form_of(display_name="Khách 7")).status_code == 200, "that is reserved"
    assert moderator.post(page_of(thao), form_of(display_name="Lan", why="")).status_code == 200, "nobody said why"
    assert not NameChange.objects.exists()
    assert moderator.post(page_of(thao), form_of(display_name="Cá Chép Lành 7")).status_code == 302
    assert User.objects.get(pk=thao.pk).display_name == "Cá Chép Lành 7"
    assert NameChange.objects.get().before == "Thảo"
    assert TableSeat.objects.get(table=table, user=thao).name == "Cá Chép Lành 7"
    entry = LogEntry.objects.get()
    assert (entry.by, entry.why, entry.user) == (moderator.user, WHY["why"], thao)
    assert (entry.before["display_name"], entry.after["display_name"]) == ("Thảo", "Cá Chép Lành 7")


def test_saving_without_another_name_is_no_change_of_names(moderator: StaffClient, thao: User) -> None:
    assert moderator.post(page_of(thao), form_of(display_name="Thảo")).status_code == 302
    assert not NameChange.objects.exists()


def test_nobody_is_given_rights_or_a_password_there(admin_client: Client, thao: User) -> None:
    wanted = {"is_staff": "on", "is_superuser": "on", "groups": "1", "password": "x", "email": "x@example.com"}
    assert admin_client.post(page_of(thao), form_of(display_name="Thảo", **wanted)).status_code == 302
    after = User.objects.get(pk=thao.pk)
    assert not (after.is_staff or after.is_superuser or after.groups.exists())
    assert (after.password, after.email) == (thao.password, thao.email)


@pytest.mark.parametrize("role", ["moderator", "admin"])
def test_staff_of_the_same_or_a_higher_rank_is_left_alone(moderator: StaffClient, role: str) -> None:
    other = staff_client(role).user
    for user in (other, moderator.user):
        assert moderator.post(page_of(user), form_of(display_name="Đổi Tên")).status_code == 403
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("is_one", [True, False])
def test_removing_is_erasing_with_a_reason(is_one: bool, thao: User) -> None:
    admin, path = staff_client("admin"), reverse("admin:accounts_user_delete", args=[thao.pk])
    ledger.welcome(thao)
    assert "Thảo" in admin.get(path).content.decode()
    admin.post(path, {"post": "yes"})
    assert User.objects.filter(pk=thao.pk).exists(), "nobody said why"
    if is_one:
        admin.post(path, {"post": "yes", **WHY})
    else:
        chosen = {"action": "delete_many", "_selected_action": [thao.pk]}
        assert "Thảo" in admin.post(reverse(LIST), chosen).content.decode()
        admin.post(reverse(LIST), chosen | {"confirmed": "1", "only": str(thao.pk), **WHY})
    assert not User.objects.filter(pk=thao.pk).exists()
    assert sound()
    entry = LogEntry.objects.get()
    assert (entry.action, entry.by, entry.target_id, entry.why) == ("delete", admin.user, str(thao.pk), WHY["why"])


@pytest.mark.parametrize("role", ["support", "moderator", "economist"])
def test_only_admins_remove(role: str, thao: User) -> None:
    path = reverse("admin:accounts_user_delete", args=[thao.pk])
    assert staff_client(role).post(path, {"post": "yes", **WHY}).status_code == 403
    assert User.objects.filter(pk=thao.pk).exists()


@pytest.mark.parametrize("sees", [True, False])
def test_an_address_is_for_those_who_may_see_it(sees: bool, thao: User) -> None:
    client = staff_client("moderator")
    if not sees:
        Permission.objects.get(codename="see_email").group_set.clear()
    assert (ADDRESS in client.get(page_of(thao)).content.decode()) == sees
    assert (found(client, ADDRESS) == [thao]) == sees
