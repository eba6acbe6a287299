"""Record a deal of 304 up to its first bid, and follow its public stream: `python deal.py URL TOKEN`."""

from __future__ import annotations

import sys

from nought_client import Client, ProblemError, models


def main(url: str, token: str) -> None:
    """Open a deal, record acts, and print what everybody sees."""
    with Client(url, token) as client:
        deal = client.deals.open_deal(models.OpenDeal(ruleset="304", dealer="S"))
        saved = client.actions.act(deal.id, models.RecordActs(act="S shuffle"), if_match=deal.version)
        client.actions.act(deal.id, models.RecordActs(acts=["W no cut"]), if_match=saved.version)
        try:
            client.actions.act(deal.id, models.RecordActs(act="N 160"))
        except ProblemError as error:
            print(f"refused: {error.code}")
        print(f"stage: {client.views.get_view(deal.id, 'public').stage}")
        with client.streams.follow_deal(deal.id, "public") as events:
            for event in events:
                print(f"stream: {event.event}")
                break


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
