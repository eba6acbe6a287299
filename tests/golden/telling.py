"""Whole deals told ply by ply, with what each viewer saw of it and what that changed for them.

The files are written anew by ``python -m tests.golden.telling``; read the difference before you keep it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domain.engine.facts import CardsDealt
from domain.engine.hiding import PUBLIC
from domain.games.catalogue import RULESETS
from domain.record.record import Record
from replay.notation.actions import write_action
from replay.views import View, Viewpoint, settlement
from tests.golden.deals import DEALS, record_of

HERE = Path(__file__).parent

TOLD = (
    "stage", "owed", "contract", "maker", "trump", "partner", "asleep", "marriages", "caps", "double", "weis",
    "stoeck", "taken", "points", "score", "redeals", "consultable", "outcome",
)  # fmt: skip
"""The parts of a view that are listed when they change. Hands, tricks and calls follow from the acts."""

PREFACE = """\
For each act: how it was seen by those who did not see all of it; what it changed in everybody's view ("all"), and
in single ones beside; the cards that somebody came to know otherwise than by their being played ("own", "inspected",
"shown" …); and what may be done now, by whoever may do something new. Cards in round brackets lie face down."""

MOST = 12
"""The most legal acts that are listed."""


def tell(key: str) -> Iterator[str]:
    """The worked deal of a ruleset in lines."""
    worked = DEALS[key]
    record = record_of(key)
    yield f"{RULESETS[key].name}. {worked.about}"
    yield ""
    yield from PREFACE.splitlines()
    viewers = (*record.rules.seats, PUBLIC)
    points = [Viewpoint.of(record, viewer) for viewer in viewers]
    views = [point.view() for point in points]
    for ply, act in enumerate(record.acts):
        sentence = write_action(act)
        sentences = [write_action(point.step(act)) for point in points]
        now = [point.view() for point in points]
        yield ""
        yield f"{ply}. {sentence}"
        if not isinstance(act, CardsDealt):
            yield from grouped(viewers, [f"saw {words}" if words != sentence else "" for words in sentences])
        if public := changes(views[-1], now[-1]):
            yield f"    all: {'; '.join(public)}"
        mine = [[line for line in changes(*pair) if line not in public] for pair in zip(views, now, strict=True)]
        yield from grouped(viewers, ["; ".join(lines) for lines in mine])
        yield from grouped(viewers, [learnt(*pair) for pair in zip(views, now, strict=True)])
        for pair in zip(views, now, strict=True):
            yield from may(*pair)
        views = now
    yield ""
    yield f"Settled: {words(ended(record))}"


def ended(record: Record) -> dict[str, Any]:
    """The settlement."""
    assert record.settlement is not None
    return settlement(record.settlement)


def grouped(viewers: tuple[str, ...], lines: list[str]) -> Iterator[str]:
    """Each line once, with everybody it is told of."""
    for line in dict.fromkeys(filter(None, lines)):
        who = " ".join(viewer for viewer, own in zip(viewers, lines, strict=True) if own == line)
        yield f"    {who}: {line}"


def changes(before: View, after: View) -> list[str]:
    """The changes of a view, in words; of a part with parts, those that changed."""
    differences = []
    for key in TOLD:
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if isinstance(new, dict):
            old = old or {}
            parts = {part: new.get(part) for part in (*new, *old) if new.get(part) != old.get(part)}
            differences.append(f"{key} {words(parts)}")
        else:
            differences.append(f"{key.replace('consultable', 'may look at')} {words(new)}")
    return differences


def learnt(before: View, after: View) -> str:
    """The cards that the viewer came to know, by the right by which it did."""
    new: dict[str, list[str]] = {}
    for card, right in after["seen"].items():
        if card not in before["seen"] and right != "played":
            new.setdefault(right, []).append(card)
    return "; ".join(f"{right} {' '.join(cards)}" for right, cards in new.items())


def open_in(view: View) -> list[str]:
    """The acts that the viewer may do: those that are complete, and those with something to fill in."""
    gaps = [each["say"] for each in view.get("templates", ()) if "hands" not in each]
    return view["legal"] + [re.sub(r"\{.*?\}", "…", say) for say in gaps]


def may(before: View, after: View) -> Iterator[str]:
    """The acts that the viewer may do, if there is a new one among them."""
    legal = open_in(after)
    if set(legal) - set(open_in(before)):
        more = len(legal) - MOST
        yield f"    {after['viewer']} may {', '.join(act.partition(' ')[2] for act in legal[:MOST])}" + (
            f" and {more} more" if more > 0 else ""
        )


def words(value: Any) -> str:
    """A part of a view in words."""
    match value:
        case None:
            return "no more"
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(f"{key} {words(part)}" for key, part in value.items())
        case [{}, *_]:
            return " ".join(f"({' '.join(k if v is True else words(v) for k, v in each.items())})" for each in value)
        case list():
            return " ".join(map(words, value)) or "nothing"
    return str(value)


def file_of(key: str) -> Path:
    """The file with the views of a ruleset's deal."""
    return HERE / f"{key}.txt"


if __name__ == "__main__":
    for each in DEALS:
        file_of(each).write_text("\n".join(tell(each)) + "\n", encoding="utf-8")
