"""The faces of those who are at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from game.screens.seats import Plate, face_html

if TYPE_CHECKING:
    from game.live.company import Sitter


def faces(sitters: Sequence[Sitter]) -> list[tuple[Sitter, SafeString]]:
    """Each with the face that the table shows."""
    return [(sitter, face_html(_plate(sitter))) for sitter in sitters]


def _plate(sitter: Sitter) -> Plate:
    return Plate(sitter.position, sitter.name, sitter.face, sitter.user_id is None, 0, None, False)
