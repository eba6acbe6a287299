-- Which match is recorded for a table of a round: its deals are not shown while others have still to play their boards.
CREATE INDEX catalogue_of_encounter ON catalogue ((data->>'encounter')) WHERE kind = 'match' AND data ? 'encounter';
