"""The shuffle and the offer of the cut (000 "Deal"; 001 "Note on Shuffling")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Act, PackCut, PackShuffled
from domain.engine.refusals import Verdict, refuse
from domain.engine.stage import Stage
from domain.engine.templates import Number, Template
from domain.engine.words.values import SeatLetter

if TYPE_CHECKING:
    from domain.engine.rules import Rules
    from domain.engine.state import State


class CutStage(Stage):
    """The stage in which the dealer shuffles and the player to the dealer's left may cut.

    Recording the shuffle is optional. The shuffle has the order of the pack if somebody knows it.
    """

    def __init__(self, rules: Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.judges = {PackShuffled: self.judge_shuffle, PackCut: self.judge_cut}
        self.applies = {PackShuffled: self.apply_shuffle, PackCut: self.apply_cut}

    def enter(self, s: State) -> None:
        s.turn = (s.dealer - 1) % self.rules.seat_count

    def legal(self, s: State, seat: int) -> list[Act]:
        name = self.rules.seats[seat]
        acts: list[Act] = []
        if seat == s.dealer and not s.pack:
            acts.append(PackShuffled(name))
        if seat == s.turn:
            acts += [PackCut(name, None), PackCut(name, 0)]
        return acts

    def templates(self, s: State, seat: int, legal: list[Act]) -> list[Template]:
        templates = super().templates(s, seat, legal)
        if seat == s.turn:
            cut = PackCut(self.rules.seats[seat], 0)
            templates.append(Template(cut, "depth", Number(1, self.rules.ruleset.pack.size - 1)))
        return templates

    def judge_shuffle(self, s: State, seat: int, act: PackShuffled) -> Verdict:
        rules = self.rules
        if seat != s.dealer:
            return refuse(
                "not-the-dealer",
                act.seat,
                "{by} shuffled, but {dealer} is the dealer",
                "only {dealer} may shuffle",
                by=SeatLetter(act.seat),
                dealer=rules.names[s.dealer],
            )
        size, count = rules.ruleset.pack.size, len(act.order)
        if act.order and rules.tables.mask(act.order) != rules.tables.all:
            return refuse(
                "not-the-pack", act.seat, "the order does not name each of the {size} cards exactly once", size=size
            )
        if count not in (0, size):
            return refuse(
                "not-the-pack",
                act.seat,
                "the order names {count} cards; the pack has {size}",
                count=count,
                size=size,
            )
        return None

    def apply_shuffle(self, s: State, seat: int, act: PackShuffled) -> None:
        bit = self.rules.tables.bit
        s.pack = tuple(bit.get(card, 0) for card in act.order)

    def judge_cut(self, s: State, seat: int, act: PackCut) -> Verdict:
        rules = self.rules
        if seat != s.turn:
            return refuse(
                "cut-not-yours",
                act.seat,
                "{by} cut the pack, but is not to the dealer's left",
                "only {left} may cut the pack",
                by=SeatLetter(act.seat),
                left=rules.names[s.turn],
            )
        size = rules.ruleset.pack.size
        if act.depth is not None and not 0 <= act.depth < size:
            return refuse(
                "cut-depth",
                act.seat,
                "{count} cards cannot be lifted",
                "allowed: 1 to {most} cards, or no cut",
                count=act.depth,
                most=size - 1,
            )
        return None

    def apply_cut(self, s: State, seat: int, act: PackCut) -> None:
        s.cut_depth = 0 if act.depth is None and not act.unrecorded else (act.depth or None)
        self.leave(s)
