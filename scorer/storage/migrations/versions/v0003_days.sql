CREATE TABLE season_round (
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    round INTEGER NOT NULL,
    day TEXT NOT NULL,
    CONSTRAINT pk_season_round PRIMARY KEY (club_id, season, round),
    CONSTRAINT fk_season_round_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

ALTER TABLE posted_partie ADD COLUMN moment TEXT NOT NULL DEFAULT '';

UPDATE posted_partie SET moment = (
    SELECT substr(entry.text, 8, 10) || ' ' || substr('000000000' || entry.number, length(CAST(entry.number AS TEXT)) + 1)
    FROM entry WHERE entry.club_id = posted_partie.club_id AND entry.number = posted_partie.first_entry
);

DROP INDEX ix_posted_partie_club_id_season;

DROP INDEX ix_posted_partie_club_id_first;

DROP INDEX ix_posted_partie_club_id_second;

CREATE INDEX ix_posted_partie_club_id_moment ON posted_partie (club_id, moment);

CREATE INDEX ix_posted_partie_club_id_season ON posted_partie (club_id, season, moment);

CREATE INDEX ix_posted_partie_club_id_first ON posted_partie (club_id, first, moment);

CREATE INDEX ix_posted_partie_club_id_second ON posted_partie (club_id, second, moment);

CREATE TABLE old_rating AS SELECT * FROM rating;

DROP TABLE rating;

CREATE TABLE rating (
    club_id INTEGER NOT NULL,
    member INTEGER NOT NULL,
    moment TEXT NOT NULL,
    rating FLOAT NOT NULL,
    deviation FLOAT NOT NULL,
    volatility FLOAT NOT NULL,
    parties INTEGER NOT NULL,
    CONSTRAINT pk_rating PRIMARY KEY (club_id, member, moment),
    CONSTRAINT fk_rating_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_rating_club_id_moment ON rating (club_id, moment);

INSERT INTO rating (club_id, member, moment, rating, deviation, volatility, parties)
SELECT old_rating.club_id, old_rating.member, posted_partie.moment, old_rating.rating, old_rating.deviation,
    old_rating.volatility, old_rating.parties
FROM old_rating JOIN posted_partie
ON posted_partie.club_id = old_rating.club_id AND posted_partie.first_entry = old_rating.entry;

DROP TABLE old_rating;
