"""What no page of the administration sends gets a clear word, not an error: ids that are none, NULs, endless texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model

from accounts.models import LogEntry
from tests.accounts.conftest import account
from tests.staff.conftest import StaffClient
from tests.staff.rows import users
from tests.staff.test_log import DONE
from tests.staff.test_roles import path

pytestmark = pytest.mark.django_db
Staff = Callable[..., StaffClient]
NO_IDS = ("x", "\0", "9" * 5000, "9" * 20, "-1", "²", "")


def told(answer: Any) -> list[str]:
    return [str(one) for one in answer.context["messages"]]


# -- what is chosen -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("label", "name"), DONE)
def test_what_is_chosen_and_is_no_id_leads_back_to_the_list(staff: Staff, label: str, name: str) -> None:
    client, model = staff("superuser"), apps.get_model(label)
    for chosen in NO_IDS:
        for more in ({}, {"index": "0"}, {"confirmed": "yes", "why": "Vì thử."}):
            sent = {"action": name, "_selected_action": [chosen], **more}
            answer = client.post(path(model, "changelist"), sent, follow=True)
            assert answer.redirect_chain and answer.status_code == 200
            assert told(answer) == ["Không đọc được những gì đã chọn: chưa làm gì cả."]


def test_what_is_confirmed_and_is_no_id_is_passed_over(staff: Staff) -> None:
    client, lan = staff("superuser"), account()
    sent = {"action": "delete_many", "_selected_action": str(lan.pk), "confirmed": "yes", "why": "Vì thử."}
    client.post(path(type(lan), "changelist"), sent | {"only": ",".join((*NO_IDS, str(lan.pk)))})
    assert not type(lan).objects.filter(pk=lan.pk).exists()
    assert LogEntry.objects.get(action="delete").target_id == str(lan.pk)


# -- why ----------------------------------------------------------------------------------------------

NO_REASONS = ("", " ", "\0", "Vì\0thử.", "a" * 1001, "a" * 200_000)


@pytest.mark.parametrize("why", NO_REASONS, ids=lambda why: f"{why[:6]!r} {len(why)}")
def test_nothing_is_deleted_for_what_is_no_reason(staff: Staff, why: str) -> None:
    client, lan = staff("superuser"), account()
    answer = client.post(path(type(lan), "delete", lan.pk), {"post": "yes", "why": why})
    page = answer.content.decode()
    assert answer.status_code == 200 and 'class="errorlist"' in page, "the page again, which says what is wrong"
    assert why.strip()[:500].replace("\0", "") in page.replace("\0", ""), "with what was written"
    sent = {"action": "delete_many", "_selected_action": str(lan.pk), "only": str(lan.pk), "confirmed": "yes"}
    assert client.post(path(type(lan), "changelist"), sent | {"why": why}).status_code == 200
    changed = {"display_name": "Mai Lan", "why": why}
    assert client.post(path(type(lan), "change", lan.pk), changed).status_code == 200
    assert type(lan).objects.get(pk=lan.pk).display_name == lan.display_name
    assert not LogEntry.objects.exists()


def test_a_reason_may_be_as_long_as_all_reasons(staff: Staff) -> None:
    client, lan, why = staff("superuser"), account(), "a" * 1000
    assert client.post(path(type(lan), "delete", lan.pk), {"post": "yes", "why": why}).status_code == 302
    assert LogEntry.objects.get(action="delete").why == why


def test_gold_is_not_put_right_for_what_is_no_reason(staff: Staff) -> None:
    client, [lan, *_others] = staff("economist"), users(1, "Lan")
    for why in NO_REASONS:
        address = f"/admin/accounts/posting/correct/?user={lan.pk}"
        sent = {"key": "0" * 32, f"gold_{lan.pk}": "5", "house": "-5", "why": why}
        answer = client.post(address, sent)
        assert answer.status_code == 200 and "why" in answer.context["form"].errors


# -- what is asked for --------------------------------------------------------------------------------

LISTS = sorted(admin.site._registry, key=lambda model: model._meta.label)


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.label)
def test_a_nul_in_an_address_is_left_out_of_it_and_said(staff: Staff, model: type[Model]) -> None:
    client, made = staff("superuser"), admin.site._registry[model]
    if model._meta.model_name == "house":
        return  # the list of one is its page
    first = [one if isinstance(one, str) else getattr(one, "parameter_name", "q") for one in made.list_filter]
    for name in {*first, *(f"{one}__exact" for one in first), "q", "player", "p\0", "o", "user__id__exact"}:
        for asked in ({name: "\0"}, {name: "Lan\0", "p": "1"}):
            answer = client.get(path(model, "changelist"), asked, follow=True)
            assert answer.status_code == 200
            assert told(answer) == ["Không đọc được một phần của địa chỉ trang: phần đó đã bị bỏ qua."]
            assert answer.redirect_chain == [(path(model, "changelist") + ("?p=1" if "p" in asked else "?"), 302)]
