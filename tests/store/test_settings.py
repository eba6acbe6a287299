from __future__ import annotations

import pytest

from store.settings import Settings


def test_settings_come_from_the_environment_and_an_override_wins() -> None:
    environ = {"NOUGHT_DSN": "dbname=a", "NOUGHT_POOL_SIZE": "9", "NOUGHT_PATIENCE": "2.5", "NOUGHT_SCHEMA": "club"}
    settings = Settings.from_environment(environ, schema="other", owner_dsn=None)
    assert settings == Settings(dsn="dbname=a", pool_size=9, patience=2.5, schema="other")


@pytest.mark.parametrize(
    ("environ", "complaint"),
    [
        pytest.param({}, "NOUGHT_DSN is not set", id="no database"),
        pytest.param(
            {"NOUGHT_DSN": "dbname=a", "NOUGHT_POOL_SIZE": "many"}, "NOUGHT_POOL_SIZE is 'many'", id="no number"
        ),
    ],
)
def test_what_is_missing_or_wrong_is_named(environ: dict[str, str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Settings.from_environment(environ)


def test_a_password_is_never_shown() -> None:
    settings = Settings(dsn="postgresql://u:s3cret@h/d", owner_dsn="postgresql://o:s3cret@h/d")
    assert "s3cret" not in repr(settings)


def test_the_library_gets_the_dsn_in_pieces_and_the_rest_goes_along() -> None:
    settings = Settings(dsn="postgresql://u:p%40ss@h:6000/d?sslmode=require", schema="club", pool_size=3)
    environment = settings.environment()
    pieces = {key.removeprefix("POSTGRES_"): value for key, value in environment.items()}
    assert (pieces["USER"], pieces["PASSWORD"], pieces["HOST"], pieces["PORT"]) == ("u", "p@ss", "h", "6000")
    assert (pieces["DBNAME"], pieces["SCHEMA"], pieces["POOL_SIZE"]) == ("d", "club", "3")
    assert "sslmode=require" in environment["NOUGHT_CONNINFO"]
    assert environment["CREATE_TABLE"] == "n"


def test_a_schema_is_a_plain_name() -> None:
    with pytest.raises(ValueError, match="is no schema's name"):
        Settings(dsn="", schema="Club; DROP")
