"""A view of a deal as text that a person enjoys reading in a terminal."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Final

import click
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from api.cli.words import visible
from domain.cards import SUIT_NAMES
from domain.facts import CardPlayed, TrumpClosed
from domain.record import Record
from domain.ruleset import Ruleset
from domain.seats import seat_name
from domain.slams import NAMES
from replay.frames import corrections
from replay.notation import write_action
from replay.views import Viewpoint, ending, view_at

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COLOURS = {"S": "bold", "H": "bold red", "D": "bold blue", "C": "bold green"}
BACK = "??"
WIDTH: Final = 110
"""Columns where there is no terminal."""


def card(word: str) -> Text:
    """A card in the colour of its suit; brackets as in the notation."""
    bare = word.strip("()[]")
    if bare == BACK or bare[-1:] not in SIGNS:
        return Text(word, style="dim")
    before, after = word[: word.index(bare)], word[word.index(bare) + len(bare) :]
    rank = bare[:-1].replace("T", "10")
    return Text.assemble(before, (f"{rank}{SIGNS[bare[-1]]}", COLOURS[bare[-1]]), after)


def hand(cards: list[str]) -> Text:
    """Cards in a row."""
    return Text("  ").join(card(word) for word in cards) if cards else Text("—", style="dim")


def by_suit(seat: str, cards: list[str], ruleset: Ruleset) -> Text:
    """A hand as hands are printed: a line for each suit, the highest card first; then what nobody showed."""
    lines = [Text(seat_name(seat), style="bold underline")]
    for suit in ruleset.pack.suits:
        ranks = [rank.replace("T", "10") for rank in reversed(ruleset.pack.ranks) if f"{rank}{suit}" in cards]
        if ranks:
            lines.append(Text.assemble((SIGNS[suit], COLOURS[suit]), " ", " ".join(ranks)))
    if unknown := cards.count(BACK):
        lines.append(Text(f"{BACK} × {unknown}", style="dim"))
    return Text("\n").join(lines if len(lines) > 1 else [*lines, Text("—", style="dim")])


def table_of(hands: dict[str, list[str]], ruleset: Ruleset) -> RenderableType:
    """The hands as they lie round the table."""
    shown = {seat: by_suit(seat, cards, ruleset) for seat, cards in hands.items()}
    grid = Table.grid(padding=(0, 4))
    if set(hands) == set("NESW"):
        grid.add_row("", shown["N"], "")
        grid.add_row(shown["W"], "", shown["E"])
        grid.add_row("", shown["S"], "")
    else:
        grid.add_row(*(shown[seat] for seat in ruleset.seating.seats))
    return grid


def bids(view: dict[str, Any], how: str, ruleset: Ruleset) -> RenderableType:
    """The calls in their order, and what came of them."""
    calls = [call.split(maxsplit=1) for call in view["auction"].values()]
    said = [Text.assemble((f"{seat} ", "dim"), words) for seat, words in calls]
    calls_made = Text("   ").join(said) if said else Text("no bid yet", style="dim")
    return Group(calls_made, contract(view, how, ruleset)) if "maker" in view else calls_made


def tricks(view: dict[str, Any]) -> RenderableType:
    """Trick after trick, the winner in bold."""
    rows = Table.grid(padding=(0, 2))
    for number, trick in view["tricks"].items():
        cells: list[RenderableType] = [Text(number, style="dim")]
        for played in trick["cards"]:
            seat, _, word = played.partition(" ")
            cells.append(Text.assemble((f"{seat} ", "bold" if seat == trick["won"] else "dim"), card(word)))
        rows.add_row(*cells, Text(f"→ {seat_name(trick['won'])}", style="dim"))
    if view["table"]:
        cells = [Text("…", style="dim")]
        for played in view["table"]:
            seat, _, word = played.partition(" ")
            cells.append(Text.assemble((f"{seat} ", "dim"), card(word)))
        rows.add_row(*cells)
    return rows


def contract(view: dict[str, Any], how: str, ruleset: Ruleset) -> Text:
    """Who bid what, and what is known of the trump."""
    bid = view["bid"]["bid"]
    trump = view["trump"]
    suit = SUIT_NAMES.get(trump.get("suit", ""), "not known")
    words = NAMES.get(bid) or ruleset.written(bid)
    text = Text.assemble((f"{seat_name(view['maker'])} {words}", "bold"), f", {how}, trumps {suit}")
    if "indicator" in trump:
        text.append(", the indicator on the table ").append(card(trump["indicator"]))
    return text


def section(title: str, body: RenderableType) -> RenderableType:
    """A titled part of the page."""
    return Group(Text(title, style="bold underline"), Padding(body, (0, 0, 1, 2)))


def frame(view: dict[str, Any], ruleset: Ruleset) -> RenderableType:
    """One moment as one viewer saw it."""
    who = f"the {view['viewer']}" if len(view["viewer"]) > 1 else seat_name(view["viewer"])
    when = f"after ply {view['ply']}" if view["ply"] >= 0 else "before the first ply"
    turn = f"; {seat_name(view['turn'])} to act" if "turn" in view else ""
    title = f"As {who} saw it {when} ({view['stage']}{turn})"
    parts = [section(title, table_of(view["hands"], ruleset))]
    parts.append(section("Bids", bids(view, "open" if view.get("trump", {}).get("open") else "closed", ruleset)))
    if view["tricks"] or view["table"]:
        parts.append(section("Play", tricks(view)))
    points = "   ".join(f"{team} {ruleset.written(points)}" for team, points in view["points"].items())
    parts.append(section("Points known", Text(points)))
    if view["legal"]:
        shown = view["legal"][:14]
        more = len(view["legal"]) - len(shown)
        parts.append(section("May do", Text(", ".join(shown) + (f", and {more} more" if more else ""))))
    return Group(*parts)


def deal(record: Record) -> RenderableType:
    """A whole deal: hands, bids, tricks, result, and everything that was corrected or went wrong."""
    opened = record.opened
    ruleset = record.rules.ruleset
    title = f"{ruleset.name}: deal {opened.number}, {seat_name(opened.dealer)} dealt"
    about = "\n".join(line for line in (opened.event, _players(record), opened.note, opened.source) if line)
    last = view_at(record, "arbiter", len(record.entries) - 1)
    parts: list[RenderableType] = [section(title, Text(about))] if about else [Text(title, style="bold underline")]
    parts.append(section("Hands", table_of(whole_hands(record), ruleset)))
    closed = any(isinstance(act, TrumpClosed) for act in record.acts)
    parts.append(section("Bids", bids(last, "closed" if closed else "open", ruleset)))
    if last["tricks"] or last["table"]:
        parts.append(section("Play", tricks(last)))
    if "caps" in last:
        caps = last["caps"]
        parts.append(section(f"{seat_name(caps['seat'])} called Caps", hand(caps["order"])))
    parts += wrongs(record)
    parts.append(section("Result", result(record)))
    return Group(*parts)


def _players(record: Record) -> str:
    players = record.opened.players
    return ", ".join(f"{seat_name(seat)} {players[seat]}" for seat in record.rules.seats if seat in players)


def whole_hands(record: Record) -> dict[str, list[str]]:
    """The hands as they were when all cards were dealt, the indicator taken for one of them."""
    point = Viewpoint.of(record, "arbiter")
    best: dict[str, list[str]] = {seat: [] for seat in record.rules.seats}
    for act in record.acts:
        point.step(act)
        view = point.view()
        if isinstance(act, CardPlayed):
            break
        best = view["hands"]
        indicator = view.get("trump", {}).get("indicator")
        if indicator:
            best = {**best, view["maker"]: [*best[view["maker"]], indicator]}
    return best


def wrongs(record: Record) -> list[RenderableType]:
    """Corrections and breaches of the rules, if there are any."""
    parts: list[RenderableType] = []
    changed = corrections(record, "arbiter")
    if changed:
        lines = [
            f"ply {row['ply']}: {row.get('was', 'nothing')} → {row.get('now', 'nothing')}"
            + (f" ({row['why']})" if row.get("why") else "")
            for row in changed
            if "ply" in row
        ]
        lines += [f"{row['kind']}: {row.get('verdict', row.get('code', ''))}" for row in changed if "ply" not in row]
        parts.append(section("Corrections and rulings", Text("\n".join(lines))))
    broken = record.broken()
    if broken:
        lines = [
            f"ply {ply}, {write_action(record.acts[ply])}: {refusal} [{refusal.clause}]"
            for ply, refusal in broken.items()
        ]
        parts.append(section("Against the rules", Text("\n".join(lines), style="red")))
    return parts


def result(record: Record) -> Text:
    """How the deal was settled, in a sentence."""
    ended = ending(record)
    settled = ended.get("settlement")
    written = record.rules.ruleset.written
    if settled is None:
        return Text("abandoned" if record.abandoned else "not over yet")
    how = settled["reasons"] if settled["outcome"] == "played" else [settled["outcome"]]
    told = [", ".join(how).replace("-", " ").replace("_", " ")]
    if any(settled["points"].values()):
        told.append("points " + ", ".join(f"{team} {written(points)}" for team, points in settled["points"].items()))
    if any(settled["tokens"].values()):
        told.append("tokens " + ", ".join(f"{team} {tokens:+d}" for team, tokens in settled["tokens"].items()))
    else:
        told.append("nothing to pay")
    if "confirmed_by" in ended:
        told.append(f"confirmed by {', '.join(ended['confirmed_by'])}")
    return Text.assemble((told[0], "bold"), *(f"; {part}" for part in told[1:]))


@dataclass(frozen=True)
class _Visible:
    """What is to be painted, with control characters in names and notes spelled out."""

    what: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.what, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


def show(what: RenderableType) -> None:
    """Print to the terminal; plain when it is none, and without colours when NO_COLOR is set."""
    console = Console(highlight=False)
    if console.width < 1 or not (console.is_terminal or os.environ.get("COLUMNS")):
        console = Console(highlight=False, width=WIDTH)
    with console.capture() as painted:
        console.print(_Visible(what))
    click.echo("\n".join(line.rstrip() for line in painted.get().rstrip().split("\n")), color=True)
