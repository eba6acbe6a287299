"""The report while cards are unknown, and the findings that only later cards show. South deals, so East leads."""

from __future__ import annotations

from dataclasses import replace

from domain.audit.breaches import breaches
from domain.audit.findings import CERTAIN, POSSIBLE, Finding, Missing
from domain.engine.facts import CardPlayed, CardsDealt, CardsDisclosed, PointsCounted
from domain.engine.rules import rules_of
from domain.engine.state import COUNT
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.audit.deals import GAMES, dealt, recorded
from tests.rules.table import Table

VOIDS = {
    "E": "JS 9S AS TS  KS QS 8S 7H",
    "N": "JH 9H AH TH  KH QH JC 7D",
    "W": "JD 9D AD TD  KD QD 8H 8D",
    "S": "7S 9C AC TC  KC QC 8C 7C",
}
"""Only East and South have spades."""
BLIND = dict.fromkeys("SENW", " ".join(["??"] * 8))


def findings_by_ply(table: Table) -> dict[int, Finding]:
    """The findings by ply."""
    return {each.ply: each for each in breaches(table.record).findings}


def last(table: Table) -> int:
    """The ply of the latest act."""
    return len(table.record.entries) - 1


def test_a_revoke_comes_to_light_with_the_card_although_the_scribe_saw_no_hand() -> None:
    """000 "Play": follow suit if one can."""
    table = Table(unseen=True).playing("W 160", "??").does("E JS, N QH down, W 8H down, S 8C down")
    revoke = last(table)
    table.does("W inspects none", "E 9S, N JC down, W KD down")
    assert findings_by_ply(table)[revoke].sure == POSSIBLE
    table.does("S 7S")
    finding = findings_by_ply(table)[revoke]
    assert (finding.code, finding.sure, finding.seat) == ("revoke", CERTAIN, "S")
    assert (finding.seen.ply, finding.seen.by) == (last(table), ("public",))


def test_a_card_that_left_unseen_is_none_that_is_played_later() -> None:
    """South holds the seven of spades. One card leaves unseen: that one, or it is a revoke. Then the seven shows."""
    table = Table({**BLIND, "S": VOIDS["S"]}).playing("W 160", "??")
    record = table.record
    plays = ("E JS", "N QH down", "W 8H down", "S ?? down", "W inspects none")
    for line in (*plays, "E 9S", "N JC down", "W KD down", "S 8C down"):
        record.fold(table.hear(line), Stamp())
    unseen, discard = record.acts.index(CardPlayed("S", "??", True)), len(record.entries) - 1
    before = {each.ply: each for each in breaches(record).findings if each.sure == CERTAIN}
    assert {ply: (each.code, each.or_else) for ply, each in before.items()} == {unseen: ("revoke", ("must-play-up",))}
    for line in ("W inspects none", "E 8S", "N TH down", "W TD down", "S 7S"):
        record.fold(table.hear(line), Stamp())
    after = {each.ply: each for each in breaches(record).findings if each.sure == CERTAIN and each.seat == "S"}
    assert {ply: (each.code, each.or_else) for ply, each in after.items()} == dict.fromkeys(
        (unseen, discard), ("revoke", ())
    )


def test_an_indicator_from_the_later_cards_is_found_when_it_is_shown() -> None:
    """000 "Choosing the Trump Suit": one of the first four cards."""
    table = Table({**VOIDS, "W": "?? ?? ?? ?? KD QD 8H 8D"}).eight_cards("W 160", "??")
    placed = next(ply for ply, line in enumerate(table.lines()) if line.startswith("W lays"))
    table.does("W pass, S pass, E pass, N pass")
    assert not findings_by_ply(table)
    table.does("W opens KD")
    finding = findings_by_ply(table)[placed]
    assert (finding.code, finding.sure) == ("indicator-not-held", CERTAIN)


def test_an_announcement_is_open_until_the_card_is_disclosed() -> None:
    """000 "Closed Trump games": the maker says that there is no trump; North's card was never shown."""
    table = (
        Table({**VOIDS, "N": BLIND["N"], "S": BLIND["S"]})
        .playing("W 160", "JD")
        .does("E JS, N ?? down, W 8H down, S 7S, W inspects none")
    )
    ply = last(table)
    finding = findings_by_ply(table)[ply]
    assert (finding.code, finding.sure, finding.broke) == ("announcement-false", POSSIBLE, None)
    assert finding.settle == (Missing(ply - 3, "N"),)
    for card, codes in (("7D", ["announcement-false"]), ("TH", [])):
        draft = table.record.draft()
        draft.fold(CardsDisclosed(plies={ply - 3: card}), Stamp())
        certain = [each.code for each in breaches(draft).findings if each.sure == CERTAIN]
        assert certain == codes


def test_a_redeal_is_open_until_the_hand_is_told() -> None:
    """000 "Bidding with Four Cards": less than fifteen points."""
    table = Table(unseen=True).dealt().does("E redeal")
    (finding,) = findings_by_ply(table).values()
    assert (finding.code, finding.sure, finding.settle) == (
        "redeal-too-strong",
        POSSIBLE,
        (Missing(1, "E", batch=True),),
    )


def test_a_breach_is_certain_although_its_name_is_not() -> None:
    """Face up and not following in a closed game: a revoke, or a card that had to lie face down."""
    table = Table({**BLIND, "E": VOIDS["E"]}).playing("W 160", "??").does("E JS")
    table.happens("N QH")
    (finding,) = findings_by_ply(table).values()
    assert (finding.sure, {finding.code, *finding.or_else}) == (CERTAIN, {"must-play-down", "revoke"})
    assert (finding.seen.ply, finding.seen.by) == (last(table), ("public",))


def test_cards_that_were_disclosed_judge_the_whole_deal_again() -> None:
    table = Table({**VOIDS, "S": BLIND["S"], "N": BLIND["N"]}).playing("W 160", "JD")
    table.does("E JS, N QH down, W 8H down, S 8C down")
    ply = last(table)
    assert findings_by_ply(table)[ply].sure == POSSIBLE
    batches = (("7S", "9C", "AC", "TC"), ("KC", "QC", "8C", "7C"))
    table.store(table.record.disclose(CardsDisclosed(hands={"S": batches})))
    assert [(each.ply, each.code, each.sure) for each in breaches(table.record).findings] == [(ply, "revoke", CERTAIN)]


RARE = 1188
"""The first seeds have no deal whose unseen cards leave the result open."""


def counted(add: int) -> Record:
    """A deal whose points were counted because nobody saw some cards, which are all known by now."""
    standard = GAMES[0]
    rules = rules_of(standard)
    for seed in range(RARE, RARE + 2000):
        dealer, acts = dealt(standard, seed)
        whole = recorded(rules, dealer, acts)
        noted = [replace(a, card="??") if isinstance(a, CardPlayed) and a.down else a for a in acts]
        record = recorded(rules, dealer, noted)
        if record.state.owed != COUNT:
            continue
        points = sum(whole.state.points[team] for team in whole.state.makers_teams())
        maker = rules.seats[record.state.maker]
        record.fold(PointsCounted(maker, points + add), Stamp())
        plies = {ply: act.card for ply, act in enumerate(acts) if isinstance(act, CardPlayed) and act.down}
        record.fold(CardsDisclosed(plies=plies), Stamp())
        return record
    raise AssertionError("no such deal")


def test_a_true_count_stays_true_when_the_cards_are_known_and_a_false_one_shows() -> None:
    """000 "Scoring": the trump maker's team counts the card points in its tricks."""
    assert breaches(counted(0)).clean
    (finding,) = breaches(counted(1)).findings
    assert (finding.code, finding.sure) == ("count-impossible", CERTAIN)
    assert isinstance(counted(1).acts[finding.ply], PointsCounted)


def test_where_nothing_is_known_nothing_is_certain() -> None:
    table = Table(unseen=True).won_by("W 160").does("W lays ??")
    report = breaches(table.record)
    assert report.clean
    assert report.unknown == 4 * 4 + 1
    assert isinstance(table.record.acts[1], CardsDealt)
