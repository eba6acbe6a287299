"""The shapes of what is found out about a deal afterwards: audit, knowledge, shuffle, another ruleset."""

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
    """Why something is impossible, and the act that showed it."""

    code = f.text()
    text = f.text()
    seat = f.optional(f.seat())
    ply = f.optional(f.integer())


class KnownCard(Answer):
    """What a seat knew of a card."""

    status = f.one_of("held", "seen", "shown", "inferred", "unknown")
    text = f.text()
    seat = f.optional(f.seat("who has it, or played it"))
    where = f.optional(f.one_of("hand", "indicator", "asleep", "trick", "heap", "pack", "played"))
    ply = f.optional(f.integer("when it was played"))
    trick = f.optional(f.integer())
    down = f.optional(f.flag())
    shown = f.optional(f.part(how=f.text(), ply=f.integer()))
    holders = f.optional(
        f.by_key(
            f.share(), "the seats that may have it (`pack`: it is not dealt), each with its share", data_key="with"
        )
    )
    not_with = f.optional(f.by_key(Reason, "the seats that cannot have it"))


class Knowledge(Answer):
    """What a seat knew of every card. Each deal that fits counts once: it is no model of the bidding."""

    seat = f.seat()
    ply = f.integer("the last act that was seen; -1 for none")
    text = f.text("how many deals fit, in a sentence")
    cards = f.by_key(KnownCard, "every card of the pack")
    trump = f.part(
        suit=f.optional(f.text("if the seat knew it")),
        possible=f.optional(f.by_key(f.share(), "else the suits that it could be, with their shares of the deals")),
        excluded=f.optional(f.by_key(Reason, "the suits that it could not be")),
    )
    deals = f.optional(f.text("how many deals fit, exactly; left out if they cannot be counted"))
    gaps = f.optional(f.many(f.text(), "what the seat saw and the record does not tell"))
    notes = f.optional(
        f.many(
            f.part(code=f.text(), ply=f.integer(), text=f.text()), "what the seat was told that the count leaves out"
        )
    )
    breach = f.optional(
        f.part(
            "the first act that the seat could see was against the rules",
            ply=f.integer(),
            code=f.text(),
            text=f.text(),
            clause=f.text(),
        )
    )


class Assumption(Answer):
    """How much order survived if the cards were gathered in this way."""

    key = f.text()
    assumption = f.text()
    pairs = f.integer()
    kept = f.integer()
    longest = f.integer()
    chance = f.share("that a perfect shuffle keeps at least as many")
    text = f.text()
    rising = f.optional(f.integer("rising sequences; only if the pack's order is known"))
    rising_chance = f.optional(f.share("that a perfect shuffle leaves no more of them"))


class Dealing(Answer):
    """How a batch was dealt."""

    ply = f.integer()
    verdict = f.one_of("right", "wrong", "unknown")
    counted = f.flag()
    text = f.text()
    depth = f.optional(f.integer("of the cut; 0: not cut"))
    wrong = f.optional(
        f.part(
            "the first card that came to the wrong seat",
            ply=f.integer(),
            card=f.card(),
            position=f.integer(),
            due=f.seat(),
            dealt=f.optional(f.or_null(f.text())),
        )
    )


class Shuffle(Answer):
    """How much order of the deal before is left in a deal, and how it was dealt. It is no proof of guilt."""

    dealings = f.many(Dealing)
    warning = f.text()
    rules = f.text("how thoroughly this game wants the pack shuffled")
    survived = f.optional(
        f.part(
            evidence=f.one_of("order", "batches"),
            chance=f.share("the least of all, times the number of questions that were asked"),
            text=f.text(),
            assumed=f.many(Assumption),
        )
    )
    why_not = f.optional(f.text("why nothing can be said of the shuffle"))


class WhatIf(Answer):
    """What another ruleset makes of a deal: `settled` as it was played, `settles` as it is judged here."""

    ruleset = f.text("the one by which the deal was played")
    judged_by = f.text()
    same = f.flag("nothing would have been different")
    parameters = f.by_key(f.pair(), "in which the two differ: as played, and as judged here")
    newly_broken = f.many(Breach)
    no_longer_broken = f.many(Breach)
    settled = f.optional(f.nested(Settlement))
    settles = f.optional(f.nested(Settlement))


class ClauseInFull(Answer):
    """A rule, and where it stands."""

    document = f.text()
    heading = f.text()
    words = f.text()


class Finding(Answer):
    """One breach of a rule."""

    ply = f.integer("the act; -1 for what was noted in a deal that has no act any more")
    code = f.text()
    sure = f.one_of(*get_args(Sure))
    what = f.text("what happened, in words")
    words = f.text("the whole finding in words")
    seen = f.part(
        by=f.many(f.text(), "seats of the other side, or `public` for everybody"),
        shown=f.flag("only when the hands were shown after the deal"),
        words=f.text(),
        ply=f.optional(f.integer("after which it could first be seen")),
    )
    taints = f.many(
        f.part(first=f.integer(), last=f.integer(), why=f.one_of(*get_args(Spreads)), words=f.text()),
        "the plies that rest on it, and why",
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
    noted = f.flag("somebody at the table noted it")
    act = f.optional(f.sentence())
    seat = f.optional(f.seat())
    who = f.optional(f.text("the player and the seat"))
    clause = f.optional(f.nested(ClauseInFull))
    legal = f.optional(f.many(f.text(), "the acts that were open instead, as far as the cards are known"))
    instead = f.optional(f.text("the same in words"))
    or_else = f.optional(f.many(f.text(), "the codes it would have if the unseen cards lie otherwise"))
    settle = f.optional(
        f.many(
            f.part(ply=f.integer(), seat=f.seat(), hand=f.flag(), words=f.text()),
            "the cards whose disclosure would settle it: the card of an act, or the batch dealt to a seat",
        )
    )
    because = f.optional(f.integer("the ply of an earlier breach without which this would be none"))


class CapsReport(Answer):
    """Who could be certain of every trick, when, and the verdict on the call (`docs/caps.md`)."""

    words = f.many(f.text(), "the report in sentences")
    exempt = f.optional(f.text("why nobody calls Caps in this deal"))
    verdict = f.optional(f.one_of(*get_args(Verdict)))
    seat = f.optional(f.seat("who called, or owed a call"))
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
                "whether a player could be certain before a ply",
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
                "a card that is not the one of the order stated",
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
            "a deal that the player could not tell from the real one, in which the order fails",
            seat=f.seat(),
            ply=f.integer(),
            order=f.cards(),
            fails=f.text(),
            line=f.many(f.sentence()),
            hand_file=f.text("the other deal, for anybody to replay"),
        )
    )
    bonus = f.optional(f.flag("whether the call pays extra"))
    rests_on = f.optional(f.many(f.text()))
    broke = f.optional(f.nested(Refusal, "why the call was not allowed"))
    settlement = f.optional(f.nested(Settlement))


class Audit(Answer):
    """What an audit of a deal found."""

    ruleset = f.text("the one by which the deal was played")
    dealer = f.seat()
    players = f.by_key(f.text(), "names by seat")
    acts = f.integer()
    breaches = f.part(
        clean=f.flag("nothing was found"),
        unknown=f.integer("cards that nobody has named"),
        summary=f.text(),
        findings=f.many(Finding),
        notices=f.many(
            f.part(
                ply=f.integer(),
                code=f.text(),
                words=f.text(),
                clause=f.optional(f.nested(ClauseInFull)),
                noted=f.optional(f.text()),
            )
        ),
        first=f.optional(f.integer("the ply of the first breach that is certain")),
    )
    caps = f.nested(CapsReport)
