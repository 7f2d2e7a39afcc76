CREATE TABLE arrangement ( -- append-only
    id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    about TEXT NOT NULL,
    event TEXT NOT NULL,
    author TEXT NOT NULL,
    set_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_arrangement PRIMARY KEY (id),
    CONSTRAINT fk_arrangement_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_arrangement_club_id_season ON arrangement (club_id, season, about);
