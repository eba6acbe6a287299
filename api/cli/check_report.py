"""What `check` says of a deal: in words, or as a line of JSON (schemas/check.schema.json)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import click

from api.cli.words import say, visible
from replay.notation import BadLine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from api.cli.judging import Judged
    from replay.notation import Finding

STATUS: Final = ("good", "wrong", "unreadable")


def in_words(deal: Judged, *, quiet: bool) -> None:
    """Print what was found in a deal; if quiet, only what is wrong."""
    report = deal.report
    if isinstance(report, BadLine):
        say(f"{deal.where}: {report.reason}")
        return
    if not quiet or deal.status != "good":
        click.echo(f"{deal.where}: {deal.status}, {deal.acts} acts")
    for finding in report.findings if report else ():
        if finding.is_error or not quiet:
            say(f"    {finding}")


def as_json(deal: Judged, *, quiet: bool) -> None:
    """Print one line of JSON about a deal; if quiet, only about one that is not good."""
    if quiet and deal.status == "good":
        return
    report = deal.report
    line: dict[str, Any] = {"file": visible(deal.where.file)}
    if deal.where.line:
        line["line"] = deal.where.line
    line["status"] = deal.status
    if isinstance(report, BadLine):
        line["reason"] = report.reason
    else:
        line["acts"] = deal.acts
        findings = report.findings if report else ()
        line["findings"] = [_finding(each) for each in findings if each.is_error or not quiet]
    click.echo(_encode(line))


def _finding(found: Finding) -> dict[str, Any]:
    """Return a finding as JSON values; what it does not say is left out."""
    told: dict[str, Any] = {"kind": found.kind, "error": found.is_error, "message": found.message, "item": found.item}
    told |= {name: value for name in ("line", "text", "code", "seat", "allowed") if (value := getattr(found, name))}
    if found.ply is not None:
        told["ply"] = found.ply
    if found.clause is not None:
        told["clause"] = {"document": found.clause.document, "heading": found.clause.heading}
    return told


def summary(counts: Mapping[str, int], *, as_json: bool) -> str:
    """Return the last line: how many deals are good, how many wrong, how many could not be read."""
    if as_json:
        return _encode(dict(counts))
    words = f"{counts['good']} good, {counts['wrong']} wrong"
    return f"{words}, {counts['unreadable']} unreadable" if counts["unreadable"] else words


def _encode(value: Any) -> str:
    """Return JSON on one line. What could steer a terminal is escaped, which is JSON too."""
    return visible(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
