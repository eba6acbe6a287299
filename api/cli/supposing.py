"""`what-if`: a recorded deal under another ruleset."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from api.cli import paint
from api.cli.books import data_option
from api.cli.games import differing, game
from api.cli.looking import record_named, which_option
from api.cli.words import say
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
@click.option("--json", "in_json", is_flag=True, help="As JSON.")
@which_option
@data_option
def suppose(deal: str, key: str, in_json: bool, which: str | None, data: Path | None) -> None:
    """A deal judged and scored by another ruleset.

    DEAL is a file or the id of a recorded deal; KEY is a game that `nought rulesets` lists, or a file with a
    house's own ruleset. Each act is judged as the deal then stood. Nothing is recorded.

    \b
    nought what-if replay/hands/01-bidding-with-four-cards.nought.toml 304-jaffna
    """
    ruleset = game(key)
    record = record_named(deal, which, data)
    found = what_if(record, ruleset)
    if in_json:
        say(msgspec.json.encode(plain_what_if(record, found)).decode())
    else:
        paint.show(page(record, found))


def page(record: Record, found: WhatIf) -> RenderableType:
    """What another ruleset makes of a deal."""
    played = record.rules.ruleset
    opened = record.opened
    title = f"{played.name}: deal {opened.number}, {seat_name(opened.dealer)} dealt"
    parts: list[RenderableType] = [paint.section(title, Text(f"judged by {found.ruleset.name}"))]
    if found.differs:
        parts.append(paint.section("The rules differ", differing(found.differs, played.key, found.ruleset.key)))
    for heading, broken in (
        ("Against the rules there", found.newly_broken),
        ("No longer against the rules", found.no_longer_broken),
    ):
        if broken:
            parts.append(paint.section(heading, breaches(record, broken)))
    if found.settled == found.settles:
        parts.append(paint.section("Result, the same by both", result(found.settled, played)))
    else:
        parts.append(paint.section("Result as played", result(found.settled, played)))
        parts.append(paint.section("Result there", result(found.settles, found.ruleset)))
    if found.same:
        parts.append(Text("Nothing would have been different."))
    return Group(*parts)


def breaches(record: Record, broken: dict[int, Refusal]) -> Text:
    """Acts that break a rule, each with the rule."""
    lines = []
    for ply, broke in broken.items():
        # What has no place in a game breaks no rule of a document.
        clause = f" [{broke.clause}]" if broke.clause.document != "architecture" else ""
        lines.append(f"ply {ply}, {write_action(record.acts[ply])}: {broke}{clause}")
    return Text("\n".join(lines))


def result(settled: DealSettled | None, game: Ruleset) -> Text:
    """A settlement in a sentence."""
    if settled is None:
        return Text("not over yet")
    written = game.written if isinstance(game, Three04Ruleset) else str
    how = settled.reasons if settled.outcome == "played" else (settled.outcome,)
    parts = []
    if any(settled.points.values()):
        parts.append("points " + ", ".join(f"{team} {written(points)}" for team, points in settled.points.items()))
    if any(settled.tokens.values()):
        parts.append("tokens " + ", ".join(f"{team} {tokens:+d}" for team, tokens in settled.tokens.items()))
    elif any(settled.score.values()):
        parts.append("score " + ", ".join(f"{team} {score}" for team, score in settled.score.items()))
    else:
        parts.append("nothing to pay")
    told = ", ".join(how).replace("-", " ").replace("_", " ")
    return Text.assemble((told, "bold"), *(f"; {part}" for part in parts))


COMMANDS = (suppose,)
