-- An index for the filters of a list of deals other than cards and people, so that a filter with few hits does not read
-- the whole list. It has the club and the day (UTC) of each deal as catalogue_search has (store/tables/search.py).
-- Writers wait while the index is made. If they must not wait, make the function and the index before migrating, the
-- index with CREATE INDEX CONCURRENTLY.
CREATE OR REPLACE FUNCTION deal_filters(data jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY[
        'status ' || (data ->> 'status'), 'result ' || (data ->> 'result'), 'ruleset ' || (data ->> 'ruleset'),
        'has_caps ' || (data ->> 'has_caps'), 'has_irregularities ' || (data ->> 'has_irregularities'),
        'bid ' || (data #>> '{{contract,bid}}'), 'suit ' || (data #>> '{{contract,suit}}')
    ]
$$;
CREATE INDEX IF NOT EXISTS catalogue_by_filters ON catalogue USING gin (
    deal_filters(data), (ARRAY[club_id]), (ARRAY[(sorted_at AT TIME ZONE 'UTC')::date])
) WITH (gin_pending_list_limit = 64) WHERE kind = 'deal';
