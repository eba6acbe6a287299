-- What accounts want to be told and where: by push on devices, by mail, in a calendar. A message is a row for an account
-- and an event, and has no text: it is written when it is sent, from what the book says then.
CREATE TABLE message_choices (
    account_id uuid PRIMARY KEY REFERENCES accounts,
    kinds text[] NOT NULL,
    by_mail boolean NOT NULL,
    language text NOT NULL,
    quiet_from time,
    quiet_until time,
    unsubscribe bytea NOT NULL DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 'hex'),
    calendar bytea UNIQUE,
    chosen_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
);
COMMENT ON COLUMN message_choices.unsubscribe IS 'the key of the links in mails that end them; it opens nothing else';
COMMENT ON COLUMN message_choices.calendar IS 'the hash of the secret in the address of the calendar; null without one';

CREATE TABLE push_devices (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts,
    token_id uuid NOT NULL REFERENCES tokens,
    endpoint text NOT NULL UNIQUE,
    p256dh bytea NOT NULL,
    auth bytea NOT NULL,
    label text NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz,
    failures integer NOT NULL DEFAULT 0
);
COMMENT ON COLUMN push_devices.token_id IS 'the session that added it; a device ends with its session';
COMMENT ON COLUMN push_devices.failures IS 'attempts since the last delivery that failed';
CREATE INDEX push_devices_by_account ON push_devices (account_id, added_at);
CREATE INDEX push_devices_by_token ON push_devices (token_id);

CREATE TABLE messages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts,
    kind text NOT NULL,
    stream uuid NOT NULL,
    version bigint NOT NULL,
    player_id uuid,
    club_id uuid,
    made_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (account_id, kind, stream, version)
);
COMMENT ON COLUMN messages.player_id IS 'the registered player of the account whom it is about; null for all of a club';
CREATE INDEX messages_by_age ON messages (made_at);

-- A row goes when the message was delivered there, or need not be any more.
CREATE TABLE deliveries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    message_id bigint NOT NULL REFERENCES messages ON DELETE CASCADE,
    device_id uuid REFERENCES push_devices ON DELETE CASCADE,
    next_at timestamptz NOT NULL DEFAULT now(),
    failures integer NOT NULL DEFAULT 0,
    UNIQUE (message_id, device_id)
);
COMMENT ON COLUMN deliveries.device_id IS 'null: by mail';
CREATE UNIQUE INDEX deliveries_by_mail ON deliveries (message_id) WHERE device_id IS NULL;
CREATE INDEX deliveries_by_device ON deliveries (device_id);
CREATE INDEX deliveries_due ON deliveries (next_at, id);

GRANT SELECT, INSERT, UPDATE, DELETE ON message_choices, push_devices, messages, deliveries TO {app};

-- Nothing is told of what was before.
INSERT INTO tracking (name, position) SELECT 'messages', coalesce(max(notification_id), 0) FROM events;

-- An account that is disabled or forgotten is told nothing any more, and nothing of it is kept here.
CREATE FUNCTION end_messages_of_account() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
BEGIN
    DELETE FROM messages WHERE account_id = new.id;
    DELETE FROM push_devices WHERE account_id = new.id;
    DELETE FROM message_choices WHERE account_id = new.id;
    RETURN NULL;
END $$;
CREATE TRIGGER messages_of_account AFTER UPDATE OF disabled_at ON accounts
    FOR EACH ROW WHEN (new.disabled_at IS NOT NULL) EXECUTE FUNCTION end_messages_of_account();

-- Who leaves a club is told nothing of it any more.
CREATE FUNCTION end_messages_of_player() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
BEGIN
    DELETE FROM messages
        WHERE account_id = old.account_id AND (player_id = old.player_id OR club_id = old.club_id);
    RETURN NULL;
END $$;
CREATE TRIGGER messages_of_player AFTER DELETE ON account_players
    FOR EACH ROW EXECUTE FUNCTION end_messages_of_player();

-- A session that ends ends the devices that were added in it.
CREATE FUNCTION end_devices_of_token() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
BEGIN
    DELETE FROM push_devices WHERE token_id = new.id;
    RETURN NULL;
END $$;
CREATE TRIGGER devices_of_token AFTER UPDATE OF revoked_at ON tokens
    FOR EACH ROW WHEN (new.revoked_at IS NOT NULL) EXECUTE FUNCTION end_devices_of_token();
