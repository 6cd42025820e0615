"""What all tests share: a database file of this run's own, and connections that are closed before it goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

import hypothesis
import pytest
from asgiref.sync import SyncToAsync
from django.apps import apps
from django.core.management.color import Style
from django.db import connection, connections
from django.db.models.signals import post_migrate
from django.test import Client

pytest_plugins = ["tests.every_template"]

hypothesis.settings.register_profile("quick", deadline=None, derandomize=True)
hypothesis.settings.register_profile("full", deadline=None, max_examples=1000)
hypothesis.settings.load_profile("quick")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory) -> None:
    """SQLite in a file, as in play: an in-memory one refuses two threads at once instead of letting one wait."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "phom.sqlite3")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """PostgreSQL drops no database to which the thread that ran async tests' queries still holds a connection."""
    from tests.house import furnish

    if connection.vendor == "postgresql":
        connection.ops.sql_flush = deleting
    post_migrate.connect(furnish, sender=apps.get_app_config("game"))  # tests that commit empty the database after them
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


def deleting(style: Style, tables: Sequence[str], **_: object) -> list[str]:
    """Statements that empty the tables of PostgreSQL: of few rows that takes a fifth of the time of TRUNCATE."""
    return ["; ".join(f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables)]


@pytest.fixture(autouse=True)
def house_as_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the staff can set is known without a query; where a test sets it, it is read again."""
    from tests.house import GLANCES

    for glance, built in GLANCES.items():
        monkeypatch.setattr(glance, "_seen", (built, inf))


@pytest.fixture
def admin_client(db: None) -> Client:
    """A superuser's browser, with the second factor that the administration wants."""
    from tests.staff.conftest import staff_client  # loads models

    return staff_client("superuser")
