"""Compare the declared Weis, and score those of the side with the best (003 "Weis and Stöck", "Play").

At the end of the first trick the highest declared value wins. If both teams declared it, their seats compare up to
three properties: the number of cards (if it can differ), the highest card, and whether the Weis is in trumps. The first
declarer answers first; each other seat answers if its Weis is as good or better, and else concedes. The comparison ends
when only one team is left; if all properties are equal, the first declaration wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.facts import Act
from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.state import NOBODY, NOTHING
from domain.engine.templates import SomeNumbers, Template
from domain.engine.words.values import Listing, Term
from domain.games.sidi.acts import WeisConceded, WeisDetailed, WeisScored
from domain.games.sidi.stages.calls import Calls
from domain.games.sidi.state import SILENT, WEIS
from domain.games.sidi.weis import SHORTEST, Item, finders

if TYPE_CHECKING:
    from domain.engine.words.values import Value
    from domain.games.sidi.rules import SidiRules
    from domain.games.sidi.state import SidiState

CARDS: Final = 0
TOP: Final = 1
TRUMP: Final = 2
QUESTIONS: Final = (Term("how many cards"), Term("which is the highest card"), Term("whether it is in trumps"))


def reply(item: Item, question: int) -> int:
    """Return the property of a combination that a question asks for, as a number: greater is better."""
    return (item.cards, item.height, int(item.trump))[question]


def numbers(values: tuple[int, ...]) -> Value:
    """Return the values of several Weis as one value of a sentence."""
    return Listing(values, " and ") if values else Term("nothing")


class WeisComparison(Calls):
    """The acts that compare Weis after the first trick, and those that score the Weis of the winners."""

    def __init__(self, rules: SidiRules) -> None:
        super().__init__(rules)
        self.finders = finders(self.game)
        self.judges = {
            WeisDetailed: self.judge_detail,
            WeisConceded: self.judge_concession,
            WeisScored: self.judge_score,
        }
        self.applies = {
            WeisDetailed: self.apply_detail,
            WeisConceded: self.apply_concession,
            WeisScored: self.apply_score,
        }

    # --- the course of it -------------------------------------------------------------------------

    def begin(self, s: SidiState) -> None:
        """Start the comparison: the first trick is complete, or the seat that played last to it has declared."""
        if not s.declared:
            return
        highest = s.highest_declaration()
        s.contenders = tuple([seat for seat, value in s.declared if value == highest])
        s.answers = [SILENT] * self.rules.seat_count
        s.question = CARDS
        s.answered = 0
        s.best = s.side = NOBODY
        if len(self.finders[s.denomination].sizes.get(highest, ())) < 2:
            s.question = TOP
        self.go_on(s)

    def go_on(self, s: SidiState) -> None:
        """Set the seat that answers next, or the team that has the best Weis."""
        while self.has_both_teams(s.contenders):
            for seat in s.contenders:
                if not s.answered >> seat & 1:
                    s.owed = WEIS
                    s.turn = seat
                    return
            s.question += 1
            s.answered = 0
            s.best = NOBODY
            if s.question > (TRUMP if s.trump else TOP):
                break
        self.decide(s, s.contenders[0] & 1)

    def has_both_teams(self, seats: tuple[int, ...]) -> bool:
        """Return whether these are seats of both teams."""
        return len({seat & 1 for seat in seats}) == 2

    def decide(self, s: SidiState, side: int) -> None:
        """Note that this team has the best Weis, and set the seat that scores next."""
        s.side = side
        s.contenders = ()
        s.owed = NOTHING
        s.turn = s.last_winner
        for seat, _ in s.declared:
            if seat & 1 == side and s.weis[seat] is None:
                s.owed = WEIS
                s.turn = seat
                return

    def is_comparing(self, s: SidiState) -> bool:
        """Return whether the comparison is going on."""
        return s.owed == WEIS and s.side == NOBODY

    def can_latest_declare(self, s: SidiState) -> bool:
        """Return whether the seat that played last to the first trick may still declare."""
        latest = s.latest
        return latest != NOBODY and s.declaration(latest) is None

    # --- possible answers -------------------------------------------------------------------------

    def matching_items(self, s: SidiState, seat: int) -> list[Item]:
        """Return the combinations that agree with the seat's declaration and answers, the best first."""
        value = s.declaration(seat)
        finder = self.finders[s.denomination]
        cards, top = s.answers[seat]
        whole = s.whole_hand(seat)
        return [
            item
            for item in (finder.combinations(whole) if whole else finder.items)
            if item.value == value
            and (cards is None or cards == item.cards)
            and (top is None or top == finder.ranks[item.height])
            and (whole or s.may_have_begun_with(seat, item.mask))
        ]

    def replies(self, s: SidiState, seat: int) -> set[int]:
        """Return the possible answers of the seat, as numbers; empty if it cannot hold the Weis that it declared."""
        could, question = self.matching_items(s, seat), s.question
        if s.whole_hand(seat):
            return {reply(could[0], question)} if could else set()
        return {reply(item, question) for item in could}

    def legal(self, s: SidiState, seat: int) -> list[Act]:
        name = self.rules.seats[seat]
        if self.is_comparing(s):
            if seat != s.turn:
                return []
            answers = self.replies(s, seat)
            acts: list[Act] = [self.detail(s, seat, n) for n in sorted(answers) if n >= s.best]
            if not answers or min(answers) < s.best:
                acts.append(WeisConceded(name))
            return acts
        if self.score_refusal(s, seat):
            return []
        if s.whole_hand(seat):
            return [WeisScored(name, self.values(s, seat))]
        could = self.matching_items(s, seat) or self.finders[s.denomination].items
        values = {item.value for item in could if s.may_have_begun_with(seat, item.mask)}
        return [WeisScored(name, (value,)) for value in sorted(values)]

    def templates(self, s: SidiState, seat: int) -> list[Template]:
        if self.is_comparing(s) or self.score_refusal(s, seat) or s.whole_hand(seat):
            return []
        declared = s.declaration(seat)
        could = {item.value for item in self.finders[s.denomination].items if s.may_have_begun_with(seat, item.mask)}
        if not could or (declared is not None and declared not in could):
            return []
        first = () if declared is None else (declared,)
        more = tuple(sorted(value for value in could if declared is None or value <= declared))
        values = SomeNumbers(first, more, self.rules.hand_size // SHORTEST)
        return [Template(WeisScored(self.rules.seats[seat], first), "values", values)]

    def detail(self, s: SidiState, seat: int, n: int) -> WeisDetailed:
        """Return the act that answers the current question with the number ``n``."""
        name = self.rules.seats[seat]
        if s.question == CARDS:
            return WeisDetailed(name, cards=n)
        if s.question == TOP:
            return WeisDetailed(name, top=self.finders[s.denomination].ranks[n])
        return WeisDetailed(name, trump=bool(n))

    def parse_reply(self, s: SidiState, act: WeisDetailed) -> int | None:
        """Return the answer to the current question as a number; None if the act does not answer exactly that one."""
        answers = (act.cards, act.top, act.trump)
        answer = answers[s.question]
        if answer is None or answers.count(None) != len(QUESTIONS) - 1:
            return None
        if not isinstance(answer, str):
            return int(answer)
        ranks = [*self.finders[s.denomination].ranks]
        return ranks.index(answer) if answer in ranks else None

    def owed_act(self, s: SidiState) -> Act | None:
        if self.can_latest_declare(s):
            return None
        if s.owed == WEIS:
            return self.legal(s, s.turn)[0] if s.whole_hand(s.turn) else None
        if s.owed or s.side == NOBODY:
            return None
        for seat in range(s.side, self.rules.seat_count, 2):
            if not self.score_refusal(s, seat) and s.whole_hand(seat):
                return WeisScored(self.rules.seats[seat], self.values(s, seat))
        return None

    # --- answers ----------------------------------------------------------------------------------

    def answer_refusal(self, s: SidiState, seat: int) -> Refusal | None:
        """Return the refusal of any answer of the seat now; None if the seat is to answer."""
        name = self.rules.seats[seat]
        if not self.is_comparing(s):
            return refuse("weis-not-asked", name, "{who} answered about its Weis, but was not asked")
        if seat != s.turn:
            turn = self.rules.names[s.turn]
            return refuse("weis-not-asked", name, "{who} answered about its Weis", "it is {turn}'s turn", turn=turn)
        return None

    def judge_detail(self, s: SidiState, seat: int, act: WeisDetailed) -> Verdict:
        if barred := self.answer_refusal(s, seat):
            return barred
        n = self.parse_reply(s, act)
        if n is None:
            return refuse(
                "weis-other-question",
                act.seat,
                "{who} answered about its Weis",
                "the question is {question}",
                question=QUESTIONS[s.question],
            )
        if n < s.best:
            return refuse(
                "weis-must-concede",
                act.seat,
                "{who} answered with a Weis that is worse than the best so far",
                "allowed: to concede the Weis",
            )
        if n not in self.replies(s, seat):
            return refuse("weis-answer-false", act.seat, "{who} gave a false answer about its Weis")
        return None if s.whole_hand(seat) else POSSIBLE

    def judge_concession(self, s: SidiState, seat: int, act: WeisConceded) -> Verdict:
        if barred := self.answer_refusal(s, seat):
            return barred
        replies = self.replies(s, seat)
        if replies and min(replies) >= s.best:
            return refuse(
                "weis-must-answer",
                act.seat,
                "{who} conceded, although its Weis is as good as the best so far",
                "the question is {question}",
                question=QUESTIONS[s.question],
            )
        return None if s.whole_hand(seat) else POSSIBLE

    def apply_detail(self, s: SidiState, seat: int, act: WeisDetailed) -> None:
        if not self.is_comparing(s) or seat not in s.contenders:
            return
        n = self.parse_reply(s, act)
        if n is None:
            return
        s.completed = NOBODY
        cards, top = s.answers[seat]
        s.answers[seat] = (act.cards or cards, act.top or top)
        if n > s.best:
            beaten = s.answered
            s.best = n
        else:
            beaten = 0 if n == s.best else 1 << seat
        s.answered |= 1 << seat
        if beaten:
            s.contenders = tuple([other for other in s.contenders if not beaten >> other & 1])
        if act.trump:
            s.contenders = (seat,)
        self.go_on(s)

    def apply_concession(self, s: SidiState, seat: int, act: WeisConceded) -> None:
        if not self.is_comparing(s) or seat not in s.contenders:
            return
        s.completed = NOBODY
        s.contenders = tuple([other for other in s.contenders if other != seat])
        self.go_on(s)

    # --- scoring ----------------------------------------------------------------------------------

    def scoring_items(self, s: SidiState, seat: int) -> tuple[Item, ...]:
        """Return the combinations that the seat scores if its side scores.

        The result is complete only if the seat's whole hand is known.
        """
        return self.finders[s.denomination].scoring_items(s.known_cards(seat))

    def values(self, s: SidiState, seat: int) -> tuple[int, ...]:
        """Return the values of `scoring_items`, the best first; complete only if the whole hand is known."""
        return tuple([item.value for item in self.scoring_items(s, seat)])

    def score_refusal(self, s: SidiState, seat: int) -> Refusal | None:
        """Return the refusal of any score of Weis by the seat now; None if it may score."""
        name = self.rules.seats[seat]
        if not any(s.tricks) or self.is_comparing(s):
            return refuse("weis-open", name, "{who} scored Weis before the best Weis was decided")
        if not s.is_after_first_trick():
            return refuse("weis-too-late", name, "{who} scored Weis after the second trick had begun")
        if s.side != seat & 1:
            return refuse("weis-not-scored", name, "{who} scored Weis, but its side does not have the best Weis")
        if s.weis[seat] is not None:
            return refuse("weis-twice", name, "{who} scored Weis twice")
        if s.declaration(seat) is None:
            nothing = s.whole_hand(seat) and not self.finders[s.denomination].best(s.known_cards(seat))
            if nothing or not self.game.weis.undeclared_partner_scores:
                return refuse("weis-not-scored", name, "{who} scored Weis without having declared any")
        return None

    def judge_score(self, s: SidiState, seat: int, act: WeisScored) -> Verdict:
        if barred := self.score_refusal(s, seat):
            return barred
        whole = s.whole_hand(seat)
        values = self.values(s, seat) if whole else ()
        if whole and (act.values == values or tuple(sorted(act.values, reverse=True)) == values):
            return None
        code, scored = "weis-score-differs", numbers(act.values)
        if whole:
            return refuse(
                code,
                act.seat,
                "{who} scored {scored} for Weis",
                "the hand holds {held}",
                scored=scored,
                held=numbers(values),
            )
        finder = self.finders[s.denomination]
        could = {item.value for item in finder.items if s.may_have_begun_with(seat, item.mask)}
        if not act.values or not set(act.values) <= could:
            return refuse(
                code, act.seat, "{who} scored {scored} for Weis", "allowed: the Weis that the hand holds", scored=scored
            )
        best = self.matching_items(s, seat)
        if best and max(act.values) != best[0].value:
            return refuse(
                code,
                act.seat,
                "{who} scored {scored} for Weis",
                "the highest Weis is {highest}, as declared",
                scored=scored,
                highest=best[0].value,
            )
        return POSSIBLE

    def apply_score(self, s: SidiState, seat: int, act: WeisScored) -> None:
        if s.weis[seat] is not None or not s.is_after_first_trick():
            return
        s.weis[seat] = act.values
        s.completed = NOBODY
        if s.side == NOBODY or s.owed == WEIS:
            self.decide(s, s.side if s.side != NOBODY else seat & 1)
