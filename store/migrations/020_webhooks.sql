-- Webhooks: addresses that are sent a message for each result, round and ruling of a tournament. Messages are not
-- stored: they are made of the events after the position up to which all were delivered.
CREATE TABLE webhooks (
    id uuid PRIMARY KEY,
    tournament_id uuid NOT NULL,
    url text NOT NULL,
    secret text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    reason text,
    position bigint NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    failing_since timestamptz,
    next_at timestamptz NOT NULL DEFAULT now(),
    last_answer text
);
COMMENT ON COLUMN webhooks.secret IS 'the key of the signatures; it is stored as it is, since signing needs it';
COMMENT ON COLUMN webhooks.reason IS 'why it was ended';
COMMENT ON COLUMN webhooks.position IS 'every event up to this position was delivered';
COMMENT ON COLUMN webhooks.failures IS 'attempts since the last delivery that failed';
CREATE INDEX webhooks_active ON webhooks (next_at) WHERE ended_at IS NULL;

GRANT SELECT, INSERT ON webhooks TO {app};
GRANT UPDATE (ended_at, reason, position, failures, failing_since, next_at, last_answer) ON webhooks TO {app};
