"""Draw the pictures of the documents: a worked hand as the terminal shows it, and the view of one seat."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console, RenderableType
from rich.terminal_theme import MONOKAI

from api.cli.parts import paint
from replay.notation import read_hand
from replay.notation.document import record_of
from replay.views import view_at

ROOT = Path(__file__).parent.parent
HAND = ROOT / "replay" / "hands" / "05-an-opponent-cuts.nought.toml"
FOLDER = ROOT / "docs" / "pictures"
WEB_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def draw(name: str, title: str, what: RenderableType) -> None:
    """Write one picture of a terminal as SVG."""
    console = Console(record=True, width=84, file=io.StringIO(), force_terminal=True, highlight=False)
    console.print(what)
    svg = console.export_svg(title=title, theme=MONOKAI, unique_id=name)
    (FOLDER / f"{name}.svg").write_text(WEB_FONTS.sub("", svg))


def main() -> None:
    """Draw both pictures."""
    record = record_of(read_hand(HAND.read_text()))
    draw("deal", "nought show 05-an-opponent-cuts.nought.toml", paint.deal(record))
    seen = paint.frame(view_at(record, "E", 17), record.rules.ruleset)
    draw("seat", "nought replay 05-an-opponent-cuts.nought.toml --seat E --at 17", seen)


if __name__ == "__main__":
    main()
