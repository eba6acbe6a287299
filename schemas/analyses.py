"""Shapes of what each card of a deal was worth."""

from __future__ import annotations

from schemas import answer_fields as f
from schemas.answers import Settlement
from schemas.base import Answer
from schemas.views import View

RESULT = "the makers' result: card points, or 1 and 0 if they bid to win all tricks"


class DealAnalysis(Answer):
    """The price of every card of a deal, with all hands open (docs/analysis.md)."""

    kernel = f.text("the SHA-256 of the kernel that computed it")
    finished = f.flag("whether every card has its price")
    goal = f.one_of("points", "all tricks", description="what both sides play for")
    needed = f.integer("the makers' result from which the contract is made")
    makers = f.many(f.seat(), "the side of the trump maker or declarer")
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
            finished=f.flag(),
        )
    )
    unsolved = f.many(f.part("a card without a price", ply=f.integer(), reason=f.text()))


class AnalysisProgress(Answer):
    """How far the analysis of a deal is, while there is none yet. Ask again after a second."""

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
    fitting = f.text("the exact number of deals that fit what the seat knew")
    settled = f.flag("whether the order of the best card and the others is settled at 95 %")
    unfinished = f.integer("the number of deals that took too long and count in no mean")
    undecided = f.optional(f.text("why there is no worst case; absent if there is one"))
    cards = f.many(
        f.part(
            card=f.card(),
            open=f.optional(f.integer(f"{RESULT}, with all hands open; absent if not finished")),
            deals=f.integer("the number of deals in the mean"),
            mean=f.number("the mean of the makers' result over deals that fit what the seat knew"),
            error=f.number("the standard error of the mean; 0 if all deals that fit were solved"),
            made=f.share("the share of these deals in which the contract is made"),
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
