"""The shapes of what a scribe may record next, and of what a correction would change."""

from __future__ import annotations

from schemas import answer_fields as f
from schemas.answers import CardNames, Settlement
from schemas.base import Answer
from schemas.views import Breach, Refusal, View


class CardsByVerdict(Answer):
    """Cards by the verdict on them."""

    legal = f.cards()
    possible = f.cards("while cards are unknown")


class Choice(Answer):
    """Something that may happen next."""

    kind = f.one_of(
        *("act", "template"),
        description="an act that can be sent as it is, or a template of which one field is left to fill in",
    )
    act = f.anything("as POST …/actions takes it; of a template, without the field")
    told = f.sentence()
    group = f.one_of("deal", "bid", "trump", "owed", "say", "call", "card")
    verdict = f.optional(f.one_of("legal", "possible", description="of an act"))
    pick = f.optional(f.part("the field that takes a card", field=f.text(), cards=f.nested(CardsByVerdict)))
    fill = f.optional(
        f.part("the field that takes a card for each of some seats", field=f.text(), seats=f.by_key(CardsByVerdict))
    )
    order = f.optional(
        f.part(
            "the field that takes several cards",
            field=f.text(),
            count=f.optional(f.integer()),
            cards=f.nested(CardsByVerdict),
            sets=f.optional(f.many(f.cards(), "the cards of one of these sets")),
        )
    )
    number = f.optional(f.part("the field that takes a number", field=f.text(), least=f.integer(), most=f.integer()))


class Pad(Answer):
    """The cards a seat may play."""

    seat = f.seat()
    ways = f.many(
        f.part(name=f.one_of("up", "down", "indicator", "indicator down"), act=f.anything()), "how a card may be played"
    )
    cards = f.by_key(f.many(f.raw()), "for each card the index of the way that fits best, then a verdict for each way")
    refusals = f.by_key(Refusal, "why a card would break a rule")
    implied = f.many(f.anything(), "the acts that playing a card implies")


class Desk(Answer):
    """Where a deal stands, and what a scribe may record next."""

    id = f.text()
    version = f.integer()
    ruleset = f.part(key=f.text(), name=f.text())
    seats = f.many(f.text())
    teams = f.by_key(f.many(f.text()))
    players = f.by_key(f.text())
    names = f.by_key(f.text(), "what the players are called, by seat")
    faces = f.nested(CardNames)
    dealer = f.text()
    number = f.integer()
    pack = f.part(suits=f.text(), ranks=f.text("from the strongest"), total=f.integer("the card points of all cards"))
    plies = f.integer()
    ply = f.integer("which act the choices are for")
    view = f.nested(View)
    after = f.by_key(f.text(), "who acts after each seat")
    width = f.integer("how many cards make a trick")
    laid = f.integer("how many cards lie in the trick that is going on")
    gone = f.many(f.text(), "cards known to have been played")
    unnamed = f.by_key(f.integer(), "cards without a name in each team's tricks")
    twice = f.many(f.text(), "cards that the record has in two places")
    over = f.flag()
    choices = f.many(Choice)
    always = f.many(f.anything(), "acts of this game that need no more than a seat")
    words = f.many(f.text(), "a sentence for each kind of act of this game")
    turn = f.optional(f.text())
    pad = f.optional(f.nested(Pad))
    rest = f.optional(f.many(f.anything(), "the passes that would end the auction"))
    undo = f.optional(
        f.part("the latest entry", ply=f.integer("its first ply"), acts=f.many(f.sentence(), "all that came with it"))
    )
    match = f.or_null(
        f.part(
            "the match, and who deals next in it",
            id=f.text(),
            balance=f.by_key(f.integer()),
            over=f.flag(),
            winner=f.or_null(f.text()),
            next_dealer=f.or_null(f.text()),
            next_number=f.integer(),
        )
    )
    table = f.optional(f.text())
    club = f.optional(f.text())
    event = f.optional(f.text())
    confirmed = f.optional(f.many(f.text(), "the seats that agreed with the result"))
    settlement = f.optional(f.nested(Settlement))


class Entries(Answer):
    """What a scribe entered."""

    entries = f.many(
        f.part(
            ply=f.integer(),
            act=f.sentence(),
            was=f.many(f.sentence(), "before each correction"),
            compelled=f.flag(),
            at=f.optional(f.text()),
            by=f.optional(f.text()),
            broke=f.optional(f.nested(Refusal)),
        )
    )
    retracted = f.many(f.part(ply=f.integer(), was=f.sentence(), why=f.text(), at=f.text()), "what was taken back")


class Consequences(Answer):
    """What a correction would change."""

    broken = f.many(Breach, "acts that would newly break a rule")
    mended = f.many(f.part(ply=f.integer(), act=f.sentence()), "acts that would break a rule no longer")
    twice = f.many(f.text(), "cards that would then be in two places")
    follows = f.many(
        f.part(ply=f.integer(), was=f.optional(f.sentence()), now=f.optional(f.sentence())),
        "what would be corrected along with it",
    )
    settlement = f.part(
        "what the deal pays", before=f.optional(f.nested(Settlement)), after=f.optional(f.nested(Settlement))
    )
    turn = f.optional(f.or_null(f.text()))
