"""Room for everything: on the smallest phones, with letters twice as large, for fingers, in forced colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from game.guide.course import LAST
from tests.browser.pages import visit
from tests.browser.stage import Stage
from tests.browser.states import STATES
from tests.browser.test_blocks import TOO_SMALL, TOO_WIDE

pytestmark = pytest.mark.full

SMALL = ((360, 640), (320, 568))
LOW = ((375, 667), (360, 640), (320, 568))
"""Where the mat is low: cards at the sides overlap, plates lie."""
EVERY = ((360, 740), (740, 360), (820, 1180), (1440, 900))
LARGE_LETTERS = "document.documentElement.style.fontSize = '200%'"
SCROLLS = "[document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]"

# What lies on the mat, in boxes that are not to share any place: plates, rows, eaten cards, phỏm, the stock. What was
# just thrown is drawn a little above its place; of two phỏm of a seat one may lie on a third of the other.
ON_THE_MAT = """() => {
    const mat = document.getElementById("mat").getBoundingClientRect();
    const shown = [...document.querySelectorAll("#mat .plate, #mat .row .card, #mat .eaten .card, #mat .phom, #stock")];
    const parts = shown.map(part => {
        const faces = [...part.querySelectorAll(".face")];
        const boxes = (faces.length ? faces : [part]).map(face => face.getBoundingClientRect());
        return {
            name: part.id,
            phoms: part.closest(".phoms")?.id,
            group: part.closest(".row, .eaten")?.id ?? part.id,
            left: Math.min(...boxes.map(box => box.left)),
            right: Math.max(...boxes.map(box => box.right)),
            top: Math.min(...boxes.map(box => box.top)),
            bottom: Math.max(...boxes.map(box => box.bottom)),
        };
    });
    const outside = parts.filter(part => part.left < mat.left - 1 || part.right > mat.right + 1
        || part.top < mat.top - 1 || part.bottom > mat.bottom + 1);
    const found = outside.map(part => `${part.name} stands out of the mat`);
    parts.forEach((one, at) => parts.slice(at + 1).forEach(other => {
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        const may = one.phoms && one.phoms === other.phoms ? 0.35 * (one.bottom - one.top) : 4;
        if (one.group === other.group || across <= 3 || down <= may) return;
        found.push(`${one.name} and ${other.name}: ${across} by ${down}`);
    }));
    return found;
}"""

# How much of each own card can be pressed, from side to side.
STRIPS = """() => [...document.querySelectorAll("#hand .card")].map(card => card.getBoundingClientRect().left)
    .map((left, at, all) => (all[at + 1] ?? left + 99) - left)"""

# Words that are cut: in what can be pressed, in the strip, at the coach. What is pointed at has a frame around it.
CUT = """() => [...document.querySelectorAll("#actions :is(.what, small), .button, #loose, :is(.coach, .aside) p, h2")]
    .filter(part => part.checkVisibility() && !part.matches(".is-pointed, .is-shown"))
    .filter(part => getComputedStyle(part).display !== "inline")
    .filter(part => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 4)
    .map(part => part.outerHTML.slice(0, 120))"""

# What the end of the page, scrolled to its lower right corner, leaves out.
BEYOND = """() => {
    scrollTo(0, 1e6);
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [...document.querySelectorAll("#hand .card, #actions > *, #strip > *, .coach, main > .button")]
        .filter(part => part.checkVisibility())
        .filter(part => {
            const box = part.getBoundingClientRect();
            return box.left < -1 || box.right > scrollWidth + 1 || box.bottom + scrollY > scrollHeight + 1;
        })
        .map(part => part.id || part.className);
}"""


# Court cards, covered in a row at a side, whose suit isn't seen below their rank, free of the figure.
HIDDEN_SUITS = """() => [...document.querySelectorAll(":is(.seat-left, .seat-right) .row > .card:is(.J, .Q, .K)")]
    .filter(card => card.nextElementSibling?.matches(".card"))
    .filter(card => {
        const [face, rank, suit] = [".face", "b", "i"].map(part => card.querySelector(part));
        const box = suit.getBoundingClientRect();
        const isSeen = box.width > 7 && box.bottom <= card.nextElementSibling.getBoundingClientRect().top;
        const hasFigure = getComputedStyle(face, "::before").display !== "none";
        return !isSeen || hasFigure && box.left > rank.getBoundingClientRect().left + 3;
    })
    .map(card => card.id)"""

# Faces of which the number of cards hides more than a tenth.
HIDDEN_FACES = """() => [...document.querySelectorAll("#mat .portrait")].filter(portrait => {
    const [face, count] = [portrait, portrait.querySelector(".count")].map(part => part.getBoundingClientRect());
    return (face.right - count.left) * (face.bottom - count.top) > 0.1 * face.width * face.height;
}).map(portrait => portrait.parentElement.id)"""

# Names that end without a sign that they go on.
BROKEN_NAMES = """() => [...document.querySelectorAll(".plate .name")].filter(name => {
    const style = getComputedStyle(name);
    const isLow = name.scrollHeight > name.clientHeight + 2;
    const isNarrow = name.scrollWidth > name.clientWidth + 1;
    return isLow && style.webkitLineClamp === "none" || isNarrow && style.textOverflow !== "ellipsis";
}).map(name => name.textContent)"""

# Where everything is that a card's choice is to leave in its place.
PLACES = """() => ["mat", "told", "strip", "hand", "actions", "act-throw", "sends"].map(id => {
    const { left, top, width, height } = document.getElementById(id).getBoundingClientRect();
    return [id, left, top, width, height].map(value => typeof value === "number" ? Math.round(value) : value).join(" ");
})"""

# What lies on the table, or is to be pressed, under the bar that is shown.
UNDER_THE_BAR = """id => {
    for (const bar of document.querySelectorAll(".offline")) bar.hidden = bar.id !== id;
    const bar = document.getElementById(id).getBoundingClientRect();
    const parts = "#mat :is(.portrait, .who, .face, .place), .brand, .bar-menu, #round";
    return [...document.querySelectorAll(parts)]
        .filter(part => {
            const box = part.getBoundingClientRect();
            return Math.min(box.right, bar.right) - Math.max(box.left, bar.left) > 0
                && Math.min(box.bottom, bar.bottom) - Math.max(box.top, bar.top) > 0;
        })
        .map(part => part.outerHTML.slice(0, 80));
}"""

# Marks of who is ready that lie on a card.
MARKS_ON_CARDS = """() => [...document.querySelectorAll(".result-lines > li")].filter(line => {
    const mark = line.querySelector(".ready-mark").getBoundingClientRect();
    return [...line.querySelectorAll(".face")].map(face => face.getBoundingClientRect()).some(face =>
        face.right > mark.left && face.left < mark.right && face.bottom > mark.top && face.top < mark.bottom);
}).map(line => line.id)"""


@pytest.fixture
def tall(page: Page) -> Iterator[Page]:
    """A page with letters twice as large, from its next visit on."""
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {LARGE_LETTERS} }})")
    yield page


def at(page: Page, size: tuple[int, int]) -> None:
    """Show the page at this size, its cards where they come to lie."""
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})


def open_guide(page: Page, base_url: str, step: int) -> None:
    page.context.add_cookies([{"name": "guide", "value": str(step), "url": base_url}])
    page.goto("/guide/")
    page.wait_for_selector(".is-pointed, .coach.is-over")


@pytest.mark.parametrize("size", [*SMALL, (568, 320)])
def test_a_table_has_room_on_the_smallest_phones(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.page
    at(page, size)
    found = {}
    for name in ("eat", "theirs", "names", "send", "crowded", "two", "three"):
        STATES[name].show(stage, "en")
        found[name] = [page.evaluate(ON_THE_MAT), page.evaluate(SCROLLS), page.evaluate(CUT)]
        if size[0] == 360:
            assert min(page.evaluate(STRIPS)) >= 30, name
    assert {name: faults for name, faults in found.items() if faults != [[], [False, False], []]} == {}


@pytest.mark.parametrize("size", LOW)
def test_a_low_mat_shows_every_suit_face_and_name(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.page
    at(page, size)
    found = {}
    for name in ("crowded", "send", "names", "theirs"):
        STATES[name].show(stage, "vi")
        found[name] = [page.evaluate(faults) for faults in (HIDDEN_SUITS, HIDDEN_FACES, BROKEN_NAMES)]
    assert {name: faults for name, faults in found.items() if faults != [[], [], []]} == {}
    assert page.locator("#mat .portrait .count").count() == 3


def test_names_end_in_an_ellipsis_and_a_score_in_nothing_else(stage: Stage) -> None:
    page = stage.page
    for size in EVERY:
        at(page, size)
        STATES["names"].show(stage, "vi")
        assert page.evaluate(BROKEN_NAMES) == [], size
        coin, apart = page.locator("#strip .facts").evaluate("""facts => {
            const [score, secs] = [".score", ".secs"].map(part => facts.querySelector(part));
            return [parseFloat(getComputedStyle(score, "::before").width),
                secs.getBoundingClientRect().left - score.getBoundingClientRect().right];
        }""")
        assert coin > 8 and apart > 6, size


@pytest.mark.parametrize("side", ["right", "left"])
def test_choosing_a_card_moves_nothing(stage: Stage, side: str) -> None:
    page = stage.page
    page.evaluate("side => document.documentElement.dataset.hand = side", side)
    for size in EVERY:
        at(page, size)
        STATES["send"].show(stage, "vi")
        chosen = page.evaluate(PLACES)
        page.keyboard.press("Escape")
        expect(page.locator("#send-hint")).to_be_visible()
        assert page.evaluate(PLACES) == chosen, size
        page.locator("#hand .card[data-throw]:not(.can-send)").first.click(position={"x": 8, "y": 20})
        expect(page.locator("#act-throw")).to_be_enabled()
        assert page.evaluate(PLACES) == chosen, size
        page.keyboard.press("Escape")


def test_bars_cover_no_player_and_no_card(stage: Stage) -> None:
    page = stage.page
    for size in EVERY:
        at(page, size)
        STATES["crowded"].show(stage, "vi")
        for bar in ("offline", "maintenance", "newer"):
            assert page.evaluate(UNDER_THE_BAR, bar) == [], (size, bar)
            expect(page.locator(f"#{bar}")).to_be_in_viewport(ratio=1)


def test_what_is_told_breaks_between_what_happened(stage: Stage) -> None:
    page = stage.page
    STATES["theirs"].show(stage, "vi")
    before, latest = page.locator("#told").evaluate("""told => {
        const parts = [".before", ".latest"].map(part => told.querySelector(part));
        parts[0].textContent = "Máy Lợn ăn 9♠ của Máy Gà: 1 cược";
        parts[1].textContent = "Máy Lợn đánh 10♦";
        return parts.map(part => part.getBoundingClientRect().toJSON());
    }""")
    assert before["height"] == latest["height"] and before["bottom"] <= latest["top"]


def test_the_link_to_the_settings_is_for_fingers(page: Page) -> None:
    page.goto("/help/")
    box = page.locator("main").get_by_role("link", name="Cài đặt").bounding_box()
    assert box and box["width"] >= 44 and box["height"] >= 44


@pytest.mark.parametrize("size", SMALL)
def test_the_guide_has_room_on_the_smallest_phones(page: Page, base_url: str, size: tuple[int, int]) -> None:
    at(page, size)
    found = {}
    for step in range(0, LAST, 3):
        open_guide(page, base_url, step)
        found[step] = [page.evaluate(ON_THE_MAT), page.evaluate(SCROLLS), page.evaluate(CUT)]
    assert {step: faults for step, faults in found.items() if faults != [[], [False, False], []]} == {}


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1440, 900)])
def test_a_table_loses_nothing_when_letters_are_large(tall: Page, size: tuple[int, int]) -> None:
    stage = Stage(tall)
    at(tall, size)
    found = {}
    for name in ("eat", "throw", "send", "crowded", "lay"):
        STATES[name].show(stage, "vi")
        found[name] = [tall.evaluate(CUT), tall.evaluate(BEYOND), tall.evaluate(TOO_WIDE)]
    assert {name: faults for name, faults in found.items() if faults != [[], [], 0]} == {}


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1440, 900)])
def test_who_is_ready_is_told_beside_the_cards_when_letters_are_large(tall: Page, size: tuple[int, int]) -> None:
    at(tall, size)
    stage = Stage(tall)
    for name in ("result", "u", "den"):
        STATES[name].show(stage, "vi")
        expect(tall.locator(".is-ready > .ready-mark").first).to_be_visible()
        assert tall.evaluate(MARKS_ON_CARDS) == [], name


def test_the_guide_and_errors_lose_nothing_when_letters_are_large(tall: Page, base_url: str) -> None:
    for step in range(0, LAST, 4):
        open_guide(tall, base_url, step)
        assert [tall.evaluate(CUT), tall.evaluate(BEYOND), tall.evaluate(TOO_WIDE)] == [[], [], 0], step
    for name in ("offline", "maintenance", "old-form", "board", "player"):
        visit(tall, name, "vi")
        tall.evaluate(LARGE_LETTERS)
        assert [tall.evaluate(CUT), tall.evaluate(BEYOND), tall.evaluate(TOO_WIDE)] == [[], [], 0], name


@pytest.mark.parametrize("size", [(360, 740), (740, 360)])
def test_fingers_find_everything_at_a_table(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.page
    at(page, size)
    found: dict[str, Any] = {}
    for name, state in STATES.items():
        state.show(stage, "vi")
        found[name] = [fault for fault in page.evaluate(TOO_SMALL) if 'class="card ' not in fault[0]]
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize("size", [(360, 640), (740, 360)])
def test_the_button_after_a_result_is_in_sight(stage: Stage, size: tuple[int, int]) -> None:
    """The panel of the result leaves it free, and scrolls itself."""
    page = stage.page
    at(page, size)
    STATES["result"].show(stage, "vi")
    assert page.evaluate(SCROLLS) == [False, False]
    result, button = page.locator("#result").bounding_box(), page.locator("#act-ready").bounding_box()
    assert result and button
    assert result["y"] + result["height"] <= button["y"]
    assert button["y"] + button["height"] <= size[1]


@pytest.mark.parametrize("size", [(360, 740), (320, 568)])
def test_the_other_ways_to_lay_leave_hand_and_clock_in_sight(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.page
    at(page, size)
    STATES["lays"].show(stage, "vi")
    lays, strip = page.locator("#lays").bounding_box(), page.locator("#strip").bounding_box()
    assert lays and strip
    assert lays["y"] + lays["height"] <= strip["y"] + 4
    assert lays["y"] >= 40


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_bar_of_a_narrow_phone_tells_name_round_and_menu_apart(stage: Stage, language: str) -> None:
    page = stage.page
    at(page, (320, 568))
    STATES["eat"].show(stage, language)
    boxes = [page.locator(part).bounding_box() for part in (".brand", "#rules", "#round", ".bar-menu")]
    for left, right in zip(boxes, boxes[1:], strict=False):
        assert left and right
        assert left["x"] + left["width"] <= right["x"] + 0.5


def test_forced_colours_leave_the_menu_and_the_chosen_in_sight(browser: Browser, browser_context_args: Any) -> None:
    context = browser.new_context(**browser_context_args, forced_colors="active")
    page = context.new_page()
    stage = Stage(page)
    STATES["send"].show(stage, "vi")
    menu = page.locator(".bar-menu .icon")
    expect(menu).to_be_visible()
    ink, ground = menu.evaluate(
        "icon => [getComputedStyle(icon).stroke, getComputedStyle(document.body).backgroundColor]"
    )
    assert ink != ground
    for chosen in (".phom.is-target", "#hand .is-selected > .face"):
        style = page.locator(chosen).first.evaluate("part => getComputedStyle(part).outlineStyle")
        assert style == "solid", chosen
    context.close()
