"""Shapes of the statistics of card play."""

from __future__ import annotations

from schemas import answer_fields as f
from schemas.base import Answer


class CardPlayRow(Answer):
    """The card play in some deals, from stored analyses (docs/analysis.md)."""

    deals = f.integer("the analysed deals")
    choices = f.integer("the cards that were played when the legal cards had different prices")
    best = f.integer("those of them that cost nothing with all hands open")
    share = f.optional(f.share("`best` of `choices`; absent without a choice"))
    interval = f.optional(f.many(f.share(), "the 95 % interval of the share"))
    loss = f.optional(f.number("the mean of the card points that a hand lost"))
    loss_error = f.optional(f.number("half the 95 % interval of the mean"))
    leads = f.integer("the opening leads with a choice")
    best_leads = f.integer("those that cost nothing")
    bids = f.integer("the contracts")
    made = f.integer("the contracts that were made")
    makeable = f.integer("the contracts that both sides' best play makes, with all hands open")


class NamedCardPlayRow(CardPlayRow):
    """The card play of a player, an entry or a ruleset."""

    name = f.text()


class CardPlayTable(Answer):
    """The card play in deals whose hands the caller may see, from stored analyses (docs/analysis.md)."""

    deals = f.integer("the deals with a contract; of a match or a tournament at most the newest 2,000")
    analysed = f.integer("those that have an analysis")
    rows = f.many(f.nested_field(NamedCardPlayRow, "a player, an entry or a ruleset"))
