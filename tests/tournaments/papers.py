"""Score sheets as tables fill them in: whatever the ruleset makes possible, by a seeded source."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

Sheet = dict[str, Any]
CARDS_OF_304 = (30, 20, 11, 10, 3, 2, 0, 0) * 4
CARDS_OF_A_JASS = (20, 14, 11, 10, 4, 3, 0, 0, 0, *(11, 10, 4, 3, 2, 0, 0, 0, 0) * 3)
LAST_TRICK = 5


class Papers:
    """Fills in sheets for a game, by the terms of a tournament."""

    def __init__(self, game: Mapping[str, Any], terms: Mapping[str, Any], rng: random.Random) -> None:
        self.jass = "bonus" in game
        self.terms, self.rng = terms, rng
        self.match = game["bonus"]["match"] if self.jass else 0
        bands = [] if self.jass else [*game["pay"]["bands"], game["pay"]["pcc"]]
        self.pays = [band[each] for band in bands for each in ("win", "win", "lose")]
        """A game made is more usual than one lost."""

    def deal(self) -> list[dict[str, int]]:
        """One deal: what each side wrote down."""
        return self._jass_deal() if self.jass else self._deal_of_304()

    def _deal_of_304(self) -> list[dict[str, int]]:
        cards = sum(self.rng.sample(CARDS_OF_304, 4 * self.rng.randint(1, 7)))
        deal = [{"tokens": 0, "points": cards}, {"tokens": 0, "points": sum(CARDS_OF_304) - cards}]
        self.rng.choice(deal)["tokens"] = self.rng.choice(self.pays)
        return deal

    def _jass_deal(self) -> list[dict[str, int]]:
        """Without Weis, Stöck and contracts, as in a Passe; now and then a Match."""
        if self.rng.random() < 0.06:
            deal = [{"points": sum(CARDS_OF_A_JASS) + LAST_TRICK + self.match}, {"points": 0}]
            self.rng.shuffle(deal)
            return deal
        cards = sum(self.rng.sample(CARDS_OF_A_JASS, 4 * self.rng.randint(1, 8)))
        deal = [{"points": cards}, {"points": sum(CARDS_OF_A_JASS) - cards}]
        self.rng.choice(deal)["points"] += LAST_TRICK
        return deal

    def worth(self, count: Mapping[str, int]) -> int:
        return count["points" if self.jass else "tokens"]

    def board(self) -> Sheet:
        """A board of a duplicate: now and then nobody won anything."""
        if not self.jass and self.rng.random() < 0.05:
            return {"deals": [[{"tokens": 0}, {"tokens": 0}]]}
        return {"deals": [self.deal()]}

    def encounter(self, stage: str = "") -> Sheet:
        """A whole encounter: deal by deal, all together, or both."""
        encounter = self.terms.get("encounter", {})
        race, most = encounter.get("race"), encounter.get("deals")
        if stage == "final" and "final_race" in encounter:
            race, most = encounter["final_race"], None
        level = encounter.get("level", "draw") == "draw" and self.terms["format"] != "knockout"
        deals: list[list[dict[str, int]]] = []
        while True:
            deals.append(self.deal())
            so_far = [sum(self.worth(deal[side]) for deal in deals) for side in (0, 1)]
            there = max(so_far) >= race if race else len(deals) >= (most or 4)
            if there and (level or so_far[0] != so_far[1]):
                break
        chance = self.rng.random()
        sheet: Sheet = {} if chance < 0.4 else {"deals": deals}
        if chance < 0.7:
            sheet["whole"] = [self._whole(deals, side) for side in (0, 1)]
            if not most or len(deals) != most:
                sheet["played"] = len(deals)
        return sheet

    def _whole(self, deals: Sequence[Sequence[Mapping[str, int]]], side: int) -> dict[str, int]:
        whole = {name: sum(deal[side][name] for deal in deals) for name in deals[0][side]}
        won = sum(self.worth(deal[side]) > self.worth(deal[1 - side]) for deal in deals)
        return {**whole, "deals": won}
