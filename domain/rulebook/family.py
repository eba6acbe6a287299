"""The rulebook of the 304 family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.cards import RANK_NAMES
from domain.rulebook.words import OURS, Sentences, listed, number, several

if TYPE_CHECKING:
    from domain.ruleset import Ruleset


MAHARASHTRA = "000 “Maharashtrian version”"


def cards(game: Ruleset) -> Sentences:
    """Who plays, with which cards."""
    seats = game.seating.seats
    source = "000 “Players and Cards”" if len(seats) == 4 else "000 “Variants”"
    players = f"{number(len(seats)).capitalize()} players"
    if game.partner_named:
        yield f"{players}, each for itself; the trump maker has a partner for the deal.", MAHARASHTRA
    else:
        half = number(len(seats) // 2)
        yield f"{players} in two teams of {half}, sitting alternately.", source
    pack = game.pack
    ranks = [RANK_NAMES[rank] for rank in reversed(pack.ranks)]
    yield f"There are {pack.size} cards. In each suit, from high to low: {listed(ranks)}.", source
    worth = [
        f"{RANK_NAMES[rank]} {game.written(value)}"
        for rank, value in sorted(zip(pack.ranks, pack.points, strict=True), key=lambda each: -each[1])
    ]
    yield f"Card points: {listed(worth)}; {game.written(pack.total)} in all.", source


def deal(game: Ruleset) -> Sentences:
    """Shuffle, cut, batches, redeal."""
    if game.shuffle == "minimal":
        yield "The dealer shuffles, and need not shuffle thoroughly.", "000 “Deal”; 004 “Shuffling Rules”"
    else:
        yield "The dealer shuffles thoroughly.", "002"
    yield "The player to dealer's left may cut.", "000 “Deal”"
    batches = listed([number(size) for size in game.batches], "then")
    yield f"Counter-clockwise from dealer's right, each player is dealt {batches} cards.", "000 “Deal”"
    redeal = game.redeal
    if redeal.threshold is not None:
        often = "" if redeal.max is None else f", at most {several(redeal.max, 'time')}"
        yield (
            f"Dealer's right, before anybody has spoken, may reject a first batch worth less than "
            f"{game.written(redeal.threshold)} points{often}; the same dealer deals again.",
            "000 “Bidding with Four Cards”",
        )
        if redeal.after_ask:
            yield "It may still do so after asking its partner to bid.", OURS


def first_auction(game: Ruleset) -> Sentences:
    """Bids on the first batch."""
    terms, bids = game.auction4, game.bids
    source = "000 “Bidding with Four Cards”"
    partner = "partner" if game.partners == 1 else "partners"
    yield "Beginning at dealer's right, each player in turn bids or passes; a bid must exceed the one before.", source
    yield f"The least bid is {game.written(terms.minimum)}, the highest {game.written(bids.maximum)}.", source
    if terms.first_must_bid:
        yield "The first to speak may not pass.", "000 “Variants”"
    yield _steps(game), source if bids.step_from_200 == bids.step else "000 “Variants”; 004 “Four card bid”"
    if terms.later_turn_minimum is None:
        yield "Each player has one turn only; a pass is a turn too.", "004 “Four card bid”"
    elif terms.later_turn_minimum > terms.minimum:
        yield f"Whoever has had a turn may bid no less than {game.written(terms.later_turn_minimum)} later.", source
    if terms.over_partner_minimum is None and game.partners:
        over = f"Nobody may bid over its {partner}, unless an opponent has bid over that bid."
        yield over, "004 “Four card bid”"
    elif game.partners and terms.over_partner_minimum and terms.over_partner_minimum > terms.minimum:
        over = f"A bid over one's {partner} must be at least {game.written(terms.over_partner_minimum)}."
        yield over, source
    ask = game.ask_partner
    if ask.allowed and game.partners:
        whom = "its partner" if game.partners == 1 else "one of its partners"
        yield f"At its turn a player may ask {whom} to bid instead; that is a turn for both.", source
        if not ask.back:
            yield f"The partner may not ask {'back' if game.partners == 1 else 'in turn'}.", OURS
        if not ask.when_partner_high:
            yield (
                f"Nobody asks while {'its partner' if game.partners == 1 else 'a partner'} holds the highest bid.",
                OURS,
            )
    if terms.later_turn_minimum is not None:
        passes = number(len(game.seating.seats) - 1)
        yield f"The auction ends when {passes} players pass in succession after a bid.", source
        skipped = terms.high_bidder_turn == "skipped"
        raises = "is passed over when its turn comes" if skipped else "may raise its own bid"
        yield f"Whoever holds the highest bid {raises}.", f"{source}, second example" if skipped else OURS
    yield "If all pass, the cards go to the next dealer and nothing is scored.", source
    yield "The highest bidder is the trump maker.", "000 “Choosing the Trump Suit”"


def _steps(game: Ruleset) -> str:
    bids = game.bids
    if bids.step_from_200 == bids.step:
        return f"Bids go up in steps of {game.written(bids.step)}."
    return f"Bids go up in steps of {game.written(bids.step)}, and of {game.written(bids.step_from_200)} from 200 on."


def indicator(game: Ruleset) -> Sentences:
    """The trump indicator."""
    source = "000 “Choosing the Trump Suit”"
    later = any(stage.startswith("deal") for stage in game.stages[game.stages.index("indicator") :])
    which = "one card of the first batch" if later else "one of its cards"
    yield f"The trump maker lays {which} face down: the trump indicator. Its suit is trumps.", source
    if later:
        yield "Only then the rest of the cards is dealt.", source
    if game.partner_named:
        yield "It also names a card; whoever holds it is its partner.", MAHARASHTRA
        yield "The holder keeps silent until the card shows.", OURS
        yield "Who holds it itself, or names one that was not dealt, plays alone against the others.", OURS


def second_auction(game: Ruleset) -> Sentences:
    """Bids on the whole hand."""
    if not game.two_auctions:
        return
    terms = game.auction8
    source = "000 “Bidding with Eight Cards”"
    if terms.first_speaker == "maker":
        yield "Beginning with the trump maker, each player has one turn to bid or pass.", source
    else:
        yield "Beginning at dealer's right, each player has one turn to bid or pass.", "002"
    least = "at least" if terms.minimum_inclusive else "more than"
    exceed = "more than the first bid" if terms.over_four_card == "exceed" else "no less than the first bid"
    where = "002" if not terms.minimum_inclusive else "004 “Eight Card Bid”" if "no less" in exceed else source
    yield f"A bid must be {least} {game.written(terms.minimum)} and {exceed}.", where
    yield "Whose partner holds the highest bid of this round must pass.", source
    if not terms.ask_partner:
        yield "Nobody may ask its partner to bid.", source
    yield (
        "A bid replaces the first one: the old indicator goes back to its hand unseen, and the new trump maker "
        "lays one of its cards. The trump maker may raise itself so.",
        source,
    )


def close_caps(game: Ruleset) -> Sentences:
    """Partner Close Caps."""
    if not game.two_auctions:
        return
    source = "000 “Partner Close Caps”"
    yield "The highest bid is Partner Close Caps: to win every trick alone.", source
    if game.auction8.stop_after_pcc:
        yield "After it nobody speaks any more.", OURS
    partners = "The partner's cards lie" if game.partners == 1 else "The partners' cards lie"
    yield f"{partners} face down and take no part; the trump maker leads to the first trick.", source
    if game.pcc.closed_lead_restriction:
        yield "In a closed game that first lead is no trump.", OURS
    if game.pcc.spoilt == "partner_counts":
        hand = "hand" if game.partners == 1 else "hands"
        yield f"Trumps in the sleeping {hand} count as the maker's when trumps are spoilt.", OURS


def courts(game: Ruleset) -> Sentences:
    """Half Court and Full Court."""
    half = game.court.half
    if half != "off":
        first = number(game.batches[0])
        yield (
            f"With the first cards the highest bid is Half Court: no more cards are dealt, and the bidder undertakes "
            f"to win all {first} tricks {'alone' if half == 'alone' else 'with a partner'}.",
            "000 “Variants”" if half == "alone" else MAHARASHTRA,
        )
        if "half court" in game.stages:
            yield "Before the other cards are dealt, each player in turn may bid it or pass.", MAHARASHTRA
        if half == "alone":
            yield "It is played as Partner Close Caps is.", OURS
    if game.court.full:
        yield "The highest bid is Full Court: to win all tricks with a partner.", MAHARASHTRA
    if half != "off" or game.court.full:
        yield "Nobody bids over it, nobody calls Caps, and the indicator is shown after the first trick.", OURS


def play(game: Ruleset) -> Sentences:
    """What every trick has in common."""
    source = "000 “Play”"
    yield "Dealer's right leads to the first trick, then whoever won the last one.", source
    yield "Players follow suit if they can; otherwise they may play any card.", source
    yield "The highest trump wins the trick, or else the highest card of the suit led.", source
    if game.may_review_tricks:
        back = "trick" if game.may_review_tricks == 1 else several(game.may_review_tricks, "trick")
        yield f"Players may look back at the last {back}, not further.", source
    yield (
        "Before the first lead the trump maker may open the game: the indicator is shown and taken to hand, "
        "and all cards are played face up.",
        "000 “Open Trump games”",
    )


def closed(game: Ruleset) -> Sentences:
    """The closed game."""
    source = "000 “Closed Trump games”"
    yield "Otherwise the game is closed: whoever cannot follow suit plays a card face down.", source
    yield "A trump maker at dealer's right may not lead a trump to the first trick.", source
    yield "Who holds nothing but trumps there must open the game.", OURS
    yield "The indicator is played only face down, to cut a plain suit led by another, or as the last card.", source
    if game.closed.maker_cut_with_hand_trump:
        yield "The trump maker may also throw another trump face down, and so cut with it.", "002"
    else:
        yield "Another trump of the trump maker's cannot cut while the indicator lies there.", "004 “Cutting”"
    yield "After each trick with face-down cards the trump maker looks at them and says whether one is a trump.", source
    if game.reveal.maker_discard == "shown":
        yield "If so, all of them are shown, and the indicator; it goes to the maker's hand.", "002"
    else:
        yield (
            "If so, the other players' cards are shown, and the indicator; it goes to the maker's hand. The maker's "
            "own discard stays hidden.",
            source,
        )
    yield "If not, they stay hidden, and the highest card of the suit led wins.", source
    yield "Once the indicator was shown, all cards are played face up.", source
    yield (
        f"With a bid of {game.written(game.closed.reveal_from)} or more the indicator is shown after the first trick.",
        "000 “Special Rule for Bids of 250 or more”",
    )


def exhausted(game: Ruleset) -> Sentences:
    """Exhausted and spoilt trumps."""
    source = "000 “Exhausted Trumps”"
    if game.exhausted.trigger == "unanswered_lead":
        yield "If nobody answers a trump that the maker led, the maker goes on leading trumps from hand.", source
    else:
        yield "A trump maker who holds all trumps that are left leads nothing else.", "004 “Playing Trumps”"
    if not game.exhausted.applies_closed:
        yield "Not while the game is closed.", "004 “Playing Trumps”"
    who = "any player" if game.spoilt.who == "any" else "an opponent of the trump maker"
    until = "the last card is played" if game.spoilt.until == "last_card" else "the last trick begins"
    yield (
        f"If the maker's opponents were dealt no trump, {who} may declare it before {until}. Nothing is scored, and "
        "the same dealer deals again.",
        "000 “Spoilt Trumps”" if (game.spoilt.who, game.spoilt.until) == ("any", "last_card") else "002",
    )


def caps(game: Ruleset) -> Sentences:
    """Calling Caps."""
    terms = game.caps
    source = "000 “Caps”"
    if terms.teams == "nobody":
        yield "Nobody calls Caps.", OURS
        return
    tricks = number(game.hand_size)
    who = "A player" if terms.teams == "both" else "A player of the trump maker's team"
    knows = "who knows that its team will win" if terms.basis == "information" else "who believes its team will win"
    yield (
        f"{who} {knows} all {tricks} tricks calls Caps, shows its cards and says in which order it plays them.",
        (source if terms.basis == "information" else "002"),
    )
    grace = {
        "none": ("The call comes with the very card that made it certain.", "004 “Caps”"),
        "until_next_own_lead": ("The call may wait until the player's next lead.", source),
        "end_of_trick": ("The call may wait until the end of the trick.", source),
    }
    yield grace[terms.grace]
    before = number(game.caps_bonus_before_trick)
    yield (
        f"A correct call made before trick {before} begins wins {several(terms.bonus, 'token')} more.",
        "000 “Scoring”",
    )
    also = " besides a failed bid" if terms.wrong_combine == "add" else ""
    yield (
        f"A call too early, too late or missing costs {several(terms.wrong, 'token')}{also}, and the bid wins nothing; "
        f"losing a trick after the call costs {several(terms.trick_lost, 'token')}.",
        "002" if terms.wrong_combine == "add" else "000 “Scoring”",
    )
    if terms.teams == "both":
        external = {
            "plus_one": "wins one token more than the failed bid",
            "fixed_8": "wins eight tokens",
            "off": "wins nothing more",
        }
        yield f"The opponents' Caps (External Caps) {external[terms.external]}.", "000 “Variants”"


def marriages(game: Ruleset) -> Sentences:
    """What changes the points that are needed."""
    terms = game.marriages
    conjecture = f"{MAHARASHTRA}, a conjecture"
    if terms.allowed:
        yield "At its turn to play, once trumps are open, a player may show King and Queen of a suit: a marriage.", OURS
        yield (
            f"A marriage of the maker's side lessens the points that the bid needs by {game.written(terms.trump)} in "
            f"trumps and by {game.written(terms.plain)} in another suit; one of the others adds as many.",
            conjecture,
        )
    if game.last_trick_bonus:
        bonus = game.written(game.last_trick_bonus)
        yield f"If the maker's side wins the last trick, the bid needs {bonus} points less.", conjecture


def double(game: Ruleset) -> Sentences:
    """Announcing Double."""
    terms = game.double
    if not terms.allowed:
        return
    source = "000 “Tamil Nadu version”"
    tricks = number(terms.after_trick)
    yield (
        f"If a team has won the first {tricks} tricks, whoever won the last of them may announce Double before "
        f"leading to the next: an undertaking to win all {number(game.hand_size)}.",
        source,
    )
    yield f"If its team wins them all, that wins {several(terms.bonus, 'token')} more.", source
    yield f"If not, it costs {several(terms.penalty, 'token')}.", OURS


def pay(game: Ruleset) -> Sentences:
    """The token table."""
    source = "000 “Scoring”"
    bands = game.pay.bands
    if game.partner_named:
        yield "The maker and its partner each win or lose so much, the others each the opposite.", OURS
        yield "A maker who plays alone wins or loses it from or to each of the others.", OURS
    for band, above in zip(bands, (*bands[1:], None), strict=True):
        upto = f"from {game.written(band.least)}" + (f" to below {game.written(above.least)}" if above else " up")
        yield f"A bid {upto} wins {several(band.win, 'token')} or loses {number(band.lose)}.", source
    if game.two_auctions:
        alone = game.pay.pcc
        yield f"Partner Close Caps wins {several(alone.win, 'token')} or loses {number(alone.lose)}.", source
    for offered, name, band in (
        (game.court.half != "off", "Half Court", game.pay.half_court),
        (game.court.full, "Full Court", game.pay.full_court),
    ):
        if offered:
            yield f"{name} wins {several(band.win, 'token')} or loses {number(band.lose)}.", OURS
    if game.violation.remedy == "award_game_plus":
        plus = several(game.violation.plus, "token")
        yield f"Whoever breaks a rule gives the game to the other side, with {plus} more.", "004 “Rule Violations”"
    else:
        yield "A breach of the rules is undone where it can be.", OURS


def match(game: Ruleset) -> Sentences:
    """Tokens, and the end of a match."""
    terms = game.match
    source = "000 “Scoring”"
    if terms.end == "points":
        target = game.written(terms.decimal_target)
        yield f"Each team adds up its card points; who has {target} first, and more than the other, wins.", "002"
        yield "The deal passes to the right.", "000 “Deal”"
        return
    if terms.end == "free":
        yield "The players stop when they like; the team with more tokens is ahead.", "002"
    else:
        yield f"Each team begins with {several(terms.tokens, 'token')}.", source
    if terms.pay_to == "bank":
        yield "What is lost goes to the bank; the first team without tokens loses the match.", "000 “Variants”"
    elif terms.end == "all_tokens":
        yield "What is lost goes to the other team; the team that holds all tokens wins the match.", source
    if terms.end != "free":
        yield "Who owes more than it has pays what it has.", OURS
    yield "The deal passes to the right.", "000 “Deal”"


CHAPTERS = (
    ("Players and cards", cards),
    ("The deal", deal),
    ("The first auction", first_auction),
    ("The trump indicator", indicator),
    ("The second auction", second_auction),
    ("Partner Close Caps", close_caps),
    ("The Courts", courts),
    ("Play", play),
    ("The closed game", closed),
    ("Exhausted and spoilt trumps", exhausted),
    ("Caps", caps),
    ("Double", double),
    ("Marriages and the last trick", marriages),
    ("What a deal pays", pay),
    ("The match", match),
)
"""What is told, in this order."""
