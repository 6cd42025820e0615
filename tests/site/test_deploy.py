"""What `deploy/` gives others to run the site by: read by the programs that will read it, as far as they are here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

ROOT = settings.BASE_DIR
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("systemd/*"))
KEY = "for a test, and as long as keys should be at least"
HOME = "/srv/phom"
PATH = f"{os.environ['PATH']}:/usr/sbin"
OURS = ("PHOM_", "DJANGO_", "DATABASE_URL", "REDIS_URL")
SAFE = """
from phom_site import settings
print(settings.DEBUG, settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.LANGUAGE_COOKIE_SECURE,
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS, settings.PROXIES)
"""


def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """With these settings alone."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    environment = clean | {"PATH": PATH} | variables
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def test_django_finds_nothing_unsafe_in_the_settings_given_to_others() -> None:
    check = "manage.py check --deploy --fail-level DEBUG"
    checked = run("sh", "-aec", f". deploy/phom.env; PHOM_SECRET_KEY='{KEY}' exec '{sys.executable}' {check}")
    assert checked.returncode == 0, checked.stderr
    assert "no issues (0 silenced)" in checked.stdout


@pytest.mark.parametrize("variables", [{"PHOM_HTTPS": "on"}, {"DATABASE_URL": "postgresql:///phom"}])
def test_where_others_depend_on_it_the_key_is_not_made_up(variables: dict[str, str]) -> None:
    refused = run(sys.executable, "-c", SAFE, **variables)
    assert refused.returncode
    assert "PHOM_SECRET_KEY: expected at least 32 characters, received 0" in refused.stderr


def test_behind_https_everything_is_by_https() -> None:
    told = run(sys.executable, "-c", SAFE, PHOM_HTTPS="on", PHOM_SECRET_KEY=KEY)
    assert told.stdout.split() == ["False", *["True"] * 4, str(settings.YEAR), "1"], told.stderr


def variables_of_readme() -> set[str]:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|(.*?)\|", readme, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


def composed() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return read


def test_every_variable_that_is_set_or_read_is_in_readme() -> None:
    text = (ROOT / "phom_site" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'"(PHOM_[A-Z_]+|DATABASE_URL|REDIS_URL)"', text))
    given = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "phom.env").read_text(encoding="utf-8"), re.MULTILINE))
    given |= set(composed()["services"]["one"]["environment"])
    assert given <= read <= variables_of_readme()


def test_units_are_understood_by_systemd(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd here")
    for unit in UNITS:
        name = unit.name.replace("@.", "@1.")
        (tmp_path / name).write_text(unit.read_text(encoding="utf-8").replace(HOME, str(ROOT)), encoding="utf-8")
    verified = run("systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir())))
    said = [line for line in verified.stderr.splitlines() if "curl" not in line]  # may be missing here
    assert not said
    assert len(UNITS) >= 5


def test_units_name_commands_and_units_that_are_there() -> None:
    texts = {unit.name: unit.read_text(encoding="utf-8") for unit in UNITS}
    commands = {name for text in texts.values() for name in re.findall(r"manage\.py ([a-z]+)", text)}
    assert {"backup", "cleanup", "runclock"} <= commands <= set(get_commands())
    wanted = re.findall(
        r"[\w-]+(?:@\w+)?\.(?:service|timer)", re.search(r"^Wants=(.*)$", texts["phom.target"], re.M)[1]
    )
    assert {re.sub(r"@\w+", "@", name) for name in wanted} <= set(texts)
    ports = re.findall(r"server 127\.0\.0\.1:(\d+) ", (DEPLOY / "nginx" / "phom.conf").read_text(encoding="utf-8"))
    assert [name for name in wanted if "server" in name] == [f"phom-server@{port}.service" for port in ports]


def test_prometheus_is_told_which_ports_servers_and_clocks_have() -> None:
    wanted = (DEPLOY / "systemd" / "phom.target").read_text(encoding="utf-8")
    ports = re.findall(r"phom-(?:server|clock)@(\d+)\.service", wanted)
    assert len({*ports}) == len(ports) == 4
    readme = (DEPLOY / "README.md").read_text(encoding="utf-8")
    assert ports == re.findall(r"`(?:127\.0\.0\.1)?:(\d+)`", readme)
    clock = (DEPLOY / "systemd" / "phom-clock@.service").read_text(encoding="utf-8")
    assert "runclock --metrics %i" in clock


def test_nginx_is_told_to_take_as_many_sockets_as_the_cluster_is_tried_with() -> None:
    """A step of the way, since no file of ours can say it."""
    readme = (DEPLOY / "README.md").read_text(encoding="utf-8")
    cluster = (ROOT / ".ci" / "cluster").read_text(encoding="utf-8")
    for limit in ("worker_connections", "worker_rlimit_nofile"):
        (tried,) = re.findall(rf"{limit} (\d+);", cluster)
        assert f"{limit} {tried};" in readme


def test_values_are_read_as_they_stand(tmp_path: Path) -> None:
    """As systemd reads them, where a shell would take some signs for its own."""
    (tmp_path / "env").write_text(
        "# A=comment\n\nDATABASE_URL=postgresql://h/phom?sslmode=require&connect_timeout=5\n"
        'PHOM_EMAIL_FROM="Chiếu Phỏm <a@b.c>"\nPHOM_EMAIL_URL=smtp://me:pa$word@host\n',
        encoding="utf-8",
    )
    script = (DEPLOY / "manage").read_text(encoding="utf-8").replace("/etc/phom.env", str(tmp_path / "env"))
    (tmp_path / "manage").write_text(script.partition("cd /srv/phom")[0] + "env\n", encoding="utf-8")
    given = dict(line.partition("=")[::2] for line in run("sh", str(tmp_path / "manage")).stdout.splitlines())
    assert given["DATABASE_URL"] == "postgresql://h/phom?sslmode=require&connect_timeout=5"
    assert given["PHOM_EMAIL_FROM"] == "Chiếu Phỏm <a@b.c>"
    assert given["PHOM_EMAIL_URL"] == "smtp://me:pa$word@host"
    assert "A" not in given


@pytest.fixture
def nginx_folder(tmp_path: Path) -> Path:
    """As /etc/nginx would be, with a certificate of its own."""
    if subprocess.run([".ci/apt", "nginx", "nginx"], cwd=ROOT, env=os.environ | {"PATH": PATH}).returncode:
        pytest.skip("no nginx here")
    (tmp_path / "phom").symlink_to(DEPLOY / "nginx")
    names = ("fullchain.pem", "privkey.pem")
    made = ("-out", str(tmp_path / names[0]), "-keyout", str(tmp_path / names[1]), "-subj", "/CN=phom.example")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *made], check=True, capture_output=True)
    return tmp_path


@pytest.mark.full
@pytest.mark.parametrize("name", ["phom.conf", "compose.conf"])
def test_nginx_takes_its_configuration(nginx_folder: Path, name: str) -> None:
    text = (DEPLOY / "nginx" / name).read_text(encoding="utf-8")
    text = text.replace("/etc/letsencrypt/live/phom.example", str(nginx_folder))
    text = re.sub(r"server (one|two):", "server 127.0.0.1:", text)  # names that only compose gives
    (nginx_folder / "site").write_text(text, encoding="utf-8")
    head = (
        f"pid {nginx_folder}/pid; error_log stderr; events {{}} http {{ include /etc/nginx/mime.types; include site; }}"
    )
    (nginx_folder / "nginx.conf").write_text(head, encoding="utf-8")
    tested = run("nginx", "-t", "-e", "stderr", "-p", str(nginx_folder), "-c", str(nginx_folder / "nginx.conf"))
    assert tested.returncode == 0, tested.stderr
    assert "[warn]" not in tested.stderr


def test_compose_names_what_is_there() -> None:
    read = composed()
    services, known = read["services"], {key for key in read if not key.startswith("x-")}
    assert known == {"name", "services", "volumes"}
    for service in services.values():
        assert ("build" in service) or ("image" in service)
        assert set(service.get("depends_on", ())) <= set(services)
        for source in (volume.split(":")[0] for volume in service.get("volumes", ())):
            assert (DEPLOY / source).exists() if source.startswith(".") else source in read["volumes"]
    build = services["one"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).exists()
    assert services["clock"]["command"][-1] in get_commands()


def test_compose_starts_nobody_before_what_it_waits_for_can_tell() -> None:
    services = composed()["services"]
    for service in services.values():
        for name, until in service.get("depends_on", {}).items():
            assert until["condition"] in ("service_healthy", "service_completed_successfully")
            assert ("healthcheck" in services[name]) == (until["condition"] == "service_healthy")


def test_its_nginx_asks_the_servers_of_compose() -> None:
    text = (DEPLOY / "nginx" / "compose.conf").read_text(encoding="utf-8")
    servers = dict(re.findall(r"server (\w+):(\d+) ", text))
    services = composed()["services"]
    assert set(servers) == {"one", "two"}
    for name, port in servers.items():
        assert port in services[name]["command"]
