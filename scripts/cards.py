"""Draw the card faces: ``web/static/img/cards.svg`` and ``cards-swiss.svg``, with a symbol for each card.

A face is 100 by 140. Its corners stay free: the page writes the index there, in the reader's letters. The suit has the
colour of the text around the card. The signs are those of ``suits.svg`` and ``suits-swiss.svg``.
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "web" / "static" / "img"
LEFT, MIDDLE, RIGHT = 36, 50, 64
PIPS = {
    "2": [(MIDDLE, 30), (MIDDLE, 110)],
    "3": [(MIDDLE, 30), (MIDDLE, 70), (MIDDLE, 110)],
    "6": [(x, y) for x in (LEFT, RIGHT) for y in (30, 70, 110)],
    "7": [(x, y) for x in (LEFT, RIGHT) for y in (30, 70, 110)] + [(MIDDLE, 50)],
    "8": [(x, y) for x in (LEFT, RIGHT) for y in (30, 70, 110)] + [(MIDDLE, 50), (MIDDLE, 90)],
    "9": [(x, y) for x in (LEFT, RIGHT) for y in (26, 55.3, 84.7, 114)] + [(MIDDLE, 70)],
    "T": [(x, y) for x in (LEFT, RIGHT) for y in (26, 55.3, 84.7, 114)] + [(MIDDLE, 40.6), (MIDDLE, 99.4)],
}
"""The places of the signs of a card with pips. Those below the middle stand on their heads."""

GOLD, PALE, INK, SKIN = "#e0b03c", "#fbf1d6", "#1a1f22", "#f6dcbc"

ROBE = (
    '<path d="M25 70V63c2-9 9-14 17-16h16c8 2 15 7 17 16v7z" fill="currentColor"/>'
    f'<path d="M42 47l8 23 8-23z" fill="{PALE}"/><path d="M42 47l-3 1 8 22h3zM58 47l3 1-8 22h-3z" fill="{GOLD}"/>'
    f'<path d="M30 70c0-7 2-11 5-14M70 70c0-7-2-11-5-14" fill="none" stroke="{PALE}" stroke-width="1.2"/>'
)
FACE = (
    f'<path d="M46 42h8v7l-4 4-4-4z" fill="{SKIN}"/>'
    f'<path d="M42 31c0-4 3-6 8-6s8 2 8 6v6c0 6-4 10-8 10s-8-4-8-10z" fill="{SKIN}" stroke="{INK}" stroke-width=".9"/>'
    f'<path d="M45.6 34.500h1.800M52.6 34.500h1.8" stroke="{INK}" stroke-width="1.5" stroke-linecap="round"/>'
    f'<path d="M50 35.500l-.8 4h1.6" fill="none" stroke="{INK}" stroke-width=".8"/>'
)
MOUTH = f'<path d="M48 42.500q2 1.2 4 0" fill="none" stroke="{INK}" stroke-width=".9" stroke-linecap="round"/>'
KING = (
    f'<path d="M41 29c-4 3-4 11-3 16l4-1zM59 29c4 3 4 11 3 16l-4-1z" fill="{INK}"/>{ROBE}{FACE}'
    f'<path d="M42.5 38c1 9 4 13 7.5 15 3.5-2 6.5-6 7.5-15-1.5 3-4 3.5-7.5 3.500s-6-.5-7.5-3.500z" fill="{INK}"/>'
    f'<path d="M48.2 43.800h3.6" stroke="{SKIN}" stroke-width="1" stroke-linecap="round"/>'
    f'<path d="M39 29l-2.5-12 7 5L50 13l6.5 9 7-5L61 29z" fill="{GOLD}" stroke="{INK}" stroke-width=".9"/>'
    f'<path d="M39.3 25.500h21.4" stroke="currentColor" stroke-width="2"/>'
    f'<circle cx="50" cy="12.5" r="1.8" fill="{INK}"/>'
)
QUEEN = (
    f""
    f'<path d="M50 21c-11 0-14 8-13 17 .5 6-2 9-3 12 5 2 9 0 10-3h12'
    f'c1 3 5 5 10 3-1-3-3.5-6-3-12 1-9-2-17-13-17z" fill="{INK}"/>'
    f"{ROBE}{FACE}{MOUTH}"
    f'<path d="M42 34c0-6 4-8 8-9 4 1 8 3 8 9 1-6-1-11-8-11s-9 5-8 11z" fill="{INK}"/>'
    f""
    f'<path d="M41 24l-1.5-8 5.5 4 5-6.5 5 6.5 5.5-4L59 24c-6-2-12-2-18 0z"'
    f' fill="{GOLD}" stroke="{INK}" stroke-width=".9"/>'
    '<g fill="currentColor"><circle cx="39.5" cy="15.5" r="1.6"/><circle cx="50" cy="12.5" r="1.9"/>'
    '<circle cx="60.5" cy="15.5" r="1.6"/></g>'
    f'<path d="M44 50q6 5 12 0" fill="none" stroke="{GOLD}" stroke-width="1.4"/>'
)
JACK = (
    f'<path d="M40.5 30c-2 5-2 9-.5 13h4V30zM59.5 30c2 5 2 9 .5 13h-4V30z" fill="{INK}"/>{ROBE}{FACE}{MOUTH}'
    '<path d="M38 29c-1-8 5-12 12-12s13 4 12 12c-8-3-16-3-24 0z" fill="currentColor"/>'
    f'<path d="M38 29c8-3 16-3 24 0l.3-2.600c-8-2.8-16.6-2.8-24.6 0z" fill="{GOLD}" stroke="{INK}" stroke-width=".6"/>'
    f'<path d="M58 24c2-6 6-10 11-11-1 6-4 11-9 13z" fill="{PALE}" stroke="{INK}" stroke-width=".9"/>'
    f'<path d="M59 25c3-4 5-7 8-9" fill="none" stroke="{INK}" stroke-width=".7"/>'
)
BUSTS = {"J": JACK, "Q": QUEEN, "K": KING}


def signs(sheet: str) -> dict[str, str]:
    """Return the drawing of each suit's sign, in a box of 24, by its letter."""
    text = (FOLDER / sheet).read_text(encoding="utf-8")
    return dict(re.findall(r'<symbol id="(\w)"[^>]*>(.*?)</symbol>', text, re.DOTALL))


def sign(suit: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    """Return a suit's sign with its centre at a place."""
    half = size / 2
    turn = f' transform="rotate(180 {x:g} {y:g})"' if turned else ""
    return f'<use href="#{suit}" x="{x - half:g}" y="{y - half:g}" width="{size:g}" height="{size:g}"{turn}/>'


def symbol(name: str, body: str) -> str:
    """Return the symbol of a card."""
    return f'<symbol id="{name}" viewBox="0 0 100 140">{body}</symbol>\n'


def pips(suit: str, rank: str, size: float = 19.5) -> str:
    """Return the face of a card with pips."""
    return "".join(sign(suit, x, y, size, turned=y > 70) for x, y in PIPS[rank])


def french() -> str:
    """Return the sprite of the French pack: courts with two heads."""
    frame = (
        f'<rect x="24" y="11" width="52" height="118" rx="3" fill="{PALE}" stroke="currentColor" stroke-width="1.2"/>'
    )
    parts = [
        f'<symbol id="{suit}" viewBox="0 0 24 24">{drawn}</symbol>\n' for suit, drawn in signs("suits.svg").items()
    ]
    parts += [f'<symbol id="{rank}" viewBox="0 0 100 140">{bust}</symbol>\n' for rank, bust in BUSTS.items()]
    for suit in "SHDC":
        parts += [symbol(rank + suit, pips(suit, rank)) for rank in PIPS]
        parts.append(symbol("A" + suit, sign(suit, 50, 70, 58)))
        for rank in BUSTS:
            half = f'<use href="#{rank}" width="100" height="140"/>'
            corner = sign(suit, 33, 22, 14)
            body = f'{frame}{half}<g transform="rotate(180 50 70)">{half}{corner}</g>{corner}'
            parts.append(symbol(rank + suit, body + f'<path d="M24 70h52" stroke="{GOLD}" stroke-width="1.6"/>'))
    return sprite(parts)


def swiss() -> str:
    """Return the sprite of the Swiss-German pack: the Under has its sign below, the Ober above; the ten is a banner."""
    parts = [
        f'<symbol id="{suit}" viewBox="0 0 24 24">{drawn}</symbol>\n'
        for suit, drawn in signs("suits-swiss.svg").items()
    ]
    parts += [f'<symbol id="{rank}" viewBox="22 8 56 64">{bust}</symbol>\n' for rank, bust in BUSTS.items()]
    for suit in "SHDC":
        parts += [symbol(rank + suit, pips(suit, rank)) for rank in "6789"]
        ribbon = (
            f'<path d="M27 108q11-8 23-4t23-4v12q-11 8-23 4t-23 4z" fill="{PALE}"'
            ' stroke="currentColor" stroke-width="1.5"/>'
        )
        parts.append(symbol("A" + suit, sign(suit, 50, 60, 58) + ribbon))
        flag = (
            f'<path d="M27 12v118" stroke="{INK}" stroke-width="3" stroke-linecap="round"/>'
            f'<circle cx="27" cy="11" r="3.5" fill="{GOLD}"/>'
            f""
            f'<path d="M28.5 24q12-8 24 0t24 0v56q-12 8-24 0t-24 0z" fill="{PALE}"'
            ' stroke="currentColor" stroke-width="2"/>'
        )
        parts.append(symbol("T" + suit, flag + sign(suit, 53, 52, 38)))
        figure = '<use href="#{}" x="26" y="{}" width="48" height="54.9"/>'
        line = '<path d="M26 {}h48" stroke="currentColor" stroke-width="2"/>'
        parts.append(symbol("J" + suit, figure.format("J", 20) + line.format(74.9) + sign(suit, 50, 103, 36)))
        parts.append(symbol("Q" + suit, sign(suit, 50, 37, 36) + figure.format("J", 64) + line.format(118.9)))
        parts.append(symbol("K" + suit, figure.format("K", 24) + line.format(78.9) + sign(suit, 50, 105, 34)))
    return sprite(parts)


def sprite(parts: list[str]) -> str:
    """Return a file of symbols."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(parts)}</svg>\n'


def main() -> None:
    """Write both files."""
    (FOLDER / "cards.svg").write_text(french(), encoding="utf-8")
    (FOLDER / "cards-swiss.svg").write_text(swiss(), encoding="utf-8")


if __name__ == "__main__":
    main()
