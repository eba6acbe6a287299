-- How players join a club and sign in. Of every secret only the hash is kept. What was used, withdrawn or is too old goes.

-- Invitations of registered players: at most one a player, so that one made anew ends the one before.
CREATE TABLE player_invitations (
    player_id uuid PRIMARY KEY,
    club_id uuid NOT NULL,
    secret_hash bytea NOT NULL UNIQUE,
    issued_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    issued_by_account uuid REFERENCES accounts
);
CREATE INDEX player_invitations_by_club ON player_invitations (club_id);

-- The card of a club, which hangs on the wall: it lets nobody in, only ask. So its code is kept, to print it again.
CREATE TABLE club_cards (
    club_id uuid PRIMARY KEY,
    code text NOT NULL UNIQUE,
    issued_at timestamptz NOT NULL DEFAULT now()
);

-- Accounts that wait for a club's officials.
CREATE TABLE join_requests (
    id uuid PRIMARY KEY,
    club_id uuid NOT NULL,
    account_id uuid NOT NULL REFERENCES accounts,
    player_id uuid,
    name text NOT NULL,
    sent_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (club_id, account_id)
);
COMMENT ON COLUMN join_requests.player_id IS 'the registered player whom the sender chose from a list; null if a name was typed';

CREATE TABLE passkeys (
    credential_id bytea PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz
);
CREATE INDEX passkeys_by_account ON passkeys (account_id, created_at);

-- What an authenticator must sign, once, within minutes. account_id: whose passkey is made, also of an account to come.
CREATE TABLE challenges (
    challenge_hash bytea PRIMARY KEY,
    purpose text NOT NULL,
    account_id uuid,
    expires_at timestamptz NOT NULL
);
CREATE INDEX challenges_by_age ON challenges (expires_at);

-- Links sent to a mail address. account_id: the account whose address it becomes; null: to join with that address.
CREATE TABLE mail_links (
    secret_hash bytea PRIMARY KEY,
    address text NOT NULL,
    account_id uuid REFERENCES accounts,
    name text NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX mail_links_by_age ON mail_links (expires_at);

-- Accounts at an issuer of OpenID Connect, and sign-ins there that have begun.
CREATE TABLE issuer_subjects (
    issuer text NOT NULL,
    subject text NOT NULL,
    account_id uuid NOT NULL REFERENCES accounts,
    linked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX issuer_subjects_by_account ON issuer_subjects (account_id);
CREATE TABLE issuer_visits (
    state_hash bytea PRIMARY KEY,
    nonce text NOT NULL,
    verifier text NOT NULL,
    following text NOT NULL,
    expires_at timestamptz NOT NULL
);
COMMENT ON COLUMN issuer_visits.verifier IS 'the secret of PKCE; following: the page after it';
CREATE INDEX issuer_visits_by_age ON issuer_visits (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON player_invitations, club_cards TO {app};
GRANT SELECT, INSERT, DELETE ON join_requests, passkeys, challenges, mail_links, issuer_subjects, issuer_visits TO {app};
GRANT UPDATE (player_id, name, sent_at) ON join_requests TO {app};
GRANT UPDATE (sign_count, used_at, name) ON passkeys TO {app};
GRANT UPDATE (login) ON accounts TO {app};

CREATE OR REPLACE FUNCTION forget_account(account uuid, former text) RETURNS void
LANGUAGE sql SET search_path = {schema}, pg_temp AS $$
    UPDATE accounts SET login = 'former ' || id, name = former, password_hash = NULL, vouched_by = '{{}}',
        disabled_at = coalesce(disabled_at, now()) WHERE id = account;
    UPDATE tokens SET subject = former, label = '', revoked_at = coalesce(revoked_at, now()) WHERE account_id = account;
    UPDATE sign_in_links SET used_at = coalesce(used_at, now()) WHERE account_id = account;
    DELETE FROM devices WHERE account_id = account;
    DELETE FROM passkeys WHERE account_id = account;
    DELETE FROM challenges WHERE account_id = account;
    DELETE FROM mail_links WHERE account_id = account;
    DELETE FROM issuer_subjects WHERE account_id = account;
    DELETE FROM join_requests WHERE account_id = account;
$$;

-- With the player go the invitation, and what somebody of one of the names asked the club.
CREATE OR REPLACE FUNCTION forget_account_of_player() RETURNS trigger
LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
DECLARE
    of_player text := (
        SELECT convert_from(state, 'UTF8')::jsonb -> 'fact' ->> 'player' FROM events
        WHERE originator_id = new.removed_by AND originator_version = new.removed_at
    );
    concerned uuid[];
BEGIN
    WITH unlinked AS (
        DELETE FROM account_players WHERE player_id::text = of_player RETURNING account_id
    ), withdrawn AS (
        DELETE FROM join_requests WHERE club_id = new.club AND (name = ANY (new.names) OR player_id::text = of_player)
        RETURNING account_id
    )
    SELECT array_agg(account_id) INTO concerned FROM (TABLE unlinked UNION TABLE withdrawn) AS found;
    DELETE FROM player_invitations WHERE player_id::text = of_player;
    DELETE FROM mail_links WHERE name = ANY (new.names);
    PERFORM forget_account(a.id, new.former) FROM accounts AS a
        WHERE a.id = ANY (concerned) AND a.role = 'player'
        AND NOT EXISTS (SELECT FROM account_players AS p WHERE p.account_id = a.id)
        AND NOT EXISTS (SELECT FROM join_requests AS r WHERE r.account_id = a.id);
    RETURN NULL;
END $$;

-- Deletes what identifies the account of a player, on the player's own wish or when nobody used it. Never an official's.
CREATE FUNCTION delete_player_account(account uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM accounts AS a WHERE a.id = account AND a.role = 'player') THEN
        RETURN false;
    END IF;
    DELETE FROM account_players AS p WHERE p.account_id = account;
    PERFORM forget_account(account, '(deleted)');
    RETURN true;
END $$;
REVOKE ALL ON FUNCTION delete_player_account FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_player_account TO {app};
