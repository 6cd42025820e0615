"""Collect the site's texts into locale/vi, and compile them; with --check change nothing, and fail where that would."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = Path("locale/vi/LC_MESSAGES/django.po")
LEFT_OUT = ("tests",)
SOURCES = ("manage.py", "phom_site", "accounts", "game", "templates", "locale")


def collect(folder: Path) -> None:
    """Bring the folder's catalogue in step with the folder's sources, in their order, without guesses or dates."""
    from django.core.management import call_command
    from django.core.management.commands import makemessages
    from django.test import override_settings

    class Command(makemessages.Command):
        msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    os.chdir(folder)
    with override_settings(LOCALE_PATHS=[folder / "locale"]):
        call_command(
            Command(),
            locale=["vi"],
            extensions=["html", "py", "txt", "webmanifest"],
            no_location=True,
            no_wrap=True,
            no_obsolete=True,
            ignore_patterns=list(LEFT_OUT),
            verbosity=0,
        )
    kept = [line for line in CATALOGUE.read_text().splitlines(True) if not line.startswith('"POT-Creation-Date')]
    CATALOGUE.write_text("".join(kept))


def compiled(catalogue: Path) -> bytes:
    """The .mo file of a catalogue; ends the program where a text has a wrong placeholder."""
    command = ["msgfmt", "--check-format", "--output-file=-", str(catalogue)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def entries(machine_object: bytes) -> dict[object, str]:
    """The texts of a .mo file, whichever gettext wrote it; its header, with dates, left out."""
    found = GNUTranslations(BytesIO(machine_object))._catalog
    return {key: text for key, text in found.items() if key}


def missing(catalogue: Path) -> str:
    """The untranslated and the doubtful entries."""
    found = ""
    for kind in ("--untranslated", "--only-fuzzy"):
        command = ["msgattrib", "--no-obsolete", "--no-wrap", kind, str(catalogue)]
        found += subprocess.run(command, check=True, capture_output=True, text=True).stdout.partition("\n\n")[2]
    return found


def check() -> int:
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for source in SOURCES:
            path = ROOT / source
            (shutil.copytree if path.is_dir() else shutil.copy)(path, copy / source)
        collect(copy)
        fresh = (copy / CATALOGUE).read_text()
    faults = []
    if fresh != (ROOT / CATALOGUE).read_text():
        faults.append("locale/ is not in step with the sources: make messages")
    if entries(compiled(ROOT / CATALOGUE)) != entries((ROOT / CATALOGUE).with_suffix(".mo").read_bytes()):
        faults.append("the .mo file is not in step with the .po file: make messages")
    if untranslated := missing(ROOT / CATALOGUE):
        faults.append(f"not translated into Vietnamese:\n{untranslated}")
    print("\n".join(faults) or "translations: complete and in step")
    return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_site.settings")
    import django

    django.setup()
    if asked.check:
        return check()
    collect(ROOT)
    (ROOT / CATALOGUE).with_suffix(".mo").write_bytes(compiled(ROOT / CATALOGUE))
    return 0


if __name__ == "__main__":
    sys.exit(main())
