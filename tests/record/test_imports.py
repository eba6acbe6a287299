"""Whole deals from elsewhere: one save, the same twice is once, another content is refused."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from domain.engine.facts import (
    CapsRuled,
    CardPlayed,
    CardsDisclosed,
    DealAbandoned,
    DealConfirmed,
    DealOpened,
    DealReopened,
    DealSettled,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    Fact,
    IrregularityNoted,
    Passed,
)
from domain.engine.parameters import plain
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import BidMade
from domain.kernel.commands import Saved
from domain.kernel.errors import Declined
from domain.kernel.repository import new_id
from domain.ledger import Ledger
from domain.match.facts import DealBegun, DealCounted, MatchOpened
from domain.record.errors import ImportDiffers
from domain.record.import_commands import NewImport
from domain.record.import_lines import BadLine
from domain.record.imported_deal import Entered, ImportedDeal
from domain.record.prepared_deal import prepare
from store.tables.catalogue import Catalogue
from tests.record.play import AT, SCRIBE, open_deal, passed_out, played, transaction

NOTHING = {"NS": 0, "EW": 0}
NO_SCORE = DealSettled("passed_out", NOTHING, NOTHING, NOTHING)
OPENED = DealOpened(plain(STANDARD), "S", {"S": "Nimal"}, event="Thursday")


def exported(ledger: Ledger, deal: UUID, new: UUID | None = None) -> ImportedDeal:
    """A recorded deal as another book would be given it."""
    opening, *rest = ledger.repository.history(deal)
    assert isinstance(opening.fact, DealOpened)
    lines = tuple(Entered(event.fact, event.at, event.by) for event in rest)
    return ImportedDeal(new or uuid4(), opening.fact, opening.at, opening.by, lines)


def of(*facts: Fact, opened: DealOpened = OPENED, complete: bool = False) -> ImportedDeal:
    return ImportedDeal(uuid4(), opened, AT, "Kumar", tuple(Entered(fact, AT, "Kumar") for fact in facts), complete)


def much_corrected(ledger: Ledger) -> UUID:
    """A deal with slips, corrections, disclosures, rulings and an irregularity."""
    deal = open_deal(ledger, "E")
    ledger.deals.act(deal, [Passed("W")], as_it_happened=True, **SCRIBE)
    ledger.deals.retract(deal, 0, "wrong table", **SCRIBE)
    ledger.deals.act(deal, played("E", seed=1), **SCRIBE)
    ledger.deals.note_irregularity(deal, IrregularityNoted(2, "bid-out-of-turn", "N"), **SCRIBE)
    last = len(ledger.deals.get(deal).record.entries) - 1
    act = ledger.deals.get(deal).record.entries[last].act
    ledger.deals.retract(deal, last, "not yet", **SCRIBE)
    ledger.deals.act(deal, [act], **SCRIBE)
    ledger.deals.rule_caps(deal, CapsRuled("missing", "N"), **SCRIBE)
    return deal


def test_a_deal_is_imported_in_one_save_exactly_as_it_was(ledger: Ledger) -> None:
    original = much_corrected(ledger)
    saved = ledger.imports.import_deal(exported(ledger, original))
    assert len(transaction(ledger, saved)) == 1
    assert [(event.fact, event.at, event.by, event.broke) for event in ledger.repository.history(saved.id)] == [
        (event.fact, event.at, event.by, event.broke) for event in ledger.repository.history(original)
    ]
    assert (saved.first_version, saved.version, saved.replayed) == (1, ledger.deals.get(original).version, False)


def test_the_same_deal_again_changes_nothing(ledger: Ledger) -> None:
    deal = exported(ledger, much_corrected(ledger))
    first, again = ledger.imports.import_deal(deal), ledger.imports.import_deal(deal)
    assert again == Saved(first.id, first.version, 1, first.events, replayed=True)
    assert len(ledger.repository.history(deal.id)) == first.version


def older(deal: ImportedDeal) -> ImportedDeal:
    """The deal as it was written down before its ruleset had all of today's parameters."""
    ruleset = dict(deal.opened.ruleset)
    del ruleset["court"], ruleset["last_trick_bonus"]
    return replace(deal, opened=replace(deal.opened, ruleset=ruleset))


def test_a_deal_that_an_older_version_wrote_down_is_known_again(ledger: Ledger) -> None:
    deal = of(*passed_out("S"))
    assert ledger.imports.import_deal(older(deal)).replayed is False
    assert ledger.imports.import_deal(deal).replayed


def test_a_deal_that_an_older_version_wrote_down_takes_its_place_in_its_match(ledger: Ledger) -> None:
    match = ledger.matches.open("304", "S", **SCRIBE).id
    deal = ledger.imports.import_deal(older(of(*passed_out("S"), opened=replace(OPENED, match=str(match)))))
    assert [line.deal for line in ledger.matches.get(match).lines.values()] == [str(deal.id)]


def test_what_this_book_recorded_itself_is_known_again(ledger: Ledger) -> None:
    deal = much_corrected(ledger)
    assert ledger.imports.import_deal(exported(ledger, deal, deal)).replayed


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        pytest.param(
            lambda deal: replace(deal, opened=replace(deal.opened, dealer="N")),
            "the opening is recorded as dealer 'S', here 'N'",
            id="another dealer",
        ),
        pytest.param(
            lambda deal: replace(deal, at="2026-02-14T20:15:09.319Z"),
            "the opening was recorded at 2026-02-14T20:15:09.318Z, here at 2026-02-14T20:15:09.319Z",
            id="another time",
        ),
        pytest.param(
            lambda deal: replace(
                deal, lines=(*deal.lines[:3], Entered(BidMade("E", 160), AT, "Kumar"), *deal.lines[4:5])
            ),
            "line 4 is recorded as Passed N, here it is BidMade E 160",
            id="another act",
        ),
        pytest.param(
            lambda deal: replace(deal, lines=deal.lines[:4]),
            "line 5, Passed W, is only recorded",
            id="fewer acts",
        ),
        pytest.param(
            lambda deal: replace(deal, lines=(*deal.lines, Entered(IrregularityNoted(0, "revoke"), AT, "Kumar"))),
            "line 8, IrregularityNoted 0 revoke, is only in the import",
            id="something more",
        ),
        pytest.param(
            lambda deal: replace(deal, lines=(*deal.lines[:6], deal.lines[5])),
            "line 7 is recorded as DealSettled",
            id="an act twice",
        ),
    ],
)
def test_another_content_is_refused_with_the_first_difference(ledger: Ledger, change: object, difference: str) -> None:
    deal = of(*passed_out("S"), NO_SCORE)
    first = ledger.imports.import_deal(deal)
    with pytest.raises(ImportDiffers) as caught:
        ledger.imports.import_deal(change(deal))  # type: ignore[operator]
    assert difference in str(caught.value)
    assert len(ledger.repository.history(deal.id)) == first.version


def test_a_settlement_that_is_missing_is_added(ledger: Ledger) -> None:
    deal = of(*passed_out("S"))
    assert isinstance(ledger.imports.import_deal(deal).events[-1].fact, DealSettled)
    assert ledger.imports.import_deal(deal).replayed


def test_what_broke_a_rule_is_kept_as_it_happened(ledger: Ledger) -> None:
    saved = ledger.imports.import_deal(of(Passed("W"), *passed_out("S")))
    assert [event.broke for event in saved.events[:3]] == ["", "wrong-stage", ""]


def test_compelled_acts_may_be_left_out_by_people(ledger: Ledger) -> None:
    """A hand file with the acts that people chose, and the same deal as the table recorded it."""
    dealer, acts = "E", played("E", seed=1)
    recorded = open_deal(ledger, dealer)
    ledger.deals.act(recorded, acts, **SCRIBE)
    whole = [event.fact for event in ledger.repository.history(recorded, 1)]
    opened = replace(OPENED, dealer=dealer)
    chosen = ledger.imports.import_deal(of(*acts, opened=opened, complete=True))
    imported = ledger.imports.import_deal(of(*whole, opened=opened, complete=True))
    assert [event.fact for event in chosen.events[1:]] == whole
    assert [event.fact for event in imported.events[1:]] == whole


@pytest.mark.parametrize(
    ("facts", "line", "message"),
    [
        pytest.param([CardPlayed("S", "2H")], 1, "2H is not in this pack", id="a card the game does not have"),
        pytest.param([Passed("Q")], 1, "no seat Q", id="a seat the game does not have"),
        pytest.param([EntryAmended(0, Passed("E"), Passed("N"))], 1, "no entry 0", id="a correction of nothing"),
        pytest.param(
            [Passed("E"), EntryRetracted(0, Passed("N"))], 2, "entry 0 is Passed E, not Passed N", id="of another act"
        ),
        pytest.param([EntryInserted(1, Passed("N"))], 1, "no entry 1", id="an insertion after the end"),
        pytest.param([EntryInserted(0, Passed("Q"))], 1, "no seat Q", id="an insertion of nonsense"),
        pytest.param([IrregularityNoted(0, "revoke")], 1, "no entry 0", id="a note on nothing"),
        pytest.param([CardsDisclosed(plies={3: "JH"})], 1, "no entry 3", id="a disclosure of nothing"),
        pytest.param([CapsRuled("perhaps", "N")], 1, "'perhaps' is not a verdict", id="a verdict there is not"),
        pytest.param(
            [DealSettled("played", {"NS": 1, "EW": -1}, {}, {})], 1, "the cards do not end it", id="settled too soon"
        ),
        pytest.param(
            [*passed_out("S"), DealSettled("played", {}, {}, {})],
            7,
            "outcome 'played'; from the cards follows 'passed_out'",
            id="settled wrongly",
        ),
        pytest.param([DealConfirmed("E")], 1, "no result to confirm", id="confirmed too soon"),
        pytest.param([DealConfirmed("Q")], 1, "no seat Q", id="confirmed by nobody"),
        pytest.param([DealAbandoned(), DealAbandoned()], 2, "already over", id="given up twice"),
        pytest.param([OPENED], 1, "no line of a deal", id="opened twice"),
        pytest.param([MatchOpened({}, "S")], 1, "no line of a deal", id="a fact of a match"),
    ],
)
@pytest.mark.parametrize("complete", [False, True], ids=["as it is", "completed"])
def test_a_line_that_makes_no_sense_is_named(
    ledger: Ledger, facts: list[Fact], line: int, message: str, complete: bool
) -> None:
    deal = of(*facts, complete=complete)
    with pytest.raises(BadLine, match=message) as caught:
        ledger.imports.import_deal(deal)
    assert caught.value.line == line
    assert ledger.repository.history(deal.id) == ()


@pytest.mark.parametrize(
    ("opened", "message"),
    [
        (replace(OPENED, dealer="Q"), "no seat Q"),
        (replace(OPENED, ruleset={}), "ruleset"),
        (replace(OPENED, ruleset={**OPENED.ruleset, "speed": "fast"}), "no rule parameter speed"),
        (replace(OPENED, number=-1), "-1 is no deal's number"),
    ],
    ids=["dealer", "no ruleset", "unknown rule", "number"],
)
def test_an_opening_that_makes_no_sense_is_named(ledger: Ledger, opened: DealOpened, message: str) -> None:
    with pytest.raises(BadLine, match=message):
        ledger.imports.import_deal(of(opened=opened))


def test_many_deals_are_one_save_and_a_bad_one_loses_no_good_one(ledger: Ledger) -> None:
    good = [of(*passed_out("S")) for _ in range(10)]
    bad, again = of(CardPlayed("S", "2H")), good[3]
    other = replace(good[4], lines=good[4].lines[:3])
    outcomes = ledger.imports.import_deals([*good[:5], bad, *good[5:], again, other])
    assert [type(each).__name__ for each in outcomes] == [
        *["Saved"] * 5, "BadLine", *["Saved"] * 5, "Saved", "ImportDiffers",
    ]  # fmt: skip
    saved = [each for each in outcomes if isinstance(each, Saved)]
    assert [each.replayed for each in saved] == [False] * 10 + [True]
    assert len({place for each in saved[:10] for place in transaction(ledger, each)}) == 1


def test_two_who_import_the_same_deals_at_once_import_them_once(ledger: Ledger, another: Ledger) -> None:
    deals, start = [of(*passed_out("S")) for _ in range(20)], threading.Barrier(4)

    def load(n: int) -> list[object]:
        start.wait()
        return list((ledger, another)[n % 2].imports.import_deals(deals if n < 2 else reversed(deals)))

    with ThreadPoolExecutor(4) as pool:
        saved = list(pool.map(load, range(4)))
    assert all(isinstance(each, Saved) for outcomes in saved for each in outcomes)
    fresh = [each.id for outcomes in saved for each in outcomes if isinstance(each, Saved) and not each.replayed]
    assert sorted(fresh) == sorted(deal.id for deal in deals)


def test_a_save_of_a_long_import_reads_none_of_the_saves_before_it(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch, read = NewImport(new_id(AT), "Kumar", AT, ("1987.ndjson",)), []
    find = ledger.imports.find
    monkeypatch.setattr(ledger.imports, "find", lambda identity: read.append(identity) or find(identity))
    deals = [prepare(of(*passed_out("S"))) for _ in range(6)]
    for first in range(0, 6, 2):
        assert all(isinstance(each, Saved) for each in ledger.imports.save(deals[first : first + 2], batch))
    assert read == [batch.id]
    assert find(batch.id).deals == [deal.id for deal in deals]


def test_an_import_goes_on_after_somebody_else_has_changed_it(ledger: Ledger) -> None:
    batch = NewImport(new_id(AT), "Kumar", AT, ("1987.ndjson",))
    deals = [prepare(of(*passed_out("S"))) for _ in range(6)]
    ledger.imports.save(deals[:2], batch)
    ledger.imports.withdraw(batch.id, "the wrong file", "Nimal", AT)
    assert all(isinstance(each, Saved) for each in ledger.imports.save(deals[2:4], batch))
    assert all(isinstance(each, Saved) for each in ledger.imports.save(deals[4:], batch))
    assert ledger.imports.find(batch.id).deals == [deal.id for deal in deals]
    assert ledger.imports.find(batch.id).is_withdrawn


def test_an_imported_deal_takes_its_place_in_its_match(ledger: Ledger, catalogue: Catalogue) -> None:
    match = ledger.matches.open("304", "S", **SCRIBE).id
    opened = replace(OPENED, match=str(match))
    second = of(*passed_out("E"), opened=replace(opened, number=2, dealer="E"))
    first = of(*passed_out("S"), opened=opened)
    saved = [each for each in ledger.imports.import_deals([second, first]) if isinstance(each, Saved)]
    facts = [type(event.fact) for event in ledger.repository.history(match, 1)]
    assert facts == [DealBegun, DealCounted, DealBegun, DealCounted]
    file = ledger.matches.get(match)
    assert [line.deal for _, line in sorted(file.lines.items())] == [str(first.id), str(second.id)]
    assert file.next_dealer == "N"
    assert transaction(ledger, saved[0]) == transaction(ledger, Saved(match, 5, 2, ()))
    document = of(*passed_out("S"), opened=opened)
    with pytest.raises(Declined, match="deal 1 of the match is"):
        ledger.imports.import_deal(document)
    row = catalogue.find(first.id)
    assert row is not None
    assert (row.parent, row.data["status"]) == (match, "passed_out")


def test_a_deal_of_a_match_this_book_does_not_have_is_imported_alone(ledger: Ledger) -> None:
    for match in (str(uuid4()), "Colombo final, 1987"):
        saved = ledger.imports.import_deal(of(*passed_out("S"), opened=replace(OPENED, match=match, club="Colombo")))
        assert ledger.deals.get(saved.id).record.opened.match == match


def test_who_confirmed_is_kept_and_once_only(ledger: Ledger) -> None:
    facts: list[Fact] = [*passed_out("S")]
    settled = ledger.imports.import_deal(of(*facts)).events[-1].fact
    saved = ledger.imports.import_deal(of(*facts, settled, DealConfirmed("E"), DealConfirmed("S")))
    assert set(ledger.deals.get(saved.id).record.confirmed) == {"E", "S"}
    with pytest.raises(BadLine, match="East has already confirmed this result"):
        ledger.imports.import_deal(of(*facts, settled, DealConfirmed("E"), DealConfirmed("E")))


def test_a_reopened_deal_is_kept_reopened(ledger: Ledger) -> None:
    facts: list[Fact] = [*passed_out("S")]
    settled = ledger.imports.import_deal(of(*facts)).events[-1].fact
    now = BidMade("S", 160)
    saved = ledger.imports.import_deal(
        of(*facts, settled, EntryAmended(5, Passed("S"), now), DealReopened("a correction"))
    )
    assert ledger.deals.get(saved.id).status == "open"
