-- The browsers on which an account has signed in: whoever guesses at its password elsewhere never shuts these out.
CREATE TABLE devices (
    secret_hash bytea NOT NULL,
    account_id uuid NOT NULL REFERENCES accounts,
    used_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (secret_hash, account_id)
);
CREATE INDEX devices_by_account ON devices (account_id, used_at DESC);

-- Counts that protect nothing, of made-up names and of addresses: only the newest are kept.
ALTER TABLE attempts ADD COLUMN spare boolean NOT NULL DEFAULT false;
CREATE INDEX attempts_spare ON attempts (last_at DESC) WHERE spare;

GRANT SELECT, INSERT, UPDATE, DELETE ON devices TO {app};
