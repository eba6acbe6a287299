-- The record itself. Rows are added, never changed: no role may update, delete or truncate them, and the
-- triggers at the end hold for the owner and for superusers too, even as a replica.

-- Positions in the order of all events are built from the transaction's id (see store/position.py):
--     notification_id = (transaction id + base) * 65536 + place among the transaction's events
-- base is 0 until the rows move to a cluster that is behind their transaction ids; migrating there raises it.
CREATE TABLE anchor (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    base bigint NOT NULL CHECK (base >= 0)
);
INSERT INTO anchor (base) VALUES (0);

CREATE TABLE events (
    originator_id uuid NOT NULL,
    originator_version bigint NOT NULL CHECK (originator_version > 0),
    topic text NOT NULL,
    state bytea NOT NULL,
    notification_id bigint NOT NULL,
    PRIMARY KEY (originator_id, originator_version)
);
CREATE UNIQUE INDEX events_in_order ON events (notification_id);

-- One row for each command that was carried out under a key chosen by its sender, so that sending it again
-- gives the same answer and no second event.
CREATE TABLE commands (
    scope text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    outcome bytea NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (scope, key)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of %.% refused: what is recorded stays as it is', tg_op, tg_table_schema, tg_table_name
        USING ERRCODE = 'restrict_violation',
              HINT = 'Record a further event that corrects it.';
END $$;

CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER table_is_immutable BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON commands
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER table_is_immutable BEFORE TRUNCATE ON commands
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE events ENABLE ALWAYS TRIGGER rows_are_immutable;
ALTER TABLE events ENABLE ALWAYS TRIGGER table_is_immutable;
ALTER TABLE commands ENABLE ALWAYS TRIGGER rows_are_immutable;
ALTER TABLE commands ENABLE ALWAYS TRIGGER table_is_immutable;

GRANT USAGE ON SCHEMA {schema} TO {app};
GRANT SELECT ON migrations, anchor TO {app};
GRANT SELECT, INSERT ON events, commands TO {app};
