"""A deal anyone can check, in a browser: it adds its seed by itself; the replay finds what is right and what isn't."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, WebSocketRoute, expect

from game.rules.shuffle import commitment
from tests.browser import hand
from tests.browser.stage import Stage
from tests.browser.test_everyone import faults
from tests.screens.scenes import find
from tests.swapped import with_another_seed

pytestmark = pytest.mark.xdist_group("deal")  # one hand is played for all of them

_COUNT_FLIGHTS = """() => {
    const animate = Element.prototype.animate;
    window.flown = 0;
    Element.prototype.animate = function (...rest) {
        if (this.matches("#hand .face")) window.flown += 1;
        return animate.apply(this, rest);
    };
}"""
PROMISE, OTHER = "ab" * 32, "cd" * 32


def facts(page: Page) -> dict[str, str]:
    """What the table tells of the deals."""
    found: dict[str, str] = page.evaluate("({...document.getElementById('deal').dataset})")
    return found


def open_sheet(page: Page) -> None:
    page.locator(".bar-menu").click()
    page.locator("#deal-open").click()
    expect(page.locator("#deal-sheet")).to_be_visible()


def check_last_hand(page: Page) -> None:
    """On to the replay of the hand that has just ended, from the sheet; it checks at once."""
    open_sheet(page)
    page.locator("#deal-last").click()
    page.wait_for_url("**/hands/*/#deal")
    expect(page.locator(".deal-verdict")).to_be_visible()


def lines(replay: Page) -> list[str]:
    return replay.locator("#deal-found li").all_inner_texts()


# -- whole hands --------------------------------------------------------------------------------------


class Played(NamedTuple):
    """A phone at a table whose second hand is over: into that one its seed has certainly come in time."""

    page: Page
    facts: dict[str, str]
    replay: str
    """The address of the hand's replay, its deal opened."""


@pytest.fixture(scope="module")
def played(browser: Browser, base_url: str) -> Iterator[Played]:
    """Once for all the tests here."""
    context = browser.new_context(
        base_url=base_url, viewport={"width": 360, "height": 740}, locale="vi-VN", service_workers="block"
    )
    page = context.new_page()
    hand.sit_down(page)
    hand.play_out(page)
    hand.next_hand(page)
    hand.play_out(page)
    seen = facts(page)
    last = context.request.get(f"{page.url}last/")
    hand.wait_until_open(page, last.url)
    yield Played(page, seen, f"{last.url}#deal")
    context.close()


def test_the_replay_of_a_hand_finds_it_right(played: Played) -> None:
    replay = played.page.context.new_page()
    replay.goto(played.replay)
    expect(replay.locator(".deal-verdict")).to_have_text(
        "Đúng: cam kết được giữ, lá nào cũng nằm đúng chỗ các mã xáo đặt nó."
    )
    assert lines(replay) == [
        "SHA-256 của mã xáo máy chủ đúng là cam kết ghi trong biên bản.",
        "Cả 52 lá của bộ bài nằm đúng như các mã xáo đặt.",
        "Trình duyệt này đã ghi lại đúng cam kết này từ trước khi chia, và mã xáo nó góp đúng là mã ở chỗ của bạn.",
    ]
    codes = replay.locator("#deal .proof code").all_inner_texts()
    assert codes[0] == played.facts["promised"] and played.facts["given"] in codes
    assert len(played.facts["given"]) == 32, "drawn by the browser"
    expect(replay.locator("#deal-elsewhere")).to_be_hidden()
    replay.close()


@pytest.mark.full
def test_a_seed_written_by_hand_counts_for_the_next_hand_and_shows_in_its_replay(page: Page) -> None:
    hand.sit_down(page)
    open_sheet(page)
    expect(page.locator("#deal-seed")).to_have_value(facts(page)["seed"])
    page.locator("#deal-seed").fill("Chuc <b>may</b> man!")
    page.locator("#deal-seed").press("Enter")
    number = int(facts(page)["number"])
    expect(page.locator("#deal-told")).to_have_text(f"Đã tính cho ván {number + 1}.")
    page.locator("#deal-sheet [data-close]").click()
    hand.play_out(page)
    hand.next_hand(page)
    assert (facts(page)["number"], facts(page)["given"]) == (str(number + 1), "Chuc <b>may</b> man!")
    hand.play_out(page)
    check_last_hand(page)
    expect(page.locator(".deal-verdict")).to_have_class("deal-verdict is-right")
    assert "Chuc <b>may</b> man!" in page.locator("#deal .proof code").all_inner_texts()


# -- records that were changed ------------------------------------------------------------------------


def replay_with(context: BrowserContext, address: str, change: Callable[[dict[str, Any]], None]) -> Page:
    """The replay at the address, with the record changed on its way."""
    page = context.new_page()

    def changed(route: Route) -> None:
        record = route.fetch().json()
        change(record)
        route.fulfill(body=json.dumps(record), content_type="application/x-ndjson")

    page.route("**/*.jsonl", changed)
    page.goto(address)
    return page


def swap(record: dict[str, Any]) -> None:
    pack = record["pack"]
    pack[16], pack[40] = pack[40], pack[16]


def other_seed(record: dict[str, Any]) -> None:
    record["deal"]["server_seed"] = "00" * 32


def other_player(record: dict[str, Any]) -> None:
    record["deal"]["player_seeds"] = [f"{seed}!" for seed in record["deal"]["player_seeds"]]


def other_number(record: dict[str, Any]) -> None:
    record["deal"]["hand_number"] += 1


@pytest.mark.full
@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (swap, "Lá thứ 17 của bộ bài phải là "),
        (other_seed, "SHA-256 của mã xáo máy chủ là 66687aadf862bd77"),
        (other_player, "Trình duyệt này đã góp một mã xáo khác"),
        (other_number, "Lá thứ "),
    ],
)
def test_a_changed_record_does_not_match(played: Played, change: Callable[[dict[str, Any]], None], wrong: str) -> None:
    replay = replay_with(played.page.context, played.replay, change)
    expect(replay.locator(".deal-verdict")).to_have_text("Không khớp: ván này không được chia như đã cam kết.")
    told = replay.locator("#deal-found li.is-wrong").all_inner_texts()
    assert any(wrong in line for line in told), told
    replay.close()


@pytest.mark.full
def test_a_server_that_swapped_its_seed_is_found(played: Played) -> None:
    """Its record agrees with itself; the player's browser knows what was promised."""
    replay = replay_with(played.page.context, played.replay, lambda record: record.update(with_another_seed(record)))
    expect(replay.locator(".deal-verdict")).to_have_class("deal-verdict is-wrong")
    (told,) = replay.locator("#deal-found li.is-wrong").all_inner_texts()
    assert played.facts["promised"] in told and commitment(bytes(32)) in told
    replay.close()


@pytest.mark.full
def test_a_record_that_does_not_come_is_told(played: Played) -> None:
    replay = played.page.context.new_page()
    replay.route("**/*.jsonl", lambda route: route.fulfill(status=503, body=""))
    replay.goto(played.replay)
    expect(replay.locator(".deal-verdict")).to_have_text("Lúc này không lấy được biên bản của ván.")
    replay.unroute("**/*.jsonl")
    replay.locator("#deal summary").click()
    replay.locator("#deal summary").click()
    expect(replay.locator(".deal-verdict")).to_have_class("deal-verdict is-right")
    replay.close()


def test_another_browser_says_that_it_noted_nothing(played: Played, page: Page) -> None:
    page.goto(played.replay)
    expect(page.locator(".deal-verdict")).to_have_class("deal-verdict")
    expect(page.locator(".deal-verdict")).to_contain_text("Biên bản khớp với chính nó.")
    assert lines(page)[-1].startswith("Trình duyệt này không có ghi chép về ván này")


def test_without_web_crypto_it_says_how_to_check(played: Played, page: Page) -> None:
    """As on plain http from another machine."""
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })")
    page.goto(played.replay)
    expect(page.locator("#deal-elsewhere")).to_be_visible()
    expect(page.locator("#deal-elsewhere")).to_contain_text("checkhands")
    expect(page.locator("#deal-found")).to_be_hidden()
    page.locator("#deal .deal-links a").first.click()
    expect(page.locator("#program")).to_contain_text("hmac.digest")


def test_the_deal_stays_closed_until_it_is_opened_and_axe_finds_nothing_in_it(played: Played) -> None:
    replay = played.page.context.new_page()
    replay.goto(played.replay.replace("#deal", ""))
    expect(replay.locator("#deal")).not_to_have_attribute("open", "")
    expect(replay.locator("#deal-found")).to_be_hidden()
    replay.locator("#deal summary").click()
    expect(replay.locator(".deal-verdict")).to_be_visible()
    assert faults(replay) == []
    replay.close()


def test_axe_finds_nothing_in_the_sheet(played: Played) -> None:
    open_sheet(played.page)
    assert faults(played.page) == []
    played.page.locator("#deal-sheet [data-close]").click()


# -- promises at the table ----------------------------------------------------------------------------


def showing(stage: Stage, number: int, promise: str, promised: str, seed: str | None = "") -> None:
    moment = find(lambda position: position.turn == 0)
    stage.show(moment, 0, number=number, promise=promise, commitment=promised, seed=seed, settled=False)


def test_a_seed_is_sent_once_for_every_promise_and_again_if_it_left_no_trace(stage: Stage) -> None:
    showing(stage, 3, PROMISE, OTHER)
    stage.sent.clear()
    showing(stage, 4, OTHER, PROMISE)
    showing(stage, 4, OTHER, PROMISE)
    (first,) = stage.sent_of("seed")
    assert len(first["seed"]) == 32
    stage.page.wait_for_timeout(2_100)
    showing(stage, 4, OTHER, PROMISE)
    assert stage.sent_of("seed") == [first, first], "the same one"
    stage.tell({"kind": "seed", "seed": first["seed"], "promise": OTHER})
    showing(stage, 5, "ef" * 32, OTHER)
    assert len({message["seed"] for message in stage.sent_of("seed")}) == 2, "another one for another promise"


@pytest.mark.full
def test_whoever_watches_sends_none_and_sees_the_promise(stage: Stage) -> None:
    showing(stage, 3, PROMISE, OTHER, seed=None)
    stage.sent.clear()
    showing(stage, 4, OTHER, PROMISE, seed=None)
    assert stage.sent_of("seed") == []
    open_sheet(stage.page)
    expect(stage.page.locator("#deal-promise")).to_have_text(OTHER)
    expect(stage.page.locator("#deal-form")).to_be_hidden()


def test_a_promise_that_is_not_kept_is_told_at_once(stage: Stage) -> None:
    showing(stage, 3, PROMISE, OTHER, seed="mine")
    showing(stage, 4, OTHER, PROMISE, seed="mine")
    expect(stage.page.locator("#deal-sheet")).to_be_hidden()
    showing(stage, 5, PROMISE, "ef" * 32, seed="mine")
    expect(stage.page.locator("#deal-broken")).to_have_text(
        "Ván này không phải ván đã cam kết trước khi chia. Bạn đừng chơi tiếp, hãy báo cho chúng tôi."
    )
    expect(stage.page.locator("#deal-sheet")).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize("is_kept", [True, False])
def test_a_page_that_was_loaded_again_knows_the_promise(stage: Stage, is_kept: bool) -> None:
    showing(stage, 3, PROMISE, OTHER, seed="mine")
    stage.load_again()
    showing(stage, 4, OTHER, PROMISE if is_kept else "ef" * 32, seed="mine")
    expect(stage.page.locator("#deal-broken")).to_have_count(0 if is_kept else 1)
    expect(stage.page.locator("#deal-sheet")).to_be_visible(visible=not is_kept)


def test_what_the_player_writes_is_not_overwritten_and_what_is_no_seed_is_not_sent(stage: Stage) -> None:
    showing(stage, 3, PROMISE, OTHER, seed="from before")
    open_sheet(stage.page)
    expect(stage.page.locator("#deal-seed")).to_have_value("from before")
    stage.page.locator("#deal-seed").fill("hạt giống")
    stage.page.locator("#deal-form button").click()
    showing(stage, 4, OTHER, PROMISE, seed="by lot")
    expect(stage.page.locator("#deal-seed")).to_have_value("hạt giống")
    assert "hạt giống" not in [message["seed"] for message in stage.sent_of("seed")]
    stage.page.locator("#deal-seed").fill("mine")
    stage.page.locator("#deal-form button").click()
    assert stage.sent_of("seed")[-1]["seed"] == "mine"
    stage.tell({"kind": "seed", "seed": "mine", "promise": OTHER})
    expect(stage.page.locator("#deal-told")).to_have_text("Đã tính cho ván 5.")


@pytest.mark.full
def test_the_first_hand_is_dealt_without_a_seed_too_and_is_seen_being_dealt(page: Page) -> None:
    """The browser's seed gets lost on its way: the clock deals, and cards fly."""

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if '"seed"' in str(text) else server.send(text))

    page.route_web_socket("**/ws/**", through)
    page.goto("/")
    page.locator("form[action='/play/'] button").click()
    expect(page.locator("#act-ready")).to_contain_text("Đang xáo bài…")
    expect(page.locator("#act-ready")).to_be_disabled()
    page.evaluate(_COUNT_FLIGHTS)
    page.wait_for_function("() => document.getElementById('table').dataset.hand", timeout=10_000)
    assert facts(page)["given"] == ""
    assert page.evaluate("window.flown") > 9, "the own cards at least"
