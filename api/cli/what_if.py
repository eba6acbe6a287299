"""`what-if`: judge a recorded deal by another ruleset."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Group, RenderableType
from rich.text import Text

from api.cli.deals import find_record, selector_option
from api.cli.games import game, parameter_table
from api.cli.parts import paint
from api.cli.parts.books import data_option
from api.cli.parts.terminal import json_option, print_json
from domain.engine.facts import DealSettled
from domain.engine.refusals import Refusal
from domain.engine.ruleset import Ruleset
from domain.engine.seats import seat_name
from domain.games.three04.ruleset import Three04Ruleset
from domain.record.record import Record
from replay.notation import write_action
from replay.what_if import WhatIf, plain_what_if, what_if


@click.command("what-if")
@click.argument("deal")
@click.argument("key")
@json_option
@selector_option
@data_option
def suppose(deal: str, key: str, as_json: bool, selector: str | None, data: Path | None) -> None:
    """Judge and score a deal by another ruleset.

    DEAL is a file or the id of a recorded deal. KEY is a game that `nought rulesets` lists, or a file with a ruleset
    of your own. Each act is judged by what had happened before it. Nothing is recorded.

    \b
    nought what-if 01-bidding-with-four-cards 304-jaffna
    """
    ruleset = game(key)
    record = find_record(deal, selector, data)
    outcome = what_if(record, ruleset)
    if as_json:
        print_json(plain_what_if(record, outcome))
    else:
        paint.show(page(record, outcome))


def page(record: Record, outcome: WhatIf) -> RenderableType:
    """Return the page of a deal judged by another ruleset."""
    ruleset = record.rules.ruleset
    opened = record.opened
    title = f"{ruleset.name}: deal {opened.number}, {seat_name(opened.dealer)} dealt"
    parts: list[RenderableType] = [paint.section(title, Text(f"judged by {outcome.ruleset.name}"))]
    if outcome.differs:
        parts.append(
            paint.section("The rules differ", parameter_table(outcome.differs, ruleset.key, outcome.ruleset.key))
        )
    for heading, broken in (
        ("Only the other rules forbid", outcome.newly_broken),
        ("Only the original rules forbid", outcome.no_longer_broken),
    ):
        if broken:
            parts.append(paint.section(heading, breaches(record, broken)))
    if outcome.settled == outcome.settles:
        parts.append(paint.section("Result, the same by both rulesets", result(outcome.settled, ruleset)))
    else:
        parts.append(paint.section("Result as played", result(outcome.settled, ruleset)))
        parts.append(paint.section("Result by the other ruleset", result(outcome.settles, outcome.ruleset)))
    if outcome.same:
        parts.append(Text("Nothing changes."))
    return Group(*parts)


def breaches(record: Record, broken: dict[int, Refusal]) -> Text:
    """Return a line for each act that breaks a rule, with the rule."""
    lines = []
    for ply, refusal in broken.items():
        # An act that the game does not have breaks no rule of a document.
        clause = f" [{refusal.clause}]" if refusal.clause.document != "architecture" else ""
        lines.append(f"ply {ply}, {write_action(record.acts[ply])}: {refusal}{clause}")
    return Text("\n".join(lines))


def result(settlement: DealSettled | None, game: Ruleset) -> Text:
    """Return a settlement as a sentence."""
    if settlement is None:
        return Text("not over yet")
    written = game.format_points if isinstance(game, Three04Ruleset) else str
    reasons = settlement.reasons if settlement.outcome == "played" else (settlement.outcome,)
    parts = []
    if any(settlement.points.values()):
        parts.append("points " + ", ".join(f"{team} {written(points)}" for team, points in settlement.points.items()))
    if any(settlement.tokens.values()):
        parts.append("tokens " + ", ".join(f"{team} {tokens:+d}" for team, tokens in settlement.tokens.items()))
    elif any(settlement.score.values()):
        parts.append("score " + ", ".join(f"{team} {score}" for team, score in settlement.score.items()))
    else:
        parts.append("nothing to pay")
    summary = ", ".join(reasons).replace("-", " ").replace("_", " ")
    return Text.assemble((summary, "bold"), *(f"; {part}" for part in parts))


COMMANDS = (suppose,)
