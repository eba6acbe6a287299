"""`analyse`: what every card of a deal was worth with all hands open (docs/analysis.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import click
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from analysis.deal import DealAnalysis, PricedPly, analyse, card_states, price
from analysis.judgement import judge, judge_costly
from analysis.payloads import deal_payload, ply_payload
from analysis.position import Goal, Unsolvable, goal_of
from analysis.seat import DEALS, Guaranteed, SeatAnalyst, SeatPrices
from analysis.solver import Solver, Unfinished
from api.cli.analysis_workers import analyse_book
from api.cli.deals import find_record, selector_option
from api.cli.parts import paint
from api.cli.parts.books import data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.exits import DONE, UNCHECKED, UNUSABLE
from api.cli.parts.files import Where, is_file, select_deals
from api.cli.parts.progress import show_progress
from api.cli.parts.terminal import json_option, one_line, print_json, say
from domain.engine.cards import Card
from domain.engine.faces import Faces, faces_of
from domain.engine.facts import CardPlayed
from domain.engine.seats import seat_name
from domain.record.record import Record
from replay.notation import BadLine
from replay.notation.document import record_of
from replay.words import ENGLISH
from replay.words import analysis as words

LIMIT: Final = 3_000_000
"""The positions tried for each card that was played: about a second."""
SEAT_BUDGET: Final = 30_000_000
"""The positions after which no further deal is drawn for a costly card: about ten seconds."""


@click.command("analyse")
@click.argument("deal", required=False)
@click.option(
    "--limit",
    type=click.IntRange(1, 10**12),
    default=LIMIT,
    show_default=True,
    help="The most positions to try for each ply.",
)
@click.option("--ply", type=click.IntRange(0), help="Only this card, and what it was worth by what its seat knew.")
@click.option(
    "--deals",
    type=click.IntRange(1, 10_000),
    default=DEALS,
    show_default=True,
    help="With --ply and --seats: the most deals to draw of those that fit what the seat knew.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Without DEAL: analyse all settled deals of the record book that have no analysis, with so many processes.",
)
@click.option("--seats", is_flag=True, help="Say of each costly card whether its player could know a better one.")
@json_option
@selector_option
@data_option
def command(
    deal: str | None,
    limit: int,
    ply: int | None,
    deals: int,
    workers: int | None,
    seats: bool,
    as_json: bool,
    selector: str | None,
    data: Path | None,
) -> int:
    """Show what each card was worth, with all hands open.

    DEAL is a file or the id of a recorded deal. Of a file with several deals, all are analysed, or the one chosen with
    --deal; with --json each has a line. --seats draws deals that fit what the player of a costly card knew, and says
    whether another card was better in these; it takes some seconds for each deal. With --ply, only the card of one ply
    is analysed, also from its seat. With --workers, the deals of the record book are analysed for its pages; it may be
    stopped at any time, and goes on where it was. docs/analysis.md explains the numbers.

    \b
    Exit codes:
      0  every card has its price
      2  a file, or a line of an archive, cannot be read
      3  some cards have no price: unknown cards, or the limit was reached

    \b
    nought analyse 10-an-open-game
    nought analyse evening.ndjson.gz --deal 7 --json
    nought analyse 10-an-open-game --ply 15
    nought analyse --workers 4
    """
    if workers is not None:
        if deal is not None:
            raise Trouble("--workers analyses the record book: leave out DEAL")
        return analyse_book(workers, data)
    if deal is None:
        raise Trouble("name a file or a deal, or analyse the record book with --workers")
    solver = Solver(limit=limit)
    code = DONE
    for where, record in records(deal, selector, data):
        if isinstance(record, BadLine):
            say(one_line(f"nought: {where}: {record.reason}"), err=True)
            code = UNUSABLE
            continue
        if ply is not None:
            code = max(code, one_ply(record, ply, deals, solver, where, as_json=as_json))
            continue
        cards = sum(isinstance(act, CardPlayed) for act in record.acts)
        try:
            with show_progress("analysing", cards) as work:
                analysis = analyse(record, solver, work.advance)
            if seats:
                costly = sum(priced.is_costly for priced in analysis.plies)
                with show_progress("from the seats", costly) as work:
                    seed = str(record.opened.number)
                    analysis = judge_costly(
                        record, analysis, solver, seed=seed, most=deals, budget=SEAT_BUDGET, on_ply=work.advance
                    )
        except Unsolvable as error:
            payload: dict[str, Any] = {"plies": [], "reason": str(error)}
            page: RenderableType = Text(str(error))
            finished = cards == 0
        else:
            payload, page, finished = deal_payload(analysis), table(record, analysis), analysis.finished
        if not finished and code == DONE:
            code = UNCHECKED
        opened = record.opened
        if as_json:
            head = {"line": where.line, "ruleset": record.rules.ruleset.key, "number": opened.number}
            print_json({**head, "finished": finished, **payload})
        else:
            title = f"{record.rules.ruleset.name}: deal {opened.number}, {seat_name(opened.dealer)} dealt"
            paint.show(paint.section(title, page))
    return code


def one_ply(record: Record, ply: int, deals: int, solver: Solver, where: Where, *, as_json: bool) -> int:
    """Print what the card of a ply was worth, in hindsight and from its seat. Return the exit code; raise `Trouble`."""
    played = {number: (s, act) for number, s, act in card_states(record)}
    if ply not in played:
        raise Trouble(f"no card was played at ply {ply}; cards: {one_line(', '.join(map(str, played)) or 'none')}")
    s, act = played[ply]
    try:
        hindsight = price(s, ply, act, solver, goal_of(s), 0, s)
        analyst = SeatAnalyst(record, ply, act.seat, solver)
        with show_progress("drawing deals", deals) as work:
            rng = Random(f"{record.opened.number} {ply}")  # noqa: S311 - the same command draws the same deals
            seat = analyst.expected(rng, most=deals, on_deal=work.advance)
    except Unsolvable as error:
        raise Trouble(f"the card of ply {ply} has no price: {error}") from None
    guaranteed: dict[Card, Guaranteed] = {}
    undecided = ""
    try:
        guaranteed = analyst.guaranteed()
    except Unfinished as reason:
        undecided = str(reason)
    if as_json:
        print_json({"line": where.line, **ply_payload(hindsight, seat, guaranteed, undecided)})
    else:
        card = paint.card(act.card, faces_of(record.rules.ruleset))
        title = f"ply {ply}: {seat_name(act.seat)} played {card.plain}"
        paint.show(paint.section(title, seat_table(record, hindsight, seat, guaranteed, undecided)))
    return DONE if hindsight.finished and not seat.unfinished else UNCHECKED


def seat_table(
    record: Record, hindsight: PricedPly, seat: SeatPrices, guaranteed: dict[Card, Guaranteed], undecided: str
) -> RenderableType:
    """Return the prices of one ply as a table with a row for each legal card, the best for the seat first."""
    game, faces = record.rules.ruleset, faces_of(record.rules.ruleset)
    written = game.format_points if seat.goal is Goal.POINTS else str
    rows = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    rows.add_column("card")
    unit = "score" if record.rules.ruleset.game.scores_weis else "tokens"
    for heading in ("all hands open", unit, "from the seat", "±", unit, "made", *(["at worst"] if guaranteed else [])):
        rows.add_column(heading, justify="right")
    sign = -1 if seat.for_makers else 1
    for card, each in sorted(seat.expected.items(), key=lambda item: sign * item[1].mean):
        open_price = hindsight.prices.get(card)
        pay = hindsight.pay.get(card)
        cells = ["?" if open_price is None else written(open_price), "?" if pay is None else f"{pay:+}"]
        cells += [f"{each.mean:.1f}", f"{each.error:.1f}", f"{each.pay:+.1f}"]
        cells += [f"{each.made:.0%}", *([written(guaranteed[card].result)] if guaranteed else [])]
        rows.add_row(Text.assemble(paint.card(card, faces), " ◂ played" if card == hindsight.card else ""), *cells)
    drawn = max((each.deals for each in seat.expected.values()), default=0)
    aim = f"{written(seat.needed)} points" if seat.goal is Goal.POINTS else "all tricks (1: won, 0: not)"
    exact = drawn == seat.fitting
    basis = f"all {drawn} deals" if exact else f"{drawn} deals drawn from {seat.fitting:,}"
    parts: list[RenderableType] = [
        Text(f"The numbers are the makers' result; they need {aim}."),
        Text(f"From the seat: the mean over {basis} that fit what {seat_name(seat.seat)} knew.\n"),
        rows,
    ]
    judged = replace(hindsight, from_seat=judge(seat, hindsight.card))
    if judged.is_costly:
        parts += [Text(""), explained(judged, faces, written)]
    notes = []
    if not seat.settled:
        notes.append("the order of the best cards is not settled: draw more deals (--deals)")
    if seat.unfinished:
        notes.append(f"{seat.unfinished} deals were not finished within the limit (--limit) and count in no mean")
    if undecided:
        notes.append(f"at worst: {undecided}")
    parts += [Text(""), *(Text(note, style="dim") for note in notes)] if notes else []
    return Group(*parts)


def records(deal: str, selector: str | None, data: Path | None) -> Iterator[tuple[Where, Record | BadLine]]:
    """Yield the deals of a file, or the recorded deal of an id, each with its place. Raises `Trouble`."""
    if not is_file(deal):
        yield Where(deal), find_record(deal, selector, data)
        return
    empty = True
    for candidate in select_deals(deal, selector):
        empty = False
        document = candidate.deal
        yield candidate.where, document if isinstance(document, BadLine) else record_of(document)
    if empty:
        raise Trouble(f"{deal} holds no deal {selector}" if selector else f"{deal} holds no deal")


def table(record: Record, analysis: DealAnalysis) -> RenderableType:
    """Return the prices of a deal as a table with a row for each card that was played."""
    game = record.rules.ruleset
    faces = faces_of(game)
    written = game.format_points if analysis.goal is Goal.POINTS else str
    rows = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    rows.add_column("ply", justify="right")
    for heading in ("seat", "card", "best result", "cost", analysis.pays, "result after each card"):
        rows.add_column(heading, justify="right" if heading in ("best result", "cost", analysis.pays) else "left")
    for ply in analysis.plies:
        rows.add_row(
            str(ply.ply),
            ply.seat,
            paint.card(ply.card, faces),
            "?" if ply.best is None else written(ply.best),
            Text("?" if ply.cost is None else written(ply.cost) if ply.cost else "", style="bold red"),
            Text("?" if ply.pay_cost is None else f"−{ply.pay_cost}" if ply.pay_cost else "", style="bold red"),
            prices(ply, faces, written),
        )
    makers = ", ".join(seat_name(seat) for seat in analysis.makers)
    aim = f"{written(analysis.needed)} points" if analysis.goal is Goal.POINTS else "all tricks (1: won, 0: not)"
    parts: list[RenderableType] = [Text(f"{makers} need {aim}. The numbers are their result.\n"), rows, Text("")]
    parts += [Text(f"ply {ply}: {reason}") for ply, reason in analysis.unsolved.items()]
    costly = [ply for ply in analysis.plies if ply.is_costly]
    parts.append(Text(f"costly cards: {len(costly)} of {len(analysis.plies)}"))
    parts += [explained(ply, faces, written) for ply in costly]
    if not analysis.finished:
        parts.append(Text("?: not finished within the limit (--limit)", style="dim"))
    return Group(*parts)


def explained(ply: PricedPly, faces: Faces, written: Any) -> Text:
    """Return the sentences about a costly card: which card was better and why, and whether its player could know it."""
    better = paint.card(ply.better, faces).plain if ply.better else ""
    sentence = words.why(ENGLISH, ply.why or "", better, written(ply.needed), written(ply.cost or 0))
    text = f"ply {ply.ply}, {paint.card(ply.card, faces).plain}: {sentence}"
    if ply.from_seat is None:
        return Text(text)
    known = ply.from_seat
    best = paint.card(known.better, faces).plain if known.better else ""
    who = seat_name(ply.seat)
    if ply.goal is Goal.ALL_TRICKS and known.avoidable:
        return Text(f"{text} {words.from_seat_all_tricks(ENGLISH, who, best, ENGLISH.percent(known.behind))}")
    return Text(f"{text} {words.from_seat(ENGLISH, known.avoidable, who, best, f'{known.behind:.1f}')}")


def prices(ply: PricedPly, faces: Faces, written: Any) -> Text:
    """Return the legal cards with their results, the best first."""
    best_first = sorted(ply.prices.items(), key=lambda item: -item[1] if ply.for_makers else item[1])
    words = [Text.assemble(paint.card(card, faces), f" {written(result)}") for card, result in best_first]
    return Text("  ").join(words)


COMMANDS = (command,)
