"""No route of a pupil is forgotten: each is compared, over pairs of lessons, or has nothing of a lesson."""

from __future__ import annotations

import random

from flask import Flask

from api import permissions
from api.permissions import SEATS
from tests.lessons import test_locked_classes, test_locked_pages
from tests.lessons.pairs import pair_of, routes_of

AREAS = {"learn", "lessons", "class", "classes", "practice", "practices"}
"""The first parts of the paths, without ``/api/v1``, whose routes may show something of a lesson."""
ELSEWHERE = {
    "", "account", "accounts", "archive", "calendar", "casebook", "clubs", "deals", "deals.csv", "deck", "disputes",
    "docs", "embed", "encounters", "events", "hands", "health", "imports", "join", "log", "manifest.webmanifest",
    "matches", "metrics", "oembed", "openapi.json",
    "me", "picture.png", "players", "preferences", "problems", "puzzles", "ready", "record", "rules", "rulesets",
    "robots.txt", "series", "sign-in", "sign-out", "slates", "static", "style", "sw.js", "table", "tables", "tokens",
    "texts", "tournaments", "witnesses",
}  # fmt: skip
"""The first parts of all other paths. A new one has to be looked at: does it show something of a lesson?"""
PLAYED_ON = {
    "POST practices.open_practice",
    "GET practices.get_practice",
    "GET practice_page.play",
    # These depend on what is stored of the practice deal only, and that is compared with all hands.
    "POST practices.act",
    "POST practices.let_bots_act",
    "GET practices.get_hint",
    "GET practices.get_practice_analysis",
    "GET practices.get_practice_caps",
    "POST practices.play_again",
    "POST practices.open_next",
    "GET practices.get_practice_replay",
}
"""The routes of a deal that is played on from a step (`test_locked_pages`)."""
OTHER_FORMS = {"GET lesson_paper.paper_pdf", "GET link_pictures.lesson"}
"""Papers and pictures of what is compared as pages: a picture has a title, and cards of the lessons of Nought alone."""


def pupils_routes(site: Flask) -> set[str]:
    """Every route in the areas of lessons that somebody without an office may use."""
    declared = site.extensions[permissions.EXTENSION]
    return {
        f"{method} {rule.endpoint}"
        for rule in site.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if first_part(rule.rule) in AREAS and declared[rule.endpoint].roles >= SEATS
    }


def first_part(rule: str) -> str:
    """The first part of a path, without ``/api/v1``."""
    return rule.removeprefix("/api/v1").strip("/").partition("/")[0]


def compared(site: Flask) -> set[str]:
    """The routes of all requests over which pairs are compared."""
    calls = [*test_locked_pages.PUBLISHED, *test_locked_classes.JOIN, *test_locked_classes.STANDING]
    calls.append(test_locked_classes.STREAM)
    for n in range(20):
        rng = random.Random(n)
        pair = pair_of(rng)
        calls += test_locked_pages.requests(rng, pair)
        calls += test_locked_classes.reading(pair)
        calls += test_locked_classes.answers(rng, pair)
    return set(routes_of(site, calls, ID="019c5dca-fa06-71be-96cb-805addf8aba3", CODE="346CDF"))


def test_every_route_that_a_pupil_has_is_compared(site: Flask) -> None:
    refused = set(routes_of(site, test_locked_pages.REFUSED, ID="019c5dca-fa06-71be-96cb-805addf8aba3"))
    of_pupils = pupils_routes(site)
    assert compared(site) - (refused - of_pupils) | PLAYED_ON | OTHER_FORMS == of_pupils


def test_no_other_route_can_show_something_of_a_lesson(site: Flask) -> None:
    assert {first_part(rule.rule) for rule in site.url_map.iter_rules()} == AREAS | ELSEWHERE
