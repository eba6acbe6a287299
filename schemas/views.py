"""The shapes of views and replays: what a viewer knows of a deal, at one moment and act by act."""

from __future__ import annotations

from marshmallow import fields

from schemas import answer_fields as f
from schemas.answers import CardNames, EventLine, Settlement
from schemas.base import Answer


class Refusal(Answer):
    """The rule that an act broke."""

    code = f.text("as /api/v1/problems lists them")
    message = f.text()
    clause = f.text("document and heading")


class Breach(Refusal):
    """An act, and the rule that it broke."""

    ply = f.integer()
    act = f.sentence()


class Closing(Answer):
    """How a deal ended, if it did."""

    settlement = f.optional(f.nested(Settlement))
    abandoned = f.optional(f.flag())
    confirmed_by = f.optional(f.many(f.text(), "the seats that agreed with the result as it stands"))
    confirmed = f.optional(f.flag("whether every team agreed"))


class ActTemplate(Answer):
    """An act with something left to fill in: a sentence with a gap, and what goes there."""

    say = f.sentence("with a gap in braces: `S caps {order}`")
    number = f.optional(f.part(least=f.integer(), most=f.integer()))
    card = f.optional(f.part("one of these", sure=f.cards(), may=f.cards()))
    cards = f.optional(
        f.part(
            "so many different ones in any order: all of `sure`, the others of `may`",
            count=f.integer(),
            sure=f.cards(),
            may=f.cards(),
        )
    )
    sets = f.optional(f.many(f.cards(), "the cards of one of these sets"))
    seats = f.optional(f.by_key(f.cards(), "for each of these seats one of its cards, all different"))
    hands = f.optional(f.part(seats=f.many(f.seat()), size=f.integer(), cards=f.cards()))


class Contract(Answer):
    """The highest bid; at the end of the auction, the contract."""

    seat = f.seat()
    bid = f.raw("card points, or `pcc`, `half` or `full`", type=["integer", "string"])
    denomination = f.optional(f.text("in a Jass: a suit, `obenabe` or `undenufe`"))
    factor = f.optional(f.integer("in a Jass: how many times the number counts; more than once if it was doubled"))
    may_double = f.optional(f.many(f.seat(), "who may double now, in turn or not"))
    may_redouble = f.optional(f.many(f.seat(), "who may redouble now"))


class Weis(Answer):
    """What was declared and shown of Weis."""

    declared = f.optional(
        f.many(f.part(seat=f.seat(), value=f.integer()), "in the order in which the seats declared them")
    )
    question = f.optional(f.one_of("cards", "top", "trump", description="what the seat to act must tell of its Weis"))
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
    team = f.optional(f.text("the team with the best Weis: it scores all its Weis"))
    scored = f.optional(f.many(f.part(seat=f.seat(), values=f.many(f.integer())), "what each seat of that team scores"))
    demanded = f.optional(f.part("what must be shown now", by=f.seat(), of=f.seat(), value=f.integer()))
    shown = f.optional(f.many(f.part(seat=f.seat(), cards=f.cards(), value=f.optional(f.integer()))))


class View(Closing):
    """What one viewer knows at one moment."""

    viewer = f.text()
    ply = f.integer("of the last act; -1 before the first")
    stage = f.text("as the ruleset names it, or `over`")
    dealer = f.seat()
    turn = f.optional(f.seat("the seat to act"))
    owed = f.optional(
        f.one_of(
            *("inspection", "reveal", "count", "weis", "display", "stoeck"),
            description="what the seat to act must say or show before the deal goes on",
        )
    )
    hands = f.by_key(f.cards(), "by seat; ?? for each card the viewer does not know")
    auction = f.by_key(f.sentence(), "calls by ply")
    trick = f.part("the trick that is going on", cards=f.many(f.sentence()))
    tricks = f.by_key(f.part(cards=f.many(f.sentence()), won=f.seat()), "completed tricks by number, from 1")
    taken = f.by_key(f.integer(), "tricks by team")
    points = f.by_key(f.integer(), "card points by team, as far as the viewer can count them")
    seen = f.by_key(
        f.one_of("own", "played", "record", "inspected", "revealed", "indicator", "exposed", "shown"),
        "every card the viewer has seen, and how the viewer first learned it",
    )
    consultable = f.cards("cards a player may look at again")
    legal = f.many(f.sentence(), "what the viewer may do now, as it can be sent; for an official: what anybody may")
    templates = f.optional(f.many(ActTemplate, "what the viewer may do now once something is filled in"))
    redeals = f.optional(f.integer())
    outcome = f.optional(f.one_of("played", "passed_out", "spoilt"))
    contract = f.optional(f.nested(Contract))
    maker = f.optional(f.seat("who won the auction: the trump maker, in a Jass the declarer"))
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
    caps = f.optional(f.part("who called Caps, and the order of play", seat=f.seat(), order=f.cards()))
    double = f.optional(f.part("who announced Double", seat=f.seat()))
    score = f.optional(f.by_key(f.integer(), "what each team has scored; the contract counts when the deal is over"))
    weis = f.optional(f.nested(Weis))
    stoeck = f.optional(f.part("King and Ober of trumps, scored", seat=f.seat(), points=f.integer()))


class Views(Answer):
    """What each seat knows at one moment."""

    ply = f.integer("of the last act; -1 before the first")
    act = f.optional(f.sentence("the act of that ply, as everybody saw it"))
    views = f.by_key(View, "by seat")


class ActLine(Answer):
    """One act, and when it was recorded."""

    ply = f.integer()
    act = f.sentence()
    at = f.optional(f.text())
    by = f.optional(f.text())
    corrected = f.optional(f.integer("how many times"))
    broke = f.optional(f.nested(Refusal))


class Frame(ActLine):
    """One act, and what it changed for the viewer."""

    patch = f.anything("a merge patch (RFC 7396) to the view before")


class Correction(Answer):
    """What was corrected, noted or ruled after the act was recorded."""

    kind = f.one_of(
        *("amended", "inserted", "retracted", "irregularity-noted", "caps-ruled", "violation-ruled", "annulled"),
        *("ruling-lifted", "abandoned"),
    )
    ply = f.optional(f.integer("the act's number when it was corrected"))
    stands = f.optional(f.integer("the act's number now, or that of the gap it left"))
    was = f.optional(f.sentence())
    now = f.optional(f.sentence())
    code = f.optional(f.text())
    seat = f.optional(f.or_null(f.seat()))
    verdict = f.optional(f.text())
    ruling = f.optional(f.integer())
    why = f.optional(f.text())
    at = f.optional(f.text())


class WholeDeal(Closing):
    """What a replay and a timeline of a deal have in common."""

    viewer = f.text()
    ruleset = f.text()
    dealer = f.text()
    players = f.by_key(f.text())
    teams = f.by_key(f.many(f.seat()), "the seats of each team")
    names = f.nested(CardNames)
    corrections = f.many(Correction)


class Replay(WholeDeal):
    """A whole deal for one viewer."""

    start = f.nested(View)
    frames = f.many(Frame)


class Timeline(WholeDeal):
    """What happened, in order."""

    acts = f.many(ActLine)


class Standing(Answer):
    """The deal that is played at a table, as it stands for a viewer."""

    deal = f.or_null(f.text("its id; null if no deal was played yet"))
    delay = fields.Float(metadata={"description": "how many seconds ago it stood so; left out if it stands so now"})
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
    view = f.optional(f.nested(View))


class StreamEvent(Answer):
    """One server-sent event."""

    event = f.one_of("deal", "view", "frame", "end")
    data = f.text("JSON: a Standing, a View, a Frame, or the status of a deal that is over")
    id = f.optional(f.text("the viewer's version; at a table the deal, a colon and the version"))


class FeedLine(EventLine):
    """One stored fact, whole."""

    position = f.integer()
    stream = f.text()
