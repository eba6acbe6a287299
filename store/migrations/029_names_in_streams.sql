-- In which streams a name stands, so that what is kept about a person is found without reading all events of a club. It
-- is written a moment after the events, also for those of before this migration (store/tables/named_streams.py).
-- Like the events themselves it says nothing of a name that was removed.
CREATE TABLE named_streams (
    stream uuid PRIMARY KEY,
    names bigint[] NOT NULL
);
COMMENT ON COLUMN named_streams.names IS 'the first eight bytes of the digests of the names';
CREATE INDEX streams_of_name ON named_streams USING gin (names);
GRANT SELECT, INSERT, UPDATE, DELETE ON named_streams TO {app};

-- The words of a text as numbers, without order: a name is looked for only in texts that have its words.
CREATE FUNCTION words_of(written text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT hashtext(word)), '{{}}')
    FROM regexp_split_to_table(lower(written), '[^[:alnum:]]+') AS word WHERE word <> ''
$$;
-- A text that is removed has no entry any more.
CREATE INDEX texts_by_word ON texts USING gin (words_of(text)) WHERE letter = 't' AND text IS NOT NULL;
CREATE INDEX texts_removed ON texts (removed_by, removed_at) WHERE removed_by IS NOT NULL;

-- The streams whose lists are to be made anew from the events since a text was removed from them. In the lists stands
-- already what stands for the text.
CREATE TABLE unlisted (
    stream uuid PRIMARY KEY,
    number bigint NOT NULL,
    since timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN unlisted.number IS 'the number of removals by then: a later removal asks for it again';
GRANT SELECT, DELETE ON unlisted TO {app};

-- Whoever replaces names in what is computed must name the event of the removal, written in the same transaction, as
-- remove_texts and remove_from_commands demand it.
CREATE FUNCTION forget_in_tables(
    names text[], former text, of_club uuid, streams uuid[], removed_by uuid, removed_at bigint
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM events WHERE originator_id = removed_by AND originator_version = removed_at
        AND topic IN ('nought.Removal.PersonForgotten', 'nought.Removal.TextRemoved')
        AND xmin = pg_current_xact_id()::xid
    ) THEN
        RAISE EXCEPTION 'nothing is replaced in the lists until an event records the removal'
            USING ERRCODE = 'restrict_violation';
    END IF;
    INSERT INTO unlisted (stream, number)
        SELECT DISTINCT stream, r.number FROM unnest(streams || removed_by) AS stream, removals AS r ORDER BY stream
        ON CONFLICT (stream) DO UPDATE SET number = excluded.number, since = excluded.since;
    PERFORM forget_in_tables(names, former, of_club, streams);
END $$;
REVOKE ALL ON FUNCTION forget_in_tables(text[], text, uuid, uuid[], uuid, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_in_tables(text[], text, uuid, uuid[], uuid, bigint) TO {app};
REVOKE ALL ON FUNCTION forget_in_tables(text[], text, uuid, uuid[]) FROM PUBLIC, {app};
