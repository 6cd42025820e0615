"""What no page of the administration sends gets a clear word, not an error: ids that are none, NULs, endless texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps

from accounts.models import LogEntry
from tests.accounts.conftest import account
from tests.staff.conftest import StaffClient
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
