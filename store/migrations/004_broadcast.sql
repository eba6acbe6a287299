-- When the server stored what it stored: by its own clock, for the `at` inside an event is its sender's word.
-- A broadcast delay counts from here. All that one transaction wrote has one time; what was there before this
-- migration counts as stored now.
ALTER TABLE events ADD COLUMN stored_at timestamptz NOT NULL DEFAULT now();
REVOKE INSERT ON events FROM {app};
GRANT INSERT (originator_id, originator_version, topic, state, notification_id) ON events TO {app};

-- Since when a thing is listed, and what lines of deals and matches said before they changed: so that a list
-- can be shown as it was a while ago.
ALTER TABLE catalogue ADD COLUMN listed_at timestamptz NOT NULL DEFAULT now();
CREATE TABLE catalogue_before (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id uuid NOT NULL,
    until timestamptz NOT NULL DEFAULT now(),
    title text NOT NULL,
    data jsonb NOT NULL
);
CREATE INDEX catalogue_before_by_id ON catalogue_before (id, until);

CREATE FUNCTION keep_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO {schema}.catalogue_before (id, title, data) VALUES (old.id, old.title, old.data);
    RETURN NULL;
END $$;
CREATE TRIGGER lines_are_kept AFTER UPDATE ON catalogue
    FOR EACH ROW WHEN (old.kind IN ('deal', 'match') AND (old.title, old.data) IS DISTINCT FROM (new.title, new.data))
    EXECUTE FUNCTION keep_line();

-- The few tables that are shown with a delay.
CREATE INDEX catalogue_delayed ON catalogue (id) WHERE kind = 'table' AND data ? 'delay';
-- The newest deals at a table.
CREATE INDEX catalogue_at_table ON catalogue ((data->>'table'), created_at DESC, id) WHERE kind = 'deal';

GRANT SELECT, INSERT ON catalogue_before TO {app};
