"""Settings from the environment."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from phom_site import environ


@pytest.mark.parametrize(
    ("value", "expected"), [("1", True), ("on", True), ("TRUE", True), ("0", False), ("Off", False), ("", True)]
)
def test_a_switch_is_on_or_off(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv("PHOM_TEST", value)
    assert environ.switch("PHOM_TEST", True) is expected


def test_a_wrong_switch_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHOM_TEST", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="PHOM_TEST: expected on or off, received 'perhaps'"):
        environ.switch("PHOM_TEST", True)


def test_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environ.seconds("PHOM_TEST", 1.5) == 1.5
    monkeypatch.setenv("PHOM_TEST", "0.25")
    assert environ.seconds("PHOM_TEST", 1.5) == 0.25


@pytest.mark.parametrize("value", ["-1", "soon", "inf", "nan", "0.5", "3601", "1e300"])
def test_wrong_seconds_are_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PHOM_TEST", value)
    with pytest.raises(ImproperlyConfigured, match=f"PHOM_TEST: expected 1 to 3600 seconds, received '{value}'"):
        environ.seconds("PHOM_TEST", 20, least=1)


def test_a_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environ.factor("PHOM_TEST") == 1
    monkeypatch.setenv("PHOM_TEST", "0.5")
    assert environ.factor("PHOM_TEST") == 0.5


@pytest.mark.parametrize("value", ["-1", "many", "inf", "nan"])
def test_a_wrong_factor_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PHOM_TEST", value)
    with pytest.raises(ImproperlyConfigured, match=f"PHOM_TEST: expected a number from 0 on, received '{value}'"):
        environ.factor("PHOM_TEST")


def test_a_redis_has_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environ.redis("PHOM_TEST") == ""
    monkeypatch.setenv("PHOM_TEST", "redis://127.0.0.1:6379")
    assert environ.redis("PHOM_TEST") == "redis://127.0.0.1:6379"
    monkeypatch.setenv("PHOM_TEST", "127.0.0.1")
    with pytest.raises(ImproperlyConfigured, match="PHOM_TEST: expected redis://host:port.* received '127.0.0.1'"):
        environ.redis("PHOM_TEST")


def test_a_secret_is_long_and_never_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environ.secret("PHOM_TEST") == ""
    monkeypatch.setenv("PHOM_TEST", "k" * 32)
    assert environ.secret("PHOM_TEST") == "k" * 32
    monkeypatch.setenv("PHOM_TEST", "hush")
    with pytest.raises(ImproperlyConfigured, match="expected at least 32 characters, received 4$"):
        environ.secret("PHOM_TEST")


def test_a_secret_that_is_needed_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured, match="PHOM_TEST: expected at least 32 characters, received 0$"):
        environ.secret("PHOM_TEST", is_needed=True)
    monkeypatch.setenv("PHOM_TEST", "k" * 32)
    assert environ.secret("PHOM_TEST", is_needed=True) == "k" * 32


def test_a_count_is_a_whole_number(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environ.count("PHOM_TEST", 1) == 1
    monkeypatch.setenv("PHOM_TEST", "0")
    assert environ.count("PHOM_TEST", 1) == 0


@pytest.mark.parametrize("value", ["-1", "1.5", "one", "²"])
def test_a_wrong_count_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PHOM_TEST", value)
    with pytest.raises(ImproperlyConfigured, match="PHOM_TEST: expected a whole number from 0 on"):
        environ.count("PHOM_TEST", 1)


def test_words_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environ.words("PHOM_TEST") == []
    monkeypatch.setenv("PHOM_TEST", "phom.example, 192.168.1.5,")
    assert environ.words("PHOM_TEST") == ["phom.example", "192.168.1.5"]


def test_the_kept_secret_stays_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret"
    secret = environ.kept_secret(path)
    assert len(secret) >= 50
    assert environ.kept_secret(path) == secret
    assert path.stat().st_mode & 0o077 == 0
    assert list(path.parent.iterdir()) == [path]


def test_postgresql_by_its_connection_string() -> None:
    found = environ.postgresql("postgresql://phom:pa%20ss@db.example:5433/game?sslmode=require")
    assert found["NAME"] == "game"
    assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"]) == ("phom", "pa ss", "db.example", "5433")
    assert found["OPTIONS"] == {"sslmode": "require"}


def test_a_wrong_connection_string_is_named() -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        environ.postgresql("a b c")


def test_two_variables_that_belong_together(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environ.pair("PHOM_TEST", "PHOM_TEST_TOO") is None
    monkeypatch.setenv("PHOM_TEST", "a")
    with pytest.raises(ImproperlyConfigured, match="PHOM_TEST and PHOM_TEST_TOO: expected both or neither"):
        environ.pair("PHOM_TEST", "PHOM_TEST_TOO")
    monkeypatch.setenv("PHOM_TEST_TOO", "b")
    assert environ.pair("PHOM_TEST", "PHOM_TEST_TOO") == ("a", "b")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("smtp://an:h%40y@mail.example:2525", environ.Mail("mail.example", 2525, "an", "h@y", False, True)),
        ("smtp://mail.example", environ.Mail("mail.example", 587, "", "", False, True)),
        ("smtps://an:ay@mail.example", environ.Mail("mail.example", 465, "an", "ay", True, False)),
        ("smtp://localhost", environ.Mail("localhost", 25, "", "", False, False)),
    ],
)
def test_letters_are_handed_to_a_server(monkeypatch: pytest.MonkeyPatch, value: str, expected: environ.Mail) -> None:
    monkeypatch.setenv("PHOM_TEST", value)
    backend, server = environ.mail("PHOM_TEST")
    assert backend == "django.core.mail.backends.smtp.EmailBackend"
    assert server == expected


def test_letters_are_printed_where_there_is_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environ.mail("PHOM_TEST")[0] == "django.core.mail.backends.console.EmailBackend"


@pytest.mark.parametrize("value", ["mail.example", "http://mail.example", "smtp://", "smtp://h:port", "smtp://h:99999"])
def test_a_wrong_mail_server_is_refused_without_telling_its_password(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("PHOM_TEST", value)
    with pytest.raises(ImproperlyConfigured, match="PHOM_TEST: expected smtp://.* received another form$"):
        environ.mail("PHOM_TEST")


def test_a_choice_is_one_of_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environ.choice("PHOM_TEST", ("lines", "json")) == "lines"
    monkeypatch.setenv("PHOM_TEST", "JSON")
    assert environ.choice("PHOM_TEST", ("lines", "json")) == "json"
    monkeypatch.setenv("PHOM_TEST", "xml")
    with pytest.raises(ImproperlyConfigured, match="PHOM_TEST: expected lines or json, received 'xml'"):
        environ.choice("PHOM_TEST", ("lines", "json"))


def test_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [str(net) for net in environ.networks("PHOM_TEST", ["::1/128"])] == ["::1/128"]
    monkeypatch.setenv("PHOM_TEST", "10.0.0.5, 192.168.1.0/24")
    assert [str(net) for net in environ.networks("PHOM_TEST", [])] == ["10.0.0.5/32", "192.168.1.0/24"]
    monkeypatch.setenv("PHOM_TEST", "phom.example")
    with pytest.raises(ImproperlyConfigured, match="PHOM_TEST: 'phom.example'"):
        environ.networks("PHOM_TEST", [])


def test_the_folder_of_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    environ.sqlite(tmp_path / "var" / "phom.sqlite3")
    assert (tmp_path / "var").stat().st_mode & 0o077 == 0
