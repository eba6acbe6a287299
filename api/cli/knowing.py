"""`knows` and `shuffle`: what a seat knew at a ply, and how much order survived a shuffle."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click
import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.cli import paint
from api.cli.books import book, data_option
from api.cli.errors import Trouble
from api.cli.looking import record_named, which_option
from api.cli.words import say
from domain.engine.faces import faces_of
from domain.engine.ruleset import Ruleset
from domain.engine.seats import seat_name
from domain.ledger.ids import as_id
from domain.record.record import Record
from replay.audit_knowledge import knowledge
from replay.audit_shuffle import shuffle as shuffle_told
from replay.words.knowledge import KnowledgeWords

SIGNS: Final = {"held": "●", "seen": "·", "shown": "○", "inferred": "!", "unknown": "?"}
"""How the table marks what is known of a card."""

LEGEND: Final = "● held   · seen   ○ shown   ! inferred   ? unknown; then who has or played it, if that is known"


@click.command()
@click.argument("deal")
@click.option("--seat", required=True, help="Whose knowledge.")
@click.option("--at", "ply", type=int, help="The last ply that was seen; -1 is before the first. Without it: the end.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@which_option
@data_option
def knows(deal: str, seat: str, ply: int | None, as_json: bool, which: str | None, data: Path | None) -> None:
    """What a seat knew of every card, at any moment.

    DEAL is a file or the id of a recorded deal. Each deal that fits counts once: it is no model of the bidding.

    \b
    nought knows replay/hands/05-an-opponent-cuts.nought.toml --seat E --at 38
    """
    record = record_named(deal, which, data)
    seats = record.rules.seats
    whose = next((name for name in seats if name.lower() == seat.lower()), None)
    if whose is None:
        raise Trouble(f"there is no seat {seat!r}; there are {', '.join(seats)}")
    last = len(record.entries) - 1
    if ply is not None and not -1 <= ply <= last:
        raise Trouble(f"there is no ply {ply}; the deal has plies 0 to {last}, and -1 is before the first")
    told = knowledge(record, whose, last if ply is None else ply)
    if as_json:
        say(msgspec.json.encode(told).decode())
    else:
        paint.show(page(told, record.rules.ruleset))


def page(told: dict[str, Any], game: Ruleset) -> RenderableType:
    """The table of the pack, the reasons, and the count."""
    when = f"after ply {told['ply']}" if told["ply"] >= 0 else "before the first ply"
    words = KnowledgeWords(told["seat"], faces_of(game))
    title = f"What {seat_name(told['seat'])} knew {when}"
    parts = [paint.section(title, Group(pack(told, game), Text(LEGEND, style="dim")))]
    for status, heading in (("shown", "Shown"), ("inferred", "Inferred"), ("unknown", "Unknown")):
        if lines := cards(told, status, game):
            parts.append(paint.section(heading, lines))
    if trump := trumps(told["trump"], words):
        parts.append(paint.section("Trumps", Text("\n".join(trump))))
    beside = [note["text"] for note in told.get("notes", ())]
    beside += [words.not_told(gap) for gap in told.get("gaps", ())]
    if breach := told.get("breach"):
        beside.append(words.breach(breach["ply"], breach["text"], breach["clause"]))
    return Group(*parts, paint.section("Deals that fit", Text("\n".join([told["text"], *beside]))))


def pack(told: dict[str, Any], game: Ruleset) -> Table:
    """A row for each suit, a column for each rank."""
    faces = faces_of(game)
    ranks = game.pack.ranks[::-1]
    grid = Table(box=None, padding=(0, 1), header_style="dim")
    grid.add_column("")
    for rank in ranks:
        grid.add_column(faces.rank(rank))
    for suit in game.pack.suits:
        row = [Text(faces.suit(suit), style=paint.COLOURS[suit])]
        for rank in ranks:
            known = told["cards"][rank + suit]
            sign = SIGNS[known["status"]]
            row.append(Text(f"{sign} {known.get('seat', '')}", style="" if known["status"] == "unknown" else "bold"))
        grid.add_row(*row)
    return grid


def cards(told: dict[str, Any], status: str, game: Ruleset) -> Table | None:
    """The cards of which so much is known, those with the same words together."""
    faces = faces_of(game)
    together: dict[str, list[str]] = {}
    for card, known in told["cards"].items():
        if known["status"] == status:
            together.setdefault(known["text"], []).append(card)
    if not together:
        return None
    grid = Table.grid(padding=(0, 2))
    for text, same in together.items():
        grid.add_row(paint.hand(same, faces), text)
    return grid


def trumps(trump: dict[str, Any], words: KnowledgeWords) -> list[str]:
    """Return what the seat knew of the trump suit, as sentences."""
    if "suit" in trump:
        return [words.trump(trump["suit"])]
    lines = [words.possible_trumps(trump["possible"])] if "possible" in trump else []
    return lines + [why["text"] for why in trump.get("excluded", {}).values()]


@click.command()
@click.argument("deal")
@click.argument("before", required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@data_option
def shuffle(deal: str, before: str | None, as_json: bool, data: Path | None) -> None:
    """How much order survived the shuffle, and how it was dealt.

    DEAL is a file or the id of a recorded deal; BEFORE is the deal before it. Without BEFORE it is looked up in the
    match. How tricks are gathered is assumed in several ways; each comes with the chance that a perfect shuffle
    leaves as much order. It is no proof of guilt.

    \b
    nought shuffle second.nought.toml first.nought.toml
    """
    record = record_named(deal, None, data)
    earlier = record_named(before, None, data) if before else deal_before(record, deal, data)
    told = shuffle_told(record, earlier)
    if as_json:
        say(msgspec.json.encode(told).decode())
    else:
        paint.show(shuffle_page(told))


def deal_before(record: Record, deal: str, data: Path | None) -> Record | None:
    """The deal before, by the match that a recorded deal belongs to."""
    match, own = as_id(record.opened.match), as_id(deal)
    if match is None or own is None:
        return None
    with book(data) as services:
        line = services.ledger.matches.get(match).before(deal.lower())
        earlier = as_id(line.deal) if line else None
        return services.ledger.deals.get(earlier).record if earlier else None


def shuffle_page(told: dict[str, Any]) -> RenderableType:
    """What became of the order, assumption by assumption; the dealing; the warning."""
    parts: list[RenderableType] = []
    if survived := told.get("survived"):
        grid = Table.grid(padding=(0, 2))
        for each in survived["assumed"]:
            grid.add_row(Text(f"{each['kept']}/{each['pairs']}", style="bold"), f"{each['assumption'].capitalize()}.")
            grid.add_row("", Text(each["text"], style="dim"))
        parts.append(paint.section("The shuffle", Group(Text(survived["text"], style="bold"), grid)))
    else:
        parts.append(paint.section("The shuffle", Text(told["why_not"])))
    dealt = "\n".join(each["text"] for each in told["dealings"]) or "No cards were dealt."
    parts.append(paint.section("The deal", Text(dealt)))
    return Group(*parts, Text(f"{told['rules']} {told['warning']}"))


COMMANDS = (knows, shuffle)
