"""A clause belongs to the value of a parameter: no clause is quoted against an act that it permits.

Each row was read in the documents once: under this ruleset this act is refused, with this code, by this clause. Where
no document has the value, the clause is the parameter. What is in no row has the clause of its code.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.refusals import CLAUSES
from domain.games.catalogue import RULESETS
from domain.games.sidi.clauses import DECIDED as SIDI
from domain.games.three04.clauses import DECIDED as THREE04
from tests.family.table import Table
from tests.jass.table import Table as Jass

BID4 = "000 “Bidding with Four Cards”"
BID8 = "000 “Bidding with Eight Cards”"
CLOSED = "000 “Closed Trump games”"
VARIANTS = "000 “Variants”"
MAHARASHTRA = "000 “Maharashtrian version”"
TAMIL_NADU = "000 “Tamil Nadu version”"
CATS_BIDDING = "002 “Initial deal and bidding in 304”"
CATS_CLOSED = "002 “Closed Trump Game”"
JAFFNA_FOUR = "004 “Four card bid”"
JAFFNA_EIGHT = "004 “Eight Card Bid”"


def own(name: str) -> str:
    """A rule that only the ruleset has."""
    return f"ruleset “{name}”"


FIVES = {"bids.step_from_200": 5}
ALL_TRUMPS = {"E": "JS 9S AS TS KS QS 8S 7S"}
EIGHT = "E 160, N pass, W pass, S pass, E indicator JS, deal"
"""East has bid 160, and everybody has eight cards."""
PLAYING = f"{EIGHT}, E pass, N pass, W pass, S pass"
CATS_PLAYING = f"{EIGHT}, E pass, N pass, W pass, S pass"
SPADES = {"E": "JS 9S 7S KD  AS TH TD 8D", "N": "JH 9H AH KH  JD 9D QD 7D", "W": "8S QS KS 8C  8H 7H QH AD"}

AUCTIONS: list[tuple[str, dict[str, Any], str, str, str, str]] = [
    # the first auction: the least bid, the ladder
    ("304", {}, "", "E 150", "bid-too-low", BID4),
    ("304", {}, "E 170", "N 170", "bid-too-low", BID4),
    ("304-six-24", {}, "", "1 190", "bid-too-low", VARIANTS),
    ("304-six-24", {}, "1 200", "2 200", "bid-too-low", BID4),
    ("304-eight", {}, "", "1 160", "bid-too-low", VARIANTS),
    ("504", {}, "", "1 240", "bid-too-low", BID4),
    ("304", {"auction4.minimum": 180}, "", "E 170", "bid-too-low", own("auction4.minimum")),
    ("304", {}, "", "E 165", "bid-not-offered", BID4),
    ("304", {}, "", "E 205", "bid-not-offered", BID4),
    ("304", FIVES, "", "E 203", "bid-not-offered", VARIANTS),
    ("304", FIVES, "", "E 165", "bid-not-offered", BID4),
    ("304", {}, "", "E 310", "bid-not-offered", JAFFNA_FOUR),
    ("304", {"bids.maximum": 280}, "", "E 290", "bid-not-offered", own("bids.maximum")),
    ("304", {}, "", "E pcc", "bid-not-offered", BID8),
    ("304", {}, "", "E half", "bid-not-offered", VARIANTS),
    ("304", {}, "", "E full", "bid-not-offered", MAHARASHTRA),
    # a later turn, over partner, whose turn it is
    ("304", {}, "E 160, N 170, W pass, S pass", "E 180", "bid-second-turn", BID4),
    ("504", {}, "1 260, 2 270, 3 pass, 4 pass, 5 pass, 6 pass", "1 300", "bid-second-turn",
     own("auction4.later_turn_minimum")),
    ("304", {}, "E 160, N pass", "W 170", "bid-over-partner", BID4),
    ("304-jaffna", {}, "E 160, N pass", "W 210", "bid-over-partner", JAFFNA_FOUR),
    ("504", {}, "1 260, 2 pass", "3 300", "bid-over-partner", own("auction4.over_partner_minimum")),
    ("304", {}, "", "N 160", "bid-out-of-turn", BID4),
    ("304", {}, EIGHT, "N 250", "bid-out-of-turn", BID8),
    ("304-cats", {}, "E pass, N 160, W pass, S pass, E pass, N indicator JH, deal", "N 260", "bid-out-of-turn",
     CATS_BIDDING),
    # asking partner
    ("304", {}, "E 160, N pass", "W ask", "ask-not-allowed", own("ask_partner.when_partner_high")),
    ("304", {}, "E ask", "W ask", "ask-not-allowed", BID4),
    ("304-jaffna", {}, "E pass, N pass", "W ask", "ask-not-allowed", JAFFNA_FOUR),
    ("304", {"ask_partner.allowed": False}, "", "E ask", "ask-not-allowed", own("ask_partner.allowed")),
    ("304", {}, EIGHT, "E ask", "ask-eight", BID8),
    # a redeal
    ("304", {}, "", "N redeal", "redeal-not-yours", BID4),
    ("304-six-24", {}, "", "1 redeal", "redeal-not-yours", own("redeal.threshold")),
    ("304", {}, "", "E redeal", "redeal-too-strong", BID4),
    ("304", {"redeal.threshold": 10}, "", "E redeal", "redeal-too-strong", own("redeal.threshold")),
    # the second auction
    ("304", {}, EIGHT, "E 240", "bid-eight-too-low", BID8),
    ("304-cats", {}, EIGHT, "E 250", "bid-eight-too-low", CATS_BIDDING),
    ("304-cats", {}, EIGHT, "E 240", "bid-eight-too-low", BID8),
    ("304", {}, EIGHT.replace("160", "260"), "E 260", "bid-eight-too-low", BID8),
    ("304-jaffna", {}, EIGHT.replace("160", "260"), "E 250", "bid-eight-too-low", JAFFNA_EIGHT),
    ("304", {"auction8.minimum": 270}, EIGHT, "E 260", "bid-eight-too-low", own("auction8.minimum")),
]  # fmt: skip

PLAY: list[tuple[str, dict[str, Any], str, str, str, str]] = [
    ("304", {}, PLAYING, "E open TH", "indicator-differs", "000 “Open Trump games”"),
    ("304", {}, f"{PLAYING}, E closed", "E 9S", "maker-first-lead", CLOSED),
    ("304", {}, f"{PLAYING}", "W spoilt", "spoilt-false", "000 “Spoilt Trumps”"),
    ("304-cats", {}, CATS_PLAYING, "W spoilt", "spoilt-not-yours", CATS_CLOSED),
    ("304-cats", {}, f"{CATS_PLAYING}, E closed", "N caps JH", "caps-order", "000 “Caps”"),
    ("304", {"caps.teams": "maker_only"}, f"{PLAYING}, E closed", "N caps JH", "caps-not-yours", "002 “Caps”"),
    ("304", {"caps.external": "off"}, f"{PLAYING}, E closed", "N caps JH", "caps-not-yours", "002 “Caps”"),
    ("304-tamil-nadu", {}, f"{PLAYING}, E closed", "N caps JH", "caps-not-yours", own("caps.teams")),
]

JASS_CASES: list[tuple[dict[str, Any], str, str, str, str]] = [
    ({}, "", "S 35 S", "contract-not-offered", "003 “Bidding”"),
    ({"bids.ladder": [50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 157, 257]}, "", "S 40 S",
     "contract-not-offered", "003 “Variations”"),
    ({"bids.ladder": [40, 60, 80, 100, 157, 257]}, "", "S 50 S", "contract-not-offered", own("bids.ladder")),
    ({"denominations": ["S", "H", "D", "C"]}, "", "S 40 obenabe", "contract-denomination", "003 “Variations”"),
]  # fmt: skip


def row(case: tuple[Any, ...]) -> str:
    """A row as one reads it."""
    key, changed, *_, line, code, clause = case
    return f"{key}{changed or ''}: {line}, {code}, {clause}"


@pytest.mark.parametrize(("key", "changed", "before", "line", "code", "clause"), AUCTIONS, ids=map(row, AUCTIONS))
def test_the_clause_of_an_auction(
    key: str, changed: dict[str, Any], before: str, line: str, code: str, clause: str
) -> None:
    four = len(RULESETS[key].seating.seats) == 4
    table = Table(key, SPADES if four else None, dealer="S" if four else "", rules=changed).dealt()
    refusal = table.does(*before.split(", ") if before else ()).refusal(line)
    assert (refusal.code, str(refusal.clause)) == (code, clause)


@pytest.mark.parametrize(("key", "changed", "before", "line", "code", "clause"), PLAY, ids=map(row, PLAY))
def test_the_clause_of_a_call_or_a_card(
    key: str, changed: dict[str, Any], before: str, line: str, code: str, clause: str
) -> None:
    refusal = Table(key, SPADES, dealer="S", rules=changed).dealt().does(*before.split(", ")).refusal(line)
    assert (refusal.code, str(refusal.clause)) == (code, clause)


@pytest.mark.parametrize(("changed", "before", "line", "code", "clause"), JASS_CASES)
def test_the_clause_of_a_jass(changed: dict[str, Any], before: str, line: str, code: str, clause: str) -> None:
    table = Jass(rules=changed).dealt()
    refusal = table.refusal(line)
    assert (refusal.code, str(refusal.clause)) == (code, clause)


def test_a_jass_is_dealt_by_its_own_document() -> None:
    """003 "Deal"; what the two families share is cited where the game's own document has it."""
    refusal = Jass().refusal("S cut 3")
    assert (refusal.code, str(refusal.clause)) == ("cut-not-yours", "003 “Deal”")


def test_the_indicator_of_an_eight_card_bid_is_one_of_eight_cards() -> None:
    table = Table("304", SPADES, dealer="S").dealt().does(*f"{EIGHT}, E 250, N pass, W pass, S pass".split(", "))
    refusal = table.refusal("E indicator JD")
    assert (refusal.code, str(refusal.clause)) == ("indicator-not-held", BID8)


def test_where_trumps_are_closed_for_a_bidder_who_plays_alone_the_ruleset_says_so() -> None:
    """B9: 000 "Closed Trump games" 1 binds a maker at dealer's right, and not one who leads from elsewhere."""
    before = "E pass, N pass, W 160, S pass, E pass, N pass, W indicator KS, deal"
    table = Table("304", SPADES, dealer="S").dealt().does(*f"{before}, W pcc, W indicator KS, W closed".split(", "))
    refusal = table.refusal("W QS")
    assert (refusal.code, str(refusal.clause)) == ("maker-first-lead", own("pcc.closed_lead_restriction"))


def test_every_code_with_a_clause_of_its_own_here_is_a_known_code() -> None:
    assert THREE04.keys() | SIDI.keys() <= CLAUSES.keys()
