"""Names for what is served, made of the files themselves: several servers of one release agree on them, and nobody has
to count anything up."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import django

LENGTH = 10


def name_of(folders: Iterable[Path]) -> str:
    """Ten hexadecimal digits that change with Django and with the names and contents of the files in the folders."""
    digest = hashlib.sha256(django.__version__.encode())
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:LENGTH]
