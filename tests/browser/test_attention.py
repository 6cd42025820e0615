"""Calling a player whose turn it is, and keeping the screen on: by a page that notes what it asks the browser for."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hand
from tests.browser.moments import my_turn
from tests.browser.stage import Stage
from tests.screens.scenes import find

_BROWSER = """
window.asked = [];
window.hides = false;
window.worker = undefined;
const define = (on, name, value) => Object.defineProperty(on, name, { configurable: true, ...value });
define(document, 'hidden', { get: () => hides });
define(document, 'visibilityState', { get: () => (hides ? 'hidden' : 'visible') });
const note = (what, ...details) => { asked.push([what, ...details]); };
// The real one takes what a test evaluates for a press.
define(navigator, 'userActivation', { value: { isActive: true, hasBeenActive: false } });
addEventListener('pointerup', () => { navigator.userActivation.hasBeenActive = true; }, true);
define(navigator, 'vibrate', { value: pattern => note('vibrate', pattern.length) });
define(navigator, 'setAppBadge', { value: async count => note('badge', count) });
define(navigator, 'clearAppBadge', { value: async () => note('no badge') });
window.Notification = class extends EventTarget {
    static permission = 'granted';
    static answer = 'granted';
    static requestPermission = async () => Notification.answer;
    constructor(title, options) { super(); note('notification', title, options); window.shown = this; }
    close() { note('closed'); }
};
ServiceWorkerContainer.prototype.getRegistration = async () => worker;
define(navigator, 'wakeLock', { value: { request: async () => {
    note('lock');
    const lock = new EventTarget();
    lock.release = async () => { note('unlock'); lock.dispatchEvent(new Event('release')); };
    window.lock = lock;
    return lock;
} } });
"""
_WORKER = """() => {
    const shown = [];
    window.worker = {
        active: {},
        showNotification: async (title, options) => {
            asked.push(['worker', title, options]);
            shown.push({ close: () => asked.push(['closed']) });
        },
        getNotifications: async () => shown.splice(0),
    };
}"""
_MISSING = """
const missing = ['vibrate', 'setAppBadge', 'clearAppBadge', 'wakeLock', 'userActivation', 'serviceWorker'];
for (const name of missing) delete Navigator.prototype[name];
for (const name of ['Notification', 'AudioContext', 'webkitAudioContext']) delete window[name];
Object.defineProperty(document, 'hidden', { get: () => window.hides ?? false });
"""


@pytest.fixture
def stage(page: Page) -> Stage:
    page.add_init_script(_BROWSER)
    return Stage(page)


def asked(stage: Stage, *kinds: str) -> list[list[Any]]:
    """What the page has asked of the browser since the last time, of these kinds."""
    stage.sent_of("table")
    return [entry for entry in stage.page.evaluate("asked.splice(0)") if entry[0] in kinds]


def choose(page: Page, **choices: str) -> None:
    page.evaluate("choices => { Object.assign(document.documentElement.dataset, choices); }", choices)


def hide(page: Page, hides: bool = True) -> None:
    """Look at another tab, or come back."""
    page.evaluate("to => { window.hides = to; document.dispatchEvent(new Event('visibilitychange')); }", hides)


def icon(page: Page) -> str:
    return str(page.evaluate("document.querySelector('link[rel=icon][type$=svg\\\\+xml]').href"))


def test_the_tab_and_the_app_call_while_nobody_looks(stage: Stage, page: Page) -> None:
    stage.show(my_turn(), 1)
    title, usual = page.title(), icon(page)
    hide(page)
    asked(stage)
    assert (page.title(), icon(page)) == (title, usual)
    stage.show(my_turn(), 0)
    assert page.title() == f"● Đến lượt bạn · {title}"
    assert "favicon-turn" in icon(page)
    assert page.evaluate("address => fetch(address).then(answer => answer.status)", icon(page)) == 200
    assert asked(stage, "badge", "no badge") == [["badge", 1]]
    hide(page, False)
    assert page.title() == f"Đến lượt bạn · {title}"
    assert icon(page) == usual
    assert asked(stage, "badge", "no badge") == [["no badge"]]
    hide(page)
    asked(stage)
    stage.show(my_turn(), 1)
    assert (page.title(), icon(page)) == (title, usual)
    assert asked(stage, "badge", "no badge") == [["no badge"]]


def test_a_notification_comes_for_a_turn_that_begins_unseen_and_goes_with_it(stage: Stage, page: Page) -> None:
    choose(page, notify="on")
    stage.show(my_turn(), 1)
    stage.show(my_turn(), 0)
    hide(page)
    assert asked(stage, "notification") == [], "the turn began before their eyes"
    stage.show(my_turn(), 1)
    stage.show(my_turn(), 0)
    [(_kind, title, options)] = asked(stage, "notification")
    assert title == "Đến lượt bạn"
    assert "Bốc" in options["body"]
    assert options["tag"] == "turn"
    assert options["data"]["url"] == page.url
    stage.show(my_turn(), 0)
    assert asked(stage, "notification", "closed") == [], "one a turn"
    stage.show(my_turn(), 1)
    assert asked(stage, "closed") == [["closed"]]
    stage.show(my_turn(), 0)
    asked(stage)
    hide(page, False)
    assert asked(stage, "closed") == [["closed"]]


@pytest.mark.full
def test_a_pressed_notification_goes(stage: Stage, page: Page) -> None:
    choose(page, notify="on")
    hide(page)
    stage.show(my_turn(), 0)
    asked(stage)
    page.evaluate("window.focus = () => asked.push(['focus']); shown.dispatchEvent(new Event('click'))")
    assert asked(stage, "focus", "closed") == [["focus"], ["closed"]]


@pytest.mark.full
def test_phones_show_it_through_the_service_worker(stage: Stage, page: Page) -> None:
    page.evaluate(_WORKER)
    choose(page, notify="on")
    hide(page)
    stage.show(my_turn(), 0)
    assert [entry[1] for entry in asked(stage, "worker", "notification")] == ["Đến lượt bạn"]
    stage.show(my_turn(), 1)
    assert asked(stage, "closed") == [["closed"]]


@pytest.mark.full
@pytest.mark.parametrize(("notify", "permission"), [("off", "granted"), ("on", "denied"), ("on", "default")])
def test_no_notification_without_leave(stage: Stage, page: Page, notify: str, permission: str) -> None:
    choose(page, notify=notify)
    page.evaluate("permission => { Notification.permission = permission; }", permission)
    hide(page)
    stage.show(my_turn(), 0)
    assert page.title().startswith("● ")
    assert asked(stage, "notification", "worker") == []


@pytest.mark.full
@pytest.mark.parametrize("answer", ["granted", "denied", "default"])
def test_leave_is_asked_for(stage: Stage, page: Page, answer: str) -> None:
    page.evaluate("answer => { Notification.answer = answer; }", answer)
    assert page.evaluate(_ASK) is (answer == "granted")
    page.evaluate("delete window.Notification")
    assert page.evaluate(_ASK) is False


_REFUSE = """() => {
    navigator.wakeLock.request = async () => { asked.push(['lock']); throw new Error('battery'); };
}"""
_ASK = """async () => {
    const address = performance.getEntriesByType('resource').find(entry => entry.name.includes('/notify')).name;
    return (await import(address)).askForNotifications();
}"""


@pytest.mark.full
def test_a_phone_trembles_on_the_own_turn_after_the_first_press(stage: Stage, page: Page) -> None:
    choose(page, vibrate="on")
    stage.show(my_turn(), 1)
    stage.show(my_turn(), 0)
    assert asked(stage, "vibrate") == []
    page.locator("#middle").click()
    stage.show(my_turn(), 1)
    assert asked(stage, "vibrate") == []
    stage.show(my_turn(), 0)
    stage.show(my_turn(), 0)
    assert asked(stage, "vibrate") == [["vibrate", 3]]
    choose(page, vibrate="off")
    stage.show(my_turn(), 1)
    stage.show(my_turn(), 0)
    assert asked(stage, "vibrate") == []


@pytest.mark.full
def test_the_screen_stays_on_during_a_hand_of_ones_own(stage: Stage, page: Page) -> None:
    end = find(lambda position: position.is_over)
    stage.show(end, 0)
    asked(stage)
    stage.show(my_turn(), None)
    assert asked(stage, "lock", "unlock") == [], "a watcher plays no hand"
    stage.show(my_turn(), 0)
    stage.show(my_turn(), 1)
    assert asked(stage, "lock", "unlock") == [["lock"]]
    page.evaluate("lock.dispatchEvent(new Event('release'))")  # as a screen that goes off does
    hide(page)
    assert asked(stage, "lock", "unlock") == []
    hide(page, False)
    assert asked(stage, "lock", "unlock") == [["lock"]]
    stage.show(end, 0)
    assert asked(stage, "lock", "unlock") == [["unlock"]]


@pytest.mark.full
def test_a_lock_that_is_refused_is_asked_for_in_the_next_hand(stage: Stage, page: Page) -> None:
    stage.show(find(lambda position: position.is_over), 0)
    page.evaluate(_REFUSE)
    asked(stage)
    stage.show(my_turn(), 0)
    stage.show(my_turn(), 1)
    assert asked(stage, "lock") == [["lock"]]
    stage.show(my_turn(), 1, hand_id=13)
    assert asked(stage, "lock") == [["lock"]]


@pytest.mark.full
def test_a_browser_that_has_none_of_this_is_played_in(page: Page) -> None:
    """As those inside of Zalo and Facebook are."""
    page.add_init_script(_MISSING)
    hand.sit_down(page)
    choose(page, notify="on", vibrate="on", sound="on")
    before = hand.position(page)
    hand.play_on(page)
    assert hand.position(page) != before
    page.evaluate("window.hides = true; document.dispatchEvent(new Event('visibilitychange'))")
    hand.play_out(page)
    expect(page.locator("#result")).to_be_visible()
