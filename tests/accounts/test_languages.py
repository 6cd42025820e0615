import pytest

from accounts import languages


@pytest.mark.parametrize(
    ("cookie", "accept_language", "expected"),
    [
        (None, "", "vi"),
        (None, "vi-VN,vi;q=0.9,en;q=0.8", "vi"),
        (None, "en-US,en;q=0.9,vi;q=0.1", "vi"),
        (None, "en-US,en;q=0.9", "en"),
        (None, "fr,en;q=0.5", "en"),
        (None, "fr", "vi"),
        (None, "*", "vi"),
        (None, "quite broken;;q=", "vi"),
        ("en", "vi", "en"),
        ("vi", "en", "vi"),
        ("xx", "en", "en"),
    ],
)
def test_vietnamese_first(cookie: str | None, accept_language: str, expected: str) -> None:
    assert languages.chosen(cookie, accept_language) == expected


@pytest.mark.parametrize(("page", "expected"), [("en", "en"), ("vi", "vi"), ("xx", "vi"), ("", "vi"), (None, "vi")])
def test_a_part_of_a_page_has_the_pages_language(page: str | None, expected: str) -> None:
    assert languages.chosen("vi", "vi", page) == expected
