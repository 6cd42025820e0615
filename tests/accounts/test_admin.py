"""Moderators: they find look-alikes, see the names players had, rename and remove."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts import ledger
from accounts.models import NameChange, User
from accounts.names import changing
from game.models import TableSeat
from tests.accounts.gold import sound
from tests.live.build import with_bots

pytestmark = pytest.mark.django_db
LIST = "admin:accounts_user_changelist"


def form_of(user: User, **changes: str) -> dict[str, str]:
    empty = ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")
    kept = {f"name_changes-{name}": "0" for name in empty}
    joined = {"date_joined_0": "2026-11-30", "date_joined_1": "10:00:00"}
    return {"username": user.username, "display_name": user.display_name, "is_active": "on"} | kept | joined | changes


def test_look_alikes_and_former_names_are_found(admin_client: Client, thao: User) -> None:
    changing.change(thao, "Mai Lan")
    for words in ("Mai Lan", "mài lan", "Маi Lan", "Thảo"):
        page = admin_client.get(reverse(LIST), {"q": words})
        assert list(page.context["cl"].queryset) == [thao], words
    history = admin_client.get(reverse("admin:accounts_user_change", args=[thao.pk])).content.decode()
    assert "Thảo → Mai Lan" in history


def test_a_moderator_renames_and_it_is_kept_and_followed(admin_client: Client, thao: User) -> None:
    table = with_bots(thao)
    path = reverse("admin:accounts_user_change", args=[thao.pk])
    assert admin_client.post(path, form_of(thao, display_name="Khách 7")).status_code == 200, "that is reserved"
    assert admin_client.post(path, form_of(thao, display_name="Cá Chép Lành 7")).status_code == 302
    assert User.objects.get(pk=thao.pk).display_name == "Cá Chép Lành 7"
    assert NameChange.objects.get().before == "Thảo"
    assert TableSeat.objects.get(table=table, user=thao).name == "Cá Chép Lành 7"


def test_saving_without_another_name_is_no_change_of_names(admin_client: Client, thao: User) -> None:
    path = reverse("admin:accounts_user_change", args=[thao.pk])
    assert admin_client.post(path, form_of(thao, first_name="T")).status_code == 302
    assert not NameChange.objects.exists()


@pytest.mark.parametrize("is_one", [True, False])
def test_removing_is_erasing(admin_client: Client, thao: User, is_one: bool) -> None:
    ledger.welcome(thao)
    if is_one:
        admin_client.post(reverse("admin:accounts_user_delete", args=[thao.pk]), {"post": "yes"})
    else:
        wanted = {"action": "delete_selected", "_selected_action": [thao.pk], "post": "yes"}
        admin_client.post(reverse(LIST), wanted)
    assert not User.objects.filter(pk=thao.pk).exists()
    assert sound()
