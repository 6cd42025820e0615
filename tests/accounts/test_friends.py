"""Friends: who asks, who accepts, what blocking ends; two requests that cross; guests, and whoever is erased."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import close_old_connections, connections
from django.test import Client
from django.utils import timezone

from accounts import blocks, cleaning, erasing, friends, keeping, ledger, presence
from accounts.friends import Tie, Unable
from accounts.models import Block, Friendship, Mute, User
from tests.accounts.hands import player

pytestmark = pytest.mark.django_db


@pytest.fixture
def an() -> User:
    return player("An")


@pytest.fixture
def binh() -> User:
    return player("Bình")


def tie(user: User, other: User) -> Tie:
    return friends.ties(user, [other.pk])[other.pk]


def befriend(one: User, other: User) -> None:
    friends.ask(one, other)
    friends.accept(other, one)


def test_one_asks_the_other_accepts_and_either_ends_it(an: User, binh: User) -> None:
    friends.ask(an, binh)
    friends.ask(an, binh)
    assert (tie(an, binh), tie(binh, an)) == (Tie.ASKED, Tie.ASKS)
    assert (list(friends.asked_by(an)), list(friends.waiting(binh))) == ([binh], [an])
    assert friends.of(an) == friends.of(binh) == []
    friends.accept(binh, an)
    friends.accept(binh, an)
    friends.ask(an, binh)
    assert (friends.of(an), friends.of(binh)) == ([binh], [an])
    assert not friends.waiting(binh) and not friends.asked_by(an)
    friends.end(binh, an)
    assert (tie(an, binh), tie(binh, an)) == (Tie.NONE, Tie.NONE)


def test_whoever_asks_back_accepts(an: User, binh: User) -> None:
    friends.ask(an, binh)
    friends.ask(binh, an)
    assert tie(an, binh) == tie(binh, an) == Tie.FRIEND
    assert Friendship.objects.count() == 1


def test_whoever_is_declined_isnt_told_and_asks_nobody_again_and_again(an: User, binh: User) -> None:
    friends.ask(an, binh)
    friends.decline(binh, an)
    assert (tie(an, binh), tie(binh, an)) == (Tie.ASKED, Tie.NONE)
    friends.withdraw(an, binh)
    assert tie(an, binh) == Tie.NONE
    friends.ask(an, binh)
    assert (tie(an, binh), tie(binh, an)) == (Tie.ASKED, Tie.NONE)
    assert not friends.waiting(binh)
    friends.ask(binh, an)
    assert tie(an, binh) == Tie.FRIEND, "who had declined may think better of it"


def test_who_declined_and_asks_later_asks_anew_where_the_other_has_withdrawn(an: User, binh: User) -> None:
    friends.ask(an, binh)
    friends.decline(binh, an)
    friends.withdraw(an, binh)
    friends.ask(binh, an)
    assert (tie(an, binh), tie(binh, an)) == (Tie.ASKS, Tie.ASKED)
    with pytest.raises(Unable, match="no_request"):
        friends.accept(binh, an)
    friends.accept(an, binh)
    assert (tie(an, binh), tie(binh, an)) == (Tie.FRIEND, Tie.FRIEND)
    friends.end(an, binh)
    assert not Friendship.objects.filter(accepted_at__isnull=False).exists()


def test_a_request_can_be_withdrawn_and_then_not_accepted(an: User, binh: User) -> None:
    friends.ask(an, binh)
    friends.withdraw(an, binh)
    with pytest.raises(Unable, match="no_request"):
        friends.accept(binh, an)
    assert not Friendship.objects.exists()


def test_only_who_was_asked_accepts_or_declines(an: User, binh: User) -> None:
    friends.ask(an, binh)
    for somebody in (an, player("Chi")):
        with pytest.raises(Unable):
            friends.accept(somebody, an)
        friends.decline(somebody, an)
    with pytest.raises(Unable, match="no_request"):
        friends.accept(an, binh)
    assert tie(binh, an) == Tie.ASKS


@pytest.mark.parametrize("blocker", [0, 1])
def test_nothing_is_between_those_who_block_each_other(an: User, binh: User, blocker: int) -> None:
    befriend(an, binh)
    pair = (an, binh)
    blocks.block(pair[blocker], pair[1 - blocker])
    assert not Friendship.objects.exists()
    assert tie(pair[blocker], pair[1 - blocker]) == Tie.BLOCKED
    assert tie(pair[1 - blocker], pair[blocker]) == Tie.NONE
    for one, other in (pair, pair[::-1]):
        with pytest.raises(Unable, match="apart"):
            friends.ask(one, other)
    assert blocks.blocked_by(pair[blocker]) == [pair[1 - blocker]]
    assert blocks.apart_from(an) == {binh.pk}
    blocks.unblock(pair[blocker], pair[1 - blocker])
    friends.ask(an, binh)
    assert tie(an, binh) == Tie.ASKED, "it begins anew"


def test_blocking_ends_a_request(an: User, binh: User) -> None:
    friends.ask(an, binh)
    blocks.block(binh, an)
    with pytest.raises(Unable, match="apart"):
        friends.accept(binh, an)


def test_nobody_is_a_friend_of_oneself_or_of_whoever_is_gone(an: User, binh: User) -> None:
    with pytest.raises(Unable, match="nobody"):
        friends.ask(an, an)
    User.objects.filter(pk=binh.pk).update(is_active=False)
    with pytest.raises(Unable, match="nobody"):
        friends.ask(an, binh)
    assert tie(an, an) == Tie.SELF


def test_there_are_so_many_requests_and_friends(an: User, binh: User, monkeypatch: pytest.MonkeyPatch) -> None:
    chi, dung = player("Chi"), player("Dung")
    monkeypatch.setattr(friends, "MOST_ASKED", 1)
    friends.ask(an, binh)
    friends.decline(binh, an)
    with pytest.raises(Unable, match="many_asked"):
        friends.ask(an, chi)
    monkeypatch.setattr(friends, "MOST_ASKED", 9)
    monkeypatch.setattr(friends, "MOST_ASKING", 1)
    friends.ask(an, chi)
    with pytest.raises(Unable, match="many_asking"):
        friends.ask(dung, chi)
    monkeypatch.setattr(friends, "MOST_FRIENDS", 1)
    befriend(chi, dung)
    with pytest.raises(Unable, match="many_friends"):
        friends.accept(chi, an)
    with pytest.raises(Unable, match="many_friends"):
        friends.ask(dung, binh)
    friends.ask(binh, an)  # who had asked
    friends.end(chi, dung)
    with pytest.raises(Unable, match="their_many_friends"):
        friends.accept(chi, an)


def test_requests_go_after_a_while(an: User, binh: User) -> None:
    chi = player("Chi")
    befriend(an, chi)
    friends.ask(an, binh)
    Friendship.objects.update(made_at=timezone.now() - keeping.REQUESTS - timedelta(minutes=1))
    rule = next(rule for rule in cleaning.rules if rule.what == "old requests")
    assert rule.clean(timezone.now()) == 1
    assert friends.of(an) == [chi]


def test_the_last_one_stands_first_and_friends_by_name(an: User) -> None:
    others = [player(name) for name in ("Tư", "Chi", "Dung")]
    for other in others:
        friends.ask(other, an)
    assert list(friends.waiting(an)) == others[::-1]
    for other in others:
        friends.accept(an, other)
    assert [friend.display_name for friend in friends.of(an)] == ["Chi", "Dung", "Tư"]
    for other in others:
        blocks.block(an, other)
    assert blocks.blocked_by(an) == others[::-1]


# -- guests, the erased -------------------------------------------------------------------------------


def test_a_guest_keeps_friends_as_an_account(an: User, client: Client) -> None:
    client.post(f"/friends/{an.pk}/", {"do": "ask"})
    guest = User.objects.get(is_guest=True)
    friends.accept(an, guest)
    signed_up = client.post(
        "/account/signup/", {"email": "moi@example.com", "password1": "con cá chép vàng", "display_name": "Mới"}
    )
    assert signed_up.status_code == 302
    guest.refresh_from_db()
    assert not guest.is_guest
    assert friends.of(an) == [guest]


@pytest.mark.parametrize("is_in_hand", [False, True])
def test_nothing_is_left_of_whoever_is_erased(an: User, binh: User, is_in_hand: bool) -> None:
    chi = player("Chi")
    ledger.welcome(an)
    if is_in_hand:
        ledger.set_aside(1, {an.pk: 500})
    befriend(an, binh)
    friends.ask(chi, an)
    blocks.mute(chi, an)
    blocks.block(an, player("Dung"))
    presence.keep_online([an.pk], timezone.now())
    erasing.erase(an)
    assert User.objects.filter(pk=an.pk).exists() == is_in_hand
    assert not Friendship.objects.exists() and not Block.objects.exists() and not Mute.objects.exists()
    assert not User.objects.filter(pk=an.pk, online_at__isnull=False).exists()


def test_who_is_online_is_written_now_and_then(an: User) -> None:
    now = timezone.now()
    assert not presence.is_online(an, now)
    presence.keep_online([an.pk], now)
    presence.keep_online([an.pk], now + timedelta(seconds=10))
    an.refresh_from_db()
    assert an.online_at == now
    assert presence.is_online(an, now + timedelta(seconds=59))
    assert not presence.is_online(an, now + timedelta(seconds=61))
    presence.keep_online([an.pk], now + timedelta(seconds=40))
    an.refresh_from_db()
    assert an.online_at == now + timedelta(seconds=40)


# -- races --------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round", range(3))
def test_two_requests_that_cross_make_one_friendship(round: int) -> None:
    an, binh = player("An"), player("Bình")
    _at_once(lambda: friends.ask(an, binh), lambda: friends.ask(binh, an))
    assert Friendship.objects.count() == 1
    assert tie(an, binh) == tie(binh, an) == Tie.FRIEND


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round", range(3))
def test_who_blocks_while_the_other_asks_is_left_alone(round: int) -> None:
    an, binh = player("An"), player("Bình")
    _at_once(lambda: friends.ask(an, binh), lambda: blocks.block(binh, an))
    assert not Friendship.objects.exists()
    assert blocks.between(an.pk, [binh.pk])


@pytest.mark.django_db(transaction=True)
def test_two_tabs_press_the_same_button() -> None:
    an, binh = player("An"), player("Bình")
    _at_once(lambda: friends.ask(an, binh), lambda: friends.ask(an, binh))
    assert Friendship.objects.count() == 1
    _at_once(lambda: friends.accept(binh, an), lambda: friends.accept(binh, an))
    _at_once(lambda: blocks.block(an, binh), lambda: blocks.block(an, binh))
    assert (Friendship.objects.count(), Block.objects.count()) == (0, 1)


def _at_once(*presses: object) -> None:
    """What is pressed in several threads at the same moment; what can't be done then isn't."""
    start = Barrier(len(presses))

    def press(do: object) -> None:
        close_old_connections()
        start.wait(10)
        try:
            do()  # type: ignore[operator]
        except Unable:
            pass
        finally:
            connections.close_all()

    threads = [Thread(target=press, args=(do,)) for do in presses]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
