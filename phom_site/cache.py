"""Django's cache on Redis, without which pages go on: while it is away, nothing is found and nothing is kept.

What counts there how often somebody tried counts nothing then, so that everybody may try; the log tells.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn

from django.core.cache.backends import redis as django
from redis.exceptions import RedisError

from game.live.absence import Absence

absence = Absence("the cache, so that nobody's tries are counted,")


def _or(answer: Callable[..., Any], method: Callable[..., Any]) -> Any:
    """The method; where Redis is away the answer, from the same arguments."""

    @wraps(method)
    def forgiving(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not absence.is_on:
            try:
                return method(self, *args, **kwargs)
            except (RedisError, OSError) as error:
                absence.begin(error)
        return answer(*args, **kwargs)

    return forgiving


def _nothing(*args: Any, **kwargs: Any) -> None:
    """No answer is expected."""


def _no(*args: Any, **kwargs: Any) -> bool:
    return False


def _added(*args: Any, **kwargs: Any) -> bool:
    """It wasn't there before: whoever takes a lock by it has it, and whoever waits for one goes on."""
    return True


def _default(key: str, default: Any) -> Any:
    return default


def _not_found(key: str, delta: int) -> NoReturn:
    raise ValueError(f"Key {key!r} not found.")


class Client(django.RedisCacheClient):
    """Django's client, with an answer for every question that Redis doesn't answer."""

    add = _or(_added, django.RedisCacheClient.add)
    get = _or(_default, django.RedisCacheClient.get)
    set = _or(_nothing, django.RedisCacheClient.set)
    touch = _or(_no, django.RedisCacheClient.touch)
    delete = _or(_no, django.RedisCacheClient.delete)
    get_many = _or(lambda keys: {}, django.RedisCacheClient.get_many)
    has_key = _or(_no, django.RedisCacheClient.has_key)
    incr = _or(_not_found, django.RedisCacheClient.incr)
    set_many = _or(_nothing, django.RedisCacheClient.set_many)
    delete_many = _or(_nothing, django.RedisCacheClient.delete_many)
    clear = _or(_no, django.RedisCacheClient.clear)


class RedisCache(django.RedisCache):
    """The cache that settings name."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
