"""Every name has a skeleton; of two that look alike the later player gets a number after it."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from django.db import migrations

from accounts.names.skeleton import skeleton

NAME_MAX = 20


def fold(apps: Any, schema_editor: Any) -> None:
    users = apps.get_model("accounts", "User").objects
    taken: set[str] = set()
    for user in users.exclude(display_name="").order_by("is_guest", "pk").iterator():
        user.display_name = next(name for name in _numbered(user.display_name) if skeleton(name) not in taken - {""})
        user.skeleton = skeleton(user.display_name) or None
        taken.add(user.skeleton or "")
        users.filter(pk=user.pk).update(display_name=user.display_name, skeleton=user.skeleton)


def _numbered(name: str) -> Iterator[str]:
    """The name, then with a number after it, never longer than names may be."""
    yield name
    for number in count(2):
        yield f"{name[:NAME_MAX - 1 - len(str(number))]} {number}"


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_names'),
    ]

    operations = [
        migrations.RunPython(fold, migrations.RunPython.noop),
    ]
