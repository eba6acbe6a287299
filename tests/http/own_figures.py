"""The figures of a player's page, computed a second time from the stored events and the stored prices of cards.

It imports nothing of the product: it reads the topics, the JSON of the events, and the JSON of the analyses.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

PAUSE = timedelta(hours=6)
TEAMS = {"S": "NS", "N": "NS", "E": "EW", "W": "EW"}
SURE = 1.959963984540054
"""The standard errors of a 95 % interval."""


@dataclass
class Deal:
    """A deal as its events tell it."""

    id: str
    at: datetime
    players: dict[str, str]
    bid: Any = None
    maker: str = ""
    settled: dict[str, Any] | None = None

    def seat(self, player: str) -> str:
        return next(seat for seat, name in self.players.items() if name == player)

    def gained(self, player: str) -> int | None:
        return None if self.settled is None else int(self.settled["tokens"][TEAMS[self.seat(player)]])

    def own_result(self, player: str) -> bool | None:
        """Whether the player's own bid was made; None if it was not the player's, or nothing was decided."""
        return None if self.settled is None or self.maker != self.seat(player) else self.settled["made"]


@dataclass
class Cup:
    """A tournament as its events tell it."""

    id: str
    at: str = ""
    entries: dict[str, list[str]] = field(default_factory=dict)
    drawn: list[datetime] = field(default_factory=list)
    places: list[dict[str, Any]] | None = None

    def entry_of(self, player: str) -> str | None:
        return next((entry for entry, players in self.entries.items() if player in players), None)


@dataclass
class Table:
    """A table of a round as its events tell it."""

    id: str
    cup: str
    sides: list[list[str]]
    won: list[int] | None = None
    agreed: set[int] = field(default_factory=set)
    is_final: bool = False


class Events:
    """All events of a book, folded by these few lines."""

    def __init__(self, rows: Iterable[tuple[str, str, bytes]]) -> None:
        """``rows``: stream, topic and state of each event, in order."""
        self.deals: dict[str, Deal] = {}
        self.cups: dict[str, Cup] = {}
        self.tables: dict[str, Table] = {}
        self.leagues: dict[str, tuple[dict[str, Any], list[str]]] = {}
        for stream, topic, state in rows:
            stored = json.loads(bytes(state))
            self._fold(stream, topic.split(".")[-1], stored["fact"], stored["at"])

    def _fold(self, stream: str, name: str, fact: dict[str, Any], at: str) -> None:
        when = datetime.fromisoformat(at)
        match name:
            case "DealOpened":
                self.deals[stream] = Deal(stream, when, fact["players"])
            case "BidMade" if stream in self.deals:
                self.deals[stream].bid, self.deals[stream].maker = fact["bid"], fact["seat"]
            case "DealSettled":
                self.deals[stream].settled = fact
            case "TournamentOpened":
                self.cups[stream] = Cup(stream, at)
            case "EntryMade":
                self.cups[stream].entries[fact["entry"]] = fact["players"]
            case "RoundDrawn":
                self.cups[stream].drawn.append(when)
            case "TournamentEnded":
                self.cups[stream].places = fact["places"]
            case "EncounterSet":
                self.tables[stream] = Table(stream, fact["tournament"], fact["sides"])
            case "ResultEntered":
                self.tables[stream].won = fact["score"]["won"]
            case "ResultConfirmed":
                table = self.tables[stream]
                table.agreed |= {0, 1} if fact["side"] is None else {fact["side"]}
            case "EncounterClosed":
                self.tables[stream].is_final = True
            case "SeriesOpened":
                self.leagues[stream] = (fact["terms"], [])
            case "EveningAdded":
                self.leagues[stream][1].append(fact.get("tournament") or fact["evening"])

    # --- a player -------------------------------------------------------------------------------

    def deals_of(self, player: str) -> list[Deal]:
        return sorted(
            (deal for deal in self.deals.values() if player in deal.players.values()),
            key=lambda deal: (deal.at, deal.id),
        )

    def evening(self, player: str) -> dict[str, Any] | None:
        """The numbers of the last evening: of the deals, or the place in the tournament, whichever began last."""
        deals = self.deals_of(player)
        last: list[Deal] = []
        for deal in deals:
            last = [*last, deal] if last and deal.at - last[-1].at < PAUSE else [deal]
        over = [cup for cup in self.cups.values() if cup.places is not None and cup.drawn and cup.entry_of(player)]
        cup = max(over, key=lambda each: max(each.drawn), default=None)
        if cup and (not last or min(cup.drawn) > last[0].at):
            entry = cup.entry_of(player)
            place = next(row["place"] for row in cup.places or () if row["entry"] == entry)
            return {"cup": cup.id, "place": place, "among": len(cup.entries)}
        return {"cup": "", **self._counted(player, last), "number": len(last)} if last else None

    def _counted(self, player: str, deals: list[Deal]) -> dict[str, int]:
        gained = [tokens for deal in deals if (tokens := deal.gained(player)) is not None]
        results = [made for deal in deals if (made := deal.own_result(player)) is not None]
        return {
            "won": sum(tokens > 0 for tokens in gained),
            "lost": sum(tokens < 0 for tokens in gained),
            "tokens": sum(gained),
            "bids": len(results),
            "made": sum(results),
        }

    def months(self, player: str) -> dict[str, dict[str, int]]:
        months: defaultdict[str, list[Deal]] = defaultdict(list)
        for deal in self.deals_of(player):
            months[f"{deal.at:%Y-%m}"].append(deal)
        return {month: {**self._counted(player, deals), "deals": len(deals)} for month, deals in months.items()}

    def partners(self, player: str) -> Counter[str]:
        partners: Counter[str] = Counter()
        for deal in self.deals_of(player):
            own = deal.seat(player)
            partners.update(
                name for seat, name in deal.players.items() if seat != own and TEAMS[seat] == TEAMS[own] and name
            )
        return partners

    def waiting(self, player: str) -> set[str]:
        """The tables with a result that the player's side has not confirmed."""
        return {
            table.id
            for table in self.tables.values()
            for side, entries in enumerate(table.sides)
            if self.cups[table.cup].entry_of(player) in entries
            and table.won is not None
            and not table.is_final
            and side not in table.agreed
        }

    def league(self, series: str, player: str) -> dict[str, Any] | None:
        """The place and the total of a player in a series that counts points for places."""
        terms, evenings = self.leagues[series]
        points, totals, best = terms["points"], defaultdict(Fraction), defaultdict(Fraction)
        played: Counter[str] = Counter()
        for evening in evenings:
            cup = self.cups[evening]
            sharing = Counter(row["place"] for row in cup.places or ())
            for row in cup.places or ():
                place, level = row["place"], sharing[row["place"]]
                value = Fraction(sum(points[place - 1 : place - 1 + level]), level)
                for each in cup.entries[row["entry"]]:
                    totals[each] += value
                    best[each] = max(best[each], value)
                    played[each] += 1
        if player not in totals:
            return None
        keys = {each: (totals[each], best[each], played[each]) for each in totals}
        place = 1 + sum(key > keys[player] for key in keys.values())
        return {"place": place, "among": len(keys), "total": totals[player], "evenings": played[player]}

    # --- cards ----------------------------------------------------------------------------------

    def card_play(self, player: str, answers: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, float]]:
        """The card play by month, from the stored prices of the cards, by the ids of the deals."""
        months: defaultdict[str, list[tuple[Deal, dict[str, Any]]]] = defaultdict(list)
        for deal in self.deals_of(player):
            answer = answers.get(deal.id)
            if answer and deal.maker and any(ply["seat"] == deal.seat(player) for ply in answer["plies"]):
                months[f"{deal.at:%Y-%m}"].append((deal, answer))
        sums = {}
        for month, pairs in months.items():
            choices = best = lost = counted = 0
            for deal, answer in pairs:
                own = [
                    ply["cost"]
                    for ply in answer["plies"]
                    if ply["seat"] == deal.seat(player)
                    and ply["cost"] is not None
                    and len({*ply["prices"].values()}) > 1
                ]
                choices, best = choices + len(own), best + own.count(0)
                if answer["goal"] == "points":
                    counted, lost = counted + 1, lost + sum(own)
            sums[month] = {"deals": len(pairs), "choices": choices, "best": best}
            if counted:
                sums[month]["loss"] = round(lost / counted, 4)
        return sums


def interval(hits: int, tries: int) -> tuple[float, float]:
    """Wilson's interval by halving: the shares from which the observed one is `SURE` standard errors away."""
    share = hits / tries

    def away(true: float) -> float:
        return abs(share - true) - SURE * (true * (1 - true) / tries) ** 0.5

    return _root(away, 0.0, share), _root(away, 1.0, share)


def _root(of: Callable[[float], float], outside: float, inside: float) -> float:
    for _ in range(200):
        middle = (outside + inside) / 2
        if of(middle) > 0:
            outside = middle
        else:
            inside = middle
    return (outside + inside) / 2
