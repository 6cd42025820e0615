"""Bots' names and faces, and the registry."""

from __future__ import annotations

from game.bots import BOTS
from game.bots.names import NAMES


def test_names_are_those_of_machines() -> None:
    assert all(name.startswith("Máy ") for name, _ in NAMES)


def test_every_name_and_every_face_is_there_once() -> None:
    names, faces = zip(*NAMES, strict=True)
    assert len(set(names)) == len(NAMES)
    assert sorted(faces) == ["ca", "chuot", "ech", "ga", "lon", "meo", "trau", "vit"]


def test_the_sound_bot_is_registered() -> None:
    assert "sound" in BOTS
