"""Shapes of reports on a recorded deal: audit, knowledge, shuffle, another ruleset."""

from __future__ import annotations

from typing import get_args

from domain.audit.caps.points import Certainty
from domain.audit.caps.report import Verdict
from domain.audit.findings import Spreads, Sure
from schemas import answer_fields as f
from schemas.answers import Settlement
from schemas.base import Answer
from schemas.views import Breach, Refusal


class Reason(Answer):
    """The reason why something is impossible, and the act that shows it."""

    code = f.text()
    text = f.text()
    seat = f.optional(f.seat())
    ply = f.optional(f.integer())


class KnownCard(Answer):
    """The knowledge of a seat about a card."""

    status = f.one_of("held", "seen", "shown", "inferred", "unknown")
    text = f.text()
    seat = f.optional(f.seat("the seat that holds the card or played it"))
    where = f.optional(f.one_of("hand", "indicator", "asleep", "trick", "heap", "pack", "played"))
    ply = f.optional(f.integer("the ply at which it was played"))
    trick = f.optional(f.integer())
    down = f.optional(f.flag())
    shown = f.optional(f.part(how=f.text(), ply=f.integer()))
    holders = f.optional(
        f.by_key(
            f.share(),
            "the seats that may hold the card (`pack`: not dealt), each with its share of the possible deals",
            data_key="with",
        )
    )
    not_with = f.optional(f.by_key(Reason, "the seats that cannot hold the card"))


class Knowledge(Answer):
    """The knowledge of a seat about every card. The count of possible deals ignores what the bidding suggests."""

    seat = f.seat()
    ply = f.integer("the last act taken into account; -1 for none")
    text = f.text("the number of possible deals, in a sentence")
    cards = f.by_key(KnownCard, "every card of the pack")
    trump = f.part(
        suit=f.optional(f.text("the trump, if the seat knew it")),
        possible=f.optional(
            f.by_key(f.share(), "otherwise the suits that can be trump, each with its share of the possible deals")
        ),
        excluded=f.optional(f.by_key(Reason, "the suits that cannot be trump")),
    )
    deals = f.optional(f.text("the exact number of possible deals; absent if they cannot be counted"))
    gaps = f.optional(f.many(f.text(), "what the seat saw but the record does not have"))
    notes = f.optional(
        f.many(
            f.part(code=f.text(), ply=f.integer(), text=f.text()), "what the seat learned but the count does not use"
        )
    )
    breach = f.optional(
        f.part(
            "the first act that the seat could see to be against the rules",
            ply=f.integer(),
            code=f.text(),
            text=f.text(),
            clause=f.text(),
        )
    )


class Assumption(Answer):
    """The order that survived the shuffle, if the cards were gathered in this way."""

    key = f.text()
    assumption = f.text()
    pairs = f.integer()
    kept = f.integer()
    longest = f.integer()
    chance = f.share("the probability that a perfect shuffle keeps at least as many")
    text = f.text()
    rising = f.optional(f.integer("the number of rising sequences; present only if the order of the pack is known"))
    rising_chance = f.optional(f.share("the probability that a perfect shuffle leaves no more of them"))


class Dealing(Answer):
    """The dealing of a batch."""

    ply = f.integer()
    verdict = f.one_of("right", "wrong", "unknown")
    counted = f.flag()
    text = f.text()
    depth = f.optional(f.integer("the depth of the cut in cards; 0 if the pack was not cut"))
    wrong = f.optional(
        f.part(
            "the first card that was dealt to the wrong seat",
            ply=f.integer(),
            card=f.card(),
            position=f.integer(),
            due=f.seat(),
            dealt=f.optional(f.or_null(f.text())),
        )
    )


class Shuffle(Answer):
    """The order of the previous deal that is left in a deal, and the dealing of its batches. No proof of cheating."""

    dealings = f.many(Dealing)
    warning = f.text()
    rules = f.text("how thoroughly the pack is shuffled in this game")
    survived = f.optional(
        f.part(
            evidence=f.one_of("order", "batches"),
            chance=f.share("the smallest of the probabilities, times the number of probabilities computed"),
            text=f.text(),
            assumed=f.many(Assumption),
        )
    )
    why_not = f.optional(f.text("why the shuffle cannot be assessed"))


class WhatIf(Answer):
    """A deal judged by another ruleset. `settled` is its settlement as played, `settles` by the other ruleset."""

    ruleset = f.text("the ruleset with which the deal was played")
    judged_by = f.text()
    same = f.flag("whether the other ruleset makes no difference")
    parameters = f.by_key(f.pair(), "parameters in which the two rulesets differ: the value of each")
    newly_broken = f.many(Breach)
    no_longer_broken = f.many(Breach)
    settled = f.optional(f.nested_field(Settlement))
    settles = f.optional(f.nested_field(Settlement))


class ClauseInFull(Answer):
    """A rule with its document and heading."""

    document = f.text()
    heading = f.text()
    words = f.text()


class Finding(Answer):
    """One breach of a rule."""

    ply = f.integer("the number of the act; -1 for a note in a deal without any act left")
    code = f.text()
    sure = f.one_of(*get_args(Sure))
    what = f.text("what happened, in words")
    words = f.text("the finding in sentences")
    seen = f.part(
        by=f.many(f.text(), "the seats of the other side that could see it, or `public` for everybody"),
        shown=f.flag("whether it could be seen only when the hands were shown after the deal"),
        words=f.text(),
        ply=f.optional(f.integer("the ply after which it could first be seen")),
    )
    taints = f.many(
        f.part(first=f.integer(), last=f.integer(), why=f.one_of(*get_args(Spreads)), words=f.text()),
        "the plies that follow from the breach, and why",
    )
    follows = f.part(
        kind=f.one_of("undo", "award"),
        void=f.flag(),
        ruled=f.flag(),
        words=f.text(),
        ply=f.optional(f.integer()),
        plus=f.optional(f.integer()),
        tokens=f.optional(f.by_key(f.integer())),
    )
    without = f.optional(
        f.part(
            "the likely result without the breach: all hands open, and both sides at their best; no remedy",
            ply=f.optional(f.integer("the ply from which both sides play their best")),
            made=f.optional(f.flag("whether the contract is made")),
            points=f.optional(f.by_key(f.integer(), "the points of each team")),
            tokens=f.optional(f.by_key(f.integer(), "the tokens that each team wins or loses")),
            score=f.optional(f.by_key(f.integer(), "the score of each team, in games played for points")),
            reason=f.optional(f.text("why there is no result")),
            words=f.text(),
        )
    )
    noted = f.flag("whether somebody at the table noted it")
    act = f.optional(f.sentence())
    seat = f.optional(f.seat())
    who = f.optional(f.text("the player and the seat"))
    clause = f.optional(f.nested_field(ClauseInFull))
    legal = f.optional(f.many(f.text(), "the legal acts at that point, as far as the cards are known"))
    instead = f.optional(f.text("the same in words"))
    or_else = f.optional(f.many(f.text(), "the codes that the breach would have with other unseen cards"))
    settle = f.optional(
        f.many(
            f.part(ply=f.integer(), seat=f.seat(), hand=f.flag(), words=f.text()),
            "the cards to disclose to decide it: the card of an act, or the batch dealt to a seat",
        )
    )
    because = f.optional(f.integer("the ply of an earlier breach without which this would be no breach"))


class CapsReport(Answer):
    """The report on Caps: who could be certain of every trick, when, and the verdict on the call (`docs/caps.md`)."""

    words = f.many(f.text(), "the report in sentences")
    exempt = f.optional(f.text("why Caps does not apply to this deal"))
    verdict = f.optional(f.one_of(*get_args(Verdict)))
    seat = f.optional(f.seat("the seat that called Caps, or had to call"))
    ply = f.optional(f.integer())
    why = f.optional(f.text("why it is undecided"))
    obligations = f.optional(
        f.many(
            f.part(
                team=f.text(),
                seat=f.seat(),
                ply=f.integer(),
                moment=f.text(),
                order=f.cards(),
                until=f.optional(f.integer("the ply before which the call had to come")),
            )
        )
    )
    points = f.optional(
        f.many(
            f.part(
                "whether a player could be certain of every trick, before a ply",
                ply=f.integer(),
                seat=f.seat(),
                certainty=f.one_of(*get_args(Certainty)),
                order=f.optional(f.cards()),
                why=f.optional(f.text()),
                settles=f.optional(f.many(f.text())),
            )
        )
    )
    departures = f.optional(
        f.many(
            f.part(
                "a card played against the order stated",
                ply=f.integer(),
                seat=f.seat(),
                stated=f.card(),
                played=f.card(),
                code=f.text(),
            )
        )
    )
    example = f.optional(
        f.part(
            "a deal that the player could not tell from the real one, and in which the stated order fails",
            seat=f.seat(),
            ply=f.integer(),
            order=f.cards(),
            fails=f.text(),
            line=f.many(f.sentence()),
            hand_file=f.text("the other deal, to be replayed"),
        )
    )
    bonus = f.optional(f.flag("whether the call pays extra"))
    rests_on = f.optional(f.many(f.text()))
    broke = f.optional(f.nested_field(Refusal, "why the call was not allowed"))
    settlement = f.optional(f.nested_field(Settlement))


class Audit(Answer):
    """The audit of a deal."""

    ruleset = f.text("the ruleset with which the deal was played")
    dealer = f.seat()
    players = f.by_key(f.text(), "names by seat")
    acts = f.integer()
    breaches = f.part(
        clean=f.flag("whether nothing was found"),
        unknown=f.integer("the number of cards that nobody has named"),
        summary=f.text(),
        findings=f.many(Finding),
        notices=f.many(
            f.part(
                ply=f.integer(),
                code=f.text(),
                words=f.text(),
                clause=f.optional(f.nested_field(ClauseInFull)),
                noted=f.optional(f.text()),
            )
        ),
        first=f.optional(f.integer("the ply of the first breach that is certain")),
    )
    caps = f.nested_field(CapsReport)
