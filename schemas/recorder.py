"""Shapes of the acts that a scribe may record next, and of the preview of a correction."""

from __future__ import annotations

from schemas import answer_fields as f
from schemas.answers import CardNames, Settlement
from schemas.base import Answer
from schemas.match_scores import DealInMatch
from schemas.views import Breach, Refusal, View


class CardsByVerdict(Answer):
    """The cards that may be played: those certainly legal, and those that unknown cards may forbid."""

    legal = f.cards()
    possible = f.cards("while cards are unknown")


class Choice(Answer):
    """An act that may happen next."""

    kind = f.one_of(
        *("act", "template"),
        description="an act that can be sent as it is, or a template of which one field is left to fill in",
    )
    act = f.any_object("the act as POST …/actions takes it; a template lacks the field")
    sentence = f.sentence()
    old_name = f.with_key("told", f.sentence(f.OLD_NAME))
    group = f.one_of("deal", "bid", "trump", "owed", "say", "call", "card")
    verdict = f.optional(f.one_of("legal", "possible", description="of an act"))
    pick = f.optional(f.part("the field that takes a card", field=f.text(), cards=f.nested_field(CardsByVerdict)))
    fill = f.optional(
        f.part("the field that takes a card for each of some seats", field=f.text(), seats=f.by_key(CardsByVerdict))
    )
    order = f.optional(
        f.part(
            "the field that takes several cards",
            field=f.text(),
            count=f.optional(f.integer()),
            cards=f.nested_field(CardsByVerdict),
            sets=f.optional(f.many(f.cards(), "one of these sets of cards")),
        )
    )
    numbers = f.optional(
        f.part(
            "the field that takes at least one and at most `most` numbers: those of `first`, then any of `more`",
            field=f.text(),
            first=f.many(f.integer()),
            more=f.many(f.integer()),
            most=f.integer(),
        )
    )
    number = f.optional(f.part("the field that takes a number", field=f.text(), least=f.integer(), most=f.integer()))


class Pad(Answer):
    """The cards that a seat may play."""

    seat = f.seat()
    ways = f.many(
        f.part(name=f.one_of("up", "down", "indicator", "indicator down"), act=f.any_object()),
        "the ways of playing a card",
    )
    cards = f.by_key(f.many(f.raw()), "for each card the index of the best way, then the verdict on each way")
    refusals = f.by_key(Refusal, "for each card that would break a rule, the reason")
    refused_ways = f.by_key(Refusal, "for each way in which an unseen card would break a rule, the reason")
    implied = f.many(f.any_object(), "the acts that are recorded with the card")


class TrickTables(Answer):
    """The orders of the cards, by which a recorder knows without a connection who takes a trick."""

    orders = f.any_object("for each trump the ranks of each suit, strongest first")
    trump = f.text("the trump now, a key of orders; empty while the table does not know it")
    closed = f.flag("whether the trump is closed, so that a card of another suit than the one led lies face down")
    opens = f.many(f.text(), "the types of acts whose card opens the trump")
    looks = f.text("the type of the act that says whether a trump lies face down in a full trick, or empty")
    shows = f.text("the type of the act that then turns up the cards of the others, or empty")
    shows_own = f.flag("whether that act turns up a card of the seat that looks too")
    shown_after = f.or_null(f.integer("the number of tricks after which a closed trump is shown at the latest"))


class Desk(Answer):
    """The recorder's state of a deal: where it stands, and what a scribe may record next."""

    id = f.text()
    version = f.integer()
    ruleset = f.part(
        key=f.text(),
        name=f.text(),
        points_scale=f.one_of("1", "0.1", description="by how much card points are multiplied when they are written"),
    )
    seats = f.many(f.text())
    teams = f.by_key(f.many(f.text()))
    players = f.by_key(f.text())
    names = f.by_key(f.text(), "names by seat")
    faces = f.nested_field(CardNames)
    dealer = f.text()
    number = f.integer()
    pack = f.part(
        suits=f.text(), ranks=f.text("the ranks, strongest first"), total=f.integer("the card points of all cards")
    )
    plies = f.integer()
    ply = f.integer("the ply of the choices")
    view = f.nested_field(View)
    after = f.by_key(f.text(), "the next seat after each seat")
    width = f.integer("the number of cards of a full trick")
    laid = f.integer("the number of cards in the current trick")
    gone = f.many(f.text(), "cards known to have been played")
    needed = f.optional(f.integer("the card points that the bidder's side needs, once a number is the contract"))
    makers = f.optional(f.many(f.seat(), "the seats that are known to be on the bidder's side"))
    unnamed = f.by_key(f.integer(), "the number of unnamed cards in each team's tricks")
    twice = f.many(f.text(), "cards that the record has in two places")
    over = f.flag()
    tables = f.nested_field(TrickTables)
    breaches = f.many(
        f.part(
            "a breach that everybody at the table can see by now",
            ply=f.integer(),
            entry=f.integer("the version of the act's event, which stays when earlier acts are inserted or removed"),
            seat=f.optional(f.seat()),
            code=f.text(),
            message=f.text(),
            clause=f.text(),
            short=f.text("the breach in a few words, with the trick"),
        ),
        "the breaches of the rules that the acts show, in order",
    )
    bids = f.many(f.any_object(), "every bid of this auction without a seat, the lowest first, legal now or not")
    choices = f.many(Choice)
    always = f.many(f.any_object(), "acts of this game that need no more than a seat")
    words = f.many(f.text(), "an example sentence for each kind of act of this game")
    turn = f.optional(f.text())
    pad = f.optional(f.nested_field(Pad))
    rest = f.optional(f.many(f.any_object(), "the passes that would end the auction"))
    undo = f.optional(
        f.part(
            "the latest entry",
            ply=f.integer("its first ply"),
            act=f.any_object("its first act"),
            acts=f.many(f.sentence(), "the entry and everything recorded with it"),
        )
    )
    match = f.or_null(
        f.part(
            "the match and its next dealer",
            id=f.text(),
            balance=f.by_key(f.integer()),
            over=f.flag(),
            winner=f.or_null(f.text()),
            next_dealer=f.or_null(f.text()),
            next_number=f.integer(),
            deal=f.optional(f.nested_field(DealInMatch, "this deal in the match, once it counts")),
        )
    )
    table = f.optional(f.text())
    club = f.optional(f.text())
    event = f.optional(f.text())
    confirmed = f.optional(f.many(f.text(), "the seats that confirmed the result"))
    settlement = f.optional(f.nested_field(Settlement))


class Entries(Answer):
    """The acts that a scribe entered."""

    entries = f.many(
        f.part(
            ply=f.integer(),
            act=f.sentence(),
            was=f.many(f.sentence(), "before each correction"),
            compelled=f.flag(),
            at=f.optional(f.text()),
            by=f.optional(f.text()),
            broke=f.optional(f.nested_field(Refusal)),
        )
    )
    retracted = f.many(f.part(ply=f.integer(), was=f.sentence(), why=f.text(), at=f.text()), "the retracted acts")


class Consequences(Answer):
    """The preview of a correction."""

    broken = f.many(Breach, "acts that would break a rule after the correction and do not now")
    mended = f.many(
        f.part(ply=f.integer(), act=f.sentence()), "acts that break a rule now and would not after the correction"
    )
    twice = f.many(f.text(), "cards that would then be in two places")
    follows = f.many(
        f.part(ply=f.integer(), was=f.optional(f.sentence()), now=f.optional(f.sentence())),
        "further corrections that follow",
    )
    tricks = f.many(
        f.part(
            number=f.integer("from 1"),
            cards=f.many(f.sentence()),
            won=f.optional(f.seat("the winner of a completed trick")),
        ),
        "the tricks that would be others after the correction, as they would be",
    )
    settlement = f.part(
        "the settlement of the deal",
        before=f.optional(f.nested_field(Settlement)),
        after=f.optional(f.nested_field(Settlement)),
    )
    turn = f.optional(f.or_null(f.text()))
