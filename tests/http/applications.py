"""Applications of tests: each is closed at the end of a test or a module; some have a record book of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from werkzeug.serving import make_server

from api.services import EXTENSION, Provider
from tests.http.people import People
from tests.signing.compiled import create_site
from tests.store.schemas import copied

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

    from store.postgres import embedded


def provider_of(app: Flask) -> Provider:
    """Return the provider of an application's services."""
    provider: Provider = app.extensions[EXTENSION]
    return provider


@contextmanager
def closing_app(app: Flask) -> Iterator[Flask]:
    """Close the services of an application in the end."""
    try:
        yield app
    finally:
        provider_of(app).close()


@contextmanager
def new_book(server: embedded.Embedded) -> Iterator[People]:
    """The site on a record book of its own, with an administrator."""
    with copied(server) as settings, closing_app(create_site(settings)) as app:
        yield People(app, provider_of(app))


@contextmanager
def serving(app: WSGIApplication) -> Iterator[int]:
    """A server of an application on this machine: its port."""
    running = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield running.server_port
    running.shutdown()
    thread.join()
    running.server_close()


@pytest.fixture(scope="module")
def house(app: Flask) -> Provider:
    return provider_of(app)


@pytest.fixture(scope="module")
def people(app: Flask, house: Provider) -> People:
    """An administrator, and everybody an administrator can let in."""
    return People(app, house)
