-- Texts about people: names, reasons, notes. An event holds a digest over a salt and the text (store/events/texts.py), so
-- that a text can be removed and every event, leaf and proof stays as it is.
CREATE TABLE texts (
    digest bytea PRIMARY KEY,
    salt bytea,
    owner uuid NOT NULL,
    letter text NOT NULL,
    text text,
    person integer,
    removed_by uuid,
    removed_at bigint,
    CHECK ((salt IS NULL) = (text IS NULL)),
    CHECK ((text IS NULL) = (removed_by IS NOT NULL AND removed_at IS NOT NULL))
);
COMMENT ON COLUMN texts.owner IS 'the club of a name, all zeros without one; the stream of any other text';
COMMENT ON COLUMN texts.letter IS 'n: names, o: a player''s own name, t: any other text';
COMMENT ON COLUMN texts.person IS 'the number of the person who was forgotten, and in whose place a name stands since';
COMMENT ON COLUMN texts.removed_by IS 'the stream of the event that recorded the removal, and its version';
CREATE INDEX texts_by_name ON texts (owner, md5(text)) WHERE letter = 'n';
CREATE INDEX texts_of_stream ON texts (owner) WHERE letter <> 'n';

-- A text is never changed. It is removed only in the transaction that records the event of the removal; its digest stays.
CREATE FUNCTION refuse_change_of_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op = 'UPDATE' THEN
        IF old.text IS NOT NULL AND new.text IS NULL
            AND (new.digest, new.owner, new.letter) = (old.digest, old.owner, old.letter)
            AND EXISTS (
                SELECT FROM {schema}.events
                WHERE originator_id = new.removed_by AND originator_version = new.removed_at
                AND topic IN ('nought.Removal.PersonForgotten', 'nought.Removal.TextRemoved')
                AND xmin = pg_current_xact_id()::xid
            )
        THEN
            RETURN new;
        END IF;
    END IF;
    RAISE EXCEPTION '% of %.% refused: a text stays as it is until an event records its removal',
        tg_op, tg_table_schema, tg_table_name USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON texts
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_text();
CREATE TRIGGER table_is_immutable BEFORE TRUNCATE ON texts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE texts ENABLE ALWAYS TRIGGER rows_are_immutable;
ALTER TABLE texts ENABLE ALWAYS TRIGGER table_is_immutable;
GRANT SELECT ON texts TO {app};
GRANT INSERT (digest, salt, owner, letter, text) ON texts TO {app};

-- How often texts were removed: a process that remembers texts reads it, and forgets them when it has changed. The
-- number of a person who was forgotten is used once.
CREATE TABLE removals (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    number bigint NOT NULL
);
INSERT INTO removals (number) VALUES (0);
CREATE SEQUENCE former_players AS integer;
GRANT SELECT ON removals TO {app};
GRANT USAGE ON former_players TO {app};

-- Removes texts. The event that records it must be written in the same transaction.
CREATE FUNCTION remove_texts(digests bytea[], number integer, stream uuid, version bigint) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    UPDATE removals AS r SET number = r.number + 1;
    WITH removed AS (
        UPDATE texts SET salt = NULL, text = NULL, person = number, removed_by = stream, removed_at = version
        WHERE digest = ANY (digests) AND text IS NOT NULL RETURNING 1
    )
    SELECT count(*) FROM removed
$$;
REVOKE ALL ON FUNCTION remove_texts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_texts TO {app};

-- The club of each event, of its leaf and of its command: of the stream, given by its first event; null for what belongs
-- to no club.
ALTER TABLE events ADD COLUMN club uuid;
GRANT INSERT (club) ON events TO {app};
ALTER TABLE log_leaves ADD COLUMN club uuid;
ALTER TABLE commands ADD COLUMN club uuid;
-- The fingerprint of a command covers names. With a salt nobody can guess them once the salt is removed. A command for a
-- new stream has its sender in its scope, as a digest with its key (domain/kernel/commands.py).
ALTER TABLE commands ADD COLUMN salt bytea;

CREATE FUNCTION refuse_change_of_command() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op = 'UPDATE' THEN
        IF new.salt IS NULL
            AND (new.key, new.fingerprint, new.outcome, new.recorded_at) =
                (old.key, old.fingerprint, old.outcome, old.recorded_at)
            AND new.club IS NOT DISTINCT FROM old.club
            AND (new.scope = old.scope OR (old.scope LIKE 'new, by %' AND new.scope LIKE 'new, by nobody %'))
            AND EXISTS (
                SELECT FROM {schema}.events
                WHERE notification_id >=
                    (pg_current_xact_id()::text::bigint + (SELECT base FROM {schema}.anchor)) * 65536
                AND topic = 'nought.Removal.PersonForgotten' AND xmin = pg_current_xact_id()::xid
            )
        THEN
            RETURN new;
        END IF;
    END IF;
    RAISE EXCEPTION '% of %.% refused: what is recorded stays as it is', tg_op, tg_table_schema, tg_table_name
        USING ERRCODE = 'restrict_violation', HINT = 'Record a further event that corrects it.';
END $$;
DROP TRIGGER rows_are_immutable ON commands;
CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON commands
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_command();
ALTER TABLE commands ENABLE ALWAYS TRIGGER rows_are_immutable;

-- Removes what the commands of a club could betray of some names. A repeated command keeps its earlier answer; a command
-- for a new stream that one of these senders sends again is a new one.
CREATE FUNCTION remove_from_commands(names text[], of_club uuid) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    WITH senders AS (
        SELECT c.scope, c.key FROM commands AS c, unnest(names) AS name
        WHERE c.club IS NOT DISTINCT FROM of_club AND c.scope IN (
            'new, by ' || name,
            'new, by ' || left(translate(encode(sha256(convert_to(name || E'\n' || c.key, 'UTF8')), 'base64'), '+/', '-_'), 22)
        )
    ), removed AS (
        UPDATE commands AS c SET salt = NULL,
            scope = CASE WHEN (c.scope, c.key) IN (SELECT scope, key FROM senders)
                THEN 'new, by nobody ' || gen_random_uuid() ELSE c.scope END
        WHERE c.club IS NOT DISTINCT FROM of_club
            AND (c.salt IS NOT NULL OR (c.scope, c.key) IN (SELECT scope, key FROM senders))
        RETURNING 1
    )
    SELECT count(*) FROM removed
$$;
REVOKE ALL ON FUNCTION remove_from_commands FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_from_commands TO {app};

-- Puts what stands for a person who was forgotten in the place of the names, in what is computed from some streams, and
-- ends the sessions and tokens of that name in the club. The rows are computed anew from the events afterwards.
CREATE FUNCTION forget_in_tables(names text[], former text, of_club uuid, streams uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
DECLARE
    name text;
    plain text;
    quoted text;
BEGIN
    FOREACH name IN ARRAY names LOOP
        plain := '(?<![[:alnum:]])' || regexp_replace(name, '([][\\.^$*+?(){{}}|])', '\\\1', 'g') || '(?![[:alnum:]])';
        quoted := '(?<![[:alnum:]])'
            || regexp_replace(trim(both '"' from to_json(name)::text), '([][\\.^$*+?(){{}}|])', '\\\1', 'g')
            || '(?![[:alnum:]])';
        UPDATE catalogue SET title = regexp_replace(title, plain, former, 'g'),
            data = regexp_replace(data::text, quoted, former, 'g')::jsonb
            WHERE id = ANY (streams) AND (title ~ plain OR data::text ~ quoted);
        UPDATE tournament_lines SET line = regexp_replace(line::text, quoted, former, 'g')::jsonb
            WHERE source_id = ANY (streams) AND line::text ~ quoted;
        UPDATE tournament_lines_before SET line = regexp_replace(line::text, quoted, former, 'g')::jsonb
            WHERE tournament_id = ANY (streams) AND line::text ~ quoted;
        UPDATE tokens SET subject = former, label = '', revoked_at = coalesce(revoked_at, now())
            WHERE subject = name AND scope->>'club' = of_club::text;
        UPDATE invitations SET issued_by = former WHERE issued_by = name AND scope->>'club' = of_club::text;
        UPDATE pins SET set_by = former WHERE set_by = name AND place_id = ANY (streams);
    END LOOP;
    DELETE FROM catalogue_before WHERE id = ANY (streams);
    DELETE FROM replays WHERE deal_id = ANY (streams);
END $$;
REVOKE ALL ON FUNCTION forget_in_tables FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_in_tables TO {app};
