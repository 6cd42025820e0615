"""Roles: what each may do in every part of the administration, discovered, so that whatever is added is covered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser, Group, Permission
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import call_command
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import LogEntry, User
from accounts.staff import log, roles, team
from accounts.staff.admins import Explained, ReadOnly
from accounts.staff.roles import ADMIN, ECONOMIST, MODERATOR, ROLES, SUPPORT
from tests.accounts.conftest import account
from tests.staff.conftest import StaffClient, member
from tests.staff.rows import fill

pytestmark = pytest.mark.django_db
Staff = Callable[..., StaffClient]
EVERYBODY = [*ROLES, ""]
MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
ALL = pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)


def request_of(user: User) -> Any:
    request = RequestFactory().get("/")
    request.user = user
    return request


def path(model: type[Model], page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def granted(role: str, model: type[Model], *verbs: str) -> bool:
    """Whether the table gives the role one of these."""
    names = {f"{model._meta.app_label}.{verb}_{model._meta.model_name}" for verb in verbs}
    return bool(names & ROLES.get(role, frozenset()))


def test_whatever_the_table_names_is_declared() -> None:
    wanted = {name for names in ROLES.values() for name in names}
    known = {f"{one.content_type.app_label}.{one.codename}" for one in Permission.objects.all()}
    assert wanted - known == set()


@pytest.mark.parametrize("role", ROLES)
def test_groups_have_what_the_table_says(role: str) -> None:
    group = Group.objects.get(name=role)
    assert len(roles.found(ROLES[role])) == group.permissions.count() > 0


def test_each_migration_brings_groups_back_in_line() -> None:
    group = Group.objects.get(name=SUPPORT)
    group.permissions.add(Permission.objects.get(codename="sanction_player"))
    Group.objects.get(name=ADMIN).delete()
    call_command("migrate", verbosity=0)
    assert not group.permissions.filter(codename="sanction_player").exists()
    assert Group.objects.get(name=ADMIN).permissions.exists()


def test_no_role_may_grant_rights_or_write_what_is_only_read() -> None:
    forbidden = {"auth", "admin", "mfa", "account", "socialaccount", "sessions", "contenttypes"}
    assert not {name for names in ROLES.values() for name in names if name.split(".")[0] in forbidden}
    kept = ("logentry", "entry", "posting", "account", "handrecord", "handplayer", "sanction", "peek", "trace")
    verbs = ("add", "change", "delete")
    written = {f"{verb}_{model}" for verb in verbs for model in kept}
    assert not {name for names in ROLES.values() for name in names if name.split(".")[1] in written}


@ALL
def test_every_admin_explains_itself_or_is_only_read(model: type[Model]) -> None:
    """Whatever is changed there is logged; what stands beside it too."""
    made = admin.site._registry[model]
    assert isinstance(made, (ReadOnly, Explained))
    for inline in made.inlines:
        assert issubclass(inline, ReadOnly) or isinstance(made, Explained), inline


def is_ever(model: type[Model], verb: str, chief: Any) -> bool:
    """Whether the administration offers it at all: not where even a superuser may not."""
    return bool(getattr(admin.site._registry[model], f"has_{verb}_permission")(chief))


@pytest.fixture
def chief() -> Any:
    """What a superuser asks for."""
    return request_of(member("superuser"))


@pytest.mark.parametrize("role", EVERYBODY)
def test_lists_open_to_whom_the_table_says(staff: Staff, role: str) -> None:
    """That of what there is one of leads on to it."""
    client = staff(role)
    for model in MODELS:
        page = client.get(path(model, "changelist"), follow=True)
        assert page.status_code == (200 if granted(role, model, "view", "change") else 403), model


@pytest.mark.parametrize("role", [*EVERYBODY, "superuser"])
def test_adding_is_for_whom_the_table_says(staff: Staff, role: str, chief: Any) -> None:
    client = staff(role)
    for model in MODELS:
        code = 403
        if is_ever(model, "add", chief) and (role == "superuser" or granted(role, model, "add")):
            code = 200
        rows = model._default_manager.count()
        assert client.get(path(model, "add")).status_code == code, model
        assert client.post(path(model, "add"), {"why": ""}).status_code == code, model
        assert model._default_manager.count() == rows, "not without a reason"


@pytest.mark.parametrize("role", EVERYBODY)
def test_changing_and_deleting_are_for_whom_the_table_says(role: str, chief: Any) -> None:
    request = request_of(member(role))
    for model in MODELS:
        for verb in ("change", "delete"):
            may = is_ever(model, verb, chief) and granted(role, model, verb)
            assert getattr(admin.site._registry[model], f"has_{verb}_permission")(request) is may, (model, verb)


def test_what_is_only_read_is_so_for_superusers_too(staff: Staff, chief: Any) -> None:
    fill(2)
    log.note(None, "lapse", User.objects.all()[0], "so")
    client = staff("superuser")
    for model in [model for model in MODELS if isinstance(admin.site._registry[model], ReadOnly)]:
        assert not any(is_ever(model, verb, chief) for verb in ("add", "change", "delete")), model
        obj = model._default_manager.first()
        if obj is not None:
            _try_all(client, model, obj)
            assert model._default_manager.filter(pk=obj.pk).exists(), model


def _try_all(client: StaffClient, model: type[Model], obj: Model) -> None:
    assert client.post(path(model, "change", obj.pk), {"why": "so"}).status_code == 403
    assert client.post(path(model, "delete", obj.pk), {"why": "so", "post": "yes"}).status_code == 403
    sent = {"_selected_action": [obj.pk], "post": "yes", "why": "so", "select_across": "1", "confirmed": "yes"}
    for action in ("delete_selected", "delete_many"):
        client.post(path(model, "changelist"), sent | {"action": action})


@pytest.mark.parametrize("role", EVERYBODY)
def test_every_action_is_for_whom_the_table_says(role: str) -> None:
    """Offered to those alone who have its permission, and refused to all others who ask for it all the same."""
    request = request_of(member(role))
    for model in MODELS:
        made = admin.site._registry[model]
        offered = made.get_actions(request)
        for name, action in actions(made):
            may = action.needs in ROLES.get(role, frozenset())
            assert (name in offered) is may, (model, name)
            if not may:
                with pytest.raises(PermissionDenied):
                    action(made, request, made.get_queryset(request))


@ALL
def test_every_action_asks_why(model: type[Model], chief: Any) -> None:
    offered = admin.site._registry[model].get_actions(chief)
    assert "delete_selected" not in offered
    assert [name for name, (action, *_rest) in offered.items() if not hasattr(action, "needs")] == []


def actions(made: Any) -> Iterator[tuple[str, Any]]:
    for name, (action, *_rest) in made.get_actions(request_of(member("superuser"))).items():
        yield name, action


def test_visitors_and_players_see_nothing(client: Client) -> None:
    players = [request_of(AnonymousUser()), request_of(account())]
    for model in MODELS:
        assert client.get(path(model, "changelist"))["location"].startswith(reverse("admin:login"))
        assert not any(admin.site._registry[model].has_view_permission(request) for request in players)


# -- over whom ----------------------------------------------------------------------------------------

RANKS = {"": 1, SUPPORT: 1, MODERATOR: 2, ECONOMIST: 2, ADMIN: 3, "superuser": 4}


def test_nobody_acts_on_equal_or_higher_staff() -> None:
    staff = {role: (member(role), member(role)) for role in RANKS}
    for actor, (one, _other) in staff.items():
        for target, (_one, other) in staff.items():
            assert roles.may_act_on(one, other) is (RANKS[actor] > RANKS[target]), (actor, target)


def test_nobody_acts_on_oneself_and_everybody_of_the_staff_on_players() -> None:
    for role in RANKS:
        one = member(role)
        assert not roles.may_act_on(one, one)
        assert roles.may_act_on(one, account(f"Thảo {role}", address=""))
    assert not roles.may_act_on(account("Hùng", address=""), account("Bình", address=""))


@pytest.mark.parametrize("actor", EVERYBODY)
def test_pages_of_equal_and_higher_staff_are_not_changed(staff: Staff, actor: str) -> None:
    client = staff(actor)
    for target, height in RANKS.items():
        user = member(target)
        may = granted(actor, User, "change") and RANKS[actor] > height
        assert admin.site._registry[User].has_change_permission(request_of(client.user), user) is may, target
        if not may:
            assert client.post(path(User, "change", user.pk), {"display_name": "Ai Đó"}).status_code == 403, target


def test_nobody_becomes_more_by_the_page_of_a_player(staff: Staff) -> None:
    """Whatever is sent: rights are given on the page of the staff alone."""
    client, thao = staff(ADMIN), account()
    page = client.get(path(User, "change", thao.pk))
    sent = {name: value for name, value in page.context["adminform"].form.initial.items() if value is not None}
    rights = {"is_staff": "on", "is_superuser": "on", "groups": [Group.objects.get(name=ADMIN).pk], "why": "so"}
    client.post(path(User, "change", thao.pk), sent | rights | {"user_permissions": [1], "password": "x"})
    thao.refresh_from_db()
    assert (thao.is_staff, thao.is_superuser, thao.groups.count(), thao.user_permissions.count()) == (
        False,
        False,
        0,
        0,
    )


# -- giving roles -------------------------------------------------------------------------------------


@pytest.mark.parametrize("actor", [*EVERYBODY, "superuser"])
def test_who_may_give_which_role(staff: Staff, actor: str) -> None:
    client, thao = staff(actor), account()
    may = {"": set(), SUPPORT: set(), MODERATOR: set(), ECONOMIST: set(), ADMIN: {SUPPORT, MODERATOR, ECONOMIST, ""}}
    wanted = may.get(actor, {*ROLES, ""})
    assert client.get(reverse("admin:team")).status_code == (200 if wanted else 403)
    for role in (*ROLES, ""):
        sent = {"who": "Thảo", "role": role or team.NO_ROLE, "why": "Hợp việc."}
        assert client.post(reverse("admin:team"), sent).status_code == (
            403 if not wanted else 302 if role in wanted else 200
        )
        if role in wanted:
            assert roles.roles_of(thao) == [role][: bool(role)]
    thao.refresh_from_db()
    assert not thao.is_staff
    assert LogEntry.objects.count() == len(wanted)


@pytest.mark.parametrize("target", [ADMIN, "superuser"])
def test_admins_depose_no_equals(target: str) -> None:
    with pytest.raises(ValidationError):
        team.appoint(member(target), "", member(ADMIN), "so")
    team.appoint(member(ADMIN), SUPPORT, member("superuser"), "so")


def test_the_page_of_the_staff_tells_what_is_wrong(staff: Staff) -> None:
    client = staff(ADMIN)

    def said(**sent: str) -> str:
        return client.post(reverse("admin:team"), {"role": SUPPORT, "why": "so"} | sent).content.decode()

    assert "Không ai có tên như vậy." in said(who="Ai Đó")
    assert "Bạn không có quyền với người này." in said(who=client.user.username)
    guest = User.objects.create(username="guest-1", display_name="Khách 1", is_guest=True)
    assert "Chỉ người chơi có tài khoản" in said(who=str(guest.pk))
    account()
    for missing in ("who", "role", "why"):
        assert "errorlist" in said(**{"who": "Thảo", missing: ""}), missing
    assert not LogEntry.objects.exists()


def test_a_new_phone(staff: Staff) -> None:
    client, moderator, other = staff(ADMIN), staff(MODERATOR), staff(ADMIN)
    sent = {"who": moderator.user.username, "role": team.NEW_FACTOR, "why": "Mất điện thoại."}
    assert client.post(reverse("admin:team"), sent).status_code == 302
    assert moderator.get(reverse("admin:index")).status_code == 302
    assert client.post(reverse("admin:team"), sent | {"who": other.user.username}).status_code == 200
    assert other.get(reverse("admin:index")).status_code == 200
