"""Tournaments that are played to the end through the API: a seeded director, tables that report, and what must hold.

After every round, or every result, the standings that the API gives are those that `retold` makes of the events, and
the stored lines are those that a rebuild would write.
"""

from __future__ import annotations

import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from uuid import UUID

import msgspec
import pytest

from api.services import Provider
from bots.styles import STYLES
from demo.games import DEAL_TYPES
from domain.engine.facts import Act, DealOpened
from domain.engine.parameters import plain
from domain.games.catalogue import RULESETS
from domain.games.three04.acts import BidMade
from domain.record.entries import Stamp
from domain.record.record import Record
from domain.tournament.commands import RANKED_TOPICS
from domain.tournament.standings.ranked_aggregate import plain as plain_line
from domain.tournament.standings.ranked_aggregate import read
from tests.http.people import People, Person, opened, play
from tests.http.tournament_requests import done
from tests.record.play import with_one_bid
from tests.tournaments.papers import Papers, Sheet
from tests.tournaments.reported import compare
from tests.tournaments.retold import Event, Retold

FULL = bool(os.environ.get("NOUGHT_FULL"))
SEATS = "SENW"
BECAUSE = {"why": "The director says so."}


def sizes(*quick: Any, full: Sequence[Any]) -> list[Any]:
    """The numbers of entries: a few each time, all in the long run."""
    return [*quick, *(each for each in full if FULL and each not in quick)]


@dataclass
class Simulated:
    """One tournament, from its first entry to its final result."""

    people: People
    house: Provider
    terms: dict[str, Any]
    entries: int
    ruleset: str = "304"
    seed: int = 0
    club: str | None = None
    changes: bool = True
    """Whether some withdraw, come late, are ruled about and forfeit."""
    rulings: bool = False
    """Whether boards have assigned scores and late plays."""
    late: bool = True
    ahead: bool = False
    """All rounds are drawn before the first result, as the movement of a duplicate may be."""
    times: int = 0
    """At how many tables a board is played."""
    every_result: bool = False
    every: int = 1
    """The standings are looked at after so many rounds."""
    recorded: int = 0
    """The number of encounters that are recorded deal by deal."""
    challenges: int = 6
    """The number of rounds of a ladder."""

    cup: str = field(init=False, default="")
    rounds: list[dict[str, Any]] = field(init=False, default_factory=list)
    """As they were drawn."""
    checked: int = field(init=False, default=0)

    @property
    def on_boards(self) -> bool:
        return self.terms["format"] in ("duplicate", "team-swiss")

    def __post_init__(self) -> None:
        self.rng = random.Random(f"{self.terms} {self.ruleset} {self.entries} {self.seed}")
        self.director = self.people.issue("director", club=self.club) if self.club else self.people.admin
        self.ids: dict[tuple[int, int], str] = {}
        self.dirty: set[tuple[int, int]] = set()
        self.events: dict[tuple[int, int], list[Event]] = {}
        self.looked_at: set[tuple[int, int]] = set()
        self.fresh: dict[str, list[dict[str, Any]]] = {}
        self.out: set[str] = set()
        self.sides: list[Person] = []
        self.settled_later: list[tuple[Any, ...]] = []
        self.waiting: list[tuple[int, dict[str, Any]]] = []
        """Tables that still play when the next round is drawn."""
        self.reported: Counter[str] = Counter()
        """The number of times that each result stands in the report files."""
        self.assumed: Counter[str] = Counter()
        """The number of results that were as assumed, and of others."""

    # --- the whole --------------------------------------------------------------------------------

    def run(self) -> Simulated:
        """Everything, to the announced result."""
        self.begin()
        if self.ahead:
            while self.draw():
                pass
            boards = Counter(board for table in self.tables() for board in table["boards"])
            self.times = max(boards.values())
            for drawn in self.rounds:
                self.play(drawn)
        else:
            while drawn := self.draw():
                self.play(drawn)
        self.finish()
        return self

    def begin(self) -> None:
        """Entries, seeds, lots."""
        body = {"name": f"{self.terms['format']} of {self.entries}", "terms": self.terms, "ruleset": self.ruleset}
        body |= {"id": str(UUID(int=self.rng.getrandbits(128), version=4)), "club": self.club}
        self.cup = opened(self.director.post("/tournaments", body))
        for n in range(1, self.entries + 1):
            self.enter(n)
        self.order = [str(n) for n in range(1, self.entries + 1)]
        if self.seed % 2 == 0:
            self.rng.shuffle(self.order)
            self.to("seeds", {"order": self.order[: max(4, self.entries // 2)]})
        self.to("lots", {"purpose": "tie-break"})
        game = self.house.services.ledger.tournaments.get(UUID(self.cup)).opened.ruleset
        self.papers = Papers(game, self.terms, self.rng)
        if self.club:
            place = self.people.table(self.club)
            self.to("tables", {"tables": {"1": place}})
            self.sides = [self.people.issue("seat", table=place, seat=seat) for seat in "NE"]
        self.check()

    def enter(self, n: int) -> None:
        side = self.terms.get("side", 2)
        players = [f"{n}{letter}" for letter in "abcd"[:side]]
        done(self.director, f"/tournaments/{self.cup}/entries", {"name": f"Entry {n}", "players": players})

    def finish(self) -> None:
        """Rounds that were left open are closed; the result is announced."""
        for number in range(1, len(self.rounds) + 1):
            if not self.payload["rounds"][number - 1]["closed"]:
                self.close(number)
        self.check(whole=True)
        self.check_report()
        self.check_move()
        self.to("end", {"note": "Thank you all."})
        self.check_report()
        payload = self.payload
        rows = self.standings()
        assert payload["status"] == "over"
        assert [(row["place"], row["entry"]) for row in payload["places"]] == [
            (row["place"], row["entry"]) for row in rows
        ]
        assert self.checked >= len(self.rounds) // self.every

    # --- one round --------------------------------------------------------------------------------

    def draw(self) -> dict[str, Any] | None:
        """The next round; None when all are drawn."""
        number = len(self.rounds) + 1
        body: dict[str, Any] = {"round": number}
        if self.terms["format"] == "ladder":
            if number > self.challenges:
                return None
            body["challenges"] = self.challenged()
        before = self.payload
        if self.waiting:
            refused = self.director.post(f"/tournaments/{self.cup}/rounds", body)
            assert (refused.status_code, refused.json["code"]) == (422, "draw"), refused.json
            body["assumed"] = [self.assume(number, table) for number, table in self.waiting[1:]]
            body["assume_rest"] = True
        answer = self.director.post(f"/tournaments/{self.cup}/rounds", body)
        if answer.status_code == 422:
            assert answer.json["code"] == "draw", answer.json
            assert self.terms["format"] == "knockout" or before["last_round"] == len(self.rounds), answer.json
            return None
        assert answer.status_code == 201, answer.json
        drawn: dict[str, Any] = self.director.get(f"/tournaments/{self.cup}/rounds/{number}").json
        self.rounds.append(drawn)
        for table in drawn["encounters"]:
            self.ids[number, table["table"]] = table["id"]
            self.dirty.add((number, table["table"]))
        self.seated(drawn, before)
        self.finish_waiting(drawn)
        return drawn

    def assume(self, number: int, table: Mapping[str, Any]) -> dict[str, Any]:
        """The director's assumption about a table that still plays."""
        return {"round": number, "table": table["table"], "won": self.rng.choice([[0, 0], [1, 0], [0, 1]])}

    def finish_waiting(self, drawn: Mapping[str, Any]) -> None:
        """The tables that still played report, and the round says whether that is what its draw assumed."""
        waiting, self.waiting = self.waiting, []
        assert [(row["round"], row["table"]) for row in drawn["assumed"]] == sorted(
            (number, table["table"]) for number, table in waiting
        )
        assert all(row["state"] == "playing" for row in drawn["assumed"])
        late = {entry for _, table in waiting for side in table["sides"] for entry in side}
        for table in drawn["encounters"]:
            there = late & {entry for side in table["sides"] for entry in side}
            assert table["why"].startswith("The result of ") == bool(there), table
        for number, table in waiting:
            self.report(number, table)
        if not waiting:
            return
        self.check()
        after = self.director.get(f"/tournaments/{self.cup}/rounds/{drawn['round']}").json
        changed = {(row["round"], row["table"]) for row in after["changed"]["results"]}
        for row in after["assumed"]:
            key = row["round"], row["table"]
            recomputed = self.retold().tables[key]
            lines = [line for line in self.retold().lines() if (line["round"], line["table"]) == key]
            ours = next(line for line in lines if line["entry"] in recomputed.setting["sides"][0])
            same = not recomputed.forfeits and sign(ours["won"] - ours["lost"]) == sign(row["won"][0] - row["won"][1])
            assert row["state"] == ("as-assumed" if same else "differs"), (row, ours)
            assert (key in changed) == (not same)
            self.assumed[row["state"]] += 1

    def still_plays(self, number: int) -> bool:
        """Whether the last table of a round goes on while the next round is drawn."""
        return False

    def seated(self, drawn: Mapping[str, Any], before: Mapping[str, Any]) -> None:
        """Everybody who plays is at one table or sits out for a reason; every table says why."""
        number = drawn["round"]
        sit = [entry for table in drawn["encounters"] for side in table["sides"] for entry in side]
        byes = [bye["entry"] for bye in drawn["byes"]]
        tables = 2 if self.on_boards and self.terms.get("side") == 4 else 1
        assert all(count == tables for count in Counter(sit).values())
        assert not set(sit) & set(byes)
        playing = {e["id"] for e in before["entries"] if e["since"] <= number and (e.get("out") or 999) > number}
        requested = {e["id"] for e in before["entries"] if number in e["requested"]} & playing
        assert set(drawn["requested"]) == requested
        playing -= requested
        if self.terms["format"] in ("knockout", "ladder"):
            assert {*sit, *byes} <= playing
        else:
            assert {*sit, *byes} == playing
            assert not drawn["absent"]
        assert all(table["why"] for table in drawn["encounters"])
        assert all(bye["why"] for bye in drawn["byes"])

    def play(self, drawn: dict[str, Any]) -> None:
        """All tables report; some are corrected, some confirmed, some forfeit."""
        number = drawn["round"]
        tables = list(drawn["encounters"])
        self.rng.shuffle(tables)
        for table in tables:
            if len(tables) > 1 and table is tables[-1] and self.still_plays(number):
                self.waiting.append((number, table))
                continue
            self.report(number, table)
            if self.every_result:
                self.check()
        if self.changes:
            self.settle(number, tables)
        if number % self.every == 0 or self.every_result:
            self.check()
        if self.rng.random() < 0.8 and not self.waiting:
            self.close(number)
            for correction in self.settled_later:
                self.correct(*correction)
            self.settled_later = []
        if self.changes and not self.ahead:
            self.between(number)

    def report(self, number: int, table: dict[str, Any]) -> None:
        """One table tells what it came to."""
        forfeits = self.rng.random() if self.changes else 1.0
        if forfeits < 0.04:
            guilty = [0, 1] if forfeits < 0.006 and self.terms["format"] == "swiss" else [self.rng.randrange(2)]
            self.at(number, table, "forfeit", {"sides": guilty, **BECAUSE})
            return
        if self.recorded and not table["boards"] and self.rng.random() < 0.5:
            self.recorded -= 1
            self.record(number, table)
            return
        if self.rulings and table["boards"] and self.terms.get("side") != 4 and self.rng.random() < 0.25:
            self.switch_arrows(number, table)
        boards = table["boards"] or [0]
        if self.rulings and table["boards"][1:] and self.terms.get("side") != 4 and self.rng.random() < 0.2:
            with_switch = self.director.get(f"/encounters/{table['id']}").json["switched"]
            boards = boards if with_switch else self.mix_up_boards(number, table)
        for board in boards:
            if self.changes and board and board != table["boards"][-1] and self.rng.random() < 0.1:
                self.artificial(number, table, board)
                continue
            if self.rulings and board and board != table["boards"][-1] and self.rng.random() < 0.3:
                self.rule_on_board(number, table, board)
                continue
            sheet = self.papers.board() if board else self.papers.encounter(table["stage"])
            self.at(number, table, "result", {"sheet": sheet, "board": board})
            if self.changes and self.rng.random() < 0.08:
                self.correct(number, table, board)
        if table["table"] == 1 and self.sides:
            for side in self.sides:
                self.at(number, table, "confirmations", {}, side)
        elif self.changes and self.rng.random() < 0.3:
            self.at(number, table, "confirmations", {})

    def artificial(self, number: int, table: dict[str, Any], board: int) -> None:
        """A board that will not be played; sometimes a result is found after all, beneath or in the place of that."""
        body: dict[str, Any] = {"boards": [board], **BECAUSE}
        result = {"sheet": self.papers.board(), "board": board}
        beneath = self.rng.random() < 0.3
        if beneath:
            self.at(number, table, "result", result)
        scores = [self.rng.choice(["average-plus", "average", "average-minus"]) for _ in range(2)]
        scores_given = {"scores": scores if self.rng.random() < 0.8 else ["not-played"] * 2}
        self.at(number, table, "artificial-scores", body | scores_given)
        if self.rng.random() < 0.3:
            self.at(number, table, "artificial-scores/withdrawal", body)
            if not beneath:
                self.at(number, table, "result", result)

    def switch_arrows(self, number: int, table: dict[str, Any]) -> None:
        """The table sat the other way round on a board or on all; sometimes it turns out that it did not."""
        boards = self.rng.choice([table["boards"], [self.rng.choice(table["boards"])]])
        body = {"boards": boards, **BECAUSE}
        self.at(number, table, "arrow-switches", body)
        if self.rng.random() < 0.3:
            self.at(number, table, "arrow-switches/withdrawal", body)

    def mix_up_boards(self, number: int, table: dict[str, Any]) -> list[int]:
        """The table plays a board of another round; sometimes it did not. Return the boards that need a result."""
        others = {board for each in self.tables() for board in each["boards"]} - set(table["boards"])
        body = {"board": self.rng.choice(sorted(others)), "instead": self.rng.choice(table["boards"][:-1]), **BECAUSE}
        body["scores"] = [self.rng.choice(["average-plus", "average", "average-minus"]) for _ in range(2)]
        before = self.rng.random() < 0.5
        if before:
            self.at(number, table, "result", {"sheet": self.papers.board(), "board": body["instead"]})
        self.at(number, table, "wrong-boards", body)
        if self.rng.random() < 0.3:
            self.at(number, table, "wrong-boards/withdrawal", {"board": body["board"], **BECAUSE})
            return [board for board in table["boards"] if not (before and board == body["instead"])]
        (wrong,) = self.director.get(f"/encounters/{table['id']}").json["wrong_boards"]
        more = [body["board"]] if wrong["stands"] and not before else []
        return [board for board in table["boards"] if board != body["instead"]] + more

    def rule_on_board(self, number: int, table: dict[str, Any], board: int) -> None:
        """A weighted or split score instead of a result or above one; or a board that is played late, or never."""
        result = {"sheet": self.papers.board(), "board": board}
        body: dict[str, Any] = {"boards": [board], **BECAUSE}
        if self.rng.random() < 0.4:
            self.at(number, table, "artificial-scores", body | {"scores": ["late-play"] * 2})
            if self.rng.random() < 0.7:
                self.at(number, table, "result", result)
            return
        beneath = self.rng.random() < 0.5
        if beneath:
            self.at(number, table, "result", result)
        part = self.rng.randint(1, 99)
        weighted = [{"percent": part, "won": self.rng.randint(1, 4)}, {"percent": 100 - part, "won": -1}]
        split = {"east_west": [{"percent": 100, "won": self.rng.randint(-4, 4)}]} if self.rng.random() < 0.5 else {}
        self.at(number, table, "assigned-scores", {"board": board, "north_south": weighted, **split, **BECAUSE})
        if self.rng.random() < 0.3:
            self.at(number, table, "assigned-scores/withdrawal", {"board": board, **BECAUSE})
            if not beneath:
                self.at(number, table, "result", result)

    def correct(self, number: int, table: dict[str, Any], board: int) -> None:
        """Another result, written down after the first."""
        sheet: Sheet = self.papers.board() if board else self.papers.encounter(table["stage"])
        answer = self.director.post(
            f"/encounters/{table['id']}/corrections", {"sheet": sheet, "board": board, "why": "A slip of the pen."}
        )
        assert answer.status_code == 200 or answer.json["code"] == "same-result", answer.json
        self.dirty.add((number, table["table"]))

    def settle(self, number: int, tables: Sequence[dict[str, Any]]) -> None:
        """Act as a director when all have reported: take a result back, lift a forfeit, make a ruling."""
        table = tables[0]
        encounter = self.director.get(f"/encounters/{table['id']}").json
        board = (table["boards"] or [0])[-1]
        if encounter["status"] == "forfeit" and self.rng.random() < 0.5:
            self.at(number, table, "forfeit/lift", BECAUSE)
            for each in table["boards"] or [0]:
                self.at(number, table, "result", {"sheet": self.sheet(table, each), "board": each})
        elif encounter["status"] != "forfeit" and encounter["results"][-1]["source"] == "sheet":
            self.at(number, table, "withdrawal", {"board": board, **BECAUSE})
            self.check()
            self.at(number, table, "result", {"sheet": self.sheet(table, board), "board": board})
            if self.terms["format"] not in ("knockout", "ladder"):
                self.settled_later.append((number, table, board))

    def sheet(self, table: Mapping[str, Any], board: int) -> Sheet:
        return self.papers.board() if board else self.papers.encounter(table["stage"])

    def close(self, number: int) -> None:
        self.to(f"rounds/{number}/close")
        self.dirty |= {key for key in self.ids if key[0] == number}

    def between(self, number: int) -> None:
        """Rulings about scores, a late entry, somebody who goes home."""
        format_ = self.terms["format"]
        going = [entry for entry in self.order if entry not in self.out]
        if self.rng.random() < 0.4 or number == 1:
            unit = self.rng.choice(["tokens", "score"])
            body = {"entry": self.rng.choice(going), "amount": -3, "unit": unit, "round": number, **BECAUSE}
            version = self.to("adjustments", body)["version"]
            if self.rng.random() < 0.3:
                self.to(f"adjustments/{version}/withdraw", BECAUSE)
        if number == 1 and self.late and format_ in ("swiss", "drawn-partners", "ladder", "duplicate", "team-swiss"):
            self.entries += 1
            self.enter(self.entries)
            self.order.append(str(self.entries))
        if number == 2 and self.entries > 8:
            gone = self.rng.choice(going)
            self.to(f"entries/{gone}/withdraw", {"why": "Gone home."})
            self.out.add(gone)
        self.check()

    def challenged(self) -> list[list[str]]:
        """The challenges, as the ladder stands."""
        ladder = [row["entry"] for row in self.standings() if row["entry"] not in self.out]
        challenges: list[list[str]] = []
        busy: set[str] = set()
        for low in range(len(ladder) - 1, 0, -1):
            high = low - self.rng.randint(1, min(low, self.terms.get("reach", 3)))
            if {ladder[low], ladder[high]} & busy or self.rng.random() < 0.2:
                continue
            busy |= {ladder[low], ladder[high]}
            challenges.append([ladder[low], ladder[high]])
        return challenges

    # --- deals at a table -------------------------------------------------------------------------

    def record(self, number: int, table: dict[str, Any]) -> None:
        """A match is recorded; one of its deals is put right afterwards, and the standings follow."""
        match = opened(self.director.post(f"/encounters/{table['id']}/match"))
        amended = None
        for turn in range(200):
            self.dirty.add((number, table["table"]))
            match_payload = self.director.get(f"/matches/{match}").json
            if match_payload["status"] == "over":
                break
            dealer = match_payload["next_dealer"]
            deal = opened(self.director.post("/deals", {"match": match}))
            acts = with_one_bid(dealer) if turn == 0 and self.ruleset == "304" else self.generated(dealer)
            play(self.director, deal, acts)
            if turn == 0:
                amended = deal, acts
            self.check()
        else:
            raise AssertionError("the encounter is not decided by 200 deals")
        assert amended is not None
        deal, acts = amended
        before = self.director.get(f"/encounters/{table['id']}").json["results"][0]
        if self.ruleset == "304":
            bid = next(act for act in acts if isinstance(act, BidMade))
            ply = next(n for n, act in enumerate(acts) if act is bid)
            now = {"ply": ply, "act": f"{bid.seat} 250", "why": "It was 250 that was bid."}
            done(self.director, f"/deals/{deal}/amendments", now)
        else:
            done(self.director, f"/deals/{deal}/undo", {"why": "The last card was another."})
        self.dirty.add((number, table["table"]))
        after = self.director.get(f"/encounters/{table['id']}").json["results"]
        assert after != [before]
        self.check()
        if self.ruleset != "304":
            play(self.director, deal, acts[-1:])
            self.dirty.add((number, table["table"]))
            after = self.director.get(f"/encounters/{table['id']}").json["results"]
            assert [after[0]["won"], after[0]["deals"]] == [before["won"], before["deals"]]
        if not after:
            self.at(number, table, "forfeit", {"sides": [0], **BECAUSE})

    def generated(self, dealer: str) -> list[Act]:
        """The acts that generated players chose, without those that the rules compelled."""
        ruleset = RULESETS[self.ruleset]
        styles = dict(zip(SEATS, STYLES.values(), strict=False))
        record = Record(DealOpened(plain(ruleset), dealer), Stamp(1, "2026-02-14T19:00:00.000Z", "scribe"))
        compelled: list[Act] = []
        acts: list[Act] = []
        for act in DEAL_TYPES[ruleset.game](ruleset, dealer, styles, self.rng).acts():
            if compelled and compelled[0] == act:
                compelled.pop(0)
                continue
            acts.append(act)
            proposals = record.act(act)
            compelled = [each.fact for each in proposals[1:] if isinstance(each.fact, Act)]
            for each in proposals:
                record.fold(each.fact, Stamp(len(record.entries) + 2, "2026-02-14T19:00:00.000Z", "scribe"))
        return acts

    # --- what must hold ---------------------------------------------------------------------------

    def check(self, *, whole: bool = False) -> None:
        """The standings of the API, of the events, and of the stored lines are the same."""
        self.checked += 1
        recomputed = self.retold()
        recomputed.times = self.times
        expected = recomputed.standings()
        rows = self.standings()
        assert {row["entry"] for row in rows} == expected.keys()
        for row in rows:
            own = expected[row["entry"]]
            for name in ("place", "played", "won", "lost", "provisional"):
                if name == "won" and self.on_boards:
                    continue
                assert row[name] == own[name], (row, own)
            assert same(row["score"], own["score"]), (row, own)
            for name, value in own["breaks"].items():
                if not self.on_boards or name != "wins":
                    assert same(row["breaks"].get(name), value), (name, row, own)
            assert row["why"].endswith(".")
        self.rebuilt(whole=whole)

    def check_report(self) -> None:
        """The report file holds what the events tell; formats that it cannot hold are refused."""
        answer = self.director.get(f"/tournaments/{self.cup}/report.trf")
        if self.terms["format"] not in ("swiss", "round-robin"):
            assert (answer.status_code, answer.json["code"]) == (422, "report-file")
            return
        assert answer.status_code == 200, answer.json
        names = {each["id"]: each["name"] for each in self.payload["entries"]}
        self.reported += compare(answer.text, self.retold(), names, self.standings())

    def check_move(self) -> None:
        """The report file, read into another tournament with its rounds, gives the same scores, tie-breaks and places.

        Lots are not moved: entries that they part share a place there, and meet more entries head to head. An entry
        that withdrew before its first round is not in the file.
        """
        if self.terms["format"] not in ("swiss", "round-robin"):
            return
        text = self.director.get(f"/tournaments/{self.cup}/report.trf").text
        body = {"name": "Moved", "terms": self.payload["terms"], "ruleset": self.ruleset, "club": self.club}
        moved = opened(self.director.post("/tournaments", body))
        file = {"text": text, "rounds": True}
        checked = done(self.director, f"/tournaments/{moved}/entry-files/check", file)
        assert (checked.get("declined"), checked["rounds_taken"]) == (None, len(self.rounds)), checked
        done(self.director, f"/tournaments/{moved}/entry-files", file)
        values = ("score", "played", "won", "drawn", "lost", "withdrawn")
        order = [*self.payload["terms"]["tie_breaks"], "head-to-head"]
        apart = {"lot", "seed"} & set(order[: order.index("head-to-head")])
        unlike = ("lot", "seed", "head-to-head") if apart else ("lot", "seed")
        here, there = (
            {row["name"]: row for row in self.director.get(f"/tournaments/{cup}/standings").json["items"]}
            for cup in (self.cup, moved)
        )
        for name, row in there.items():
            assert [row[each] for each in values] == [here[name][each] for each in values], (name, row, here[name])
            breaks = {each: value for each, value in here[name]["breaks"].items() if each not in unlike}
            assert row["breaks"].items() >= breaks.items(), (name, row, here[name])
        absent = {each["name"] for each in self.payload["entries"] if (each.get("out") or 99) <= each["since"]}
        assert there.keys() == here.keys() - absent
        breaks_used = self.payload["terms"]["tie_breaks"]
        if absent or "seed" in breaks_used or "lot" in breaks_used[:-1]:
            return
        groups: dict[int, set[int]] = defaultdict(set)
        for name, row in there.items():
            groups[row["place"]].add(here[name]["place"])
        assert all(min(numbers) == place for place, numbers in groups.items()), groups

    def rebuilt(self, *, whole: bool) -> None:
        """The stored lines are those that a rebuild writes."""
        here = self.house.services
        stored = self.stored()
        changed = set(self.ids) if whole else self.looked_at
        for identity in (self.cup, *(self.ids[key] for key in changed)):
            ranking = here.ledger.ranking(UUID(identity))
            assert ranking is not None
            self.fresh[identity] = [dict(line) for *_, line in ranking.rows if line is not None]
        assert stored == sorted((line for lines in self.fresh.values() for line in lines), key=str)
        if whole:
            assert list(here.lines.rebuild(here.ledger.ranking, RANKED_TOPICS))
            assert self.stored() == stored

    def stored(self) -> list[dict[str, Any]]:
        """The lines of the standings as they are stored."""
        return sorted((plain_line(read(line)) for line in self.house.services.lines.of(UUID(self.cup))), key=str)

    def retold(self) -> Retold:
        """The tournament as its events tell it."""
        for key in self.dirty:
            self.events[key] = self.history(self.ids[key])
        self.looked_at, self.dirty = self.dirty, set()
        return Retold(self.history(self.cup), self.events)

    def history(self, identity: str) -> list[Event]:
        return [
            {
                "topic": event.fact.TOPIC.rpartition(".")[2],
                "version": event.originator_version,
                **msgspec.json.decode(msgspec.json.encode(event.fact)),
            }
            for event in self.house.services.ledger.repository.history(UUID(identity))
        ]

    # --- asked of the API -------------------------------------------------------------------------

    @property
    def payload(self) -> dict[str, Any]:
        payload: dict[str, Any] = self.director.get(f"/tournaments/{self.cup}").json
        return payload

    def standings(self) -> list[dict[str, Any]]:
        """The standings as officials see them: those of everybody leave out boards that others have still to play."""
        rows: list[dict[str, Any]] = self.director.get(f"/tournaments/{self.cup}/standings").json["items"]
        return rows

    def to(self, path: str, body: Any = None) -> dict[str, Any]:
        return done(self.director, f"/tournaments/{self.cup}/{path}", body)

    def at(self, number: int, table: Mapping[str, Any], path: str, body: Any, who: Person | None = None) -> None:
        done(who or self.director, f"/encounters/{table['id']}/{path}", body)
        self.dirty.add((number, table["table"]))

    # --- how it was drawn ---------------------------------------------------------------------------

    def tables(self, number: int | None = None) -> Iterator[dict[str, Any]]:
        """All tables of a round, or of all rounds."""
        for drawn in self.rounds:
            if number in (None, drawn["round"]):
                yield from drawn["encounters"]

    def met(self) -> Counter[frozenset[str]]:
        """The number of times that two entries met as opponents."""
        return Counter(
            frozenset((one, other))
            for table in self.tables()
            for one in table["sides"][0]
            for other in table["sides"][1]
        )

    def balance(self) -> dict[str, int]:
        """The number of times that each entry sat North and South, less those East and West."""
        balances: defaultdict[str, int] = defaultdict(int)
        for table in self.tables():
            for side, sign in zip(table["sides"], (1, -1), strict=True):
                for entry in side:
                    balances[entry] += sign
        return balances

    def idle_fairly(self) -> None:
        """Nobody has no opponent again while somebody who plays always had one."""
        idle: Counter[str] = Counter()
        for drawn in self.rounds:
            sit = [entry for table in drawn["encounters"] for side in table["sides"] for entry in side]
            for bye in drawn["byes"]:
                assert idle[bye["entry"]] <= min(idle[entry] for entry in sit), (drawn["round"], bye, idle)
            idle.update(bye["entry"] for bye in drawn["byes"])
            if self.terms.get("scoring", {}).get("requested_bye") == "full":
                idle.update(drawn["requested"])
            tables = self.retold().tables
            for table in drawn["encounters"]:
                forfeits = tables[drawn["round"], table["table"]].forfeits
                if len(forfeits) == 1 and self.terms["format"] == "swiss":
                    idle.update(table["sides"][1 - forfeits[0]])

    def dealt(self) -> dict[str, int]:
        """By how much everybody dealt first more often (or less) than its share, in halves or quarters of a deal."""
        recomputed = self.retold()
        counts: defaultdict[str, int] = defaultdict(int)
        for drawn in self.rounds:
            for table in drawn["encounters"]:
                setting = recomputed.tables[drawn["round"], table["table"]].setting
                there = [entry for side in table["sides"] for entry in side]
                for entry in there:
                    counts[entry] -= 1
                counts[setting["seats"][setting["dealer"]][:-1]] += len(there)
        return counts


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def same(shown: float | None, exact: Any) -> bool:
    """Whether what is shown is the exact number, to four decimals."""
    if shown is None or exact is None:
        return shown is exact
    return shown == pytest.approx(float(Fraction(exact)), abs=0.00006)
