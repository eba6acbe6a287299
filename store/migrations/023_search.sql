-- One index for searches by cards and by players, in place of two. It also has the club and the day (UTC) of each deal,
-- so that a search of the newest deals reads only a part of it (store/search.py). Every search reads the pending list
-- as a whole, so that is kept short.
-- Writers wait while the index is made: about half a minute for a million deals. If they must not wait, make it before
-- migrating, with this statement as CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS catalogue_search ON catalogue USING gin (
    traits, (data -> 'people'), (ARRAY[club_id]), (ARRAY[(sorted_at AT TIME ZONE 'UTC')::date])
) WITH (gin_pending_list_limit = 64) WHERE kind = 'deal';
DROP INDEX catalogue_by_traits, catalogue_by_people;
