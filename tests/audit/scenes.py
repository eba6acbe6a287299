"""Knowledge of seats in some scenes of play, in lines; written anew by ``python -m tests.audit.scenes``.

Read the difference before you keep it. A scene tells after which act, then for each viewer what it knows: its gaps, the
cards it knows in other hands, the suits that are not trump, and for each possible trump where unseen cards lie:
``N hand 5 SHDC`` are five cards of North, each of any suit; behind them the suits they are not of, why, and since when.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from domain.engine.facts import CardPlayed
from domain.engine.knowledge.information import Inference, Knowledge, knowledge
from domain.engine.rules import Rules
from domain.engine.state import NOBODY
from domain.games.sidi.acts import WeisShown
from domain.games.three04.acts import MarriageDeclared
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.jass.table import Table as JassTable
from tests.jass.weis_hands import FIFTY
from tests.rules.table import Table, hear

FILE = Path(__file__).parent / "scenes.txt"

CLUBS = {
    "N": "8C JH 9H AH  TH KH JS 9S",
    "E": "7H 7S AS 7D  8D QD KD TD",
    "W": "8H TS KS AD  9D JD JC 9C",
    "S": "QH QS 8S AC  TC KC QC 7C",
}
"""North makes clubs trump with its only one; the others have one heart each."""
DIAMONDS = {
    "E": "JS 9S AS TS  KS QS 8S 7H",
    "N": "JH 9H AH TH  KH QH JC 7D",
    "W": "JD 9D AD TD  KD QD 8H 8D",
    "S": "7S 9C AC TC  KC QC 8C 7C",
}
"""West makes diamonds trump. Only East and South have spades."""
ALL_HEARTS = {
    "W": "JS JH 9H AH  TH KH QH 8H",
    "E": "7H 8S 9S AS  8C 9C AC TC",
    "N": "7D 8D 9D AD  TD KD QD JD",
    "S": "7C KC QC JC  7S TS KS QS",
}
"""West makes spades trump and has all hearts but one."""
WEST_LEADS = "W JS, S 7S, E 9S, N 9D, W AH"
ALL_SPADES = {
    "W": "8S JS 9S AS  TS KS QS JH",
    "E": "7S 7H 8H 9H  8D 9C AC TC",
    "N": "7D 9D AD TD  KD QD JD AH",
    "S": "7C 8C KC QC  JC TH KH QH",
}
"""West has all spades but one, and a heart."""
HEARTS_LED = "E 7H, N JH, W 8H, S QH, N 9H, W AD down, S QS down, E 7D down"


def north(*script: str, **rules: object) -> Table:
    return Table(CLUBS, rules=rules).playing("N 160", "8C").does(*script)


def west(*script: str, card: str = "JD", opened: bool = False, **rules: object) -> Table:
    return Table(DIAMONDS, rules=rules).playing("W 160", card, opened=opened).does(*script)


def as_it_was(table: Table, *script: str) -> Table:
    """Fold acts whatever the rules say of them."""
    for line in script:
        table.record.fold(hear(line), Stamp(99))
    return table


def scenes() -> Iterator[tuple[str, Record, str]]:
    """Yield what a scene is about, the deal up to there, and who is asked."""
    in_closed_game = '000 "Closed Trump games"'
    yield f"{in_closed_game}: three cards lie face down.", north(HEARTS_LED).record, "S"
    yield f"{in_closed_game}: the maker found no trump among them.", north(HEARTS_LED, "N inspects none").record, "EWN"
    cut = north(HEARTS_LED.replace("W AD", "W JC"), "N inspects trumps").record
    yield f"{in_closed_game}: the maker found a trump; the cards are not turned up yet.", cut.until(22), "SE"
    yield f"{in_closed_game}: they are, and the indicator is shown.", cut, "SEW"
    cut = north("E 7D, N 8C cuts, W AD, S AC down").record
    yield f"{in_closed_game}: the maker cut diamonds with the indicator.", cut, "SW"
    cut = north("E 7D, N 8C cuts, W AD, S QS down, N inspects trumps").record
    yield f"{in_closed_game}: and says that there was a trump, its own.", cut.until(18), "SWN"
    hand = {"closed.maker_cut_with_hand_trump": True}
    table = west("E JS, N 7D down, W 8H down, S 7S", **hand)
    as_it_was(table, "W inspects trumps N=7D", "W reveals N=7D")
    yield "A maker that may cut from its hand threw a card that stays face down.", table.record, "SEN"
    played_on = "N inspects none, N JS, W KS, S 8S, E 7S, N AH"
    yield '000 "Exhausted Trumps": North had to go on with hearts.', north(HEARTS_LED, played_on).record, "SE"
    table = north(HEARTS_LED, played_on, **{"exhausted.applies_closed": False})
    yield "The same where nobody need go on in a closed game.", table.record, "SE"
    table = Table(ALL_HEARTS).playing("W 160", "JS", opened=True).does("E 7H, N 7D, W JH, S 7C, W 9H, S KC, E 8C, N 8D")
    yield "Hearts are no trump, so West may lead a spade and hearts again.", table.does(WEST_LEADS).record, "SE"
    table = Table(ALL_SPADES).playing("W 160", "8S", opened=True).does("E 7S, N 7D, W JS, S 7C, W 8S, S 8C, E 7H, N 9D")
    as_it_was(table, "W JH", "S TH", "E 8H", "N AH", "W AS")
    yield '000 "Exhausted Trumps": West had to go on with spades, and shows one later.', table.record, "SE"
    second = ("N AH", "W KS down", "S AC down", "E TD down")
    for about, cards, viewers in (
        ("North turned up only one card of three; the others are no trumps.", "W=KS", "SE"),
        ("North shows a spade, which South's own card had ruled out.", "W=KS S=AC E=TD", "S"),
    ):
        table = north(HEARTS_LED, "N inspects none")
        as_it_was(table, *second, f"N inspects trumps {cards}", f"N reveals {cards}", "N shows TS")
        yield about, table.record, viewers
    table = Table(CLUBS).playing("N 160", "??").does("E 7D, N ?? cuts, W AD, S AC down")
    as_it_was(table, "N inspects trumps S=AC", "N reveals S=AC", "N shows ??")
    yield "The scribe missed the indicator that cut, and again when it was shown.", table.record, "NSE"
    yield "The scribe saw no hands.", Table(unseen=True).playing("W 160", "??", opened=True).record, "SW"
    table = Table(CLUBS).playing("N 160", "??")
    yield "The scribe missed which card the maker laid.", table.record, "NE"
    yield "It was played last, face up and unseen.", as_it_was(table, "E 7D", "N ?? last").record, "NE"
    caps = as_it_was(north(), "N caps JH 9H AH TH KH JS 9S 8C")
    yield '000 "Caps": the caller shows its cards; one of them is the indicator.', caps.record, "SW"
    yield "It is shown: so are all.", as_it_was(caps, "N shows 8C").record, "SW"
    table = west("E JS")
    table.record.fold(MarriageDeclared("W", "D"), Stamp(99))
    yield "West has declared the marriage of diamonds.", table.record, "SN"
    yield "One of them may have left unseen.", as_it_was(table, "N JH down", "W KD down").record, "SN"
    table = as_it_was(Table(DIAMONDS).dealt(), "N 160")
    yield "A bid out of turn: what the cards show stays certain.", table.record, "S"
    yield (
        "North played face up what had to lie face down; what follows is uncertain.",
        as_it_was(west("E JS"), "N QH", "W 8H", "S 7S").record,
        "S",
    )
    jass = JassTable(FIFTY).playing("S 40 H").record
    jass.fold(WeisShown("S", ("9S", "8S", "7S", "6S")), Stamp(99))
    yield '003 "Weis": South has shown four spades.', jass, "SENW"
    jass.fold(CardPlayed("S", "??"), Stamp(99))
    yield "The scribe missed the first card.", jass, "SE"


def suits(rules: Rules, mask: int) -> str:
    """Return the letters of whole suits; a rest in single cards."""
    tables = rules.tables
    whole = [suit for suit in tables.suits if mask & suit == suit]
    return "".join(tables.letter[suit] for suit in whole) + " ".join(tables.cards(mask & ~sum(whole) & tables.all))


def because(why: Inference) -> str:
    return f"{why.code} {why.ply}"


def lines(record: Record, knows: Knowledge) -> Iterator[str]:
    """Yield what a seat knows."""
    rules = record.rules
    tables = rules.tables
    for gap in knows.gaps:
        yield f"gap: {gap.kind} {gap.seat} {gap.number}"
    for code, ply in knows.more:
        yield f"more: {code} {ply}"
    if knows.breach:
        yield f"breach: ply {knows.breach[0]}, {knows.breach[1].code}"
    for place, cards in enumerate(knows.known):
        if cards:
            yield f"{rules.seats[place]} has " + ", ".join(
                f"{tables.card[bit]} ({because(knows.where[bit])})"
                for bit in map(tables.bit.get, tables.cards(cards))
                if bit
            )
    if knows.excluded:
        yield "not trump: " + ", ".join(
            f"{tables.letter[suit]} ({because(why)})" for suit, why in knows.excluded.items()
        )
    for world in knows.worlds:
        yield f"trump {tables.letter.get(world.trump, '-')}{', must be led on' if world.duty else ''}:"
        for space in world.spaces:
            where = "pack" if space.seat == NOBODY else f"{rules.seats[space.seat]} {space.where}"
            reasons = "".join(f", not {suits(rules, mask)} ({because(why)})" for mask, why in space.why)
            yield f"  {where} {space.count} {suits(rules, space.suits)}{reasons}"


def whole_file() -> Iterator[str]:
    """Yield the whole file."""
    for about, record, viewers in scenes():
        yield f"# {about}"
        for viewer in viewers:
            yield f"{viewer} before ply {len(record.entries)}:"
            yield from (f"  {line}" for line in lines(record, knowledge(record, viewer, len(record.entries))))
        yield ""


if __name__ == "__main__":
    FILE.write_text("\n".join(whole_file()), "utf-8")
