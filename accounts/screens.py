"""What people see of their preferences: the settings sheet, in groups, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.preferences import LOUDEST, Preferences


class Option(NamedTuple):
    """One preference: some words to choose from, a switch where they are on and off, a slider for a number."""

    name: str
    label: Promise
    choices: tuple[tuple[str, Promise], ...] = ()
    note: Promise | None = None
    """What the label leaves open."""
    least: str = ""
    most: str = ""
    """What the ends of a slider are, as icons."""


class Group(NamedTuple):
    """What belongs together under one heading."""

    name: str
    label: Promise
    options: tuple[Option, ...]


class Shown(NamedTuple):
    """An option with what is chosen."""

    option: Option
    value: str | int

    @property
    def kind(self) -> str:
        if isinstance(self.value, int):
            return "slider"
        return "choice" if self.option.choices else "switch"

    @property
    def is_on(self) -> bool:
        return self.value == "on"

    @property
    def loudest(self) -> int:
        """Where the slider ends."""
        return LOUDEST


GROUPS = (
    Group(
        "look",
        _("Look"),
        (
            Option("theme", _("Light or dark"), (("auto", _("System")), ("light", _("Light")), ("dark", _("Dark")))),
            Option("hand", _("Buttons for"), (("left", _("Left thumb")), ("right", _("Right thumb")))),
        ),
    ),
    Group(
        "cards",
        _("Cards"),
        (
            Option("pack", _("Suits"), (("two", _("Two colours")), ("four", _("Four colours")))),
            Option("cards", _("Card size"), (("normal", _("Normal")), ("large", _("Large"))), _("Of your own cards.")),
            Option(
                "rows",
                _("Your hand"),
                (("one", _("One row")), ("two", _("Two rows"))),
                _("Two rows on narrow screens only: cards overlap less."),
            ),
        ),
    ),
    Group(
        "play",
        _("Play"),
        (
            Option(
                "arrange", _("Arrange by itself"), note=_("Your hand is put by phỏm and cạ after each card you take.")
            ),
            Option("hint", _("Hint"), note=_("A lamp marks the card that the clock would throw for you.")),
            Option(
                "confirm",
                _("Ask before risky throws"),
                note=_("When a throw breaks a phỏm, or the next player may well eat it."),
            ),
            Option(
                "bots",
                _("Speed of bots"),
                (("slow", _("Slow")), ("normal", _("Normal")), ("fast", _("Fast"))),
                _("At tables you host."),
            ),
        ),
    ),
    Group(
        "alerts",
        _("Sound and alerts"),
        (
            Option("sound", _("Sounds")),
            Option("volume", _("Volume"), least="volume-x", most="volume-2"),
            Option("vibrate", _("Vibrate"), note=_("When it is your turn.")),
            Option("notify", _("Notifications"), note=_("When it is your turn and you are looking elsewhere.")),
        ),
    ),
)


def shown(preferences: Preferences) -> Iterator[tuple[Group, list[Shown]]]:
    """The groups with what is chosen."""
    for group in GROUPS:
        yield group, [Shown(option, getattr(preferences, option.name)) for option in group.options]


def label(name: str) -> str:
    """What the option is called."""
    return str(next(option.label for group in GROUPS for option in group.options if option.name == name))
