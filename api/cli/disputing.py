"""`disputes`: hear and rule on them at the command line."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import click

from api.cli import paint
from api.cli.books import book, data_option
from api.cli.errors import Trouble
from api.cli.tournament.common import found, grid, half_steps, lines, told
from api.cli.tournament.tables import sheet_of
from api.cli.trading import now
from api.cli.words import say
from domain.dispute.aggregate import STATUS
from domain.dispute.commands import APPEAL_MINUTES, entries_of
from domain.dispute.facts import Remedy, Ruling
from domain.ledger.ids import as_id
from domain.tournament.score_sheet import Sheet
from replay.disputes import consequences, whole

if TYPE_CHECKING:
    from api.services import Services
    from domain.dispute.aggregate import Dispute
    from domain.record.record import Record
    from domain.tournament.aggregate import Tournament

Option = Callable[..., Any]
dispute_argument: Option = click.argument("dispute", type=click.UUID)
side_argument: Option = click.argument("side")
by_option: Option = click.option("--by", default="nought", show_default=True, help="Who says or rules it.")
json_option: Option = click.option("--json", "as_json", is_flag=True, help="As JSON.")
code_option: Option = click.option("--code", default="", help="The code of the rule, as in revoke.")
clause_option: Option = click.option("--clause", default="", help="Where the rule stands.")
ply_option: Option = click.option("--ply", type=click.IntRange(min=0), help="The act it is about.")
until_option: Option = click.option("--until", type=click.IntRange(min=0), help="The last act it is about.")
reason_option: Option = click.option("--reason", required=True, help="Why.")
ruling_options: Final = (
    click.option("--remedy", "remedies", multiple=True, required=True, metavar="REMEDY", help="What follows."),
    reason_option,
    code_option,
    clause_option,
    click.option("--note", default="", help="Read by everybody, beside the effect."),
    click.option("--casebook", default="", help="The case told without names; published once it is final."),
)  # fmt: skip
REMEDIES: Final = "nothing, undo:PLY, replay, violation:SEAT:CODE, caps:SEAT:VERDICT, result:7-4, penalty:ENTRY:-0.5, \
penalty:ENTRY:-2:tokens, warning:SEAT"


def with_ruling(function: Option) -> Option:
    """The options that make a ruling."""
    for option in reversed(ruling_options):
        function = option(function)
    return function


@click.group()
def disputes() -> None:
    """Disputes: claims, facts, rulings, appeals, the casebook.

    DISPUTE and DEAL are ids; SIDE is a team of the deal, as in NS.

    \b
    nought disputes open DEAL NS --ply 21 --claim Revoke --code revoke
    nought disputes rule DISPUTE --remedy violation:E:revoke --reason Seen --preview
    nought disputes appeal DISPUTE EW --grounds Misread
    """


# --- looking --------------------------------------------------------------------------------------


@disputes.command("list")
@click.option("--tournament", "cup", help="Of a tournament, by name or id.")
@click.option("--deal", type=click.UUID, help="About a deal.")
@click.option("--status", type=click.Choice(STATUS), help="How they stand.")
@json_option
@data_option
def list_(cup: str | None, deal: UUID | None, status: str | None, as_json: bool, data: Path | None) -> None:
    """Disputes, the newest first.

    \b
    nought disputes list --tournament Cup --status open
    """
    with book(data) as services:
        where = {"status": status, "deal": deal and str(deal), "tournament": cup and str(found(services, cup))}
        rows = list(services.catalogue.rows("dispute", where={name: each for name, each in where.items() if each}))
    if as_json:
        told([{"id": str(row.id), **{name: each for name, each in row.data.items() if name != "case"}} for row in rows])
        return
    table = grid("id", "status", "deal", "round", "table")
    for row in rows:
        place = (str(row.data[name] or "") for name in ("round", "number"))
        table.add_row(str(row.id), row.data["status"], row.data["deal"], *place)
    paint.show(table)


@disputes.command()
@dispute_argument
@json_option
@data_option
def show(dispute: UUID, as_json: bool, data: Path | None) -> None:
    """A dispute: claim, facts, ruling.

    \b
    nought disputes show DISPUTE
    """
    with book(data) as services:
        file = services.ledger.disputes.get(dispute)
        events = services.ledger.repository.history(dispute)
        cup = _tournament(services, file)
        shown = whole(file, events, services.ledger.deals.get(file.deal).record, cup.terms if cup else None)
    if as_json:
        told(shown)
        return
    plies = f", plies {shown['plies'][0]} to {shown['plies'][1]}" if shown["plies"] else ""
    say(f"{shown['status']}: {shown['side']} about deal {shown['deal']}{plies}")
    for row in shown["timeline"]:
        say(f"{row['version']:3}  {row['at'][:16].replace('T', ' ')}  {row['told']}  ({row['by']})")


@disputes.command()
@click.option("--code", default="", help="The code of the rule.")
@click.option("--clause", default="", help="What the clause contains.")
@click.option("--words", default="", help="What the text contains.")
@click.option("--ruleset", help="The key of the game.")
@json_option
@data_option
def casebook(code: str, clause: str, words: str, ruleset: str | None, as_json: bool, data: Path | None) -> None:
    """Final rulings, told without a name.

    \b
    nought disputes casebook --code revoke
    """
    with book(data) as services:
        where = {name: each for name, each in (("code", code), ("ruleset", ruleset)) if each}
        cases = services.catalogue.cases(where, clause, words, limit=1000)
    if as_json:
        told(cases)
        return
    for case in cases:
        rule = case["clause"] or case["code"] or "no rule named"
        say(
            f"{case['month']}  {case['ruleset'] or 'own rules'}  {rule}: {case['text']} ({', '.join(case['remedies'])})"
        )


# --- what is claimed ------------------------------------------------------------------------------


@disputes.command("open")
@click.argument("deal", type=click.UUID)
@side_argument
@ply_option
@until_option
@click.option("--claim", default="", help="What is claimed; it may be said later.")
@code_option
@clause_option
@click.option("--seat", help="Who of the side claims it.")
@by_option
@data_option
def open_(
    deal: UUID, side: str, ply: int | None, until: int | None, claim: str, code: str, clause: str, seat: str | None,
    by: str, data: Path | None,
) -> None:  # fmt: skip
    """Open a dispute for a side.

    It is about an act, or about the deal as a whole.

    \b
    nought disputes open DEAL NS --ply 21 --claim Revoke
    """
    more: dict[str, Any] = {"claim": claim, "code": code, "clause": clause, "seat": seat, "on_behalf": True}
    with book(data) as services:
        saved = services.ledger.disputes.open(deal, side, -1 if ply is None else ply, until, **more, by=by, at=now())
    say(f"dispute {saved.id} is open")


@disputes.command()
@dispute_argument
@click.argument("text")
@click.option("--side", default="", help="Who states it; an official if left out.")
@by_option
@data_option
def fact(dispute: UUID, text: str, side: str, by: str, data: Path | None) -> None:
    """State a fact.

    \b
    nought disputes fact DISPUTE Revoked --side NS
    """
    with book(data) as services:
        saved = services.ledger.disputes.state_fact(dispute, side, text, by=by, at=now())
    say(f"fact {saved.version} is stated")


@disputes.command()
@dispute_argument
@click.argument("number", type=click.IntRange(min=1))
@side_argument
@click.argument("word", type=click.Choice(["agrees", "contests"]))
@by_option
@data_option
def tick(dispute: UUID, number: int, side: str, word: str, by: str, data: Path | None) -> None:
    """Agree with a fact for a side, or contest it.

    \b
    nought disputes tick DISPUTE 2 EW contests
    """
    with book(data) as services:
        services.ledger.disputes.tick_fact(dispute, number, side, agrees=word == "agrees", by=by, at=now())
        file = services.ledger.disputes.get(dispute)
    agreed = " by all" if file.stated[number] in file.agreed else ""
    say(f"fact {number} is {'agreed' + agreed if word == 'agrees' else 'contested'}")


@disputes.command()
@dispute_argument
@click.option("--side", default="", help="Who gives it; an official if left out.")
@click.option("--text", default="", help="In words.")
@ply_option
@until_option
@click.option("--file", "path", type=click.Path(path_type=Path), help="A file.")
@by_option
@data_option
def evidence(
    dispute: UUID, side: str, text: str, ply: int | None, until: int | None, path: Path | None, by: str,
    data: Path | None,
) -> None:  # fmt: skip
    """Give evidence.

    Acts, words, or a picture, PDF or plain text of up to 2 MiB.

    \b
    nought disputes evidence DISPUTE --side NS --ply 21 --text Here
    nought disputes evidence DISPUTE --file sheet.jpg
    """
    with book(data) as services:
        ledger = services.ledger
        if path is not None:
            kind = mimetypes.guess_type(path.name)[0] or ""
            saved = ledger.disputes.attach(dispute, side, path.name, kind, path.read_bytes(), text, by=by, at=now())
        else:
            saved = ledger.disputes.give_evidence(
                dispute, side, text, -1 if ply is None else ply, until, by=by, at=now()
            )
    say(f"evidence {saved.version} is given")


@disputes.command()
@dispute_argument
@side_argument
@click.option("--why", default="", help="For the record.")
@by_option
@data_option
def withdraw(dispute: UUID, side: str, why: str, by: str, data: Path | None) -> None:
    """Withdraw a claim, before it is ruled on.

    \b
    nought disputes withdraw DISPUTE NS
    """
    with book(data) as services:
        services.ledger.disputes.withdraw(dispute, side, why, by=by, at=now())
    say("the claim is withdrawn")


# --- what is ruled --------------------------------------------------------------------------------


@disputes.command()
@dispute_argument
@with_ruling
@click.option(
    "--appeal-minutes",
    type=click.IntRange(min=0),
    default=APPEAL_MINUTES,
    show_default=True,
    help="For how long a side may appeal; 0: not at all.",
)
@click.option("--preview", is_flag=True, help="Only show what it would change.")
@by_option
@data_option
def rule(
    dispute: UUID, remedies: tuple[str, ...], reason: str, code: str, clause: str, note: str, casebook: str,
    appeal_minutes: int, preview: bool, by: str, data: Path | None,
) -> None:  # fmt: skip
    """Rule on a dispute.

    With --preview, only what would change is shown.

    REMEDY is one of nothing, undo:PLY, replay, violation:SEAT:CODE, caps:SEAT:VERDICT, result:7-4 (North and South
    first), penalty:ENTRY:-2, penalty:ENTRY:-2:tokens, warning:SEAT.

    \b
    nought disputes rule DISPUTE --remedy violation:E:revoke --code revoke --reason Seen --preview
    """
    with book(data) as services:
        file = services.ledger.disputes.get(dispute)
        ruling = _ruling(services, file, remedies, reason, code, clause, note, casebook)
        if preview:
            _preview(services, file, ruling, by)
            return
        services.ledger.disputes.sign_ruling(dispute, ruling, appeal_minutes=appeal_minutes, by=by, at=now())
        until = services.ledger.disputes.get(dispute).standing
    say(f"ruled; a side may appeal until {until.appeal_until}" if until and until.appeal_until else "ruled")


@disputes.command("withdraw-ruling")
@dispute_argument
@click.option("--why", required=True, help="For the record.")
@by_option
@data_option
def withdraw_ruling(dispute: UUID, why: str, by: str, data: Path | None) -> None:
    """Take a ruling back, and all its effects.

    It must not be final.

    \b
    nought disputes withdraw-ruling DISPUTE --why Misread
    """
    with book(data) as services:
        services.ledger.disputes.withdraw_ruling(dispute, why, by=by, at=now())
    say("the ruling is withdrawn: the dispute is open again")


@disputes.command()
@dispute_argument
@side_argument
@click.option("--grounds", required=True, help="Why.")
@by_option
@data_option
def appeal(dispute: UUID, side: str, grounds: str, by: str, data: Path | None) -> None:
    """Appeal for a side.

    The ruling stands until another official has decided.

    \b
    nought disputes appeal DISPUTE EW --grounds Misread
    """
    with book(data) as services:
        services.ledger.disputes.lodge_appeal(dispute, side, grounds, by=by, at=now())
    say(f"{side} appeals")


@disputes.command()
@dispute_argument
@reason_option
@click.option("--uphold", is_flag=True, help="The ruling stands.")
@click.option("--remedy", "remedies", multiple=True, metavar="REMEDY", help="What follows instead; see `rule`.")
@code_option
@clause_option
@click.option("--note", default="", help="Read by everybody, beside the effect.")
@click.option("--casebook", default="", help="The case told without names.")
@click.option("--by", required=True, help="Who decides: another official than the one who ruled.")
@data_option
def decide(
    dispute: UUID, reason: str, uphold: bool, remedies: tuple[str, ...], code: str, clause: str, note: str,
    casebook: str, by: str, data: Path | None,
) -> None:  # fmt: skip
    """Decide on an appeal.

    The ruling is upheld, or another takes its place. That is final.

    \b
    nought disputes decide DISPUTE --uphold --reason Seen --by Silva
    nought disputes decide DISPUTE --remedy nothing --reason Misread --by Silva
    """
    if uphold == bool(remedies):
        raise Trouble("either --uphold the ruling, or say by --remedy what follows instead")
    with book(data) as services:
        file = services.ledger.disputes.get(dispute)
        instead = _ruling(services, file, remedies, reason, code, clause, note, casebook) if remedies else None
        services.ledger.disputes.decide_appeal(dispute, reason, instead, by=by, at=now())
    say(f"the ruling is {'upheld' if uphold else 'overturned'}; that is final")


@disputes.command()
@dispute_argument
@by_option
@data_option
def close(dispute: UUID, by: str, data: Path | None) -> None:
    """Let a ruling be final.

    No side may appeal any more by then.

    \b
    nought disputes close DISPUTE
    """
    with book(data) as services:
        services.ledger.disputes.close(dispute, by=by, at=now())
    say("the ruling is final")


def _ruling(
    services: Services, file: Dispute, remedies: tuple[str, ...], reason: str, code: str, clause: str, note: str,
    casebook: str,
) -> Ruling:  # fmt: skip
    record = services.ledger.deals.get(file.deal).record
    cup = _tournament(services, file)
    found_ = tuple(_remedy(each, record, note.strip(), cup) for each in remedies)
    return Ruling(found_, reason.strip(), code, clause.strip(), casebook.strip())


def _tournament(services: Services, file: Dispute) -> Tournament | None:
    """The tournament that the deal was played in."""
    cup = as_id(file.opened.tournament)
    return services.ledger.tournaments.get(cup) if cup else None


def _remedy(text: str, record: Record, note: str, cup: Tournament | None) -> Remedy:
    """A remedy as one writes it."""
    kind, *rest = text.split(":")
    try:
        match kind, rest:
            case "nothing" | "replay", []:
                return Remedy(kind, note=note)
            case "undo", [ply]:
                return Remedy(kind, entry=entries_of(record, int(ply))[0], note=note)
            case "violation", [seat, code]:
                return Remedy(kind, seat=seat, code=code, note=note)
            case "caps", [seat, verdict]:
                return Remedy(kind, seat=seat, verdict=verdict, note=note)
            case "result", [score]:
                return Remedy(kind, sheet=_sheet(record, score), note=note)
            case "penalty", [entry, amount, *unit] if len(unit) < 2:
                said = (unit or ["score"])[0]
                number = cup.adjustment_number(half_steps(amount), said) if cup else int(amount)
                return Remedy(kind, entrant=entry, amount=number, unit=said, note=note)
            case "warning", [*seat] if len(seat) < 2:
                return Remedy(kind, seat=seat[0] if seat else None, note=note)
    except (ValueError, click.BadParameter):
        pass
    raise Trouble(f"{text!r} is no remedy; write one of {REMEDIES}")


def _sheet(record: Record, score: str) -> Sheet:
    return sheet_of(record.rules.ruleset, (score,), None, None)


def _preview(services: Services, file: Dispute, ruling: Ruling, by: str) -> None:
    before, after = services.ledger.disputes.preview_ruling(file.id, ruling, by=by, at=now())
    changes = consequences(before, after, lines(services, file.tournament) if file.tournament else [])
    deal = changes["deal"]
    tokens = [each.get("settlement", {}).get("tokens", {}) for each in (deal["before"], deal["after"])]
    say(f"deal: {deal['before']['status']} {_counted(tokens[0])} → {deal['after']['status']} {_counted(tokens[1])}")
    if "match" in changes:
        say(f"match: {_counted(changes['match']['before'])} → {_counted(changes['match']['after'])}")
    if "table" in changes:
        first, then = ([f"{each['won'][0]}-{each['won'][1]}" for each in changes["table"][when]] for when in WHEN)
        say(f"table: {', '.join(first) or 'no result'} → {', '.join(then) or 'no result'}")
    for row in changes.get("standings", []):
        one, other = row["before"], row["after"]
        say(f"{row['name']}: place {one['place']} ({one['score']}) → place {other['place']} ({other['score']})")


WHEN: Final = ("before", "after")


def _counted(values: dict[str, int]) -> str:
    return ", ".join(f"{team} {number:+d}" for team, number in values.items())


COMMANDS: Final = (disputes,)
