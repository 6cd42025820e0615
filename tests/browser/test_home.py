"""The landing page and the language switch."""

from playwright.sync_api import Browser, Page, expect


def test_the_first_page_is_vietnamese_and_has_one_big_button(page: Page) -> None:
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "vi")
    expect(page.get_by_role("button", name="Chơi ngay")).to_be_visible()


def test_the_switch_changes_the_language_and_stays_on_the_page(page: Page) -> None:
    page.goto("/help/")
    page.get_by_role("button", name="English").click()
    expect(page).to_have_url("/help/")
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_an_english_browser_reads_english_at_once(browser: Browser, base_url: str) -> None:
    context = browser.new_context(base_url=base_url, locale="en-GB")
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    context.close()


def test_nothing_is_asked_of_another_host(page: Page, base_url: str) -> None:
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    for path in ("/", "/help/"):
        page.goto(path)
    assert hosts == {base_url.removeprefix("http://")}


def test_a_page_fits_a_small_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    for path in ("/", "/help/"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
