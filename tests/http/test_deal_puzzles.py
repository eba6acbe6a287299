"""The problems of recorded deals: for those who may see all hands, without names, and mined anew after a correction."""

from __future__ import annotations

import json
from uuid import UUID

from replay.puzzles.themes import THEMES
from tests.http.people import People, play, whole_deal

NAMES = {"S": "Suren-Q", "E": "Esther-Q", "N": "Nimal-Q", "W": "Wasantha-Q"}


def test_the_problems_of_a_deal_show_no_name_and_are_there_only_while_it_is_settled(people: People) -> None:
    themes: set[str] = set()
    for seed in range(8):
        dealer, acts = whole_deal(seed)
        deal = people.deal(dealer=dealer, players=NAMES)
        path = f"/deals/{deal}/puzzles"
        play(people.admin, deal, acts[: len(acts) // 2])
        assert people.anybody.get(path).status_code == 403
        assert people.admin.get(path).json == {"items": []}
        play(people.admin, deal, acts[len(acts) // 2 :])
        shown = people.anybody.get(path)
        assert shown.status_code == 200
        assert "-Q" not in shown.get_data(as_text=True)
        assert deal not in json.dumps(shown.json)
        items = shown.json["items"]
        assert {item["id"] for item in items} == {item["id"] for item in people.admin.get(path).json["items"]}
        for item in items:
            themes.add(item["theme"])
            answers = people.anybody.post(f"{path}/{item['id']}/answers", {"answer": ""}).json
            marked = people.anybody.post(f"{path}/{item['id']}/answers", {"answer": answers["answers"][0]}).json
            assert marked["right"]
            if item["viewer"] != "arbiter":
                seat, ply = item["viewer"], item["view"]["ply"]
                view = people.anybody.get(f"/deals/{deal}/views/{seat}?ply={ply}").json
                assert item["view"]["hands"] == view["hands"]
                assert "legal" not in item["view"]
        assert people.admin.post(f"/deals/{deal}/undo", {}).status_code == 200
        assert people.anybody.get(path).status_code == 403
        assert people.admin.get(path).json == {"items": []}
        for item in items:
            gone = people.admin.post(f"{path}/{item['id']}/answers", {"answer": ""})
            assert gone.status_code == 404
    assert len(themes) > 2
    assert themes <= set(THEMES)


def test_a_problem_of_another_deal_is_not_there(people: People) -> None:
    dealer, acts = whole_deal(0)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    answer = people.anybody.post(f"/deals/{deal}/puzzles/{UUID(int=1)}/answers", {"answer": "1"})
    assert answer.status_code == 404
