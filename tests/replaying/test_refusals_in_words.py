"""Every refusal that the rules raise is said in the reader's language, wholly, with its seats, cards and suits."""

from __future__ import annotations

import os
import random
import re
from dataclasses import replace
from functools import cache

import pytest

from domain.engine.faces import FRENCH
from domain.engine.facts import Act, PackCut, PackShuffled
from domain.engine.refusals import Refusal, refuse
from domain.engine.rules import rules_of
from domain.engine.words.values import CardCode, CardName, Listing, SeatName
from domain.games.catalogue import RULESETS
from replay.words import ENGLISH
from replay.words.refusals import describe_allowed, message, whole
from tests.catalogues import translated, used
from web.languages import LANGUAGES, language_of

OTHERS = [language for language in LANGUAGES if language != "en"]
DEALS = 12 if os.environ.get("NOUGHT_FULL") else 4
"""The number of deals of each game."""
TRIES = 40
"""The number of acts that are judged at each moment."""
PLACE = re.compile(r"\{\w+\}")
GAMES = ("domain/engine/", "domain/games/", "domain/audit/")
OF_PARAMETERS = ("/consistency.py", "/idle.py", "/house.py")
"""The modules whose sentences are about parameters; they name values by their codes."""
PHRASE = re.compile(r"[a-z]{2,} [a-z]{2,}")
LATIN = re.compile(r"[A-Za-z]{2,}")
ENGLISH_WORDS = re.compile(r"\b(the|played|bid|called|declared|allowed|first|trump|asked|after|its|may|only)\b")


@cache
def raised() -> dict[tuple[str, str], Refusal]:
    """Return a refusal for each pair of sentences that random acts at random moments of random deals meet."""
    refusals: dict[tuple[str, str], Refusal] = {}
    for number, ruleset in enumerate(RULESETS.values()):
        rules, rng = rules_of(ruleset), random.Random(number)
        acts: list[Act] = []
        for _ in range(DEALS):
            s = rules.start(rng.choice(rules.seats))
            order = [*rules.tables.bit]
            rng.shuffle(order)
            rules.apply(s, PackShuffled(rules.seats[s.dealer], tuple(order)))
            while (seat := rules.to_act(s)) is not None:
                legal = [act for act in rules.legal(s, seat) if not isinstance(act, PackCut) or act.depth is None]
                acts += rng.sample(legal, min(2, len(legal)))
                for act in rng.choices(acts, k=TRIES):
                    verdict = rules.judge(s, replace(act, seat=rng.choice(rules.seats)))
                    if isinstance(verdict, Refusal):
                        refusals.setdefault((verdict.msgid, verdict.allowed_msgid), verdict)
                rules.apply(s, rng.choice(legal))
    return refusals


def test_every_sentence_is_in_the_catalogues() -> None:
    """Random acts meet many refusals; whichever they meet is there."""
    refusals = raised()
    assert len(refusals) > 50
    known = {entry.id for entry in used()}
    assert {sentence for pair in refusals for sentence in pair if sentence} - known == set()


@pytest.mark.parametrize("code", OTHERS)
def test_no_sentence_of_the_rules_has_an_english_fragment(code: str) -> None:
    """Those that random acts do not meet, too."""
    sentences = [
        entry.id
        for entry in translated(code)
        if any(path.startswith(GAMES) and not path.endswith(OF_PARAMETERS) for path, _ in entry.locations)
    ]
    assert len(sentences) > 200
    english = LATIN if code != "gsw" else ENGLISH_WORDS
    for sentence in sentences:
        if "{" in sentence:
            assert not english.search(PLACE.sub("", language_of(code).gettext(sentence))), sentence


@pytest.mark.parametrize("code", ["ta", "si"])
def test_other_sentences_keep_only_codes_of_the_english_one(code: str) -> None:
    """Such as the name of a term in JSON; no phrase is left in English."""
    kept = 0
    for entry in translated(code):
        if not entry.id or entry.pluralizable or "{" not in entry.id:
            continue
        text = PLACE.sub("", entry.string)
        assert all(word in entry.id for word in LATIN.findall(text)), entry.id
        assert not PHRASE.search(text), entry.id
        kept += bool(LATIN.search(text))
    assert kept


@pytest.mark.parametrize("code", OTHERS)
def test_no_refusal_has_an_english_fragment(code: str) -> None:
    language = language_of(code)
    english = LATIN if code != "gsw" else ENGLISH_WORDS
    for refusal in raised().values():
        assert not english.search(whole(language, refusal)), whole(language, refusal)
        assert whole(language, refusal) != str(refusal)


def test_the_english_words_are_the_refusals_own() -> None:
    for refusal in raised().values():
        assert (message(ENGLISH, refusal), describe_allowed(ENGLISH, refusal)) == (refusal.message, refusal.allowed)
        assert whole(ENGLISH, refusal) == str(refusal)


REVOKE = refuse(
    "revoke",
    "S",
    "{who} played {card}, but holds a card of the suit led",
    "allowed: {plays}",
    card=CardName("8D", FRENCH),
    plays=Listing((CardCode("9H", FRENCH), CardCode("JH", FRENCH))),
)
ORDER = refuse("jass-out-of-turn", "3", "{who} played {card} out of turn", "it is {turn}'s turn to play",
               card=CardName("??", FRENCH), turn=SeatName("W"))  # fmt: skip


@pytest.mark.parametrize(
    ("code", "revoke", "order"),
    [
        (
            "en",
            "South played eight of diamonds, but holds a card of the suit led; allowed: 9H, JH",
            "seat 3 played a face-down card out of turn; it is West's turn to play",
        ),
        (
            "gsw",
            "Süde hät Egge-Achti gspilt und hetti vo de uusgspilte Farb no gha; erlaubt: 9♥, J♥",
            "Platz 3 hät e verdeckti Charte gspilt, ohni dra z sii; Weschte isch dra",
        ),
    ],
)
def test_seats_and_cards_are_called_as_the_language_calls_them(code: str, revoke: str, order: str) -> None:
    language = language_of(code) if code != "en" else ENGLISH
    assert (whole(language, REVOKE), whole(language, ORDER)) == (revoke, order)


def test_a_sentence_without_a_translation_stays_english_with_its_values() -> None:
    refusal = Refusal(
        "revoke", "S", "{who} did what nobody has translated: {card}", values={"card": REVOKE.values["card"]}
    )
    assert whole(language_of("ta"), refusal) == "South did what nobody has translated: eight of diamonds"
