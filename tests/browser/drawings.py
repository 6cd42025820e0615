"""Pictures for others, made of the site's own drawings: icons of the installed site, and what a link to it shows.

Run as `python -m tests.browser.drawings` after a change of the mark or of the first page; it writes static/img/.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import server

IMAGES = server.ROOT / "static" / "img"
MARK = (IMAGES / "favicon.svg").read_text()
LACQUER = "#2b1913"

# Each icon's side in pixels, and how much of it the mark takes: systems cut a maskable one down to a circle.
ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-180": (180, 1.0), "icon-maskable": (512, 0.92)}
FILLED = {"icon-180", "icon-maskable"}
"""Those without corners of their own: the system rounds them."""

LINK = """
    .bar, .go, .facts-of-home, .foot { display: none !important; }
    body.home { height: 630px; overflow: hidden; }
    .home .page { max-width: none; width: 1200px; height: 630px; margin: 0; padding: 0 0 0 64px; gap: 0 44px;
        display: grid; grid-template: "title hero" 1fr "lead hero" 1fr / 330px 762px; place-content: stretch start;
        text-align: left; }
    .home h1 { grid-area: title; align-self: end; font-size: 104px; line-height: 1.05; }
    .home h1::after { margin: 28px 0 0; width: 240px; height: 12px; }
    .home .lead { grid-area: lead; place-self: start; margin-top: 32px; font-size: 40px; font-weight: 600; }
    .home .hero { grid-area: hero; width: 800px; height: 690px; max-width: none; aspect-ratio: auto; margin: -30px 0 0;
        transform: rotate(-3deg); }
    .home .fan { --w: 148px; bottom: 76px; }
    .home .thrown .card { --w: 72px; }
"""
WORDS = """() => {
    document.querySelector('h1').innerHTML = 'Chiếu<br>Phỏm';
    document.querySelector('.lead').textContent = 'Phỏm · Tá Lả';
}"""


def draw_icon(browser: Browser, name: str) -> None:
    side, share = ICONS[name]
    page = browser.new_page(viewport={"width": side, "height": side})
    ground = f"background: {LACQUER}" if name in FILLED else ""
    page.set_content(f'<body style="margin: 0; {ground}">{MARK}')
    style = f"display: block; width: {side * share}px; margin: {side * (1 - share) / 2}px"
    page.locator("svg").evaluate("(svg, style) => svg.setAttribute('style', style)", style)
    page.screenshot(path=IMAGES / f"{name}.png", omit_background=name not in FILLED)
    page.close()


def draw_link(browser: Browser, address: str) -> None:
    """1200 × 630, as messengers and networks show it."""
    context = browser.new_context(
        viewport={"width": 1200, "height": 630}, locale="vi-VN", color_scheme="dark", bypass_csp=True
    )
    page = context.new_page()
    page.goto(address)
    page.add_style_tag(content=LINK)
    page.evaluate(WORDS)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=IMAGES / "og.jpg", type="jpeg", quality=58, animations="disabled")
    context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=server.chromium(), args=list(server.CHROMIUM_FLAGS))
        for name in ICONS:
            draw_icon(browser, name)
        with server.running(Path(folder)) as address:
            draw_link(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
