"""The breach is a card to tap among the tricks, not one of a list of all acts (design: "Learn is a path")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

PAGE = "/learn/02-following-suit/2/5"


def test_the_cards_of_each_trick_are_tapped_and_the_calls_are_folded_away(site: Flask) -> None:
    client = site.test_client()
    text = client.get(PAGE).text
    tricks, calls = text.split('<fieldset class="breaches">')[1].split("</fieldset>")[0].split("<details>")
    assert tricks.count("<b ") == 8
    assert len(re.findall(r'<input type="radio"', tricks)) == 32
    assert 'value="39" required aria-label="South: eight of diamonds"' in tricks
    plies = sorted(int(ply) for ply in re.findall(r'name="answer" value="(\d+)"', tricks + calls))
    assert plies == list(range(len(plies))), "every act can be chosen"
    assert "Right." in client.get(PAGE, query_string={"answer": ["39", "000 “Play”"]}).text
