-- In a club that moved away the kept nicknames and answers of pupils can be deleted, too, as a club's rule says.
CREATE OR REPLACE FUNCTION refuse_events_of_shut_clubs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    shut {schema}.shut_clubs;
BEGIN
    IF NOT EXISTS (SELECT FROM {schema}.shut_clubs) THEN
        RETURN NULL;
    END IF;
    IF current_setting('nought.receives', true) = 'on'
        AND pg_has_role((SELECT relowner FROM pg_class WHERE oid = tg_relid), 'USAGE') THEN
        RETURN NULL;
    END IF;
    SELECT s.* INTO shut FROM added AS a JOIN {schema}.shut_clubs AS s ON s.club = a.club
        WHERE a.topic NOT LIKE 'nought.Move.%' AND NOT (
            s.has_left AND (
                a.topic LIKE 'nought.Removal.%' OR a.topic LIKE 'nought.Request.%' OR a.topic = 'nought.Class.PupilsForgotten'
            )
        ) LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the club % % %', shut.club, CASE WHEN shut.has_left THEN 'moved to' ELSE 'comes from' END, shut.url
            USING ERRCODE = 'NT001', DETAIL = json_build_object('left', shut.has_left, 'url', shut.url)::text;
    END IF;
    RETURN NULL;
END $$;
