"""A tournament told again from its events alone, as plain JSON values, sharing no code with the domain.

Score sheets are added up, recorded deals counted until they decide, boards compared, ladders climbed and brackets read
anew, each time from the first event on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from tests.tournaments.oracle import Line, Slow, swings

Event = dict[str, Any]
"""The topic's last word, the version, and the values of the fact."""
NEVER = 10**6
PERCENT = {"average-plus": 60, "average": 50, "average-minus": 40}
SIDES = ((0, 1), (1, 0))
BOTH = ("north_south", "east_west")
IMPS_FOR_TOKENS = (Fraction(1, 2), 1, 2, 3, 4, 6, 8, 11, 14, 18, 23, 29)
IMPS_FOR_POINTS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)


class Table:
    """One table of a round, from its own events."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.results: dict[int, dict[str, Any]] = {}
        self.artificial: dict[int, list[str]] = {}
        self.assigned: dict[int, Event] = {}
        self.switched: set[int] = set()
        self.wrong: dict[int, Event] = {}
        self.rulings: dict[int, dict[str, dict[str, Any]]] = defaultdict(dict)
        self.forfeits: list[int] = []
        self.deals: dict[int, Event] = {}
        self.dropped = False
        self.setting: Event = {}
        for event in events:
            getattr(self, event["topic"], lambda _: None)(event)

    def EncounterSet(self, event: Event) -> None:
        self.setting, self.dropped = event, False
        self.results, self.forfeits, self.deals, self.artificial, self.assigned = {}, [], {}, {}, {}
        self.switched, self.wrong = set(), {}
        self.rulings.clear()

    def EncounterDropped(self, _: Event) -> None:
        self.dropped = True

    def ResultEntered(self, event: Event) -> None:
        self.results[event["board"]] = {"sheet": event["sheet"], "source": event["source"], "agreed": set()}

    ResultCorrected = ResultEntered

    def ResultConfirmed(self, event: Event) -> None:
        sides = {0, 1} if event["side"] is None else {event["side"]}
        self.results[event["board"]]["agreed"] |= sides

    def ResultContested(self, event: Event) -> None:
        self.results[event["board"]]["agreed"] -= {event["side"]}

    def ResultWithdrawn(self, event: Event) -> None:
        del self.results[event["board"]]

    def ArtificialScoreGiven(self, event: Event) -> None:
        self.artificial |= dict.fromkeys(event["boards"], event["scores"])

    def ArtificialScoreWithdrawn(self, event: Event) -> None:
        for board in event["boards"]:
            del self.artificial[board]

    def AssignedScoreGiven(self, event: Event) -> None:
        self.assigned[event["board"]] = event

    def AssignedScoreWithdrawn(self, event: Event) -> None:
        del self.assigned[event["board"]]

    def ArrowSwitched(self, event: Event) -> None:
        self.switched |= set(event["boards"])

    def ArrowSwitchWithdrawn(self, event: Event) -> None:
        self.switched -= set(event["boards"])

    def WrongBoardRecorded(self, event: Event) -> None:
        board, instead = event["board"], event["instead"]
        self.wrong[board] = event
        self.artificial[instead] = event["scores"]
        if event["stands"] and instead in self.results:
            self.results[board] = self.results.pop(instead)

    def WrongBoardWithdrawn(self, event: Event) -> None:
        gone = self.wrong.pop(event["board"])
        del self.artificial[gone["instead"]]
        if gone["stands"] and event["board"] in self.results:
            self.results[gone["instead"]] = self.results.pop(event["board"])

    def ResultRuled(self, event: Event) -> None:
        ruled = {"sheet": event["sheet"], "source": "ruling", "agreed": {0, 1}}
        self.rulings[event["board"]].pop(event["dispute"], None)
        self.rulings[event["board"]][event["dispute"]] = ruled

    def ResultRulingLifted(self, event: Event) -> None:
        self.rulings[event["board"]].pop(event["dispute"], None)

    def ForfeitRuled(self, event: Event) -> None:
        self.forfeits = event["sides"]

    def ForfeitLifted(self, _: Event) -> None:
        self.forfeits = []

    def DealScored(self, event: Event) -> None:
        self.deals[event["number"]] = event

    def DealUnscored(self, event: Event) -> None:
        del self.deals[event["number"]]

    def ConfirmationWithdrawn(self, event: Event) -> None:
        self.results[event["board"]]["agreed"] = set()

    def EncounterClosed(self, _: Event) -> None:
        for result in self.results.values():
            result["before"], result["agreed"] = result["agreed"], {0, 1}

    def EncounterReopened(self, event: Event) -> None:
        for result in self.results.values():
            if event.get("restores") and "before" in result:
                result["agreed"] = result["before"]

    def result(self, board: int) -> dict[str, Any] | None:
        """The result that counts on a board: the latest ruling in a dispute, else the played one."""
        rulings = list(self.rulings[board].values())
        return rulings[-1] if rulings else self.results.get(board)

    def late(self, board: int) -> bool:
        """Whether a board is to be played late and has no result yet."""
        return self.artificial.get(board) == ["late-play"] * 2 and self.result(board) is None


class Retold:
    """A tournament from its events and those of its tables, by round and number."""

    def __init__(self, events: Sequence[Event], tables: Mapping[tuple[int, int], Sequence[Event]]) -> None:
        self.entries: dict[str, dict[str, Any]] = {}
        self.rounds: dict[int, Event] = {}
        self.rulings: dict[int, Event] = {}
        self.starting: dict[str, int] = {}
        self.lots: dict[str, list[str]] = {}
        self.closed: set[int] = set()
        for event in events:
            getattr(self, event["topic"], lambda _: None)(event)
        self.tables = {
            (number, pairing["table"]): Table(tables[number, pairing["table"]])
            for number, drawn in self.rounds.items()
            for pairing in drawn["pairings"]
        }

    def TournamentOpened(self, event: Event) -> None:
        self.terms, self.game = event["terms"], event["ruleset"]
        self.points = "bonus" in self.game or self.game["match"]["end"] == "points"

    def TermsChanged(self, event: Event) -> None:
        self.terms = event["terms"]

    def EntryMade(self, event: Event) -> None:
        entry = {"id": event["entry"], "seed": None, "since": event["since"], "out": None, "asked": set()}
        self.entries[event["entry"]] = entry

    def SeedsSet(self, event: Event) -> None:
        for entry, details in self.entries.items():
            details["seed"] = event["order"].index(entry) + 1 if entry in event["order"] else None

    def StartingScoreSet(self, event: Event) -> None:
        self.starting[event["entry"]] = event["amount"]

    def EntryWithdrawn(self, event: Event) -> None:
        self.entries[event["entry"]]["out"] = event["out"]

    def EntryReturned(self, event: Event) -> None:
        self.entries[event["entry"]]["out"] = None

    def ByeRequested(self, event: Event) -> None:
        self.entries[event["entry"]]["asked"].add(event["round"])

    def ByeRequestWithdrawn(self, event: Event) -> None:
        self.entries[event["entry"]]["asked"].discard(event["round"])

    def LotsDrawn(self, event: Event) -> None:
        self.lots[event["purpose"]] = event["order"]

    def RoundDrawn(self, event: Event) -> None:
        number, there = event["round"], _drawn(event)
        requested = {
            entry["id"]
            for entry in self.entries.values()
            if number in entry["asked"] and entry["since"] <= number < (entry["out"] or NEVER)
        }
        assert requested - there == set(event.get("requested", [])), "who asked for a bye, and nobody else, has it"
        for each in event.get("assumed", []):
            tables = [pairing["table"] for pairing in self.rounds[each["round"]]["pairings"]]
            assert each["round"] < number, "results are assumed of earlier rounds alone"
            assert each["table"] in tables
        self.rounds[number] = event

    RoundRedrawn = RoundDrawn

    def DrawWithdrawn(self, event: Event) -> None:
        del self.rounds[event["round"]]

    def AdjustmentMade(self, event: Event) -> None:
        self.rulings[event["version"]] = event

    def AdjustmentWithdrawn(self, event: Event) -> None:
        del self.rulings[event["number"]]

    # --- lines --------------------------------------------------------------------------------------

    def lines(self) -> list[Line]:
        """The line of every entry in every round; of a duplicate, on every board."""
        all_lines: list[Line] = []
        for number, drawn in self.rounds.items():
            all_lines += [_line(number, entry, "bye") for entry in drawn["byes"]]
            all_lines += [_line(number, entry, "absent") for entry in drawn["absent"]]
            all_lines += [_line(number, entry, "requested-bye") for entry in drawn.get("requested", [])]
            if self.terms["scoring"].get("late", "none") != "none":
                all_lines += [_line(number, entry["id"], "late") for entry in self.coming(number)]
            if not self.duplicate:
                for pairing in drawn["pairings"]:
                    all_lines += self.at_table(number, pairing)
        return all_lines + (self.on_boards() if self.duplicate else [])

    def coming(self, number: int) -> list[dict[str, Any]]:
        """Those who come in after a round, and do not leave before they have come."""
        late = (entry for entry in self.entries.values() if entry["since"] > number)
        return [entry for entry in late if (entry["out"] or NEVER) > entry["since"]]

    @property
    def duplicate(self) -> bool:
        return self.terms["format"] in ("duplicate", "team-swiss")

    def at_table(self, number: int, pairing: Event) -> Iterator[Line]:
        """The lines of one encounter."""
        table = self.tables[number, pairing["table"]]
        result = None if table.forfeits else table.result(0)
        if not table.forfeits and result is None:
            return
        for mine, theirs in SIDES:
            for entry in pairing["sides"][mine]:
                line = _line(number, entry, "played", pairing["table"], pairing["sides"][theirs])
                if table.forfeits:
                    line["kind"] = "forfeit" if mine in table.forfeits else "walkover"
                elif result:
                    line |= self.came(table, result, mine, theirs)
                    line["confirmed"] = result["agreed"] == {0, 1}
                yield line

    def came(self, table: Table, result: dict[str, Any], mine: int, theirs: int) -> dict[str, int]:
        """The sums of a sheet for one side."""
        deals = result["sheet"]["deals"]
        if result["source"] == "match":
            assert deals == [each["counts"] for each in self.decisive(table)], "the deals that decide, and no others"
        ruled = result["sheet"]["ruled"]
        totals: dict[str, int] = {}
        for name, side, other in (("won", mine, theirs), ("lost", theirs, mine)):
            if deals:
                totals[name] = sum(self.worth(deal[side]) for deal in deals)
                won = sum(self.worth(deal[side]) > self.worth(deal[other]) for deal in deals)
                points = sum(deal[side]["points"] or 0 for deal in deals)
            else:
                whole = result["sheet"]["whole"][side]
                totals[name], won, points = self.worth(whole), whole["deals"] or 0, whole["points"] or 0
            totals[name] += ruled[side]
            totals[f"deals_{name}"] = won
            totals["points" if name == "won" else "points_lost"] = totals[name] if "bonus" in self.game else points
        return totals

    def worth(self, count: dict[str, Any]) -> int:
        """The worth of one side's numbers: tokens, or all points of a Jass."""
        if "bonus" in self.game:
            parts = [count["points"], count["weis"], count["contract"]]
            return sum(each or 0 for each in parts) if count["total"] is None else int(count["total"])
        numbers = [None if self.points else count["tokens"], count["points"], count["deals"]]
        return next((int(each) for each in numbers if each is not None), 0)

    def decisive(self, table: Table) -> list[Event]:
        """The recorded deals up to the one that decided the encounter; all of them if none did."""
        terms = table.setting["terms"]["encounter"]
        race, most = terms["race"], terms["deals"]
        if table.setting["stage"] == "final" and terms["final_race"]:
            race, most = terms["final_race"], None
        level = terms["level"] == "draw" and self.terms["format"] != "knockout"
        so_far = [0, 0]
        decided: list[Event] = []
        for number in sorted(table.deals):
            decided.append(table.deals[number])
            so_far = [have + self.worth(count) for have, count in zip(so_far, decided[-1]["counts"], strict=True)]
            there = max(so_far) >= race if race else most is not None and len(decided) >= most
            if there and (level or so_far[0] != so_far[1]):
                break
        return decided

    # --- boards -------------------------------------------------------------------------------------

    def on_boards(self) -> list[Line]:
        """Every board compared with the others, or at two tables."""
        by_board: dict[Any, list[dict[str, Any]]] = defaultdict(list)
        late: list[Line] = []
        for number, drawn in self.rounds.items():
            for pairing in drawn["pairings"]:
                table = self.tables[number, pairing["table"]]
                stand = [] if table.forfeits else [board for board, event in table.wrong.items() if event["stands"]]
                for board in [*pairing["boards"], *stand]:
                    row = {"round": number, "board": board, "sides": [each[0] for each in pairing["sides"]]}
                    row |= {"table": pairing["table"], "average": None, "confirmed": True}
                    if table.forfeits:
                        row["average"] = [40 if side in table.forfeits else 60 for side in (0, 1)]
                    elif table.late(board):
                        late += [_line(number, side, "late-play", pairing["table"]) for side in row["sides"]]
                        continue
                    elif not table.rulings[board] and board in table.assigned:
                        assigned = table.assigned[board]
                        row["nets"] = [[(Fraction(p, 100), won) for p, won in assigned[name]] for name in BOTH]
                    elif not table.rulings[board] and set(table.artificial.get(board, ())) - {"late-play"}:
                        row["average"] = [PERCENT.get(score) for score in table.artificial[board]]
                        if None in row["average"]:
                            continue
                    elif result := table.result(board):
                        (deal,) = result["sheet"]["deals"]
                        net = self.worth(deal[0]) - self.worth(deal[1])
                        net += result["sheet"]["ruled"][0] - result["sheet"]["ruled"][1]
                        row["nets"] = [[(Fraction(1), net)]] * 2
                        row["confirmed"] = result["agreed"] == {0, 1}
                    else:
                        continue
                    if board in table.switched and not row["average"]:
                        row["sides"] = row["sides"][::-1]
                    teams = (number, board, frozenset(row["sides"])) if self.terms["side"] == 4 else board
                    by_board[teams].append(row)
        lines: list[Line] = []
        self.own_share = self.shares(by_board.values()) if self.terms.get("averages") == "session" else {}
        for results in by_board.values():
            lines += self.teams(results) if self.terms["side"] == 4 else self.compared(results)
        return lines + [{**line, "confirmed": False} for line in late]

    def teams(self, results: list[dict[str, Any]]) -> list[Line]:
        """The swing of two teams, at the first of their tables."""
        if len(results) < 2:
            return []
        one, other = sorted(results, key=lambda each: each["table"])
        averages = one["average"] or (other["average"] and other["average"][::-1])
        swing = {40: Fraction(-3), 50: Fraction(0), 60: Fraction(3)}
        worth = [swing[each] for each in averages] if averages else []
        if not averages:
            for side in (0, 1):
                sign = 1 if side == 0 else -1
                pairs = [(p * q, won - theirs) for p, won in one["nets"][side] for q, theirs in other["nets"][1 - side]]
                worth.append(sum((p * self.imps(Fraction(sign * swing)) for p, swing in pairs), Fraction(0)))
        both = one | {"confirmed": one["confirmed"] and other["confirmed"]}
        return [_board_line(both, worth, None, n) for n in (0, 1)]

    def compared(self, results: list[dict[str, Any]]) -> list[Line]:
        """One board at all tables."""
        counts = self.terms["scoring"]["counts"].replace("victory-points", "cross-imps")
        top = 2 * (max(self.times, len(results)) - 1) if counts == "matchpoints" else None
        values = self.values(results, counts)
        swing = max((abs(each) for both in values for each in both), default=Fraction(0))
        lines = []
        for each in results:
            if each["average"]:
                scale = (0, top) if top is not None else (-swing, 2 * swing)
                shares = [self.share(*both) for both in zip(each["sides"], each["average"], strict=True)]
                worth = [scale[0] + Fraction(share * scale[1]) for share in shares]
            else:
                worth = values.pop(0)
            lines += [_board_line(each, worth, top, n) for n in (0, 1)]
        return lines

    def values(self, results: list[dict[str, Any]], counts: str) -> list[list[Fraction]]:
        """The values of both sides for the results that are no averages, in order, each against each other one."""
        played = [each for each in results if not each["average"]]
        return [[self.against(played, at, side, counts, len(results)) for side in (0, 1)] for at in range(len(played))]

    def against(self, played: list[dict[str, Any]], at: int, side: int, counts: str, tables: int) -> Fraction:
        """One score on paper: the own possible results against those of all other tables, seen from the own side."""
        sign = 1 if side == 0 else -1
        field = [[(part, sign * won) for part, won in each["nets"][side]] for each in played]
        own, others = field[at], field[:at] + field[at + 1 :]
        pairs = [(p * q, won - other) for p, won in own for each in others for q, other in each]
        if counts == "matchpoints":
            got = sum((part * (2 * (swing > 0) + (swing == 0)) for part, swing in pairs), Fraction(0))
            # Neuberg: (matchpoints + 1) tables / results - 1, with the tables that make the top.
            return (got + 1) * Fraction(max(self.times, tables), len(played)) - 1
        if counts == "imps":
            means = sorted(sum((part * won for part, won in each), Fraction(0)) for each in field)
            kept = means[1:-1] if len(means) > 4 else means
            datum = sum(kept, Fraction(0)) / len(kept)
            return sum((part * self.imps(won - datum) for part, won in own), Fraction(0))
        worth = self.imps if counts == "cross-imps" else Fraction
        return sum((part * worth(Fraction(swing)) for part, swing in pairs), Fraction(0)) / (len(others) or 1)

    def share(self, entry: str, percent: int) -> Fraction:
        """The share of the top for an average; by the session, the own share if that is more for A+, less for A-."""
        fixed = Fraction(percent, 100)
        own = self.own_share.get(entry, fixed)
        return max(fixed, own) if percent > 50 else min(fixed, own) if percent < 50 else fixed

    def shares(self, boards: Iterable[list[dict[str, Any]]]) -> dict[str, Fraction]:
        """Each entry's matchpoints of the tops of the boards where it has a result."""
        got: dict[str, list[Fraction]] = defaultdict(list)
        tops: dict[str, int] = defaultdict(int)
        for results in boards:
            played = [each for each in results if not each["average"]]
            for each, both in zip(played, self.values(results, "matchpoints"), strict=True):
                for entry, score in zip(each["sides"], both, strict=True):
                    got[entry].append(score)
                    tops[entry] += 2 * (max(self.times, len(results)) - 1)
        return {entry: sum(scores, Fraction(0)) / tops[entry] for entry, scores in got.items() if tops[entry]}

    def imps(self, difference: Fraction) -> Fraction:
        scale = IMPS_FOR_POINTS if self.points else IMPS_FOR_TOKENS
        steps = len([least for least in scale if abs(difference) >= least])
        return Fraction(steps if difference > 0 else -steps)

    own_share: Mapping[str, Fraction] = {}
    times = 0
    """At how many tables a board is played if nobody leaves: who tells the story has to know it."""

    # --- standings ----------------------------------------------------------------------------------

    def standings(self) -> dict[str, dict[str, Any]]:
        """Everybody's row, by entry."""
        last = max(self.rounds, default=0)
        there = [
            entry | {"idle": [number for number, drawn in self.rounds.items() if entry["id"] not in _drawn(drawn)]}
            for entry in self.entries.values()
            if entry["since"] <= max(last, 1)
        ]
        present = {entry["id"] for entry in there}
        lines = [line for line in self.lines() if line["entry"] in present]
        lots = self.lots.get("tie-break", [])
        slow = Slow(
            self.terms["scoring"],
            self.terms["tie_breaks"],
            there,
            self.together(lines) if self.duplicate else lines,
            [
                *(
                    {"entry": entry, "amount": amount, "unit": "score", "round": 0}
                    for entry, amount in self.starting.items()
                ),
                *self.rulings.values(),
            ],
            lots,
            self.terms["format"] in ("drawn-partners", "rotating-four"),
            self.terms.get("unplayed", "own-score"),
            self.terms["format"] == "round-robin",
        )
        places = {"knockout": self.stages, "ladder": self.rungs}.get(self.terms["format"], lambda *_: slow.places())
        place = places(there, lines)
        return {
            entry["id"]: {
                "place": place[entry["id"]],
                "score": slow.scores[entry["id"]],
                "played": sum(line["kind"] == "played" for line in slow.own(entry["id"])),
                "won": sum(_won(line) for line in slow.own(entry["id"])),
                "lost": sum(_lost(line) for line in slow.own(entry["id"])),
                "provisional": not all(line["confirmed"] for line in slow.own(entry["id"])),
                "breaks": {
                    name: slow.says(name, entry["id"], [entry["id"]])
                    for name in self.terms["tie_breaks"]
                    if name not in ("head-to-head", "lot", "seed")
                },
            }
            for entry in there
        }

    def together(self, lines: list[Line]) -> list[Line]:
        """A line for each encounter of a duplicate: what all its boards came to."""
        mean: dict[str, Fraction] = {}
        counts = self.terms["scoring"]["counts"]
        points = counts == "victory-points"
        for entry in self.entries:
            own = [line["won"] for line in lines if line["entry"] == entry and line["kind"] == "played"]
            mean[entry] = max(Fraction(0), sum(own, Fraction(0)) / (len(own) or 1)) * self.terms["boards"]
        merged: dict[Any, Line] = {}
        for line in lines:
            if (
                line["kind"] == "bye"
                and self.terms["scoring"]["bye"] is None
                and counts not in ("wins", "victory-points")
            ):
                line = line | {"worth": mean[line["entry"]]}
            key = line["round"], line["table"], line["entry"]
            line = line | {"swings": swings(line)}
            if key in merged:
                both = zip(merged[key]["swings"], line["swings"], strict=True)
                merged[key]["swings"] = tuple(one + other for one, other in both)
                for name in ("won", "lost"):
                    merged[key][name] += line[name]
                merged[key]["confirmed"] &= line["confirmed"]
                merged[key]["boards"] += line["kind"] == "played"
            else:
                merged[key] = dict(line) | {"boards": 1}
        played = [line for line in merged.values() if line["kind"] == "played"]
        for line in played if points else ():
            line["vp"] = victory_points(line["won"], line["boards"])
        for line in merged.values() if points and self.terms["scoring"]["bye"] is None else ():
            own = [each["vp"] for each in played if each["entry"] == line["entry"]]
            if line["kind"] == "bye":
                line["worth"] = Fraction(floor(100 * sum(own, Fraction(0)) / (len(own) or 1) + Fraction(1, 2)), 100)
        return list(merged.values())

    def stages(self, there: list[dict[str, Any]], lines: list[Line]) -> dict[str, int]:
        """Places of a knockout: who went out later is ahead, then who won something since, and lost again later."""
        began = sum(entry["since"] == 1 and (entry["out"] or NEVER) > 1 for entry in there)
        bracket = 0
        while 2**bracket < began:
            bracket += 1
        reached: dict[str, tuple[int, int]] = {}
        for entry in there:
            own = sorted((line for line in lines if line["entry"] == entry["id"]), key=lambda line: line["round"])
            gone = entry["out"] if entry["out"] and entry["out"] <= bracket else NEVER
            lost = [line["round"] for line in own if _lost(line)]
            out = min(lost[0], NEVER) if lost and lost[0] <= gone else gone
            since = any(_won(line) and line["round"] > out for line in own)
            again = lost[1] if len(lost) > 1 else gone
            reached[entry["id"]] = (out, again if since else 0)
        ahead = list(reached.values())
        return {entry: 1 + sum(other > own for other in ahead) for entry, own in reached.items()}

    def rungs(self, there: list[dict[str, Any]], lines: list[Line]) -> dict[str, int]:
        """Places on a ladder: who wins from below takes the place of whom it beat."""
        order = sorted(self.entries.values(), key=lambda entry: (entry["seed"] or NEVER, int(entry["id"])))
        ladder = [entry["id"] for entry in order if entry["since"] == 1]
        last = max((line["round"] for line in lines), default=0)
        for number in range(1, last + 1):
            ladder += [entry["id"] for entry in order if entry["since"] == number > 1]
            for pairing in sorted(self.rounds[number]["pairings"], key=lambda each: each["table"]):
                won = [line["entry"] for line in lines if line["round"] == number and _won(line)]
                low, high = sorted((side[0] for side in pairing["sides"]), key=ladder.index, reverse=True)
                if low in won:
                    ladder.remove(low)
                    ladder.insert(ladder.index(high), low)
        ladder += [entry["id"] for entry in order if entry["since"] == last + 1 > 1]
        on_it = [each for each in ladder if (self.entries[each]["out"] or NEVER) > last + 1]
        rest = sorted((entry["id"] for entry in there if entry["id"] not in on_it), key=int)
        return {entry: place for place, entry in enumerate((*on_it, *rest), 1)}


def victory_points(imps: Fraction, boards: int) -> Fraction:
    """The worth of these imps: the formula, rounded, and no imp worth more than the one before it."""
    ratio, width = 5**0.5 - 2, 15 * boards**0.5
    last = ceil(width - 1e-9)
    scale = [min(2000, round(1000 + 1000 * (1 - ratio ** (n / width)) / (1 - ratio))) for n in range(last + 1)]
    for _ in range(99):
        bent = {n for n in range(1, last) if scale[n + 1] + scale[n - 1] > 2 * scale[n]}
        scale = [points + (n in bent) for n, points in enumerate(scale)]
    low, size = floor(abs(imps)), abs(imps)
    between = scale[low] + (size - low) * (scale[low + 1] - scale[low]) if low < last else Fraction(2000)
    won = Fraction(floor(between + Fraction(1, 2)), 100)
    return won if imps >= 0 else 20 - won


def _drawn(drawn: Event) -> set[str]:
    """The entries with a table or a bye in a round."""
    return {each for pairing in drawn["pairings"] for side in pairing["sides"] for each in side} | set(drawn["byes"])


def _won(line: Line) -> bool:
    return line["kind"] == "walkover" or (line["kind"] == "played" and line["won"] > line["lost"])


def _lost(line: Line) -> bool:
    return line["kind"] == "forfeit" or (line["kind"] == "played" and line["won"] < line["lost"])


def _line(number: int, entry: str, kind: str, table: int = 0, against: Sequence[str] = ()) -> Line:
    nothing = dict.fromkeys(("won", "lost", "deals_won", "deals_lost", "points", "points_lost"), 0)
    head = {"round": number, "entry": entry, "kind": kind, "table": table, "against": list(against)}
    return {**head, **nothing, "confirmed": True}


def _board_line(result: dict[str, Any], worth: Sequence[Fraction | int], top: int | None, side: int) -> Line:
    """One side's line: in the unit that people read, to the hundredth."""
    sides = result["sides"]
    line = _line(result["round"], sides[side], "played", result["table"], [sides[1 - side]])
    won = Fraction(round(100 * worth[side]), 100)
    return {**line, "won": won, "lost": Fraction(0) if top is None else top - won, "confirmed": result["confirmed"]}
