-- A person is forgotten in parts. The transaction of the event removes the texts and ends the account; lists and commands
-- that still have the name are made anew afterwards, some dozens at a time (api/people/forgetting.py). Until then whoever
-- reads a list gets what stands for the person: the names are kept so long, and no longer.
CREATE TABLE unfinished_removals (
    number bigint PRIMARY KEY,
    removed_by uuid NOT NULL,
    removed_at bigint NOT NULL,
    club uuid,
    names text[] NOT NULL,
    former text NOT NULL,
    lists bigint NOT NULL,
    read_to text[] NOT NULL DEFAULT ARRAY['', ''],
    has_commands boolean NOT NULL DEFAULT true
);
COMMENT ON COLUMN unfinished_removals.number IS 'the number of removals by then';
COMMENT ON COLUMN unfinished_removals.removed_by IS 'the stream of the event that recorded the removal; removed_at: its version';
COMMENT ON COLUMN unfinished_removals.lists IS 'the streams whose lists had to be made anew';
COMMENT ON COLUMN unfinished_removals.read_to IS 'scope and key of the last command that was looked through';
GRANT SELECT, DELETE ON unfinished_removals TO {app};

ALTER TABLE unlisted ADD COLUMN removals bigint[] NOT NULL DEFAULT '{{}}';
COMMENT ON COLUMN unlisted.removals IS 'the removals since which the lists were not made anew; empty once they were';
GRANT UPDATE (removals) ON unlisted TO {app};

-- What lists said before is not kept where only a name is replaced: it would have the name.
CREATE OR REPLACE FUNCTION keep_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('nought.forgets', true) = 'on' THEN
        RETURN NULL;
    END IF;
    INSERT INTO {schema}.catalogue_before (id, title, data, traits) VALUES (old.id, old.title, old.data, old.traits);
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION keep_tournament_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('nought.forgets', true) = 'on' THEN
        RETURN NULL;
    END IF;
    INSERT INTO {schema}.tournament_lines_before (tournament_id, line, since)
    VALUES (old.tournament_id, old.line, old.written_at);
    RETURN NULL;
END $$;

-- Replaces names in what lists said before, for delayed viewers. Only while the lists of these streams are made anew.
CREATE FUNCTION replace_lines_before(numbers bigint[], titles text[], replaced jsonb[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    UPDATE catalogue_before AS b SET title = given.title, data = given.data
    FROM unnest(numbers, titles, replaced) AS given (number, title, data)
    WHERE b.number = given.number AND EXISTS (SELECT FROM unlisted AS u WHERE u.stream = b.id AND u.removals <> '{{}}')
$$;
REVOKE ALL ON FUNCTION replace_lines_before FROM PUBLIC;
GRANT EXECUTE ON FUNCTION replace_lines_before TO {app};
CREATE FUNCTION replace_tournament_lines_before(numbers bigint[], replaced jsonb[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    UPDATE tournament_lines_before AS b SET line = given.line
    FROM unnest(numbers, replaced) AS given (number, line)
    WHERE b.number = given.number AND EXISTS (SELECT FROM unfinished_removals)
$$;
REVOKE ALL ON FUNCTION replace_tournament_lines_before FROM PUBLIC;
GRANT EXECUTE ON FUNCTION replace_tournament_lines_before TO {app};

CREATE OR REPLACE FUNCTION refuse_change_of_command() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op = 'UPDATE' THEN
        IF new.salt IS NULL
            AND (new.key, new.fingerprint, new.outcome, new.recorded_at) =
                (old.key, old.fingerprint, old.outcome, old.recorded_at)
            AND new.club IS NOT DISTINCT FROM old.club
            AND (new.scope = old.scope OR (old.scope LIKE 'new, by %' AND new.scope LIKE 'new, by nobody %'))
            AND (EXISTS (
                SELECT FROM {schema}.unfinished_removals AS r WHERE r.club IS NOT DISTINCT FROM old.club AND r.has_commands
            ) OR EXISTS (
                SELECT FROM {schema}.events
                WHERE notification_id >=
                    (pg_current_xact_id()::text::bigint + (SELECT base FROM {schema}.anchor)) * 65536
                AND topic = 'nought.Removal.PersonForgotten' AND xmin = pg_current_xact_id()::xid
            ))
        THEN
            RETURN new;
        END IF;
    END IF;
    RAISE EXCEPTION '% of %.% refused: what is recorded stays as it is', tg_op, tg_table_schema, tg_table_name
        USING ERRCODE = 'restrict_violation', HINT = 'Record a further event that corrects it.';
END $$;

-- Removes what the next commands could betray of the names of a removal, as `remove_from_commands` of all commands does,
-- which stays for servers of before. Returns whether there are more.
CREATE FUNCTION remove_from_next_commands(removal bigint, most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
DECLARE
    r unfinished_removals;
    last text[];
BEGIN
    SELECT * INTO r FROM unfinished_removals WHERE number = removal FOR UPDATE SKIP LOCKED;
    IF NOT FOUND OR NOT r.has_commands THEN
        RETURN false;
    END IF;
    SELECT ARRAY[scope, key] INTO last FROM (
        SELECT scope, key FROM commands WHERE (scope, key) > (r.read_to[1], r.read_to[2]) ORDER BY scope, key LIMIT most
    ) AS following ORDER BY scope DESC, key DESC LIMIT 1;
    IF last IS NULL THEN
        UPDATE unfinished_removals SET has_commands = false WHERE number = removal;
        RETURN false;
    END IF;
    WITH part AS (
        SELECT c.scope, c.key, EXISTS (
            SELECT FROM unnest(r.names) AS name WHERE c.scope IN (
                'new, by ' || name,
                'new, by ' || left(
                    translate(encode(sha256(convert_to(name || E'\n' || c.key, 'UTF8')), 'base64'), '+/', '-_'), 22)
            )
        ) AS is_sent
        FROM commands AS c
        WHERE (c.scope, c.key) > (r.read_to[1], r.read_to[2]) AND (c.scope, c.key) <= (last[1], last[2])
        AND c.club IS NOT DISTINCT FROM r.club
    )
    UPDATE commands AS c SET salt = NULL,
        scope = CASE WHEN part.is_sent THEN 'new, by nobody ' || gen_random_uuid() ELSE c.scope END
    FROM part WHERE (c.scope, c.key) = (part.scope, part.key) AND (c.salt IS NOT NULL OR part.is_sent);
    UPDATE unfinished_removals SET read_to = last WHERE number = removal;
    RETURN true;
END $$;
REVOKE ALL ON FUNCTION remove_from_next_commands FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_from_next_commands TO {app};

-- Notes the streams whose lists are to be made anew, with the names that these still have, and ends the account, the
-- sessions and the tokens of the names in the club.
CREATE OR REPLACE FUNCTION forget_in_tables(
    names text[], former text, of_club uuid, streams uuid[], removed_by uuid, removed_at bigint
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
DECLARE
    removal bigint := (SELECT r.number FROM removals AS r);
    noted bigint;
BEGIN
    IF NOT EXISTS (
        SELECT FROM events WHERE originator_id = removed_by AND originator_version = removed_at
        AND topic IN ('nought.Removal.PersonForgotten', 'nought.Removal.TextRemoved')
        AND xmin = pg_current_xact_id()::xid
    ) THEN
        RAISE EXCEPTION 'nothing is replaced in the lists until an event records the removal'
            USING ERRCODE = 'restrict_violation';
    END IF;
    INSERT INTO unlisted (stream, number, removals)
        SELECT DISTINCT stream, removal, ARRAY[removal] FROM unnest(streams || removed_by) AS stream ORDER BY stream
        ON CONFLICT (stream) DO UPDATE SET number = excluded.number, since = excluded.since,
            removals = unlisted.removals || excluded.removals;
    GET DIAGNOSTICS noted = ROW_COUNT;
    IF former <> '' THEN
        INSERT INTO unfinished_removals (number, removed_by, removed_at, club, names, former, lists)
            VALUES (removal, removed_by, removed_at, of_club, names, former, noted);
        PERFORM forget_accounts(names, former, of_club);
        UPDATE tokens SET subject = former, label = '', revoked_at = coalesce(revoked_at, now())
            WHERE subject = ANY (names) AND scope->>'club' = of_club::text;
        UPDATE invitations SET issued_by = former WHERE issued_by = ANY (names) AND scope->>'club' = of_club::text;
        UPDATE pins SET set_by = former WHERE set_by = ANY (names) AND place_id = ANY (streams);
    END IF;
END $$;
DROP FUNCTION forget_in_tables(text[], text, uuid, uuid[]);
