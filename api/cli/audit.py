"""`audit`: the breaches of a deal, who could see them and when, their consequences, and whether Caps was owed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.analyses.likely_results import audit_with_results
from api.cli.deals import find_record, selector_option
from api.cli.parts import paint
from api.cli.parts.books import data_option
from api.cli.parts.exits import DONE, FAILED_CHECK
from api.cli.parts.terminal import json_option, print_json
from domain.audit.findings import CERTAIN
from domain.engine.seats import seat_name
from domain.record.record import Record

COLOURS: Final = {"certain": "bold red", "possible": "yellow", "undecidable": "dim"}


@click.command()
@click.argument("deal")
@json_option
@selector_option
@data_option
def audit(deal: str, as_json: bool, selector: str | None, data: Path | None) -> int:
    """Find the breaches in a deal, and what follows.

    DEAL is a file or the id of a recorded deal. Every act is judged with all that the record knows about the cards.
    The exit code is 1 if a breach is certain. docs/audit.md explains the report.

    \b
    nought audit 17-a-revoke
    nought audit evening.ndjson.gz --deal 7
    """
    record = find_record(deal, selector, data)
    payload = audit_with_results(record)
    if as_json:
        print_json(payload)
    else:
        paint.show(page(record, payload))
    return FAILED_CHECK if any(each["sure"] == CERTAIN for each in payload["breaches"]["findings"]) else DONE


def page(record: Record, payload: dict[str, Any]) -> RenderableType:
    """Return the audit as a page: a section for each question."""
    opened = record.opened
    title = f"{record.rules.ruleset.name}: deal {opened.number}, {seat_name(opened.dealer)} dealt"
    return Group(Text(title, style="bold underline"), Text(""), *breaches(payload["breaches"]), *caps(payload["caps"]))


def caps(payload: dict[str, Any]) -> list[RenderableType]:
    """Return the section on Caps. Only the JSON has the second deal that proves a call came too early."""
    return [paint.section("Caps", Text("\n".join(payload["words"])))]


def breaches(payload: dict[str, Any]) -> list[RenderableType]:
    """Return the sections on breaches: summary, findings, notices."""
    parts: list[RenderableType] = [paint.section("Breaches", Text(payload["summary"]))]
    if payload["findings"]:
        parts.append(paint.section("Found", findings_table(payload["findings"])))
    if payload["notices"]:
        lines = [f"ply {notice['ply']}: {notice['words']}" for notice in payload["notices"]]
        parts.append(paint.section("Worth knowing", Text("\n".join(lines))))
    return parts


def findings_table(findings: list[dict[str, Any]]) -> Table:
    """Return a table with a row for each breach."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 1, 0), header_style="dim")
    for heading in ("ply", "what happened", "rule", "instead", "seen", "what follows"):
        table.add_column(heading, vertical="top")
    for finding in findings:
        what = Text.assemble(finding["what"], "\n", (finding["sure"], COLOURS[finding["sure"]]))
        for item in finding.get("settle", ()):
            what.append(f"\nneeds {item['words']}", style="dim")
        if "because" in finding:
            what.append(f"\nonly because of ply {finding['because']}", style="dim")
        rule = f"{finding['clause']['words']}\n{finding['code']}" if "clause" in finding else finding["code"]
        taints = "".join(f"\n{span(taint)}: {taint['words']}" for taint in finding["taints"])
        follows = Text(finding["follows"]["words"])
        if "without" in finding:
            follows.append(f"\nlikely result without it: {finding['without']['words']}")
        follows.append(taints, style="dim")
        table.add_row(
            str(finding["ply"]) if finding["ply"] >= 0 else "—",
            what,
            rule,
            finding.get("instead", "—"),
            finding["seen"]["words"],
            follows,
        )
    return table


def span(taint: dict[str, Any]) -> str:
    """Return the plies of a taint: ``ply 3`` or ``plies 3 to 5``."""
    first, last = taint["first"], taint["last"]
    return f"ply {first}" if first == last else f"plies {first} to {last}"


COMMANDS = (audit,)
