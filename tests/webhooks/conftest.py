from tests.http.conftest import app, house, people
from tests.store.conftest import server, settings

__all__ = ["app", "house", "people", "server", "settings"]
