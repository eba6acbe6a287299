-- Complete tiles of the log: 256 leaves in one row instead of 256 rows (docs/trust.md). The last leaves stay rows of
-- log_leaves until their tile is complete. Leaves that are stored before this migration are moved in the background,
-- a few tiles in a transaction (api/proof/background.py); until then they are read where they are.
CREATE TABLE log_tiles (
    tile bigint PRIMARY KEY CHECK (tile >= 0),
    -- Runs of leaves whose events follow each other in one stream and in the order of all events: where each run begins
    -- in the tile; and of its first event the position, the stream and the version.
    begins smallint[] NOT NULL,
    positions bigint[] NOT NULL,
    streams uuid[] NOT NULL,
    versions bigint[] NOT NULL,
    -- 256 salts; or the seed from which they follow, see leaves_in_tiles.
    salts bytea NOT NULL CHECK (octet_length(salts) IN (32, 32 * 256)),
    hashes bytea NOT NULL CHECK (octet_length(hashes) = 32 * 256),
    CHECK (begins[1] = 0),
    CHECK (cardinality(begins) = cardinality(positions)),
    CHECK (cardinality(begins) = cardinality(streams)),
    CHECK (cardinality(begins) = cardinality(versions))
);
COMMENT ON COLUMN log_tiles.tile IS 'its leaves have the places from 256 * tile on';
-- Chance cannot be compressed; and a part of a value that is not compressed is read without the rest.
ALTER TABLE log_tiles ALTER salts SET STORAGE EXTERNAL, ALTER hashes SET STORAGE EXTERNAL;
-- The leaves of a stream are found by the positions of its events.
CREATE INDEX log_tiles_by_position ON log_tiles ((positions[1]));

-- From which the salt of a leaf follows, as those of the others of its tile: see leaves_in_tiles.
ALTER TABLE log_leaves ADD COLUMN seed bytea;
COMMENT ON COLUMN log_leaves.club IS 'no longer written: the event has it';

CREATE VIEW leaves_in_tiles AS
SELECT tile, tile * 256 + n AS place,
    positions[run] + n - begins[run] AS position,
    streams[run] AS originator_id,
    versions[run] + n - begins[run] AS originator_version,
    CASE WHEN octet_length(salts) = 32 THEN sha256(salts || int8send(tile * 256 + n))
        ELSE substr(salts, n * 32 + 1, 32) END AS salt,
    substr(hashes, n * 32 + 1, 32) AS hash
FROM log_tiles,
    generate_subscripts(begins, 1) AS run,
    generate_series(begins[run]::integer, coalesce(begins[run + 1], 256) - 1) AS n;

-- Tiles are never changed. A leaf is removed only if a tile says the same of its place, byte for byte; and no leaf is
-- added at the place of a tile, not even by a server of the release before, which knows no tiles.
CREATE FUNCTION refuse_removal_of_leaves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT place, position, originator_id, originator_version, salt, hash FROM removed
        EXCEPT
        SELECT place, position, originator_id, originator_version, salt, hash FROM {schema}.leaves_in_tiles
        WHERE tile = ANY (ARRAY(SELECT DISTINCT place >> 8 FROM removed))
    ) THEN
        RAISE EXCEPTION '% of %.% refused: what is recorded stays as it is', tg_op, tg_table_schema, tg_table_name
            USING ERRCODE = 'restrict_violation', HINT = 'A tile must hold the same leaves.';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION refuse_second_leaves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM {schema}.log_tiles WHERE tile = ANY (ARRAY(SELECT DISTINCT place >> 8 FROM added))
    ) THEN
        RAISE EXCEPTION '% of %.% refused: a tile holds leaves of these places', tg_op, tg_table_schema, tg_table_name
            USING ERRCODE = 'restrict_violation', HINT = 'Is this a server of an earlier release? Restart it.';
    END IF;
    RETURN NULL;
END $$;

DROP TRIGGER rows_are_immutable ON log_leaves;
CREATE TRIGGER rows_are_immutable BEFORE UPDATE ON log_leaves
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER removed_rows_are_in_tiles AFTER DELETE ON log_leaves
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal_of_leaves();
CREATE TRIGGER rows_are_in_no_tile AFTER INSERT ON log_leaves
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_second_leaves();
CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON log_tiles
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER table_is_immutable BEFORE TRUNCATE ON log_tiles
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE log_leaves ENABLE ALWAYS TRIGGER rows_are_immutable;
ALTER TABLE log_leaves ENABLE ALWAYS TRIGGER removed_rows_are_in_tiles;
ALTER TABLE log_leaves ENABLE ALWAYS TRIGGER rows_are_in_no_tile;
ALTER TABLE log_tiles ENABLE ALWAYS TRIGGER rows_are_immutable;
ALTER TABLE log_tiles ENABLE ALWAYS TRIGGER table_is_immutable;

-- Adds a tile, and removes the rows of its leaves, as far as there are any. They must say the same.
CREATE FUNCTION add_tile(
    number bigint, begins smallint[], positions bigint[], streams uuid[], versions bigint[], salts bytea, hashes bytea
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    INSERT INTO log_tiles (tile, begins, positions, streams, versions, salts, hashes) VALUES ($1, $2, $3, $4, $5, $6, $7);
    DELETE FROM log_leaves WHERE place >= $1 * 256 AND place < ($1 + 1) * 256
$$;
REVOKE ALL ON FUNCTION add_tile FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_tile TO {app};
GRANT SELECT ON log_tiles, leaves_in_tiles TO {app};
