"""The report of `check`: text, or lines of JSON (schemas/check.schema.json)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import click

from api.cli.parts.terminal import say, visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from api.cli.parts.checks import Judged
    from replay.notation import Finding

STATUS: Final = ("good", "wrong", "unreadable")


def print_words(deal: Judged, *, quiet: bool, verbose: bool) -> None:
    """Print a deal if it is not good or if verbose; if quiet, print only the errors among its findings."""
    if deal.unreadable:
        say(f"{deal.where}: {deal.unreadable}")
    elif verbose or deal.status != "good":
        click.echo(f"{deal.where}: {deal.status}, {deal.acts} acts")
        for finding in deal.findings:
            if finding.is_error or not quiet:
                say(f"    {finding}")


def print_json(deal: Judged, *, quiet: bool) -> None:
    """Print one line of JSON about a deal; if quiet, only about a deal that is not good."""
    if quiet and deal.status == "good":
        return
    line: dict[str, Any] = {"file": visible(deal.where.file)}
    if deal.where.line:
        line["line"] = deal.where.line
    line["status"] = deal.status
    if deal.unreadable:
        line["reason"] = deal.unreadable
    else:
        line["acts"] = deal.acts
        line["findings"] = [_finding(finding) for finding in deal.findings if finding.is_error or not quiet]
    click.echo(_encode(line))


def _finding(finding: Finding) -> dict[str, Any]:
    """Return a finding as JSON values, without empty fields."""
    values: dict[str, Any] = {
        "kind": finding.kind,
        "error": finding.is_error,
        "message": finding.message,
        "item": finding.item,
    }
    optional = ("line", "text", "code", "seat", "allowed")
    values |= {name: value for name in optional if (value := getattr(finding, name))}
    if finding.ply is not None:
        values["ply"] = finding.ply
    if finding.clause is not None:
        values["clause"] = {"document": finding.clause.document, "heading": finding.clause.heading}
    return values


def summary(counts: Mapping[str, int], files: int, rate: float | None) -> str:
    """Return the last line as text; the rate is in deals per second."""
    deals = counts["good"] + counts["wrong"]
    words = f"{_number(files, 'file')}, {_number(deals, 'deal')}: {counts['good']:,} good, {counts['wrong']:,} wrong"
    if counts["unreadable"]:
        words += f", {counts['unreadable']:,} unreadable"
    return words if rate is None else f"{words}; {rate:,.0f} deals/s"


def summary_json(counts: Mapping[str, int]) -> str:
    """Return the last line as JSON."""
    return _encode(dict(counts))


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _encode(value: Any) -> str:
    """Return JSON on one line. Control characters are escaped, which is valid JSON."""
    return visible(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
