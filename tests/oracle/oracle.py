"""A second, slow and obvious way to say what is legal in four-player 304, and who won what.

Nothing here is shared with the engine. Every question is answered by reading the whole list of plies
again from the start, with lists, sets and strings only. Where the rule documents are silent the choice
made here is marked "Reading:" with its reason, so that it can be compared with the engine's choice.

A history is a list of tuples:

    ("cut", seat, depth or None)          ("deal",)                     ("redeal", seat)
    ("bid", seat, points or a name)       ("pass", seat)                ("ask", seat)
    ("indicator", seat, card)             ("open", seat)                ("closed", seat)
    ("play", seat, card, how)             how: "up", "down", "ind_down", "ind_up"
    ("inspect", maker, "trumps" or "none")
    ("spoilt", seat)                      ("caps", seat, (cards in the promised order))

The named bids are those to win every trick: "pcc", and with four cards "half" and "full".

`hands` is {seat: (first four cards, last four cards)}, or a list of such dicts, one for each dealing.
"""

from __future__ import annotations

from typing import Any

SEATS = ["S", "E", "N", "W"]  # the order of dealing, bidding and play: always to the right
TEAMS = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
SUITS = ["S", "H", "D", "C"]
RANKS = ["J", "9", "A", "T", "K", "Q", "8", "7"]  # strongest first
POINTS = {"J": 30, "9": 20, "A": 11, "T": 10, "K": 3, "Q": 2, "8": 0, "7": 0}
PACK = [rank + suit for suit in SUITS for rank in RANKS]

DEFAULTS: dict[str, Any] = {
    "bid_minimum": 160,
    "bid_maximum": 300,
    "bid_step_from_200": 10,  # or 5
    "auction4.later_turn_minimum": 200,  # or None: only one turn each
    "auction4.over_partner_minimum": 200,  # or None: never over the partner's standing bid
    "auction4.high_bidder_turn": "skipped",  # or "may_raise"
    "ask_partner.back": False,
    "ask_partner.when_partner_high": False,
    "redeal.threshold": 15,  # or None: nobody can refuse the cards
    "redeal.max": None,
    "redeal.after_ask": False,
    "auction8.first_speaker": "maker",  # or "dealer_right"
    "auction8.minimum": 250,
    "auction8.minimum_inclusive": True,
    "auction8.over_four_card": "exceed",  # or "equal_ok"
    "auction8.stop_after_pcc": True,
    "closed.maker_cut_with_hand_trump": False,
    "exhausted.applies_closed": True,
    "exhausted.trigger": "unanswered_lead",  # or "holding_all"
    "exhausted.applies_in_courts": False,
    "court.half": "off",  # or "alone", "with_partner"
    "court.full": False,
    "reveal.maker_discard": "hidden",  # or "shown"
    "spoilt.who": "any",  # or "opponents"
    "spoilt.until": "last_card",  # or "before_last_trick"
    "pcc.closed_lead_restriction": True,
    "caps.teams": "both",  # or "maker_only"
    "caps.external": "plus_one",  # or "fixed_8", "off"
    "caps.bonus_before_trick": 7,
    "caps.wrong_combine": "replace",  # or "add"
    "caps.call_opens_trump": False,
    "pay_bands": (160, 200, 250),
    # These have only one value here. Anything else is refused rather than silently ignored.
    "auction8.over_partner": "forbidden_in_round",
    "auction8.ask_partner": False,
    "closed.no_legal_lead": "force_open",
    "closed.indicator_trick8": "up_if_led_or_follows",
    "caps.external_wrong": "same_penalties",
    "pcc.spoilt": "partner_counts_as_makers_side",
}

ONLY_ONE_VALUE = [
    "auction8.over_partner",
    "auction8.ask_partner",
    "closed.no_legal_lead",
    "closed.indicator_trick8",
    "caps.external_wrong",
    "pcc.spoilt",
]

COURTS = ["half", "full"]  # the bids to win every trick that are made with four cards

Action = tuple[Any, ...]
Story = dict[str, Any]


# ---------------------------------------------------------------------------------------------- the table


def right_of(seat: str) -> str:
    """The next seat counter-clockwise."""
    return SEATS[(SEATS.index(seat) + 1) % 4]


def left_of(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 3) % 4]


def partner_of(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 2) % 4]


def other_team(team: str) -> str:
    return "EW" if team == "NS" else "NS"


def suit_of(card: str) -> str:
    return card[1]


def points_of(cards: list[str]) -> int:
    return sum(POINTS[card[0]] for card in cards)


def winner_of(trick: list[tuple[str, str]], trump: str) -> str:
    """The highest trump wins; with no trump in the trick, the highest card of the suit that was led."""
    led = suit_of(trick[0][1])
    trumps = [(seat, card) for seat, card in trick if suit_of(card) == trump]
    followers = [(seat, card) for seat, card in trick if suit_of(card) == led]
    rivals = trumps or followers
    return min(rivals, key=lambda played: RANKS.index(played[1][0]))[0]


def _all_params(params: dict[str, Any]) -> dict[str, Any]:
    unknown = set(params) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"the oracle does not know the parameters {sorted(unknown)}")
    full = {**DEFAULTS, **params}
    for name in ONLY_ONE_VALUE:
        if full[name] != DEFAULTS[name]:
            raise ValueError(f"the oracle knows only one value of {name}")
    return full


# --------------------------------------------------------------------------------------------- the auctions


def bid_ladder(params: dict[str, Any]) -> list[int]:
    """Every number that may ever be bid: tens below 200, then the chosen step.

    The two spellings of the fives variant ("more than 200", "200 or more") give the same ladder, as 200
    itself is on both.
    """
    lowest, highest, step = params["bid_minimum"], params["bid_maximum"], params["bid_step_from_200"]
    below = [n for n in range(lowest, 200) if n % 10 == 0]
    above = [n for n in range(200, highest + 1) if n % step == 0]
    return below + above


def _four_card_auction(acts: list[Action], dealer: str, params: dict[str, Any]) -> Story:
    """Reads the bids, passes and asks of the four-card auction."""
    one_turn_only = params["auction4.later_turn_minimum"] is None
    had_turn: set[str] = set()
    high: Any = None  # a number or one of COURTS
    high_bidder: str | None = None
    passes = 0
    holder = right_of(dealer)  # the seat whose place in the rotation it is
    asks = 0  # asks made within this one turn
    over = False
    for act in acts:
        if act[0] == "ask":
            asks += 1
            continue
        # A bid or a pass ends the turn. With an ask in it, it was a turn for both partners.
        had_turn.add(holder)
        if asks:
            had_turn.add(partner_of(holder))
        if act[0] == "bid":
            high, high_bidder, passes = act[2], act[1], 0
        else:
            passes += 1
        asks = 0
        if high in COURTS:
            # Reading: nothing is higher than to win every trick, so the auction ends with this bid.
            over = True
        elif one_turn_only:
            over = len(had_turn) == 4
        elif high is None:
            over = passes == 4
        else:
            # Reading: three passes end it, whoever passed. With "may_raise" the high bidder's own pass
            # is one of the three, because the texts count passes, not the opponents of the bid.
            over = passes == 3
        if over:
            break
        holder = right_of(holder)
        while (one_turn_only and holder in had_turn) or (
            params["auction4.high_bidder_turn"] == "skipped" and holder == high_bidder
        ):
            holder = right_of(holder)
    return {
        "over": over,
        "high": high,
        "high_bidder": high_bidder,
        "had_turn": had_turn,
        "holder": holder,
        "asks": asks,
        "speaker": holder if asks % 2 == 0 else partner_of(holder),
        "untouched": all(act[0] == "ask" for act in acts),
    }


def _four_card_actions(story: Story) -> dict[str, set[Action]]:
    params, dealer, auction, first_cards = (story[part] for part in ("params", "dealer", "auction4", "first_cards"))
    speaker, holder, asks = auction["speaker"], auction["holder"], auction["asks"]
    high, high_bidder = auction["high"], auction["high_bidder"]
    open_to: dict[str, set[Action]] = {speaker: {("pass", speaker)}}

    lowest = params["bid_minimum"]
    may_bid = True
    if speaker in auction["had_turn"]:
        if params["auction4.later_turn_minimum"] is None:
            may_bid = False
        else:
            lowest = max(lowest, params["auction4.later_turn_minimum"])
    if high_bidder == partner_of(speaker):
        if params["auction4.over_partner_minimum"] is None:
            may_bid = False
        else:
            lowest = max(lowest, params["auction4.over_partner_minimum"])
    if may_bid:
        for points in bid_ladder(params):
            if points >= lowest and (high is None or points > high):
                open_to[speaker].add(("bid", speaker, points))
        # Reading: a seat that may not bid in its turn may not bid the Courts either; the minimums are about numbers.
        if params["court.half"] != "off":
            open_to[speaker].add(("bid", speaker, "half"))
        if params["court.full"]:
            open_to[speaker].add(("bid", speaker, "full"))

    # Asking. Reading: asking back is possible once at most, or a turn would never end.
    # Reading: asking is open even if the partner will only be able to pass; no text limits it.
    may_ask = asks == 0 or (asks == 1 and params["ask_partner.back"])
    if high_bidder == partner_of(speaker) and not params["ask_partner.when_partner_high"]:
        may_ask = False
    # Reading: where each seat has a single turn, a seat that has had it can't be asked to speak again.
    if params["auction4.later_turn_minimum"] is None and partner_of(speaker) in auction["had_turn"]:
        may_ask = False
    if may_ask:
        open_to[speaker].add(("ask", speaker))

    # The redeal belongs to the seat at dealer's right, as the first thing anybody says.
    refuser = right_of(dealer)
    threshold, most = params["redeal.threshold"], params["redeal.max"]
    # Reading: with redeal.after_ask the right lasts until the asked partner has answered (or asked back).
    in_time = auction["untouched"] and (asks == 0 or (asks == 1 and params["redeal.after_ask"]))
    if (
        in_time
        and holder == refuser
        and threshold is not None
        and points_of(first_cards[refuser]) < threshold
        and (most is None or story["redeals"] < most)
    ):
        open_to.setdefault(refuser, set()).add(("redeal", refuser))
    return open_to


def _eight_card_auction(acts: list[Action], maker: str, dealer: str, params: dict[str, Any]) -> Story:
    """Reads the single round of the eight-card auction."""
    first = maker if params["auction8.first_speaker"] == "maker" else right_of(dealer)
    order = [first]
    while len(order) < 4:
        order.append(right_of(order[-1]))
    high: int | str | None = None
    high_bidder: str | None = None
    for act in acts:
        if act[0] == "bid":
            high, high_bidder = act[2], act[1]
    over = len(acts) == 4 or (high == "pcc" and params["auction8.stop_after_pcc"])
    return {
        "over": over,
        "high": high,
        "high_bidder": high_bidder,
        "speaker": None if over else order[len(acts)],
    }


def _eight_card_actions(auction: Story, four_card_bid: int, params: dict[str, Any]) -> set[Action]:
    speaker, high = auction["speaker"], auction["high"]
    actions: set[Action] = {("pass", speaker)}
    if auction["high_bidder"] == partner_of(speaker) or high == "pcc":
        return actions
    actions.add(("bid", speaker, "pcc"))
    for points in bid_ladder(params):
        if points < params["auction8.minimum"]:
            continue
        if points == params["auction8.minimum"] and not params["auction8.minimum_inclusive"]:
            continue
        if points < four_card_bid:
            continue
        if points == four_card_bid and params["auction8.over_four_card"] == "exceed":
            continue
        if high is not None and points <= high:
            continue
        actions.add(("bid", speaker, points))
    return actions


# ------------------------------------------------------------------------------------ reading the whole deal


def _read(history: list[Action], hands: Any, dealer: str, params: dict[str, Any]) -> Story:
    """The whole deal so far, told from the first ply."""
    params = _all_params(params)
    redeals = len([ply for ply in history if ply[0] == "redeal"])
    start = 0
    for index, ply in enumerate(history):
        if ply[0] == "redeal":
            start = index + 1
    plies = history[start:]

    story: Story = {
        "params": params,
        "dealer": dealer,
        "redeals": redeals,
        "stage": "cut",
        "outcome": None,
        "maker": None,
        "bid": None,
        "indicator": None,
        "trump": None,
        "declared": None,
        "trump_open": False,
        "all_tricks": False,  # the bid is to win every trick
        "alone": False,  # the maker's partner takes no part
        "rounds": 8,
        "size": 4,
        "tricks": [],
        "current": [],
        "turn": None,
        "hidden": [],
        "caps": None,
        "plays": [],
    }

    cuts = [ply for ply in plies if ply[0] == "cut"]
    deals = [index for index, ply in enumerate(plies) if ply[0] == "deal"]
    if not cuts:
        return story
    if not deals:
        story["stage"] = "deal_first"
        return story

    this_deal = hands[redeals] if isinstance(hands, list) else hands
    story["first_cards"] = {seat: list(this_deal[seat][0]) for seat in SEATS}
    story["last_cards"] = {seat: list(this_deal[seat][1]) for seat in SEATS}

    # The four-card auction: everything said before the second batch.
    before = plies[: deals[1]] if len(deals) > 1 else plies
    after = plies[deals[1] + 1 :] if len(deals) > 1 else []
    calls = [ply for ply in before if ply[0] in ("bid", "pass", "ask")]
    auction4 = _four_card_auction(calls, dealer, params)
    story["auction4"] = auction4
    if not auction4["over"]:
        story["stage"] = "auction4"
        return story
    if auction4["high"] is None:
        story["stage"], story["outcome"] = "over", "passed_out"
        return story
    story["maker"], story["bid"] = auction4["high_bidder"], auction4["high"]
    placed = [ply for ply in before if ply[0] == "indicator"]
    if not placed:
        story["stage"] = "indicator4"
        return story
    story["indicator"] = placed[0][2]
    story["trump"] = suit_of(placed[0][2])
    if story["bid"] in COURTS:
        story["all_tricks"] = True
    if story["bid"] == "half":
        # "In this case no further cards are dealt and the bidder must win all four tricks, playing alone"; with a
        # partner in the Maharashtrian version.
        story["rounds"] = 4
        story["alone"] = params["court.half"] == "alone"
        story["size"] = 3 if story["alone"] else 4
        after = plies[plies.index(placed[0]) + 1 :]
    elif len(deals) < 2:
        story["stage"] = "deal_second"
        return story

    # The eight-card round. Reading: there is none after a bid that nothing exceeds.
    auction8: Story = {"over": True, "high": None}
    if story["bid"] not in COURTS:
        calls = [ply for ply in after if ply[0] in ("bid", "pass")]
        auction8 = _eight_card_auction(calls, story["maker"], dealer, params)
        story["auction8"] = auction8
    if not auction8["over"]:
        story["stage"] = "auction8"
        return story
    if auction8["high"] is not None:
        # The old indicator goes back to its owner and a new one is chosen out of eight cards.
        story["maker"], story["bid"] = auction8["high_bidder"], auction8["high"]
        story["indicator"] = story["trump"] = None
        story["all_tricks"] = story["alone"] = auction8["high"] == "pcc"
        story["size"] = 3 if story["alone"] else 4
        placed = [ply for ply in after if ply[0] == "indicator"]
        if not placed:
            story["stage"] = "indicator8"
            return story
        story["indicator"] = placed[0][2]
        story["trump"] = suit_of(placed[0][2])

    declarations = [ply for ply in after if ply[0] in ("open", "closed")]
    if declarations:
        story["declared"] = declarations[0][0]
        _read_play(story, after)
    else:
        story["stage"] = "declare"

    # Reading: a false spoilt-trumps declaration is a violation, and violations are undone by default:
    # it changes nothing and the deal goes on.
    if any(ply[0] == "spoilt" for ply in after) and _opponents_have_no_trumps(story):
        story["stage"], story["outcome"], story["turn"] = "over", "spoilt", None
    return story


def _read_play(story: Story, plies: list[Action]) -> None:
    """Reads the tricks; fills in winners, whose turn it is, and whether the trump is open."""
    maker, size = story["maker"], story["size"]
    plays = [ply for ply in plies if ply[0] == "play"]
    announcements = [ply[2] for ply in plies if ply[0] == "inspect"]
    story["plays"] = plays
    story["stage"] = "play"
    story["trump_open"] = story["declared"] == "open"
    for index, ply in enumerate(plies):
        if ply[0] == "caps":
            played_before = len([p for p in plies[:index] if p[0] == "play"])
            story["caps"] = {"seat": ply[1], "cards_before": played_before}
            if ply[1] == maker and story["params"]["caps.call_opens_trump"]:
                # Reading: whoever calls Caps exposes all his cards, the trump indicator among them.
                story["trump_open"] = True

    leader = maker if story["alone"] else right_of(story["dealer"])
    groups = [plays[n : n + size] for n in range(0, len(plays), size)]
    for group in groups:
        face_down = [ply for ply in group if ply[3] in ("down", "ind_down")]
        trick = [(ply[1], ply[2]) for ply in group]
        if any(ply[3] == "ind_up" for ply in group):
            # Reading: an indicator played face up in trick 8 has been revealed to all, so the trump is open
            # from that card on, and those who still play to the trick do so face up.
            story["trump_open"] = True
        if len(group) < size:
            story["current"] = group
            story["hidden"] += [(ply[1], ply[2]) for ply in face_down]
            seat = leader
            for _ in group:
                seat = _next_to_play(story, seat)
            story["turn"] = seat
            return
        if face_down:
            if not announcements:
                story["current"] = group
                story["hidden"] += [(ply[1], ply[2]) for ply in face_down]
                story["stage"] = "inspect"
                story["turn"] = maker
                return
            if announcements.pop(0) == "trumps":
                # Everything is shown but what the maker threw away himself; the indicator is shown too and,
                # if it wasn't played, goes to the maker's hand.
                story["trump_open"] = True
                if story["params"]["reveal.maker_discard"] == "hidden":
                    story["hidden"] += [
                        (ply[1], ply[2]) for ply in face_down if ply[1] == maker and suit_of(ply[2]) != story["trump"]
                    ]
            else:
                story["hidden"] += [(ply[1], ply[2]) for ply in face_down]
        leader = winner_of(trick, story["trump"])
        story["tricks"].append((leader, trick))
        if len(story["tricks"]) == 1 and (story["all_tricks"] or story["bid"] >= 250):
            story["trump_open"] = True
    if len(story["tricks"]) == story["rounds"]:
        story["stage"], story["outcome"] = "over", "played"
    else:
        story["turn"] = leader


def _next_to_play(story: Story, seat: str) -> str:
    seat = right_of(seat)
    if story["alone"] and seat == partner_of(story["maker"]):
        seat = right_of(seat)
    return seat


def _dealt_cards(story: Story, seat: str) -> list[str]:
    if story["bid"] == "half":
        return list(story["first_cards"][seat])
    return story["first_cards"][seat] + story["last_cards"][seat]


def _cards_left(story: Story, seat: str) -> list[str]:
    """The cards that a seat still has: its hand and, for the maker, an indicator that lies on the table."""
    gone = [ply[2] for ply in story["plays"]]
    return [card for card in _dealt_cards(story, seat) if card not in gone]


def _hand(story: Story, seat: str) -> list[str]:
    """The cards in a seat's hand, without an indicator that lies face down on the table."""
    cards = _cards_left(story, seat)
    if seat == story["maker"] and not story["trump_open"]:
        cards = [card for card in cards if card != story["indicator"]]
    return cards


def _opponents_have_no_trumps(story: Story) -> bool:
    """Were all trumps dealt to the maker's side? The sleeping partner is on the maker's side too."""
    opponents = [seat for seat in SEATS if TEAMS[seat] != TEAMS[story["maker"]]]
    return all(suit_of(card) != story["trump"] for seat in opponents for card in _dealt_cards(story, seat))


# ---------------------------------------------------------------------------------------------- playing cards


def _may_not_lead_trump_first(story: Story) -> bool:
    """Would the maker lead to trick 1 of a closed game under the ban on leading a trump?"""
    if story["alone"] and story["params"]["pcc.closed_lead_restriction"]:
        return True
    # Reading: without the parameter the ban of the text still holds for a maker who plays alone and happens to sit
    # at dealer's right.
    return story["maker"] == right_of(story["dealer"])


def _must_lead_trumps(story: Story) -> bool:
    """Exhausted trumps. The duty is on the maker; only asked when the maker is on lead."""
    params, maker, trump = story["params"], story["maker"], story["trump"]
    if story["bid"] == "pcc" or (story["bid"] in COURTS and not params["exhausted.applies_in_courts"]):
        return False
    # Reading: with applies_closed off, a lead made while closed still counts as the trigger; the duty then
    # begins when the trump is open.
    if not story["trump_open"] and not params["exhausted.applies_closed"]:
        return False
    if params["exhausted.trigger"] == "unanswered_lead":
        for _, trick in story["tricks"]:
            if trick[0][0] == maker and suit_of(trick[0][1]) == trump:
                answers = [card for _, card in trick[1:] if suit_of(card) == trump]
                if not answers:
                    return True
        return False
    # holding_all. The maker inspects every face-down card, so a trump that was played is one he has seen.
    cards_seen = [ply[2] for ply in story["plays"]] + _cards_left(story, maker)
    return all(rank + trump in cards_seen for rank in RANKS)


def _plays(story: Story) -> set[Action]:
    """The cards that the seat in turn may play, and how."""
    seat, maker, trump = story["turn"], story["maker"], story["trump"]
    hand = _hand(story, seat)
    current = story["current"]

    def cards(which: list[str], how: str) -> set[Action]:
        return {("play", seat, card, how) for card in which}

    if story["trump_open"]:
        if not current:
            trumps = [card for card in hand if suit_of(card) == trump]
            if seat == maker and trumps and _must_lead_trumps(story):
                return cards(trumps, "up")
            return cards(hand, "up")
        led = suit_of(current[0][2])
        following = [card for card in hand if suit_of(card) == led]
        return cards(following or hand, "up")

    # The trump is closed. First everybody but the maker: the trump plays no part in what they may do.
    if seat != maker:
        if not current:
            return cards(hand, "up")
        led = suit_of(current[0][2])
        following = [card for card in hand if suit_of(card) == led]
        return cards(following, "up") if following else cards(hand, "down")

    # The maker. The indicator is not in his hand.
    trumps = [card for card in hand if suit_of(card) == trump]
    plain = [card for card in hand if suit_of(card) != trump]
    indicator = [story["indicator"]] if story["indicator"] in _cards_left(story, maker) else []
    if not current:
        if not hand:
            return cards(indicator, "ind_up")
        if not story["tricks"] and _may_not_lead_trump_first(story):
            return cards(plain, "up")
        if trumps and _must_lead_trumps(story):
            return cards(trumps, "up")
        return cards(hand, "up")
    led = suit_of(current[0][2])
    following = [card for card in hand if suit_of(card) == led]
    if following:
        return cards(following, "up")
    if led == trump:
        return cards(hand, "down") if hand else cards(indicator, "ind_up")
    thrown = plain
    if story["params"]["closed.maker_cut_with_hand_trump"]:
        thrown = hand
    return cards(indicator, "ind_down") | cards(thrown, "down")


def _truth_of_inspection(story: Story) -> str:
    face_down = [ply[2] for ply in story["current"] if ply[3] in ("down", "ind_down")]
    return "trumps" if any(suit_of(card) == story["trump"] for card in face_down) else "none"


# ------------------------------------------------------------------------------------------------ the answers


def legal(history: list[Action], hands: Any, dealer: str, params: dict[str, Any]) -> dict[str, set[Action]]:
    """For each seat that may act now: everything open to it. Empty when the deal is over."""
    story = _read(history, hands, dealer, params)
    params, stage, maker = story["params"], story["stage"], story["maker"]
    left = left_of(dealer)
    if stage == "over":
        return {}
    if stage == "cut":
        return {left: {("cut", left, None), ("cut", left, "any")}}
    if stage in ("deal_first", "deal_second"):
        return {dealer: {("deal",)}}
    if stage == "auction4":
        return _four_card_actions(story)
    if stage == "indicator4":
        return {maker: {("indicator", maker, card) for card in story["first_cards"][maker]}}
    if stage == "auction8":
        speaker = story["auction8"]["speaker"]
        return {speaker: _eight_card_actions(story["auction8"], story["bid"], params)}
    if stage == "indicator8":
        return {maker: {("indicator", maker, card) for card in _dealt_cards(story, maker)}}

    # From the declaration on, more than one seat may have something to say.
    actions: dict[str, set[Action]] = {}
    if stage == "declare":
        actions[maker] = {("open", maker)}
        beside = [card for card in _dealt_cards(story, maker) if card != story["indicator"]]
        only_trumps = all(suit_of(card) == story["trump"] for card in beside)
        if not (only_trumps and _may_not_lead_trump_first(story)):
            actions[maker].add(("closed", maker))
    elif stage == "inspect":
        actions[maker] = {("inspect", maker, _truth_of_inspection(story))}
    else:
        actions[story["turn"]] = _plays(story)

    # Spoilt trumps, true or not.
    # Reading: the sleeping partner in Partner Close Caps is a player like any other for this; he takes no
    # part in the play, but declaring the deal spoilt isn't play.
    played, size = len(story["plays"]), story["size"]
    rounds = story["rounds"]
    last = played < rounds * size if params["spoilt.until"] == "last_card" else played <= (rounds - 1) * size
    if last:
        for seat in SEATS:
            if params["spoilt.who"] == "any" or TEAMS[seat] != TEAMS[maker]:
                actions.setdefault(seat, set()).add(("spoilt", seat))

    # Caps, from the moment the first lead is due (Reading: the call may come before that lead itself, as a
    # hand can be certain from the start), by a team that has lost no trick.
    # Reading: a trick that waits for its inspection has no winner yet, so nobody has lost it yet.
    if stage in ("play", "inspect") and story["caps"] is None and not story["all_tricks"]:
        for seat in SEATS:
            if not _cards_left(story, seat):
                continue
            if any(TEAMS[winner] != TEAMS[seat] for winner, _ in story["tricks"]):
                continue
            if TEAMS[seat] != TEAMS[maker] and (params["caps.teams"], params["caps.external"]) not in (
                ("both", "plus_one"),
                ("both", "fixed_8"),
            ):
                continue
            actions.setdefault(seat, set()).add(("caps", seat))
    return actions


def fits(action: Action, options: dict[str, set[Action]], left: dict[str, list[str]] | None = None) -> bool:
    """Is this full action one of the listed ones? Fills in the depth of a cut and the order of Caps.

    `left` (the cards each seat still owns) checks that the stated order names exactly the caller's cards.
    """
    everything = {option for options_of_seat in options.values() for option in options_of_seat}
    if action[0] == "cut" and action[2] is not None:
        return ("cut", action[1], "any") in everything and action[2] in range(1, 32)
    if action[0] == "caps":
        named = left is None or sorted(action[2]) == sorted(left[action[1]])
        return named and ("caps", action[1]) in everything
    return action in everything


def first_illegal(history: list[Action], hands: Any, dealer: str, params: dict[str, Any]) -> int | None:
    """The number of the first ply that wasn't open to its seat, or None."""
    for number, action in enumerate(history):
        so_far = history[:number]
        options = legal(so_far, hands, dealer, params)
        left = cards_left(so_far, hands, dealer, params) if action[0] == "caps" else None
        if not fits(action, options, left):
            return number
    return None


def cards_left(history: list[Action], hands: Any, dealer: str, params: dict[str, Any]) -> dict[str, list[str]]:
    """The cards each seat still owns, the indicator on the table included."""
    story = _read(history, hands, dealer, params)
    if "first_cards" not in story:
        return {seat: [] for seat in SEATS}
    if story["stage"] in ("auction4", "indicator4", "deal_second") or story["outcome"] == "passed_out":
        return story["first_cards"]
    return {seat: _cards_left(story, seat) for seat in SEATS}


def spoilt_is_true(history: list[Action], hands: Any, dealer: str, params: dict[str, Any]) -> bool:
    """Would a spoilt-trumps declaration be right? Judged on the cards as dealt: the maker's opponents never
    had a trump in this deal (not: have none left)."""
    story = _read(history, hands, dealer, params)
    return story["trump"] is not None and _opponents_have_no_trumps(story)


def bid_pay(bid: int | str, made: bool, params: dict[str, Any] = DEFAULTS) -> int:
    """Tokens for a contract as such: what the maker's team wins (made) or loses (not made)."""
    if isinstance(bid, str):
        # Reading: nobody says how the Courts are scored; they pay like Partner Close Caps.
        return 4 if made else 5
    _, second, third = _all_params(params)["pay_bands"]
    band = 1
    if bid >= second:
        band = 2
    if bid >= third:
        band = 3
    return band if made else band + 1


def settlement(
    history: list[Action],
    hands: Any,
    dealer: str,
    params: dict[str, Any],
    verdict: str | None = None,
    offender: str | None = None,
) -> dict[str, int]:
    """Tokens won (+) or lost (-) by each team at the end of a deal.

    verdict "wrong" or "correct" judges the timeliness of a Caps call. Without a call, "wrong" means that a
    call was owed and not made: by `offender` (a team) or, if not named, the team that won all eight tricks.
    """
    story = _read(history, hands, dealer, params)
    params = story["params"]
    if story["stage"] != "over":
        raise ValueError("the deal is not over")
    if story["outcome"] != "played":
        return {"NS": 0, "EW": 0}

    makers = TEAMS[story["maker"]]
    defenders = other_team(makers)
    winners = [TEAMS[winner] for winner, _ in story["tricks"]]
    every_trick = winners == [makers] * story["rounds"]
    made = every_trick if story["all_tricks"] else _team_points(story)[makers] >= story["bid"]
    pay = bid_pay(story["bid"], made, params)
    result = {makers: pay, defenders: -pay} if made else {makers: -pay, defenders: pay}
    if story["all_tricks"]:
        return result

    call = story["caps"]
    if call is None:
        if verdict != "wrong":
            return result
        if offender is None:
            if winners not in (["NS"] * 8, ["EW"] * 8):
                raise ValueError("name the team that should have called")
            offender = winners[0]
        return _penalty(offender, 2, result, params)

    callers = TEAMS[call["seat"]]
    # The calling team had lost nothing when it called, so a trick that it lost was lost after the call.
    # A lost trick settles the matter whatever the verdict on the moment of the call.
    if winners != [callers] * 8:
        return _penalty(callers, 5, result, params)
    if verdict == "wrong":
        return _penalty(callers, 2, result, params)
    # Reading: for external Caps too (fixed_8 included), a right call that comes after the start of trick 7
    # earns no more than the failed bid.
    if call["cards_before"] > (params["caps.bonus_before_trick"] - 1) * story["size"]:
        return result
    if callers == defenders and params["caps.external"] == "fixed_8":
        return {makers: -8, defenders: 8}
    return {callers: result[callers] + 1, other_team(callers): result[other_team(callers)] - 1}


def _penalty(team: str, tokens: int, result: dict[str, int], params: dict[str, Any]) -> dict[str, int]:
    """Wrong Caps: no reward for the bid. "add" makes the team pay its loss on the bid besides."""
    if params["caps.wrong_combine"] == "add" and result[team] < 0:
        tokens += -result[team]
    return {team: -tokens, other_team(team): tokens}


def _team_points(story: Story) -> dict[str, int]:
    points = {"NS": 0, "EW": 0}
    for winner, trick in story["tricks"]:
        points[TEAMS[winner]] += points_of([card for _, card in trick])
    return points


def standing(history: list[Action], hands: Any, dealer: str, params: dict[str, Any]) -> dict[str, Any]:
    """Everything that can be said about the deal so far."""
    story = _read(history, hands, dealer, params)
    stage = story["stage"]
    turn = story["turn"]
    if stage == "auction4":
        turn = story["auction4"]["speaker"]
    elif stage == "auction8":
        turn = story["auction8"]["speaker"]
    elif stage in ("indicator4", "indicator8", "declare"):
        turn = story["maker"]
    elif stage in ("deal_first", "deal_second"):
        turn = dealer
    elif stage == "cut":
        turn = left_of(dealer)
    declared_false = [ply[1] for ply in history if ply[0] == "spoilt"] if story["outcome"] != "spoilt" else []
    return {
        # cut, deal_first, auction4, indicator4, deal_second, auction8, indicator8, declare,
        # play, inspect, over
        "stage": stage,
        "turn": turn,
        "redeals": story["redeals"],
        "maker": story["maker"],
        "bid": story["bid"],
        "trump": story["trump"],
        "indicator": story["indicator"],
        "declared": story["declared"],
        "trump_open": story["trump_open"],
        "tricks": story["tricks"],
        "current": [(ply[1], ply[2]) for ply in story["current"]],
        "points": _team_points(story),
        "hidden": story["hidden"],  # cards played face down that were never turned up
        "caps": story["caps"],
        "false_spoilt": declared_false,
        "outcome": story["outcome"],
        "settlement": settlement(history, hands, dealer, params) if stage == "over" else None,
    }
