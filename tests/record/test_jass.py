"""Sidi Barrani in the record book: deals of a match, corrected, and played to the target (003 "Scoring")."""

from __future__ import annotations

from itertools import count

from domain.engine.facts import Act, CardPlayed, Passed
from domain.engine.parameters import override
from domain.engine.rules import rules_of
from domain.games.catalogue import SIDI_BARRANI
from domain.games.sidi.acts import Doubled
from domain.ledger import Ledger
from tests.jass.random_jass import by_choice, deal
from tests.jass.table import Table
from tests.jass.weis_hands import FIFTY
from tests.record.play import SCRIBE

SHORT = override(SIDI_BARRANI, "sidi-barrani-500", "to 500", {"match.target": 500, "match.double_below": 250})


def dealt_by(dealer: str, seeds: count[int]) -> list[Act]:
    """The next random deal of this dealer that was not passed out."""
    rules = rules_of(SHORT)
    for seed in seeds:
        first_dealer, acts = deal(rules, seed)
        if first_dealer == dealer and any(isinstance(act, CardPlayed) for act in acts):
            return by_choice(rules, dealer, acts)
    raise AssertionError


def test_a_match_is_played_to_its_target_and_stored(ledger: Ledger) -> None:
    match = ledger.matches.open(SHORT, "S", **SCRIBE).id
    assert ledger.matches.get(match).balance == {"NS": 0, "EW": 0}
    totals = {"NS": 0, "EW": 0}
    seeds = count()
    while not ledger.matches.get(match).ended:
        identity = ledger.deals.open(match=match, **SCRIBE).id
        ledger.deals.act(identity, dealt_by(ledger.deals.get(identity).record.opened.dealer, seeds), **SCRIBE)
        settled = ledger.deals.get(identity).record.settlement
        assert settled is not None
        for team, points in settled.score.items():
            totals[team] += points
        assert ledger.matches.get(match).balance == totals
    ended = ledger.matches.get(match).ended
    assert ended is not None
    assert totals[ended.winner or ""] == max(totals.values()) >= 500
    assert ended.why == ("double" if min(totals.values()) < 250 else "target")


def test_a_corrected_deal_counts_anew(ledger: Ledger) -> None:
    match = ledger.matches.open(SIDI_BARRANI, "W", **SCRIBE).id
    identity = ledger.deals.open(match=match, **SCRIBE).id
    table = Table(FIFTY).playing("S 40 obenabe").first_trick(S=50).does("S scores 50").finish()
    acts = table.record.acts
    ledger.deals.act(identity, by_choice(table.rules, "W", acts), **SCRIBE)
    assert ledger.deals.get(identity).record.acts == acts
    assert ledger.matches.get(match).balance == table.settled().score
    passes = [ply for ply, act in enumerate(acts) if isinstance(act, Passed)]
    ledger.deals.amend(identity, passes[0], Doubled("E"), "East doubled", **SCRIBE)
    for ply in reversed(passes[1:]):
        ledger.deals.retract(identity, ply, "the double ended the auction", **SCRIBE)
    record = ledger.deals.get(identity).record
    assert record.find_refusals() == {}
    assert record.settlement is not None
    assert "doubled" in record.settlement.reasons
    assert ledger.matches.get(match).balance == record.settlement.score
