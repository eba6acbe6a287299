-- A club moves to another server (docs/operating.md). Nothing is written to a club here that has moved away, or whose
-- events are still being received. Each save asks this table, which is empty almost everywhere.
CREATE TABLE shut_clubs (
    club uuid PRIMARY KEY,
    has_left boolean NOT NULL,
    url text NOT NULL,
    note text NOT NULL,
    since timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN shut_clubs.has_left IS 'it moved to the server with this address; otherwise it comes from there';
COMMENT ON COLUMN shut_clubs.note IS 'the receipt of the new server; empty while it comes';
GRANT SELECT ON shut_clubs TO {app};

-- In a club that moved away people can still be forgotten, and requests answered: what is kept here is kept here.
-- The setting is for the owner, who alone may write events with the times of another server.
CREATE FUNCTION refuse_events_of_shut_clubs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    shut {schema}.shut_clubs;
BEGIN
    IF NOT EXISTS (SELECT FROM {schema}.shut_clubs) THEN
        RETURN NULL;
    END IF;
    IF current_setting('nought.receives', true) = 'on'
        AND pg_has_role((SELECT relowner FROM pg_class WHERE oid = tg_relid), 'USAGE') THEN
        RETURN NULL;
    END IF;
    SELECT s.* INTO shut FROM added AS a JOIN {schema}.shut_clubs AS s ON s.club = a.club
        WHERE a.topic NOT LIKE 'nought.Move.%'
        AND NOT (s.has_left AND (a.topic LIKE 'nought.Removal.%' OR a.topic LIKE 'nought.Request.%')) LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the club % % %', shut.club, CASE WHEN shut.has_left THEN 'moved to' ELSE 'comes from' END, shut.url
            USING ERRCODE = 'NT001', DETAIL = json_build_object('left', shut.has_left, 'url', shut.url)::text;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER club_is_not_shut AFTER INSERT ON events
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_events_of_shut_clubs();
ALTER TABLE events ENABLE ALWAYS TRIGGER club_is_not_shut;

-- Shuts a club that another server has received. Waits until everybody who is writing has finished; then nothing of the
-- club may have been written since the position up to which it was carried over, but what records this.
CREATE FUNCTION shut_club(of_club uuid, new_url text, receipt text, carried_to bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE;
    IF NOT EXISTS (
        SELECT FROM events WHERE club = of_club AND topic = 'nought.Move.ClubMovedOut' AND xmin = pg_current_xact_id()::xid
        AND notification_id > carried_to
    ) OR EXISTS (
        SELECT FROM events WHERE club = of_club AND notification_id > carried_to AND xmin <> pg_current_xact_id()::xid
    ) THEN
        RAISE EXCEPTION 'something of the club was written since' USING ERRCODE = 'NT002';
    END IF;
    INSERT INTO shut_clubs (club, has_left, url, note) VALUES (of_club, true, new_url, receipt);
END $$;
REVOKE ALL ON FUNCTION shut_club FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shut_club TO {app};

-- Opens a club that was received, once an event says so.
CREATE FUNCTION open_club(of_club uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM events WHERE club = of_club AND topic = 'nought.Move.ClubMovedIn' AND xmin = pg_current_xact_id()::xid
        AND notification_id >= (pg_current_xact_id()::text::bigint + (SELECT base FROM anchor)) * 65536
    ) THEN
        RAISE EXCEPTION 'no event says that the club came' USING ERRCODE = 'restrict_violation';
    END IF;
    DELETE FROM shut_clubs WHERE club = of_club AND NOT has_left;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the club does not come' USING ERRCODE = 'NT002';
    END IF;
END $$;
REVOKE ALL ON FUNCTION open_club FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_club TO {app};

-- What proves that the events of a received club stood in the log of the server from which it came. They are checked by
-- themselves, against the signature of that log (api/moving/kept.py); so a later file of the club replaces them.
CREATE TABLE received_clubs (
    club uuid PRIMARY KEY,
    size bigint NOT NULL,
    statement text NOT NULL,
    checkpoint text NOT NULL,
    keys text[] NOT NULL,
    changes text[] NOT NULL,
    proof bytea NOT NULL,
    receipt text NOT NULL DEFAULT '',
    received_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN received_clubs.size IS 'the leaves of the other log by then';
COMMENT ON COLUMN received_clubs.keys IS 'the public keys of the other log, newest first; changes: by which each followed the one before';
COMMENT ON COLUMN received_clubs.proof IS 'the hashes that prove all leaves of the club at once (domain/proof/subsets.py)';
COMMENT ON COLUMN received_clubs.receipt IS 'the receipt that was signed; empty until all is received';
CREATE TABLE received_leaves (
    club uuid NOT NULL,
    number integer NOT NULL,
    places bigint[] NOT NULL,
    streams uuid[] NOT NULL,
    versions bigint[] NOT NULL,
    salts bytea NOT NULL,
    hashes bytea NOT NULL,
    PRIMARY KEY (club, number)
);
COMMENT ON COLUMN received_leaves.number IS 'its leaves are the next 256 of the club, in the order of the other log';
ALTER TABLE received_leaves ALTER salts SET STORAGE EXTERNAL, ALTER hashes SET STORAGE EXTERNAL;
GRANT SELECT ON received_clubs, received_leaves TO {app};
GRANT UPDATE (receipt) ON received_clubs TO {app};
