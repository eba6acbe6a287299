-- Who stands behind what lets somebody in: tokens, links and invitations carry the account that issued them, and a
-- token the token by which it was issued. They end with it. What was issued before is of nobody: it ends by itself.
ALTER TABLE tokens
    ADD COLUMN issued_by_account uuid REFERENCES accounts,
    ADD COLUMN issued_by_token uuid REFERENCES tokens;
ALTER TABLE sign_in_links ADD COLUMN issued_by_account uuid REFERENCES accounts;
ALTER TABLE invitations ADD COLUMN issued_by_account uuid REFERENCES accounts;
CREATE INDEX tokens_by_issuer ON tokens (issued_by_account) WHERE issued_by_account IS NOT NULL;
CREATE INDEX tokens_by_issuing_token ON tokens (issued_by_token) WHERE issued_by_token IS NOT NULL;

-- The official, not an administrator, who last handed out a link for the account: it may be this person who uses it.
ALTER TABLE accounts ADD COLUMN vouched_by text[] NOT NULL DEFAULT '{{}}';

GRANT UPDATE (vouched_by) ON accounts TO {app};
