"""`--every-template`: fail a run in which some file below templates/ was never rendered."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test.signals import template_rendered

_rendered: set[str] = set()


def _note(template: Any, **_: Any) -> None:
    _rendered.add(str(template.name))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-template", action="store_true", help="fail if a template was never rendered")


def pytest_configure() -> None:
    template_rendered.connect(_note)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker of xdist has ended: take over what it noted."""
    _rendered.update(getattr(node, "workeroutput", {}).get("rendered", "").split())


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    worker = getattr(session.config, "workeroutput", None)
    if worker is not None:
        worker["rendered"] = " ".join(_rendered)
    elif session.config.getoption("every_template") and exitstatus == pytest.ExitCode.OK and never_rendered():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if config.getoption("every_template"):
        for name in never_rendered():
            terminalreporter.write_line(f"templates/{name}: rendered by no test", red=True)


def never_rendered() -> list[str]:
    folder = settings.BASE_DIR / "templates"
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return sorted(files - _rendered)
