"""Bids are buttons wherever one bids, and work without a script (design: "Learn is a path")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.cases import cases

if TYPE_CHECKING:
    from flask import Flask

BUTTON = re.compile(r'<button name="answer" value="([^"]+)"')
NUMBER = re.compile(r'<input type="radio" class="unseen" name="answer" value="([^"]+)"')


def test_each_bid_of_304_is_a_button_and_what_it_sends_is_marked(site: Flask) -> None:
    client = site.test_client()
    page = "/learn/03-the-deal-and-the-first-bid/1/8"
    buttons = BUTTON.findall(client.get(page).text)
    assert buttons == [*map(str, range(160, 301, 10)), "pass", "ask", "redeal"]
    with cases() as case:
        for button, verdict in (
            ("160", "Not allowed."),
            ("170", "Allowed."),
            ("ask", "Allowed."),
            ("redeal", "Not allowed."),
        ):
            with case(button):
                assert verdict in client.get(page, query_string={"answer": button}).text


def test_of_a_contract_the_number_is_chosen_first_and_a_pass_sends_no_number(site: Flask) -> None:
    client = site.test_client()
    page = "/learn/sidi-02-the-auction/1/6"
    text = client.get(page).text
    assert NUMBER.findall(text)[:3] == ["40", "50", "60"]
    bids, others = (form for form in text.split("<form ") if BUTTON.search(form))
    assert BUTTON.findall(bids) == ["S", "H", "D", "C", "obenabe", "undenufe"]
    assert (NUMBER.findall(others), BUTTON.findall(others)) == ([], ["pass", "double"])
    assert "Allowed." in client.get(page, query_string={"answer": ["60", "obenabe"]}).text
    assert "Not allowed." in client.get(page, query_string={"answer": ["40", "S"]}).text
