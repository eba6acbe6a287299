-- The order in which texts were first written: people of a club with the same initials are numbered in it.
ALTER TABLE texts ADD COLUMN place bigint GENERATED ALWAYS AS IDENTITY;
CREATE INDEX names_in_order ON texts (owner, place) WHERE letter <> 't';

-- The lines of clubs and players that say what others see. Each process reads them every second.
CREATE INDEX catalogue_seen ON catalogue (kind) WHERE data ? 'seen';
