"""The rules of Weis and Stöck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.rulebook.words import OURS, Sentences, cite, join_words, number
from domain.games.sidi.rulebook.cards import NAMES, trumps
from domain.games.sidi.rulebook.sources import FOURS, PLAY, WEIS
from domain.games.sidi.ruleset import UNDENUFE
from domain.games.sidi.weis import SHORTEST

if TYPE_CHECKING:
    from domain.games.sidi.ruleset import SidiRuleset


def weis(game: SidiRuleset) -> Sentences:
    """Yield the rules of declaring, comparing and scoring combinations."""
    terms = game.weis
    if not terms.enabled:
        return
    yield "Weis are combinations of cards in one hand; they score extra points.", WEIS
    yield from _table(game)
    if trumps(game):
        yield "A sequence goes by the order without trumps, also in the trump suit.", WEIS
    yield "No card counts in two Weis.", WEIS
    yield "To score Weis, a player declares the value of the highest one with the card to the first trick.", PLAY
    yield "It is too late when the next card has been played, and nobody declares less than was declared before.", PLAY
    yield "After the first trick the team with the best single Weis scores; the other team scores none.", WEIS
    last = ", then one in trumps," if trumps(game) else ""
    yield (
        "Of two Weis the one worth more is better, then the one of more cards, then the one with the higher highest "
        f"card{last} and finally the one declared first.",
        WEIS,
    )
    if UNDENUFE in game.denominations:
        yield "In Undenufe the lower card is the higher one here too.", WEIS
    yield "If both teams declared the same value, those who did tell no more of it than is needed, or concede.", PLAY
    if terms.undeclared_partner_scores:
        yield "The team scores all Weis of both partners, also of one who declared none.", PLAY
    else:
        yield "The team scores all Weis of those partners who declared one.", OURS
    yield "Before the second trick anybody may demand to see a Weis that is scored; nobody shows one unasked.", PLAY


def _table(game: SidiRuleset) -> Sentences:
    """Yield the rules of the values of combinations."""
    table = game.weis.table
    sequences = []
    for n, value in enumerate(table.sequences):
        more = " or more" if n == len(table.sequences) - 1 else ""
        if value:
            sequences.append(f"{number(SHORTEST + n)}{more} cards {value}")
    if sequences:
        yield f"Sequences in a suit: {join_words(sequences)}.", cite(table.sequences, {(20, 50, 100): WEIS})
    fours: dict[int, list[str]] = {}
    for rank, value in reversed(list(zip(game.pack.ranks, table.fours, strict=True))):
        fours.setdefault(value, []).append(f"{NAMES[rank]}{'es' if rank == '6' else 's'}")
    values = [
        f"four {join_words(names, 'or')} {value}" for value, names in sorted(fours.items(), reverse=True) if value
    ]
    if values:
        yield f"Cards of a rank: {'; '.join(values)}.", cite(table.fours, {FOURS: WEIS})


def has_stoeck(game: SidiRuleset) -> bool:
    """Return whether Stöck can be scored in this ruleset."""
    return game.stoeck.enabled and bool(trumps(game))


def stoeck(game: SidiRuleset) -> Sentences:
    """Yield the rules of Stöck, the king and Ober of trumps."""
    terms = game.stoeck
    if not has_stoeck(game):
        return
    yield (
        f"King and Ober of trumps in one hand are Stöck, worth {terms.points} points.",
        cite(terms.points, {20: WEIS}),
    )
    seen = "played or shown in a Weis" if game.weis.enabled else "played"
    if terms.claim == "automatic":
        yield f"It is scored automatically once all have seen both cards, {seen}.", OURS
    else:
        yield f"The holder must claim it once all have seen both cards, {seen}, before the deal is scored.", WEIS
