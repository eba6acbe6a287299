-- What the statistics of card play need of each analysis, so that they do not read the answers.
ALTER TABLE analyses ADD COLUMN makeable boolean;
COMMENT ON COLUMN analyses.makeable IS 'whether the bid is made with the best play of both sides; null if not known';
GRANT UPDATE (makeable) ON analyses TO {app};

-- One row for each seat that played cards.
CREATE TABLE analysed_hands (
    deal_id uuid NOT NULL,
    version bigint NOT NULL,
    kernel text NOT NULL,
    seat text NOT NULL,
    choices integer NOT NULL,
    best integer NOT NULL,
    lost integer,
    lead_best boolean,
    PRIMARY KEY (deal_id, version, kernel, seat),
    FOREIGN KEY (deal_id, version, kernel) REFERENCES analyses ON DELETE CASCADE
);
COMMENT ON COLUMN analysed_hands.choices IS 'cards that were played when the legal cards had different prices';
COMMENT ON COLUMN analysed_hands.best IS 'those of them that cost nothing';
COMMENT ON COLUMN analysed_hands.lost IS 'card points that the seat''s cards cost; null if the deal was about all tricks';
COMMENT ON COLUMN analysed_hands.lead_best IS 'whether the opening lead cost nothing; null without a choice, and for others';
GRANT SELECT, INSERT, DELETE ON analysed_hands TO {app};
