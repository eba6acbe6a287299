"""A robot that records deals as a scribe at the table sees them: one tap every 250 ms, at what the page shows then."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page

from domain.engine.facts import Act, CardPlayed, CardsDealt, DealOpened, PackCut, Passed
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.parameters import plain
from domain.games.catalogue import RULESETS
from domain.games.sidi.acts import ContractBid, WeisConceded, WeisDeclared, WeisDetailed, WeisScored
from domain.games.three04.acts import BidMade, CardsRevealed, FaceDownInspected, IndicatorPlaced, IndicatorRevealed
from domain.games.three04.ruleset import Three04Ruleset
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.notation.actions import write_action
from tests.pages.scribe import Scribe
from tests.rules.offers import open_to

TICK: Final = 0.25
"""Seconds from one tap to the next."""
PATIENCE: Final = 120
"""The number of ticks after which a control that does not come fails the test."""
SEAT_NAMES: Final = {"S": "South", "E": "East", "N": "North", "W": "West"} | {n: f"Seat {n}" for n in "12345678"}

LOOK: Final = """([find, text]) => {
    const places = {};
    const visible = (each) => each.checkVisibility({visibilityProperty: true}) && each.offsetWidth > 0;
    for (const each of document.querySelectorAll("body.recorder :is(button, a.button)")) {
        if (!visible(each) || each.closest("dialog")) continue;
        const {id, dataset} = each;
        const {card, bid, key: seat} = dataset;
        const key = id || card || bid || seat || each.getAttribute("aria-label") || each.textContent;
        const {x, y, width, height} = each.getBoundingClientRect();
        places[key] = [x, y, width, height].join(" ");
    }
    const says = document.querySelector("#says").textContent;
    const phase = document.body.dataset.phase + " " + (document.querySelector("#choices > div")?.className ?? "")
        + (document.querySelector("#undone").textContent === "Cancel");
    const target = [...document.querySelectorAll(find)].filter((each) => visible(each) && !each.disabled
        && (text === null || each.textContent.trim() === text))[0];
    let point = null;
    if (target) {
        target.scrollIntoView({block: "nearest", inline: "nearest"});
        const {x, y, width, height} = target.getBoundingClientRect();
        const at = [x + width / 2, y + height / 2];
        if (target.contains(document.elementFromPoint(...at))) point = at;
    }
    return {places, says, phase, point, sheet: document.querySelector("dialog[open]")?.textContent ?? null};
}"""
"""The page as a person sees it: places of controls, sentence, and the middle of the control to tap if it is free."""


@dataclass(frozen=True)
class Tap:
    """A control by its selector, and by its text if that is needed. ``question``: only once the page asks this."""

    find: str
    text: str | None = None
    question: str | None = None


def card(name: str, question: str | None = None) -> Tap:
    return Tap(f'card-pad button[data-card="{name}"]', question=question)


def choice(act: Act) -> Tap:
    """The button of a choice that the server sends."""
    return Tap(f'#dock button[data-act="{write_action(act)}"]')


# --- the deal at the table --------------------------------------------------------------------------


def random_deal(key: str, seed: int) -> Record:
    """A whole deal with all cards known: one bid, a closed trump, and cards at random from the legal ones."""
    rng = random.Random(f"{key} {seed}")
    ruleset = RULESETS[key]
    record = Record(DealOpened(plain(ruleset), ruleset.seating.seats[0]), Stamp(1))
    pack = list(record.rules.tables.bit)
    rng.shuffle(pack)
    must_bid = isinstance(ruleset, Three04Ruleset) and ruleset.auction4.first_must_bid
    waits = 0 if must_bid else rng.randrange(3)
    while not record.over:
        act = _chosen(record, rng, pack, waits)
        for proposal in record.act(act):
            record.fold(proposal.fact, Stamp(len(record.entries) + 2))
    return record


def _chosen(record: Record, rng: random.Random, pack: list[str], waits: int) -> Act:
    """The act of the seat to act: ``waits`` seats pass before one bids, and everybody passes after it."""
    s = record.state
    seat = record.rules.to_act(s)
    assert seat is not None
    played = [act for act in record.acts if isinstance(act, CardPlayed)]
    if played and record.acts[-1] is played[-1]:
        weis = [act for act in open_to(record.rules, s, played[-1].seat) if isinstance(act, WeisDeclared)]
        if weis and rng.random() < 0.5:
            return weis[0]
    options = open_to(record.rules, s, seat)
    first = options[0]
    if isinstance(first, PackCut):
        return PackCut(seat, 0)
    if isinstance(first, CardsDealt):
        return CardsDealt(seat, {name: tuple(pack.pop() for _ in cards) for name, cards in first.hands.items()})
    spoken = sum(isinstance(act, Passed) for act in record.acts)
    bids = [act for act in options if isinstance(act, BidMade | ContractBid)]
    if any(isinstance(act, Passed) for act in options):
        begun = any(isinstance(act, BidMade | ContractBid) for act in record.acts)
        return Passed(seat) if begun or spoken < waits else rng.choice(bids[:6])
    for kind in (IndicatorPlaced, WeisScored, WeisDetailed, WeisConceded, FaceDownInspected, CardsRevealed):
        if any(isinstance(act, kind) for act in options):
            return rng.choice([act for act in options if isinstance(act, kind)])
    cards = [act for act in options if isinstance(act, CardPlayed)]
    closed = [act for act in options if write_action(act).endswith("closed")]
    return rng.choice(cards or closed or [first])


def public_acts(record: Record) -> list[Act]:
    """The acts as the public saw them, without the dealing."""
    return [hide_act(act, PUBLIC) for act in record.acts if not isinstance(act, CardsDealt)]


def taps(acts: list[Act], width: int) -> Iterator[tuple[int, Tap]]:
    """The taps that record a deal, each with the number of the trick before it."""
    played = 0
    bid = False
    n = 0
    while n < len(acts):
        act = acts[n]
        trick = played // width
        match act:
            case PackCut():
                yield trick, choice(act)
            case BidMade(_, points):
                bid = True
                yield trick, Tap(f'.bids button[data-bid="{points}"]')
            case ContractBid(_, points, denomination):
                bid = True
                yield trick, Tap(f'.numbers button[data-bid="{points}"]')
                order = ["S", "H", "D", "C", "obenabe", "undenufe"]
                yield trick, Tap(f".denominations button:nth-child({order.index(denomination) + 1})")
            case Passed() if any(isinstance(each, IndicatorPlaced) for each in acts[:n]):
                pass  # the first card implies the passes of the second auction
            case Passed() if bid and isinstance(acts[n - 1], Passed):
                pass  # one tap for all passes that end the auction
            case Passed() if bid:
                yield trick, Tap("#passing .rest")
            case Passed():
                yield trick, Tap("#passing .main")
            case CardPlayed(_, _, True, True):
                played += 1
                yield trick, Tap("#indicatordown")
            case CardPlayed(_, name, False, True):
                played += 1
                yield trick, Tap("#indicator")
                yield trick, card(name)
            case CardPlayed(_, _, True):
                played += 1
                yield trick, Tap("#facedown")
            case CardPlayed(_, name):
                played += 1
                yield trick, card(name)
            case FaceDownInspected(_, trumps=True) if not _indicator_lies(acts[:n], width):
                yield trick - 1, Tap("#prompts button", "There is a trump")
            case FaceDownInspected(_, trumps=False) if not any(isinstance(each, CardPlayed) for each in acts[n:]):
                yield trick - 1, Tap("#prompts button", "There is no trump")
            case CardsRevealed(_, cards):
                order = [each.seat for each in acts[:n] if isinstance(each, CardPlayed)][-width:]
                for seat in (seat for seat in order if seat in cards):
                    yield trick - 1, card(cards[seat], f"Which card of {SEAT_NAMES[seat]} was face down?")
            case IndicatorRevealed(seat, name):
                yield trick - 1, card(name, f"{SEAT_NAMES[seat]}: Show the indicator")
            case WeisDeclared():
                yield trick, choice(act)
            case WeisDetailed() | WeisConceded():
                yield trick - 1, choice(act)
            case WeisScored(seat, values):
                declared = [each.value for each in acts if isinstance(each, WeisDeclared) and each.seat == seat]
                if not declared:
                    yield trick - 1, Tap("#saying button")
                for value in values[len(declared) :]:
                    yield trick - 1, Tap("#dock button.small", f"+{value}")
                yield trick - 1, choice(act)
        n += 1


def _indicator_lies(acts: list[Act], width: int) -> bool:
    """Whether the trump maker laid the indicator face down in the trick that is full now."""
    cards = [act for act in acts if isinstance(act, CardPlayed)]
    return any(act.indicator for act in cards[-width:])


# --- the robot ------------------------------------------------------------------------------------------


@dataclass
class Robot:
    """A phone with a slow network, and what was measured on it."""

    scribe: Scribe
    latency: int = 300
    moved: list[str] = field(default_factory=list)
    taps: int = 0
    _last: tuple[str, dict[str, str]] = ("", {})

    @property
    def page(self) -> Page:
        return self.scribe.page

    def network(self, *, online: bool) -> None:
        if not hasattr(self, "_cdp"):
            self._cdp: Any = self.page.context.new_cdp_session(self.page)
            self._cdp.send("Network.enable")
        self._cdp.send(
            "Network.emulateNetworkConditions",
            {"offline": not online, "latency": self.latency, "downloadThroughput": -1, "uploadThroughput": -1},
        )

    def records(self, acts: list[Act], width: int, without: range) -> None:
        """Tap a whole deal; without a network in some of its tricks."""
        self.network(online=True)
        online = True
        for trick, tap in taps(acts, width):
            is_online = trick not in without
            if is_online != online:
                if not is_online:
                    self.scribe.sent()
                self.network(online=is_online)
                online = is_online
            self.tap(tap)
        self.network(online=True)

    def counts(self, points: int | None) -> None:
        """Say how many points the trump maker counts, if the page asks because cards stayed unknown."""
        field = self.page.locator("#choices .counted input")
        self.page.locator('body[data-phase="over"]').or_(field).first.wait_for()
        if field.is_visible() and points is not None:
            field.fill(str(points))
            self.page.locator("#choices .counted .main").click()

    def tap(self, tap: Tap) -> None:
        """Tap a control at the next tick at which it can be tapped."""
        for _ in range(PATIENCE):
            began = time.monotonic()
            view = self.look(tap)
            assert view["sheet"] is None, (tap, view["sheet"], self.scribe.acts()[-6:])
            tapped = view["point"] is not None and tap.question in (None, view["says"])
            if tapped:
                self.page.mouse.click(*view["point"])
                self.taps += 1
            self.page.wait_for_timeout(max(0.0, TICK - (time.monotonic() - began)) * 1000)
            if tapped:
                return
        raise AssertionError(f"{tap} cannot be tapped; the page says {view['says']!r}: {self.scribe.acts()[-6:]}")

    def look(self, tap: Tap) -> dict[str, Any]:
        """See the page; note each control that is elsewhere than at the last look in the same phase."""
        view: dict[str, Any] = self.page.evaluate(LOOK, [tap.find, tap.text])
        phase, places = self._last
        if phase == view["phase"]:
            for key in places.keys() & view["places"].keys():
                if places[key] != view["places"][key]:
                    self.moved.append(f"{key} in {phase}: {places[key]} -> {view['places'][key]}")
        self._last = (view["phase"], view["places"])
        return view
