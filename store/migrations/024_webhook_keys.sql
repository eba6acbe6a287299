-- The key of the request that added a webhook: a request that is sent again adds no second one.
ALTER TABLE webhooks ADD COLUMN key text;
CREATE UNIQUE INDEX webhooks_by_key ON webhooks (tournament_id, key);
