"""The rows of deals: one for each deal."""

from __future__ import annotations

from typing import Final

from domain.engine.facts import EntryAmended, EntryInserted, EntryRetracted
from domain.engine.state import NOBODY
from domain.games.three04.acts import CapsCalled
from replay.rows.column import Column, RowKind, Type
from replay.rows.recorded_deal import RecordedDeal
from replay.rows.times import day_of, moment_of

CORRECTIONS = (EntryAmended, EntryInserted, EntryRetracted)


def contract_of(deal: RecordedDeal) -> int | str | None:
    """Return the contract: points, or the name of a bid to win all tricks. Returns None without a maker."""
    return None if deal.final.maker == NOBODY else deal.final.contract()


def makers_points(deal: RecordedDeal) -> int | None:
    """Return the card points of the maker's side in the settlement. Returns None if they are not known."""
    settled, state = deal.record.settlement, deal.final
    if settled is None or state.maker == NOBODY or not state.has_known_sides():
        return None
    teams = deal.record.rules.ruleset.seating.teams
    points = [settled.points.get(teams[number]) for number in state.makers_teams()]
    return None if None in points else sum(filter(None, points))


def caps_caller(deal: RecordedDeal) -> str | None:
    """Return the seat that called Caps. Returns None if nobody did."""
    return next((act.seat for act in deal.record.acts if isinstance(act, CapsCalled)), None)


def _points_bid(deal: RecordedDeal) -> int | None:
    contract = contract_of(deal)
    return contract if isinstance(contract, int) else None


def _bid(deal: RecordedDeal) -> str | None:
    contract = contract_of(deal)
    return None if contract is None else str(contract)


def _reasons(deal: RecordedDeal) -> list[str]:
    return list(deal.record.settlement.reasons) if deal.record.settlement else []


DEALS: Final[RowKind[RecordedDeal]] = RowKind(
    "deals",
    "one row for each deal",
    (
        Column("deal", Type.TEXT, "the id of the deal; the other files name the deal by it", lambda d: d.id),
        Column("day", Type.DAY, "the day in UTC, or the day that was written down",
               lambda d: day_of(d.record.stamp.at)),
        Column("opened_at", Type.TIME, "when the deal was opened; null if only the day is known",
               lambda d: moment_of(d.record.stamp.at)),
        Column("club", Type.TEXT, "the id of the club, or the name that a file gave", lambda d: d.record.opened.club),
        Column("match", Type.TEXT, "the id of the match", lambda d: d.record.opened.match),
        Column("table", Type.TEXT, "the id of the table", lambda d: d.record.opened.table),
        Column("event", Type.TEXT, "where or in which event it was played", lambda d: d.record.opened.event or None),
        Column("number", Type.NUMBER, "the number of the deal in its match or evening",
               lambda d: d.record.opened.number),
        Column("ruleset", Type.TEXT, "the key of the ruleset, such as `304` or `sidi-barrani`",
               lambda d: d.record.rules.ruleset.key),
        Column("ruleset_version", Type.NUMBER, "the version of the ruleset", lambda d: d.record.rules.ruleset.version),
        Column("seats", Type.NUMBER, "the number of seats: 4, 6 or 8", lambda d: d.record.rules.seat_count),
        Column("dealer", Type.TEXT, "the seat that dealt", lambda d: d.record.opened.dealer),
        Column("status", Type.TEXT,
               "`open`, `abandoned`, `withdrawn`, or the outcome: `played`, `passed_out`, `spoilt`, `awarded`",
               lambda d: d.record.status),
        Column("maker", Type.TEXT, "the seat of the trump maker or declarer", lambda d: d.maker),
        Column("maker_team", Type.TEXT, "the team of the maker", lambda d: d.team(d.maker) if d.maker else None),
        Column("bid", Type.TEXT, "the contract: points, or `pcc`, `half`, `full`", _bid),
        Column("bid_points", Type.NUMBER, "the contract in points; null for a bid to win all tricks", _points_bid),
        Column("trump", Type.TEXT, "the trump suit `S`, `H`, `D`, `C`, or `obenabe`, `undenufe`",
               lambda d: d.final.trump_name() or None),
        Column("made", Type.FLAG, "whether the bid was made; null if that did not decide",
               lambda d: d.record.settlement.made if d.record.settlement else None),
        Column("maker_points", Type.NUMBER, "the card points of the maker's side", makers_points),
        Column("reasons", Type.TEXTS, "the codes of what decided the pay", _reasons),
        Column("confirmed", Type.FLAG, "whether every team confirmed the result; null without a result",
               lambda d: not d.record.provisional if d.record.settlement else None),
        Column("redeals", Type.NUMBER, "how often the deal was dealt again", lambda d: d.final.redeals),
        Column("acts", Type.NUMBER, "the number of acts, with all corrections in place",
               lambda d: len(d.record.entries)),
        Column("breaches", Type.NUMBER, "the number of acts that certainly broke a rule", lambda d: len(d.refusals)),
        Column("corrections", Type.NUMBER, "the number of corrections by scribes",
               lambda d: sum(isinstance(fact, CORRECTIONS) for _, fact in d.record.notes)),
        Column("caps_caller", Type.TEXT, "the seat that called Caps", caps_caller),
        Column("caps", Type.TEXT,
               "with `--caps`: `right`, `early`, `late`, `missing` (owed, never called), `barred`, `undecided` or "
               "`nothing`; null if it was not judged, or if nobody may call in this deal",
               lambda d: d.caps.verdict if d.caps else None),
        Column("caps_seat", Type.TEXT, "with `--caps`: the seat that called, or that owed a call",
               lambda d: d.caps.seat if d.caps else None),
        Column("caps_ply", Type.NUMBER, "with `--caps`: the ply of the call, or from which on it was owed",
               lambda d: d.caps.ply if d.caps else None),
    ),
    lambda deal: (deal,),
)  # fmt: skip
