-- One index for searches by cards and by players, in place of two. It also has the club and the day (UTC) of each deal,
-- so that a search of the newest deals reads a part of it only (store/search.py).
-- Writers wait while it is made: about 20 s for a million deals. Where they must not, make it before migrating, with
-- CREATE INDEX CONCURRENTLY and the same name and columns.
CREATE INDEX IF NOT EXISTS catalogue_search ON catalogue USING gin (
    traits, (data -> 'people'), (ARRAY[club_id]), (ARRAY[(sorted_at AT TIME ZONE 'UTC')::date])
) WHERE kind = 'deal';
DROP INDEX catalogue_by_traits, catalogue_by_people;
