-- Who took part in a deal or a match, so that a person's can be found.
CREATE INDEX catalogue_by_people ON catalogue USING gin ((data -> 'people')) WHERE kind = 'deal';
