-- The log that shows whether the record was changed (docs/trust.md): a leaf for each event, in the order of their
-- positions, and the heads of the tree over them that were signed. Rows are added, never changed, as with the events;
-- a step in the background adds them, never the transaction that writes an event.
CREATE TABLE log_leaves (
    place bigint PRIMARY KEY CHECK (place >= 0),
    position bigint NOT NULL,
    originator_id uuid NOT NULL,
    originator_version bigint NOT NULL,
    -- 32 bytes of chance: without them nobody can test a guess at what a leaf's hash stands for.
    salt bytea NOT NULL,
    hash bytea NOT NULL,
    UNIQUE (originator_id, originator_version)
);

-- The hashes of complete subtrees of 256, 65536 … leaves, so that a proof reads few rows.
CREATE TABLE log_nodes (
    level smallint NOT NULL CHECK (level > 0),
    place bigint NOT NULL CHECK (place >= 0),
    hash bytea NOT NULL,
    PRIMARY KEY (level, place)
);

-- The public keys of the log, one after the other. The private ones lie in files and never here.
CREATE TABLE log_keys (
    number integer PRIMARY KEY CHECK (number > 0),
    vkey text NOT NULL UNIQUE,
    -- The note by which the key before it hands on; null for the first, and after one was lost.
    change text,
    why text NOT NULL DEFAULT '',
    since timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE log_checkpoints (
    size bigint NOT NULL CHECK (size >= 0),
    key integer NOT NULL REFERENCES log_keys,
    note text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (size, key)
);
CREATE INDEX log_checkpoints_by_time ON log_checkpoints (made_at);

CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON log_leaves
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER table_is_immutable BEFORE TRUNCATE ON log_leaves
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON log_nodes
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER table_is_immutable BEFORE TRUNCATE ON log_nodes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON log_keys
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER table_is_immutable BEFORE TRUNCATE ON log_keys
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON log_checkpoints
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER table_is_immutable BEFORE TRUNCATE ON log_checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE log_leaves ENABLE ALWAYS TRIGGER rows_are_immutable;
ALTER TABLE log_leaves ENABLE ALWAYS TRIGGER table_is_immutable;
ALTER TABLE log_nodes ENABLE ALWAYS TRIGGER rows_are_immutable;
ALTER TABLE log_nodes ENABLE ALWAYS TRIGGER table_is_immutable;
ALTER TABLE log_keys ENABLE ALWAYS TRIGGER rows_are_immutable;
ALTER TABLE log_keys ENABLE ALWAYS TRIGGER table_is_immutable;
ALTER TABLE log_checkpoints ENABLE ALWAYS TRIGGER rows_are_immutable;
ALTER TABLE log_checkpoints ENABLE ALWAYS TRIGGER table_is_immutable;

GRANT SELECT, INSERT ON log_leaves, log_nodes TO {app};
GRANT SELECT ON log_keys, log_checkpoints TO {app};
GRANT INSERT (number, vkey, change, why) ON log_keys TO {app};
GRANT INSERT (size, key, note) ON log_checkpoints TO {app};
