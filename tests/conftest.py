"""What all tests share: a database file of this run's own, and connections that are closed before it goes."""

from __future__ import annotations

from collections.abc import Iterator

import hypothesis
import pytest
from asgiref.sync import SyncToAsync
from django.db import connection, connections
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
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture
def admin_client(db: None) -> Client:
    """A superuser's browser, with the second factor that the administration wants."""
    from tests.staff.conftest import staff_client  # loads models

    return staff_client("superuser")
