"""Random deals, played through the rules of the game, and everything that can befall their record."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from domain.engine.facts import (
    Act,
    CapsRuled,
    CardExposed,
    CardPlayed,
    CardsDealt,
    CardsDisclosed,
    DealOpened,
    DealSettled,
    Fact,
    IrregularityNoted,
    PackCut,
    PackShuffled,
    Passed,
    PointsCounted,
    ResultAssigned,
    RulingLifted,
    ViolationRuled,
)
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.parameters import override, plain
from domain.engine.refusals import Refusal, Refused
from domain.games.catalogue import BANK, STANDARD
from domain.games.three04.acts import (
    PCC,
    BidMade,
    CapsCalled,
    CapsConceded,
    IndicatorPlaced,
    SpoiltTrumpsDeclared,
    TrumpOpened,
)
from domain.games.three04.ruleset import Three04Ruleset
from domain.record.entries import Stamp, ruling_key
from domain.record.record import VERDICTS, Proposal, Record
from replay.notation import MARKED, DealDocument, Item
from tests.rules.offers import open_to

if TYPE_CHECKING:
    from collections.abc import Sequence

HOUSE = override(
    STANDARD,
    key="304-house",
    name="304 as at the harbour",
    changes={
        "redeal.threshold": None,
        "auction4.later_turn_minimum": None,
        "caps.grace": "none",
        "bids.step_from_200": 5,
    },
)
CALLS = CapsCalled | CapsConceded | SpoiltTrumpsDeclared
RULESETS: tuple[Three04Ruleset, ...] = (STANDARD, STANDARD, STANDARD, BANK, HOUSE)


class Table:
    """A deal going on: the record, and what was written of it."""

    def __init__(self, opened: DealOpened) -> None:
        self.record = Record(opened, Stamp(1))
        self.items: list[Item] = []

    def take(self, proposals: Sequence[Proposal]) -> None:
        """Store what a command of the record gave."""
        for proposal in proposals:
            self.store(proposal.fact, proposal.broke.code if proposal.broke else "")

    def store(self, fact: Fact, broke: str = "") -> None:
        """Store one fact."""
        self.items.append(Item(fact, broke=broke))
        self.record.fold(fact, Stamp(len(self.items) + 1))


def shuffled(rng: random.Random) -> tuple[str, ...]:
    """The pack in some order; now and then nearly sorted, so that long suits happen."""
    pack = [rank + suit for suit in "SHDC" for rank in "78QKTA9J"]
    if rng.random() < 0.25:
        for _ in range(rng.randrange(12)):
            a, b = rng.randrange(32), rng.randrange(32)
            pack[a], pack[b] = pack[b], pack[a]
        rng.shuffle(blocks := [pack[n : n + 4] for n in range(0, 32, 4)])
        return tuple(card for block in blocks for card in block)
    rng.shuffle(pack)
    return tuple(pack)


def choose(rng: random.Random, acts: list[Act], temper: float) -> Act:
    """One of the acts open to a seat; auctions come to an end."""
    bids = [act for act in acts if isinstance(act, BidMade)]
    passes = [act for act in acts if isinstance(act, Passed)]
    if passes and rng.random() > temper:
        return passes[0]
    if bids and rng.random() < 0.7:
        alone = [bid for bid in bids if bid.bid == PCC]
        return alone[0] if alone and rng.random() < 0.3 else rng.choice(bids[:3])
    opened = [act for act in acts if isinstance(act, TrumpOpened)]
    if opened and len(acts) > 1 and rng.random() < 0.7:
        return acts[1]
    return rng.choice(acts)


def play(rng: random.Random, ruleset: Three04Ruleset = STANDARD, *, calls: bool = True, known: bool = True) -> Table:
    """A whole legal deal. Unless ``known``, the scribe saw no more than anybody at the table."""
    dealer = rng.choice(ruleset.seating.seats)
    table = Table(DealOpened(plain(ruleset), dealer))
    truth = Record(table.record.opened, Stamp(1))
    rules = truth.rules
    temper = rng.choice([0.1, 0.3, 0.6])
    eager = rng.choice([0.0, 0.02, 0.1]) if calls else 0.0
    while (seat := rules.to_act(truth.state)) is not None:
        s = truth.state
        acts = [act for act in rules.legal(s, seat) if not isinstance(act, CALLS)]
        act: Act | None
        if isinstance(acts[0], PackCut) and not s.pack:
            act = PackShuffled(dealer, shuffled(rng))
            if rng.random() < 0.3:
                table.take(table.record.act(act if rng.random() < 0.5 and known else PackShuffled(dealer)))
        elif isinstance(acts[0], PackCut):
            act = PackCut(seat, rng.choice([None, rng.randint(1, 31)]))
            counted = rng.random() < 0.7 or bool(table.record.state.pack)
            table.take(table.record.act(act if counted or act.depth is None else PackCut(seat, 0)))
        else:
            act = call(rng, truth) if rng.random() < eager else None
            act = act or choose(rng, acts, temper)
            table.take(table.record.act(act if known else _seen(act)))
        for n, proposal in enumerate(truth.act(act)):
            truth.fold(proposal.fact, Stamp())
            if n and table.record.state.owed and isinstance(proposal.fact, Act):
                # What full knowledge compels must be told to a record that does not know the cards.
                table.take(table.record.act(_seen(proposal.fact)))
    s = table.record.state
    if not s.outcome and table.record.rules.to_act(s) is not None:
        for template in table.record.rules.templates(s, table.record.rules.seats[s.turn]):
            if isinstance(template.act, PointsCounted):
                table.take(table.record.act(template.fill(truth.state.points[truth.state.maker & 1])))
    return table


def call(rng: random.Random, record: Record) -> Act | None:
    """A call that somebody may make now, in turn or not."""
    s, rules = record.state, record.rules
    calls = [act for seat in rules.seats for act in open_to(rules, s, seat) if isinstance(act, CALLS)]
    rng.shuffle(calls)
    for act in calls:
        if isinstance(act, CapsCalled):
            place = rules.place[act.seat]
            order = rules.tables.cards(s.hands[place] | (s.indicator if s.indicator_down and place == s.maker else 0))
            rng.shuffle(order)
            act = CapsCalled(act.seat, tuple(order))
        if not isinstance(rules.judge(s, act), Refusal):
            return act
    return None


def _seen(act: Act) -> Act:
    """The act as anybody at the table saw it."""
    return hide_act(act, PUBLIC)


def befall(rng: random.Random, table: Table) -> None:
    """Slips of the scribe, players' mistakes, disclosures, rulings: whatever the record takes."""
    record = table.record
    for _ in range(rng.randrange(4)):
        if not record.entries:
            return
        ply = rng.randrange(len(record.entries))
        seat = rng.choice(record.rules.seats)
        act = record.entries[ply].act
        why = rng.choice(["", "misheard", 'he said "sixty"; I wrote it', "it's late\nand dark"])
        try:
            match rng.randrange(8):
                case 0:
                    now = rng.choice([BidMade(seat, 170), Passed(seat), CardPlayed(seat, "??")])
                    table.take(record.amend(ply, now, why))
                case 1:
                    table.take(record.insert(ply, rng.choice([Passed(seat), CardPlayed(seat, "7C", True)]), why))
                case 2:
                    table.take(record.retract(ply, why))
                case 3:
                    table.take(record.note(IrregularityNoted(ply, "looked", rng.choice([None, seat]), why)))
                case 4:
                    if isinstance(act, CardPlayed | IndicatorPlaced) and act.card == "??":
                        table.take(record.disclose(CardsDisclosed(plies={ply: "JH"})))
                    elif isinstance(act, CardsDealt):
                        table.take(record.disclose(CardsDisclosed({seat: (act.hands[seat],)})))
                case 5:
                    ruling = CapsRuled(rng.choice(VERDICTS), seat, why)
                    table.take(record.rule_caps(ruling))
                case 6:
                    table.take(record.rule_violation(ViolationRuled(seat, "revoke", why)))
                case 7 if rng.random() < 0.4:
                    gains = {team: rng.randint(-3, 3) for team in record.rules.ruleset.seating.teams}
                    table.take(record.assign(ResultAssigned(gains, why)))
                case 7:
                    standing = rng.choice([*record.rulings, None])
                    lifted = None if standing is None else RulingLifted(*ruling_key(standing), why)
                    table.take(record.annul(why) if lifted is None else record.lift(lifted))
        except Refused:
            pass
    if rng.random() < 0.1:
        table.take([Proposal(fact) for fact in _abandon(record)])


def _abandon(record: Record) -> list[Fact]:
    try:
        return [proposal.fact for proposal in record.abandon("rain")]
    except Refused:
        return []


def stray(rng: random.Random, table: Table) -> None:
    """Play goes on for an act or two that break the rules, recorded as they happened."""
    record = table.record
    for _ in range(rng.randrange(3)):
        seat = rng.choice(record.rules.seats)
        card = rng.choice(["JH", "7S", "??"])
        act = rng.choice([Passed(seat), CardPlayed(seat, card), CardExposed(seat, card), BidMade(seat, 123)])
        with suppress(Refused):
            table.take(record.act(act, as_it_happened=True))


WORDS = ("", "", "Ravi", "a; b # c", 'the "old" club', "it's", "சுரேஷ்", "line\nbreak", "\\u0041\t\x7f")


def document(rng: random.Random, ruleset: Three04Ruleset | None = None) -> DealDocument:
    """A random document: a deal with whatever may befall it, with or without stamps, comments and names."""
    table = play(rng, ruleset or rng.choice(RULESETS), known=rng.random() < 0.75)
    if rng.random() < 0.15:
        del table.items[rng.randrange(len(table.items)) :]
        fresh = Table(table.record.opened)
        for item in table.items:
            fresh.store(item.fact, item.broke)
        table = fresh
        stray(rng, table)
    if table.items and rng.random() < 0.4:
        befall(rng, table)
    return dressed(rng, table)


def dressed(rng: random.Random, table: Table) -> DealDocument:
    """A table's document with a head, and perhaps stamps and comments."""
    word = rng.choice
    opened = replace(
        table.record.opened,
        players={seat: word(WORDS) for seat in rng.sample("NESW", rng.randrange(5))},
        number=word([1, 1, 7]),
        match=word([None, "", "the final"]),
        table=word([None, "3"]),
        event=word(WORDS),
        source=word(WORDS),
        note=word((*WORDS, "long words " * 30, "two  spaces " * 20, 'ends with "quotes"' * 12, "a\n\nb " + "c" * 120)),
    )
    items = table.items
    if rng.random() < 0.4:
        clock = 0
        stamped = []
        for item in items:
            clock += rng.randrange(3)
            at = f"2024-05-01T20:{clock // 60 % 60:02d}:{clock % 60:02d}.000Z"
            stamped.append(replace(item, at=at, by=word(WORDS), key=word(["", f"k{clock}"])))
        items = stamped
    if rng.random() < 0.4:
        items = [replace(item, comment=word(WORDS).strip()) if rng.random() < 0.2 else item for item in items]
    if rng.random() < 0.1:
        items = [replace(item, broke=MARKED if item.broke else "") for item in items]
    when = word(["", "2024-05-01", "2024-05-01T20:00:00Z"])
    return DealDocument(opened, tuple(items), word(["", "d-1"]), when, word(WORDS))


def settlement(document: DealDocument) -> DealSettled | None:
    """The last settlement of a document."""
    settlements = [item.fact for item in document.items if isinstance(item.fact, DealSettled)]
    return settlements[-1] if settlements else None
