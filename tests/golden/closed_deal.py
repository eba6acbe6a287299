"""One closed deal, told ply by ply with what every seat knows.

The file is written anew by ``python -m tests.golden.closed_deal``; read the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domain.hiding import PUBLIC
from replay.views import Viewpoint
from tests.rules.table import Table, say

FILE = Path(__file__).with_name("closed_deal.txt")

HANDS = {
    "E": "JS 9S AS TS  KS QS 8S 7H",
    "N": "JH 9H AH TH  KH QH JC 7D",
    "W": "JD 9D AD TD  KD QD 8H 8D",
    "S": "7S 9C AC TC  KC QC 8C 7C",
}

SCRIPT = """
    W cut 11, S deal
    E 160, N 170, W 180, S pass, E pass, N pass
    W lays JD, S deal
    W pass, S pass, E pass, N pass, W closes
    E 7H, N QH, W 8H, S 9C down, W inspects none
    N JC, W JD cuts, S 7C, E 8S down, W inspects trumps
    W 9D, S 8C, E QS, N 7D
    W AD, S TC, E KS, N TH
    W TD, S AC, E TS, N KH
    W KD, S QC, E AS, N AH
    W QD, S KC, E 9S, N 9H
    W 8D, S 7S, E JS, N JH
"""
"""West makes diamonds. South's throw stays hidden for good; East's is shown, as West cuts the second trick."""

VIEWERS = (*"ENWS", PUBLIC)


def tell() -> Iterator[str]:
    """The deal in lines: each act, and how it left every viewer."""
    table = Table(HANDS).does(SCRIPT)
    points = [Viewpoint.of(table.record, viewer) for viewer in VIEWERS]
    known: list[set[str]] = [set() for _ in points]
    yield "A closed deal of 304; South deals, East is dealer's right. For each act: what each seat saw of it,"
    yield "its hand (the indicator on the table in brackets), what it learnt, what it may look at again, the trump"
    yield "as it knows it, and what it may do. Cards in round brackets lie face down."
    for ply, act in enumerate(table.record.acts):
        yield ""
        yield f"{ply}. {say(act)}"
        for point, seen in zip(points, known, strict=True):
            shown = point.step(act)
            view = point.view()
            yield f"    {point.viewer:<7}saw {say(shown)}" + "".join(f"; {part}" for part in knowledge(view, seen))
            seen |= set(view["seen"])
    settled = table.settled()
    yield ""
    yield f"Settled: {settled.outcome}, {', '.join(settled.reasons)}; points {settled.points}; tokens {settled.tokens}"


def knowledge(view: dict[str, Any], before: set[str]) -> Iterator[str]:
    """The parts of a view that tell what the viewer knows and may do."""
    viewer, trump = view["viewer"], view.get("trump", {})
    if viewer in view["hands"]:
        indicator = f" [{trump['indicator']}]" if view.get("maker") == viewer and "indicator" in trump else ""
        yield f"holds {' '.join(view['hands'][viewer]) or 'nothing'}{indicator}"
    if learnt := [card for card in view["seen"] if card not in before]:
        yield f"learnt {' '.join(learnt)}"
    if view["consultable"]:
        yield f"may look at {' '.join(view['consultable'])}"
    if trump:
        yield f"trump {'open' if trump['open'] else 'closed'}, {trump.get('suit', 'unknown')}"
    if view["legal"] and view.get("turn") == viewer:
        yield f"may {', '.join(view['legal'])}"


def write() -> None:
    """The file, written anew."""
    FILE.write_text("\n".join(tell()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
