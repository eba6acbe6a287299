"""The rulebook of Sidi Barrani, with the Swiss names of the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.cards import SUIT_NAMES
from domain.jass.orders import orders
from domain.jass.ruleset import DENOMINATIONS, OBENABE, UNDENUFE, TrumpOrder
from domain.jass.weis import SHORTEST
from domain.packs import tables
from domain.rulebook.words import OURS, Sentences, beginning, cited, listed, number, partnership, several

if TYPE_CHECKING:
    from domain.jass.ruleset import JassRuleset

PLAYERS: Final = "003 “Players and Cards”"
WEIS: Final = "003 “Weis and Stöck”"
DEAL: Final = "003 “Deal”"
BIDDING: Final = "003 “Bidding”"
PLAY: Final = "003 “Play”"
SCORING: Final = "003 “Scoring”"
VARIATIONS: Final = "003 “Variations”"

NAMES: Final = {
    "2": "Two", "3": "Three", "4": "Four", "5": "Five", "6": "Six", "7": "Seven", "8": "Eight", "9": "Nine",
    "T": "Banner", "J": "Under", "Q": "Ober", "K": "King", "A": "Ace",
}  # fmt: skip
"""The ranks as they are called in a Swiss-German pack."""

# What document 003 gives.
TRUMPS: Final = TrumpOrder()
FOURS: Final = (0, 0, 0, 0, 100, 200, 100, 100, 100)
LADDER: Final = (40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 157, 257)


def trumps(game: JassRuleset) -> list[str]:
    """The suits that may be trumps."""
    return [each for each in game.denominations if each in game.pack.suits]


def cards(game: JassRuleset) -> Sentences:
    """Who plays, with which cards."""
    count = beginning(number(len(game.seating.seats)))
    yield f"{count} players in two teams; partners sit opposite each other: {partnership(game.seating)}.", PLAYERS
    yield "Dealing, bidding and play go counter-clockwise, to the right.", PLAYERS
    suits = listed([SUIT_NAMES[suit] for suit in game.pack.suits])
    ranks = listed([NAMES[rank] for rank in reversed(game.pack.ranks)])
    yield f"The pack has {game.pack.size} cards, in each suit {ranks}.", PLAYERS
    yield (
        f"A Swiss-German pack has bells, shields, acorns and roses, a French one {suits}, with the jack for the "
        "Under, the queen for the Ober and the ten for the Banner.",
        PLAYERS,
    )


def values(game: JassRuleset) -> Sentences:
    """What the cards are worth in each denomination."""
    pack, trump, bonus = game.pack, game.trump, game.bonus
    if trumps(game):
        called = NAMES | {"9": "Nine (Nell)", trump.ranks[-1]: f"{NAMES[trump.ranks[-1]]} (Puur)"}
        in_trumps = [(called[rank], value) for rank, value in zip(trump.ranks, trump.points, strict=True)]
        yield (
            f"With a trump suit its cards are, from high to low: {_valued(in_trumps)}.",
            cited((trump.ranks, trump.points), {(TRUMPS.ranks, TRUMPS.points): PLAYERS}),
        )
        others = [(NAMES[rank], value) for rank, value in zip(pack.ranks, trump.others, strict=True)]
        yield (
            f"The other suits are then, from high to low: {_valued(others)}.",
            cited(trump.others, {TRUMPS.others: PLAYERS}),
        )
    plain = [(NAMES[rank], value) for rank, value in zip(pack.ranks, pack.points, strict=True)]
    if OBENABE in game.denominations:
        yield f"In Obenabe there are no trumps; from high to low: {_valued(plain)}.", PLAYERS
    if UNDENUFE in game.denominations:
        order, suit = orders(game)[UNDENUFE], game.pack.suits[0]
        upwards = [(NAMES[rank], order.points[tables(pack).bit[rank + suit]]) for rank in reversed(pack.ranks)]
        yield (
            f"In Undenufe there are no trumps, and the order is reversed; from high to low: {_valued(upwards)}.",
            cited(game.undenufe.values, {"as_obenabe": PLAYERS}),
        )
    if bonus.last_trick:
        yield f"The last trick is worth {bonus.last_trick} points more.", cited(bonus.last_trick, {5: PLAYERS})
    totals = _totals(game)
    for points, where in totals.items():
        told = f" {listed(where)}" if len(totals) > 1 else ""
        yield f"All tricks together are worth {points} points{told}.", cited(points, {157: PLAYERS})
    if bonus.match:
        yield (
            f"A team that wins all of them (Match) gets {bonus.match} points more.",
            cited(bonus.match, {100: PLAYERS}),
        )


def _valued(cards: list[tuple[str, int]]) -> str:
    """Cards from high to low, each with its points."""
    return listed([f"{name} {value}" for name, value in reversed(cards)])


def _totals(game: JassRuleset) -> dict[int, list[str]]:
    """How many points there are in all, and where there are so many."""
    whole = tables(game.pack).all
    found: dict[int, list[str]] = {}
    for where, some in (("with trumps", trumps(game)), ("in Obenabe", [OBENABE]), ("in Undenufe", [UNDENUFE])):
        if some and some[0] in game.denominations:
            points = orders(game)[some[0]].worth(whole) + game.bonus.last_trick
            found.setdefault(points, []).append(where)
    return found


def deal(game: JassRuleset) -> Sentences:
    """Shuffle, cut, batches."""
    yield "The first dealer is chosen by lot; after each deal the turn to deal passes to the right.", DEAL
    if game.shuffle == "thorough":
        yield "The dealer shuffles.", DEAL
    else:
        yield "The dealer shuffles, and need not shuffle thoroughly.", OURS
    yield "The player at dealer's left cuts.", DEAL
    batches = game.batches
    if len(set(batches)) == 1:
        how = f"in batches of {number(batches[0])}"
    else:
        how = f"in batches of {listed([number(size) for size in batches], 'then')}"
    yield (
        f"Beginning at dealer's right, all cards are dealt {how}, so that each player has {number(game.hand_size)}.",
        cited(batches, {(3, 3, 3): DEAL}),
    )


def bidding(game: JassRuleset) -> Sentences:
    """The auction for the contract."""
    yield "Beginning at dealer's right, each player in turn bids or passes.", BIDDING
    bonus = game.bonus
    extra = [name for name, points in (("the last trick", bonus.last_trick), ("Match", bonus.match)) if points]
    counted = f", the points for {listed(extra)} included" if extra else ""
    yield "A bid is a number and a denomination.", BIDDING
    yield f"The number is how many card points the bidder's team must take at least{counted}.", BIDDING
    ladder = listed([str(each) for each in game.bids.ladder])
    yield f"The numbers are {ladder}.", cited(game.bids.ladder, {LADDER: BIDDING})
    usual = set(game.denominations) == set(DENOMINATIONS)
    yield f"The denomination is {_offered(game)}.", BIDDING if usual else VARIATIONS
    yield "Each bid must be for a higher number than the one before; all denominations rank alike.", BIDDING
    yield "Whoever has passed may bid later, and one may bid over one's partner.", BIDDING
    yield from _doubling(game)
    yield "The auction ends when the three others have passed after a bid; the last bid is the contract.", BIDDING
    top = game.bids.ladder[-1]
    if game.double.mode == "none":
        yield f"It ends at once with a bid of {top}, which nobody can exceed.", BIDDING
    else:
        yield (
            f"After a bid of {top}, which nobody can exceed, each opponent is asked once whether to double; then it "
            "ends.",
            BIDDING,
        )
    yield "If all four pass, nothing is scored, and the next dealer deals.", BIDDING
    yield "The last bidder is the declarer.", PLAY


def _offered(game: JassRuleset) -> str:
    """The denominations that one may bid."""
    suits = trumps(game)
    if set(suits) == set(game.pack.suits):
        offered = ["one of the suits as trumps"]
    else:
        offered = [f"{SUIT_NAMES[suit]} as trumps" for suit in suits]
    plain = [each.capitalize() for each in (OBENABE, UNDENUFE) if each in game.denominations]
    return listed([*offered, *plain], "or")


def _doubling(game: JassRuleset) -> Sentences:
    terms = game.double
    if terms.mode == "none":
        yield "Nobody may double.", VARIATIONS
        return
    yield "Either opponent of the bidder may double the last bid, also out of turn.", BIDDING
    yield {
        "next_call": ("It is too late when the next player has bid or passed.", BIDDING),
        "own_turn": ("An opponent may double until they have bid or passed themselves.", OURS),
        "auction_end": ("One may double as long as the auction goes on.", OURS),
    }[terms.until]
    if terms.mode == "double":
        yield "A double ends the auction.", BIDDING
    else:
        yield "After a double the bidder and the partner are each asked once whether to redouble.", VARIATIONS
        yield "Then the auction ends.", OURS


def play(game: JassRuleset) -> Sentences:
    """Following, trumping, winning tricks."""
    yield "The declarer leads to the first trick, any card; after that whoever won the last trick leads.", PLAY
    if trumps(game):
        yield "If a trump is led, one must play a trump; but nobody has to play the Puur.", PLAY
        yield (
            "If a plain suit is led, one must follow suit or play a trump; without a card of the suit one may play any "
            "card.",
            PLAY,
        )
        yield _undertrumping(game)
        yield "The highest trump wins the trick, or, if there is none, the highest card of the suit led.", PLAYERS
    else:
        yield "One must follow suit; without a card of the suit one may play any card.", PLAY
        yield "The highest card of the suit led wins the trick.", PLAYERS
    back = game.may_review_tricks
    if back:
        yield (
            f"Players may look back at the last {'trick' if back == 1 else several(back, 'trick')}, not further.",
            OURS,
        )
    else:
        yield "Nobody may look back at a trick.", OURS


def _undertrumping(game: JassRuleset) -> tuple[str, str]:
    terms = game.undertrump
    forced = (
        ", unless they hold nothing but trumps"
        if terms.all_trumps == "free"
        else (", unless they hold nothing but trumps and no higher one")
    )
    return (
        f"Once a plain suit has been trumped, nobody may play a trump lower than the {terms.reference} one in the "
        f"trick{forced}.",
        cited((terms.reference, terms.all_trumps), {("highest", "free"): PLAY}),
    )


def weis(game: JassRuleset) -> Sentences:
    """Declaring, comparing and scoring combinations."""
    terms = game.weis
    if not terms.enabled:
        return
    yield "Weis are combinations of cards in one hand; they score extra points.", WEIS
    yield from _table(game)
    if trumps(game):
        yield "A sequence goes by the order without trumps, also in the trump suit.", WEIS
    yield "No card counts in two Weis.", WEIS
    yield "Whoever wants to score Weis declares the value of the highest with their card to the first trick.", PLAY
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


def _table(game: JassRuleset) -> Sentences:
    """What combinations are worth."""
    table = game.weis.table
    sequences = []
    for n, value in enumerate(table.sequences):
        more = " or more" if n == len(table.sequences) - 1 else ""
        if value:
            sequences.append(f"{number(SHORTEST + n)}{more} cards {value}")
    if sequences:
        yield f"Sequences in a suit: {listed(sequences)}.", cited(table.sequences, {(20, 50, 100): WEIS})
    fours: dict[int, list[str]] = {}
    for rank, value in reversed(list(zip(game.pack.ranks, table.fours, strict=True))):
        fours.setdefault(value, []).append(f"{NAMES[rank]}{'es' if rank == '6' else 's'}")
    told = [f"four {listed(names, 'or')} {value}" for value, names in sorted(fours.items(), reverse=True) if value]
    if told:
        yield f"Cards of a rank: {'; '.join(told)}.", cited(table.fours, {FOURS: WEIS})


def _with_stoeck(game: JassRuleset) -> bool:
    """Whether Stöck can be scored at all."""
    return game.stoeck.enabled and bool(trumps(game))


def stoeck(game: JassRuleset) -> Sentences:
    """King and Ober of trumps."""
    terms = game.stoeck
    if not _with_stoeck(game):
        return
    yield (
        f"King and Ober of trumps in one hand are Stöck, worth {terms.points} points.",
        cited(terms.points, {20: WEIS}),
    )
    seen = "played or shown in a Weis" if game.weis.enabled else "played"
    if terms.claim == "automatic":
        yield f"It is scored by itself once all have seen both cards, {seen}.", OURS
    else:
        yield f"The holder must claim it once all have seen both cards, {seen}, before the deal is scored.", WEIS


def scoring(game: JassRuleset) -> Sentences:
    """What each team scores in a deal."""
    yield "At the end each team counts the card points of its tricks.", SCORING
    yield "The contract is made if the declarer's team has at least as many as were bid.", SCORING
    beside = [name for name, on in (("Weis", game.weis.enabled), ("Stöck", _with_stoeck(game))) if on]
    if beside:
        yield f"{listed(beside)} {'do' if len(beside) > 1 else 'does'} not count towards that.", BIDDING
    yield f"Each team scores its {listed(['card points', *beside])}.", SCORING
    yield (
        "The number that was bid is added to the score of the declarer's team if the contract was made, else to that "
        "of the opponents.",
        SCORING,
    )
    terms = game.double
    if terms.mode != "none":
        yield f"Doubled, it counts {_fold(terms.factor)}.", cited(terms.factor, {2: SCORING})
    if terms.mode == "redouble":
        yield f"Redoubled, it counts {_fold(terms.redouble_factor)}.", OURS
    yield "A breach of the rules is put right where it can be.", OURS
    if game.reveal.after_hand:
        yield "When the deal is over, all cards may be seen.", OURS
    else:
        yield "Cards that stayed hidden stay so when the deal is over.", OURS


def _fold(factor: int) -> str:
    return "twice" if factor == 2 else f"{number(factor)} times"


def match(game: JassRuleset) -> Sentences:
    """The end of a match."""
    terms = game.match
    known = {2000: SCORING, 1500: VARIATIONS, 2500: VARIATIONS}
    yield (
        f"The scores are added up; the match is over when a team has {terms.target} points after a deal.",
        cited(terms.target, known),
    )
    yield "The team with more points wins; if both have as many, deals are played until one has more.", SCORING
    yield "The last deal is played to its end; nobody claims the target in the middle of it.", SCORING
    yield (
        f"If the losing team has less than {terms.double_below} points, the winners win a double game.",
        cited(terms.double_below, {1000: SCORING}),
    )


CHAPTERS = (
    ("Players and cards", cards),
    ("What the cards are worth", values),
    ("The deal", deal),
    ("Bidding", bidding),
    ("Play", play),
    ("Weis", weis),
    ("Stöck", stoeck),
    ("Scoring", scoring),
    ("The match", match),
)
"""What is told, in this order; a chapter without sentences is left out."""
