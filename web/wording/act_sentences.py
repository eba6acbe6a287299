"""Patterns of the notation of acts with the sentences that say them: one list for pages and for their scripts.

A row is a pattern for an act without its seat, the key of its sentence in `web.wording.spoken.table_words`, and for
each group of the pattern the name of its place in the sentence and the kind of its text. The first row that matches
counts. ``plain``: as it is; ``card``: a card, or an unknown one, whose sentence has a key of its own (``…_unknown``).
"""

from __future__ import annotations

from typing import Final

Sentence = tuple[str, str, tuple[tuple[str, str], ...]]

SENTENCES: Final[tuple[Sentence, ...]] = (
    (r"(\d+ (?:[SHDC]|obenabe|undenufe))", "bids", (("bid", "contract"),)),
    (r"(\d+)", "bids", (("bid", "points"),)),
    (r"shuffle.*", "shuffles", ()),
    (r"no cut", "no_cut", ()),
    (r"cut", "cuts", ()),
    (r"cut not recorded", "cut_unrecorded", ()),
    (r"cut (-?\d+)", "cuts_at", (("n", "plain"),)),
    (r"deal.*", "deals", ()),
    (r"redeal", "redeal", ()),
    (r"pass", "passes", ()),
    (r"ask", "asks", ()),
    (r"ask (\w+)", "asks_whom", (("whom", "seat"),)),
    (r"indicator (\S+)", "indicator", (("card", "card"),)),
    (r"takes back (\S+)", "takes_back", (("card", "card"),)),
    (r"open (\S+)", "opens", (("card", "card"),)),
    (r"closed", "closes", ()),
    (r"trumps.*", "finds_trumps", ()),
    (r"none.*", "finds_none", ()),
    (r"shows indicator (\S+)", "shows_indicator", (("card", "card"),)),
    (r"shows weis(.*)", "weis_shows", (("cards", "cards"),)),
    (r"shows", "shows_nothing", ()),
    (r"shows (.+)", "shows", (("cards", "pairs"),)),
    (r"caps", "caps", ()),
    (r"caps (.+)", "caps_order", (("cards", "cards"),)),
    (r"concedes", "concedes", ()),
    (r"spoilt", "spoilt", ()),
    (r"spoilt denied", "spoilt_denied", ()),
    (r"names partner (\S+)", "names_partner", (("card", "card"),)),
    (r"marriage (\w)", "marriage", (("suit", "suit"),)),
    (r"announces double", "announces_double", ()),
    (r"exposes (\S+)", "exposes", (("card", "card"),)),
    (r"counts (-?\d+)", "counts", (("n", "points"),)),
    (r"double", "doubles", ()),
    (r"redouble", "redoubles", ()),
    (r"weis (\d+)", "declares_weis", (("n", "plain"),)),
    (r"weis (\d+) cards", "weis_cards", (("n", "plain"),)),
    (r"weis top (\w)", "weis_top", (("rank", "rank"),)),
    (r"weis in trumps", "weis_trumps", ()),
    (r"weis not in trumps", "weis_not_trumps", ()),
    (r"weis conceded", "weis_conceded", ()),
    (r"scores nothing", "weis_scores_nothing", ()),
    (r"scores (.+)", "weis_scores", (("values", "list"),)),
    (r"demands (\w+) (\d+)", "weis_demands", (("whom", "seat"), ("n", "plain"))),
    (r"stöck", "stoeck", ()),
    (r"(?:bid )?([a-z][a-z0-9_-]*)", "bids", (("bid", "call"),)),
)
