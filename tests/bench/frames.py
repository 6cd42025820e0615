"""What a frame costs: the table as each of four players gets it at every step of recorded hands, as sockets send it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from statistics import fmean, median
from time import process_time

from django.utils import translation

from game.live.scene import Scene
from game.screens import table_html
from game.sockets import table_frame
from phom_site.compression import MEMORY, WINDOW
from tests.bench.measure import Figure
from tests.screens.scenes import Moment, hands, scene

SEATS = 4
HANDS, RUNS = 8, 5
"""Hands in a run, each another; the first run only fills what is kept of earlier frames."""
END = b"\x00\x00\xff\xff"
"""What a message's end leaves unsent (RFC 7692)."""


def figures() -> Iterator[Figure]:
    played = (hand for hand in hands() if len(hand[0].hand.seats) == SEATS)
    with translation.override("vi"):
        runs = [_frames(islice(played, HANDS)) for _ in range(RUNS + 1)][1:]
    yield Figure(f"a frame of the table, made for each of {SEATS}", median(times for times, _ in runs), "ms", "<= 0.6")
    sizes = [size for _, sizes in runs for size in sizes]
    yield Figure("a frame on the wire, compressed, on the average", fmean(sizes), "bytes", "<= 1,000")
    yield Figure("the longest of them", max(sizes), "bytes")


def _frames(played: Iterable[tuple[Moment, ...]]) -> tuple[float, list[int]]:
    """Milliseconds of the processor for one frame, on the average; bytes of each."""
    spent, sizes = 0.0, []
    for moments in played:
        for viewer in range(SEATS):
            scenes = [scene(moment, viewer, revision=at) for at, moment in enumerate(moments)]
            start = process_time()
            contents = [str(table_html(seen)) for seen in scenes]
            spent += process_time() - start
            sizes += _sent(scenes, contents)
    return spent / len(sizes) * 1e3, sizes


def _sent(scenes: list[Scene], contents: list[str]) -> Iterator[int]:
    """Bytes of each frame of one socket, which refer to those before."""
    deflate = zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, -WINDOW, MEMORY)
    for seen, content in zip(scenes, contents, strict=True):
        frame = json.dumps(table_frame(seen.revision, content), ensure_ascii=False).encode()
        yield len((deflate.compress(frame) + deflate.flush(zlib.Z_SYNC_FLUSH)).removesuffix(END))
