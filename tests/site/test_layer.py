"""The channel layer of a server that is alone."""

from __future__ import annotations

import asyncio
import threading

import pytest

from phom_site.layer import OneProcessLayer


async def listening(layer: OneProcessLayer, *groups: str) -> str:
    channel = await layer.new_channel()
    for group in groups:
        await layer.group_add(group, channel)
    return channel


def tell_from_a_thread(layer: OneProcessLayer, group: str, *numbers: int) -> None:
    thread = threading.Thread(target=lambda: [layer.tell(group, {"number": number}) for number in numbers])
    thread.start()
    thread.join()


async def heard(layer: OneProcessLayer, channel: str) -> int:
    async with asyncio.timeout(5):
        return int((await layer.receive(channel))["number"])


async def is_quiet(layer: OneProcessLayer, channel: str) -> bool:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await layer.receive(channel)
    return True


async def test_all_of_a_group_hear_in_order_what_any_thread_tells() -> None:
    layer = OneProcessLayer()
    one, two, other = [await listening(layer, group) for group in ("tables", "tables", "others")]
    tell_from_a_thread(layer, "tables", 1, 2)
    await layer.group_send("tables", {"number": 3})
    for channel in (one, two):
        assert [await heard(layer, channel) for _ in range(3)] == [1, 2, 3]
    assert await is_quiet(layer, other)


async def test_a_channel_hears_what_is_sent_to_it_alone() -> None:
    layer = OneProcessLayer()
    one, two = await listening(layer, "tables"), await listening(layer, "tables")
    await layer.send(one, {"number": 1})
    assert await heard(layer, one) == 1
    assert await is_quiet(layer, two)


async def test_whoever_has_left_a_group_hears_it_no_more_and_is_forgotten_without_any() -> None:
    layer = OneProcessLayer()
    channel = await listening(layer, "tables", "others")
    await layer.group_discard("tables", channel)
    layer.tell("tables", {"number": 1})
    layer.tell("others", {"number": 2})
    assert await heard(layer, channel) == 2
    await layer.group_discard("others", channel)
    layer.tell("others", {"number": 3})
    with pytest.raises(KeyError):
        await layer.receive(channel)


async def test_who_does_not_listen_loses_what_comes_beyond_the_capacity() -> None:
    layer = OneProcessLayer(capacity=2)
    channel = await listening(layer, "tables")
    for number in range(4):
        layer.tell("tables", {"number": number})
        await asyncio.sleep(0)
    assert [await heard(layer, channel) for _ in range(2)] == [0, 1]
    assert await is_quiet(layer, channel)


async def test_made_like_new_it_knows_nobody() -> None:
    layer = OneProcessLayer()
    channel = await listening(layer, "tables")
    await layer.flush()
    layer.tell("tables", {"number": 1})
    with pytest.raises(KeyError):
        await layer.receive(channel)


def test_telling_a_loop_that_is_closed_does_nothing() -> None:
    layer = OneProcessLayer()
    asyncio.run(listening(layer, "tables"))
    layer.tell("tables", {"number": 1})
