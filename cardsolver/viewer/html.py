"""A story as one page that any browser shows without a network: template, style and scripts.

The page's own rules about what it may load allow nothing but its own style and script, so that
nothing in a record can make it do more.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from cardsolver._version import __version__

if TYPE_CHECKING:
    from collections.abc import Hashable

    from cardsolver.core.stage import PagePart, ShownCard, Zone
    from cardsolver.viewer.story import Frame, Story

_HERE = "cardsolver.viewer"
_BEFORE = ("dom.js", "tableau.js", "chart.js")
_LAST = "player.js"  # starts the page
_PLACE = re.compile(r"\{\{([a-z-]+)\}\}")


def to_html(story: Story, *, start: int = 0) -> str:
    """The page. `start` is the frame that it shows first, if its address names none."""
    part = story.game.stage().page
    scripts = [_read(name) for name in _BEFORE]
    scripts += [] if part is None else [_resource(part.package, name) for name in part.scripts]
    script = "\n".join([*scripts, _read(_LAST)])
    style = _read("style.css")
    values = {
        "title": escape(story.title),
        "rules": escape(f"{story.rules}. {', '.join(story.names)}"),
        "chart": escape(story.chart.title),
        "version": __version__,
        "credit": "Made by cardsolver.",
        "style": style,
        "style-hash": _hash(style),
        "script": script,
        "script-hash": _hash(script),
        # No text in it can end the element that holds it.
        "data": json.dumps(story_to_json(story, start, part), ensure_ascii=False).replace(
            "<", "\\u003c"
        ),
    }
    return _PLACE.sub(lambda match: values[match[1]], _read("page.html"))


def _read(name: str) -> str:
    return _resource(_HERE, f"page/{name}")


def _resource(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """How a Content Security Policy names an element by what it holds."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


# The data ------------------------------------------------------------------------------------


class _Table:
    """Values that occur again and again, each once, with their numbers."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[Hashable, int] = {}

    def place(self, key: Hashable, value: Any) -> int:
        """The number of a value."""
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values.append(value)
        return self._places[key]


def story_to_json(story: Story, start: int, part: PagePart | None) -> dict[str, Any]:
    """What the scripts read. Zones rarely change, so frames name them by number."""
    cards, zones = _Table(), _Table()

    def card_place(card: ShownCard) -> int:
        return cards.place(card, [card.text, card.tone, card.mark, int(card.is_new)])

    def zone_place(zone: Zone) -> int:
        value = {
            "title": zone.title,
            "note": zone.note,
            "owner": zone.owner,
            "isSecret": zone.is_secret,
            "isLong": zone.is_long,
            "cards": [card_place(card) for card in zone.cards],
        }
        return zones.place(zone, value)

    def frame_to_json(frame: Frame) -> dict[str, Any]:
        closed = frame.told(secrets=False)
        return {
            "turn": frame.turn,
            "turnOf": frame.turn_of,
            "step": frame.step,
            "seat": frame.seat,
            "move": frame.move,
            "caption": frame.caption,
            **({} if closed == frame.caption else {"closed": closed}),
            "toMove": frame.to_move,
            "marked": frame.marked,
            "values": list(frame.tableau.values),
            "table": [zone_place(zone) for zone in frame.tableau.table],
            "seats": [
                {"facts": list(seat.facts), "zones": [zone_place(zone) for zone in seat.zones]}
                for seat in frame.tableau.seats
            ],
            **({} if part is None else {"state": part.state_to_json(frame.state)}),
        }

    frames = [frame_to_json(frame) for frame in story.frames]
    return {
        "names": list(story.names),
        "ending": story.ending,
        "start": start,
        "chart": {
            "title": story.chart.title,
            "names": list(story.chart.names),
            "low": story.chart.low,
            "high": story.chart.high,
            "mark": story.chart.mark,
        },
        "remarks": [
            {
                "turn": remark.turn,
                "outlook": remark.outlook,
                "mood": remark.mood,
                "blunder": remark.blunder,
            }
            for remark in story.remarks
        ],
        "cards": cards.values,
        "zones": zones.values,
        "frames": frames,
    }
