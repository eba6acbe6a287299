"""Shapes of views and replays: what a viewer knows of a deal, at one moment and act by act."""

from __future__ import annotations

from marshmallow import fields

from schemas import answer_fields as f
from schemas.answers import CardNames, EventLine, Settlement
from schemas.base import Answer


class Refusal(Answer):
    """The rule that an act broke."""

    code = f.text("the code, as listed by /api/v1/problems")
    message = f.text()
    clause = f.text("document and heading")


class Breach(Refusal):
    """An act, and the rule that it broke."""

    ply = f.integer()
    act = f.sentence()


class Closing(Answer):
    """The end of a deal, if it is over."""

    settlement = f.optional(f.nested_field(Settlement))
    abandoned = f.optional(f.flag())
    confirmed_by = f.optional(f.many(f.text(), "the seats that confirmed the current result"))
    confirmed = f.optional(f.flag("whether every team confirmed it"))


class ActTemplate(Answer):
    """An act with something left to fill in: a sentence with a gap, and the values for the gap."""

    say = f.sentence("with a gap in braces: `S caps {order}`")
    number = f.optional(f.part(least=f.integer(), most=f.integer()))
    card = f.optional(f.part("one of these", sure=f.cards(), may=f.cards()))
    cards = f.optional(
        f.part(
            "the number of different cards, in any order: all of `sure`, the rest from `may`",
            count=f.integer(),
            sure=f.cards(),
            may=f.cards(),
        )
    )
    sets = f.optional(f.many(f.cards(), "one of these sets of cards"))
    numbers = f.optional(
        f.part(
            "at least one and at most `most` numbers: those of `first`, then any of `more`",
            first=f.many(f.integer()),
            more=f.many(f.integer()),
            most=f.integer(),
        )
    )
    seats = f.optional(f.by_key(f.cards(), "one card for each of these seats, all different"))
    hands = f.optional(f.part(seats=f.many(f.seat()), size=f.integer(), cards=f.cards()))


class Contract(Answer):
    """The highest bid; at the end of the auction, the contract."""

    seat = f.seat()
    bid = f.raw("card points, or `pcc`, `half` or `full`", type=["integer", "string"])
    denomination = f.optional(f.text("in a Jass: a suit, `obenabe` or `undenufe`"))
    factor = f.optional(f.integer("in a Jass: the factor of the contract; more than 1 if it was doubled"))
    may_double = f.optional(f.many(f.seat(), "the seats that may double now, in turn or not"))
    may_redouble = f.optional(f.many(f.seat(), "the seats that may redouble now"))


class Weis(Answer):
    """The Weis declared and shown."""

    declared = f.optional(
        f.many(f.part(seat=f.seat(), value=f.integer()), "in the order in which the seats declared them")
    )
    question = f.optional(f.one_of("cards", "top", "trump", description="what the seat to act must say about its Weis"))
    talk = f.optional(
        f.many(
            f.part(
                seat=f.seat(),
                cards=f.optional(f.integer()),
                top=f.optional(f.text()),
                trump=f.optional(f.flag()),
                conceded=f.optional(f.flag()),
            ),
            "the answers, in order",
        )
    )
    team = f.optional(f.text("the team with the best Weis, which scores all its Weis"))
    scored = f.optional(
        f.many(f.part(seat=f.seat(), values=f.many(f.integer())), "the score of each seat of that team")
    )
    demanded = f.optional(f.part("the Weis that must be shown now", by=f.seat(), of=f.seat(), value=f.integer()))
    shown = f.optional(f.many(f.part(seat=f.seat(), cards=f.cards(), value=f.optional(f.integer()))))


class View(Closing):
    """A viewer's knowledge at one moment."""

    viewer = f.text()
    ply = f.integer("the number of the last act; -1 before the first")
    stage = f.text("the stage, as the ruleset names it, or `over`")
    dealer = f.seat()
    turn = f.optional(f.seat("the seat to act"))
    owed = f.optional(
        f.one_of(
            *("inspection", "reveal", "count", "weis", "display", "stoeck"),
            description="what the seat to act must say or show next",
        )
    )
    hands = f.by_key(f.cards(), "the cards of each seat; ?? is a card that the viewer does not know")
    auction = f.by_key(f.sentence(), "calls by ply")
    auctions = f.optional(f.many(f.integer(), "the ply of the first call of each auction, if there was more than one"))
    trick = f.part("the current trick", cards=f.many(f.sentence()))
    tricks = f.by_key(f.part(cards=f.many(f.sentence()), won=f.seat()), "completed tricks by number, from 1")
    taken = f.by_key(f.integer(), "tricks by team")
    points = f.by_key(f.integer(), "card points by team, as far as the viewer can count them")
    seen = f.by_key(
        f.one_of("own", "played", "record", "inspected", "revealed", "indicator", "exposed", "shown"),
        "every card the viewer has seen, and how the viewer first learned it",
    )
    exposed = f.optional(f.by_key(f.cards(), "cards shown without being played that are still in the hand, by seat"))
    worked_out = f.optional(
        f.by_key(
            f.cards(),
            "cards of the hands that nobody wrote down and that follow from what was played later, by seat; only for "
            "`arbiter`, once the deal is over",
        )
    )
    consultable = f.cards("cards a player may look at again")
    legal = f.many(
        f.sentence(), "the legal acts of the viewer, as they can be sent; for an official those of every seat"
    )
    templates = f.optional(f.many(ActTemplate, "the legal acts of the viewer in which something is left to fill in"))
    redeals = f.optional(f.integer())
    outcome = f.optional(f.one_of("played", "passed_out", "spoilt"))
    contract = f.optional(f.nested_field(Contract))
    maker = f.optional(f.seat("the seat that won the auction: the trump maker, in a Jass the declarer"))
    trump = f.optional(
        f.part(
            "the trump as the viewer knows it",
            open=f.flag(),
            suit=f.optional(f.text("if the viewer knows it")),
            indicator=f.optional(f.card("while it lies on the table")),
        )
    )
    asleep = f.optional(f.many(f.seat(), "seats that take no part in the play"))
    partner = f.optional(
        f.part(
            "the card whose holder is the trump maker's partner",
            card=f.card(),
            seat=f.optional(f.seat("if the viewer knows who holds it")),
        )
    )
    marriages = f.optional(f.many(f.part("King and Queen, shown", seat=f.seat(), suit=f.text(), points=f.integer())))
    caps = f.optional(f.part("the seat that called Caps, and the order it stated", seat=f.seat(), order=f.cards()))
    double = f.optional(f.part("the seat that announced Double", seat=f.seat()))
    score = f.optional(f.by_key(f.integer(), "what each team has scored; the contract counts when the deal is over"))
    weis = f.optional(f.nested_field(Weis))
    stoeck = f.optional(f.part("King and Ober of trumps, scored", seat=f.seat(), points=f.integer()))


class Views(Answer):
    """The knowledge of each seat at one moment."""

    ply = f.integer("the number of the last act; -1 before the first")
    act = f.optional(f.sentence("the act of that ply, as the public saw it"))
    views = f.by_key(View, "by seat")


class ActLine(Answer):
    """An act, and the time it was recorded."""

    ply = f.integer()
    act = f.sentence()
    at = f.optional(f.text())
    by = f.optional(f.text())
    corrected = f.optional(f.integer("how many times"))
    broke = f.optional(f.nested_field(Refusal))


class Frame(ActLine):
    """An act, and its changes to the view."""

    patch = f.any_object("a merge patch (RFC 7396) to the view before")


class Correction(Answer):
    """A correction, note or ruling made after the act was recorded."""

    kind = f.one_of(
        *("amended", "inserted", "retracted", "irregularity-noted", "caps-ruled", "violation-ruled"),
        *("result-assigned", "annulled", "ruling-lifted", "abandoned", "withdrawn", "restored"),
    )
    ply = f.optional(f.integer("the act's number when it was corrected"))
    stands = f.optional(f.integer("the act's current number, or that of the gap it left"))
    was = f.optional(f.sentence())
    now = f.optional(f.sentence())
    code = f.optional(f.text())
    seat = f.optional(f.or_null(f.seat()))
    verdict = f.optional(f.text())
    gains = f.optional(f.by_key(f.integer(), "of an assigned result: what each team gains"))
    ruling = f.optional(f.integer())
    why = f.optional(f.text())
    by = f.optional(f.text("who withdrew the deal"))
    at = f.optional(f.text())


class WholeDeal(Closing):
    """The fields that a replay and a timeline have in common."""

    viewer = f.text()
    ruleset = f.text()
    dealer = f.text()
    players = f.by_key(f.text())
    teams = f.by_key(f.many(f.seat()), "the seats of each team")
    names = f.nested_field(CardNames)
    corrections = f.many(Correction)


class Replay(WholeDeal):
    """A whole deal for one viewer."""

    start = f.nested_field(View)
    frames = f.many(Frame)


class Timeline(WholeDeal):
    """The acts of a deal, in order."""

    acts = f.many(ActLine)


class Standing(Answer):
    """The current deal of a table, for a viewer."""

    deal = f.or_null(f.text("the id of the deal; null if none was played yet"))
    delay = fields.Float(metadata={"description": "the age of this state in seconds; absent if it is current"})
    opened_at = f.optional(f.text())
    ruleset = f.optional(f.text())
    dealer = f.optional(f.text())
    players = f.optional(f.by_key(f.text()))
    number = f.optional(f.integer())
    match = f.optional(f.text())
    event = f.optional(f.text())
    viewer = f.optional(f.text())
    version = f.optional(f.integer())
    status = f.optional(f.text())
    view = f.optional(f.nested_field(View))


class StreamEvent(Answer):
    """A server-sent event."""

    event = f.one_of("deal", "view", "frame", "class", "end")
    data = f.text("JSON: a Standing, a View, a Frame, a class, or the status of a deal or class that is over")
    id = f.optional(f.text("the viewer's version; at a table the deal, a colon and the version"))


class FeedLine(EventLine):
    """A stored fact in full."""

    position = f.integer()
    stream = f.text()
