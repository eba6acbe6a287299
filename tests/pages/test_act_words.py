"""Acts on the server's pages are written in the words of the replay's script."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask
from playwright.sync_api import Page

from domain.engine.faces import plain_faces
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS
from replay.notation.actions import SENTENCES
from tests.cases import cases
from tests.pages.conftest import Open
from web import assets
from web.wording.speech import Speech
from web.wording.spoken import card_names, table_words

GAMES = ("304", "sidi-barrani", "304-eight")
MORE = (
    "E (9H)", "E [JH]", "E ([JH])", "E ([??])", "E (??)", "E indicator ??", "E shows", "E caps", "E scores nothing",
    "E: trumps W=??", "E weis not in trumps", "E spoilt denied", "E ask S", "E no cut", "E -3", "3 160",
)  # fmt: skip


def test_the_server_and_the_script_write_an_act_alike(open_page: Open, app: Flask) -> None:
    page = open_page("/rules")
    with cases() as case:
        for key in GAMES:
            with case(key):
                compare(page, app, RULESETS[key])


def compare(page: Page, app: Flask, game: Ruleset) -> None:
    """Write every act in words on the server and by the script of the page."""
    acts = [sentence.example for sentence in SENTENCES] + list(MORE)
    with app.test_request_context("/"):
        words, names = table_words(), card_names(plain_faces(game))
        speech = Speech(game)
        written = [speech.act(act) for act in acts]
        script = assets.address("js/speech.js")
    scale = {"points_scale": getattr(game, "points_scale", "1")}
    scripted = page.evaluate(
        """async ([address, words, names, game, acts]) => {
          const { Speech } = await import(address);
          const speech = new Speech(words, names, game);
          return acts.map((act) => speech.act(act));
        }""",
        [script, plain(words), plain(names), scale, acts],
    )
    assert written == scripted
    assert sum(text == act for text, act in zip(written, acts, strict=True)) <= 2, "nearly all have words"


def plain(words: dict[str, Any]) -> Any:
    """The words as a page sends them."""
    return json.loads(json.dumps(words, default=str))
