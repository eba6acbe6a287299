"""Every kind of fact comes back as it was stored, to the last tuple."""

from __future__ import annotations

import os
from functools import cache
from typing import Any
from uuid import UUID

import msgspec
import pytest
from eventsourcing.persistence import MapperDeserialisationError, StoredEvent
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.engine.cards import RANKS, SUITS
from domain.engine.facts import CardPlayed, CardsDealt, CardsDisclosed, EntryAmended, Fact, Passed
from domain.games import ACTS
from domain.games.three04.acts import BidMade
from domain.kernel.events import Recorded
from domain.kernel.mapper import to_plain
from domain.lesson.facts import Chapter, Question, Source, Step
from domain.registry import MAPPER, TOPICS

# Permanent: a topic that was ever stored must stay here as it is. New ones are added.
PERMANENT = """
nought.Class.AnswersShown
nought.Class.ClassEnded
nought.Class.ClassMoved
nought.Class.ClassOpened
nought.Class.PaceChanged
nought.Class.PupilRemoved
nought.Class.PupilReturned
nought.Class.PupilsForgotten
nought.Club.ClubOpened
nought.Club.ClubRenamed
nought.Club.RetentionChosen
nought.Club.RulesetNamed
nought.Club.RulesetWithdrawn
nought.Club.WhoSeesChosen
nought.Club.ZoneSet
nought.Deal.BidMade
nought.Deal.CapsCalled
nought.Deal.CapsConceded
nought.Deal.CapsRuled
nought.Deal.CardExposed
nought.Deal.CardPlayed
nought.Deal.CardSealed
nought.Deal.CardsDealt
nought.Deal.CardsDisclosed
nought.Deal.CardsRevealed
nought.Deal.ContractBid
nought.Deal.DealAbandoned
nought.Deal.DealAnnulled
nought.Deal.DealConfirmed
nought.Deal.DealOpened
nought.Deal.DealReopened
nought.Deal.DealRestored
nought.Deal.DealSettled
nought.Deal.DealWithdrawn
nought.Deal.DoubleAnnounced
nought.Deal.Doubled
nought.Deal.EntryAmended
nought.Deal.EntryInserted
nought.Deal.EntryRetracted
nought.Deal.FaceDownInspected
nought.Deal.IndicatorPlaced
nought.Deal.IndicatorRevealed
nought.Deal.IndicatorTakenBack
nought.Deal.IrregularityNoted
nought.Deal.MarriageDeclared
nought.Deal.PackCut
nought.Deal.PackShuffled
nought.Deal.PartnerAsked
nought.Deal.PartnerCardNamed
nought.Deal.Passed
nought.Deal.PointsCounted
nought.Deal.RedealDemanded
nought.Deal.Redoubled
nought.Deal.ResultAssigned
nought.Deal.RulingLifted
nought.Deal.SealOpened
nought.Deal.SpoiltTrumpsDeclared
nought.Deal.StoeckClaimed
nought.Deal.TrumpClosed
nought.Deal.TrumpOpened
nought.Deal.ViolationRuled
nought.Deal.WeisConceded
nought.Deal.WeisDeclared
nought.Deal.WeisDemanded
nought.Deal.WeisDetailed
nought.Deal.WeisScored
nought.Deal.WeisShown
nought.Deck.DeckClosed
nought.Deck.DeckOpened
nought.Deck.PuzzleAdded
nought.Deck.PuzzleRemoved
nought.Deck.PuzzleReviewed
nought.Dispute.AppealDecided
nought.Dispute.AppealLodged
nought.Dispute.ClaimWorded
nought.Dispute.DisputeClosed
nought.Dispute.DisputeOpened
nought.Dispute.DisputeWithdrawn
nought.Dispute.EvidenceGiven
nought.Dispute.FactStated
nought.Dispute.FactTicked
nought.Dispute.RulingSigned
nought.Dispute.RulingWithdrawn
nought.Import.DealsImported
nought.Import.ImportBegun
nought.Import.ImportRestored
nought.Import.ImportWithdrawn
nought.Lesson.AuthorAdded
nought.Lesson.AuthorRemoved
nought.Lesson.ChapterEdited
nought.Lesson.ChapterRemoved
nought.Lesson.EditUndone
nought.Lesson.HeadEdited
nought.Lesson.LessonOpened
nought.Lesson.LessonPublished
nought.Lesson.LessonWithdrawn
nought.Lesson.PartTranslated
nought.Lesson.StepEdited
nought.Lesson.StepRemoved
nought.Match.DealBegun
nought.Match.DealCounted
nought.Match.DealDropped
nought.Match.DealUncounted
nought.Match.MatchEnded
nought.Match.MatchOpened
nought.Match.MatchReopened
nought.Match.MatchTaken
nought.Move.ClubMovedIn
nought.Move.ClubMovedOut
nought.Notes.NoteRetracted
nought.Notes.NoteWritten
nought.Player.ConsentRecorded
nought.Player.ConsentWithdrawn
nought.Player.MinorMarked
nought.Player.PlayerRegistered
nought.Player.PlayerRenamed
nought.Player.ShownAsChosen
nought.Practice.PracticeOpened
nought.Removal.PersonForgotten
nought.Removal.TextRemoved
nought.Request.RequestAnswered
nought.Request.RequestReceived
nought.Seal.SealKept
nought.Series.EveningAdded
nought.Series.EveningRemoved
nought.Series.MatchAdded
nought.Series.SeriesEnded
nought.Series.SeriesOpened
nought.Series.SeriesRenamed
nought.Series.SeriesReopened
nought.Series.SeriesTermsChanged
nought.Series.SheetRecorded
nought.Series.SlateAdded
nought.Slate.LineCorrected
nought.Slate.LineRemoved
nought.Slate.LineWritten
nought.Slate.SlateOpened
nought.Slate.SlateReopened
nought.Slate.SlateStopped
nought.Slate.SlateTeamsNamed
nought.Slate.SlateTermsChanged
nought.Table.BroadcastDelaySet
nought.Table.TableOpened
nought.Table.TableRenamed
nought.Tournament.AdjustmentMade
nought.Tournament.AdjustmentWithdrawn
nought.Tournament.ArrowSwitchWithdrawn
nought.Tournament.ArrowSwitched
nought.Tournament.ArtificialScoreGiven
nought.Tournament.ArtificialScoreWithdrawn
nought.Tournament.AssignedScoreGiven
nought.Tournament.AssignedScoreWithdrawn
nought.Tournament.AvoidanceAdded
nought.Tournament.AvoidanceWithdrawn
nought.Tournament.ByeRequestWithdrawn
nought.Tournament.ByeRequested
nought.Tournament.CategoriesSet
nought.Tournament.ClockChanged
nought.Tournament.ClockPaused
nought.Tournament.ClockResumed
nought.Tournament.ClockStarted
nought.Tournament.ClockStopped
nought.Tournament.ConfirmationWithdrawn
nought.Tournament.DealAgreed
nought.Tournament.DealScored
nought.Tournament.DealUnscored
nought.Tournament.DrawWithdrawn
nought.Tournament.EncounterClosed
nought.Tournament.EncounterDropped
nought.Tournament.EncounterReopened
nought.Tournament.EncounterSet
nought.Tournament.EntryChanged
nought.Tournament.EntryDetailsSet
nought.Tournament.EntryMade
nought.Tournament.EntryReturned
nought.Tournament.EntryWithdrawn
nought.Tournament.ForfeitLifted
nought.Tournament.ForfeitRuled
nought.Tournament.LotsDrawn
nought.Tournament.LotsPromised
nought.Tournament.LotsSealed
nought.Tournament.MatchAdopted
nought.Tournament.MatchSeated
nought.Tournament.PacksCommitted
nought.Tournament.PacksDiscarded
nought.Tournament.PacksOpened
nought.Tournament.PacksSealed
nought.Tournament.ResultConfirmed
nought.Tournament.ResultContested
nought.Tournament.ResultCorrected
nought.Tournament.ResultEntered
nought.Tournament.ResultRuled
nought.Tournament.ResultRulingLifted
nought.Tournament.ResultWithdrawn
nought.Tournament.RoundClosed
nought.Tournament.RoundDrawn
nought.Tournament.RoundRedrawn
nought.Tournament.RoundReopened
nought.Tournament.SeatsChanged
nought.Tournament.SeedsSet
nought.Tournament.StartingScoreSet
nought.Tournament.TablesNamed
nought.Tournament.TermsChanged
nought.Tournament.TournamentCancelled
nought.Tournament.TournamentEnded
nought.Tournament.TournamentOpened
nought.Tournament.TournamentRenamed
nought.Tournament.TournamentReopened
nought.Tournament.WrongBoardRecorded
nought.Tournament.WrongBoardWithdrawn
"""

STREAM = UUID("019c5dca-fa06-769a-9f91-ffa78b4e2e69")

cards = st.sampled_from([rank + suit for rank in RANKS for suit in SUITS] + ["??"])
seats = st.sampled_from(["S", "E", "N", "W", "1", "8"])
hands = st.lists(cards, max_size=4).map(tuple)
counts = st.integers(-(2**53), 2**53)
words = st.text(st.characters(codec="utf-8", exclude_characters="\x7f"), max_size=8)
"""A mark stands between two U+007F, which no text may hold (`domain.engine.words.texts`)."""
st.register_type_strategy(str, words)
json_values = st.recursive(
    st.none() | st.booleans() | counts | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)

# Facts whose fields say less than their types: acts inside acts, and the open dictionaries of rulesets.
acts = st.deferred(lambda: st.one_of(*(any_fact(kind) for kind in ACTS)))
SPECIAL: dict[str, st.SearchStrategy[Any]] = {
    "was": acts,
    "now": acts,
    "ruleset": st.dictionaries(words, json_values, max_size=4),
    "changes": st.dictionaries(words, json_values, max_size=4),
    "terms": st.dictionaries(words, json_values, max_size=4),
    "line": st.dictionaries(words, json_values, max_size=4),
    "commitment": st.dictionaries(words, json_values, max_size=4),
    "opening": st.dictionaries(words, json_values, max_size=4),
    "lots": st.dictionaries(words, json_values, max_size=4),
    "packs": st.dictionaries(words, json_values, max_size=4),
    "places": st.lists(st.dictionaries(words, json_values, max_size=4), max_size=2).map(tuple),
    "rows": st.lists(st.dictionaries(words, json_values, max_size=4), max_size=2).map(tuple),
    "bid": counts | st.just("pcc"),
    "scheduler": st.dictionaries(words, json_values, max_size=4),
}

# The parts of a lesson, which hold open dictionaries too.
deals = st.dictionaries(words, json_values, max_size=4)
lists = st.lists(words, max_size=3).map(tuple)
sources = st.builds(Source, words, deals, counts, words, counts, words, deals)
questions = st.builds(Question, words, st.dictionaries(words, words, max_size=3), lists, deals)
st.register_type_strategy(Chapter, st.builds(Chapter, words, words, sources))
st.register_type_strategy(
    Step,
    st.builds(Step, words, counts, words, counts, words, st.none() | counts, words, lists, st.none() | questions),
)


@cache
def any_fact(kind: type[Fact]) -> st.SearchStrategy[Fact]:
    """Any fact of a kind."""
    names: tuple[str, ...] = kind.__match_args__
    fields: dict[str, Any] = dict.fromkeys(names, ...)  # else what has a default would keep it
    fields |= {name: SPECIAL[name] for name in names if name in SPECIAL}
    return st.builds(kind, **fields | {name: counts for name in ("ply", "number") if name in names})


def stored(fact: Fact, **envelope: str) -> Recorded:
    """The event with this fact, after it was stored and read."""
    event = Recorded(STREAM, 7, fact, "2026-02-14T20:15:09.318Z", "Nimal", **envelope)
    read: Recorded = MAPPER.to_domain_event(MAPPER.to_stored_event(event))
    assert read == event
    return read


@pytest.mark.parametrize("topic", sorted(TOPICS))
@settings(max_examples=40 if os.environ.get("NOUGHT_FULL") else 1)
@given(data=st.data())
def test_every_fact_equals_itself_after_storage(topic: str, data: st.DataObject) -> None:
    fact = data.draw(any_fact(TOPICS[topic]))
    read = stored(fact, key=data.draw(words), broke=data.draw(st.sampled_from(["", "revoke"]))).fact
    assert read == fact
    assert repr(read) == repr(fact), "equal, but of other types: a list for a tuple, a text for a number"
    assert MAPPER.from_plain(topic, msgspec.json.decode(msgspec.json.encode(to_plain(fact)))) == fact


def test_no_kind_of_fact_is_forgotten() -> None:
    def kinds(of: type[Fact]) -> set[type[Fact]]:
        return {of}.union(*(kinds(each) for each in of.__subclasses__()))

    topics = {kind.__name__: kind.TOPIC for kind in kinds(Fact) if kind.__module__.startswith("domain.")}
    assert {name: topic for name, topic in topics.items() if topic and name != "Act"} == {
        kind.__name__: topic for topic, kind in TOPICS.items()
    }


def test_topics_are_permanent() -> None:
    assert sorted(TOPICS) == PERMANENT.split()
    assert all(topic == kind.TOPIC and topic.endswith(f".{kind.__name__}") for topic, kind in TOPICS.items())


def test_the_stored_text_is_compact_and_readable_and_holds_no_id() -> None:
    row = MAPPER.to_stored_event(Recorded(STREAM, 7, CardPlayed("N", "JH"), "2026-02-14T20:15:09.318Z", "Nimal"))
    assert (row.originator_id, row.originator_version, row.topic) == (STREAM, 7, "nought.Deal.CardPlayed")
    assert row.state == (
        b'{"at":"2026-02-14T20:15:09.318Z","by":"\x7fnNimal\x7f","fact":{"seat":"N","card":"JH","down":false,"indicator":false}}'
    )


def test_an_act_inside_a_correction_carries_its_topic() -> None:
    amended = EntryAmended(3, Passed("E"), BidMade("E", 160), "misheard")
    assert to_plain(amended) == {
        "ply": 3,
        "was": {"topic": "nought.Deal.Passed", "seat": "E"},
        "now": {"topic": "nought.Deal.BidMade", "seat": "E", "bid": 160},
        "why": "misheard",
    }


def test_tuples_stay_tuples_and_plies_stay_numbers() -> None:
    fact = stored(CardsDisclosed({"N": (("JH", "9H"), ())}, {12: "7S"})).fact
    assert isinstance(fact, CardsDisclosed)
    assert fact.plies == {12: "7S"}
    assert fact.hands["N"] == (("JH", "9H"), ())
    dealt = stored(CardsDealt("S", {"N": ("JH",)})).fact
    assert isinstance(dealt, CardsDealt)
    assert dealt.hands == {"N": ("JH",)}


@pytest.mark.parametrize(
    ("topic", "state"),
    [
        pytest.param("nought.Deal.NeverHeardOf", b'{"at":"","by":"","fact":{}}', id="a topic from a later version"),
        pytest.param("nought.Deal.Passed", b'{"at":"","by":"","fact":{}}', id="a fact without its seat"),
        pytest.param("nought.Deal.Passed", b"not JSON", id="no JSON"),
        pytest.param("nought.Deal.EntryRetracted", b'{"at":"","by":"","fact":{"ply":1}}', id="a correction of nothing"),
        pytest.param(
            "nought.Deal.EntryInserted",
            b'{"at":"","by":"","fact":{"ply":1,"why":"","now":{"topic":"nought.Deal.DealAbandoned"}}}',
            id="a correction that inserts what is no act",
        ),
    ],
)
def test_a_row_that_cannot_be_read_is_named(topic: str, state: bytes) -> None:
    with pytest.raises(MapperDeserialisationError, match=f"version 7 of {STREAM}"):
        MAPPER.to_domain_event(StoredEvent(STREAM, 7, topic, state))
