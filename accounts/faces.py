"""The face of a person: the initial of the name on one of some tones, always the same for the same person."""

from __future__ import annotations

from dataclasses import dataclass

TONES = 8


@dataclass(frozen=True, slots=True)
class Face:
    """What `game/face_person.html` draws."""

    initial: str
    tone: int


def face_of(user_id: int, name: str) -> Face:
    """The face of a player."""
    return drawn(f"person-{user_id}", name)


def drawn(face: str, name: str) -> Face:
    """The face of whoever is kept as ``person-ID``."""
    return Face(name.strip()[:1].upper(), sum(map(ord, face)) % TONES)
