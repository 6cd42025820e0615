"""What a finished hand changes of its players' standing: totals, streaks, rating, scores on leaderboards.

Totals and streaks count every hand, those with bots apart from those among people. Ratings and leaderboards count only
hands that people alone played by a preset with nothing changed, and only for whoever had no guest among the others:
anybody can be as many guests as there are browsers, each with welcome gold to lose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.db import transaction

from accounts import leaderboards, skill
from accounts.adding import add
from accounts.boards import boards_of
from accounts.finished import Finished, Part
from accounts.leaderboards import Kept, Key
from accounts.listing import board_of, is_listed, lock, skill_of
from accounts.models import Rating, Score, Standing, Totals
from accounts.prepared import Among
from accounts.storing import store, upsert

_SUMS = ("hands", "wins", "u", "u_tron", "u_khan", "dong_hoa", "mom", "den", "den_units", "units", "gold")


def note(finished: Finished) -> None:
    """Count the hand for its players, once: call it in the transaction that ends the hand.

    Players are locked in the order of their ids. Bots and whoever was erased since the deal are passed over.
    """
    with transaction.atomic():
        standings = lock(part.user for part in finished.parts if part.user is not None)
        parts = {part.user: part for part in finished.parts if part.user in standings}
        _add_totals(finished, parts)
        _streaks(finished, parts, standings)
        if finished.people_only and finished.is_preset:
            counting = _without_guests(standings)
            kept = leaderboards.kept(counting, _boards(finished))
            scores = [*_rate(finished, parts, counting), *_won(finished, parts, counting, kept)]
            leaderboards.write(scores, kept)


def _boards(finished: Finished) -> set[str]:
    """The keys of all leaderboards that the hand counts for."""
    kinds = ("rating", "gold", "u")
    return {board.key for kind in kinds for board in boards_of(kind, finished.preset, finished.at)}


def _without_guests(standings: Mapping[int, Standing]) -> dict[int, Standing]:
    """Those who had no guest among the others."""
    guests = {user for user, standing in standings.items() if standing.user.is_guest}
    return {user: standing for user, standing in standings.items() if not guests - {user}}


# -- totals and streaks -------------------------------------------------------------------------------


def _add_totals(finished: Finished, parts: Mapping[int, Part]) -> None:
    rows = {(user, finished.preset, not finished.people_only): _sums(part) for user, part in parts.items()}
    add(Totals, ("user", "preset", "with_bots"), _SUMS, rows)


def _sums(part: Part) -> tuple[int, ...]:
    kinds = (int(part.u == kind) for kind in ("u", "u_tron", "u_khan", "dong_hoa"))
    won = int(part.place == 1)
    return (1, won, *kinds, int(part.mom), int(part.den > 0), part.den, part.units, part.gold or 0)


def _streaks(finished: Finished, parts: Mapping[int, Part], standings: Mapping[int, Standing]) -> None:
    for user, part in parts.items():
        standing, won = standings[user], part.place == 1
        standing.streak = standing.streak + 1 if won else 0
        standing.best_streak = max(standing.best_streak, standing.streak)
        if finished.people_only:
            standing.streak_with_people = standing.streak_with_people + 1 if won else 0
            standing.best_streak_with_people = max(standing.best_streak_with_people, standing.streak_with_people)
    store(standings.values(), ("streak", "best_streak", "streak_with_people", "best_streak_with_people"))


# -- rating -------------------------------------------------------------------------------------------


def _rate(finished: Finished, parts: Mapping[int, Part], counting: Mapping[int, Standing]) -> list[Score]:
    """Rate those for whom it counts, over all variants and of this one; what goes on the leaderboards."""
    if len(parts) < 2 or not counting:
        return []
    before = {(rating.user_id, rating.preset): rating for rating in _RATINGS.models(parts, finished.preset)}
    after = [
        rating
        for preset in ("", finished.preset)
        for rating in _rated(finished, parts, preset, [before.get((user, preset)) for user in parts])
        if rating.user_id in counting
    ]
    upsert(after, ("user", "preset"), ("mu", "sigma", "hands", "rated_at"))
    return [_rating_score(rating, counting[rating.user_id]) for rating in after]


_RATINGS = Among(lambda users, preset: Rating.objects.filter(user__in=users, preset__in=("", preset)), others=1)


def _rated(
    finished: Finished, parts: Mapping[int, Part], preset: str, ratings: list[Rating | None]
) -> Iterator[Rating]:
    """The players' new ratings of one kind, as rows not yet kept."""
    skills = [skill_of(rating).after(finished.at - rating.rated_at) if rating else skill.Skill() for rating in ratings]
    news = skill.rated(skills, [part.place for part in parts.values()])
    for user, rating, new in zip(parts, ratings, news, strict=True):
        hands = rating.hands + 1 if rating else 1
        yield Rating(user_id=user, preset=preset, mu=new.mu, sigma=new.sigma, hands=hands, rated_at=finished.at)


def _rating_score(rating: Rating, standing: Standing) -> Score:
    known = skill_of(rating)
    listed = is_listed(standing) and not known.is_provisional
    return Score(user_id=rating.user_id, board=board_of(rating).key, value=known.shown, listed=listed)


# -- gold and u ---------------------------------------------------------------------------------------


def _won(
    finished: Finished, parts: Mapping[int, Part], counting: Mapping[int, Standing], kept: Mapping[Key, Kept]
) -> list[Score]:
    """What the hand adds to gold won and u made, as whole scores."""
    keys = {kind: [one.key for one in boards_of(kind, finished.preset, finished.at)] for kind in ("gold", "u")}
    adds: dict[Key, int] = {}
    for user in counting:
        part = parts[user]
        for kind, amount in (("gold", part.gold), ("u", 1 if part.u else None)):
            if amount is not None:
                adds |= dict.fromkeys([(user, key) for key in keys[kind]], amount)
    return [
        Score(user_id=user, board=key, value=_value(kept.get((user, key))) + amount, listed=is_listed(counting[user]))
        for (user, key), amount in adds.items()
    ]


def _value(kept: Kept | None) -> int:
    return kept.value if kept else 0
