"""People who sign in by a browser's cookie, without a browser."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from flask import Flask
from werkzeug.test import TestResponse

from api.people.accounts import add
from api.people.secrets import password_hash
from api.services import Provider
from store.tables.people.accounts import Account

PASSWORD = "correct horse battery"  # noqa: S105


class Visitor:
    """A browser: it keeps cookies, and fills in forms with what the page before them said."""

    def __init__(self, app: Flask, base: str = "http://localhost") -> None:
        self.client = app.test_client()
        self.base = base
        self.csrf = ""

    def get(self, path: str, **more: Any) -> TestResponse:
        answer = self.client.get(path, base_url=self.base, **more)
        token = re.search(r'<meta name="csrf" content="([0-9a-f]+)">', answer.text)
        self.csrf = token[1] if token else ""
        return answer

    def post(self, path: str, form: dict[str, Any] | None = None, **more: Any) -> TestResponse:
        return self.client.post(path, data={"csrf": self.csrf, **(form or {})}, base_url=self.base, **more)

    def sign_in(self, login: str, password: str = PASSWORD, **more: Any) -> TestResponse:
        self.get("/sign-in")
        answer = self.post("/sign-in", {"login": login, "password": password, **more})
        self.get("/account")
        return answer


def official(house: Provider, login: str, role: str, club: Any = None) -> Account:
    """An account with a password."""
    services = house.services
    account = add(services, login, login.title(), role, club, "a test")
    services.accounts.set_password(account.id, password_hash(PASSWORD))
    return account


def signed_in(app: Flask, house: Provider, login: str, role: str, club: str | None = None) -> Visitor:
    """The browser of a new account, which signed in."""
    official(house, login, role, UUID(club) if club else None)
    visitor = Visitor(app)
    visitor.sign_in(login)
    return visitor
