"""The process that answers heavy routes gets no body, so no heavy route may take one (`api.front.kinds.heavy`)."""

from __future__ import annotations

import inspect

from flask import Flask

from api.front.kinds import kinds_of
from tests.cases import cases
from tests.http.people import People


def test_no_heavy_route_takes_a_body(app: Flask, people: People) -> None:
    document = people.anybody.get("/openapi.json").json
    taking = {
        operation["operationId"]
        for methods in document["paths"].values()
        for operation in methods.values()
        if isinstance(operation, dict) and "requestBody" in operation
    }
    with cases() as case:
        for endpoint in kinds_of(app).heavy:
            with case(endpoint):
                assert endpoint not in taking
                assert "request.form" not in inspect.getsource(inspect.unwrap(app.view_functions[endpoint]))
