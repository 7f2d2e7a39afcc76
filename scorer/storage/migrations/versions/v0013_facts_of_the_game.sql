CREATE TABLE season_facts (
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    elder_points INTEGER NOT NULL,
    younger_points INTEGER NOT NULL,
    said_deals INTEGER NOT NULL,
    piques INTEGER NOT NULL,
    repiques INTEGER NOT NULL,
    capots INTEGER NOT NULL,
    rubicon_parties INTEGER NOT NULL,
    rubicons INTEGER NOT NULL,
    CONSTRAINT pk_season_facts PRIMARY KEY (club_id, season),
    CONSTRAINT fk_season_facts_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

INSERT INTO season_facts
SELECT season.club_id, season.number,
    coalesce(sum(first_elder_deals + second_elder_deals), 0),
    coalesce(sum(first_as_elder + second_as_elder), 0),
    coalesce(sum(first_as_younger + second_as_younger), 0),
    coalesce(sum((1 - from_paper) * (first_elder_deals + second_elder_deals)), 0),
    coalesce(sum((1 - from_paper) * (first_piques + second_piques)), 0),
    coalesce(sum((1 - from_paper) * (first_repiques + second_repiques)), 0),
    coalesce(sum((1 - from_paper) * (first_capots + second_capots)), 0),
    coalesce(sum(CASE WHEN forfeit = 0 AND known <> 'margin' THEN 1 ELSE 0 END), 0),
    coalesce(sum(CASE WHEN forfeit = 0 AND known <> 'margin' THEN rubicon ELSE 0 END), 0)
FROM season LEFT JOIN posted_partie
    ON posted_partie.club_id = season.club_id AND posted_partie.season = season.number
GROUP BY season.club_id, season.number;
