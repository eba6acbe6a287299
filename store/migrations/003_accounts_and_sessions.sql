-- Who signs in, and how. Passwords, PINs and secrets are kept as hashes only. What ends is marked as ended:
-- nothing here is deleted but the counts of wrong attempts, once they are old.

-- Officials. `scope` says where the role is good, as in tokens; a disabled account stays, and can come back.
CREATE TABLE accounts (
    id uuid PRIMARY KEY,
    login text NOT NULL UNIQUE,
    name text NOT NULL,
    role text NOT NULL,
    scope jsonb NOT NULL DEFAULT '{{}}',
    password_hash text,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by text NOT NULL,
    signed_in_at timestamptz,
    disabled_at timestamptz
);

-- Links that sign in once.
CREATE TABLE sign_in_links (
    secret_hash bytea PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts,
    issued_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz
);

-- What the code on a table's card stands for: who has its PIN too may join, as the role, where the scope says.
CREATE TABLE invitations (
    id uuid PRIMARY KEY,
    table_id uuid NOT NULL,
    secret_hash bytea NOT NULL UNIQUE,
    pin_hash text NOT NULL,
    role text NOT NULL,
    scope jsonb NOT NULL,
    issued_at timestamptz NOT NULL DEFAULT now(),
    issued_by text NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz
);
CREATE INDEX invitations_by_table ON invitations (table_id, issued_at DESC);

-- A session is a token that a browser keeps in a cookie.
ALTER TABLE tokens
    ADD COLUMN kind text NOT NULL DEFAULT 'token' CHECK (kind IN ('token', 'session')),
    ADD COLUMN label text NOT NULL DEFAULT '',
    ADD COLUMN account_id uuid REFERENCES accounts,
    ADD COLUMN invitation_id uuid REFERENCES invitations;
CREATE INDEX tokens_by_account ON tokens (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX tokens_by_invitation ON tokens (invitation_id) WHERE invitation_id IS NOT NULL;

-- With its PIN a seat confirms results: of a match, or of the deals at a table, or of a deal that stands alone.
CREATE TABLE pins (
    place_id uuid NOT NULL,
    seat text NOT NULL,
    pin_hash text NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now(),
    set_by text NOT NULL,
    PRIMARY KEY (place_id, seat)
);

-- How often somebody was wrong, and until when no further attempt is heard.
CREATE TABLE attempts (
    key text PRIMARY KEY,
    wrong integer NOT NULL,
    last_at timestamptz NOT NULL DEFAULT now(),
    closed_until timestamptz NOT NULL
);
CREATE INDEX attempts_by_age ON attempts (last_at);

GRANT SELECT, INSERT ON accounts, sign_in_links, invitations TO {app};
GRANT UPDATE (name, role, scope, password_hash, signed_in_at, disabled_at) ON accounts TO {app};
GRANT UPDATE (used_at) ON sign_in_links TO {app};
GRANT UPDATE (revoked_at) ON invitations TO {app};
GRANT SELECT, INSERT, UPDATE, DELETE ON pins, attempts TO {app};
