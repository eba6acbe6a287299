-- Texts about people: names, reasons, notes. An event holds a digest over a salt and the text (store/events/texts.py), so
-- that a text can be removed and every event, leaf and proof stays as it is.
CREATE TABLE texts (
    digest bytea PRIMARY KEY,
    salt bytea,
    owner uuid NOT NULL,
    letter text NOT NULL,
    text text,
    -- The number of the person who was forgotten, in whose place a name stands since.
    person integer,
    CHECK ((salt IS NULL) = (text IS NULL))
);
COMMENT ON COLUMN texts.owner IS 'the club of a name, all zeros without one; the stream of any other text';
COMMENT ON COLUMN texts.letter IS 'n: names, o: a player''s own name, t: any other text';
CREATE INDEX texts_by_name ON texts (owner, md5(text)) WHERE letter = 'n';
CREATE INDEX texts_of_stream ON texts (owner) WHERE letter <> 'n';

CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON texts
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER table_is_immutable BEFORE TRUNCATE ON texts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE texts ENABLE ALWAYS TRIGGER rows_are_immutable;
ALTER TABLE texts ENABLE ALWAYS TRIGGER table_is_immutable;
GRANT SELECT, INSERT ON texts TO {app};

-- The club of each event, of its leaf and of its command: of the stream, given by its first event; null for what belongs
-- to no club.
ALTER TABLE events ADD COLUMN club uuid;
GRANT INSERT (club) ON events TO {app};
ALTER TABLE log_leaves ADD COLUMN club uuid;
ALTER TABLE commands ADD COLUMN club uuid;
-- The fingerprint of a command covers names. With a salt nobody can guess them once the salt is removed.
ALTER TABLE commands ADD COLUMN salt bytea;
