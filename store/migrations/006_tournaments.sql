-- The standings of tournaments are made from these lines: what each entry came to in each round, and on each board.
-- They are written in the transaction of the events they follow from, and can be rebuilt from the events.
-- A line is never deleted: where there is none any more, `line` is null, and `version` (of the stream it comes from)
-- keeps an older writer, such as a rebuild that began before, from undoing a newer one.
CREATE TABLE tournament_lines (
    tournament_id uuid NOT NULL,
    source_id uuid NOT NULL,
    round integer NOT NULL,
    entry text NOT NULL,
    board integer NOT NULL,
    version bigint NOT NULL,
    line jsonb,
    written_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tournament_id, source_id, round, entry, board)
);

-- What lines said before they changed, so that standings can be shown as they were a while ago.
CREATE TABLE tournament_lines_before (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament_id uuid NOT NULL,
    line jsonb NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tournament_lines_before_by_time ON tournament_lines_before (tournament_id, until);

CREATE FUNCTION keep_tournament_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO {schema}.tournament_lines_before (tournament_id, line, since)
    VALUES (old.tournament_id, old.line, old.written_at);
    RETURN NULL;
END $$;
CREATE TRIGGER lines_are_kept AFTER UPDATE ON tournament_lines
    FOR EACH ROW WHEN (old.line IS NOT NULL AND old.line IS DISTINCT FROM new.line)
    EXECUTE FUNCTION keep_tournament_line();

-- A tournament's line in the catalogue is kept as those of deals and matches are.
DROP TRIGGER lines_are_kept ON catalogue;
CREATE TRIGGER lines_are_kept AFTER UPDATE ON catalogue
    FOR EACH ROW WHEN (
        old.kind IN ('deal', 'match', 'tournament') AND (old.title, old.data) IS DISTINCT FROM (new.title, new.data)
    ) EXECUTE FUNCTION keep_line();

GRANT SELECT, INSERT, UPDATE, DELETE ON tournament_lines TO {app};
GRANT SELECT, INSERT ON tournament_lines_before TO {app};
