"""Acts as short sentences: ``E 160``, ``W cut 12``, ``N (7C)``, as described in docs/formats.md.

`parse_action` reads what `write_action` wrote as the same act. Letters may be upper or lower case when read. A card
that nobody named is ``??``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from domain.engine.cards import RANKS, SUIT_NAMES, UNKNOWN, Seat, with_letters
from domain.engine.facts import Act, CardExposed, CardPlayed, CardsDealt, PackCut, PackShuffled, Passed, PointsCounted
from domain.engine.words.values import Term
from domain.games.sidi.acts import (
    ContractBid,
    Doubled,
    Redoubled,
    StoeckClaimed,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)
from domain.games.sidi.ruleset import DENOMINATIONS, OBENABE, UNDENUFE
from domain.games.three04.acts import (
    PCC,
    BidMade,
    CapsCalled,
    CapsConceded,
    CardsRevealed,
    DoubleAnnounced,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    MarriageDeclared,
    PartnerAsked,
    PartnerCardNamed,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)
from domain.games.three04.slams import NAMES
from replay.notation.errors import NotationError
from replay.notation.words import (
    read_card,
    read_cards,
    read_hands,
    read_pairs,
    read_seat,
    write_card,
    write_cards,
    write_hands,
    write_pairs,
    write_seat,
)

if TYPE_CHECKING:
    from domain.engine.rules import Rules

Read = Callable[[Seat, "re.Match[str]", "Rules | None"], Act]


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence of one kind of act: the pattern after the seat, and an example."""

    kind: type[Act]
    example: str
    pattern: re.Pattern[str]
    read: Read


def _sentence(kind: type[Act], example: str, pattern: str, read: Read) -> Sentence:
    return Sentence(kind, example, re.compile(pattern, re.IGNORECASE | re.DOTALL), read)


def _seat_reader(kind: type[Act]) -> Read:
    """Return the reader of a sentence that holds only a seat and fixed words."""
    return lambda seat, m, rules: kind(seat)


def _card_reader(kind: Callable[[Seat, str], Act]) -> Read:
    """Return the reader of a sentence that ends with a card, by default ``??``."""
    return lambda seat, m, rules: kind(seat, read_card(m["card"] or UNKNOWN, rules))


def _bid_word(word: str) -> str:
    return PCC if word.lower() == "partner close caps" else word.lower()


def _read_ask(seat: Seat, m: re.Match[str], rules: Rules | None) -> Act:
    return PartnerAsked(seat, read_seat(m["whom"], rules) if m["whom"] else "")


def _read_inspection(seat: Seat, m: re.Match[str], rules: Rules | None) -> Act:
    return FaceDownInspected(seat, m["said"].lower() != "none", read_pairs(m["cards"], rules))


def _read_play(seat: Seat, m: re.Match[str], rules: Rules | None) -> Act:
    signs = m["signs"]
    if (m["signs"], m["ends"]) not in (("", ""), ("(", ")"), ("[", "]"), ("([", "])"), ("[(", ")]")):
        raise NotationError(
            Term("brackets go in pairs: (JH) face down, [JH] the indicator, ([JH]) the indicator face down", {})
        )
    return CardPlayed(seat, read_card(m["card"], rules), "(" in signs, "[" in signs)


def _read_contract(seat: Seat, m: re.Match[str], rules: Rules | None) -> Act:
    word = m["in"]
    return ContractBid(seat, int(m["n"]), word.upper() if len(word) == 1 else word.lower())


def _read_score(seat: Seat, m: re.Match[str], rules: Rules | None) -> Act:
    return WeisScored(seat, tuple(map(int, re.findall(r"-?\d{1,9}", m["values"]))))


_CARD = r"(?P<card>\?{1,2}|10[SHDC]|[0-9TJQKA][SHDC])"
_REST = r"(?P<cards>(\s.*)?)"
_N = r"(?P<n>-?\d{1,9})"
"""The pattern of a number, bounded because Python refuses to read very long ones."""

SENTENCES: Final[tuple[Sentence, ...]] = (
    _sentence(
        PackShuffled, "S shuffle", "shuffles?" + _REST, lambda s, m, r: PackShuffled(s, read_cards(m["cards"], r))
    ),
    _sentence(PackCut, "W cut 12", rf"cuts?(\s+{_N})?", lambda s, m, r: PackCut(s, int(m["n"] or 0))),
    _sentence(PackCut, "W no cut", r"no\s+cut", lambda s, m, r: PackCut(s, None)),
    _sentence(PackCut, "W cut not recorded", r"cut\s+not\s+recorded", lambda s, m, r: PackCut(s, 0, unrecorded=True)),
    _sentence(
        CardsDealt,
        "S deal E:JH 9H AH TH N:…",
        "deals?" + _REST,
        lambda s, m, r: CardsDealt(s, read_hands(m["cards"], r)),
    ),
    _sentence(RedealDemanded, "E redeal", "redeal", _seat_reader(RedealDemanded)),
    _sentence(BidMade, "E 160", rf"(bids?\s+)?{_N}", lambda s, m, r: BidMade(s, int(m["n"]))),
    _sentence(
        BidMade,
        "E pcc",
        r"(bids?\s+)?((?P<pcc>pcc|partner\s+close\s+caps)|(?P<court>half|full)(\s+court)?)"
        r"|bids?\s+(?P<word>[a-z][a-z0-9_-]*)",
        lambda s, m, r: BidMade(s, PCC if m["pcc"] else (m["court"] or m["word"]).lower()),
    ),
    _sentence(Passed, "N pass", "pass(es)?", _seat_reader(Passed)),
    _sentence(PartnerAsked, "W ask", r"asks?(\s+(?P<whom>\w+))?", _read_ask),
    _sentence(IndicatorPlaced, "E indicator JH", rf"indicator(\s+{_CARD})?", _card_reader(IndicatorPlaced)),
    _sentence(IndicatorTakenBack, "E takes back JH", rf"takes?\s+back(\s+{_CARD})?", _card_reader(IndicatorTakenBack)),
    _sentence(PartnerCardNamed, "E names partner JH", rf"names?\s+partner\s+{_CARD}", _card_reader(PartnerCardNamed)),
    _sentence(TrumpOpened, "E open JH", rf"opens?(\s+{_CARD})?", _card_reader(TrumpOpened)),
    _sentence(TrumpClosed, "E closed", "closed?", _seat_reader(TrumpClosed)),
    _sentence(CardPlayed, "E JH", rf"(?P<signs>[(\[]*)\s*{_CARD}\s*(?P<ends>[)\]]*)", _read_play),
    _sentence(CardExposed, "E exposes JH", rf"exposes?\s+{_CARD}", _card_reader(CardExposed)),
    _sentence(FaceDownInspected, "E: none", r"(says\s+)?(?P<said>none|trumps?)" + _REST, _read_inspection),
    _sentence(
        WeisShown,
        "E shows weis JS TS 9S",
        r"shows\s+weis" + _REST,
        lambda s, m, r: WeisShown(s, read_cards(m["cards"], r)),
    ),
    _sentence(
        IndicatorRevealed, "E shows indicator JH", rf"shows\s+indicator(\s+{_CARD})?", _card_reader(IndicatorRevealed)
    ),
    _sentence(
        CardsRevealed, "E shows W=JH N=7C", "shows" + _REST, lambda s, m, r: CardsRevealed(s, read_pairs(m["cards"], r))
    ),
    _sentence(CapsCalled, "S caps JC 9C", "caps" + _REST, lambda s, m, r: CapsCalled(s, read_cards(m["cards"], r))),
    _sentence(CapsConceded, "N concedes", "concedes?", _seat_reader(CapsConceded)),
    _sentence(
        SpoiltTrumpsDeclared,
        "E spoilt",
        r"spoilt(?P<no>\s+denied)?",
        lambda s, m, r: SpoiltTrumpsDeclared(s, upheld=not m["no"]),
    ),
    _sentence(
        MarriageDeclared,
        "N marriage H",
        r"marriage\s+(?P<suit>[SHDC])",
        lambda s, m, r: MarriageDeclared(s, m["suit"].upper()),
    ),
    _sentence(DoubleAnnounced, "S announces double", r"announces?\s+double", _seat_reader(DoubleAnnounced)),
    _sentence(PointsCounted, "E counts 178", rf"counts?\s+{_N}", lambda s, m, r: PointsCounted(s, int(m["n"]))),
    _sentence(ContractBid, "E 70 H", rf"(bids?\s+)?{_N}\s+(?P<in>[SHDC]|{OBENABE}|{UNDENUFE})", _read_contract),
    _sentence(Doubled, "N double", "doubles?", _seat_reader(Doubled)),
    _sentence(Redoubled, "E redouble", "redoubles?", _seat_reader(Redoubled)),
    _sentence(WeisDeclared, "E weis 50", rf"weis\s+{_N}", lambda s, m, r: WeisDeclared(s, int(m["n"]))),
    _sentence(
        WeisDetailed,
        "E weis 5 cards",
        rf"weis\s+{_N}\s+cards",
        lambda s, m, r: WeisDetailed(s, cards=int(m["n"])),
    ),
    _sentence(
        WeisDetailed,
        "E weis top K",
        rf"weis\s+top\s+(?P<top>[{RANKS}])",
        lambda s, m, r: WeisDetailed(s, top=m["top"].upper()),
    ),
    _sentence(
        WeisDetailed,
        "E weis in trumps",
        r"weis\s+(?P<no>not\s+)?in\s+trumps",
        lambda s, m, r: WeisDetailed(s, trump=not m["no"]),
    ),
    _sentence(WeisConceded, "N weis conceded", r"weis\s+conceded", _seat_reader(WeisConceded)),
    _sentence(WeisScored, "E scores 100 20", r"scores\s+(?P<values>nothing|-?\d{1,9}(\s+-?\d{1,9})*)", _read_score),
    _sentence(
        WeisDemanded,
        "N demands E 50",
        rf"demands\s+(?P<of>\w+)\s+{_N}",
        lambda s, m, r: WeisDemanded(s, read_seat(m["of"], r), int(m["n"])),
    ),
    _sentence(StoeckClaimed, "E stöck", "st(ö|oe)ck", _seat_reader(StoeckClaimed)),
)
"""All sentences; the first whose pattern matches is read."""

LONGEST_QUOTE: Final = 300
"""The most characters of a sentence that an error quotes."""
_SEATED: Final = re.compile(r"\s*(?P<seat>[A-Za-z]+|[0-9]{1,2})(\s*:\s*|\s+)(?P<rest>.*?)\s*", re.DOTALL)


def parse_action(text: str, rules: Rules | None = None) -> Act:
    """Return the act of a sentence. With ``rules``, its seats and cards must belong to their game.

    Raises `NotationError`, which quotes the sentence, if it cannot be read.
    """
    parts = _SEATED.fullmatch(with_letters(text))
    if parts is None:
        known = examples()
        raise NotationError(
            Term(
                "{text} is not understood: a seat comes first, as in {examples}",
                {"text": _quote(text), "examples": known},
            )
        )
    try:
        seat = read_seat(parts["seat"], rules)
        for sentence in SENTENCES:
            if m := sentence.pattern.fullmatch(parts["rest"]):
                return sentence.read(seat, m, rules)
    except NotationError as e:
        raise NotationError(Term("{text}: {reason}", {"text": _quote(text), "reason": e.sentence})) from None
    values = {"text": _quote(text), "examples": examples()}
    raise NotationError(Term("{text} is not understood; understood are {examples}", values))


def _quote(text: str) -> str:
    """Return the beginning of a text in quotes."""
    return repr(text) if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]!r} …"


def examples() -> str:
    """Return an example sentence of each kind of act."""
    return ", ".join(f"“{sentence.example}”" for sentence in SENTENCES)


def write_action(act: Act) -> str:
    """Return the sentence of an act. Raises `NotationError` if no sentence can express the act."""
    write = _WRITE.get(type(act))
    if write is None:
        raise NotationError(f"there is no sentence for {type(act).__name__}")
    seat = write_seat(act.seat)
    rest: str = write(act)
    return f"{seat}{rest}" if rest.startswith(":") else f"{seat} {rest}"


def _number(value: object) -> str:
    if type(value) is not int:
        raise NotationError(f"{value!r} is no number")
    return str(value)


def _bid(act: BidMade) -> str:
    if isinstance(act.bid, str):
        if act.bid in NAMES:
            return act.bid
        if re.fullmatch(r"[a-z][a-z0-9_-]*", act.bid):
            return f"bid {act.bid}"
    return _number(act.bid)


def _cut(act: PackCut) -> str:
    if act.unrecorded:
        if act.depth != 0:
            raise NotationError("a cut that nobody recorded has no depth")
        return "cut not recorded"
    if act.depth is None:
        return "no cut"
    return f"cut {_number(act.depth)}" if act.depth else "cut"


def _play(act: CardPlayed) -> str:
    card = write_card(act.card)
    if act.indicator:
        card = f"[{card}]"
    return f"({card})" if act.down else card


def _contract_words(act: ContractBid) -> str:
    if act.denomination not in DENOMINATIONS:
        raise NotationError(f"{act.denomination!r} is no denomination: {', '.join(DENOMINATIONS)}")
    return f"{_number(act.points)} {act.denomination}"


def _detail(act: WeisDetailed) -> str:
    match act.cards, act.top, act.trump:
        case cards, None, None:
            return f"weis {_number(cards)} cards"
        case None, str(top), None if len(top) == 1 and top in RANKS:
            return f"weis top {top}"
        case None, None, bool(trump):
            return "weis in trumps" if trump else "weis not in trumps"
    raise NotationError(f"{act!r} tells more than one thing, or none")


def _marriage(act: MarriageDeclared) -> str:
    if act.suit not in SUIT_NAMES:
        raise NotationError(f"{act.suit!r} is no suit: {', '.join(SUIT_NAMES)}")
    return f"marriage {act.suit}"


_WRITE: Final[dict[type[Act], Callable[[Any], str]]] = {
    PackShuffled: lambda act: f"shuffle {write_cards(act.order)}".rstrip(),
    PackCut: _cut,
    CardsDealt: lambda act: f"deal {write_hands(act.hands, act.seat)}".rstrip(),
    RedealDemanded: lambda act: "redeal",
    BidMade: _bid,
    Passed: lambda act: "pass",
    PartnerAsked: lambda act: f"ask {write_seat(act.partner)}" if act.partner else "ask",
    IndicatorPlaced: lambda act: f"indicator {write_card(act.card)}",
    IndicatorTakenBack: lambda act: f"takes back {write_card(act.card)}",
    TrumpOpened: lambda act: f"open {write_card(act.card)}",
    TrumpClosed: lambda act: "closed",
    CardPlayed: _play,
    CardExposed: lambda act: f"exposes {write_card(act.card)}",
    FaceDownInspected: lambda act: (
        f": {'trumps' if act.trumps else 'none'} {write_pairs(act.cards, act.seat)}".rstrip()
    ),
    CardsRevealed: lambda act: f"shows {write_pairs(act.cards, act.seat)}".rstrip(),
    IndicatorRevealed: lambda act: f"shows indicator {write_card(act.card)}",
    CapsCalled: lambda act: f"caps {write_cards(act.order)}".rstrip(),
    CapsConceded: lambda act: "concedes",
    SpoiltTrumpsDeclared: lambda act: "spoilt" if act.upheld else "spoilt denied",
    PartnerCardNamed: lambda act: f"names partner {write_card(act.card)}",
    MarriageDeclared: _marriage,
    DoubleAnnounced: lambda act: "announces double",
    PointsCounted: lambda act: f"counts {_number(act.points)}",
    ContractBid: _contract_words,
    Doubled: lambda act: "double",
    Redoubled: lambda act: "redouble",
    WeisDeclared: lambda act: f"weis {_number(act.value)}",
    WeisDetailed: _detail,
    WeisConceded: lambda act: "weis conceded",
    WeisScored: lambda act: f"scores {' '.join(map(_number, act.values)) or 'nothing'}",
    WeisDemanded: lambda act: f"demands {write_seat(act.of)} {_number(act.value)}",
    WeisShown: lambda act: f"shows weis {write_cards(act.cards)}".rstrip(),
    StoeckClaimed: lambda act: "stöck",
}
