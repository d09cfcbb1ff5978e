"""The page in a real browser: slider, keys, links, trying other cards; nothing leaves the page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.core.deal import Deal
from cardsolver.core.registry import all_games
from cardsolver.core.transcript import Transcript
from cardsolver.viewer.html import to_html
from cardsolver.viewer.story import Remark, Story, tell_story
from tests.support.browser import PHONE, WIDE, browser, complaints, requests, resize
from tests.support.running import wait_for
from tests.viewer.test_story import golden

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from selenium.webdriver import Chrome

RIGHT, LEFT, DOWN, UP, HOME, END = "\ue014", "\ue012", "\ue015", "\ue013", "\ue011", "\ue010"
ESCAPE, ENTER, PAGE_DOWN = "\ue00c", "\ue007", "\ue00f"


class Page:
    """A replay's page as a person uses it."""

    def __init__(self, chrome: Chrome, folder: Path) -> None:
        self.chrome = chrome
        self._file = folder / "game.html"

    def open(self, story: Story, link: str = "", start: int = 0) -> None:
        self._file.write_text(to_html(story, start=start), encoding="utf-8")
        self.chrome.get("about:blank")
        complaints(self.chrome)
        requests(self.chrome)
        self.chrome.get(f"{self._file.as_uri()}{link}")

    def one(self, selector: str) -> Any:
        return self.chrome.find_element("css selector", selector)

    def all(self, selector: str) -> list[Any]:
        return self.chrome.find_elements("css selector", selector)

    def text(self, selector: str) -> str:
        found: str = self.one(selector).text
        return found

    def press(self, *keys: str) -> None:
        for key in keys:
            self.one("body").send_keys(key)

    def arrives(self, turn: int) -> None:
        """The browser tells the page about a new address when it comes to it."""
        wait_for(lambda: self.text("#where").startswith(f"Turn {turn} "))

    @property
    def link(self) -> str:
        return self.chrome.current_url.partition("#")[2]

    def focus(self) -> str | None:
        """The name of the card or pile that the keyboard is at."""
        name: str | None = self.chrome.switch_to.active_element.get_attribute("data-name")
        return name

    def hand(self) -> list[str]:
        return [card.text for card in self.all(".is-turn .card")]

    def click(self, label: str) -> None:
        """The button that says so."""
        shown = [each for each in self.all("button") if each.text == label]
        assert len(shown) == 1, (label, [each.text for each in self.all("button")])
        shown[0].click()


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture
def page(chrome: Chrome, tmp_path: Path) -> Iterator[Page]:
    resize(chrome, WIDE)
    opened = Page(chrome, tmp_path)
    yield opened
    assert complaints(chrome) == []
    asked = {address.partition("#")[0] for address in requests(chrome)} - {"about:blank"}
    assert asked == {(tmp_path / "game.html").as_uri()}  # the page itself, and nothing else


@pytest.mark.parametrize("game", sorted(all_games()))
def test_keys_slider_and_links_show_the_moment_they_name(page: Page, game: str) -> None:
    story = tell_story(golden(game))
    last = len(story.frames) - 1
    page.open(story)
    assert page.text("#where") == "Before turn 1"
    page.press(RIGHT)
    assert page.text("#caption") == f"{story.frames[1].caption}."
    page.press(RIGHT, LEFT)
    assert page.text("#caption") == f"{story.frames[1].caption}."
    page.press(HOME, DOWN, DOWN)
    assert page.text("#where") == f"Turn 2 of {story.last_turn}"
    assert page.link == "2"
    page.press(UP)
    assert page.link == "1"
    page.press(END)
    assert page.text("#caption").endswith(f"{story.ending}.")
    page.chrome.execute_script(
        "slider.value = arguments[0]; slider.dispatchEvent(new Event('input'))", last // 2
    )
    assert page.text("#caption") == f"{story.frames[last // 2].caption}."
    page.one("#slider").send_keys(RIGHT)  # the slider has the focus now
    assert page.text("#caption") == f"{story.frames[last // 2 + 1].caption}."
    page.chrome.execute_script("location.hash = '#17'")
    shown = story.frames[story.after_turn(17)]
    page.arrives(17)
    assert page.text("#caption") == f"{shown.caption}."
    cards = [card.text.split("\n")[0] for card in page.all(".seat .zone .card")]
    assert cards == [
        card.text for seat in shown.tableau.seats for zone in seat.zones for card in zone.cards
    ]


def test_a_link_into_a_turn_and_the_list_of_turns(page: Page) -> None:
    story = tell_story(golden("level-8"))
    page.open(story, "#3.2")
    assert page.text("#caption").startswith("seat 2 (greedy) adds 11p")
    page.one("#turns [data-turn='5'] a").click()
    page.arrives(5)
    assert page.link == "5"
    assert page.one("#turns [aria-current]").get_attribute("data-turn") == "5"
    page.open(story, start=story.after_turn(9))
    assert page.text("#where").startswith("Turn 9 ")
    page.one("#next").click()
    assert page.text("#where").startswith("Turn 10 ")
    page.open(tell_story(golden("fifty-fifty", 2)))
    assert page.text("#turns [data-turn='94']") == "94. 3: 51, decline"


def test_it_runs_by_itself_and_stops(page: Page) -> None:
    page.open(tell_story(golden("the-game", 1)), "#3")
    page.press(" ")
    assert page.one("#play").get_attribute("aria-label") == "Pause"
    page.chrome.set_script_timeout(20)
    page.chrome.execute_async_script(
        "const done = arguments[0];"
        "setInterval(() => document.getElementById('play').ariaLabel === 'Play' && done(), 50)"
    )
    assert page.text("#caption").endswith("stuck: 82 cards left.")


def test_the_switch_hides_what_the_seat_to_move_could_not_see(page: Page) -> None:
    page.open(tell_story(golden("fifty-fifty")), "#4")
    assert not page.all(".seat .back")
    page.press("h")
    assert len(page.all(".seat .back")) == 5  # the other hand
    assert len(page.hand()) == 5
    assert all(page.hand())
    page.one("#secrets").click()
    assert not page.all(".seat .back")


def test_the_switch_hides_a_move_that_only_its_seat_knows_of(page: Page) -> None:
    page.open(tell_story(golden("fifty-fifty", 2)), "#94")
    assert page.text("#caption").endswith("does not jump.")
    page.press("h")
    assert page.text("#caption") == "a move that the seat to move could not see."
    assert "jump" not in page.one("#slider").get_attribute("aria-valuetext")


def test_a_draw_pile_is_opened_by_keyboard_and_stays_open(page: Page) -> None:
    page.open(tell_story(golden("the-game")), "#3")
    page.one("summary").send_keys(" ")
    assert page.one("details").get_attribute("open") is not None
    assert page.one("#play").get_attribute("aria-label") == "Play"  # it was not started
    page.chrome.switch_to.active_element.send_keys(RIGHT)
    assert page.one("details").get_attribute("open") is not None
    assert page.focus() == "draw pile"
    page.chrome.switch_to.active_element.send_keys(ENTER)
    page.press(RIGHT)
    assert page.one("details").get_attribute("open") is None


def test_the_page_is_scrolled_by_keyboard(page: Page) -> None:
    resize(page.chrome, (800, 300))
    page.open(tell_story(golden("the-game")), "#3")
    page.press(PAGE_DOWN)
    wait_for(lambda: page.chrome.execute_script("return scrollY") > 0)
    assert page.link == "3"


def test_an_analysis_is_shown_and_the_losing_turn_marked(page: Page) -> None:
    story = tell_story(golden("the-game"))
    remarks = [
        *(Remark(turn, "winnable", "good") for turn in range(1, 23)),
        Remark(23, "winnable", "good", "the win is gone; A67 end would have kept it"),
        *(Remark(turn, "unwinnable, at best 7 left", "bad") for turn in range(24, 37)),
    ]
    page.open(replace(story, remarks=tuple(remarks)), "#23")
    assert page.text("#lost") == "The win was lost in turn 23."
    assert page.text("#remark") == "✓ Before this turn: winnable."
    blunder = "✗ the win is gone; A67 end would have kept it. Go to the moment before it."
    assert page.text("#blunder") == blunder
    assert "the win is lost here" in page.text("#turns .is-blunder")
    assert page.text("svg text.blunder") == "✗ win lost"
    page.one("#blunder a").click()
    page.arrives(22)
    assert page.link == "22"
    page.press(DOWN, DOWN)
    assert page.text("#remark") == "✗ Before this turn: unwinnable, at best 7 left."
    assert page.text("#blunder") == ""


def test_other_cards_are_tried_and_an_illegal_one_is_refused_with_its_rule(page: Page) -> None:
    deal = Deal("the-game", "minimum=1", position="44 60 30 20 / 45 46 / 35")
    page.open(tell_story(Transcript(deal, ("ann",), ("A46", "end"))))
    page.click("Try from here")
    page.click("46")
    page.one("button.zone[aria-label^='pile C']").click()
    refused = "46 does not fit on pile C (top 30); expected a lower card, or exactly 40 (TG-7)"
    assert page.text("#caption") == refused
    assert page.hand() == ["45", "46"]  # nothing has changed
    page.click("45")
    page.one("button.zone[aria-label^='pile A']").click()
    assert page.text("#caption") == "seat 1 (ann) lays 45 on A."
    page.press("u")
    assert page.hand() == ["45", "46"]
    page.click("45")
    page.one("button.zone[aria-label^='pile A']").click()
    page.click("End the turn")
    assert page.hand() == ["35", "46"]
    for card in ("35", "46"):
        page.click(card)
        page.one("button.zone[aria-label^='pile A']").click()
        if card == "35":
            page.press("e")
    assert page.text("#caption").endswith("Your try: won: every card is laid.")
    page.press(ESCAPE)
    assert page.text("#caption") == "the deal."
    assert page.hand() == ["45", "46"]
    page.press(END)
    assert not page.one("#fork button").is_enabled()  # the game is over here


def test_other_cards_can_be_tried_by_keyboard_alone(page: Page) -> None:
    deal = Deal("the-game", "minimum=1", position="44 60 30 20 / 45 46 / 35")
    page.open(tell_story(Transcript(deal, ("ann",), ("A46", "end"))))
    page.press("t")
    page.one("button.card[data-name='46']").send_keys(ENTER)
    assert page.focus() == "46"  # though the table was drawn anew
    page.one("button.zone[data-name^='A']").send_keys(" ")
    assert page.text("#caption") == "seat 1 (ann) lays 46 on A."
    assert page.focus() == "A ▲"
    page.press("e")
    assert page.text("#caption").endswith("Your try: stuck: 2 cards left, an excellent result.")


@pytest.mark.parametrize("game", sorted(all_games()))
def test_it_is_readable_on_a_phone_and_named_for_a_screen_reader(page: Page, game: str) -> None:
    resize(page.chrome, PHONE)
    page.open(tell_story(golden(game)), "#17")
    wide, inner = page.chrome.execute_script(
        "return [document.documentElement.scrollWidth, innerWidth]"
    )
    assert wide <= inner
    for each in page.all("#controls button"):
        assert each.size["width"] >= 40
        assert each.size["height"] >= 40
        assert each.get_attribute("aria-label")
    assert page.one("#slider").get_attribute("aria-valuetext").startswith("Turn 17 of")
    assert page.one("svg").get_attribute("aria-label").startswith(("Tops", "Penalty", "Levels"))
    below = page.chrome.execute_script(
        "return document.getElementById('controls').getBoundingClientRect().bottom - innerHeight"
    )
    assert below <= 1  # always in reach of a thumb


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_contrast_in_the_light_and_in_the_dark(page: Page, scheme: str) -> None:
    """At least 4.5 to 1, as the WCAG ask, for every colour of a card and every line's name."""
    feature = {"name": "prefers-color-scheme", "value": scheme}
    page.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    page.open(tell_story(golden("level-8")))
    for ink in ("ink", "faint", "accent", "good", "bad"):
        assert contrast(page, ink, "paper") >= 4.5, ink
    for ink in ("ink", "red", "orange", "yellow", "green", "blue", "violet"):
        assert contrast(page, ink, "card") >= 4.5, ink


def contrast(page: Page, ink: str, ground: str) -> float:
    values = page.chrome.execute_script(
        """
        return arguments[0].map((name) => {
          const probe = document.createElement("i");
          probe.style.color = `var(--${name})`;
          document.body.append(probe);
          return getComputedStyle(probe).color.match(/[0-9]+/g).map(Number);
        })""",
        [ink, ground],
    )
    one, two = (_luminance(value) for value in values)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)


def _luminance(colour: list[int]) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
