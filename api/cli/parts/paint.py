"""Views and deals as coloured text for a terminal."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import click
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from api.cli.parts import view_sentences
from api.cli.parts.terminal import visible
from domain.engine.cards import UNKNOWN, Seat
from domain.engine.faces import Faces, faces_of
from domain.engine.facts import CardPlayed
from domain.engine.hiding import ARBITER, OFFICIALS, PUBLIC
from domain.engine.ruleset import Ruleset
from domain.engine.seats import seat_name
from domain.games.three04.acts import TrumpClosed
from domain.record.record import Record
from replay.frames import corrections
from replay.notation import write_action
from replay.views import View, Viewpoint, view_at

NO_SEATS: Final = OFFICIALS | {PUBLIC}
"""Viewers that are not seats."""
COLOURS = {"S": "bold", "H": "bold red", "D": "bold blue", "C": "bold green"}
GAP: Final = re.compile(r"\{\w+\}")
"""A placeholder in the sentence of a template, for a field that is left to fill in."""
WIDTH: Final = 110
"""Columns where there is no terminal."""


def card(word: str, faces: Faces) -> Text:
    """Return a card in the colour of its suit, with the brackets of the notation."""
    bare = word.strip("()[]")
    if bare == UNKNOWN:
        return Text(word, style="dim")
    before, after = word[: word.index(bare)], word[word.index(bare) + len(bare) :]
    return Text.assemble(before, (faces.card(bare), COLOURS[bare[-1]]), after)


def hand(cards: list[str], faces: Faces) -> Text:
    """Return cards in a row; a dash if there are none."""
    return Text("  ").join(card(word, faces) for word in cards) if cards else Text("—", style="dim")


def by_suit(seat: str, cards: list[str], game: Ruleset) -> Text:
    """Return a hand with a line for each suit, highest card first, then the number of unknown cards."""
    faces = faces_of(game)
    suits = {suit: faces.suit(suit) for suit in game.pack.suits}
    wide = max(map(len, suits.values()))
    lines = [Text(seat_name(seat), style="bold underline")]
    for suit, sign in suits.items():
        ranks = [faces.rank(rank) for rank in reversed(game.pack.ranks) if f"{rank}{suit}" in cards]
        if ranks:
            lines.append(Text.assemble((sign.ljust(wide), COLOURS[suit]), " ", " ".join(ranks)))
    if unknown := cards.count(UNKNOWN):
        lines.append(Text(f"{UNKNOWN} × {unknown}", style="dim"))
    return Text("\n").join(lines if len(lines) > 1 else [*lines, Text("—", style="dim")])


def table_of(hands: dict[str, list[str]], game: Ruleset) -> RenderableType:
    """Return the hands round the table: the first seat below, the others counter-clockwise from it."""
    seats = game.seating.seats
    half = len(seats) // 2
    hands_by_seat = {seat: by_suit(seat, cards, game) for seat, cards in hands.items()}
    grid = Table.grid(padding=(0, 4))
    grid.add_row("", hands_by_seat[seats[half]], "")
    for n, (left, right) in enumerate(zip(seats[half + 1 :], reversed(seats[1:half]), strict=True)):
        if n:
            grid.add_row()
        grid.add_row(hands_by_seat[left], "", hands_by_seat[right])
    grid.add_row("", hands_by_seat[seats[0]], "")
    return grid


def bids(view: View, how: str, game: Ruleset) -> RenderableType:
    """Return the calls in order, then the contract if there is one."""
    calls = [
        Text.assemble((f"{sentence.split()[0]} ", "dim"), view_sentences.call(sentence, game))
        for sentence in view["auction"].values()
    ]
    calls_made = Columns(calls, padding=(0, 3)) if calls else Text("no bid yet", style="dim")
    standing = "maker" in view or "denomination" in view.get("contract", {})
    return Group(calls_made, contract(view, how, game)) if standing else calls_made


def contract(view: View, how: str, game: Ruleset) -> Text:
    """Return the contract, and in 304 what the viewer knows about the trump."""
    text = Text(view_sentences.contract(view, game), style="bold")
    if trump := view.get("trump"):
        faces = faces_of(game)
        suit = faces.suits[trump["suit"]].word if "suit" in trump else "not known"
        text = Text.assemble(text, f", {how}, trumps {suit}")
        if "indicator" in trump:
            text.append(", the indicator on the table ").append(card(trump["indicator"], faces))
    if offers := view_sentences.double_sentence(view):
        text = Text.assemble(text, f"; {offers}")
    return text


def tricks(view: View, faces: Faces) -> RenderableType:
    """Return the tricks in order, the winner in bold, then the current trick."""
    rows = Table.grid(padding=(0, 2))
    for number, trick in view["tricks"].items():
        cells: list[RenderableType] = [Text(number, style="dim")]
        for played in trick["cards"]:
            seat, _, word = played.partition(" ")
            cells.append(Text.assemble((f"{seat} ", "bold" if seat == trick["won"] else "dim"), card(word, faces)))
        rows.add_row(*cells, Text(f"→ {seat_name(trick['won'])}", style="dim"))
    if current_cards := view["trick"]["cards"]:
        cells = [Text("…", style="dim")]
        for played in current_cards:
            seat, _, word = played.partition(" ")
            cells.append(Text.assemble((f"{seat} ", "dim"), card(word, faces)))
        rows.add_row(*cells)
    return rows


def middle(view: View, how: str, game: Ruleset) -> list[RenderableType]:
    """Return the sections on bids, announcements and tricks, shared by the pages of a moment and of a deal."""
    parts = [section("Bids", bids(view, how, game))]
    for title, lines in (
        ("Calls", view_sentences.calls(view, game)),
        ("Weis and Stöck", view_sentences.weis(view, game)),
    ):
        if text := "\n".join(lines):
            parts.append(section(title, Text(text)))
    if view["tricks"] or view["trick"]["cards"]:
        parts.append(section("Play", tricks(view, faces_of(game))))
    return parts


def section(title: str, body: RenderableType) -> RenderableType:
    """Return a titled section of a page."""
    return Group(Text(title, style="bold underline"), Padding(body, (0, 0, 1, 2)))


def frame(view: View, game: Ruleset) -> RenderableType:
    """Return the page of one moment as one viewer saw it."""
    viewer = f"the {view['viewer']}" if view["viewer"] in NO_SEATS else seat_name(view["viewer"])
    moment = f"after ply {view['ply']}" if view["ply"] >= 0 else "before the first ply"
    title = f"As {viewer} saw it {moment} ({'; '.join(filter(None, (view['stage'], view_sentences.turn(view))))})"
    parts = [section(title, table_of(view["hands"], game))]
    parts += middle(view, "open" if view.get("trump", {}).get("open") else "closed", game)
    points = "   ".join(f"{team} {game.format_points(points)}" for team, points in view["points"].items())
    parts.append(section("Known points", Text(points)))
    if "score" in view:
        parts.append(section("Score", Text("   ".join(f"{team} {score}" for team, score in view["score"].items()))))
    if offers := may_do(view):
        parts.append(section("Legal acts", Text(offers)))
    return Group(*parts)


def seats_beside(public: View, views: Mapping[Seat, View], game: Ruleset) -> RenderableType:
    """Return the page of one moment: the public view, then each seat's hands, trump and legal acts."""
    parts: list[RenderableType] = []
    for seat, view in views.items():
        body = [table_of(view["hands"], game)]
        if view.get("trump") != public.get("trump"):
            body.append(contract(view, "open" if view["trump"]["open"] else "closed", game))
        if offers := may_do(view):
            body.append(Text.assemble(("Legal: ", "dim"), offers))
        parts.append(section(f"As {seat_name(seat)} saw it", Group(*body)))
    return Group(frame(public, game), Columns(parts, padding=(0, 4)))


def may_do(view: View) -> str:
    """Return the first legal acts of the viewer, and how many more there are; empty if there are none."""
    legal = view["legal"]
    gaps = [template["say"] for template in view.get("templates", ()) if "hands" not in template]
    # A template whose sentence is legal without a value is in the list already.
    open_gaps = [say for say in gaps if not {GAP.sub("??", say), GAP.sub("", say).strip()} & {*legal}]
    offers = legal + [GAP.sub("…", say) for say in open_gaps]
    first_offers = offers[:14]
    more = len(offers) - len(first_offers)
    return ", ".join(first_offers) + (f", and {more} more" if more else "")


def deal(record: Record) -> RenderableType:
    """Return the page of a deal: hands, bids, tricks, corrections, breaches and result."""
    opened = record.opened
    game = record.rules.ruleset
    title = f"{game.name}: deal {opened.number}, {seat_name(opened.dealer)} dealt"
    about = "\n".join(line for line in (opened.event, _players(record), opened.note, opened.source) if line)
    last = view_at(record, ARBITER, len(record.entries) - 1)
    parts: list[RenderableType] = [section(title, Text(about))] if about else [Text(title, style="bold underline")]
    parts.append(section("Hands", table_of(whole_hands(record), game)))
    closed = any(isinstance(act, TrumpClosed) for act in record.acts)
    parts += middle(last, "closed" if closed else "open", game)
    if "caps" in last:
        caps = last["caps"]
        parts.append(section(f"{seat_name(caps['seat'])} called Caps", hand(caps["order"], faces_of(game))))
    parts += corrections_and_breaches(record)
    parts.append(section("Result", result(record, last)))
    return Group(*parts)


def _players(record: Record) -> str:
    players = record.opened.players
    return ", ".join(f"{seat_name(seat)} {players[seat]}" for seat in record.rules.seats if seat in players)


def whole_hands(record: Record) -> dict[str, list[str]]:
    """Return the hands after the last batch was dealt; the indicator counts as one of the maker's cards."""
    point = Viewpoint.of(record, ARBITER)
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


def corrections_and_breaches(record: Record) -> list[RenderableType]:
    """Return the sections on corrections and on breaches, where there are any."""
    parts: list[RenderableType] = []
    rows = corrections(record, ARBITER)
    if rows:
        lines = [
            f"ply {row['ply']}: {_change_words(row)}" + (f" ({row['why']})" if row.get("why") else "")
            for row in rows
            if "ply" in row
        ]
        lines += [f"{row['kind']}: {_ruling_words(row)}" for row in rows if "ply" not in row]
        parts.append(section("Corrections and rulings", Text("\n".join(lines))))
    broken = record.find_refusals()
    if broken:
        lines = [
            f"ply {ply}, {write_action(record.acts[ply])}: {refusal} [{refusal.clause}]"
            for ply, refusal in broken.items()
        ]
        parts.append(section("Breaches", Text("\n".join(lines), style="red")))
    return parts


def _ruling_words(row: View) -> str:
    """Return what a ruling says, or what it lifts."""
    return str(row.get("verdict") or row.get("code") or row.get("ruling") or row.get("why", ""))


def _change_words(row: View) -> str:
    """Return what a correction or note changed at a ply."""
    if row["kind"] == "irregularity-noted":
        return f"{row['code']} noted"
    return f"{row.get('was', 'nothing')} → {row.get('now', 'nothing')}"


def result(record: Record, view: View) -> Text:
    """Return the settlement of the deal as a sentence."""
    settlement = view.get("settlement")
    if settlement is None:
        return Text("abandoned" if record.abandoned else "not over yet")
    summary, numbers = view_sentences.result(record, view, settlement)
    if "confirmed_by" in view:
        numbers.append(f"confirmed by {', '.join(view['confirmed_by'])}")
    return Text.assemble((summary, "bold"), *(f"; {part}" for part in numbers))


@dataclass(frozen=True)
class _Visible:
    """A renderable whose control characters, in names and notes, are escaped."""

    what: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.what, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


def show(renderable: RenderableType) -> None:
    """Print to the terminal. Output is plain if it is not a terminal, and without colours if NO_COLOR is set."""
    console = Console(highlight=False)
    if console.width < 1 or not (console.is_terminal or os.environ.get("COLUMNS")):
        console = Console(highlight=False, width=WIDTH)
    with console.capture() as capture:
        console.print(_Visible(renderable))
    click.echo("\n".join(line.rstrip() for line in capture.get().rstrip().split("\n")), color=True)
