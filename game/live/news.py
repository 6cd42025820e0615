"""In each server process: what players are told wherever they have a page open, and that they have one.

Who calls them to a table, who wants to be friends, what a moderator has decided about them or about what they reported;
to those who look at their friends, where these are. It is told by ids: what it says is made for each by the page that
fetches it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from accounts import friends, house, presence, sanctions
from game.live import invitations, reports, whereabouts
from game.live.beat import Beat
from game.live.hop import in_thread
from game.live.moment import now
from game.live.whereabouts import Here

FRESH = timedelta(minutes=10)
"""For so long it is told everywhere that somebody wants to be friends; after that on the page of friends alone."""


class News(NamedTuple):
    """What one player is told."""

    calls: frozenset[tuple[object, ...]] = frozenset()
    """Invitations and requests that wait for an answer; the own requests and reports that have got one lately; what was
    decided about the player and isn't read."""
    here: tuple[Here, ...] = ()
    """Friends who are online; nothing for whoever doesn't look at them."""
    announced: frozenset[int] = frozenset()
    """What the house announces to everybody, by id."""


class Follower(Protocol):
    """A socket of a player."""

    user_id: int
    sees_friends: bool
    news: News
    """What its page has been told."""

    def inform(self, news: News) -> None:
        """Tell what is other now."""


class NewsBeat(Beat[Follower]):
    """The followers of this process."""

    period = 0.8

    def __init__(self) -> None:
        super().__init__()
        self._noted: set[int] = set()

    async def look(self, time: float) -> None:
        """One look at the database, which is told who is online; followers are told what has changed."""
        users = {follower.user_id for follower in self._followers}
        looking = {follower.user_id for follower in self._followers if follower.sees_friends}
        online = users if self.is_time(time) else users - self._noted
        self._noted = users
        found = await in_thread(_look)(users, looking, online)
        for follower in list(self._followers):
            calls, here, announced = found.get(follower.user_id, follower.news)
            new = News(calls, here if follower.sees_friends else (), announced)
            if new != follower.news:
                follower.inform(new)


def read(user_ids: Collection[int], looking: Collection[int], at: datetime) -> dict[int, News]:
    """The news of each; where their friends are only for those who look."""
    calls = defaultdict(set)
    for whom, *call in invitations.calling(user_ids, at):
        calls[whom].add(("table", *call))
    for whom, request in friends.requests_to(user_ids, at - FRESH):
        calls[whom].add(("friend", request))
    for asker, request in friends.answers_to(user_ids, at - FRESH):
        calls[asker].add(("accepted", request))
    for reporter, report in reports.answers_to(user_ids):
        calls[reporter].add(("report", report))
    for user, *decided in sanctions.unread_among(user_ids):
        calls[user].add(("sanction", *decided))
    here = whereabouts.of_all(looking, at) if looking else {}
    told = announced(at)
    return {user_id: News(frozenset(calls[user_id]), tuple(here.get(user_id, ())), told) for user_id in user_ids}


def announced(at: datetime) -> frozenset[int]:
    """What the house announces, by id; each page leaves out what was put away in its browser."""
    return frozenset(one.pk for one in house.announcements(at))


def _look(users: Collection[int], looking: Collection[int], online: Collection[int]) -> dict[int, News]:
    at = now()
    if online:
        presence.keep_online(online, at)
    return read(users, looking, at) if users else {}


news = NewsBeat()
