-- Everything here can be rebuilt from the events, except the tokens.

-- Who may use the API. Only the hash of a token's secret is kept; a token ends, it is never deleted.
CREATE TABLE tokens (
    id uuid PRIMARY KEY,
    secret_hash bytea NOT NULL UNIQUE,
    role text NOT NULL,
    scope jsonb NOT NULL DEFAULT '{{}}',
    subject text NOT NULL,
    issued_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz
);

-- Finished deals as the bytes that are sent: one body for each viewer.
CREATE TABLE replays (
    deal_id uuid NOT NULL,
    viewer text NOT NULL,
    version bigint NOT NULL,
    etag text NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (deal_id, viewer)
);
ALTER TABLE replays ALTER body SET STORAGE EXTERNAL;

-- How far each follower has come (see store/follower.py).
CREATE TABLE tracking (
    name text PRIMARY KEY,
    position bigint NOT NULL
);

-- What there is: written in the transaction of the event that opens or renames a thing.
CREATE TABLE catalogue (
    id uuid PRIMARY KEY,
    kind text NOT NULL,
    club_id uuid,
    parent_id uuid,
    created_at timestamptz NOT NULL,
    title text NOT NULL,
    data jsonb NOT NULL DEFAULT '{{}}'
);
CREATE INDEX catalogue_by_kind ON catalogue (kind, created_at DESC, id);
CREATE INDEX catalogue_by_club ON catalogue (club_id, kind, created_at DESC, id) WHERE club_id IS NOT NULL;
CREATE INDEX catalogue_by_parent ON catalogue (parent_id, kind, created_at DESC, id) WHERE parent_id IS NOT NULL;

GRANT SELECT, INSERT ON tokens TO {app};
GRANT UPDATE (revoked_at) ON tokens TO {app};
GRANT SELECT, INSERT, UPDATE, DELETE ON replays TO {app};
GRANT SELECT, INSERT, UPDATE ON tracking, catalogue TO {app};
