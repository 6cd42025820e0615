"""What README names is there."""

import re

import pytest
from django.conf import settings

README = (settings.BASE_DIR / "README.md").read_text(encoding="utf-8")
FILES = sorted(set(re.findall(r"\b(?:static|game|accounts|phom_site|templates|tests|locale)/[\w./-]*\w/?", README)))


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_named_is_there(name: str) -> None:
    assert (settings.BASE_DIR / name).exists()


def test_files_are_named() -> None:
    assert {"static/img/table.jpg", "game/rules/"} <= set(FILES)


def test_every_target_of_make_that_is_named_is_one() -> None:
    makefile = (settings.BASE_DIR / "Makefile").read_text(encoding="utf-8")
    assert set(re.findall(r"`?make ([a-z-]+)", README)) <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
