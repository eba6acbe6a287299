"""`audit`: what broke a rule in a deal, who could see it when, what follows; and what was owed of Caps."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click
import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.cli import paint
from api.cli.books import data_option
from api.cli.exits import DONE, FOUND
from api.cli.looking import record_named, which_option
from api.cli.words import say
from domain.audit.findings import CERTAIN
from domain.engine.seats import seat_name
from domain.record.record import Record
from replay.audit import audit as whole_audit

COLOURS: Final = {"certain": "bold red", "possible": "yellow", "undecidable": "dim"}


@click.command()
@click.argument("deal")
@click.option("--json", "in_json", is_flag=True, help="As JSON.")
@which_option
@data_option
def audit(deal: str, in_json: bool, which: str | None, data: Path | None) -> int:
    """What broke a rule in a deal, and what follows.

    DEAL is a file or the id of a recorded deal. Every act is judged with all that is known of the cards by now. If a
    breach is certain, the exit code is 1. How to read it stands in docs/audit.md.

    \b
    nought audit replay/hands/17-a-revoke.nought.toml
    nought audit evening.ndjson.gz --deal 7
    """
    record = record_named(deal, which, data)
    told = whole_audit(record)
    if in_json:
        say(msgspec.json.encode(told).decode())
    else:
        paint.show(page(record, told))
    return FOUND if any(each["sure"] == CERTAIN for each in told["breaches"]["findings"]) else DONE


def page(record: Record, told: dict[str, Any]) -> RenderableType:
    """An audit as a page to read: a part for each question."""
    opened = record.opened
    title = f"{record.rules.ruleset.name}: deal {opened.number}, {seat_name(opened.dealer)} dealt"
    return Group(Text(title, style="bold underline"), Text(""), *breaches(told["breaches"]), *caps(told["caps"]))


def caps(told: dict[str, Any]) -> list[RenderableType]:
    """What there is to say of Caps; the other deal of a call that came too early stands in the JSON."""
    return [paint.section("Caps", Text("\n".join(told["words"])))]


def breaches(told: dict[str, Any]) -> list[RenderableType]:
    """The breaches as a table, the words under each."""
    parts: list[RenderableType] = [paint.section("Breaches", Text(told["summary"]))]
    if told["findings"]:
        parts.append(paint.section("Found", found(told["findings"])))
    if told["notices"]:
        lines = [f"ply {each['ply']}: {each['words']}" for each in told["notices"]]
        parts.append(paint.section("Worth knowing", Text("\n".join(lines))))
    return parts


def found(findings: list[dict[str, Any]]) -> Table:
    """A row for each breach."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 1, 0), header_style="dim")
    for heading in ("ply", "what happened", "rule", "instead", "seen", "what follows"):
        table.add_column(heading, vertical="top")
    for each in findings:
        what = Text.assemble(each["what"], "\n", (each["sure"], COLOURS[each["sure"]]))
        for item in each.get("settle", ()):
            what.append(f"\nneeds {item['words']}", style="dim")
        if "because" in each:
            what.append(f"\nonly because of ply {each['because']}", style="dim")
        rule = f"{each['clause']['words']}\n{each['code']}" if "clause" in each else each["code"]
        tainted = "".join(f"\n{span(each_taint)}: {each_taint['words']}" for each_taint in each["taints"])
        follows = Text(each["follows"]["words"]).append(tainted, style="dim")
        table.add_row(
            str(each["ply"]) if each["ply"] >= 0 else "—",
            what,
            rule,
            each.get("instead", "—"),
            each["seen"]["words"],
            follows,
        )
    return table


def span(taint: dict[str, Any]) -> str:
    """Plies from and to."""
    first, last = taint["first"], taint["last"]
    return f"ply {first}" if first == last else f"plies {first} to {last}"


COMMANDS = (audit,)
