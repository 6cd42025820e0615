"""`make play-cluster`: what it serves, that people play on it, and that nothing of it is left."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.conf import settings

from tests.browser.server import OURS, free_port

pytestmark = pytest.mark.full


class Cluster(NamedTuple):
    """Where it answers, and the process that started all the others."""

    url: str
    process: subprocess.Popen[str]

    def pids(self, name: str) -> list[int]:
        """The processes of the session that are called so."""
        ours = str(self.process.pid)
        return [int(pid) for pid, session, command in running() if session == ours and name in command]

    def folders(self) -> list[str]:
        """Where it keeps its data, as its clock knows it."""
        known = Path(f"/proc/{self.pids('runclock')[0]}/environ").read_text(encoding="utf-8")
        return sorted(set(re.findall(r"/tmp/phom-[a-z]+\.\w+", known)))


def running() -> list[list[str]]:
    """Each process of this machine: its id, its session's, its command."""
    listed = subprocess.run(["ps", "-eo", "pid=,sid=,args="], check=True, capture_output=True, text=True).stdout
    return [line.split(None, 2) for line in listed.splitlines()]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    if shutil.which("apt-get") is None and shutil.which("nginx") is None:
        pytest.skip("no nginx here")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    environment |= {"PORT": str(free_port()), "PHOM_LIMITS": "1000", "PHOM_BOT_DELAY": "0"}
    process = subprocess.Popen(
        [".ci/with-services", ".ci/cluster"],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    line = next((line for line in process.stdout if "http://" in line), "")
    try:
        yield Cluster(re.findall(r"http://[\d.:]+", line)[0], process)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=60)


def test_pages_come_from_two_servers_and_static_files_from_nginx(cluster: Cluster) -> None:
    page = urlopen(cluster.url, timeout=20)
    assert page.headers["x-request-id"]
    address = re.findall(r'"(/static/v-[^"]*\.css)"', page.read().decode())[0]
    style = urlopen(Request(cluster.url + address, headers={"Accept-Encoding": "gzip"}), timeout=20)
    assert (style.headers["content-encoding"], style.headers["x-request-id"]) == ("gzip", None)
    assert style.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert style.headers["content-type"] == "text/css; charset=utf-8"
    older = urlopen(cluster.url + re.sub("v-[^/]*", "v-0000000000", address), timeout=20)
    assert older.headers["cache-control"] == "no-cache"
    assert (len(cluster.pids("daphne")), len(cluster.pids("runclock"))) == (2, 2)


def test_what_is_measured_is_not_for_the_world(cluster: Cluster) -> None:
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"{cluster.url}/metrics", timeout=20)


def test_people_play_on_it_and_on_while_one_of_its_servers_ends(cluster: Cluster) -> None:
    pids = [*cluster.pids("daphne"), *cluster.pids("runclock")]
    plan = ["--tables", "4", "--seconds", "12", "--warm-up", "2", "--pace", "2", "--url", cluster.url]
    command = [sys.executable, "manage.py", "loadtest", *plan, "--pid", *map(str, pids[1:])]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "phom_site.settings"}
    with subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stdout=-1, stderr=-2, text=True) as played:
        time.sleep(8)
        os.kill(pids[0], signal.SIGTERM)
        said, _ = played.communicate(timeout=120)
    assert played.returncode == 0, said
    assert len(cluster.pids("daphne")) == 1


def test_at_ctrl_c_nothing_of_it_is_left(cluster: Cluster) -> None:
    folders, port = cluster.folders(), int(cluster.url.rsplit(":", 1)[1])
    assert len(folders) == 2
    os.killpg(cluster.process.pid, signal.SIGINT)
    cluster.process.wait(60)
    assert not [folder for folder in folders if Path(folder).exists()]
    ours = str(cluster.process.pid)
    assert not [each for each in running() if each[1] == ours or any(folder in each[2] for folder in folders)]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)
