-- By what a deal is searched once all hands are public: cards held and led, shapes of hands, reasons of the result.
-- Deals from before are searchable after `nought projections rebuild`.
ALTER TABLE catalogue ADD COLUMN traits text[] NOT NULL DEFAULT '{{}}';
ALTER TABLE catalogue_before ADD COLUMN traits text[] NOT NULL DEFAULT '{{}}';

CREATE OR REPLACE FUNCTION keep_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO {schema}.catalogue_before (id, title, data, traits) VALUES (old.id, old.title, old.data, old.traits);
    RETURN NULL;
END $$;
DROP TRIGGER lines_are_kept ON catalogue;
CREATE TRIGGER lines_are_kept AFTER UPDATE ON catalogue
    FOR EACH ROW WHEN (
        old.kind IN ('deal', 'match', 'tournament', 'dispute')
        AND (old.title, old.data, old.traits) IS DISTINCT FROM (new.title, new.data, new.traits)
    ) EXECUTE FUNCTION keep_line();

CREATE INDEX catalogue_by_traits ON catalogue USING gin (traits) WHERE kind = 'deal';
CREATE INDEX catalogue_by_bid ON catalogue ((data -> 'contract' -> 'bid')) WHERE kind = 'deal';
