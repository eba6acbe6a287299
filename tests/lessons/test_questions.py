"""Every kind of question: all right answers are accepted and no wrong one, and the reasons are those of the rules."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from analysis.lesson_prices import price_cards
from domain.engine.facts import CardPlayed
from domain.games.sidi.weis import finders
from domain.games.three04.acts import CapsCalled
from domain.kernel.errors import Declined
from domain.lesson.commands import NewLesson, NewStep
from domain.lesson.facts import Source
from replay.lessons.built_in import lesson_named
from replay.lessons.check import faults
from replay.lessons.payloads import find_step, mark, step_payload
from replay.lessons.positions import Position, record_of_source
from replay.lessons.questions import KINDS
from replay.lessons.questions.standing import standing
from replay.lessons.sources import of_worked_hand
from replay.puzzles.file import built_in as built_in_puzzles
from replay.words import ENGLISH
from tests.cases import cases
from tests.lessons.lessons import ask, go, lesson, look, reveal, say
from tests.puzzles.reading import TooComplex, holders

WEIS = "35-whose-weis-is-best"


def at(seat: str, ply: int, question: NewStep, source: Source | None = None) -> NewLesson:
    """A lesson whose third step asks the question from a seat after a ply."""
    return lesson(look(seat), go(ply), question, source=source)


def right(quiz: NewLesson) -> list[str]:
    answers: list[str] = mark(quiz, 1, 3, "")["answers"]
    return answers


def marked(quiz: NewLesson, answer: str) -> dict[str, Any]:
    return mark(quiz, 1, 3, answer)


# --- acts -----------------------------------------------------------------------------------------


def test_the_right_cards_are_the_legal_ones_and_a_wrong_one_is_refused_with_its_clause() -> None:
    """000 "Play": follow suit if you can. Clubs are led, and West holds two of them."""
    quiz = at("W", 16, ask("card"))
    assert set(right(quiz)) == {"8C", "AC"}
    wrong = marked(quiz, "AS")
    assert wrong["right"] is False
    assert wrong["reasons"][0]["code"] == "revoke"
    assert wrong["reasons"][0]["clause"] == "000 “Play”"


def test_a_bid_is_chosen_among_every_call_of_its_auction_allowed_or_not() -> None:
    """The refusal teaches: a bid that is too low is offered, too. Another game has other calls."""
    with cases() as case:
        for name, chapter, step, offered in (
            ("03-the-deal-and-the-first-bid", 1, 8, [*map(str, range(160, 301, 10)), "pass", "ask", "redeal"]),
            ("06-the-second-four-cards", 1, 7, [*map(str, range(250, 301, 10)), "pcc", "pass"]),
        ):
            content = lesson_named(name)
            assert content is not None
            with case(name):
                assert step_payload(content, chapter, step)["question"]["choices"] == offered
                assert {mark(content, chapter, step, call)["right"] for call in offered} == {True, False}
        jass = lesson_named("sidi-02-the-auction")
        assert jass is not None
        choices = step_payload(jass, 1, 6)["question"]["choices"]
        with case("sidi"):
            assert choices[:2] == ["40 S", "40 H"]
            assert choices[-2:] == ["pass", "double"]
            assert len(choices) == 14 * 6 + 2


def test_a_card_that_must_be_played_face_down_is_meant_so() -> None:
    """000 "Closed Trump games": a player who cannot follow plays face down."""
    source = of_worked_hand("05-an-opponent-cuts")
    record = record_of_source(source)
    ply = next(n for n, act in enumerate(record.acts) if isinstance(act, CardPlayed) and act.down and not act.indicator)
    act = record.acts[ply]
    assert isinstance(act, CardPlayed)
    quiz = at(act.seat, ply - 1, ask("card"), source)
    assert marked(quiz, act.card) == {"answer": f"({act.card})", "right": True, "by_author": False, "reasons": []}


def test_a_trump_from_the_makers_hand_is_refused_as_a_card_face_down() -> None:
    """004 and conflicts.md A10: while the indicator is on the table, the maker cuts with it alone."""
    content = lesson_named("07-closed-trumps")
    assert content is not None
    (reason,) = mark(content, 2, 3, "TS")["reasons"]
    assert "a trump from the hand, face down while the indicator was on the table" in reason["text"]


def test_every_legal_bid_is_right_unless_the_author_accepts_only_some() -> None:
    """000 "Bidding with Four Cards": the minimum is 160, or pass, or ask the partner."""
    quiz = at("E", 2, ask("bid"))
    assert {"160", "250", "pass"} <= set(right(quiz))
    refused = marked(quiz, "150")
    assert (refused["right"], refused["reasons"][0]["code"]) == (False, "bid-too-low")
    overruled = at("E", 2, ask("bid", accept=("170", "180")))
    assert right(overruled) == ["170", "180"]
    answer = marked(overruled, "160")
    assert (answer["right"], answer["by_author"]) == (False, True)


def test_closed_or_open() -> None:
    quiz = at("E", 12, ask("game", accept=("closed",)))
    assert marked(quiz, "closed")["right"] is True
    assert marked(quiz, "open")["right"] is False


def test_a_question_is_asked_of_the_seat_to_act() -> None:
    (fault,) = faults(at("N", 2, ask("bid")))
    assert "it is E's turn here, and the pupil looks from N" in str(fault)


# --- knowledge ------------------------------------------------------------------------------------


def test_who_can_hold_a_card_is_every_seat_of_some_deal_that_fits() -> None:
    quiz = at("E", 20, ask("holder", card="9S"))
    assert right(quiz) == ["S N W"]
    assert marked(quiz, "n, w, s")["right"] is True
    assert marked(quiz, "N W")["right"] is False
    assert right(at("E", 20, ask("holder", card="JC"))) == ["none"]
    assert right(at("E", 20, ask("holder", card="TH"))) == ["E"]


def test_a_seat_that_did_not_follow_suit_cannot_hold_the_card() -> None:
    """000 "Play": North and South played no heart on the lead of the ten, South by its revoke at ply 39."""
    quiz = at("E", 39, ask("holder", card="9H"))
    assert right(quiz) == ["W"]
    assert "(card 24, trick 6)" in " ".join(reason["text"] for reason in marked(quiz, "S")["reasons"])


def test_how_many_trumps_are_out_is_known_to_the_maker_and_to_nobody_else() -> None:
    """East, the maker, holds QD 9D AD and played JD; 7D and KD were seen: TD and 8D are out."""
    assert right(at("E", 20, ask("trumps"))) == ["2"]
    (fault,) = faults(at("N", 20, ask("trumps")))
    assert "N does not know here which suit is trump" in str(fault)


def test_the_points_are_those_of_the_tricks_that_the_viewer_saw_and_the_view_leaves_them_out() -> None:
    """000 "Cards": jack 30, nine 20, ten 10: the first trick is JC 9C TC 8C."""
    quiz = at("E", 20, ask("points"))
    assert right(quiz) == ["NS 60 EW 0"]
    assert marked(quiz, "ew: 0, ns: 60")["right"] is True
    assert all("points" not in step_payload(quiz, 1, step)["view"] for step in (1, 2, 3))
    after = lesson(look("E"), go(20), ask("points"), say("Right."))
    assert "points" in step_payload(after, 1, 4)["view"]


# --- verdicts -------------------------------------------------------------------------------------


def test_caps_is_called_when_an_order_is_certain_to_win_and_not_before() -> None:
    """000 "Caps": worked hands 3, where the call is right, and 4, where it comes too early."""
    with cases() as case:
        for name, expected in (("03-caps-in-the-middle-of-a-trick", "yes"), ("04-caps-called-too-early", "no")):
            source = of_worked_hand(name)
            acts = record_of_source(source).acts
            ply = next(n for n, act in enumerate(acts) if isinstance(act, CapsCalled))
            quiz = at(acts[ply].seat, ply - 1, ask("caps"), source)
            with case(name):
                assert right(quiz) == [expected]
                reason = marked(quiz, "yes")["reasons"][0]
                assert reason["clause"] == "000 “Caps”"
                assert ("This order wins" in reason["text"]) is (expected == "yes")


def test_a_breach_is_its_act_and_its_clause() -> None:
    """Worked hand 17: South revokes at ply 39; from a seat it shows when the nine of hearts appears."""
    everything = lesson(reveal(), go(47), ask("breach"))
    assert mark(everything, 1, 3, "")["answers"] == ["39 000 “Play”"]
    with cases() as case:
        for answer, expected in (
            ("39 revoke", True), ("39 000 Play", True), ("38 revoke", False), ("none", False), ("39 000 “Caps”", False),
        ):  # fmt: skip
            with case(answer):
                assert mark(everything, 1, 3, answer)["right"] is expected
    assert right(at("E", 40, ask("breach"))) == ["none"]
    assert right(at("E", 47, ask("breach"))) == ["39 000 “Play”"]


def test_the_settlement_is_that_of_the_rules() -> None:
    """000 "Scoring": East made 160."""
    quiz = lesson(reveal(), go(47), ask("settle"), say("Right."))
    assert mark(quiz, 1, 3, "")["answers"] == ["NS -1 EW 1"]
    assert all("settlement" not in step_payload(quiz, 1, step)["view"] for step in (1, 2, 3))
    assert step_payload(quiz, 1, 4)["view"]["settlement"]["tokens"] == {"NS": -1, "EW": 1}


def test_wrong_caps_is_settled_as_wrong_caps() -> None:
    """000 "Scoring": Wrong Caps costs 2 tokens, and a bid that was made pays nothing. South calls too early."""
    source = of_worked_hand("04-caps-called-too-early")
    assert right(at("S", 50, ask("settle"), source)) == ["NS -2 EW 2"]
    everything = lesson(reveal(), go(50), ask("settle"), say("Right."), source=source)
    assert mark(everything, 1, 3, "")["answers"] == ["NS -2 EW 2"]
    assert step_payload(everything, 1, 4)["view"]["settlement"]["tokens"] == {"NS": -2, "EW": 2}


def test_weis_are_ordered_by_value_then_cards_then_height_and_equal_ones_stand_either_way() -> None:
    """003 "Weis and Stöck"."""
    source = of_worked_hand(WEIS)
    record = record_of_source(source)
    finder = finders(record.rules.ruleset)[record.state.denomination]  # type: ignore[arg-type, attr-defined]
    best, worst = finder.items[0], finder.items[-1]
    same = next(item for item in finder.items if item[:4] == worst[:4] and item.mask != worst.mask)
    weis = " | ".join(" ".join(record.rules.tables.cards(item.mask)) for item in (worst, best, same))
    ply = next(n for n, act in enumerate(record.acts) if isinstance(act, CardPlayed))
    quiz = lesson(reveal(), go(ply), ask("weis", weis=weis), source=source)
    assert set(right(quiz)) == {"2 1 3", "2 3 1"}
    assert marked(quiz, "1 2 3")["right"] is False


def test_free_text_waits_for_the_teacher() -> None:
    quiz = at("E", 20, ask("text"))
    assert marked(quiz, "East has no clubs left.")["right"] is None


# --- strength -------------------------------------------------------------------------------------


def test_cards_within_the_margin_of_the_best_from_the_seat_are_right() -> None:
    """Docs/analysis.md, "From the seat": the prices are stored with the question, for this position only."""
    ply = 37
    plain = at("W", ply, ask("card", margin="0"))
    (fault,) = faults(plain)
    assert "not analysed yet" in str(fault)
    position = find_step(plain, 1, 3)[0].position
    prices = price_cards(position.record, "W", "seed", most=20) | {"position": position.digest}
    behind = prices["behind"]
    assert min(behind.values()) == 0
    quiz = at("W", ply, ask("card", prices=prices, margin="0"))
    assert {answer.strip("([])") for answer in right(quiz)} == {card for card, worse in behind.items() if worse <= 0}
    wide = at("W", ply, ask("card", prices=prices, margin="400"))
    assert len(right(wide)) == len(behind)
    assert "on average over" in marked(wide, right(wide)[0])["reasons"][0]["text"]
    moved = at("W", ply, ask("card", prices=prices | {"position": "another"}, margin="0"))
    assert list(faults(moved))


def test_the_same_seed_gives_the_same_prices_whatever_the_hidden_cards() -> None:
    position = find_step(at("W", 37, ask("card")), 1, 3)[0].position
    assert price_cards(position.record, "W", "a", most=10) == price_cards(position.record, "W", "a", most=10)


def test_the_same_position_is_computed_once_for_all_pupils_and_another_one_apart() -> None:
    def position(seat: str, ply: int) -> Position:
        return find_step(at(seat, ply, ask("holder", card="9S")), 1, 3)[0].position

    west = position("W", 37)
    assert position("W", 37) == west
    assert {position("W", 37), position("N", 37), position("W", 36)} == {west, position("N", 37), position("W", 36)}
    assert len({west, position("N", 37), position("W", 36)}) == 3


# --- all kinds --------------------------------------------------------------------------------------


def marks(quiz: NewLesson, text: str) -> str:
    """The code of the refusal of an answer, or empty."""
    try:
        marked(quiz, text)
    except Declined as declined:
        return declined.code
    return ""


def test_no_text_breaks_a_question_it_is_an_answer_or_is_declined() -> None:
    rng = Random(304)
    texts = ["", " ", "JH", "160", "E 160", "yes", "N W", "3", "NS 1 EW 2", "39 revoke", "2 1", "??", "🂡", "9" * 900]
    with cases() as case:
        for code, kind in KINDS.items():
            for ply, viewer in ((-1, "E"), (2, "E"), (12, "public"), (20, "W"), (34, "S"), (47, "E")):
                quiz = at(viewer, ply, ask(code, card="9S", weis="9S 8S 7S | JS JH JD JC"))
                for text in [kind.example, *rng.sample(texts, 4)]:
                    with case(code, ply, viewer, text):
                        assert marks(quiz, text) in ("", "lesson-question", "lesson-answer")


# --- reasons in the words of a card player --------------------------------------------------------


def test_the_reasons_name_the_trick_the_trumps_that_are_out_and_who_took_the_points() -> None:
    """Design: "Learn is a path". No number of a step, and no letters for sides."""
    with cases() as case:
        for name, chapter, step, expected in (
            ("02-following-suit", 2, 5, "South did not follow suit in trick 6, but still held 9H and played it later."),
            ("00-never-held-a-card", 3, 3, "You hold: 1. Played: 1. Trumps still out: 7H QH KH TH AH 9H."),
            ("01-the-cards-and-their-points", 2, 4, "No trump is out any more."),
            ("00-never-held-a-card", 3, 6, "Trick 1: 34 points for South and North."),
        ):
            content = lesson_named(name)
            assert content is not None
            with case(name, chapter, step):
                right_answer = mark(content, chapter, step, "")["answers"][0]
                assert expected in mark(content, chapter, step, right_answer)["reasons"][0]["text"]


def test_a_card_is_explained_by_who_is_void_which_trumps_are_out_and_which_cards_are_high() -> None:
    read = 0
    with cases() as case:
        for puzzle in built_in_puzzles().values():
            if puzzle.theme not in ("card", "draw-trumps", "caps"):
                continue
            position = puzzle.position
            void = [line for line in standing(position, ENGLISH) if "is void in" in line]
            read += len(void)
            with case(str(puzzle.id)):
                assert all(line.endswith(".") for line in standing(position, ENGLISH))
                assert len(void) <= 3
    assert read > 5


def test_a_seat_that_is_called_void_can_hold_no_card_of_the_suit_in_any_deal_that_fits() -> None:
    """Recomputed from the acts alone, by a reader that knows none of the product's tables of knowledge."""
    names = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    checked = 0
    with cases() as case:
        for puzzle in built_in_puzzles().values():
            if not puzzle.position.rules.ruleset.key.startswith("304"):
                continue
            for line in standing(puzzle.position, ENGLISH):
                match = re.fullmatch(r"(\w+) is void in (.+)\.", line)
                if not match:
                    continue
                (seat,) = (each for each in "NESW" if ENGLISH.seat(each) == match[1])
                for letter in (each for each, name in names.items() if name in match[2]):
                    cards = [card for card in puzzle.position.rules.tables.bit if card[-1] == letter]
                    try:
                        places = {card: holders(puzzle, card) for card in cards}
                    except TooComplex:
                        continue
                    checked += 1
                    with case(str(puzzle.id), line):
                        assert [card for card, seats in places.items() if seat in seats] == []
    assert checked > 5
