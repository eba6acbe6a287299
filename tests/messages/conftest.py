from tests.http.conftest import app, house, people
from tests.messages.push_server import push_server
from tests.store.conftest import server, settings

__all__ = ["app", "house", "people", "push_server", "server", "settings"]
