"""Write `docs/permissions.md`: `python scripts/permissions.py`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from flask import Flask
from werkzeug.routing import Rule

from api.permissions import EVERYBODY, EXTENSION, ROLES, Permission
from store.settings import Settings
from web.app import create_app

FILE: Final = Path(__file__).parents[1] / "docs" / "permissions.md"
HEAD: Final = """# Who may use which route

Each route declares in the code who may use it (`@allow`, in `api/permissions.py`). `python scripts/permissions.py`
writes this page from those declarations, and a test compares them, so that a change of a permission shows in review.

- **Roles**: who may use the route. *everybody* includes callers without a token. *everybody, same answer* is a route
  that looks nobody up and needs no database. *the operator* sends the secret of the setting `NOUGHT_METRICS`, which
  no role includes.
- **Within**: the id in the path whose place (club, table or deal) must lie in the scope of the caller's token. Ids in
  the body of a command must lie there too; that is one check for all routes and forms (`api/requests/body_ids.py`).

What a caller is shown of a deal or a dispute depends on the viewer, not on this table: see `may_look` in
`api/permissions.py`, and `api/disputes.py`.
"""
COLUMNS: Final = "| method | path | roles | within |\n| --- | --- | --- | --- |\n"


def rows(app: Flask) -> list[str]:
    """Return a row of the table for each method of each route, by path."""
    table = app.extensions[EXTENSION]
    return [
        f"| {method} | {path_of(rule)} | {roles_of(table[rule.endpoint])} | {table[rule.endpoint].within} |"
        for rule in sorted(app.url_map.iter_rules(), key=path_of)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]


def path_of(rule: Rule) -> str:
    """Return the path as the OpenAPI document writes it."""
    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule)


def roles_of(permission: Permission) -> str:
    """Return the roles as words."""
    if permission.is_for_operator:
        return "the operator, by `NOUGHT_METRICS`"
    if permission.roles == EVERYBODY:
        return "everybody" if permission.needs_caller else "everybody, same answer"
    return ", ".join(role for role in ROLES if role in permission.roles)


def text(app: Flask) -> str:
    """Return the page."""
    lines = rows(app)
    api = [line for line in lines if " /api/" in line]
    pages = [line for line in lines if " /api/" not in line]
    return f"{HEAD}\n## The API\n\n{COLUMNS}" + "\n".join(api) + f"\n\n## Pages\n\n{COLUMNS}" + "\n".join(pages) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(create_app(Settings(dsn="host=/nowhere"))), encoding="utf-8")
