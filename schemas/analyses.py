"""Shapes of analyses: the price of each card of a deal."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from schemas import answer_fields as f
from schemas.answers import Settlement
from schemas.base import Answer
from schemas.views import View

RESULT = "the makers' result: card points, or 1 and 0 if they bid to win all tricks"
PAY = "what each player of the makers' side gets by the deal's settlement: tokens, or the score less the opponents'"


def reason_for_better() -> fields.Field[Any]:
    """Return the field for why a card was better."""
    return f.optional(
        f.one_of(
            "contract-made",
            "contract-beaten",
            "all-tricks",
            "a-trick",
            "points",
            description="why: with it the contract is made or beaten, or all tricks, a trick or points are won",
        )
    )


def judgement() -> fields.Field[Any]:
    """Return the field for what a seat could know of a costly card."""
    return f.part(
        "whether the seat could know a better card",
        avoidable=f.optional(f.flag("whether another card was clearly better, by more than chance; absent if unknown")),
        better=f.optional(f.card("the best card by what the seat knew, if the played card was avoidable")),
        behind=f.number("the mean points by which the best card is better for the seat's side"),
        error=f.number("the standard error of `behind`"),
        pay_behind=f.number("the mean tokens, or score, by which it is better"),
        deals=f.integer("the number of deals in these means"),
        fitting=f.text("the exact number of deals that fit what the seat knew"),
        reason=f.optional(f.text("why it is not known")),
    )


class DealAnalysis(Answer):
    """The price of every card of a deal, with all hands open (docs/analysis.md)."""

    kernel = f.text("the SHA-256 of the kernel that computed it")
    finished = f.flag("whether every card has its price")
    goal = f.one_of("points", "all tricks", description="what both sides play for")
    needed = f.integer("the makers' result from which the contract is made")
    makers = f.many(f.seat(), "the side of the trump maker or declarer")
    pays = f.one_of("tokens", "score", description="the unit of pay")
    plies = f.many(
        f.part(
            "a card that was played",
            ply=f.integer(),
            seat=f.seat(),
            card=f.card(),
            for_makers=f.flag("whether the seat is on the makers' side, which wants a high result"),
            best=f.optional(f.integer("the makers' result after the seat's best card; absent if not finished")),
            cost=f.optional(f.integer("what the card cost the seat's side; absent if not known")),
            prices=f.by_key(f.integer(), "the makers' result after each legal card"),
            pay=f.by_key(f.integer(), f"{PAY}, after each legal card"),
            pay_cost=f.optional(f.integer("what the card cost the seat's side in this unit; absent if not known")),
            all_tricks=f.by_key(f.one_of("makers", "opponents"), "the cards after which a side wins all tricks"),
            better=f.optional(f.card("the best card with all hands open, if another one was better")),
            why=reason_for_better(),
            finished=f.flag(),
            from_seat=f.optional(judgement()),
        )
    )
    unsolved = f.many(f.part("a card without a price", ply=f.integer(), reason=f.text()))


class AnalysisProgress(Answer):
    """The progress of an analysis that is not finished. Ask again after a second."""

    state = f.one_of("waiting", "running", description="whether a worker has begun with the deal")
    cards = f.integer("the number of cards to price; 0 before a worker has begun")
    cards_done = f.integer("the number of cards that have their price")
    workers = f.integer("the number of workers that run now; with 0 nothing is analysed")


class PlyAnalysis(Answer):
    """The price of each legal card at one ply, with all hands open and from the seat that played (docs/analysis.md)."""

    kernel = f.text("the SHA-256 of the kernel that computed it")
    ply = f.integer()
    seat = f.seat()
    card = f.card("the card that was played")
    for_makers = f.flag("whether the seat is on the makers' side, which wants a high result")
    goal = f.one_of("points", "all tricks", description="what both sides play for")
    needed = f.integer("the makers' result from which the contract is made")
    better = f.optional(f.card("the best card with all hands open, if another one was better"))
    why = reason_for_better()
    from_seat = judgement()
    fitting = f.text("the exact number of deals that fit what the seat knew")
    settled = f.flag("whether the order of the best card and the others is settled at 95 %")
    unfinished = f.integer("the number of deals that took too long and count in no mean")
    undecided = f.optional(f.text("why there is no worst case; absent if there is one"))
    cards = f.many(
        f.part(
            card=f.card(),
            open=f.optional(f.integer(f"{RESULT}, with all hands open; absent if not finished")),
            open_pay=f.optional(f.integer(f"{PAY}, with all hands open; absent if not finished")),
            all_tricks=f.optional(
                f.one_of("makers", "opponents", description="the side that wins all tricks after it")
            ),
            deals=f.integer("the number of deals in the mean"),
            mean=f.number("the mean of the makers' result over deals that fit what the seat knew"),
            error=f.number("the standard error of the mean; 0 if all deals that fit were solved"),
            made=f.share("the share of these deals in which the contract is made"),
            pay=f.number(f"the mean over these deals of {PAY}"),
            behind=f.number("the mean points by which the best card is better for the seat's side; 0 for the best"),
            behind_error=f.number("the standard error of `behind`"),
            guaranteed=f.optional(f.integer("the result in the worst of all deals that fit; absent if undecided")),
        )
    )


class Explored(Answer):
    """A position after one of a deal's plies and a line of cards (docs/analysis.md)."""

    ply = f.integer("the ply after which the line begins")
    line = f.cards("the cards of the line")
    acts = f.many(f.sentence(), "the acts since the ply: the cards, and the acts that had to come between them")
    view = f.nested_field(View, "the view of a viewer who sees all hands")
    legal = f.cards("the cards that may be played next; none after the end of the deal")
    question = f.optional(
        f.part(
            "the position as the kernel takes it; absent after the end of the deal",
            kernel=f.text("the SHA-256 of the kernel that belongs to it"),
            goal=f.one_of("points", "all tricks", description="what both sides play for"),
            needed=f.integer("the makers' result from which the contract is made"),
            makers=f.many(f.seat(), "the side of the trump maker or declarer"),
            for_makers=f.flag("whether the seat to play is on the makers' side, which wants a high result"),
            taken=f.integer("the points that the makers have already; the kernel's prices are without them"),
            cards=f.by_key(f.card(), "the cards by the kernel's numbers"),
            deal=f.text("the kernel's tables of the deal, in base64"),
            position=f.text("the kernel's position, in base64"),
        )
    )
    settlement = f.optional(f.nested_field(Settlement, "what the deal would pay; present after its end"))
