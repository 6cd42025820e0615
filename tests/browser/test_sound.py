"""What is heard at the table and when, by a page that notes what it would play; and whether every sound is one."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.moments import done, happening, my_turn
from tests.browser.stage import Stage
from tests.screens.scenes import find, hands

_NOTING = """
window.hasSynth = true;
export const SOUNDS = {};
export const lengthOf = () => 0.1;
export const desk = () => ({ input: null, volume: { set value(to) { window.loudness = to; } } });
export function play(context, out, name, at, how) { window.heard.push({ name, at, ...how }); }
"""
_CONTEXT = """
window.heard = [];
window.contexts = [];
window.AudioContext = class {
    constructor() { this.state = 'suspended'; this.currentTime = 0; contexts.push(this); }
    async resume() { this.state = 'running'; }
    async suspend() { this.state = 'suspended'; }
};
"""
_KEEPING = """
window.opened = [];
window.AudioContext = class extends AudioContext { constructor() { super(); opened.push(this); } };
"""
_HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => true })"
_CHOOSE = """detail => {
    Object.assign(document.documentElement.dataset, detail);
    document.dispatchEvent(new CustomEvent('phom:preferences', { detail }));
}"""
_RENDER = """async () => {
    const speaker = performance.getEntriesByType('resource').find(entry => entry.name.includes('speaker')).name;
    const address = speaker.replace('speaker', 'synth');
    const { SOUNDS, desk, lengthOf, play } = await import(address);
    const most = samples => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const heard = async (names, at) => {
        const context = new OfflineAudioContext(2, 2.2 * 44100, 44100);
        const { input, volume } = desk(context);
        volume.value = 1;
        for (const name of names) play(context, input, name, at);
        const samples = (await context.startRendering()).getChannelData(0);
        const square = samples.reduce((sum, sample) => sum + sample * sample, 0);
        let turns = 0;
        for (let n = 1; n < samples.length; n += 1) turns += samples[n] * samples[n - 1] < 0;
        const length = names.length === 1 ? lengthOf(names[0]) : 0;
        return {
            length,
            peak: most(samples),
            loudness: Math.sqrt(square / 44100 / (length || 2)),
            pitch: turns / 2 / (length || 2),
            rest: most(samples.slice((at + length + 0.05) * 44100)),
        };
    };
    const all = {};
    for (const name of Object.keys(SOUNDS)) all[name] = await heard([name], 0.3);
    return [all, await heard(Object.keys(SOUNDS), 0.3)];
}"""


@pytest.fixture
def stage(page: Page) -> Stage:
    page.add_init_script(_CONTEXT)
    page.route("**/synth*.js*", lambda route: route.fulfill(body=_NOTING, content_type="text/javascript"))
    return Stage(page)


def heard(stage: Stage) -> list[str]:
    """The sounds since the last time, once the page has dealt with all that it was told."""
    return [sound["name"] for sound in heard_how(stage)]


def heard_how(stage: Stage) -> list[dict[str, Any]]:
    stage.sent_of("table")
    return list(stage.page.evaluate("heard.splice(0)"))


def press(stage: Stage) -> None:
    """Anywhere, which does nothing but allow sound."""
    stage.page.locator("#middle").click()
    stage.page.wait_for_function("() => window.hasSynth")
    assert stage.page.evaluate("contexts.at(-1).state") == "running"


@pytest.mark.full
@pytest.mark.parametrize(
    ("kind", "sound"),
    [
        ("drew", "draw"),
        ("ate", "eat"),
        ("shifted", "shift"),
        ("discarded", "throw"),
        ("laid", "lay"),
        ("sent", "send"),
    ],
)
def test_what_happens_is_heard_when_it_happens(stage: Stage, kind: str, sound: str) -> None:
    before, now, event = happening(kind, lambda position, event: not position.is_over)
    assert event.seat is not None
    watcher = next(seat for seat in range(4) if seat not in (before.hand.turn, now.hand.turn, event.seat))
    stage.show(before, watcher)
    press(stage)
    heard(stage)
    stage.show(now, watcher)
    assert sound in heard(stage)
    stage.show(now, watcher)
    assert heard(stage) == []


@pytest.mark.full
def test_others_are_softer_and_heard_from_their_side(stage: Stage) -> None:
    before, now, event = happening("discarded", lambda position, event: not position.is_over)
    assert event.seat is not None
    sides = []
    for viewer in (event.seat, (event.seat - 1) % 4, (event.seat + 1) % 4):
        stage.show(before, viewer)
        press(stage)
        heard(stage)
        stage.show(now, viewer)
        sides += [sound for sound in heard_how(stage) if sound["name"] == "throw"]
    own, right, left = sides
    assert own["side"] == 0
    assert left["side"] < 0 < right["side"]
    assert left["gain"] == right["gain"] < own["gain"]


@pytest.mark.full
def test_a_hand_is_dealt_and_its_end_is_heard_by_how_it_ends(stage: Stage) -> None:
    last, end, _event = happening("ended", lambda position, event: event.seat is None)
    maker = happening("ended", lambda position, event: event.seat is not None)
    beginning = find(lambda position: not position.is_over)
    stage.show(beginning, 0, hand_id=11)
    press(stage)
    heard(stage)
    stage.show(beginning, 0)
    assert heard(stage)[0] == "deal"
    stage.show(last, 0)
    stage.show(end, 0)
    won = stage.page.locator("#result .result-line.is-own .won").get_attribute("class") or ""
    expected = {"won is-won": ["won"], "won is-lost": ["lost"], "won is-even": []}[won]
    assert [sound for sound in heard(stage) if sound in ("won", "lost")] == expected
    seat = maker[2].seat
    assert seat is not None
    for viewer, sound in ((seat, "u_own"), ((seat + 1) % 4, "u_other")):
        stage.show(maker[0], viewer, hand_id=13 + viewer)
        heard(stage)
        stage.show(maker[1], viewer, hand_id=13 + viewer)
        assert sound in heard(stage)


def test_nothing_is_heard_or_opened_before_the_first_press(stage: Stage) -> None:
    before, now, _event = happening("discarded", lambda position, event: not position.is_over)
    stage.show(before, 0)
    stage.show(now, 0)
    stage.show(my_turn(), 0, due_ms=3000)
    assert heard(stage) == []
    assert stage.page.evaluate("contexts.length") == 0
    press(stage)
    assert heard(stage) == [], "what was missed isn't made up for"
    stage.show(now, (now.hand.turn + 1) % 4)
    stage.show(now, now.hand.turn)
    assert "turn" in heard(stage)


@pytest.mark.full
def test_the_own_turn_is_heard_once_and_its_last_seconds_are_counted(stage: Stage) -> None:
    moment = my_turn()
    stage.show(moment, 1, due_ms=14_000)
    press(stage)
    heard(stage)
    stage.show(moment, 0, due_ms=14_000)
    assert heard(stage) == ["turn"]
    stage.show(moment, 0, due_ms=13_000)
    assert heard(stage) == []
    stage.page.evaluate(
        "for (const detail of [6, 5, 1, 0]) document.dispatchEvent(new CustomEvent('phom:second', { detail }))"
    )
    ticks = heard_how(stage)
    assert [tick["name"] for tick in ticks] == ["tick", "tick"]
    assert ticks[0]["pitch"] == 1 < ticks[1]["pitch"]
    stage.show(moment, 0, due_ms=4000)
    assert "tick" in heard(stage), "the clock doesn't tell its seconds"


@pytest.mark.full
def test_the_last_seconds_of_others_are_not_counted(stage: Stage) -> None:
    stage.show(my_turn(), 1, due_ms=4000)
    press(stage)
    stage.show(my_turn(), 1, due_ms=2000)
    assert heard(stage) == []


@pytest.mark.full
def test_switched_off_it_opens_nothing_and_switched_on_gives_a_sample(stage: Stage, page: Page) -> None:
    page.evaluate("document.documentElement.dataset.sound = 'off'")
    page.locator("#mat").click()
    moment = my_turn()
    stage.show(moment, 1)
    stage.show(moment, 0)
    assert heard(stage) == []
    assert page.evaluate("contexts.length") == 0
    page.evaluate(_CHOOSE, {"sound": "on", "volume": "50"})
    assert page.evaluate("contexts.length") == 1, "the press on the switch is one"
    page.wait_for_function("() => window.hasSynth")
    assert heard(stage) == ["throw"]
    assert page.evaluate("loudness") == 0.25
    page.evaluate(_CHOOSE, {"theme": "dark"})
    assert heard(stage) == []
    page.evaluate(_CHOOSE, {"sound": "off"})
    assert page.evaluate("loudness") == 0
    stage.show(moment, 1)
    stage.show(moment, 0)
    assert heard(stage) == []


@pytest.mark.full
def test_of_much_that_was_missed_only_the_newest_is_heard(stage: Stage) -> None:
    moments = next(moments for moments in hands() if len(moments) > 20 and len(moments[0].hand.seats) == 4)
    turns = {moments[2].hand.turn, moments[11].hand.turn}
    viewer = next(seat for seat in range(4) if seat not in turns)
    stage.show(moments[2], viewer)
    press(stage)
    heard(stage)
    stage.show(moments[11], viewer)
    names = {"drew": "draw", "ate": "eat", "shifted": "shift", "discarded": "throw"}
    newest = [names[event.kind] for event in done(moments[11])]
    assert heard(stage) == newest


@pytest.mark.full
def test_a_hidden_table_is_silent_but_for_the_own_turn(stage: Stage, page: Page) -> None:
    before, now, _event = happening("discarded", lambda position, event: not position.is_over)
    stage.show(before, (now.hand.turn + 1) % 4)
    press(stage)
    heard(stage)
    page.evaluate(_HIDDEN)
    stage.show(now, now.hand.turn)
    assert heard(stage) == ["turn"]


@pytest.mark.full
def test_many_things_at_once_do_not_become_a_roar(stage: Stage, page: Page) -> None:
    stage.show(my_turn(), 1)
    press(stage)
    stage.show(my_turn(), 0)
    heard(stage)
    page.evaluate(
        "for (let n = 0; n < 20; n += 1) document.dispatchEvent(new CustomEvent('phom:second', { detail: 5 }))"
    )
    together = heard_how(stage)
    begin = [sound["at"] for sound in together]
    assert 1 < len(together) < 8
    assert all(later - earlier > 0.08 for earlier, later in pairwise(begin))
    assert together[-1]["gain"] < 1, "as loud as one alone"


@pytest.mark.full
def test_after_an_interruption_the_next_sound_is_heard(stage: Stage, page: Page) -> None:
    moment = my_turn()
    stage.show(moment, 1)
    press(stage)
    page.evaluate("contexts[0].state = 'interrupted'")
    stage.show(moment, 0)
    assert heard(stage) == ["turn"]
    page.evaluate("contexts[0].state = 'closed'")
    stage.show(moment, 1)
    press(stage)
    assert page.evaluate("contexts.length") == 2
    stage.show(moment, 0)
    assert heard(stage) == ["turn"]


@pytest.mark.full
def test_a_browser_without_sound_is_played_in(page: Page) -> None:
    page.add_init_script("delete window.AudioContext; delete window.webkitAudioContext")
    stage = Stage(page)
    stage.show(my_turn(), 0)
    page.locator("#act-draw").click()
    assert stage.acts() == ["draw"]


def test_the_real_thing_runs_without_complaint(page: Page) -> None:
    page.add_init_script(_KEEPING)
    warnings: list[str] = []
    page.on("console", lambda message: warnings.append(message.text) if "AudioContext" in message.text else None)
    stage = Stage(page)
    before, now, _event = happening("discarded", lambda position, event: not position.is_over)
    stage.show(before, now.hand.turn)
    page.locator("#middle").click()
    page.wait_for_function("() => opened.length === 1 && opened[0].state === 'running'")
    stage.show(now, now.hand.turn)
    stage.sent_of("table")
    assert warnings == []


@pytest.mark.full
def test_every_sound_is_audible_short_and_never_clips(page: Page) -> None:
    Stage(page)
    expect(page.locator("#table")).to_be_visible()
    sounds, together = page.evaluate(_RENDER)
    assert len(sounds) > 10
    for name, sound in sounds.items():
        assert sound["length"] <= (1.6 if name.startswith("u_") else 0.41), name
        assert 0.1 < sound["peak"] < 1, (name, sound)
        assert sound["loudness"] > 0.02, (name, sound)
        assert 100 < sound["pitch"] < 4000, (name, sound)
        assert sound["rest"] < 0.01, (name, sound)
    assert together["peak"] < 1
