"""`disputes`: hear disputes and rule on them at the command line."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import click

from api.cli.parts import paint
from api.cli.parts.books import book, by_option, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.options import given, options_of
from api.cli.parts.terminal import json_option, print_json, say
from api.cli.tournament.common import grid, lines, score_amount, tournament_id
from api.cli.tournament.tables import sheet_of
from api.clock import now
from domain.dispute.commands import APPEAL_MINUTES, entries_of
from domain.dispute.facts import Remedy, Ruling
from domain.dispute.state import STATUS
from domain.kernel.ids import as_id
from domain.tournament.results.sheet import Sheet
from domain.tournament.rulings.adjustments import adjustment_number
from replay.disputes import consequences, whole

if TYPE_CHECKING:
    from api.services import Services
    from domain.dispute.aggregate import Dispute
    from domain.record.record import Record
    from domain.tournament.aggregate import Tournament

Option = Callable[..., Any]
dispute_argument: Option = click.argument("dispute", type=click.UUID)
side_argument: Option = click.argument("side")
code_option: Option = click.option("--code", default="", help="The code of the rule, such as revoke.")
clause_option: Option = click.option("--clause", default="", help="The document and heading of the rule.")
ply_option: Option = click.option("--ply", type=click.IntRange(min=0), help="The ply concerned.")
until_option: Option = click.option("--until", type=click.IntRange(min=0), help="The last ply concerned.")
reason_option: Option = click.option("--reason", required=True, help="The reason.")
note_option: Option = click.option("--note", default="", help="A public note beside the effect.")
ruling_options: Final = (
    click.option("--remedy", "remedies", multiple=True, required=True, metavar="REMEDY", help="A remedy. Repeatable."),
    reason_option,
    code_option,
    note_option,
    options_of(Ruling),
)  # fmt: skip
REMEDIES: Final = (
    "nothing", "undo:PLY", "replay", "violation:SEAT:CODE", "caps:SEAT:VERDICT", "assign:NS=1:EW=-2", "result:7-4",
    "penalty:ENTRY:-0.5", "penalty:ENTRY:-2:tokens", "warning:SEAT", "warning",
)  # fmt: skip
"""Every form in which a remedy is written."""


def with_ruling(function: Option) -> Option:
    """Add the options of a ruling to a command."""
    for option in reversed(ruling_options):
        function = option(function)
    return function


@click.group()
def disputes() -> None:
    """Handle disputes: claims, rulings, appeals, the casebook.

    DISPUTE and DEAL are ids; SIDE is a team of the deal, such as NS.

    \b
    nought disputes open DEAL NS --ply 21 --claim Revoke --code revoke
    nought disputes rule DISPUTE --remedy violation:E:revoke --reason Seen --preview
    nought disputes appeal DISPUTE EW --grounds Misread
    """


# --- lists and details ----------------------------------------------------------------------------


@disputes.command("list")
@click.option("--tournament", "cup", help="Only of this tournament, by name or id.")
@click.option("--deal", type=click.UUID, help="Only about this deal.")
@click.option("--status", type=click.Choice(STATUS), help="Only with this status.")
@json_option
@data_option
def list_(cup: str | None, deal: UUID | None, status: str | None, as_json: bool, data: Path | None) -> None:
    """List disputes, newest first.

    \b
    nought disputes list --tournament Cup --status open
    """
    with book(data) as services:
        filters = {
            "status": status,
            "deal": deal and str(deal),
            "tournament": cup and str(tournament_id(services, cup)),
        }
        rows = list(services.catalogue.rows("dispute", where={name: value for name, value in filters.items() if value}))
    if as_json:
        print_json(
            [{"id": str(row.id), **{name: value for name, value in row.data.items() if name != "case"}} for row in rows]
        )
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
    """Show a dispute: claim, facts, ruling.

    \b
    nought disputes show DISPUTE
    """
    with book(data) as services:
        current = services.ledger.disputes.get(dispute)
        events = services.ledger.repository.history(dispute)
        tournament = _tournament(services, current)
        payload = whole(
            current, events, services.ledger.deals.get(current.deal).record, tournament.terms if tournament else None
        )
    if as_json:
        print_json(payload)
        return
    plies = f", plies {payload['plies'][0]} to {payload['plies'][1]}" if payload["plies"] else ""
    say(f"{payload['status']}: {payload['side']} about deal {payload['deal']}{plies}")
    for row in payload["timeline"]:
        say(f"{row['version']:3}  {row['at'][:16].replace('T', ' ')}  {row['sentence']}  ({row['by']})")


@disputes.command()
@click.option("--code", default="", help="Only cases with this rule code.")
@click.option("--clause", default="", help="Only cases whose clause contains this.")
@click.option("--words", default="", help="Only cases whose text contains this.")
@click.option("--ruleset", help="Only cases of this game, by its key.")
@json_option
@data_option
def casebook(code: str, clause: str, words: str, ruleset: str | None, as_json: bool, data: Path | None) -> None:
    """List final rulings, without names.

    \b
    nought disputes casebook --code revoke
    """
    with book(data) as services:
        filters = {name: each for name, each in (("code", code), ("ruleset", ruleset)) if each}
        cases = services.catalogue.cases(filters, clause, words, limit=1000)
    if as_json:
        print_json(cases)
        return
    for case in cases:
        rule = case["clause"] or case["code"] or "no rule named"
        say(
            f"{case['month']}  {case['ruleset'] or 'own rules'}  {rule}: {case['text']} ({', '.join(case['remedies'])})"
        )


# --- claims and facts -----------------------------------------------------------------------------


@disputes.command("open")
@click.argument("deal", type=click.UUID)
@side_argument
@ply_option
@until_option
@click.option("--claim", default="", help="The claim; it can be stated later.")
@code_option
@clause_option
@click.option("--seat", help="The seat that makes the claim, as E; a number in larger games.")
@by_option
@data_option
def open_(
    deal: UUID, side: str, ply: int | None, until: int | None, claim: str, code: str, clause: str, seat: str | None,
    by: str, data: Path | None,
) -> None:  # fmt: skip
    """Open a dispute for a side.

    Without --ply the dispute is about the whole deal.

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
@click.option("--side", default="", help="The side that states it. Default: an official.")
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
    """Record that a side agrees with a fact or contests it.

    \b
    nought disputes tick DISPUTE 2 EW contests
    """
    with book(data) as services:
        services.ledger.disputes.tick_fact(dispute, number, side, agrees=word == "agrees", by=by, at=now())
        current = services.ledger.disputes.get(dispute)
    agreed = " by all" if current.stated[number] in current.agreed else ""
    say(f"fact {number} is {'agreed' + agreed if word == 'agrees' else 'contested'}")


@disputes.command()
@dispute_argument
@click.option("--side", default="", help="The side that submits the evidence. Default: an official.")
@click.option("--text", default="", help="A text, or a caption for the file.")
@ply_option
@until_option
@click.option("--file", "path", type=click.Path(path_type=Path), help="A file.")
@by_option
@data_option
def evidence(
    dispute: UUID, side: str, text: str, ply: int | None, until: int | None, path: Path | None, by: str,
    data: Path | None,
) -> None:  # fmt: skip
    """Add evidence.

    Evidence is acts, a text, or a file: a picture, a PDF or plain text of up to 2 MiB.

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
@click.option("--why", default="", help="The reason, for the record.")
@by_option
@data_option
def withdraw(dispute: UUID, side: str, why: str, by: str, data: Path | None) -> None:
    """Withdraw a claim before the ruling.

    \b
    nought disputes withdraw DISPUTE NS
    """
    with book(data) as services:
        services.ledger.disputes.withdraw(dispute, side, why, by=by, at=now())
    say("the claim is withdrawn")


# --- rulings and appeals --------------------------------------------------------------------------


@disputes.command()
@dispute_argument
@with_ruling
@click.option(
    "--appeal-minutes",
    type=click.IntRange(min=0),
    default=APPEAL_MINUTES,
    show_default=True,
    help="Minutes in which a side may appeal; 0: no appeal.",
)
@click.option("--preview", is_flag=True, help="Only show the changes.")
@by_option
@data_option
def rule(
    dispute: UUID, remedies: tuple[str, ...], reason: str, code: str, note: str, appeal_minutes: int, preview: bool,
    by: str, data: Path | None, **options: Any,
) -> None:  # fmt: skip
    """Rule on a dispute.

    REMEDY is one of these:

    \b
    nothing                  the result stands
    undo:PLY                 the table takes back the acts from PLY on
    replay                   the deal does not count, and is dealt again
    violation:SEAT:CODE      SEAT broke the rule CODE, such as revoke
    caps:SEAT:VERDICT        the call is right, early, late or missing
    assign:NS=1:EW=-2        each team gains so much, in tokens or points
    result:7-4               the result of the table, North and South first
    penalty:ENTRY:-0.5       an entry loses half a point of its score
    penalty:ENTRY:-2:tokens  an entry loses two tokens
    warning:SEAT             a warning for a seat
    warning                  a warning for everybody

    \b
    nought disputes rule DISPUTE --remedy violation:E:revoke --code revoke --reason Seen --preview
    nought disputes rule DISPUTE --remedy assign:NS=1:EW=-2 --reason Misdealt
    """
    with book(data) as services:
        current = services.ledger.disputes.get(dispute)
        ruling = _ruling(services, current, remedies, reason, code, note, options)
        if preview:
            _preview(services, current, ruling, by)
            return
        services.ledger.disputes.sign_ruling(dispute, ruling, appeal_minutes=appeal_minutes, by=by, at=now())
        until = services.ledger.disputes.get(dispute).standing
    say(f"ruled; a side may appeal until {until.appeal_until}" if until and until.appeal_until else "ruled")


@disputes.command("withdraw-ruling")
@dispute_argument
@click.option("--why", required=True, help="The reason, for the record.")
@by_option
@data_option
def withdraw_ruling(dispute: UUID, why: str, by: str, data: Path | None) -> None:
    """Withdraw a ruling and its effects.

    The ruling must not be final.

    \b
    nought disputes withdraw-ruling DISPUTE --why Misread
    """
    with book(data) as services:
        services.ledger.disputes.withdraw_ruling(dispute, why, by=by, at=now())
    say("the ruling is withdrawn: the dispute is open again")


@disputes.command()
@dispute_argument
@side_argument
@click.option("--grounds", required=True, help="The grounds of the appeal.")
@by_option
@data_option
def appeal(dispute: UUID, side: str, grounds: str, by: str, data: Path | None) -> None:
    """Appeal for a side.

    The ruling applies until another official has decided.

    \b
    nought disputes appeal DISPUTE EW --grounds Misread
    """
    with book(data) as services:
        services.ledger.disputes.lodge_appeal(dispute, side, grounds, by=by, at=now())
    say(f"{side} appeals")


@disputes.command()
@dispute_argument
@reason_option
@click.option("--uphold", is_flag=True, help="Uphold the ruling.")
@click.option(
    "--remedy", "remedies", multiple=True, metavar="REMEDY", help="The new remedy, as in `disputes rule`. Repeatable."
)
@code_option
@note_option
@options_of(Ruling)
@click.option("--by", required=True, help="The official who decides, not the one who ruled.")
@data_option
def decide(
    dispute: UUID, reason: str, uphold: bool, remedies: tuple[str, ...], code: str, note: str, by: str,
    data: Path | None, **options: Any,
) -> None:  # fmt: skip
    """Decide on an appeal.

    Uphold the ruling or replace it. The decision is final.

    \b
    nought disputes decide DISPUTE --uphold --reason Seen --by Silva
    nought disputes decide DISPUTE --remedy nothing --reason Misread --by Silva
    """
    if uphold == bool(remedies):
        raise Trouble("give either --uphold or --remedy")
    with book(data) as services:
        current = services.ledger.disputes.get(dispute)
        instead = _ruling(services, current, remedies, reason, code, note, options) if remedies else None
        services.ledger.disputes.decide_appeal(dispute, reason, instead, by=by, at=now())
    say(f"the ruling is {'upheld' if uphold else 'overturned'}; this is final")


@disputes.command()
@dispute_argument
@by_option
@data_option
def close(dispute: UUID, by: str, data: Path | None) -> None:
    """Make a ruling final after the time for appeals.

    \b
    nought disputes close DISPUTE
    """
    with book(data) as services:
        services.ledger.disputes.close(dispute, by=by, at=now())
    say("the ruling is final")


def _ruling(
    services: Services, dispute: Dispute, remedies: tuple[str, ...], reason: str, code: str, note: str,
    options: dict[str, Any],
) -> Ruling:  # fmt: skip
    record = services.ledger.deals.get(dispute.deal).record
    tournament = _tournament(services, dispute)
    effects = tuple(_remedy(text, record, note.strip(), tournament) for text in remedies)
    return Ruling(
        effects, reason.strip(), code, **{name: text.strip() for name, text in given(Ruling, options).items()}
    )


def _tournament(services: Services, dispute: Dispute) -> Tournament | None:
    """Return the tournament of the disputed deal. Returns None if it has none."""
    identity = as_id(dispute.opened.tournament)
    return services.ledger.tournaments.get(identity) if identity else None


def _remedy(text: str, record: Record, note: str, cup: Tournament | None) -> Remedy:
    """Return the remedy written as ``kind:argument``. Raises `Trouble` for another form."""
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
            case "assign", [*gains] if gains:
                by_team = dict(each.split("=", 1) for each in gains)
                return Remedy(kind, gains={team: int(gain) for team, gain in by_team.items()}, note=note)
            case "result", [score]:
                return Remedy(kind, sheet=_sheet(record, score), note=note)
            case "penalty", [entry, amount, *unit] if len(unit) < 2:
                unit_name = (unit or ["score"])[0]
                number = adjustment_number(cup, score_amount(amount), unit_name) if cup else int(amount)
                return Remedy(kind, entrant=entry, amount=number, unit=unit_name, note=note)
            case "warning", [*seat] if len(seat) < 2:
                return Remedy(kind, seat=seat[0] if seat else None, note=note)
    except (ValueError, click.BadParameter):
        pass
    raise Trouble(f"{text!r} is no remedy; write one of {', '.join(REMEDIES)}")


def _sheet(record: Record, score: str) -> Sheet:
    return sheet_of(record.rules.ruleset, (score,), None, None)


def _preview(services: Services, dispute: Dispute, ruling: Ruling, by: str) -> None:
    before, after = services.ledger.disputes.preview_ruling(dispute.id, ruling, by=by, at=now())
    changes = consequences(ruling, before, after, lines(services, dispute.tournament) if dispute.tournament else [])
    deal = changes["deal"]
    settled = [side.get("settlement", {}) for side in (deal["before"], deal["after"])]
    gains = [each.get("score") or each.get("tokens", {}) for each in settled]
    was, is_ = (f"{deal[when]['status']} {_format_counts(each)}" for when, each in zip(WHEN, gains, strict=True))
    say(f"deal: {was} → {is_}")
    for reason in changes["unchanged"]:
        say(reason)
    if "match" in changes:
        say(f"match: {_format_counts(changes['match']['before'])} → {_format_counts(changes['match']['after'])}")
    if "table" in changes:
        first, then = ([f"{side['won'][0]}-{side['won'][1]}" for side in changes["table"][when]] for when in WHEN)
        say(f"table: {', '.join(first) or 'no result'} → {', '.join(then) or 'no result'}")
    for row in changes.get("standings", []):
        was, now_ = row["before"], row["after"]
        say(f"{row['name']}: place {was['place']} ({was['score']}) → place {now_['place']} ({now_['score']})")


WHEN: Final = ("before", "after")


def _format_counts(values: dict[str, int]) -> str:
    return ", ".join(f"{team} {number:+d}" for team, number in values.items())


COMMANDS: Final = (disputes,)
