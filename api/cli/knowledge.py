"""`knows` and `shuffle`: what a seat knew after a ply, and how much order survived a shuffle."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.cli.deals import check_ply, find_record, selector_option
from api.cli.parts import paint
from api.cli.parts.books import book, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import json_option, print_json
from domain.engine.faces import faces_of
from domain.engine.ruleset import Ruleset
from domain.engine.seats import seat_name
from domain.kernel.ids import as_id
from domain.record.record import Record
from replay.audits.knowledge import knowledge
from replay.audits.shuffle import shuffle as shuffle_report
from replay.words import ENGLISH
from replay.words.knowledge import KnowledgeWords
from replay.words.places import Moments

SIGNS: Final = {"held": "●", "seen": "·", "shown": "○", "inferred": "!", "unknown": "?"}
"""The table's mark for each status of a card."""

LEGEND: Final = "● held   · seen   ○ shown   ! inferred   ? unknown; then the seat that has or played it, if known"


@click.command()
@click.argument("deal")
@click.option("--seat", required=True, help="The seat whose knowledge is shown, as E; a number in larger games.")
@click.option("--at", "ply", type=int, help="The last ply the seat saw; -1: before the first. Default: the end.")
@json_option
@selector_option
@data_option
def knows(deal: str, seat: str, ply: int | None, as_json: bool, selector: str | None, data: Path | None) -> None:
    """Show what a seat knew about every card, at any moment.

    DEAL is a file or the id of a recorded deal. Each possible deal counts once: the count ignores what the bidding
    suggests.

    \b
    nought knows 05-an-opponent-cuts --seat E --at 38
    """
    record = find_record(deal, selector, data)
    seats = record.rules.seats
    viewer = next((name for name in seats if name.lower() == seat.lower()), None)
    if viewer is None:
        raise Trouble(f"there is no seat {seat!r}; there are {', '.join(seats)}")
    payload = knowledge(record, viewer, check_ply(record, ply))
    if as_json:
        print_json(payload)
    else:
        paint.show(page(payload, record))


def page(payload: dict[str, Any], record: Record) -> RenderableType:
    """Return the page: the table of the pack, the reasons, and the number of possible deals."""
    when = f"after ply {payload['ply']}" if payload["ply"] >= 0 else "before the first ply"
    game = record.rules.ruleset
    words = KnowledgeWords(payload["seat"], faces_of(game), Moments.of(ENGLISH, record))
    title = f"What {seat_name(payload['seat'])} knew {when}"
    parts = [paint.section(title, Group(pack(payload, game), Text(LEGEND, style="dim")))]
    for status, heading in (("shown", "Shown"), ("inferred", "Inferred"), ("unknown", "Unknown")):
        if lines := cards(payload, status, game):
            parts.append(paint.section(heading, lines))
    if trump := trumps(payload["trump"], words):
        parts.append(paint.section("Trumps", Text("\n".join(trump))))
    remarks = [note["text"] for note in payload.get("notes", ())]
    remarks += [words.describe_gap(gap) for gap in payload.get("gaps", ())]
    if breach := payload.get("breach"):
        remarks.append(words.breach(breach["ply"], breach["text"], breach["clause"]))
    return Group(*parts, paint.section("Deals that fit", Text("\n".join([payload["text"], *remarks]))))


def pack(payload: dict[str, Any], game: Ruleset) -> Table:
    """Return the table of the pack: a row for each suit, a column for each rank."""
    faces = faces_of(game)
    ranks = game.pack.ranks[::-1]
    grid = Table(box=None, padding=(0, 1), header_style="dim")
    grid.add_column("")
    for rank in ranks:
        grid.add_column(faces.rank(rank))
    for suit in game.pack.suits:
        row = [Text(faces.suit(suit), style=paint.COLOURS[suit])]
        for rank in ranks:
            card_payload = payload["cards"][rank + suit]
            sign = SIGNS[card_payload["status"]]
            row.append(
                Text(
                    f"{sign} {card_payload.get('seat', '')}",
                    style="" if card_payload["status"] == "unknown" else "bold",
                )
            )
        grid.add_row(*row)
    return grid


def cards(payload: dict[str, Any], status: str, game: Ruleset) -> Table | None:
    """Return the cards of a status, grouped by their text. Returns None if there are none."""
    faces = faces_of(game)
    cards_by_text: dict[str, list[str]] = {}
    for card, card_payload in payload["cards"].items():
        if card_payload["status"] == status:
            cards_by_text.setdefault(card_payload["text"], []).append(card)
    if not cards_by_text:
        return None
    grid = Table.grid(padding=(0, 2))
    for text, cards_alike in cards_by_text.items():
        grid.add_row(paint.hand(cards_alike, faces), text)
    return grid


def trumps(trump: dict[str, Any], words: KnowledgeWords) -> list[str]:
    """Return what the seat knew about the trump suit, as sentences."""
    if "suit" in trump:
        return [words.trump(trump["suit"])]
    lines = [words.possible_trumps(trump["possible"])] if "possible" in trump else []
    return lines + [reason["text"] for reason in trump.get("excluded", {}).values()]


@click.command()
@click.argument("deal")
@click.argument("before", required=False)
@json_option
@data_option
def shuffle(deal: str, before: str | None, as_json: bool, data: Path | None) -> None:
    """Show how much order survived the shuffle, and the dealing.

    DEAL is a file or the id of a recorded deal; BEFORE is the deal before it. Without BEFORE, the match tells which
    deal that was. The report tries several ways to gather the tricks. For each it gives the chance that a perfect
    shuffle leaves as much order. It is no proof of cheating.

    \b
    nought shuffle second.nought.toml first.nought.toml
    """
    record = find_record(deal, None, data)
    earlier = find_record(before, None, data) if before else deal_before(record, deal, data)
    report = shuffle_report(record, earlier)
    if as_json:
        print_json(report)
    else:
        paint.show(shuffle_page(report))


def deal_before(record: Record, deal: str, data: Path | None) -> Record | None:
    """Return the deal before this one in its match. Returns None if there is none, or if the deal is in a file."""
    match, own = as_id(record.opened.match), as_id(deal)
    if match is None or own is None:
        return None
    with book(data) as services:
        line = services.ledger.matches.get(match).before(deal.lower())
        earlier = as_id(line.deal) if line else None
        return services.ledger.deals.get(earlier).record if earlier else None


def shuffle_page(report: dict[str, Any]) -> RenderableType:
    """Return the page: the surviving order for each assumption, the dealing, the warning."""
    parts: list[RenderableType] = []
    if survived := report.get("survived"):
        grid = Table.grid(padding=(0, 2))
        for row in survived["assumed"]:
            grid.add_row(Text(f"{row['kept']}/{row['pairs']}", style="bold"), f"{row['assumption'].capitalize()}.")
            grid.add_row("", Text(row["text"], style="dim"))
        parts.append(paint.section("The shuffle", Group(Text(survived["text"], style="bold"), grid)))
    else:
        parts.append(paint.section("The shuffle", Text(report["why_not"])))
    dealt = "\n".join(row["text"] for row in report["dealings"]) or "No cards were dealt."
    parts.append(paint.section("The deal", Text(dealt)))
    return Group(*parts, Text(f"{report['rules']} {report['warning']}"))


COMMANDS = (knows, shuffle)
