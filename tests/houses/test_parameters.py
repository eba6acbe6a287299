"""A law: every value of every parameter that a house may choose changes something that can be seen of a deal.

For each parameter a row says where to look: random deals act by act, what deals and matches pay, the adjudication of
Caps. Any two values that are accepted look different there; what looks the same is refused. A parameter without a
row fails the law.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations
from typing import Any, Literal, get_args, get_origin

import pytest

from domain.audit.caps.question import question_of
from domain.audit.caps.report import adjudicate
from domain.engine.facts import CapsRuled, DealSettled, ViolationRuled
from domain.engine.hiding import ARBITER
from domain.engine.parameters import find_differences, is_same_game, override, parse, plain
from domain.engine.rules import Rules, rules_of, settle
from domain.engine.ruleset import Ruleset
from domain.engine.ruleset_error import RulesetError
from domain.engine.state import State
from domain.games.catalogue import RULESETS, SIDI_BARRANI, STANDARD
from domain.games.house import house_ruleset
from domain.games.three04.acts import FULL, HALF, PCC
from domain.games.three04.information import Three04Watcher
from domain.match import scoring as match
from domain.record.record import VERDICTS
from replay.audits.shuffle import _is_minimal
from replay.table import Table
from replay.views import may_see
from tests.audit.test_caps_report import DRAWN, FIRST_TO_LEAD, HANDS, PARTNER_LEADS
from tests.family.random_deals import play as play_304
from tests.houses.random_houses import WHOLE, parameters
from tests.jass.random_jass import play as play_jass
from tests.rules.table import Table as RulesTable

Look = Callable[[Any], object]


# --- where one can look -----------------------------------------------------------------------------


class RandomDeals:
    """The random deals of a game, played one by one: two games are equal if all their deals are."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, game: Ruleset, count: int) -> None:
        self.rules = rules_of(game)
        self.count = count
        self.played: list[list[object]] = []

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, RandomDeals)
        return all(self.deal(n) == other.deal(n) for n in range(self.count))

    def deal(self, n: int) -> list[object]:
        """Return what is open to everybody before each act, what may be looked at, and the settlement."""
        while len(self.played) <= n:
            self.played.append(self._play(len(self.played)))
        return self.played[n]

    def _play(self, n: int) -> list[object]:
        rules, seed = self.rules, f"trace {n}"
        is_jass = "tricks" in rules.ruleset.stages
        trace: list[object] = []
        s: Any = None
        for s, act in play_jass(rules, seed) if is_jass else play_304(rules, random.Random(seed)):
            open_ = [rules.legal(s, seat) for seat in rules.seats]
            calls = [[type(each.act) for each in rules.templates(s, seat)] for seat in rules.seats]
            trace.append((hash(str(open_)), str(calls), str(act), tuple(s.tricks), tuple(s.points)))
        return [*trace, str(settle(s))]


def acts(game: Ruleset, deals: int = 12) -> RandomDeals:
    """Random deals, act by act."""
    return RandomDeals(game, deals)


def finished(rules: Rules) -> State:
    """A deal of 304 that was played out for a number."""
    for n in range(100):
        for s, _ in play_304(rules, random.Random(f"finished {n}")):
            last = s
        if (
            last.outcome == "played"
            and not last.slam
            and last.double < 0
            and not last.marriages
            and last.caps_caller < 0
        ):
            return last
    raise AssertionError


def payments(game: Any) -> object:
    """The payments for each bid, made or failed; each call of Caps with every verdict; Double, marriages, a breach."""
    rules = rules_of(game)
    end = finished(rules)
    outcomes: list[object] = []

    def paid(**changes: Any) -> None:
        s = end.copy()
        ruled = {name: changes.pop(name, None) for name in ("caps", "violation")}
        for name, value in {"maker": 0, "bid": 200, "slam": "", "points": [204, 100], "tricks": [5, 3]}.items():
            setattr(s, name, changes.get(name, value))
        for name, value in changes.items():
            setattr(s, name, value)
        outcomes.append(settle(s, **ruled))

    for bid in range(150, game.pack.total + 1, 5):
        paid(bid=bid, points=[bid, 304 - bid])
        paid(bid=bid, points=[bid - 1, 305 - bid])
    for slam in (PCC, HALF, FULL):
        paid(slam=slam, tricks=[8, 0])
        paid(slam=slam, tricks=[7, 1])
    for caller in (0, 1):
        for begun in range(9):
            for verdict in VERDICTS[:3]:
                for lost in (0, 1):
                    tricks = [8 - lost, lost] if caller == 0 else [lost, 8 - lost]
                    for points in ([204, 100], [100, 204]):
                        ruled = CapsRuled(verdict, rules.seats[caller])
                        paid(caps_caller=caller, caps_trick=begun, caps=ruled, tricks=tricks, points=points)
        paid(caps=CapsRuled("missing", rules.seats[caller]))
        paid(violation=ViolationRuled(rules.seats[caller], "revoke"))
        paid(double=caller, tricks=[8, 0])
    for need in range(0, 60, 1):
        paid(points=[200 - need, 104 + need], last_winner=0)
        if game.marriages.allowed:
            paid(points=[200 - need, 104 + need], marriages=1, trump=rules.tables.suit["S"], last_winner=1)
            paid(points=[200 - need, 104 + need], marriages=2, trump=rules.tables.suit["S"], last_winner=1)
    return outcomes


def matches(game: Any) -> object:
    """The results of matches of random deals, and their ends."""
    scores: list[object] = []
    teams = game.seating.teams
    for seed in range(40):
        chance = random.Random(f"match {seed}")
        deals = []
        for _ in range(12):
            won, points = chance.choice((-5, -3, -2, 1, 2, 3, 4)), chance.randrange(0, 305)
            card_points = dict(zip(teams, (points, 304 - points), strict=True))
            score = (
                {team: chance.choice((0, 0, 40, 157, 400, 620)) for team in teams} if "tricks" in game.stages else {}
            )
            tokens = dict(zip(teams, (won, -won), strict=True))
            settled = DealSettled("played", tokens, card_points, dict.fromkeys(teams, 4), True, (), score)
            deals.append(game.match.due(settled))
        score_ = match.score(game.seating, game.match, deals)
        ended = None if score_.last is None else game.match.kind_of_end(score_.payments[score_.last].balance)
        scores.append((score_, ended))
    return scores


def caps(game: Any) -> object:
    """The verdicts of the adjudicator on the worked examples."""
    rules = {path: new for path, (_, new) in find_differences(STANDARD, game).items()}
    verdicts: list[object] = []
    for sentences in (
        "S JH, E KH, N AH, S caps KC 9H 8H 7H, W TH",
        "S JH, E KH, N AH, W TH, S caps KC 9H 8H 7H",
        "S JH, E KH, N AH, W TH, S KC, S caps 9H 8H 7H",
        "S JH, E KH, S caps KC 9H 8H 7H",
    ):
        table = RulesTable(HANDS, rules=rules).playing("S 200", "8C").does(f"{DRAWN}, {sentences}")
        verdicts.append(adjudicate(table.record).verdict)
    table = RulesTable(PARTNER_LEADS, rules=rules).playing("N 200", "QC", opened=True)
    table.does("E QS, N 9S, W TS, S 8S, N QC, W 7C, S JC, E 8C, S 9C, E 8D, N 7H, W 9D, S AC, E QD, N QH, W JD")
    table.does("S TC, E KD, N JS, W 9H, S 7S, E KH, N AS, W KS")
    verdicts.append([(point.seat, point.certainty) for point in adjudicate(table.record).points])
    table = RulesTable(PARTNER_LEADS, rules={**rules, "caps.order": "first_legal"}).playing("N 200", "QC", opened=True)
    table.does("E QS, N 9S, W TS, S 8S, N QC, W 7C, S JC, E 8C, S 9C, E 8D, N 7H, W 9D, S AC, E QD, N QH, W JD")
    table.does("S TC, E KD, N JS, W 9H, S 7S, E KH, N AS, W KS, N 7D, W AD, S caps KC JH")
    verdicts.append(adjudicate(table.record).verdict)
    table = RulesTable(FIRST_TO_LEAD, rules=rules).playing("E 160", "TH").does("E JS")
    verdicts.append(adjudicate(table.record).verdict)
    watcher = Three04Watcher(table.record, "E")
    for act in table.record.acts[:-1]:
        watcher.see(act)
    verdicts.append(question_of(table.rules, watcher.knowledge(), watcher.state).terms.forced_count)
    return verdicts


def redeals(game: Any) -> object:
    """The number of times that a hand without points may be rejected, and whether also after partner was asked."""
    table = Table.open(game, "S", hands={"E": "7S 8S 7H 8H"}, rest="pack").do("W no cut, S deal")
    after_asking = table.copy().do("E ask").refusal("E redeal") if game.ask_partner.allowed else None
    count = 0
    while count < 6 and table.refusal("E redeal") is None:
        table.do("E redeal, W no cut, S deal")
        count += 1
    return count, after_asking


def asked_partners(game: Any) -> object:
    """The seat that speaks after a partner who was asked has bid."""
    return Table.open(game, "S").do("W no cut, S deal, E ask, W 160, N pass").to_act


def half_court(game: Any) -> object:
    """The seats that sit out when Half Court is bid, if it may be."""
    table = Table.open(game, "S").do("W no cut, S deal")
    return table.refusal("E half") or table.do("E half").view("public").get("asleep")


def spoilt_alone(game: Any) -> object:
    """Whether trumps are spoilt when the sleeping partner of Partner Close Caps holds the others."""
    hands = {"N": "JH 9H AH TH JS 9S AS TS", "S": "KH QH 8H 7H KS QS 8S 7S"}
    rest = {"E": "JD 9D AD TD KD QD 8D 7D", "W": "JC 9C AC TC KC QC 8C 7C"}
    table = Table.position(game, hands | rest, dealer="S", maker="N", bid="pcc", indicator="TH", opened=True)
    return str(table.judge("E spoilt"))


def discards(game: Any) -> object:
    """The seats whose cards are turned up when West has trumped and the trump maker, South, has thrown a club."""
    hands = {
        "S": "JH 9H AH TH 8C 9C",
        "E": "9S AS TS KS QS 8S 7S",
        "N": "JC AC TC KC QC JD QH",
        "W": "9D AD TD KD QD 8D 7D",
    }
    cut = {"dealer": "S", "maker": "S", "bid": 160, "indicator": "KH", "tricks": ["E JS (8H) (7H) (7C)"]}
    table = Table.position(game, hands, **cut)
    return [sentence for sentence in table.sentences if " shows " in sentence]


def exhausted_closed(game: Any) -> object:
    """The leads that the maker of a closed game has after a trump lead that was not answered."""
    hands = {"S": "AH KH 8D 8S", "E": "AS TS KS QS 9C", "N": "JD AD TD KD QD", "W": "JC AC TC KC QC"}
    tricks = ["E 7S (7D) (7C) JS", "S JH 7H 8H QH", "S 9H (9S) (9D) (8C)"]
    table = Table.position(game, hands, dealer="S", maker="S", bid=160, indicator="TH", tricks=tricks)
    return [str(act) for act in table.legal("S")]


def exhausted_in_court(game: Any) -> object:
    """The leads that the bidder of Half Court has after a trump lead that was not answered."""
    hands = {"E": "JH 9H JS 8S", "S": "7D 8D QD KD", "N": "7C 8C QC KC", "W": "AD TD AC TC"}
    table = Table.open(game, "S", hands=hands).do("W no cut, S deal, E half, E indicator JH, E open, E JH, N 7C")
    if table.to_act == "W":
        table.do("W TC")
    return [str(act) for act in table.do("S 7D").legal("E")]


def strong_enough(game: Any) -> object:
    """Which first batches may be rejected."""
    hands = [
        "7S 8S 7H 8H",
        "QS 7S 8S 7H",
        "KS 7S 8S 7H",
        "QS QH 7S 8S",
        "KS QS 7S 8S",
        "TS 7S 8S 7H",
        "AS 7S 8S 7H",
        "AS QS 7S 8S",
        "TS KS QS 7S",
        "AS KS QS 7S",
        "9S 7S 8S 7H",
    ]
    tables = (Table.open(game, "S", hands={"E": hand}, rest="pack").do("W no cut, S deal") for hand in hands)
    return [table.refusal("E redeal") is None for table in tables]


def _rules(game: Any) -> dict[str, Any]:
    return {path: new for path, (_, new) in find_differences(STANDARD, game).items()}


def reveals(game: Any) -> object:
    """From which bid on the indicator is shown after the first trick."""
    shown = []
    for bid in (160, 170, 190, 200, 240, 250, 260, 300):
        table = RulesTable(HANDS, dealer="N", rules=_rules(game)).playing(f"S {bid}", "8C")
        for _ in range(4):
            table.do(next(act for act in table.legal() if hasattr(act, "card")))
        while table.state.owed and "Inspected" in type(table.legal()[0]).__name__:
            table.do(table.legal()[0])
        shown.append(table.state.closed)
    return shown


def spoilt(game: Any) -> object:
    """The seats that may declare spoilt trumps, and until when."""
    hands = {
        "S": "JH 9H AH TH  JS 9S 7S 8S",
        "E": "JD 9D AD TD  KD QD AS TS",
        "N": "KH QH 8H 7H  KS QS JC 9C",
        "W": "AC TC KC QC  8C 7C 8D 7D",
    }
    table = RulesTable(hands, dealer="W", rules=_rules(game)).playing("S 160", "AH", opened=True)
    spoilers = [sorted(seat for seat in "SENW" if "spoilt" in table.may_call(seat))]
    while sum(table.state.tricks) < 7:
        table.do(next(act for act in table.legal() if hasattr(act, "card")))
    for _ in range(3):
        spoilers.append(sorted(seat for seat in "SENW" if "spoilt" in table.may_call(seat)))
        table.do(next(act for act in table.legal() if hasattr(act, "card")))
    return spoilers


def looking_back(game: Any) -> object:
    """Which tricks may be looked at again, when all but one were played."""
    table = Table.open(game, game.seating.seats[-1], hands={}, rest="pack")
    while table.stage not in ("play", "tricks"):
        bids = [act for act in table.legal() if type(act).__name__ in ("BidMade", "ContractBid")]
        table.do(bids[0] if bids and table.state.bidder < 0 else _calm(table))
    while sum(table.state.tricks) < game.hand_size - 1:
        table.do(table.legal()[0]).do_owed()
    return len(table.view("S")["consultable"])


def _calm(table: Table) -> Any:
    acts = table.legal()
    dealing = [act for act in acts if type(act).__name__ == "CardsDealt"]
    calm = [act for act in acts if type(act).__name__ in ("Passed", "TrumpClosed", "PackCut")]
    return f"{dealing[0].seat} deal" if dealing else (calm or acts)[0]


def arbiters(game: Any) -> object:
    """Whether everybody may see all cards when the deal is over."""
    table = Table.open(game, game.seating.seats[-1], hands={}, rest="pack")
    while table.stage not in ("play", "tricks"):
        bids = [act for act in table.legal() if type(act).__name__ in ("BidMade", "ContractBid")]
        table.do(bids[0] if bids and table.state.bidder < 0 else _calm(table))
    while table.settlement is None:
        table.do(table.legal()[0]).do_owed()
    return may_see(ARBITER, table.record)


def written(game: Any) -> object:
    """Points as they are written."""
    return [game.format_points(points) for points in (160, 205)]


def shuffled(game: Any) -> object:
    """Whether the audit asks what survived the shuffle: where it is minimal."""
    return _is_minimal(game)


# --- the rows ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """The place where a parameter shows: with these others, for these values besides those its type names."""

    look: Look
    values: tuple[Any, ...] = ()
    given: dict[str, Any] = field(default_factory=dict)


more = partial(acts, deals=60)
STAKES = {"match.end": "bank", "match.pay_to": "bank"}
REMEDY = {"violation.remedy": "award_game_plus"}
MARRIED = {"marriages.allowed": True}
BANDS = [{"least": 160, "win": 1, "lose": 2}, {"least": 200, "win": 2, "lose": 3}]

FAMILY: dict[str, Row] = {
    "bids.step": Row(acts, (1, 2, 5, 10, 20)),
    "bids.step_from_200": Row(acts, (1, 2, 5, 10, 25, 50)),
    "bids.five_step_starts": Row(acts, given={"bids.step_from_200": 15, "auction8.minimum": 255,
                                              "auction4.later_turn_minimum": 210, "bids.maximum": 300,
                                              "auction4.over_partner_minimum": 210}),
    "bids.maximum": Row(acts, (250, 260, 290, 295, 299, 300, 301, 304)),
    "redeal.threshold": Row(strong_enough, (None, 0, 1, 2, 3, 4, 5, 10, 11, 13, 15, 16, 20)),
    "redeal.after_ask": Row(redeals),
    "redeal.max": Row(redeals, (None, 1, 2, 3)),
    "ask_partner.allowed": Row(acts),
    "ask_partner.back": Row(more),
    "ask_partner.when_partner_high": Row(more),
    "auction4.minimum": Row(acts, (160, 170, 180)),
    "auction4.first_must_bid": Row(acts),
    "auction4.later_turn_minimum": Row(more, (None, 160, 200, 210, 220, 250)),
    "auction4.over_partner_minimum": Row(more, (None, 160, 200, 210, 220, 250)),
    "auction4.high_bidder_turn": Row(asked_partners),
    "auction8.held": Row(acts),
    "auction8.first_speaker": Row(acts),
    "auction8.minimum": Row(acts, (200, 240, 250, 260, 300)),
    "auction8.minimum_inclusive": Row(acts),
    "auction8.over_four_card": Row(more, given={"auction8.minimum": 160}),
    "auction8.ask_partner": Row(acts),
    "auction8.stop_after_pcc": Row(more),
    "court.half": Row(half_court),
    "court.full": Row(acts),
    "closed.maker_cut_with_hand_trump": Row(more),
    "closed.reveal_from": Row(reveals, (0, 155, 160, 170, 195, 200, 245, 250, 300, 301, 304)),
    "exhausted.applies_closed": Row(exhausted_closed),
    "exhausted.applies_in_courts": Row(exhausted_in_court, given={"court.half": "alone"}),
    "exhausted.trigger": Row(partial(acts, deals=150)),
    "spoilt.who": Row(spoilt),
    "spoilt.until": Row(spoilt),
    "pcc.closed_lead_restriction": Row(partial(acts, deals=150)),
    "pcc.spoilt": Row(spoilt_alone),
    "caps.teams": Row(more),
    "caps.basis": Row(caps),
    "caps.grace": Row(caps),
    "caps.order": Row(caps),
    "caps.bonus": Row(payments, (0, 1, 2, 3)),
    "caps.bonus_before_trick": Row(payments, (None, 2, 3, 6, 7, 8)),
    "caps.wrong": Row(payments, (0, 1, 2, 3)),
    "caps.trick_lost": Row(payments, (0, 4, 5, 6)),
    "caps.wrong_combine": Row(payments),
    "caps.external": Row(payments),
    "caps.external_wrong": Row(payments),
    "caps.forced_plays_count": Row(caps),
    "caps.call_opens_trump": Row(caps),
    "double.allowed": Row(acts),
    "double.after_trick": Row(more, (1, 2, 4, 5, 7), {"double.allowed": True}),
    "double.bonus": Row(payments, (0, 1, 2), {"double.allowed": True}),
    "double.penalty": Row(payments, (0, 1, 2), {"double.allowed": True}),
    "marriages.allowed": Row(acts),
    "marriages.trump": Row(payments, (0, 10, 39, 40, 41), MARRIED),
    "marriages.plain": Row(payments, (0, 10, 19, 20, 21), MARRIED),
    "reveal.maker_discard": Row(discards),
    "reveal.after_hand": Row(arbiters),
    "pay.bands": Row(payments, (BANDS, [*BANDS[:1], {"least": 205, "win": 2, "lose": 3}],
                                [*BANDS[:1], {"least": 200, "win": 1, "lose": 2}],
                                [{"least": 150, "win": 1, "lose": 2}],
                                [{"least": 160, "win": 1, "lose": 1}], [*BANDS, {"least": 250, "win": 3, "lose": 5}])),
    "pay.pcc.win": Row(payments, (1, 4, 5)),
    "pay.pcc.lose": Row(payments, (1, 4, 5)),
    "pay.half_court.win": Row(payments, (1, 4, 5), {"court.half": "alone"}),
    "pay.half_court.lose": Row(payments, (1, 4, 5), {"court.half": "alone"}),
    "pay.full_court.win": Row(payments, (1, 4, 5), {"court.full": True}),
    "pay.full_court.lose": Row(payments, (1, 4, 5), {"court.full": True}),
    "violation.remedy": Row(payments),
    "violation.plus": Row(payments, (0, 1, 2, 3), REMEDY),
    "match.tokens": Row(matches, (1, 5, 10, 11, 12)),
    "match.pay_to": Row(matches, given={"match.end": "free"}),
    "match.end": Row(matches, given={"match.pay_to": "bank", "match.end": "free"}),
    "match.decimal_target": Row(matches, (1, 250, 900, 1500), {"match.end": "points"}),
    "shuffle": Row(shuffled),
    "last_trick_bonus": Row(payments, (0, 1, 10, 11)),
    "may_review_tricks": Row(looking_back, (0, 1, 2, 6, 7, 8)),
    "points_scale": Row(written),
}  # fmt: skip

NO_WEIS = {"denominations": ["S", "H", "D", "C"], "weis.enabled": False, "stoeck.enabled": False}
REDOUBLED = {"double.mode": "redouble"}
JASS: dict[str, Row] = {
    "trump.ranks": Row(acts, ("678TQKAJ9", "678TQKA9J", "6789TQKAJ")),
    "trump.points": Row(acts, ([0, 0, 0, 10, 3, 4, 11, 20, 14], [0, 0, 0, 14, 3, 4, 11, 10, 20])),
    "trump.others": Row(acts, ([0, 0, 0, 10, 0, 2, 3, 4, 11], [0, 0, 0, 0, 11, 2, 3, 4, 10])),
    "undenufe.values": Row(acts),
    "denominations": Row(acts, (["S", "H", "D", "C"], ["S", "H"], ["obenabe", "undenufe"])),
    "bids.ladder": Row(acts, ([40, 50], [40, 50, 257], [41, 157])),
    "double.mode": Row(acts),
    "double.until": Row(more),
    "double.factor": Row(more, (2, 3, 4), {"double.mode": "redouble", "double.redouble_factor": 8}),
    "double.redouble_factor": Row(more, (3, 4, 5), REDOUBLED),
    "undertrump.reference": Row(partial(acts, deals=150), given=NO_WEIS),
    "undertrump.all_trumps": Row(partial(acts, deals=300), given=NO_WEIS),
    "weis.enabled": Row(acts),
    "weis.table.sequences": Row(more, ([20], [20, 50], [20, 50, 50], [20, 50, 100, 100], [30, 50, 100])),
    "weis.table.fours": Row(more, ([0] * 9, [0, 0, 0, 150, 100, 200, 100, 100, 100], [100] * 9)),
    "weis.undeclared_partner_scores": Row(more),
    "stoeck.enabled": Row(acts),
    "stoeck.points": Row(more, (0, 20, 21)),
    "stoeck.claim": Row(more),
    "bonus.last_trick": Row(acts, (0, 5, 6)),
    "bonus.match": Row(partial(acts, deals=150), (100, 101, 120)),
    "reveal.after_hand": Row(arbiters),
    "match.target": Row(matches, (1000, 1500, 2000, 2500)),
    "match.double_below": Row(matches, (0, 500, 1000, 1500, 2000)),
    "shuffle": Row(shuffled),
    "may_review_tricks": Row(looking_back, (0, 1, 2, 8, 9)),
}

TABLES: dict[str, tuple[Ruleset, dict[str, Row]]] = {"304": (STANDARD, FAMILY), "Jass": (SIDI_BARRANI, JASS)}
EVERY = [
    pytest.param(family, path, id=f"{family} {path}", marks=[pytest.mark.full] if n % 3 else [])
    for family, (_, rows) in TABLES.items()
    for n, path in enumerate(rows)
]
"""Of each family every third parameter every day; the others in the full run."""


@pytest.mark.parametrize("family", TABLES)
def test_every_parameter_has_a_row(family: str) -> None:
    game, rows = TABLES[family]
    there = {path: kind for path, (kind, _) in parameters(game).items() if path.partition(".")[0] not in WHOLE}
    assert set(there) == set(rows)


def chosen(kind: Any, row: Row) -> list[Any]:
    """The values that are tried: those of the row, or all there are."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [False, True] if kind is bool else list(row.values)


@cache
def houses(family: str, path: str) -> tuple[dict[str, Ruleset], dict[str, str]]:
    """The games that a house may make of a parameter, by its value, and why it may not make the others."""
    game, rows = TABLES[family]
    row = rows[path]
    base = override(game, "base", "Base", row.given) if row.given else game
    kind, now = parameters(base)[path]
    allowed: dict[str, Ruleset] = {str(now): base}
    refused: dict[str, str] = {}
    for value in chosen(kind, row):
        if value != now:
            try:
                allowed[str(value)], _ = house_ruleset(base, "house", "A house", {path: value})
            except RulesetError as wrong:
                refused[str(value)] = str(wrong)
    return allowed, refused


@cache
def output_of(look: Look, game: Ruleset) -> object:
    """The outputs of one game, kept, since most parameters are compared with the same game."""
    return look(game)


@pytest.mark.parametrize(("family", "path"), EVERY)
def test_every_value_that_is_accepted_changes_what_can_be_seen(family: str, path: str) -> None:
    _, rows = TABLES[family]
    allowed, _ = houses(family, path)
    assert len(allowed) > 1, "no other value is accepted"
    looks = {value: output_of(rows[path].look, game) for value, game in allowed.items()}
    for one, other in combinations(looks, 2):
        assert looks[one] != looks[other], f"{path}: {one} and {other} say the same"


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        pytest.param("bids.maximum", 304, "the highest bid is 300", id="no bid goes up to it"),
        pytest.param("bids.five_step_starts", "at_200", "the same as with above_200", id="the same numbers"),
        pytest.param("redeal.threshold", 1, "no hand is worth just that", id="as if it were two"),
        pytest.param("redeal.threshold", 0, "no hand is worth just that", id="no hand is worth less"),
        pytest.param("closed.reveal_from", 155, "a number that one can bid", id="as if it were 160"),
        pytest.param("caps.bonus_before_trick", 7, "as it is where nothing is said", id="as without"),
        pytest.param("may_review_tricks", 8, "there are 7", id="more tricks than there are"),
        pytest.param("match.end", "bank", "is all_tokens unless", id="the same end"),
        pytest.param("double.bonus", 3, "only where double.allowed", id="nobody announces it"),
        pytest.param("pay.bands", [*BANDS[:1], {"least": 205, "win": 2, "lose": 3}], "nobody can bid 205", id="no bid"),
    ],
)
def test_a_value_that_would_say_nothing_is_refused_for_a_new_ruleset_and_read_in_a_stored_one(
    path: str, value: Any, why: str
) -> None:
    with pytest.raises(RulesetError, match=why):
        house_ruleset(STANDARD, "house", "A house", {path: value})
    stored = override(STANDARD, "house", "A house", {path: value})
    assert find_differences(STANDARD, stored).keys() == {path}
    assert Table.open(stored, "S").record.rules.ruleset == stored


def test_steps_that_start_at_200_matter_where_200_is_no_step_of_theirs() -> None:
    allowed, _ = houses("304", "bids.five_step_starts")
    assert allowed.keys() == {"above_200", "at_200"}


def test_the_games_of_the_catalogue_say_nothing_in_vain() -> None:
    for key, game in RULESETS.items():
        base = SIDI_BARRANI if key == "sidi-barrani" else STANDARD
        assert plain(game)["stages"]
        if game.stages == base.stages and game.pack == base.pack and game.seating == base.seating and game != base:
            changes = {path: new for path, (_, new) in find_differences(base, game).items()}
            house_ruleset(base, f"{key}-again", game.name, changes)


RETIRED = [
    pytest.param(known, path, value, id=f"{known.key} {path}")
    for known in (STANDARD, SIDI_BARRANI)
    for path, value in known.game.retired.items()
]


def stored_with(known: Ruleset, path: str, value: Any) -> dict[str, Any]:
    """Return the ruleset as it was stored while it had one parameter more."""
    data: dict[str, Any] = plain(known)
    *groups, name = path.split(".")
    group = data
    for part in groups:
        group = group[part]
    group[name] = value
    return data


@pytest.mark.parametrize(("known", "path", "value"), RETIRED)
def test_a_stored_ruleset_may_name_a_retired_parameter_with_the_value_it_had(
    known: Ruleset, path: str, value: str | int
) -> None:
    stored = stored_with(known, path, value)
    assert parse(stored) == known
    assert is_same_game(stored, plain(known))
    with pytest.raises(RulesetError, match=f"{path} is 'free'; the rule is always {value}, so leave {path} out"):
        parse(stored_with(known, path, "free"))


@pytest.mark.parametrize(("known", "path", "value"), RETIRED)
def test_a_hand_file_may_change_a_retired_parameter_to_the_value_it_had(
    known: Ruleset, path: str, value: str | int
) -> None:
    assert override(known, "house", "House", {path: value}) == override(known, "house", "House", {})
    with pytest.raises(RulesetError, match=f"the rule is always {value}"):
        override(known, "house", "House", {path: "free"})
    with pytest.raises(RulesetError, match="nothing to change"):
        house_ruleset(known, "house", "House", {path: value})
