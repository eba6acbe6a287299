"""Standings worked out again, slowly and in another way: from the words of the terms, sharing no code with the domain.

Everything is plain: terms and lines are dictionaries, and every value is looked for among all lines each time.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Line = dict[str, Any]
SHARED = {"requested-bye": ("requested_bye", "half"), "late": ("late", "none")}
"""The kinds of rounds that are worth a share, each with its term and the usual share."""


def swings(line: Line) -> tuple[Fraction, Fraction]:
    """The sums that a line won and lost; for several boards together, what `retold` added up."""
    if "swings" in line:
        return line["swings"][0], line["swings"][1]
    won, lost = Fraction(line["won"]), Fraction(line["lost"])
    nothing = Fraction(0)
    return max(won, nothing) + max(-lost, nothing), max(lost, nothing) + max(-won, nothing)


class Slow:
    """One tournament, told as plain values."""

    def __init__(
        self,
        scoring: dict[str, Any],
        tie_breaks: list[str],
        entries: list[dict[str, Any]],
        lines: list[Line],
        adjustments: list[dict[str, Any]],
        lots: list[str],
        drawn_partners: bool = False,
        unplayed: str = "own-score",
        fixed: bool = False,
    ) -> None:
        self.scoring = scoring
        self.tie_breaks = tie_breaks
        self.seeds = {entry["id"]: entry["seed"] for entry in entries}
        self.idle = {entry["id"]: list(entry["idle"]) for entry in entries}
        self.fide, self.fixed = unplayed == "fide-2024", fixed
        self.by_entry: dict[str, list[Line]] = {entry: [] for entry in self.seeds}
        for line in lines:
            self.by_entry[line["entry"]].append(line)
        self.adjustments = adjustments
        self.lots = lots
        self.width = 2 if drawn_partners else 1
        self.rounds = max([line["round"] for line in lines], default=0)
        self.scores = {entry: self.score(entry, scoring["drop_worst"]) for entry in self.seeds}

    def own(self, entry: str) -> list[Line]:
        return self.by_entry[entry]

    def halves(self) -> bool:
        return bool(self.scoring["counts"] == "wins")

    def parts(self) -> int:
        """The number of parts of a point in which a ruling counts."""
        return {"wins": 2, "victory-points": 100}.get(self.scoring["counts"], 1)

    def plain(self, line: Line) -> Fraction:
        """The worth of a line that was played, in points, tokens, deals."""
        match self.scoring["counts"]:
            case "wins" if line["won"] > line["lost"]:
                return Fraction(self.scoring["win"]) / 2
            case "wins" if line["won"] == line["lost"]:
                return Fraction(self.scoring["draw"]) / 2
            case "wins":
                return Fraction(self.scoring["loss"]) / 2
            case "tokens":
                return Fraction(line["won"] - line["lost"])
            case "deals":
                return Fraction(line["deals_won"])
            case "matchpoints" | "cross-tokens" | "cross-imps" | "imps":
                return Fraction(line["won"])
            case "victory-points":
                return Fraction(line["vp"])
        return Fraction(line["points"])

    def value(self, line: Line) -> Fraction:
        if line["kind"] == "played":
            return self.plain(line)
        if line["kind"] in ("forfeit", "absent", "late-play"):
            return Fraction(0)
        if line["kind"] in SHARED:
            return self.share_of_round(line)
        if "worth" in line:
            return Fraction(line["worth"])
        worth = self.scoring["bye" if line["kind"] == "bye" else "forfeit"]
        if worth is not None:
            return Fraction(worth) / (2 if self.halves() else 1)
        if self.halves():
            return Fraction(self.scoring["win"]) / 2
        return self.mean(line["entry"])

    def mean(self, entry: str) -> Fraction:
        """The mean of an entry's rounds at a table, never below zero."""
        others = [self.plain(each) for each in self.own(entry) if each["kind"] == "played"]
        mean = sum(others) / Fraction(len(others)) if others else Fraction(0)
        return mean if mean > 0 else Fraction(0)

    def share_of_round(self, line: Line) -> Fraction:
        """The worth of a bye on request, or of a round before a late entry: a half is a draw or half the mean."""
        name, usual = SHARED[line["kind"]]
        share = self.scoring.get(name, usual)
        if share == "none":
            return Fraction(0)
        if self.halves():
            return Fraction(self.scoring["win" if share == "full" else "draw"]) / 2
        return self.mean(line["entry"]) * (Fraction(1) if share == "full" else Fraction(1, 2))

    def won_of_round(self, line: Line) -> Fraction:
        """Which part of a win such a round was: 1, a half, or nothing."""
        name, usual = SHARED[line["kind"]]
        if self.scoring.get(name, usual) == "none":
            return Fraction(0)
        worth = 2 * self.share_of_round(line)
        return Fraction(1) if worth >= self.scoring["win"] else Fraction(worth >= self.scoring["draw"], 2)

    def score(self, entry: str, drop: int) -> Fraction:
        lines = self.own(entry)
        kept, loose = Fraction(0), []
        for round_ in range(1, self.rounds + 1):
            there = [line for line in lines if line["round"] == round_]
            worth = sum((self.value(line) for line in there), Fraction(0))
            if any(line["kind"] == "forfeit" for line in there):
                kept += worth
            else:
                loose.append(worth)
        loose.sort(reverse=True)
        while drop and loose and self.rounds > 1 and self.rounds - drop < 1:
            drop -= 1
        if self.rounds <= 1:
            drop = 0
        kept += sum(loose[: max(0, len(loose) - drop)])
        for ruling in self.adjustments:
            if ruling["entry"] == entry and ruling["unit"] == "score":
                kept += Fraction(ruling["amount"]) / self.parts()
            if ruling["entry"] == entry and ruling["unit"] == "tokens" and self.scoring["counts"] == "tokens":
                kept += ruling["amount"]
        return kept

    def progress(self, entry: str) -> list[Fraction]:
        """The score after each round, as if the dropped rounds had brought nothing."""
        worth, forfeited = {}, set()
        for number in range(1, self.rounds + 1):
            there = [line for line in self.own(entry) if line["round"] == number]
            worth[number] = sum((self.value(line) for line in there), Fraction(0))
            if any(line["kind"] == "forfeit" for line in there):
                forfeited.add(number)
        loose = sorted((value, number) for number, value in worth.items() if number not in forfeited)
        for _, number in loose[: min(self.scoring["drop_worst"], max(self.rounds - 1, 0))]:
            worth[number] = Fraction(0)
        rulings = [each for each in self.adjustments if each["entry"] == entry]
        scores = []
        for last in range(1, self.rounds + 1):
            score = sum((value for number, value in worth.items() if number <= last), Fraction(0))
            for ruling in rulings:
                if ruling["round"] <= last and ruling["unit"] == "score":
                    score += Fraction(ruling["amount"]) / self.parts()
                elif ruling["round"] <= last and self.scoring["counts"] == "tokens":
                    score += ruling["amount"]
            scores.append(score)
        return scores

    def kind(self, entry: str, number: int) -> str:
        """The round of an entry: the kind of its line, ``away`` without a table, ``awaited`` at one."""
        kinds = [line["kind"] for line in self.own(entry) if line["round"] == number]
        if number in self.idle[entry] or kinds in (["absent"], *([each] for each in SHARED)):
            return "away"
        return str(kinds[0]) if kinds else "awaited"

    def for_others(self, entry: str) -> Fraction:
        """An entry's score for its opponents by FIDE's article 16.3: who left for good drew ever since."""
        if self.fixed:
            return self.scores[entry]
        last = max([self.rounds, *(number for idle in self.idle.values() for number in idle)])
        kinds = [self.kind(entry, number) for number in range(1, last + 1)]
        while kinds and kinds[-1] in ("away", "forfeit"):
            kinds.pop()
        away = [number for number in range(len(kinds) + 1, last + 1) if self.kind(entry, number) == "away"]
        scored = [self.value(line) for line in self.own(entry) if line["round"] in away]
        return self.scores[entry] + len(away) * Fraction(self.scoring["draw"]) / 2 - sum(scored)

    def by_fide(self, entry: str) -> list[tuple[Fraction, Fraction, bool]]:
        """Each round by FIDE's article 16: a score, the share won from it, and whether not playing was a choice."""
        contributions = []
        last = max([self.rounds, *(number for idle in self.idle.values() for number in idle)])
        for number in range(1, last + 1):
            kind = self.kind(entry, number)
            there = [line for line in self.own(entry) if line["round"] == number]
            if kind == "away" and not self.fixed:
                won_by_asking = sum((self.won_of_round(line) for line in there if line["kind"] in SHARED), Fraction(0))
                contributions += [(self.scores[entry], won_by_asking, True)] * self.width
            for line in there:
                if kind == "played" or (self.fixed and kind in ("walkover", "forfeit")):
                    won = {"walkover": 1, "forfeit": 0}.get(kind, Fraction(1, 2))
                    if kind == "played" and line["won"] != line["lost"]:
                        won = int(line["won"] > line["lost"])
                    contributions += [(self.for_others(other), Fraction(won), False) for other in line["against"]]
                elif kind in ("bye", "walkover", "forfeit") and not self.fixed:
                    won = {"walkover": 1, "forfeit": 0}.get(kind, Fraction(0))
                    if kind == "bye":
                        worth = self.scoring["win"] if self.scoring["bye"] is None else self.scoring["bye"]
                        won = 1 if worth >= self.scoring["win"] else Fraction(worth >= self.scoring["draw"], 2)
                    contributions += [(self.scores[entry], Fraction(won), kind == "forfeit")] * self.width
        return contributions

    def remaining(self, entry: str, low: int, high: int) -> Fraction:
        """Buchholz after so many of the lowest and of the highest are struck out."""
        chosen = sorted(score for score, _, choice in self.opponents(entry) if choice)
        rest = sorted(score for score, _, choice in self.opponents(entry) if not choice)
        for _ in range(low):
            if chosen:
                chosen = chosen[1:]
            else:
                rest = rest[1:]
        left = sorted(chosen + rest)
        return sum(left[: max(0, len(left) - high)], Fraction(0))

    def opponents(self, entry: str) -> list[tuple[Fraction, Fraction, bool]]:
        """The score of each opponent, the share won from it, and whether the round was not played by choice."""
        if self.fide:
            return self.by_fide(entry)
        shares = []
        for line in self.own(entry):
            if line["kind"] == "played":
                share = Fraction(1, 2)
                if line["won"] != line["lost"]:
                    share = Fraction(line["won"] > line["lost"])
                shares += [(self.scores[other], share, False) for other in line["against"]]
            if line["kind"] in ("bye", "walkover"):
                shares += [(self.scores[entry], Fraction(1, 2), False)] * self.width
        return shares

    def wins(self, entry: str) -> int:
        count = 0
        for line in self.own(entry):
            if line["kind"] == "walkover" or (line["kind"] == "played" and line["won"] > line["lost"]):
                count += 1
            bye_is_a_win = self.scoring["bye"] is None or self.scoring["bye"] >= self.scoring["win"]
            if line["kind"] == "bye" and self.halves() and bye_is_a_win:
                count += 1
            if line["kind"] in SHARED and self.halves() and self.won_of_round(line) == 1:
                count += 1
        return count

    def best(self, entry: str) -> Fraction | None:
        rounds: dict[int, Fraction] = {}
        for line in self.own(entry):
            if line["kind"] == "played":
                got = Fraction(line["won"] - line["lost"]) if self.halves() else self.plain(line)
                rounds[line["round"]] = rounds.get(line["round"], Fraction(0)) + got
        return max(rounds.values()) if rounds else None

    def between(self, one: str, other: str) -> list[Line]:
        """The encounters of one entry against another."""
        return [line for line in self.own(one) for each in line["against"] if each == other]

    def says(self, name: str, entry: str, level: list[str]) -> Any:
        """The value of a tie-break; more is better, None behind all."""
        opponents = self.opponents(entry)
        match name:
            case "head-to-head":
                often = {len(self.between(one, other)) for one in level for other in level if one != other}
                if len(often) != 1 or often == {0}:
                    return Fraction(0)
                return sum(
                    (self.value(line) for other in level if other != entry for line in self.between(entry, other)),
                    Fraction(0),
                )
            case "buchholz":
                return sum((score for score, *_ in opponents), Fraction(0))
            case "buchholz-cut-1":
                return self.remaining(entry, 1, 0)
            case "buchholz-cut-2":
                return self.remaining(entry, 2, 0)
            case "median-buchholz":
                return self.remaining(entry, 1, 1)
            case "median-buchholz-2":
                return self.remaining(entry, 2, 2)
            case "sonneborn-berger":
                return sum((score * share for score, share, _ in opponents), Fraction(0))
            case "progressive":
                return sum(self.progress(entry), Fraction(0))
            case "progressive-cut-1":
                return sum(self.progress(entry)[1:], Fraction(0))
            case "difference":
                played = [line for line in self.own(entry) if line["kind"] == "played"]
                rulings = [each for each in self.adjustments if each["entry"] == entry and each["unit"] == "tokens"]
                return Fraction(
                    sum(line["won"] - line["lost"] for line in played) + sum(each["amount"] for each in rulings)
                )
            case "quotient":
                played = [line for line in self.own(entry) if line["kind"] == "played"]
                won, lost = (sum((both[n] for both in map(swings, played)), Fraction(0)) for n in (0, 1))
                return won / max(lost, 1)
            case "wins":
                return self.wins(entry)
            case "best-round":
                return self.best(entry)
            case "drop-worst":
                return self.score(entry, self.scoring["drop_worst"] + 1)
            case "seed":
                return None if self.seeds[entry] is None else -self.seeds[entry]
            case "lot":
                if not all(each in self.lots for each in level):
                    return 0
                return -self.lots.index(entry)
        raise AssertionError(name)

    def ahead(self, level: list[str], names: list[str]) -> list[list[str]]:
        """Groups of one level each, the best first: one group is split again and again."""
        if len(level) < 2 or not names:
            return [level]
        values = {entry: self.says(names[0], entry, level) for entry in level}
        groups: list[list[str]] = []
        rest = list(level)
        while rest:
            known = [values[entry] for entry in rest if values[entry] is not None]
            top = max(known) if known else None
            groups.append([entry for entry in rest if values[entry] == top])
            rest = [entry for entry in rest if values[entry] != top]
        once_more = names[0] == "head-to-head" and len(groups) > 1
        return [smaller for group in groups for smaller in self.ahead(group, names if once_more else names[1:])]

    def to_the_end(self, level: list[str], names: list[str]) -> list[list[str]]:
        """As `ahead`; those who are still level are asked again for what rests on who is level."""
        groups = self.ahead(level, names)
        relative = [name for name in self.tie_breaks if name in ("head-to-head", "lot")]
        smaller_groups = []
        for group in groups:
            smaller_groups += self.to_the_end(group, relative) if 1 < len(group) < len(level) else [group]
        return smaller_groups

    def places(self) -> dict[str, int]:
        """Everybody's place."""
        place_of: dict[str, int] = {}
        for score in sorted(set(self.scores.values()), reverse=True):
            everybody = [each for each in self.scores if self.scores[each] == score]
            for group in self.to_the_end(everybody, self.tie_breaks):
                place = len(place_of) + 1
                place_of |= dict.fromkeys(group, place)
        return place_of
