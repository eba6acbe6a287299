-- Whoever wants to be told of everything wants to be told whether a club lets them in, too.
UPDATE message_choices SET kinds = kinds || 'club'::text WHERE cardinality(kinds) = 5;
